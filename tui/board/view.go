package board

import (
	"slices"
	"strings"
	"time"

	"coldstart/model"
	"coldstart/model/phrase"
	"coldstart/tui/draw"
	"coldstart/tui/list"
)

// View is a named selection of a page's rows. Every condition that is not zero must hold.
type View struct {
	Name string
	// Page is one of PageNames.
	Page string
	// Find is a filter.
	Find string
	// OlderThan is the least age of a row.
	OlderThan time.Duration
	Kinds     []model.Kind
	// Risk is that of a request, in any case; Plan is the id or path of a plan and selects
	// its requests too.
	Risk, Plan string
	// NeedsYou selects what is in the queue.
	NeedsYou bool
}

// PageNames are the titles of the pages in lower case.
func PageNames() []string {
	var names []string
	for _, p := range Pages() {
		names = append(names, draw.Lowered(p.Title))
	}
	return names
}

// String describes the selection.
func (v View) String() string {
	var says []string
	if v.NeedsYou {
		says = append(says, "needs you")
	}
	for _, k := range v.Kinds {
		says = append(says, k.String())
	}
	if v.OlderThan > 0 {
		says = append(says, "older than "+phrase.Ago(v.OlderThan))
	}
	if v.Risk != "" {
		says = append(says, "risk "+v.Risk)
	}
	if v.Plan != "" {
		says = append(says, "plan "+v.Plan)
	}
	if v.Find != "" {
		says = append(says, "with "+v.Find)
	}
	return strings.Join(says, ", ")
}

// In returns the rows that a view selects; nil selects all.
func (b *Board) In(v *View, rows []*list.Row) []*list.Row {
	if v == nil {
		return rows
	}
	needs := map[model.Ref]bool{}
	for _, n := range b.Queue {
		needs[n.Ref] = true
	}
	return slices.DeleteFunc(slices.Clone(rows), func(r *list.Row) bool {
		old := v.OlderThan == 0 || !r.Since.IsZero() && b.Snapshot.At.Sub(r.Since) >= v.OlderThan
		kind := len(v.Kinds) == 0 || slices.Contains(v.Kinds, r.Ref.Kind)
		return !old || !kind || v.NeedsYou && !needs[r.Ref] || !b.hasRisk(r.Ref, v.Risk) || !b.ofPlan(r.Ref, v.Plan)
	})
}

// hasRisk reports a request with this risk; "" matches everything.
func (b *Board) hasRisk(ref model.Ref, risk string) bool {
	if risk == "" {
		return true
	}
	r, ok := b.About(ref).RequestAnywhere(ref.Path)
	return ok && strings.EqualFold(strings.TrimSpace(r.Risk), risk)
}

// ofPlan reports this plan or a request of it; "" matches everything.
func (b *Board) ofPlan(ref model.Ref, plan string) bool {
	if plan == "" {
		return true
	}
	s := b.About(ref)
	if r, ok := s.RequestAnywhere(ref.Path); ok && (r.PlanID == plan || r.Plan == plan) {
		return true
	}
	return slices.ContainsFunc(s.Plans, func(p model.Plan) bool { return p.ID == plan || p.Path == plan })
}
