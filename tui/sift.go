package tui

import (
	tea "github.com/charmbracelet/bubbletea"

	"coldstart/tui/board"
	"coldstart/tui/list"
)

// rowsAtOnce is how many rows are filtered before the next frame. More are filtered beside it, while
// the list stands as it was.
const rowsAtOnce = 5_000

// sifting is the filtering of a long list, which runs one command at a time.
type sifting struct {
	running bool
	asked   sought
}

// sought is what a page is filtered by.
type sought struct {
	page             int
	board            *board.Board
	through          *board.View
	problem          string
	dead, allSnoozed bool
	filter           string
	// found counts the answers of the search in texts.
	found int
}

// sifted are the rows that fit.
type sifted struct {
	rows []*list.Row
	// counts are the headings of sections that the filter shortens.
	counts map[list.Section]list.Section
	// elsewhere names the other pages with rows that fit, where this one has none.
	elsewhere string
}

type siftedMsg struct {
	asked sought
	sifted
}

func (a *App) sought(i int) sought {
	return sought{
		page: i, board: a.board, through: a.tabs.through[i], problem: a.tabs.shown, dead: a.tabs.deadOnly,
		allSnoozed: a.tabs.withSnoozed, filter: a.tabs.filters[i], found: a.tabs.finding.answers,
	}
}

// sieve is the work of filtering a page, on values that nothing changes.
func (a *App) sieve(i int) func() sifted {
	hits := &a.tabs.finding.hits[i]
	if a.tabs.filters[i] != hits.filter {
		*hits = textHits{}
	}
	b, filter, view, inText, whole := a.board, a.tabs.filters[i], a.tabs.through[i], hits.rows, a.wholeRows(i)
	of := whole
	if a.pages[i].Title == board.JournalTitle && a.all == nil {
		of = list.Of(board.JournalRows(b, a.tabs.shown, false))
	}
	return func() sifted {
		s := sifted{rows: list.Fitting(b.In(view, whole), filter, inText)}
		s.counts = list.Counts(s.rows, of)
		if len(s.rows) == 0 && filter != "" {
			s.elsewhere = b.FitsElsewhere(i, filter)
		}
		return s
	}
}

// take shows the rows that fit. The cursor does not follow a row that stops needing the operator, and a page that is
// not open stays at its top.
func (a *App) take(i int, s sifted) {
	l := &a.tabs.lists[i]
	if l.At == 0 && i != a.tabs.at {
		l.Rows = nil
	}
	at := l.At
	was, had := l.Current()
	l.Counts = s.counts
	l.Set(a.fold(i, s.rows))
	if now, ok := l.Current(); had && ok && now.Beside && !was.Beside {
		l.At = at
		l.Move(0)
	}
	if i == board.HomePage {
		a.tabs.needing = needing(l.Rows)
	}
	a.tabs.finding.elsewhere[i] = s.elsewhere
}

// siftNow ends the typing of a filter: the next key is for the rows that it leaves, so they have to be there.
func (a *App) siftNow() tea.Cmd {
	if searched := a.searchNow(); !searched && !a.isSifting(a.tabs.at) {
		return nil
	}
	a.setRows(a.tabs.at)
	return a.preview()
}

// sift filters a page at once, or beside the screen where that would hold up the next frame.
func (a *App) sift(i int) tea.Cmd {
	other := a.tabs.sifting.running && !a.isSifting(i)
	if a.tabs.filters[i] == "" || len(a.wholeRows(i)) <= rowsAtOnce || other {
		a.setRows(i)
		return nil
	}
	if a.tabs.sifting.running {
		return nil
	}
	if f := a.tabs.finding; f.running {
		f.stop()
	}
	asked, sieve := a.sought(i), a.sieve(i)
	a.tabs.sifting = sifting{running: true, asked: asked}
	return func() tea.Msg { return siftedMsg{asked, sieve()} }
}

// reach shows what was filtered, or filters again where something else is sought by now.
func (msg siftedMsg) reach(a *App) tea.Cmd {
	a.tabs.sifting = sifting{}
	i := msg.asked.page
	switch now := a.sought(i); {
	case now == msg.asked:
		a.take(i, msg.sifted)
		return a.preview()
	case now.filter == "":
		return nil
	}
	return a.sift(i)
}

// isSifting reports whether the rows of a page are still those of an earlier filter.
func (a *App) isSifting(i int) bool { return a.tabs.sifting.running && a.tabs.sifting.asked.page == i }
