package tui

import (
	"github.com/charmbracelet/bubbles/key"
	tea "github.com/charmbracelet/bubbletea"

	"coldstart/styles"
)

// dialogKeys are the keys of a dialog, for its own help and for that of the pages.
func (k keyMap) dialogKeys() []hint {
	return []hint{
		{"y", "yes, once the whole text was on screen"},
		{keyOf(k.note), "add or change the note for the agent"},
		{keyOf(k.look), "look again when the file changed"},
		{keyOf(k.edit), "open it in your editor; what changed has to be read anew"},
		{keyOf(k.reveal), "show keys and passwords that are masked"},
		{"esc", "leave everything as it is"},
	}
}

// helpInDialog puts help over the text, or takes it away. The quiet time begins anew
// with the text, and a frame that was on its way before does not count for it.
func (a *App) helpInDialog(open bool) tea.Cmd {
	d := a.dialog
	d.helping, d.helpTop = open, 0
	d.view++
	return a.disarm()
}

// dialogHelpKey moves over help or closes it. Nothing is decided from here.
func (a *App) dialogHelpKey(msg tea.KeyMsg) tea.Cmd {
	d := a.dialog
	page := max(1, a.height-dialogFrame-1)
	switch {
	case key.Matches(msg, a.keys.help), key.Matches(msg, a.keys.back), key.Matches(msg, a.keys.quit):
		return a.helpInDialog(false)
	case key.Matches(msg, a.keys.up):
		d.helpTop--
	case key.Matches(msg, a.keys.down):
		d.helpTop++
	case key.Matches(msg, a.keys.pageUp):
		d.helpTop -= page
	case key.Matches(msg, a.keys.pageDown):
		d.helpTop += page
	default:
		a.say(styles.RoleMuted, "Help is over the text; esc closes it.")
	}
	d.helpTop = max(0, min(d.helpTop, len(a.dialogHelp())-(a.height-dialogFrame)))
	return nil
}

// dialogHelp lists the keys of the open dialog.
func (a *App) dialogHelp() []styles.Line {
	k := a.keys
	keys := append(k.dialogKeys(), hint{k.moving() + " " + keyOf(k.top) + " " + keyOf(k.bottom), "move over the text"},
		hint{keyOf(k.pageUp) + " " + keyOf(k.pageDown), "by a page"}, hint{"ctrl+c", "quit; nothing is decided"})
	var lines []styles.Line
	for _, h := range keys {
		lines = append(lines, helpLine(h, styles.RoleKey, styles.RolePlain, a.width)...)
	}
	return lines
}
