package tui

import (
	tea "github.com/charmbracelet/bubbletea"

	"coldstart/styles"
	"coldstart/tui/board"
	"coldstart/tui/draw"
	"coldstart/tui/keys"
	"coldstart/tui/overlay"
)

const wheelRows = 3

// tabsRow is the row of the tabs.
const tabsRow = 1

// bodyRow is the row of the body's first line.
func (a *App) bodyRow() int {
	if a.roomy() {
		return tabsRow + 2
	}
	return tabsRow + 1
}

// mouse handles clicks and the wheel. Only keys decide.
func (a *App) mouse(msg tea.MouseMsg) tea.Cmd {
	if !a.mice || a.write.on || a.tooSmall() || msg.Action != tea.MouseActionPress {
		return nil
	}
	switch msg.Button {
	case tea.MouseButtonWheelUp:
		return a.wheel(-wheelRows, msg.X, msg.Y)
	case tea.MouseButtonWheelDown:
		return a.wheel(wheelRows, msg.X, msg.Y)
	case tea.MouseButtonLeft:
		return a.click(msg.X, msg.Y)
	}
	return nil
}

func (a *App) mouseHelp(w int) []styles.Line {
	h := draw.Hint{Key: "mouse", Does: "a click selects, opens a tab, presses a key of the footer, or continues the plan; the wheel scrolls; approving needs its key; with shift the terminal selects text"}
	if a.mice {
		return draw.HelpLine(h, styles.RoleKey, styles.RolePlain, w)
	}
	h.Does += " (not now: mouse is off in the settings)"
	return draw.HelpLine(h, styles.RoleMuted, styles.RoleMuted, w)
}

// wheel moves what the arrow keys would, and over the preview the preview.
func (a *App) wheel(n, x, y int) tea.Cmd {
	switch {
	case a.over.Top() != nil:
		return a.hear(overlay.WheelMsg(n))
	case a.tabs.filtering:
	case a.overPreview(x, y):
		h := a.bodyHeight()
		a.glimpse().scroll(n, a.previewRows(h-len(a.head(h))))
	default:
		return moveBy(n)(a)
	}
	return nil
}

// overPreview reports whether a cell is one of the preview beside or below the list.
func (a *App) overPreview(x, y int) bool {
	if a.detail != nil || a.glimpse() == nil || a.onProblems() {
		return false
	}
	if strip := a.stripRows(); strip > 0 {
		return y >= a.bodyRow()+a.bodyHeight()-strip
	}
	return x >= a.listWidth()
}

func (a *App) click(x, y int) tea.Cmd {
	if h, ok := a.hintAt(x, y); ok {
		return a.press(h)
	}
	switch {
	case a.over.Top() != nil, a.tabs.filtering:
	case y == tabsRow:
		if i, ok := a.tabAt(x); ok {
			return a.openPage(i)
		}
	case a.detail == nil && a.feed.loaded:
		top, w := a.bodyRow()+len(a.head(a.bodyHeight()))+len(a.listHead()), a.listWidth()
		if a.all != nil {
			if at, _, ok := a.all.place(); ok {
				top, w = at, a.width
			}
		}
		if i, ok := a.list().RowAt(y-top, a.listHeight()); ok && x < w {
			a.list().At = i
			return a.preview()
		}
		if id := a.headAt(x, y); id != "" && a.refuse(a.action(id)) == "" {
			return a.do(a.action(id))
		}
	}
	return nil
}

// headAt is what a click on a row above the queue of Home does: on the card of the plan, on what happened meanwhile and,
// at the end of its head, that all of it was seen; "" for nothing.
func (a *App) headAt(x, y int) keys.ID {
	if a.tabs.at != board.HomePage || a.all != nil {
		return ""
	}
	news, card, _ := a.homeParts(a.bodyHeight())
	at, away := y-a.bodyRow()-len(news), len(a.awayHead())
	if away > 0 && len(news) > 0 && len(news[len(news)-1]) == 0 {
		away++
	}
	away = min(away, len(news))
	switch {
	case at >= 0 && at < len(card) && len(card[at]) > 0:
		return keys.Continue
	case at >= 0 || at < -away || len(news[len(news)+at]) == 0:
		return ""
	case at == -away && x >= a.width-draw.RightEdge-a.seenKey().Width():
		return keys.Seen
	}
	return keys.While
}

// press does what the key of a hint does, unless that would decide.
func (a *App) press(h draw.Hint) tea.Cmd {
	msg, ok := keys.Press(h.Key)
	if !ok || a.over.Decides(msg.String()) {
		return nil
	}
	return a.key(msg)
}

// hintAt is the hint drawn at a cell, false for none.
func (a *App) hintAt(x, y int) (draw.Hint, bool) {
	if h, ok, own := a.over.HintAt(a.screen(), x, y); own {
		return h, ok
	}
	if box, ok := a.box(); ok {
		return box.HintAt(x, y)
	}
	if y != a.height-1 {
		return draw.Hint{}, false
	}
	hints, room := a.footer()
	return draw.HintAt(hints, room, x-draw.TextEdge)
}

func (a *App) tabAt(x int) (int, bool) {
	if a.width < roomWidth {
		return 0, false
	}
	for i := range a.pages {
		if x < a.tabsTo(i+1).Width() {
			return i, true
		}
	}
	return 0, false
}
