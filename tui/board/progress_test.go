package board

import (
	"testing"

	"coldstart/model"
)

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
		if got := seedProgress(tt.p); got != tt.want {
			t.Errorf("%+v: got %q, want %q", tt.p.Steps, got, tt.want)
		}
	}
}
