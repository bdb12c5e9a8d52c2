package answer

import (
	"slices"
	"testing"

	"coldstart/model"
	"coldstart/model/view"
)

func TestAPlanOfAnotherProgramNamesItAndItsCommand(t *testing.T) {
	t.Parallel()
	p := model.Plan{Path: "backlog/task-12.md", Reading: model.PlanReading{Foreign: true, Tool: "Backlog.md", Command: "backlog task edit 12"}}
	facts := view.Shown(model.Snapshot{Plans: []model.Plan{p}}, p.Ref())
	for _, want := range []view.Said{view.Say(view.Other, "Plan of", "Backlog.md", view.Plain), view.Say(view.Command, "Resume with", "backlog task edit 12", view.Strong)} {
		if !slices.Contains(facts, want) {
			t.Errorf("%v is not among %v", want, facts)
		}
	}
	if j := PlanJSON(p).Reading; j.Tool != "Backlog.md" || j.Command != "backlog task edit 12" {
		t.Errorf("got %+v", j)
	}
}
