package board

import (
	"testing"

	"coldstart/model"
	"coldstart/model/view"
	"coldstart/styles"
	"coldstart/tui/thread"
)

// A step of a person that is approved is the agent’s turn.
func TestAnApprovedStepIsNotYours(t *testing.T) {
	t.Parallel()
	p := model.Plan{
		Status: model.Status{State: model.StateActive},
		Steps:  []model.Step{{Number: 1, Text: "a", Mark: 'x'}, {Number: 2, Text: "b", Mark: ' ', Human: true}, {Number: 3, Text: "c", Mark: ' '}},
	}
	th := styles.New(styles.Options{NoColor: true})
	if way := Way(th, p); way.Knots[1] != thread.Yours || way.Then.String() != "◇ you" {
		t.Errorf("before: %+v", way)
	}
	p.Log = []model.LogEntry{{Actor: model.OperatorActor, What: "Approved step 2"}}
	if way := Way(th, p); way.At != 1 || way.Knots[1] == thread.Yours || way.Then.String() != "approved; an agent continues here" {
		t.Errorf("after: %+v", way)
	}
}

// TestSeedProgress has the words of the seed's block for plans in the agents' own
// schema, also while nothing is ticked.
func TestSeedProgress(t *testing.T) {
	t.Parallel()
	open, done := model.Step{Text: "a", Mark: ' '}, model.Step{Text: "a", Mark: 'x'}
	foreign := model.PlanReading{Foreign: true}
	for _, tt := range []struct {
		p    model.Plan
		want string
	}{
		{model.Plan{Steps: []model.Step{open, open, open}}, "0/3 steps complete"},
		{model.Plan{Steps: []model.Step{done, open, open}}, "1/3 steps complete"},
		{model.Plan{}, "no steps"},
		{model.Plan{Steps: []model.Step{open, open}, Reading: foreign}, "2 steps, none ticked"},
		{model.Plan{Steps: []model.Step{done, open}, Reading: foreign}, "1/2 steps complete"},
	} {
		if got := view.SeedProgress(tt.p); got != tt.want {
			t.Errorf("%+v: got %q, want %q", tt.p.Steps, got, tt.want)
		}
	}
}
