package tui

import (
	"github.com/charmbracelet/bubbles/key"
	tea "github.com/charmbracelet/bubbletea"

	"coldstart/styles"
	"coldstart/tui/draw"
	"coldstart/tui/keys"
)

// dialogKeys are the keys of a dialog, for its own help and for that of the pages.
func dialogKeys(k keys.Map) []draw.Hint {
	return []draw.Hint{
		{Key: "y", Does: "yes, once the whole text was on screen"},
		{Key: keys.Of(k.Note), Does: "add or change the note for the agent"},
		{Key: keys.Of(k.Look), Does: "look again when the file changed"},
		{Key: keys.Of(k.Edit), Does: "open it in your editor; what changed has to be read anew"},
		{Key: keys.Of(k.Reveal), Does: "show keys and passwords that are masked"},
		{Key: "esc", Does: "leave everything as it is"},
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
	case key.Matches(msg, a.keys.Help), key.Matches(msg, a.keys.Back), key.Matches(msg, a.keys.Quit):
		return a.helpInDialog(false)
	case key.Matches(msg, a.keys.Up):
		d.helpTop--
	case key.Matches(msg, a.keys.Down):
		d.helpTop++
	case key.Matches(msg, a.keys.PageUp):
		d.helpTop -= page
	case key.Matches(msg, a.keys.PageDown):
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
	all := append(dialogKeys(k), draw.Hint{Key: k.Moving() + " " + keys.Of(k.Top) + " " + keys.Of(k.Bottom), Does: "move over the text"},
		draw.Hint{Key: keys.Of(k.PageUp) + " " + keys.Of(k.PageDown), Does: "by a page"}, draw.Hint{Key: "ctrl+c", Does: "quit; nothing is decided"})
	var lines []styles.Line
	for _, h := range all {
		lines = append(lines, draw.HelpLine(h, styles.RoleKey, styles.RolePlain, a.width)...)
	}
	return lines
}
