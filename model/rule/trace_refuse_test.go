package rule

import (
	"testing"

	"pgregory.net/rapid"

	"coldstart/model"
)

func TestEveryDecisionIsAnAnswer(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		letter, choices := "f", []model.Choice{model.ChoiceRetry, model.ChoiceSkip, model.ChoiceAbort}
		if rapid.Bool().Draw(t, "in progress") {
			letter, choices = "i", []model.Choice{model.ChoiceRerun}
		}
		trace := traceOf("in-progress", letter)
		trace.Steps[0].Number = rapid.IntRange(0, 999_999).Draw(t, "number")
		trace.Steps[0].Name = hostile().Draw(t, "name")
		choice := rapid.SampledFrom(choices).Draw(t, "choice")
		if reason := refuseTrace(trace, choice, 0); reason.Given() {
			t.Fatalf("refused: %s", reason)
		}
		entry := model.ResumeEntry(trace.Steps[0], choice, hostile().Draw(t, "note"), hostile().Draw(t, "operator"), noon)
		decision, _ := cutLabel(entry, "**Decision:** ")
		if trace = resumedTrace(trace, 1, decision); trace.NeedsHuman() {
			t.Fatalf("%q is no answer", decision)
		}
		trace.Steps = append(trace.Steps, model.TraceStep{Number: 1, State: model.StepFailed})
		if !trace.NeedsHuman() {
			t.Fatal("a new failure needs no human")
		}
	})
}
