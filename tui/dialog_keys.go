package tui

import (
	"errors"

	"github.com/charmbracelet/bubbles/key"
	tea "github.com/charmbracelet/bubbletea"

	"coldstart/model"
	"coldstart/styles"
	"coldstart/tui/keys"
)

// dialogKey handles a key while a dialog is open. Only a single typed y says yes:
// pasted text and keys that arrived together are dropped here, enter and blank
// are bound to nothing.
func (a *App) dialogKey(msg tea.KeyMsg) tea.Cmd {
	d := a.dialog
	typing := d.stage == stageNote || d.stage == stageForm || d.stage == stageType
	d.leaving = d.leaving && (key.Matches(msg, a.keys.Back) || !typing && key.Matches(msg, a.keys.Quit))
	switch {
	case d.stage == stageNote:
		return a.noteKey(msg)
	case d.stage == stageForm:
		return a.formKey(msg)
	case d.stage == stageType:
		return a.typeKey(msg)
	case d.helping:
		return a.dialogHelpKey(msg)
	case key.Matches(msg, a.keys.Help):
		return a.helpInDialog(true)
	case msg.Paste || len(msg.Runes) > 1:
		return a.dialogBurst(msg)
	case key.Matches(msg, a.keys.Yes):
		return a.confirm()
	case key.Matches(msg, a.keys.Back) && d.asked() && d.stage == stageConfirm:
		d.askNote()
		return nil
	case key.Matches(msg, a.keys.Back), key.Matches(msg, a.keys.Quit):
		a.leaveText()
		if d.lost {
			return a.load()
		}
		return nil
	case key.Matches(msg, a.keys.Note) && d.stage == stageConfirm:
		d.askNote()
		return nil
	case key.Matches(msg, a.keys.Look) && d.stage == stageStale && !d.lost:
		return a.openDialog()
	case key.Matches(msg, a.keys.Edit) && (d.stage == stageConfirm || d.stage == stageStale):
		return a.editInDialog()
	case key.Matches(msg, a.keys.Reveal):
		return toggleReveal(a)
	case d.move(a.keys, msg):
		return nil
	}
	a.say(styles.RoleMuted, d.onlyWords())
	return a.disarm()
}

// onlyWords say which keys do something, where another one was pressed.
func (d *dialog) onlyWords() string {
	switch {
	case d.lost:
		return "The file is gone; only esc works now."
	case d.stage == stageStale:
		return "Nothing can be decided now: " + keys.Of(d.keys.Look) + " looks again, esc leaves everything as it is."
	}
	return "Only y decides; esc leaves everything as it is."
}

// dialogBurst lets movement through, since a held key arrives in bursts over a
// slow line, and nothing else.
func (a *App) dialogBurst(msg tea.KeyMsg) tea.Cmd {
	for _, r := range msg.Runes {
		single := tea.KeyMsg{Type: tea.KeyRunes, Runes: []rune{r}, Alt: msg.Alt}
		if msg.Paste || !a.dialog.move(a.keys, single) {
			a.say(styles.RoleMuted, "Several keys at once decide nothing.")
			break
		}
	}
	return a.disarm()
}

// move scrolls when the key asks for it.
func (d *dialog) move(keys keys.Map, msg tea.KeyMsg) bool {
	page := max(1, d.height-1)
	switch {
	case key.Matches(msg, keys.Up):
		d.scroll(-1)
	case key.Matches(msg, keys.Down):
		d.scroll(1)
	case key.Matches(msg, keys.PageUp):
		d.scroll(-page)
	case key.Matches(msg, keys.PageDown):
		d.scroll(page)
	case key.Matches(msg, keys.Top):
		d.scroll(-len(d.body))
	case key.Matches(msg, keys.Bottom):
		d.scroll(len(d.body))
	default:
		return false
	}
	return true
}

// noteKey edits the reason. Enter shows the decision; it does not make it.
func (a *App) noteKey(msg tea.KeyMsg) tea.Cmd {
	d := a.dialog
	switch {
	case key.Matches(msg, a.keys.Back):
		a.leaveText()
		return nil
	case msg.Type == tea.KeyEnter:
		return a.takeNote(model.OneLine(d.input.Value()))
	}
	var cmd tea.Cmd
	d.input, cmd = d.input.Update(msg)
	return cmd
}

// wouldLose reports, once, whether leaving throws away what the operator wrote.
func (a *App) wouldLose() bool {
	if p := a.message; p != nil && !p.leaving {
		p.leaving = p.changed()
		return p.leaving
	}
	d := a.dialog
	if d == nil || a.writing || d.leaving || !d.holds() {
		return false
	}
	d.leaving = true
	return true
}

