package tui

import (
	"fmt"
	"strings"

	"coldstart/model"
	"coldstart/styles"
	"coldstart/tui/board"
	"coldstart/tui/draw"
)

// The sizes at which header and tabs change, in cells.
const (
	// roomWidth is the least width with the program's own name in the header.
	roomWidth = 60
	// wholeTabs is the least width with whole names of pages.
	wholeTabs = draw.RoomyWidth
)

// viewHeader names the vault, and says how fresh the screen is and what time it is there.
func (a *App) viewHeader() styles.Line {
	left := draw.Edge()
	if a.width >= roomWidth {
		left = styles.Join(left, draw.Words(styles.RoleMuted, "coldstart  "))
	}
	left = append(left, styles.Span{Text: a.th.Label(a.board.Snapshot.Name), Role: styles.RoleTitle})
	if a.title != "" && a.width >= roomWidth {
		left = styles.Join(left, draw.Words(styles.RoleMuted, "  "+a.title))
	}
	if a.isForeign() && a.git != nil && a.width >= roomWidth {
		left = styles.Join(left, styles.Line{draw.Span(styles.RoleMuted, "  "), {Text: a.th.Label(board.GitWords(*a.git)), Role: styles.RoleMuted}})
	}
	return draw.Ends(left, a.headerRight(), a.width)
}

func (a *App) headerRight() styles.Line {
	var l styles.Line
	if a.board.Snapshot.ReadOnly != "" {
		l = draw.Words(styles.RoleWarn, "read-only  ")
	}
	if f := a.feed.follow; a.width >= roomWidth || !f.known || f.how.Polling != "" || a.feed.err != nil {
		l = styles.Join(l, a.freshness(), draw.Words(styles.RolePlain, "  "))
	}
	if a.board.Snapshot.At.IsZero() {
		return l
	}
	at := a.board.Snapshot.At.Format("Mon 15:04")
	if a.width < roomWidth {
		at = a.board.Snapshot.At.Format("15:04")
	}
	return styles.Join(l, draw.Words(styles.RoleMuted, at))
}

// viewTabs names the pages with the count of what needs a human. A tab is as wide when it is
// open as when it is not.
func (a *App) viewTabs() styles.Line {
	if a.onFirst() && a.otherPages() == 1 {
		return nil
	}
	if a.width < roomWidth {
		return a.openTab()
	}
	return a.tabsTo(len(a.pages))
}

// openTab is the only tab that fits on a narrow screen.
func (a *App) openTab() styles.Line {
	p := a.pages[a.tabs.at]
	name := p.Key + " " + p.Title
	if n := a.board.Needs[a.tabs.at]; n > 0 {
		name += fmt.Sprintf(" %d", n)
	}
	left := styles.Join(draw.Edge(), draw.Words(styles.RoleTabActive, name))
	return draw.Ends(left, draw.Words(styles.RoleMuted, "tab  "+model.Counted(a.otherPages(), "more page")), a.width)
}

// otherPages is how many pages there are to turn to.
func (a *App) otherPages() int {
	n := 0
	for i, here := range a.board.Here {
		if here && i != a.tabs.at {
			n++
		}
	}
	return n
}

// tabsTo are the first n tabs. Pages without a source have none.
func (a *App) tabsTo(n int) styles.Line {
	names := a.tabNames()
	gap := "  "
	if a.width < draw.FullWidth {
		gap = " "
	}
	l, last := draw.Edge(), -1
	for i, p := range a.pages[:n] {
		if !a.board.Here[i] {
			continue
		}
		before := gap
		switch {
		case last < 0:
			before = ""
		case !a.th.Emphasizes() && last == a.tabs.at:
			before = "]" + gap[1:]
		}
		if !a.th.Emphasizes() && i == a.tabs.at {
			if before == "" {
				l = draw.Words(styles.RolePlain, strings.Repeat(" ", draw.TextEdge-1))
			}
			before = strings.TrimSuffix(before, " ") + "["
		}
		l, last = styles.Join(l, draw.Words(styles.RolePlain, before), a.tab(i, p, names[i])), i
	}
	if !a.th.Emphasizes() && a.tabs.at == last {
		l = styles.Join(l, draw.Words(styles.RolePlain, "]"))
	}
	return l
}

func (a *App) tab(i int, p board.Page, name string) styles.Line {
	key, count := a.th.Superscript(p.Key), a.tabCount(i)
	if i == a.tabs.at {
		return styles.Line{{Text: key, Role: styles.RoleKey}, draw.Span(styles.RoleTabActive, name), draw.Span(styles.RoleKey, count)}
	}
	return styles.Line{{Text: key, Role: styles.RoleTab}, draw.Span(styles.RoleTab, name), draw.Span(styles.RolePlain, count)}
}

// tabCount is how many things of a page need a human. Where names have three letters, a dot
// stands for any number but on Home.
func (a *App) tabCount(i int) string {
	switch n := a.board.Needs[i]; {
	case n == 0:
		return ""
	case a.width < draw.FullWidth && i != board.HomePage:
		return a.th.Symbol(styles.SymDot).String()
	default:
		return fmt.Sprintf(" %d", n)
	}
}

// The least letters of a tab's name.
const fewLetters, fewestLetters = 4, 3

// tabNames are the names of the tabs as far as they fit: whole, with the longest ones cut to
// fewLetters one after the other, or all with the fewest letters.
func (a *App) tabNames() []string {
	names := make([]string, len(a.pages))
	for i, p := range a.pages {
		names[i] = p.Title
	}
	if a.width < draw.FullWidth {
		for i := range names[1:] {
			names[i+1] = names[i+1][:fewestLetters]
		}
		return names
	}
	for a.tabsWidth(names) > a.width-draw.TextEdge-draw.RightEdge {
		at := 0
		for i, name := range names {
			if a.board.Here[i] && len(name) > len(names[at]) {
				at = i
			}
		}
		if len(names[at]) <= fewLetters {
			break
		}
		names[at] = names[at][:fewLetters]
	}
	return names
}

func (a *App) tabsWidth(names []string) int {
	w := 0
	for i, name := range names {
		if !a.board.Here[i] {
			continue
		}
		w += 1 + len(name) + styles.Plain(a.tabCount(i)).Width() + 2
	}
	return w - 2
}

// viewFooter is the bottom row: the keys that work now, and the place in the list.
func (a *App) viewFooter() styles.Line {
	return draw.Ends(styles.Join(draw.Edge(), draw.HintLine(a.footer())), a.place(), a.width)
}

// footer are the hints with their keys as they are drawn, and the cells that they have.
func (a *App) footer() ([]draw.Hint, int) {
	room := a.width - draw.TextEdge - draw.RightEdge
	if place := a.place(); place != nil {
		room -= place.Width() + 2
	}
	return draw.Keys(a.th, a.hints()), room
}
