package board

import (
	"slices"
	"strings"
	"time"

	"coldstart/model"
	"coldstart/styles"
	"coldstart/tui/draw"
	"coldstart/tui/list"
)

// View is a page with only some of its rows, under a name that the operator gave. Each
// condition that is not zero has to hold.
type View struct {
	Name string
	// Page is one of PageNames.
	Page string
	// Find is a text as it is typed to find something.
	Find string
	// OlderThan is how long a row has waited at least.
	OlderThan time.Duration
	Kinds     []model.Kind
	// Risk is the word of a request, in any case; Plan the id or path of a plan, its
	// requests included.
	Risk, Plan string
	// NeedsYou leaves only what is in the queue.
	NeedsYou bool
}

// PageNames are the names of the pages, in small letters.
func PageNames() []string {
	var names []string
	for _, p := range Pages() {
		names = append(names, draw.Lowered(p.Title))
	}
	return names
}

// String is what a view leaves, in words.
func (v View) String() string {
	var says []string
	if v.NeedsYou {
		says = append(says, "needs you")
	}
	for _, k := range v.Kinds {
		says = append(says, k.String())
	}
	if v.OlderThan > 0 {
		says = append(says, "older than "+styles.Ago(v.OlderThan))
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

// In gives the rows that a view leaves.
func (b *Board) In(v *View, rows []list.Row) []list.Row {
	if v == nil {
		return rows
	}
	needs := map[model.Ref]bool{}
	for _, n := range b.Queue {
		needs[n.Ref] = true
	}
	return slices.DeleteFunc(slices.Clone(rows), func(r list.Row) bool {
		old := v.OlderThan == 0 || !r.Since.IsZero() && b.Snapshot.At.Sub(r.Since) >= v.OlderThan
		kind := len(v.Kinds) == 0 || slices.Contains(v.Kinds, r.Ref.Kind)
		return !old || !kind || v.NeedsYou && !needs[r.Ref] || !b.hasRisk(r.Ref, v.Risk) || !b.ofPlan(r.Ref, v.Plan)
	})
}

// hasRisk reports a request that declares this risk; without one everything does.
func (b *Board) hasRisk(ref model.Ref, risk string) bool {
	if risk == "" {
		return true
	}
	r, ok := b.About(ref).RequestAnywhere(ref.Path)
	return ok && strings.EqualFold(strings.TrimSpace(r.Risk), risk)
}

// ofPlan reports whether ref is this plan or a request of it; without one everything is.
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
