package tui

import (
	"slices"
	"strings"

	"github.com/charmbracelet/bubbles/key"
	tea "github.com/charmbracelet/bubbletea"

	"coldstart/styles"
	"coldstart/tui/board"
	"coldstart/tui/draw"
	"coldstart/tui/keys"
	"coldstart/tui/overlay"
	"coldstart/tui/phrase"
)

// key sends a key to the overlay, the filter or the page.
func (a *App) key(msg tea.KeyMsg) tea.Cmd {
	if key.Matches(msg, a.keys.Kill) {
		if !a.write.on && a.over.Loses() {
			a.say(styles.RoleWarn, "Unsaved text: ctrl+c again quits.")
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

func arrivedTogether(msg tea.KeyMsg) bool {
	return msg.Paste || msg.Type == tea.KeyRunes && len(msg.Runes) > 1
}

// burst handles keys that arrived in one read one by one. It stops when one of them opens
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
		a.say(styles.RoleWarn, a.cannot(meant[0]))
	}
	return nil
}

// cannot is why an action does nothing now, as a sentence.
func (a *App) cannot(act action) string {
	reason := act.refuse(a)
	if act.group == decideGroup || strings.HasPrefix(reason, "nothing ") {
		return phrase.Cannot(act.does(a), reason)
	}
	return "Not now: " + reason + "."
}

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
		return a.wheel(-wheelRows)
	case tea.MouseButtonWheelDown:
		return a.wheel(wheelRows)
	case tea.MouseButtonLeft:
		return a.click(msg.X, msg.Y)
	}
	return nil
}

func (a *App) mouseHelp(w int) []styles.Line {
	h, keyRole, role := draw.Hint{Key: "mouse", Does: "a click selects, the wheel scrolls; it never decides"}, styles.RoleKey, styles.RolePlain
	if !a.mice {
		h.Does, keyRole, role = h.Does+" (not now: off; set mouse: true in the settings)", styles.RoleMuted, styles.RoleMuted
	}
	return draw.HelpLine(h, keyRole, role, w)
}

// wheel moves what the arrow keys would.
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

func (a *App) click(x, y int) tea.Cmd {
	switch {
	case a.over.Top() != nil, a.tabs.filtering:
	case y == tabsRow:
		if i, ok := a.tabAt(x); ok {
			return a.openPage(i)
		}
	case a.detail == nil && a.feed.loaded && x < a.listWidth():
		line := y - a.bodyRow() - len(a.head(a.bodyHeight()))
		if i, ok := a.list().RowAt(line, a.listHeight()); ok {
			a.list().At = i
			return a.preview()
		}
	}
	return nil
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

// KeyError says which key of the settings cannot be used.
type KeyError struct {
	// At indexes the rebindings, or the actions if Own is true.
	At     int
	Own    bool
	Reason string
}

// Error is the reason.
func (e *KeyError) Error() string { return e.Reason }

// CheckKeys returns a KeyError if a key would mean two things, or is fixed.
func CheckKeys(changes []keys.Rebinding, own []Action) error {
	before, after := keys.Default(), keys.Default().Rebound(changes)
	for at, c := range changes {
		i := slices.IndexFunc(before.Named(), func(n keys.NamedKey) bool { return n.Name == c.Action })
		was := before.Named()[i].Keys()
		for _, k := range c.Keys {
			if why := fixedKey(k); why != "" && !slices.Contains(was, k) {
				return &KeyError{at, false, why}
			}
			for j, n := range after.Named() {
				meet := !keys.OnlyInDialogs(c.Action) && !keys.OnlyInDialogs(n.Name) || keys.InDialogs(c.Action) && keys.InDialogs(n.Name)
				if n.Name != c.Action && meet && slices.Contains(n.Keys(), k) && !overlap(was, before.Named()[j].Keys()) {
					return &KeyError{at, false, keyTaken(k, n.Name)}
				}
			}
		}
	}
	for at, act := range own {
		if act.Key == "" {
			continue
		}
		if why := fixedKey(act.Key); why != "" {
			return &KeyError{at, true, why}
		}
		for _, n := range after.Named() {
			if !keys.OnlyInDialogs(n.Name) && slices.Contains(n.Keys(), act.Key) {
				return &KeyError{at, true, keyTaken(act.Key, n.Name)}
			}
		}
		for _, other := range own[:at] {
			if other.Key == act.Key {
				return &KeyError{at, true, keyTaken(act.Key, other.Name)}
			}
		}
	}
	return nil
}

func keyTaken(k, name string) string { return "the key " + keys.Name(k) + " is taken by " + name }

// overlap reports two actions that share a key by default; the page decides between them.
func overlap(a, b []string) bool {
	return slices.ContainsFunc(a, func(k string) bool { return slices.Contains(b, k) })
}

// fixedKey says what a fixed key does, "" for any other key.
func fixedKey(k string) string {
	fixed := keys.Default()
	switch {
	case slices.Contains(fixed.Yes.Keys(), k):
		return "the key " + k + " says yes in dialogs, and copies elsewhere"
	case slices.Contains(fixed.Back.Keys(), k):
		return "the key " + k + " goes back, and nothing else"
	case slices.Contains(fixed.Kill.Keys(), k):
		return "the key " + k + " quits from anywhere, and nothing else"
	case slices.ContainsFunc(board.Pages(), func(p board.Page) bool { return p.Key == k }):
		return "the key " + k + " opens a page"
	}
	return ""
}
