package tui

import (
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/charmbracelet/bubbles/key"
	tea "github.com/charmbracelet/bubbletea"

	"coldstart/model"
	"coldstart/styles"
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
	for _, p := range pages() {
		names = append(names, lowered(p.title))
	}
	return names
}

// viewGroup are the views, which stand among all actions only.
const viewGroup = "Views"

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

// in gives the rows that a view leaves.
func (b *board) in(v *View, rows []row) []row {
	if v == nil {
		return rows
	}
	needs := map[model.Ref]bool{}
	for _, n := range b.queue {
		needs[n.Ref] = true
	}
	return slices.DeleteFunc(slices.Clone(rows), func(r row) bool {
		old := v.OlderThan == 0 || !r.since.IsZero() && b.snapshot.At.Sub(r.since) >= v.OlderThan
		kind := len(v.Kinds) == 0 || slices.Contains(v.Kinds, r.ref.Kind)
		return !old || !kind || v.NeedsYou && !needs[r.ref] || !b.hasRisk(r.ref, v.Risk) || !b.ofPlan(r.ref, v.Plan)
	})
}

// hasRisk reports whether ref is a request that declares this risk; without one
// everything is.
func (b *board) hasRisk(ref model.Ref, risk string) bool {
	if risk == "" {
		return true
	}
	r, ok := b.about(ref).RequestAnywhere(ref.Path)
	return ok && strings.EqualFold(strings.TrimSpace(r.Risk), risk)
}

// ofPlan reports whether ref is this plan or a request of it; without one everything is.
func (b *board) ofPlan(ref model.Ref, plan string) bool {
	if plan == "" {
		return true
	}
	s := b.about(ref)
	if r, ok := s.RequestAnywhere(ref.Path); ok && (r.PlanID == plan || r.Plan == plan) {
		return true
	}
	return slices.ContainsFunc(s.Plans, func(p model.Plan) bool { return p.ID == plan || p.Path == plan })
}

// viewActions are the views, as rows of the table of actions.
func (a *App) viewActions() []action {
	var out []action
	for i := range a.views {
		v := &a.views[i]
		bound := key.NewBinding(key.WithHelp("", a.inOurLetters(fmt.Sprintf("view %s: %s, %s", v.Name, v.Page, v))))
		out = append(out, action{
			binding: func(keyMap) key.Binding { return bound }, group: viewGroup, refuse: canAlways,
			run: func(a *App) tea.Cmd { return a.openView(v) },
		})
	}
	return out
}

func canPickView(a *App) string {
	if len(a.views) == 0 {
		return "there are none, views in the settings"
	}
	return ""
}

// pickView lists the views, as the palette does with all actions.
func pickView(a *App) tea.Cmd {
	var all []entry
	for _, act := range a.viewActions() {
		all = append(all, entry{name: act.does(a), act: &act})
	}
	a.palette = &palette{entries: all, fits: all, asks: "type the name of a view"}
	return nil
}

// openView turns to the page of a view and leaves only its rows.
func (a *App) openView(v *View) tea.Cmd {
	i := slices.Index(PageNames(), v.Page)
	a.through[i], a.filters[i] = v, v.Find
	cmd := a.openPage(i)
	a.setRows(i)
	return tea.Batch(cmd, a.preview())
}

// viewHead is the line above a list that says which view it is seen through, and how
// much that hides.
func (a *App) viewHead() []styles.Line {
	v := a.through[a.page]
	if v == nil {
		return nil
	}
	hidden := len(fitting(a.wholeRows(a.page), "", nil)) - len(a.list().rows)
	name := v.Name
	if a.filter() != v.Find {
		name += ", with another text"
	}
	count := fmt.Sprintf(" %d hidden ", max(0, hidden))
	if a.width >= narrowList {
		count = fmt.Sprintf(" %d hidden, esc shows all ", max(0, hidden))
	}
	left := styles.Join(words(styles.RoleKey, " View "), styles.Line{{Text: a.th.Label(name), Role: styles.RoleTitle}})
	left = styles.Join(left, styles.Line{{Text: a.th.Label(": " + v.String()), Role: styles.RoleMuted}})
	w := max(0, a.width-len(count))
	return []styles.Line{styles.Join(left.Fit(w).Pad(w), words(styles.RoleWarn, count))}
}
