package tui

import (
	"fmt"
	"slices"

	tea "github.com/charmbracelet/bubbletea"

	"coldstart/model"
	"coldstart/styles"
	"coldstart/tui/board"
	"coldstart/tui/list"
)

// stop is a row that needs the operator.
type stop struct {
	page, row int
	ref       model.Ref
}

func (s stop) before(other stop) bool {
	return s.page < other.page || s.page == other.page && s.row < other.row
}

// stops lists the rows that need the operator, page by page. Home has all of them, so a round
// that starts there stays there; other rounds visit Home only for what has no row elsewhere.
// A filter limits the round to the open page.
func (a *App) stops() []stop {
	left := make(map[model.Ref]bool, len(a.board.Queue))
	for _, n := range a.board.Queue {
		left[n.Ref] = true
	}
	var out []stop
	on := func(page int) {
		for i, r := range a.walked(page) {
			if left[r.Ref] {
				delete(left, r.Ref)
				out = append(out, stop{page, i, r.Ref})
			}
		}
	}
	if a.tabs.at == board.HomePage || a.narrowed() {
		on(a.tabs.at)
		return out
	}
	for page := range a.pages {
		if page != board.HomePage {
			on(page)
		}
	}
	on(board.HomePage)
	return out
}

// narrowed reports whether the open page hides rows.
func (a *App) narrowed() bool {
	return a.filter() != "" || a.tabs.through[a.tabs.at] != nil || a.tabs.deadOnly && a.pages[a.tabs.at].Title == board.JournalTitle
}

func (a *App) walked(page int) []*list.Row {
	if page == a.tabs.at && a.narrowed() {
		return a.tabs.lists[page].Rows
	}
	return a.board.Rows[page]
}

func (a *App) here() stop {
	at := stop{page: a.tabs.at, row: -1}
	if cur, ok := a.list().Current(); ok {
		for i, r := range a.walked(a.tabs.at) {
			if r.Ref == cur.Ref {
				at.row, at.ref = i, r.Ref
				break
			}
		}
	}
	return at
}

func canJump(a *App) string {
	if len(a.board.Queue) == 0 {
		return "nothing needs you"
	}
	return ""
}

// jumpNext goes to the next row that needs the operator, after the last to the first.
func jumpNext(a *App) tea.Cmd {
	stops, from := a.stops(), a.here()
	for i, s := range stops {
		if from.before(s) {
			return a.jump(stops, i, "")
		}
	}
	return a.jump(stops, 0, ", from the first again")
}

func jumpBack(a *App) tea.Cmd {
	stops, from := a.stops(), a.here()
	for i := len(stops) - 1; i >= 0; i-- {
		if stops[i].before(from) {
			return a.jump(stops, i, "")
		}
	}
	return a.jump(stops, len(stops)-1, ", from the last again")
}

// jump goes to a stop, and opens it if something was open. A filter that hides it is cleared.
func (a *App) jump(stops []stop, i int, around string) tea.Cmd {
	if len(stops) == 0 {
		a.say(styles.RoleMuted, "Nothing that matches here needs you; esc shows all.")
		return nil
	}
	s, open := stops[i], a.detail != nil
	if len(stops) == 1 && s.ref == a.here().ref {
		says := "Nothing else needs you."
		if a.narrowed() {
			says = "Nothing else that matches here needs you."
		}
		a.say(styles.RoleMuted, says)
		return nil
	}
	words := fmt.Sprintf("Needs you: %d of %d%s", a.numberOf(s.ref), len(a.board.Queue), around)
	if a.narrowed() {
		words += fmt.Sprintf("; %d match the filter", len(stops))
	}
	a.tabs.at, a.detail = s.page, nil
	if !a.to(a.tabs.at, s.ref) {
		if a.narrowed() {
			words += "; filter cleared"
		}
		a.tabs.shown, a.tabs.deadOnly, a.tabs.filters[a.tabs.at], a.tabs.through[a.tabs.at] = "", false, "", nil
		a.setRows(a.tabs.at)
		a.to(a.tabs.at, s.ref)
	}
	a.say(styles.RoleMuted, words+".")
	if open {
		return tea.Batch(a.preview(), openDetail(a))
	}
	return a.preview()
}

// numberOf is the place of a thing in the queue, from 1.
func (a *App) numberOf(ref model.Ref) int {
	return 1 + slices.IndexFunc(a.board.Queue, func(n model.Attention) bool { return n.Ref == ref })
}

func canJumpNews(a *App) string {
	switch {
	case a.all != nil:
	case !a.feed.visit.on:
		return notKept
	case !a.board.Snapshot.LastLook.Known():
		return "this is your first look at this vault"
	}
	for page := range a.tabs.lists {
		for _, r := range a.rowsOf(page) {
			if r.News != model.NewsNone {
				return ""
			}
		}
	}
	return "nothing here changed since your last visit"
}

// jumpNews goes to the next or previous row with a badge, on any page.
func jumpNews(step int) func(*App) tea.Cmd {
	return func(a *App) tea.Cmd {
		page, at := a.tabs.at, a.list().At
		for range len(a.pages) + 1 {
			rows := a.rowsOf(page)
			for at += step; at >= 0 && at < len(rows); at += step {
				if rows[at].News != model.NewsNone {
					return a.jumpTo(page, at)
				}
			}
			page = (page + step + len(a.pages)) % len(a.pages)
			if at = -1; step < 0 {
				at = len(a.rowsOf(page))
			}
		}
		return nil
	}
}

// rowsOf are the rows of a page as it lists them. The pages of all set those of a page when it is opened.
func (a *App) rowsOf(page int) []*list.Row {
	if a.all != nil && page != a.tabs.at {
		return a.board.Rows[page]
	}
	return a.tabs.lists[page].Rows
}

func (a *App) jumpTo(page, at int) tea.Cmd {
	open, ref := a.detail != nil, a.rowsOf(page)[at].Ref
	cmd := a.openPage(page)
	if l := a.list(); at < len(l.Rows) && l.Rows[at].Ref == ref {
		l.At = at
	} else {
		a.to(page, ref)
	}
	if open {
		return tea.Batch(cmd, a.preview(), openDetail(a))
	}
	return tea.Batch(cmd, a.preview())
}
