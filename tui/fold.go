package tui

import (
	"slices"

	tea "github.com/charmbracelet/bubbletea"

	"coldstart/model"
	"coldstart/tui/board"
	"coldstart/tui/keys"
	"coldstart/tui/list"
)

// fold folds the groups of a long list but for those that were opened, and that of the row
// under the cursor if it would be hidden.
func (a *App) fold(page int, rows []*list.Row) []*list.Row {
	if a.tabs.whole || a.tabs.filters[page] != "" {
		return rows
	}
	folded := list.Fold(rows, a.tabs.opened)
	if cur, ok := a.tabs.lists[page].Current(); ok && a.unfold(rows, folded, cur.Ref) {
		return list.Fold(rows, a.tabs.opened)
	}
	return folded
}

// unfold opens the group of a row that is hidden in it.
func (a *App) unfold(rows, folded []*list.Row, ref model.Ref) bool {
	if len(folded) == len(rows) {
		return false
	}
	of := func(r *list.Row) bool { return r.Ref == ref }
	at := slices.IndexFunc(rows, of)
	if at < 0 || slices.ContainsFunc(folded, of) {
		return false
	}
	a.tabs.opened[rows[at].Group.Key] = true
	return true
}

// to puts the cursor of a page on a thing, out of its group if that is folded.
func (a *App) to(page int, ref model.Ref) bool {
	if a.tabs.lists[page].To(ref) {
		return true
	}
	a.unfold(a.wholeRows(page), a.tabs.lists[page].Rows, ref)
	a.setRows(page)
	return a.tabs.lists[page].To(ref)
}

func canFold(a *App) string {
	if a.detail.isStory() || a.detail != nil && a.detail.folds {
		if !a.detail.folds {
			return "there is nothing to fold here"
		}
		return ""
	}
	if a.pages[a.tabs.at].Title == board.JournalTitle {
		return "not in the journal"
	}
	if reason := notInDetail(a); reason != "" {
		return reason
	}
	if r, ok := a.list().Current(); !ok || r.Group.Key == "" || a.filter() != "" {
		return "this row is in no group"
	}
	return ""
}

// toggleFold opens the group of the row under the cursor, or leaves its first row.
func toggleFold(a *App) tea.Cmd {
	if d := a.detail; d != nil {
		d.unfolded, d.told = !d.unfolded, false
		a.layOutDetail()
		return nil
	}
	l := a.list()
	r, _ := l.Current()
	if a.tabs.opened[r.Group.Key] {
		delete(a.tabs.opened, r.Group.Key)
		l.At = slices.IndexFunc(l.Rows, func(other *list.Row) bool { return other.Group.Key == r.Group.Key })
	} else {
		a.tabs.opened[r.Group.Key] = true
	}
	a.setRows(a.tabs.at)
	return a.preview()
}

// onFolded reports a row that hides others, of which nothing else says how they are seen.
func onFolded(a *App) bool {
	r, _ := a.list().Current()
	return a.detail == nil && r.More > 0
}

func foldName(a *App) string {
	switch d := a.detail; {
	case d != nil && d.unfolded:
		return "fold"
	case d != nil:
		return "unfold"
	}
	if r, ok := a.list().Current(); ok && a.tabs.opened[r.Group.Key] {
		return "close the group"
	}
	return a.keys[keys.Fold].Help().Desc
}
