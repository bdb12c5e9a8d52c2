package model

import (
	"errors"
	"fmt"
	"time"
)

// The ways a decision can fail that callers tell apart, with errors.Is.
var (
	// ErrConflict means that the file is not what the operator saw, or that
	// somebody else decided first.
	ErrConflict = errors.New("changed since it was seen")
	// ErrNotFound means that the thing is not there.
	ErrNotFound = errors.New("not found")
	// ErrNotAllowed means that the rules forbid the decision as things stand.
	ErrNotAllowed = errors.New("not allowed")
	// ErrLocked means that another copy of coldstart is deciding right now.
	ErrLocked = errors.New("another coldstart is writing")
	// ErrReadOnly means that the vault cannot be written or must not be.
	ErrReadOnly = errors.New("read-only")
)

// MaxNote is how many characters a note or a reason can have.
const MaxNote = 500

// Decision is what the operator wants, bound to what the operator saw. It can be
// printed, previewed and carried out; it is never changed on the way.
type Decision struct {
	Ref    Ref
	Choice Choice
	// Seen is the hash of the bytes that were on screen. Carrying out fails with
	// ErrConflict when the file has other bytes.
	Seen Fingerprint
	// Foreseen is what the operator was shown of the plan. Carrying out fails with
	// ErrConflict when another plan or another text of it would be edited.
	Foreseen Foreseen
	// Note is the operator's reason or remark, one line.
	Note string
	// Step is the step of a trace that is meant; zero means the last one.
	Step int
	// Sure says that the operator confirmed twice, which a session that may still
	// be live asks for.
	Sure bool
	// Typed is the target as the operator typed it, which approving an expired request
	// asks for.
	Typed string
	// Entry is what ChoiceEntry writes.
	Entry Draft
	// Commit asks for a git commit of the one file that a decision on the memory
	// changes.
	Commit bool
	// Undoes is what ChoiceUndo takes back.
	Undoes Undone
	At     time.Time
}

// ChangeKind says what happens to a file.
type ChangeKind int

// The kinds of change a decision makes.
const (
	ChangeMove ChangeKind = iota
	ChangeEdit
	ChangeAppend
	ChangeCreate
	ChangeCommit
	ChangeRemove
)

// String gives the kind as a verb for people and JSON.
func (k ChangeKind) String() string {
	return word(k, "move", "edit", "append", "create", "commit", "remove")
}

// Change is one effect of a decision on one file, for showing beforehand and for
// reporting afterwards.
type Change struct {
	Kind ChangeKind
	Path string
	// To is where a moved file goes.
	To string
	// Before and After are the lines that go and come, without line ends.
	Before []string
	After  []string
	// Was is the hash of a plan before it is edited, zero for all other files.
	Was Fingerprint
}

// Foreseen is the plan that a decision edits beside what it is about, as it was when
// the changes were shown. The zero value means that none were shown.
type Foreseen struct {
	Known bool
	// Plan is the plan's file, empty where no plan was to be edited, and Seen the hash of
	// its bytes then.
	Plan string
	Seen Fingerprint
}

// Foresee takes from the changes of a decision what its plan is bound to.
func Foresee(changes []Change) Foreseen {
	f := Foreseen{Known: true}
	for _, c := range changes {
		if !c.Was.IsZero() {
			f.Plan, f.Seen = c.Path, c.Was
		}
	}
	return f
}

// Receipt says what a decision really did.
type Receipt struct {
	ID       string
	Decision Decision
	Changes  []Change
	// Notices name what did not work although the decision holds.
	Notices []string
	// Already is true when the same decision had been made before.
	Already bool
	// Void is true for a decision that was cut off before it took effect: nothing
	// was changed, and it has to be made again.
	Void bool
}

// LogLine gives the line for a plan's reasoning log. With step zero the request
// as a whole is meant. The shape is the reference program's own,
// "- [UTC] Actor: what — why", so its parser keeps the line.
func (d Decision) LogLine(step int, subject string) string {
	what := d.Choice.Past() + " "
	if d.Choice == ChoiceUndo {
		what = undid + d.Undoes.Choice.Noun() + " "
	}
	if step > 0 {
		what += fmt.Sprintf("step %d", step)
	} else {
		what += "request"
	}
	why := OneLine(d.Note)
	if why == "" {
		why = OneLine(subject)
	}
	return fmt.Sprintf("- [%s] %s: %s — %s", FormatUTC(d.At), OperatorActor, what, why)
}

// undid begins what the line of an undo says.
const undid = "Undid "

// Made is a decision that was carried out.
type Made struct {
	ID       string
	At       time.Time
	Decision Decision
	PlanID   string
	Step     int
	// To is where a request went.
	To string
}
