package model

import (
	"slices"
	"strings"
)

// WorkItem is one WORK.md (seed "Orphan Session Detection", scan of work items).
type WorkItem struct {
	Path   string
	ID     string
	Title  string
	Status string
	// Phase is the cycle_phase, empty when the file has none.
	Phase string
	// Node is the last node entered and not left, Since when; empty for none.
	Node  string
	Since Stamp
	Seen  Fingerprint
}

// Ref returns the item's identity.
func (w WorkItem) Ref() Ref { return Ref{Kind: KindWork, Path: w.Path} }

// WorkName is the title of a work item, else its id.
func (s Snapshot) WorkName(id string) string {
	for _, w := range s.Work {
		if w.ID == id && w.Title != "" {
			return w.Title
		}
	}
	return id
}

// WorkRule is a rule for which work items are stuck.
type WorkRule int

// The seed's rule takes any open node. The reference program's later one also wants a
// status that is not final and a working phase, since closed items keep their last node
// open. WorkRuleAuto leaves the choice to workRuleFor.
const (
	WorkRuleAuto WorkRule = iota
	WorkRuleSeed
	WorkRulePhase
)

// String returns the rule as the settings name it.
func (r WorkRule) String() string { return word(r, "auto", "seed", "phase") }

// workRuleFor picks the later rule if the vault has phases.
func workRuleFor(items []WorkItem) WorkRule {
	if slices.ContainsFunc(items, func(w WorkItem) bool { return w.Phase != "" }) {
		return WorkRulePhase
	}
	return WorkRuleSeed
}

// Stuck reports whether the item is stuck by the rule.
func (w WorkItem) Stuck(rule WorkRule) bool {
	if w.Node == "" {
		return false
	}
	return rule == WorkRuleSeed || (!w.finished() && w.working())
}

func (w WorkItem) finished() bool {
	return slices.Contains([]string{"complete", "archived", "dismissed", "invalid", "deferred"}, strings.ToLower(w.Status))
}

func (w WorkItem) working() bool {
	return slices.Contains([]string{"PLAN", "DO", "CHECK", "DONE", "CHAIN"}, w.Phase)
}

// WorkRule is the operator's rule, else the one that fits the vault.
func (s Snapshot) WorkRule() WorkRule {
	if s.AskedRule != WorkRuleAuto {
		return s.AskedRule
	}
	return workRuleFor(s.Work)
}

// StuckWork lists the stuck items.
func (s Snapshot) StuckWork() []WorkItem {
	rule := s.WorkRule()
	return Where(s.Work, func(w *WorkItem) bool { return w.Stuck(rule) })
}
