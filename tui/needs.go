package tui

import (
	"fmt"
	"slices"
	"strings"

	tea "github.com/charmbracelet/bubbletea"

	"coldstart/model"
	"coldstart/styles"
)

// stop is a row that needs the operator: its page, and its place among all rows of
// that page, or while a filter is on the open page among those that fit.
type stop struct {
	page, row int
	ref       model.Ref
}

func (s stop) before(other stop) bool {
	return s.page < other.page || s.page == other.page && s.row < other.row
}

// stops lists the rows that need the operator, page by page, as the eye goes. Home
// has all of them, so it is a round of its own; from the other pages it is only
// gone to for what has no row elsewhere. A filter on the open page holds the round to
// what fits it.
func (a *App) stops() []stop {
	left := make(map[model.Ref]bool, len(a.board.queue))
	for _, n := range a.board.queue {
		left[n.Ref] = true
	}
	var out []stop
	on := func(page int) {
		for i, r := range a.walked(page) {
			if left[r.ref] {
				delete(left, r.ref)
				out = append(out, stop{page, i, r.ref})
			}
		}
	}
	if a.page == homePage || a.narrowed() {
		on(a.page)
		return out
	}
	for page := range a.pages {
		if page != homePage {
			on(page)
		}
	}
	on(homePage)
	return out
}

// narrowed reports whether the open page shows only some of its rows.
func (a *App) narrowed() bool {
	return a.filter() != "" || a.through[a.page] != nil || a.deadOnly && a.pages[a.page].title == journalTitle
}

// walked are the rows of a page among which the stops are counted.
func (a *App) walked(page int) []row {
	if page == a.page && a.narrowed() {
		return a.lists[page].rows
	}
	return a.board.rows[page]
}

// here is where the cursor stands among the stops.
func (a *App) here() stop {
	at := stop{page: a.page, row: -1}
	if cur, ok := a.list().current(); ok {
		for i, r := range a.walked(a.page) {
			if r.ref == cur.ref {
				at.row, at.ref = i, r.ref
				break
			}
		}
	}
	return at
}

func canJump(a *App) string {
	if len(a.board.queue) == 0 {
		return "nothing needs you"
	}
	return ""
}

// jumpNext goes to the next row that needs the operator, and behind the last one to
// the first again.
func jumpNext(a *App) tea.Cmd {
	stops, from := a.stops(), a.here()
	for i, s := range stops {
		if from.before(s) {
			return a.jump(stops, i, "")
		}
	}
	return a.jump(stops, 0, ", from the first again")
}

// jumpBack goes the other way.
func jumpBack(a *App) tea.Cmd {
	stops, from := a.stops(), a.here()
	for i := len(stops) - 1; i >= 0; i-- {
		if stops[i].before(from) {
			return a.jump(stops, i, "")
		}
	}
	return a.jump(stops, len(stops)-1, ", from the last again")
}

// jump puts the cursor on a stop, and opens it where something was open. A filter of
// another page that hides it goes away, and the operator is told.
func (a *App) jump(stops []stop, i int, around string) tea.Cmd {
	if len(stops) == 0 {
		a.say(styles.RoleMuted, "Nothing that fits here needs you; esc shows all.")
		return nil
	}
	s, open := stops[i], a.detail != nil
	if len(stops) == 1 && s.ref == a.here().ref {
		says := "Nothing else needs you."
		if a.narrowed() {
			says = "Nothing else that fits here needs you."
		}
		a.say(styles.RoleMuted, says)
		return nil
	}
	words := fmt.Sprintf("Needs you: %d of %d%s", a.numberOf(s.ref), len(a.board.queue), around)
	if a.narrowed() {
		words += fmt.Sprintf("; %d fit the filter", len(stops))
	}
	a.page, a.detail = s.page, nil
	if !a.list().to(s.ref) {
		if a.narrowed() {
			words += "; the filter here was taken away"
		}
		a.shown, a.deadOnly, a.filters[a.page], a.through[a.page] = "", false, "", nil
		a.setRows(a.page)
		a.list().to(s.ref)
	}
	a.say(styles.RoleMuted, words+".")
	if open {
		return tea.Batch(a.preview(), openDetail(a))
	}
	return a.preview()
}

// numberOf is the place of a thing in the queue, from 1, as Home has it: one number,
// whatever page it is gone to from.
func (a *App) numberOf(ref model.Ref) int {
	return 1 + slices.IndexFunc(a.board.queue, func(n model.Attention) bool { return n.Ref == ref })
}

// bound are the bindings of the open page: on the journal n writes a note, and only
// ] goes on.
func (a *App) bound() keyMap {
	k := a.keys
	if a.pages[a.page].title != journalTitle {
		return k
	}
	left := slices.DeleteFunc(slices.Clone(k.next.Keys()), func(own string) bool { return slices.Contains(k.note.Keys(), own) })
	if len(left) < len(k.next.Keys()) {
		desc, _, _ := strings.Cut(k.next.Help().Desc, ", as ")
		k.next.SetKeys(left...)
		k.next.SetHelp(keyNames(left), desc)
	}
	return k
}
