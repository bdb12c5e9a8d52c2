package tui

import (
	"github.com/charmbracelet/bubbles/key"
	tea "github.com/charmbracelet/bubbletea"

	"coldstart/styles"
)

// key decides who sees a key: the dialog, then help, then the page. What the last
// key left in the status line goes away with the next one.
func (a *App) key(msg tea.KeyMsg) tea.Cmd {
	if key.Matches(msg, a.keys.kill) {
		if a.wouldLose() {
			a.say(styles.RoleWarn, "What you wrote would be lost; ctrl+c again quits.")
			return nil
		}
		return a.quit()
	}
	a.toast = toast{}
	switch {
	case a.writing:
		a.say(styles.RoleMuted, "Writing… keys do nothing until it is done.")
		if key.Matches(msg, a.keys.quit) {
			return a.quit()
		}
		return nil
	case a.dialog != nil:
		return a.dialogKey(msg)
	case a.check != nil:
		return a.checkKey(msg)
	case a.asking != nil:
		return a.askKey(msg)
	case a.palette != nil:
		return a.paletteKey(msg)
	case a.filtering:
		return a.filterKey(msg)
	case a.snoozing != nil && (a.snoozing.typing || !msg.Paste && len(msg.Runes) <= 1):
		return a.snoozeKey(msg)
	case a.message != nil:
		return a.messageKey(msg)
	case msg.Paste:
		a.say(styles.RoleMuted, "Pasted text does nothing here.")
		return nil
	case msg.Type == tea.KeyRunes && len(msg.Runes) > 1:
		return a.burst(msg)
	case a.help:
		a.helpKey(msg)
		return nil
	}
	return a.pageKey(msg)
}

// burst takes apart keys that arrived in one read, which Bubble Tea v1 hands over
// as a single message that matches no binding. It stops when one of them opens a
// dialog or a text field: the rest was typed before that was on screen.
func (a *App) burst(msg tea.KeyMsg) tea.Cmd {
	var cmds []tea.Cmd
	for _, r := range msg.Runes {
		cmds = append(cmds, a.key(tea.KeyMsg{Type: tea.KeyRunes, Runes: []rune{r}, Alt: msg.Alt}))
		if a.dialog != nil || a.check != nil || a.filtering || a.prompting() || a.palette != nil || a.asking != nil {
			break
		}
	}
	return tea.Batch(cmds...)
}

func (a *App) pageKey(msg tea.KeyMsg) tea.Cmd {
	for i, p := range a.pages {
		if msg.String() == p.key {
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
func (a *App) refused(act action) {
	words := "Not now: "
	if act.group == decideGroup {
		words = "Cannot " + act.does(a) + ": "
	}
	a.say(styles.RoleWarn, words+act.refuse(a)+".")
}

func (a *App) helpKey(msg tea.KeyMsg) {
	switch {
	case key.Matches(msg, a.keys.up):
		a.helpTop--
	case key.Matches(msg, a.keys.down):
		a.helpTop++
	case key.Matches(msg, a.keys.pageUp):
		a.helpTop -= a.bodyHeight()
	case key.Matches(msg, a.keys.pageDown):
		a.helpTop += a.bodyHeight()
	case key.Matches(msg, a.keys.top):
		a.helpTop = 0
	case key.Matches(msg, a.keys.bottom):
		a.helpTop = a.helpBottom()
	case key.Matches(msg, a.keys.help), key.Matches(msg, a.keys.back), key.Matches(msg, a.keys.quit):
		a.help = false
	}
}

func (a *App) helpBottom() int { return max(0, len(a.viewHelp(a.width))-a.bodyHeight()) }
