package model

import (
	"fmt"
	"time"
)

// ResumeEntry gives the lines that record the operator's decision at the end of a
// trace: the seed's Resume entry and a Decision line. Skipping resumes from the
// step after; the others from the step itself. The protocol counts the steps
// before it as completed.
func ResumeEntry(s TraceStep, c Choice, note, operator string, at time.Time) []string {
	number, name := s.Number, OneLine(s.Name)
	if c == ChoiceSkip {
		number, name = s.Number+1, "the step after "+name
	}
	decision := fmt.Sprintf("%s step %d", c.Past(), s.Number)
	if note = OneLine(note); note != "" {
		decision += " — " + note
	}
	if operator = OneLine(operator); operator != "" {
		decision += " (" + OperatorActor + " " + operator + ")"
	}
	return []string{
		"---",
		"",
		"## Resume",
		"",
		"**Resumed:** " + FormatUTC(at),
		fmt.Sprintf("**Resuming from:** Step %d — %s", number, name),
		fmt.Sprintf("**Prior steps completed:** %d", max(0, s.Number-1)),
		"**Decision:** " + decision,
	}
}
