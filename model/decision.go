package model

import (
	"errors"
	"fmt"
	"time"
)

// Errors of a decision, for errors.Is.
var (
	// ErrConflict means that the file changed, or somebody else decided first.
	ErrConflict = errors.New("changed since it was seen")
	// ErrNotFound means that the thing is not there.
	ErrNotFound = errors.New("not found")
	// ErrNotAllowed means that the rules forbid the decision.
	ErrNotAllowed = errors.New("not allowed")
	// ErrLocked means that another coldstart holds the lock.
	ErrLocked = errors.New("another coldstart is writing")
	// ErrReadOnly means that the vault cannot or must not be written.
	ErrReadOnly = errors.New("read-only")
)

// MaxNote is how many characters a note or a reason can have.
const MaxNote = 500

// Decision is what the operator wants, bound to what the operator saw. It never changes
// between preview and execution.
type Decision struct {
	Ref    Ref
	Choice Choice
	// Seen is the hash of the bytes shown; other bytes are an ErrConflict.
	Seen Fingerprint
	// Foreseen is the plan as shown; another plan or text is an ErrConflict.
	Foreseen Foreseen
	// Note is the operator's remark, one line.
	Note string
	// Step is the step of a trace, zero for the last.
	Step int
	// Sure says that the operator confirmed twice, as a possibly live session needs.
	Sure bool
	// Typed is the target as typed, to approve an expired request.
	Typed string
	// Entry is what ChoiceEntry writes.
	Entry Draft
	// Commit asks for a git commit of the changed memory file.
	Commit bool
	// Undoes is what ChoiceUndo undoes.
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

// Change is the effect of a decision on one file.
type Change struct {
	Kind ChangeKind
	Path string
	// To is where a moved file goes.
	To string
	// Before and After are the lines removed and added, without line ends.
	Before []string
	After  []string
	// Was is the hash of a plan before the edit, zero for other files.
	Was Fingerprint
}

// Foreseen is the plan that a decision edits, as it was when the changes were shown. The
// zero value means that none were shown.
type Foreseen struct {
	Known bool
	// Plan is the plan's path, empty for none, and Seen the hash of its bytes.
	Plan string
	Seen Fingerprint
}

// Foresee finds the edited plan among the changes.
func Foresee(changes []Change) Foreseen {
	f := Foreseen{Known: true}
	for _, c := range changes {
		if !c.Was.IsZero() {
			f.Plan, f.Seen = c.Path, c.Was
		}
	}
	return f
}

// Receipt says what a decision did.
type Receipt struct {
	ID       string
	Decision Decision
	Changes  []Change
	// Notices name what failed although the decision holds.
	Notices []string
	// Already is true when the same decision had been made before.
	Already bool
	// Void is true for a decision that was cut off before it changed anything.
	Void bool
}

// LogLine gives the line for a plan's reasoning log, for the whole request if step is
// zero. Its shape, "- [UTC] Actor: what — why", is one the reference program reads.
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

// undid begins the log line of an undo.
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
