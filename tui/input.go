package tui

import (
	"github.com/charmbracelet/bubbles/key"
	tea "github.com/charmbracelet/bubbletea"

	"coldstart/styles"
	"coldstart/tui/draw"
	"coldstart/tui/overlay"
)

// key decides who sees a key: the dialog, then help, then the page. What the last
// key left in the status line goes away with the next one.
func (a *App) key(msg tea.KeyMsg) tea.Cmd {
	if key.Matches(msg, a.keys.Kill) {
		if !a.write.on && a.over.Loses() {
			a.say(styles.RoleWarn, "What you wrote would be lost; ctrl+c again quits.")
			return nil
		}
		return a.quit()
	}
	a.toast = toast{}
	switch {
	case a.write.on:
		a.say(styles.RoleMuted, "Writing… keys do nothing until it is done.")
		if key.Matches(msg, a.keys.Quit) {
			return a.quit()
		}
		return nil
	case a.over.Top() != nil && !(a.over.OneByOne() && arrivedTogether(msg)):
		return a.over.Top().Key(a.screen(), msg)
	case a.tabs.filtering:
		return a.filterKey(msg)
	case msg.Paste:
		a.say(styles.RoleMuted, "Pasted text does nothing here.")
		return nil
	case arrivedTogether(msg):
		return a.burst(msg)
	}
	return a.pageKey(msg)
}

// arrivedTogether reports keys that arrived together, or pasted text.
func arrivedTogether(msg tea.KeyMsg) bool {
	return msg.Paste || msg.Type == tea.KeyRunes && len(msg.Runes) > 1
}

// burst takes apart keys that arrived in one read, which Bubble Tea v1 hands over
// as a single message that matches no binding. It stops when one of them opens
// something: the rest was typed before that was on screen.
func (a *App) burst(msg tea.KeyMsg) tea.Cmd {
	var cmds []tea.Cmd
	under := a.over.Top()
	for _, r := range msg.Runes {
		cmds = append(cmds, a.key(tea.KeyMsg{Type: tea.KeyRunes, Runes: []rune{r}, Alt: msg.Alt}))
		if o := a.over.Top(); a.tabs.filtering || o != nil && o != under {
			break
		}
	}
	return tea.Batch(cmds...)
}

func (a *App) pageKey(msg tea.KeyMsg) tea.Cmd {
	for i, p := range a.pages {
		if msg.String() == p.Key {
			return a.openPage(i)
		}
	}
	var meant []action
	for _, act := range a.actions() {
		if !key.Matches(msg, act.binding(a.bound())) {
			continue
		}
		if act.refuse(a) == "" {
			return act.run(a)
		}
		meant = append(meant, act)
	}
	if len(meant) > 0 {
		a.refused(meant[0])
	}
	return nil
}

// refused says why an action cannot run.
func (a *App) refused(act action) { a.say(styles.RoleWarn, a.cannot(act)) }

// cannot says whole why an action cannot run.
func (a *App) cannot(act action) string {
	words := "Not now: "
	if act.group == decideGroup {
		words = "Cannot " + act.does(a) + ": "
	}
	return words + act.refuse(a) + "."
}

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
	if !a.mice || a.write.on || a.tooSmall() || msg.Action != tea.MouseActionPress {
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
	h, keyRole, role := draw.Hint{Key: "mouse", Does: "a click selects, the wheel scrolls; it never decides"}, styles.RoleKey, styles.RolePlain
	if !a.mice {
		h.Does, keyRole, role = h.Does+" (not now: it is off, mouse: true in the settings)", styles.RoleMuted, styles.RoleMuted
	}
	return draw.HelpLine(h, keyRole, role, w)
}

// wheel moves what the arrows would move.
func (a *App) wheel(n int) tea.Cmd {
	switch {
	case a.over.Top() != nil:
		return a.hear(overlay.WheelMsg(n))
	case a.tabs.filtering:
	default:
		return moveBy(n)(a)
	}
	return nil
}

// click opens a tab or selects a row.
func (a *App) click(x, y int) tea.Cmd {
	switch {
	case a.over.Top() != nil, a.tabs.filtering:
	case y == tabsRow:
		if i, ok := a.tabAt(x); ok {
			return a.openPage(i)
		}
	case a.detail == nil && a.feed.loaded && x < a.listWidth():
		line := y - bodyRow - len(a.head(a.bodyHeight()))
		if i, ok := a.list().RowAt(line, a.listHeight()); ok {
			a.list().At = i
			return a.preview()
		}
	}
	return nil
}

// tabAt is the page whose tab is drawn in a column.
func (a *App) tabAt(x int) (int, bool) {
	f := a.tabForm()
	for i := range a.pages {
		if x < a.tabsTo(f, a.tabs.at, i+1).Width() {
			return i, true
		}
	}
	return 0, false
}
