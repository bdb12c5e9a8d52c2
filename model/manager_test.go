package model

import (
	"slices"
	"testing"
	"time"
)

func TestTheChoiceNamesWhatIsEqualForTheAgents(t *testing.T) {
	t.Parallel()
	s := Snapshot{}
	for _, path := range []string{"Plans/PLAN-a.md", "Plans/PLAN-b.md", "Plans/PLAN-c.md"} {
		s.Plans = append(s.Plans, Plan{Path: path, ID: path, Status: Status{State: StateActive}})
		s.Managed = append(s.Managed, ManagedPlan{Path: path, Status: "Active"})
	}
	if r := s.Resume(); r.Plan.Path != "Plans/PLAN-a.md" || r.Because.Tied != "Plans/PLAN-b.md" || r.Because.More != 1 {
		t.Errorf("got %+v", r)
	}
	s.Managed[2].Stops = "it is a folder"
	if r := s.Resume(); r.Because.Tied != "" {
		t.Errorf("they stop, and still %+v", r.Because)
	}
}

func TestManagerChoice(t *testing.T) {
	t.Parallel()
	plan := func(path, status string, rank, day int) ManagedPlan {
		return ManagedPlan{Path: path, Status: status, Rank: rank, Created: time.Date(2026, 2, day, 0, 0, 0, 0, time.UTC)}
	}
	active, blocked, draft := plan("a", "Active", 0, 1), plan("b", "Blocked", 1, 9), plan("d", "Draft", 2, 9)
	other, done := plan("o", "done", 3, 20), plan("e", "Done", 3, 20)
	for _, tt := range []struct {
		name  string
		plans []ManagedPlan
		want  []string
		ok    bool
	}{
		{"nothing", nil, nil, true},
		{"by status", []ManagedPlan{draft, other, blocked, active}, []string{"a"}, true},
		{"by date", []ManagedPlan{active, plan("c", "Active", 0, 3), plan("b", "Active", 0, 2)}, []string{"c"}, true},
		{"a word that it does not know", []ManagedPlan{other, done}, []string{"o"}, true},
		{"done", []ManagedPlan{done}, nil, true},
		{"skipped", []ManagedPlan{{Path: "x", Skips: "it is empty"}, draft}, []string{"d"}, true},
		{"the same date", []ManagedPlan{draft, plan("c", "Draft", 2, 9)}, []string{"d", "c"}, true},
		{"stopped", []ManagedPlan{active, {Path: "x", Stops: "it is a folder"}}, nil, false},
		{"unknown", []ManagedPlan{active, {Path: "x", Unknown: true}}, []string{"a"}, true},
		{"a link", []ManagedPlan{draft, {Path: "l", Leads: "n", Rank: 0}}, []string{"n"}, true},
		{"a link to one of them", []ManagedPlan{active, {Path: "l", Leads: "a", Created: active.Created}}, []string{"a"}, true},
	} {
		s := Snapshot{Managed: tt.plans}
		if got, ok := s.ManagerChoice(); !slices.Equal(got, tt.want) || ok != tt.ok {
			t.Errorf("%s: got %q, %v", tt.name, got, ok)
		}
	}
}
