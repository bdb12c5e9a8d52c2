package model

import (
	"fmt"
	"strings"
	"time"
)

// Choice is what an operator decides.
type Choice int

// The choices. ChoiceChanges asks the agent for another version and leaves the
// request pending.
const (
	ChoiceNone Choice = iota
	ChoiceApprove
	ChoiceReject
	ChoiceChanges
)

// String gives the choice's name as it stands in the ledger and in JSON.
func (c Choice) String() string {
	switch c {
	case ChoiceApprove:
		return "approve"
	case ChoiceReject:
		return "reject"
	case ChoiceChanges:
		return "changes"
	}
	return "none"
}

// ParseChoice reads the name of a choice; ChoiceNone for any other text.
func ParseChoice(name string) Choice {
	for _, c := range []Choice{ChoiceApprove, ChoiceReject, ChoiceChanges} {
		if c.String() == name {
			return c
		}
	}
	return ChoiceNone
}

// Past gives the choice as something that happened: "Approved".
func (c Choice) Past() string {
	switch c {
	case ChoiceApprove:
		return "Approved"
	case ChoiceReject:
		return "Rejected"
	case ChoiceChanges:
		return "Changes wanted on"
	}
	return "Nothing decided on"
}

// NeedsNote reports whether the choice is only useful with a reason.
func (c Choice) NeedsNote() bool { return c == ChoiceReject || c == ChoiceChanges }

// Decision is what the operator wants, bound to what the operator saw. It can be
// printed, previewed and carried out; it is never changed on the way.
type Decision struct {
	Ref    Ref
	Choice Choice
	// Seen is the hash of the bytes that were on screen. Carrying out fails with
	// ErrConflict when the file has other bytes.
	Seen Fingerprint
	// Note is the operator's reason or remark, one line.
	Note string
	At   time.Time
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
}

// LogLine gives the line for a plan's reasoning log. With step zero the request
// as a whole is meant. The shape is the reference program's own,
// "- [UTC] Actor: what — why", so its parser keeps the line.
func (d Decision) LogLine(step int, subject string) string {
	what := d.Choice.Past() + " "
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

// OneLine folds text to one line that is safe inside any of the agents' files:
// white space becomes single blanks, and control, bidirectional and invisible
// characters are left out, so that nothing can forge a second line.
func OneLine(text string) string {
	var b strings.Builder
	blank := false
	for _, r := range text {
		switch {
		case isSpace(r):
			blank = b.Len() > 0
			continue
		case isHidden(r):
			continue
		}
		if blank {
			b.WriteByte(' ')
			blank = false
		}
		b.WriteRune(r)
	}
	return b.String()
}
