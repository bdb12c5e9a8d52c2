package tui

import (
	"github.com/charmbracelet/bubbles/key"
	tea "github.com/charmbracelet/bubbletea"

	"coldstart/model"
	"coldstart/styles"
)

// dialogKey handles a key while a dialog is open. Only a single typed y says yes:
// pasted text and keys that arrived together are dropped here, enter and blank
// are bound to nothing.
func (a *App) dialogKey(msg tea.KeyMsg) tea.Cmd {
	d := a.dialog
	if d.stage == stageNote {
		return a.noteKey(msg)
	}
	if msg.Paste || len(msg.Runes) > 1 {
		a.say(styles.RoleMuted, "Several keys at once decide nothing.")
		return d.disarm()
	}
	page := max(1, d.height-1)
	switch {
	case key.Matches(msg, a.keys.yes):
		return a.confirm()
	case key.Matches(msg, a.keys.back), key.Matches(msg, a.keys.quit):
		a.dialog = nil
		a.say(styles.RoleMuted, "Nothing was decided.")
	case key.Matches(msg, a.keys.note) && d.stage == stageConfirm:
		return d.askNote(a.width)
	case key.Matches(msg, a.keys.look) && d.stage == stageStale:
		return a.openDialog()
	case key.Matches(msg, a.keys.up):
		d.scroll(-1)
	case key.Matches(msg, a.keys.down):
		d.scroll(1)
	case key.Matches(msg, a.keys.pageUp):
		d.scroll(-page)
	case key.Matches(msg, a.keys.pageDown):
		d.scroll(page)
	case key.Matches(msg, a.keys.top):
		d.scroll(-len(d.body))
	case key.Matches(msg, a.keys.bottom):
		d.scroll(len(d.body))
	default:
		a.say(styles.RoleMuted, "Only y decides; esc leaves everything as it is.")
	}
	return nil
}

// noteKey edits the reason. Enter shows the decision; it does not make it.
func (a *App) noteKey(msg tea.KeyMsg) tea.Cmd {
	d := a.dialog
	switch {
	case key.Matches(msg, a.keys.back):
		a.dialog = nil
		a.say(styles.RoleMuted, "Nothing was decided.")
		return nil
	case msg.Type == tea.KeyEnter:
		note := model.OneLine(d.input.Value())
		if note == "" && d.decision.Choice.NeedsNote() {
			a.say(styles.RoleWarn, "A reason is needed: the agent will read it.")
			return nil
		}
		d.decision.Note = note
		return a.openDialog()
	}
	var cmd tea.Cmd
	d.input, cmd = d.input.Update(msg)
	return cmd
}

// confirm carries the decision out when a yes counts. A y that does not count
// starts the quiet time anew, so that a held key can never get through.
func (a *App) confirm() tea.Cmd {
	d := a.dialog
	if reason := d.refuse(); reason != "" {
		a.say(styles.RoleWarn, "Not yet: "+reason+".")
		return d.disarm()
	}
	a.writing = true
	d.decision.At = a.now()
	return decideCmd(a.store, d.decision)
}

// gotOpened shows the dialog, or says why it cannot be shown.
func (a *App) gotOpened(msg openedMsg) tea.Cmd {
	if a.dialog == nil || a.dialog.id != msg.dialog || a.dialog.stage != stageOpening {
		return nil
	}
	if msg.err != nil {
		a.say(styles.RoleBad, "Cannot decide on "+a.dialog.decision.Ref.Path+": "+msg.err.Error()+".")
		a.dialog = nil
		return a.load()
	}
	d := a.dialog
	d.open(msg)
	snapshot, th := a.snapshot, a.th
	d.facts = func(w int) []styles.Line { return decisionFacts(th, snapshot, d.decision, w) }
	d.layOut(a.th, a.width, a.height)
	return tea.Batch(d.disarm(), watchCmd(a.store, d.id, d.decision.Ref))
}

// gotWatched compares the file with what the dialog shows.
func (a *App) gotWatched(msg watchedMsg) tea.Cmd {
	d := a.dialog
	if d == nil || d.id != msg.dialog || a.writing || d.stage == stageStale {
		return nil
	}
	if d.stage == stageConfirm {
		d.gone = ""
		if msg.err != nil {
			d.gone = msg.err.Error()
		}
		if d.gone != "" || msg.doc.Seen != d.doc.Seen {
			d.stage, d.newer, d.top = stageStale, msg.doc, 0
			d.layOut(a.th, a.width, a.height)
			a.say(styles.RoleBad, "The file changed while you were reading. y is off.")
			return nil
		}
	}
	return watchCmd(a.store, d.id, d.decision.Ref)
}
