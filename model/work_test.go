package model

import "testing"

func TestStuckWork(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		name        string
		item        WorkItem
		seed, phase bool
	}{
		{"an open node in a working phase", WorkItem{Node: "DO", Status: "active", Phase: "DO"}, true, true},
		{"every node was left", WorkItem{Status: "active", Phase: "DO"}, false, false},
		{"no phase", WorkItem{Node: "doing", Status: "active"}, true, false},
		{"another phase", WorkItem{Node: "backlog", Status: "active", Phase: "backlog"}, true, false},
		{"a phase in other letters", WorkItem{Node: "DO", Status: "active", Phase: "do"}, true, false},
		{"no status", WorkItem{Node: "CHAIN", Phase: "CHAIN"}, true, true},
		{"a status that closes nothing", WorkItem{Node: "CHECK", Status: "blocked", Phase: "CHECK"}, true, true},
		{"closed items keep their last node", WorkItem{Node: "DONE", Status: "complete", Phase: "DONE"}, true, false},
		{"a final status in other letters", WorkItem{Node: "DONE", Status: "Archived", Phase: "DONE"}, true, false},
		{"dismissed", WorkItem{Node: "PLAN", Status: "dismissed", Phase: "PLAN"}, true, false},
		{"invalid", WorkItem{Node: "PLAN", Status: "invalid", Phase: "PLAN"}, true, false},
		{"deferred", WorkItem{Node: "PLAN", Status: "deferred", Phase: "PLAN"}, true, false},
	} {
		t.Run(tt.name, func(t *testing.T) {
			if got := tt.item.Stuck(WorkRuleSeed); got != tt.seed {
				t.Errorf("by the seed's rule: %v, want %v", got, tt.seed)
			}
			if got := tt.item.Stuck(WorkRulePhase); got != tt.phase {
				t.Errorf("by the later rule: %v, want %v", got, tt.phase)
			}
		})
	}
}

func TestWorkRuleIsTheLaterOneWherePhasesAreKnown(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		name  string
		items []WorkItem
		want  WorkRule
		words string
	}{
		{"no items", nil, WorkRuleSeed, "any open node"},
		{"no phases", []WorkItem{{ID: "a"}, {ID: "b"}}, WorkRuleSeed, "any open node"},
		{"one phase", []WorkItem{{ID: "a"}, {ID: "b", Phase: "backlog"}}, WorkRulePhase, "open node, status not final, and cycle_phase PLAN, DO, CHECK, DONE or CHAIN"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			if got := workRuleFor(tt.items); got != tt.want || Phrases.WorkRule(got) != tt.words {
				t.Errorf("got %d (%v), want %d", got, got, tt.want)
			}
		})
	}
}
