package board

import (
	"testing"

	"coldstart/model"
)

// Titles come first, and plans of one title are told apart by their ids. One that waits as a request is a plan
// all the same.
func TestPlansAreRowsByTheirTitles(t *testing.T) {
	t.Parallel()
	plan := func(id, title string) model.Plan {
		return model.Plan{Path: "Plans/" + id + ".md", ID: id, Objective: title, Status: model.Status{State: model.StateActive}, Reading: model.PlanReading{Foreign: true}}
	}
	asking := plan("p5", "Publish the post")
	asking.Reading.Request = true
	folded := plan("p4", "Mow")
	folded.Folded = 2
	b := New(model.Snapshot{Plans: []model.Plan{plan("p1", "Bring the hay in"), plan("p2", "Mow"), plan("p3", ""), folded, asking}})
	got := map[string][2]string{}
	for _, r := range planRows(b) {
		got[r.Ref.Path] = [2]string{r.What, r.Apart}
	}
	for id, want := range map[string][2]string{"p1": {"Bring the hay in", ""}, "p2": {"Mow", "p2"}, "p3": {"p3", ""}, "p4": {"Mow", "p4 +2 older"}, "p5": {"Publish the post", ""}} {
		if row := got["Plans/"+id+".md"]; row != want {
			t.Errorf("%s: %q, want %q", id, row, want)
		}
	}
}
