package tui

import (
	"fmt"
	"slices"

	tea "github.com/charmbracelet/bubbletea"

	"coldstart/styles"
	"coldstart/tui/board"
	"coldstart/tui/draw"
	"coldstart/tui/keys"
	"coldstart/tui/list"
	"coldstart/tui/overlay"
)

func (a *App) filter() string { return a.tabs.filters[a.tabs.at] }

// setRows sets the rows of a page by its filter and its view.
func (a *App) setRows(i int) {
	if a.all == nil || !a.all.arrange(i) {
		a.take(i, a.sieve(i)())
	}
}

// needing counts the things of the queue among rows of Home, folded ones too.
func needing(rows []*list.Row) int {
	n := 0
	for _, r := range rows {
		if !r.Beside {
			n += 1 + r.More
		}
	}
	return n
}

// wholeRows are the unfiltered rows of a page.
func (a *App) wholeRows(i int) []*list.Row {
	switch {
	case a.all != nil:
		return a.all.rows(i)
	case a.pages[i].Title == board.JournalTitle:
		return list.Of(board.JournalRows(a.board, a.tabs.shown, a.tabs.deadOnly))
	case i == board.HomePage && a.tabs.withSnoozed:
		return slices.Concat(a.board.Rows[i], list.Of(board.SnoozedRows(a.board)))
	}
	return a.board.Rows[i]
}

func startFilter(a *App) tea.Cmd {
	a.tabs.filtering, a.tabs.left = true, list.Row{}
	if r, ok := a.list().Current(); ok && a.filter() == "" {
		a.tabs.left = r
	}
	return nil
}

// filterKey edits the filter; the list follows each letter.
func (a *App) filterKey(msg tea.KeyMsg) tea.Cmd {
	switch msg.Type {
	case tea.KeyEnter:
		a.tabs.filtering = false
		return a.siftNow()
	case tea.KeyEsc:
		a.tabs.filtering, a.tabs.filters[a.tabs.at] = false, ""
		cmd := a.sift(a.tabs.at)
		a.list().Back(a.tabs.left)
		return tea.Batch(cmd, a.preview())
	case tea.KeyUp, tea.KeyDown:
		a.tabs.filtering = false
		return tea.Batch(a.siftNow(), a.pageKey(msg))
	}
	return a.setFilter(overlay.Edited(a.filter(), msg))
}

func (a *App) setFilter(text string) tea.Cmd {
	a.tabs.filters[a.tabs.at] = text
	return tea.Batch(a.sift(a.tabs.at), a.preview())
}

// filterLine is the filter, with a bar after it while it is typed.
func (a *App) filterLine() styles.Line {
	if a.filter() == "" && !a.tabs.filtering {
		return nil
	}
	l := styles.Line{draw.Edge()[0], draw.Span(styles.RoleKey, "/"), {Text: a.th.Show(a.filter()), Role: styles.RoleTitle}}
	if a.tabs.filtering {
		l = append(l, styles.Span{Text: a.th.Symbol(styles.SymVertical), Role: styles.RoleKey})
	}
	return append(l, draw.Span(styles.RoleMuted, a.foundWords()))
}

// canGoBack is about the key that closes the detail, else the filter and the view.
func canGoBack(a *App) string {
	if a.detail == nil && !a.narrowed() && !a.fromList {
		return "nothing is open"
	}
	return ""
}

func goBack(a *App) tea.Cmd {
	if a.detail.isLeftFile() {
		a.detail = a.detail.left.under
		a.layOutDetail()
		return a.askDetail()
	}
	if a.detail != nil && a.detail.over != nil {
		a.detail = a.detail.over
		a.layOutDetail()
		return a.askDetail()
	}
	if a.detail != nil {
		if from := a.detail.from; from != nil {
			a.open(from)
		}
		a.detail = nil
		return nil
	}
	if !a.narrowed() {
		return goToList(a)
	}
	a.tabs.through[a.tabs.at] = nil
	a.tabs.deadOnly = a.tabs.deadOnly && a.pages[a.tabs.at].Title != board.JournalTitle
	return a.setFilter("")
}

func backName(a *App) string {
	switch {
	case a.detail != nil:
	case a.narrowed():
		return "show all"
	case a.fromList:
		return "all repositories"
	}
	return a.keys[keys.Back].Help().Desc
}

// viewGroup are the views, listed in the palette only.
const viewGroup = "Views"

func canPickView(a *App) string {
	if len(a.tabs.views) == 0 {
		return "the settings have no views"
	}
	return ""
}

func pickView(a *App) tea.Cmd {
	var all []overlay.Entry
	for _, e := range a.entries() {
		if slices.ContainsFunc(a.outside.listed, func(act action) bool { return act.id == e.ID && act.group == viewGroup }) {
			all = append(all, e)
		}
	}
	a.open(overlay.NewPalette(a.screen(), "Saved views", all, nil))
	return nil
}

func (a *App) openView(v *board.View) tea.Cmd {
	i := slices.Index(board.PageNames(), v.Page)
	a.tabs.through[i], a.tabs.filters[i] = v, v.Find
	cmd := a.openPage(i)
	a.setRows(i)
	return tea.Batch(cmd, a.preview())
}

// viewHead names the view of a list and how much it hides.
func (a *App) viewHead() []styles.Line {
	v := a.tabs.through[a.tabs.at]
	if v == nil {
		return nil
	}
	hidden := len(list.Fitting(a.wholeRows(a.tabs.at), "", nil)) - len(a.list().Rows)
	name := v.Name
	if a.filter() != v.Find {
		name += ", with another text"
	}
	count := fmt.Sprintf(" %d hidden  ", max(0, hidden))
	if a.width >= narrowList {
		count = fmt.Sprintf(" %d hidden, esc shows all  ", max(0, hidden))
	}
	left := styles.Join(draw.Edge(), draw.Words(styles.RoleKey, "View "), styles.Line{{Text: a.th.Label(name), Role: styles.RoleTitle}})
	left = styles.Join(left, styles.Line{{Text: a.th.Label(": " + v.String()), Role: styles.RoleMuted}})
	w := max(0, a.width-len(count))
	return []styles.Line{styles.Join(left.Fit(w).Pad(w), draw.Words(styles.RoleWarn, count))}
}