// leaveText leaves a dialog. A note or an entry would be lost with it, so that takes
// the key twice.
func (a *App) leaveText() {
	if a.wouldLose() {
		a.say(styles.RoleWarn, "What you wrote would be lost; esc again leaves it.")
		return
	}
	a.dialog = nil
	a.say(styles.RoleMuted, "Nothing was decided.")
}

// takeNote goes on with a note: as part of the decision, or as what is decided.
func (a *App) takeNote(note string) tea.Cmd {
	d := a.dialog
	switch {
	case note == "" && d.compose != nil:
		a.say(styles.RoleWarn, "An entry needs an insight: what was learned.")
		return nil
	case note == "" && d.decision.Choice.NeedsNote():
		a.say(styles.RoleWarn, "A reason is needed: the agent will read it.")
		return nil
	case d.compose != nil:
		d.text = note
		return a.openEntry(d.compose(note))
	}
	d.decision.Note = note
	return a.openDialog()
}

// disarm starts a new quiet time.
func (a *App) disarm() tea.Cmd {
	a.dialog.armed = false
	a.dialog.arming++
	return a.armCmd()
}

// confirm carries the decision out when a yes counts. A y that does not count
// starts the quiet time anew, so that a held key can never get through.
func (a *App) confirm() tea.Cmd {
	d := a.dialog
	reason := d.refuse()
	if a.loadErr != nil {
		reason = a.stale()
	}
	if reason != "" {
		a.say(styles.RoleWarn, "Not yet: "+reason+".")
		return a.disarm()
	}
	if d.twice {
		d.twice = false
		a.say(styles.RoleWarn, "It may still be live: it wrote in the last 10 minutes. y again ends it.")
		return a.disarm()
	}
	if d.mustType != "" {
		d.stage, d.input = stageType, lineInput()
		return a.disarm()
	}
	return a.carryOut()
}

// carryOut makes the decisions of the dialog.
func (a *App) carryOut() tea.Cmd {
	all := a.dialog.decisions(a.now())
	a.writing, a.written, a.notices, a.queue = true, 0, nil, all[1:]
	return decideCmd(a.store, all[0])
}

// gotOpened shows the dialog, or says why it cannot be shown.
func (a *App) gotOpened(msg openedMsg) tea.Cmd {
	d := a.dialog
	if d == nil || d.id != msg.dialog || d.stage != stageOpening {
		return nil
	}
	if msg.err != nil {
		cannot := "Cannot decide: "
		if d.decision.Choice == model.ChoiceUndo {
			cannot = "Cannot undo: "
		}
		a.say(styles.RoleBad, cannot+msg.err.Error()+".")
		if d.asked() {
			d.askNote()
			return nil
		}
		a.dialog = nil
		return a.load()
	}
	var shown tea.Cmd
	switch {
	case msg.fresh && msg.gen == a.gen && !a.loading:
		shown = a.show(msg.about)
	case msg.fresh:
		// Another load began since; which of the two is newer is not known.
		shown = a.load()
	}
	d.open(msg)
	d.layOut(a.th, a.width, a.height)
	return tea.Batch(shown, a.disarm(), a.watchCmd(quietTime))
}

// gotWatched compares the file with what the dialog shows.
func (a *App) gotWatched(msg watchedMsg) tea.Cmd {
	d := a.dialog
	switch {
	case d == nil || d.id != msg.dialog || a.writing || d.stage == stageStale:
		return nil
	case d.stage != stageConfirm:
		return a.watchCmd(watchEvery)
	case msg.err == nil && msg.doc.Seen == d.doc.Seen:
		d.steady = true
		return a.watchCmd(watchEvery)
	}
	a.goStale(msg.doc, msg.err)
	return nil
}

// goStale takes the yes away, and shows what the file has become.
func (a *App) goStale(now model.Document, err error) {
	d := a.dialog
	d.stage, d.newer, d.gone = stageStale, now, ""
	d.lost = errors.Is(err, model.ErrNotFound)
	switch {
	case d.lost:
		d.gone = err.Error()
		a.say(styles.RoleBad, "The file is gone; only esc works now.")
	case err != nil:
		d.gone = err.Error()
		a.say(styles.RoleBad, "The file cannot be read any more. y is off.")
	default:
		a.say(styles.RoleBad, "The file changed while you were reading. y is off.")
	}
	d.layOut(a.th, a.width, a.height)
}
