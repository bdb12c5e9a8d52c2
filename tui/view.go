package tui

import (
	"fmt"
	"strings"

	"coldstart/styles"
)

// The sizes at which the layout changes, in cells.
const (
	minWidth, minHeight = 40, 10
	// splitWidth is where lists get a preview beside them.
	splitWidth = 100
	// frameRows are header, tabs and hints; the status line comes on top.
	frameRows = 3
)

// View draws the whole screen: exactly height rows of exactly width cells.
func (a *App) View() string {
	if a.width <= 0 || a.height <= 0 {
		return ""
	}
	rows := make([]string, a.height)
	for i, l := range tall(a.lines(), a.height) {
		rows[i] = a.th.Render(l, a.width)
	}
	return strings.Join(rows, "\n")
}

func (a *App) lines() []styles.Line {
	switch {
	case a.tooSmall():
		return a.viewSmall()
	case a.dialog != nil:
		return a.viewDialog()
	}
	lines := []styles.Line{a.viewHeader(), a.viewTabs()}
	h := a.bodyHeight()
	lines = append(lines, tall(a.viewBody(h), h)...)
	lines = append(lines, a.statusLines(maxStatus)...)
	return append(lines, a.viewFooter())
}

func (a *App) tooSmall() bool { return a.width < minWidth || a.height < minHeight }

// bodyHeight is the rows between the tabs and the status line.
func (a *App) bodyHeight() int {
	return max(1, a.height-frameRows-len(a.statusLines(maxStatus)))
}

// viewSmall is the one sentence that fits a screen too small for anything else, behind
// what the last key warns of: the next one may lose something.
func (a *App) viewSmall() []styles.Line {
	text := fmt.Sprintf("%d need you; make the window larger (%d×%d at least), or %s to quit.",
		a.board.needs[homePage], minWidth, minHeight, keyOf(a.keys.quit))
	switch {
	case a.dialog != nil:
		text = fmt.Sprintf("A decision is open. Make the window larger (%d×%d at least), or esc to leave it.", minWidth, minHeight)
	case !a.loaded:
		text = fmt.Sprintf("Make the window larger (%d×%d at least), or %s to quit.", minWidth, minHeight, keyOf(a.keys.quit))
	}
	lines := sentence(styles.RolePlain, text, max(1, a.width))
	if a.toast.role == styles.RoleWarn || a.toast.role == styles.RoleBad {
		lines = append(wrapped(a.th.Label(a.toast.text), a.toast.role, max(1, a.width)), lines...)
	}
	return lines
}

func (a *App) viewHeader() styles.Line {
	left := styles.Line{
		span(styles.RoleAccent, " coldstart "), {Text: a.th.Label(a.board.snapshot.Name), Role: styles.RoleTitle},
	}
	if a.title != "" {
		left = styles.Join(left, words(styles.RoleMuted, " "+a.title))
	}
	right := a.headerRight()
	return styles.Join(left.Pad(max(0, a.width-right.Width()-1)), right)
}

func (a *App) headerRight() styles.Line {
	var l styles.Line
	if a.board.snapshot.ReadOnly != "" {
		l = words(styles.RoleWarn, "read-only ")
	}
	return styles.Join(l, a.freshness())
}

// viewTabs names the pages and what needs a human on each. Where the names do not
// fit, they are cut to their first letters; where these do not fit, only numbers
// are left, of the pages that need a human. The open page keeps its name. The form
// fits whichever page is open, so that turning pages moves no tab more than it must.
func (a *App) viewTabs() styles.Line {
	return a.tabs(a.tabForm(), a.page)
}

func (a *App) tabForm() tabForm {
	for _, f := range []tabForm{{letters: 20}, {letters: 4}, {letters: 4, tight: true}, {}} {
		if a.fits(f) {
			return f
		}
	}
	return tabForm{tight: true}
}

func (a *App) fits(f tabForm) bool {
	for open := range a.pages {
		if a.tabs(f, open).Width() > a.width {
			return false
		}
	}
	return true
}

// tabForm is how much room the tabs take: the letters that are left of the titles
// of closed pages, and whether a thin bar stands for the blanks between tabs.
type tabForm struct {
	letters int
	tight   bool
}

func (a *App) tabs(f tabForm, open int) styles.Line { return a.tabsTo(f, open, len(a.pages)) }

// tabsTo draws the first n tabs.
func (a *App) tabsTo(f tabForm, open, n int) styles.Line {
	var l styles.Line
	for i, p := range a.pages[:n] {
		name, n := p.key, a.board.needs[i]
		switch {
		case i == open:
			name += " " + p.title
		case f.letters > 0:
			name += " " + p.title[:min(len(p.title), f.letters)]
		case n == 0:
			continue
		}
		switch {
		case n > 0 && f.letters == 0 && !f.tight:
			// Beside nothing but the page's number a bare count could be taken for one.
			name += fmt.Sprintf(" (%d)", n)
		case n > 0:
			name += fmt.Sprintf(" %d", n)
		}
		switch bar := i > 0 && f.tight; {
		case i == open:
			l = styles.Join(l, words(styles.RoleTabActive, "["+name+"]"))
		case bar && i-1 != open:
			l = styles.Join(l, styles.Line{{Text: a.th.Symbol(styles.SymVertical), Role: styles.RoleFrame}}, words(styles.RoleTab, name))
		case f.tight:
			l = styles.Join(l, words(styles.RoleTab, name))
		default:
			l = styles.Join(l, words(styles.RoleTab, " "+name+" "))
		}
	}
	return l
}

func (a *App) viewBody(h int) []styles.Line {
	switch {
	case a.asking != nil:
		return between(a.askLines(a.width), a.asking.top, h)
	case a.palette != nil:
		return a.viewPalette(h)
	case a.help:
		return between(a.viewHelp(a.width), a.helpTop, h)
	case !a.loaded && a.loadErr != nil:
		lines := sentence(styles.RoleBad, " The vault could not be read:", a.width)
		lines = append(lines, gutter(a.th, wrapped(a.th.Label(a.loadErr.Error()), styles.RolePlain, a.width-gutterWidth))...)
		return append(lines, words(styles.RolePlain, " "+keyOf(a.keys.reload)+" tries again."))
	case !a.loaded:
		return []styles.Line{nil, words(styles.RoleMuted, " Reading the vault…")}
	case a.snoozing != nil:
		return a.viewSnooze(a.width)
	case a.message != nil:
		return a.viewMessage(a.width, h)
	case a.check != nil:
		return a.viewCheck(a.width, h)
	case a.detail != nil:
		return markedLines(between(a.detail.lines, a.detail.top, h), soughtWords(a.filter()))
	}
	return a.viewHeaded(h)
}
