package rule

import (
	"slices"
	"testing"
	"time"

	"coldstart/model"
)

func TestTheChoiceNamesWhatIsEqualForTheAgents(t *testing.T) {
	t.Parallel()
	s := model.Snapshot{}
	for _, path := range []string{"Plans/PLAN-a.md", "Plans/PLAN-b.md", "Plans/PLAN-c.md"} {
		s.Plans = append(s.Plans, model.Plan{Path: path, ID: path, Status: model.Status{State: model.StateActive}})
		s.Managed = append(s.Managed, model.ManagedPlan{Path: path, Status: "Active"})
	}
	if r := ResumeOf(s); r.Plan.Path != "Plans/PLAN-a.md" || r.Because.Tied != "Plans/PLAN-b.md" || r.Because.More != 1 {
		t.Errorf("got %+v", r)
	}
	s.Managed[2].Stops = "it is a folder"
	if r := ResumeOf(s); r.Because.Tied != "" {
		t.Errorf("they stop, and still %+v", r.Because)
	}
}

func TestManagerChoice(t *testing.T) {
	t.Parallel()
	plan := func(path, status string, rank, day int) model.ManagedPlan {
		return model.ManagedPlan{Path: path, Status: status, Rank: rank, Created: time.Date(2026, 2, day, 0, 0, 0, 0, time.UTC)}
	}
	active, blocked, draft := plan("a", "Active", 0, 1), plan("b", "Blocked", 1, 9), plan("d", "Draft", 2, 9)
	other, done := plan("o", "done", 3, 20), plan("e", "Done", 3, 20)
	for _, tt := range []struct {
		name  string
		plans []model.ManagedPlan
		want  []string
		ok    bool
	}{
		{"nothing", nil, nil, true},
		{"by status", []model.ManagedPlan{draft, other, blocked, active}, []string{"a"}, true},
		{"by date", []model.ManagedPlan{active, plan("c", "Active", 0, 3), plan("b", "Active", 0, 2)}, []string{"c"}, true},
		{"a word that it does not know", []model.ManagedPlan{other, done}, []string{"o"}, true},
		{"done", []model.ManagedPlan{done}, nil, true},
		{"skipped", []model.ManagedPlan{{Path: "x", Skips: "it is empty"}, draft}, []string{"d"}, true},
		{"the same date", []model.ManagedPlan{draft, plan("c", "Draft", 2, 9)}, []string{"d", "c"}, true},
		{"stopped", []model.ManagedPlan{active, {Path: "x", Stops: "it is a folder"}}, nil, false},
		{"unknown", []model.ManagedPlan{active, {Path: "x", Unknown: true}}, []string{"a"}, true},
		{"a link", []model.ManagedPlan{draft, {Path: "l", Leads: "n", Rank: 0}}, []string{"n"}, true},
		{"a link to one of them", []model.ManagedPlan{active, {Path: "l", Leads: "a", Created: active.Created}}, []string{"a"}, true},
	} {
		s := model.Snapshot{Managed: tt.plans}
		if got, ok := ManagerChoice(s); !slices.Equal(got, tt.want) || ok != tt.ok {
			t.Errorf("%s: got %q, %v", tt.name, got, ok)
		}
	}
}
