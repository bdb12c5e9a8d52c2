package load

import (
	"fmt"
	"testing"

	"coldstart/model"
)

func TestPlansWithOneTitleAreNamedByTheirObjective(t *testing.T) {
	t.Parallel()
	foreign := model.PlanReading{Foreign: true, Title: model.BasisDeclared}
	plans := []model.Plan{
		{Objective: "Autonomous task", Stated: "Cut the hay", Reading: foreign},
		{Objective: "Autonomous Task", Stated: "Sell the hay", Reading: foreign},
		{Objective: "Autonomous task", Reading: foreign},
		{Objective: "Autonomous task", Stated: "Older", Reading: foreign, Older: true},
		{Objective: "Autonomous task", Stated: "The agents' own"},
		{Objective: "Weekly review", Stated: "Look back", Reading: foreign},
		{Objective: "Weekly review", Stated: "Look back", Reading: foreign},
		{Objective: "Alone", Stated: "One of its kind", Reading: foreign},
	}
	nameByObjective(plans)
	got := ""
	for _, p := range plans {
		got += fmt.Sprintf("%s/%s/%s\n", p.Objective, p.Stated, p.Reading.Title)
	}
	const want = `Cut the hay//derived
Sell the hay//derived
Autonomous task//declared
Autonomous task/Older/declared
Autonomous task/The agents' own/not given
Weekly review/Look back/declared
Weekly review/Look back/declared
Alone/One of its kind/declared
`
	if got != want {
		t.Errorf("got\n%s", got)
	}
}
