package tui

import (
	"slices"

	tea "github.com/charmbracelet/bubbletea"

	"coldstart/model"
	"coldstart/tui/board"
	"coldstart/tui/list"
)

// fold folds the groups of a long list but for those that were opened, and that of the row
// under the cursor.
func (a *App) fold(page int, rows []list.Row) []list.Row {
	if a.tabs.whole || a.tabs.filters[page] != "" {
		return rows
	}
	if cur, ok := a.tabs.lists[page].Current(); ok && cur.More == 0 {
		a.unfold(rows, cur.Ref)
	}
	return list.Fold(rows, a.tabs.opened)
}

// unfold opens the group of a row that it does not head.
func (a *App) unfold(rows []list.Row, ref model.Ref) {
	at := slices.IndexFunc(rows, func(r list.Row) bool { return r.Ref == ref })
	if at < 0 || rows[at].Group == "" {
		return
	}
	if first := slices.IndexFunc(rows, func(r list.Row) bool { return r.Group == rows[at].Group }); first < at {
		a.tabs.opened[rows[at].Group] = true
	}
}

// to puts the cursor of a page on a thing, out of its group if that is folded.
func (a *App) to(page int, ref model.Ref) bool {
	if a.tabs.lists[page].To(ref) {
		return true
	}
	a.unfold(a.wholeRows(page), ref)
	a.setRows(page)
	return a.tabs.lists[page].To(ref)
}

func canFold(a *App) string {
	if a.detail.isStory() {
		if !a.detail.folds {
			return "nothing here is told as one"
		}
		return ""
	}
	if a.pages[a.tabs.at].Title == board.JournalTitle {
		return "not in the journal"
	}
	if reason := notInDetail(a); reason != "" {
		return reason
	}
	if r, ok := a.list().Current(); !ok || r.More == 0 && !a.tabs.opened[r.Group] || a.filter() != "" {
		return "this row is in no group"
	}
	return ""
}

// toggleFold opens the group of the row under the cursor, or leaves its first row.
func toggleFold(a *App) tea.Cmd {
	if d := a.detail; d.isStory() {
		d.unfolded, d.told = !d.unfolded, false
		a.layOutDetail()
		return nil
	}
	l := a.list()
	r, _ := l.Current()
	if a.tabs.opened[r.Group] {
		delete(a.tabs.opened, r.Group)
		l.At = slices.IndexFunc(l.Rows, func(other list.Row) bool { return other.Group == r.Group })
		l.Rows[l.At].More = 1
	} else {
		a.tabs.opened[r.Group] = true
	}
	a.setRows(a.tabs.at)
	return a.preview()
}

func foldName(a *App) string {
	switch d := a.detail; {
	case d.isStory() && d.unfolded:
		return "fold"
	case d.isStory():
		return "unfold"
	}
	if r, ok := a.list().Current(); ok && a.tabs.opened[r.Group] {
		return "close the group"
	}
	return a.keys.Fold.Help().Desc
}
