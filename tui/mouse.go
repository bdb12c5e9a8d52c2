package tui

import (
	tea "github.com/charmbracelet/bubbletea"

	"coldstart/styles"
)

// wheelRows is how many rows the wheel moves with each notch.
const wheelRows = 3

// tabsRow is the row of the tabs, bodyRow the first one below them.
const (
	tabsRow = 1
	bodyRow = 2
)

// mouse lets a click select and the wheel scroll. Neither ever opens a decision,
// answers one or types: what is decided comes from the keys alone.
func (a *App) mouse(msg tea.MouseMsg) tea.Cmd {
	if !a.mice || a.writing || a.tooSmall() || msg.Action != tea.MouseActionPress {
		return nil
	}
	switch msg.Button {
	case tea.MouseButtonWheelUp:
		return a.wheel(-wheelRows)
	case tea.MouseButtonWheelDown:
		return a.wheel(wheelRows)
	case tea.MouseButtonLeft:
		return a.click(msg.X, msg.Y)
	}
	return nil
}

// mouseHelp says in help what the mouse does.
func (a *App) mouseHelp(w int) []styles.Line {
	h, keyRole, role := hint{"mouse", "a click selects, the wheel scrolls; it never decides"}, styles.RoleKey, styles.RolePlain
	if !a.mice {
		h.does, keyRole, role = h.does+" (not now: it is off, mouse: true in the settings)", styles.RoleMuted, styles.RoleMuted
	}
	return helpLine(h, keyRole, role, w)
}

// wheel moves what the arrows would move.
func (a *App) wheel(n int) tea.Cmd {
	switch {
	case a.dialog != nil:
		if s := a.dialog.stage; s == stageConfirm || s == stageStale {
			a.dialog.scroll(n)
		}
	case a.check != nil:
		a.check.top += n
	case a.asking != nil:
		a.asking.top += n
	case a.palette != nil:
		a.palette.move(n)
	case a.filtering, a.prompting():
	case a.help:
		a.helpTop += n
	default:
		return moveBy(n)(a)
	}
	return nil
}

// click opens a tab or selects a row.
func (a *App) click(x, y int) tea.Cmd {
	switch {
	case a.dialog != nil, a.asking != nil, a.check != nil, a.palette != nil, a.filtering, a.prompting(), a.help:
	case y == tabsRow:
		if i, ok := a.tabAt(x); ok {
			return a.openPage(i)
		}
	case a.detail == nil && a.loaded && x < a.listWidth():
		line := y - bodyRow - len(a.head(a.bodyHeight()))
		if i, ok := a.list().rowAt(line, a.listHeight()); ok {
			a.list().at = i
			return a.preview()
		}
	}
	return nil
}

// tabAt is the page whose tab is drawn in a column.
func (a *App) tabAt(x int) (int, bool) {
	f := a.tabForm()
	for i := range a.pages {
		if x < a.tabsTo(f, a.page, i+1).Width() {
			return i, true
		}
	}
	return 0, false
}

// rowAt is the row that is drawn on a line of a list of h lines; none is on a heading's.
func (l *list) rowAt(line, h int) (int, bool) {
	from, to := l.span(h)
	for i := from; i < to && line >= 0; i++ {
		if l.headed(i, from, h) {
			line--
		}
		if line == 0 {
			return i, true
		}
		line--
	}
	return 0, false
}

// mouse is for the open vault, which is drawn below a row of its own, or selects a
// vault in the list of all.
func (s *several) mouse(msg tea.MouseMsg) tea.Cmd {
	if !s.choosing {
		msg.Y--
		return s.hand(s.at, msg)
	}
	if s.helping || !s.apps[s.at].mice || msg.Action != tea.MouseActionPress {
		return nil
	}
	switch msg.Button {
	case tea.MouseButtonWheelUp:
		s.move(-1)
	case tea.MouseButtonWheelDown:
		s.move(1)
	case tea.MouseButtonLeft:
		if i := s.top + msg.Y - chooserHead; msg.Y >= chooserHead && msg.Y < s.height-1 && i < len(s.apps) {
			s.move(i - s.at)
		}
	}
	return nil
}
