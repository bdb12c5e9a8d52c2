package tui

import (
	"fmt"

	tea "github.com/charmbracelet/bubbletea"

	"coldstart/model"
	"coldstart/styles"
)

// stop is a row that needs the operator: its page, and its place among all rows of
// that page, whatever a filter hides.
type stop struct {
	page, row int
	ref       model.Ref
}

func (s stop) before(other stop) bool {
	return s.page < other.page || s.page == other.page && s.row < other.row
}

// stops lists the rows that need the operator, page by page, as the eye goes. Home
// has all of them, so it is a round of its own; from the other pages it is only
// gone to for what has no row elsewhere.
func (a *App) stops() []stop {
	left := make(map[model.Ref]bool, len(a.board.queue))
	for _, n := range a.board.queue {
		left[n.Ref] = true
	}
	var out []stop
	on := func(page int) {
		for i, r := range a.board.rows[page] {
			if left[r.ref] {
				delete(left, r.ref)
				out = append(out, stop{page, i, r.ref})
			}
		}
	}
	if a.page == homePage {
		on(homePage)
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

// here is where the cursor stands among the stops.
func (a *App) here() stop {
	at := stop{page: a.page, row: -1}
	if cur, ok := a.list().current(); ok {
		for i, r := range a.board.rows[a.page] {
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

// jump puts the cursor on a stop, and opens it where something was open. A filter
// that hides it goes away.
func (a *App) jump(stops []stop, i int, around string) tea.Cmd {
	if len(stops) == 0 {
		return nil
	}
	s, open := stops[i], a.detail != nil
	if len(stops) == 1 && s.ref == a.here().ref {
		a.say(styles.RoleMuted, "Nothing else needs you.")
		return nil
	}
	a.page, a.detail = s.page, nil
	if !a.list().to(s.ref) {
		a.shown, a.deadOnly, a.filters[a.page] = "", false, ""
		a.setRows(a.page)
		a.list().to(s.ref)
	}
	a.say(styles.RoleMuted, fmt.Sprintf("Needs you: %d of %d%s.", i+1, len(stops), around))
	if open {
		return tea.Batch(a.preview(), openDetail(a))
	}
	return a.preview()
}

// bound are the bindings of the open page: on the journal n writes a note, and only
// ] goes on.
func (a *App) bound() keyMap {
	k := a.keys
	if a.pages[a.page].title == journalTitle {
		k.next.SetKeys("]")
		k.next.SetHelp("]", "next that needs you")
	}
	return k
}
