package tui

import (
	"fmt"
	"iter"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	tea "github.com/charmbracelet/bubbletea"

	"coldstart/styles"
)

// filter is what the rows of the open page have to contain.
func (a *App) filter() string { return a.filters[a.page] }

// setRows gives a page the rows of the board that it shows now.
func (a *App) setRows(i int) {
	if a.filters[i] == "" {
		a.finding.hits[i] = nil
	}
	rows := fitting(a.board.in(a.through[i], a.wholeRows(i)), a.filters[i], a.finding.hits[i])
	switch {
	case a.filters[i] == "" && a.through[i] == nil && !(a.deadOnly && a.pages[i].title == journalTitle):
	case a.pages[i].title == journalTitle:
		rows = countedOf(rows, journalRows(a.board, a.shown, false))
	default:
		rows = countedOf(rows, a.wholeRows(i))
	}
	a.lists[i].set(rows)
	a.finding.elsewhere[i] = ""
	if len(rows) == 0 && a.filters[i] != "" {
		a.finding.elsewhere[i] = a.board.fitsElsewhere(i, a.filters[i])
	}
}

// countedOf has headings that count rows say how many of them are shown: "Needs you:
// 1 of 16".
func countedOf(shown, all []row) []row {
	of, left := inSections(all), inSections(shown)
	names := map[string]string{}
	for section, m := range of {
		if n := left[section]; n > 0 && n < m {
			names[section] = strings.Replace(section, fmt.Sprintf(": %d", m), fmt.Sprintf(": %d of %d", n, m), 1)
		}
	}
	if len(names) == 0 {
		return shown
	}
	shown = slices.Clone(shown)
	for from, to := range runs(shown) {
		if name, ok := names[shown[from].section]; ok {
			for i := from; i < to; i++ {
				shown[i].section = name
			}
		}
	}
	return shown
}

// inSections counts the rows of each section.
func inSections(rows []row) map[string]int {
	n := map[string]int{}
	for from, to := range runs(rows) {
		n[rows[from].section] += to - from
	}
	return n
}

// runs gives where rows of one section follow each other: the first of them, and the
// one behind the last.
func runs(rows []row) iter.Seq2[int, int] {
	return func(yield func(from, to int) bool) {
		for from, to := 0, 0; from < len(rows); from = to {
			for to < len(rows) && rows[to].section == rows[from].section {
				to++
			}
			if !yield(from, to) {
				return
			}
		}
	}
}

// wholeRows are the rows of a page before any filter.
func (a *App) wholeRows(i int) []row {
	switch {
	case a.pages[i].title == journalTitle:
		return journalRows(a.board, a.shown, a.deadOnly)
	case i == homePage && a.resting:
		return slices.Concat(a.board.rows[i], snoozedRows(a.board))
	}
	return a.board.rows[i]
}

func canFilter(a *App) string { return notInDetail(a) }

func startFilter(a *App) tea.Cmd {
	a.filtering = true
	return nil
}

// filterKey edits the filter; the list follows each letter.
func (a *App) filterKey(msg tea.KeyMsg) tea.Cmd {
	switch msg.Type {
	case tea.KeyEnter:
		a.filtering = false
		return nil
	case tea.KeyEsc:
		a.filtering = false
		return a.setFilter("")
	case tea.KeyUp, tea.KeyDown:
		a.filtering = false
		return a.pageKey(msg)
	}
	return a.setFilter(edited(a.filter(), msg))
}

// mostTyped is the longest text in bytes that is typed to find something.
const mostTyped = 200

// edited is a text behind a key that was typed into it.
func edited(text string, msg tea.KeyMsg) string {
	switch msg.Type {
	case tea.KeyBackspace:
		_, size := utf8.DecodeLastRuneInString(text)
		return text[:len(text)-size]
	case tea.KeyCtrlU:
		return ""
	case tea.KeyRunes, tea.KeySpace:
		for _, r := range msg.Runes {
			// The lines of what is pasted stay words of their own.
			if unicode.IsControl(r) && unicode.IsSpace(r) && text != "" && !strings.HasSuffix(text, " ") {
				r = ' '
			}
			if unicode.IsPrint(r) && len(text) < mostTyped {
				text += string(r)
			}
		}
	}
	return text
}

func (a *App) setFilter(text string) tea.Cmd {
	a.filters[a.page] = text
	a.setRows(a.page)
	return a.preview()
}

// filterLine is the filter of the open page, with a bar behind it while it is
// typed.
func (a *App) filterLine() styles.Line {
	if a.filter() == "" && !a.filtering {
		return nil
	}
	l := styles.Line{span(styles.RoleKey, " /"), {Text: a.th.Show(a.filter()), Role: styles.RoleTitle}}
	if a.filtering {
		l = append(l, styles.Span{Text: a.th.Symbol(styles.SymVertical), Role: styles.RoleKey})
	}
	return append(l, span(styles.RoleMuted, a.foundWords()))
}

// canGoBack, goBack and backName are about the key that leaves what is open: the
// detail, else a filter and a view.
func canGoBack(a *App) string {
	if a.detail == nil && !a.narrowed() {
		return "nothing is open"
	}
	return ""
}

func goBack(a *App) tea.Cmd {
	if a.detail != nil {
		a.detail = nil
		return nil
	}
	a.through[a.page] = nil
	a.deadOnly = a.deadOnly && a.pages[a.page].title != journalTitle
	return a.setFilter("")
}

func backName(a *App) string {
	if a.detail == nil && canGoBack(a) == "" {
		return "show all"
	}
	return a.keys.back.Help().Desc
}
