package model

import (
	"cmp"
	"fmt"
	"strings"
	"time"
)

// Interrupted is a decision that was confirmed and is not finished: it was cut off, or
// something that belongs to it could not be written yet.
type Interrupted struct {
	ID     string
	Choice Choice
	Path   string
	// Lies is where a decided request lies now, empty where it did not move or is gone.
	Lies string
	At   time.Time
	// Fate is FateOpen for a decision that was cut off, FateDone or FateVoid for one that has
	// something left all the same.
	Fate Fate
	// Holds is true for a decision that is known to count.
	Holds bool
	// Left says what is still to be done and why it could not be:
	// "write Plans/PLAN-1.md (no space left on device)". For a decision that was killed it
	// is empty.
	Left []string
}

// FinishHint says how unfinished decisions are finished.
const FinishHint = "opening coldstart, or the next decision, finishes it as soon as that is possible"

// String says in a sentence without an end how far the decision got and what is left.
func (i Interrupted) String() string {
	left := ""
	if len(i.Left) > 0 {
		left = "; still to do: " + strings.Join(i.Left, "; ")
	}
	switch {
	case i.Fate == FateVoid:
		return fmt.Sprintf("%s of %s had no effect%s", i.Choice, FormatUTC(i.At), left)
	case i.Fate == FateOpen && !i.Holds:
		return fmt.Sprintf("%s of %s was cut off; the next start checks whether it took effect%s", i.Choice, FormatUTC(i.At), left)
	case left == "":
		left = "; it was cut off, and its remaining changes are still to be made"
	}
	return fmt.Sprintf("%s of %s holds%s", i.Choice, FormatUTC(i.At), left)
}

// Problem makes it a row among the problems, so that it waits for the operator.
func (i Interrupted) Problem() Problem {
	return Problem{Path: cmp.Or(i.Lies, i.Path), Reason: i.String(), Hint: FinishHint, Unfinished: true}
}
