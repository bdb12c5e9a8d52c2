package model

import (
	"fmt"
	"strings"
	"time"
	"unicode"
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

// Document is the exact content of one file, together with its hash.
type Document struct {
	Ref   Ref
	Bytes []byte
	Seen  Fingerprint
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
	switch k {
	case ChangeMove:
		return "move"
	case ChangeEdit:
		return "edit"
	case ChangeAppend:
		return "append"
	case ChangeCommit:
		return "commit"
	case ChangeRemove:
		return "remove"
	}
	return "create"
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

// OneLine folds text to one line that is safe inside any of the agents' files:
// white space becomes single blanks, and control, bidirectional and invisible
// characters are left out, so that nothing can forge a second line. Of these only a
// joiner between two letters stays, which the spelling of Persian and of many emoji
// needs.
func OneLine(text string) string {
	var b strings.Builder
	// between is what comes in front of the next character: a blank or a joiner.
	var between, before rune
	for _, r := range text {
		switch {
		case isSpace(r):
			if b.Len() > 0 {
				between = ' '
			}
			continue
		case isJoiner(r):
			if between == 0 && before > unicode.MaxLatin1 {
				between = r
			}
			continue
		case isHidden(r):
			continue
		}
		if between == ' ' || between != 0 && r > unicode.MaxLatin1 {
			b.WriteRune(between)
		}
		between, before = 0, r
		b.WriteRune(r)
	}
	return b.String()
}

// unbroken makes each line break of a text a blank and keeps all else: for text
// that is shown as it is, but must not pass for a line of ours.
func unbroken(text string) string {
	return strings.NewReplacer("\r\n", " ", "\n", " ", "\r", " ", "\v", " ", "\f", " ",
		"\u0085", " ", "\u2028", " ", "\u2029", " ").Replace(text)
}
