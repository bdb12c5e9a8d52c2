package model

import (
	"testing"

	"pgregory.net/rapid"
)

func TestEveryDecisionIsAnAnswer(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		letter, choices := "f", []Choice{ChoiceRetry, ChoiceSkip, ChoiceAbort}
		if rapid.Bool().Draw(t, "in progress") {
			letter, choices = "i", []Choice{ChoiceRerun}
		}
		trace := traceOf("in-progress", letter)
		trace.Steps[0].Number = rapid.IntRange(0, 999_999).Draw(t, "number")
		trace.Steps[0].Name = hostile().Draw(t, "name")
		choice := rapid.SampledFrom(choices).Draw(t, "choice")
		if reason := trace.refuse(choice, 0); reason.Given() {
			t.Fatalf("refused: %s", reason)
		}
		entry := ResumeEntry(trace.Steps[0], choice, hostile().Draw(t, "note"), hostile().Draw(t, "operator"), noon)
		decision, _ := cutLabel(entry, "**Decision:** ")
		if trace = trace.resumed(1, decision); trace.NeedsHuman() {
			t.Fatalf("%q is no answer", decision)
		}
		trace.Steps = append(trace.Steps, TraceStep{Number: 1, State: StepFailed})
		if !trace.NeedsHuman() {
			t.Fatal("a new failure needs no human")
		}
	})
}
