package overlay

import (
	"slices"
	"strings"

	"github.com/charmbracelet/bubbles/key"
	tea "github.com/charmbracelet/bubbletea"

	"coldstart/model"
	"coldstart/styles"
)

// askNote opens the text field or the form, as it was left.
func (d *Dialog) askNote() {
	if d.Form != nil {
		d.Stage = StageForm
		return
	}
	text := d.Decision.Note
	if d.Compose != nil {
		text = d.text
	}
	d.Stage, d.Input = StageNote, lineInput(text)
}

// noteKey edits the note. Enter shows the decision.
func (d *Dialog) noteKey(s *Screen, msg tea.KeyMsg) tea.Cmd {
	switch {
	case key.Matches(msg, s.Keys.Back):
		d.leaveText(s)
		return nil
	case msg.Type == tea.KeyEnter:
		return d.takeNote(s, model.OneLine(d.Input.Value()))
	}
	var cmd tea.Cmd
	d.Input, cmd = d.Input.Update(msg)
	return cmd
}

// takeNote puts the note into the decision, or makes a journal entry of it.
func (d *Dialog) takeNote(s *Screen, note string) tea.Cmd {
	switch {
	case note == "" && d.Compose != nil:
		s.Say(styles.RoleWarn, "An entry needs an insight: what was learned.")
		return nil
	case note == "" && d.Decision.Choice.NeedsNote():
		s.Say(styles.RoleWarn, "A reason is needed: the agent reads it.")
		return nil
	case d.Compose != nil:
		d.text = note
		return d.openEntry(s, d.Compose(note))
	}
	d.Decision.Note = note
	return d.fetch(s)
}

func (d *Dialog) written() bool {
	if d.Form == nil {
		return strings.TrimSpace(d.Input.Value()) != ""
	}
	return slices.ContainsFunc(d.Form.Fields, func(f FormField) bool { return f.Choices == nil && strings.TrimSpace(f.input.Value()) != "" })
}

// holds reports whether closing would discard a text.
func (d *Dialog) holds() bool {
	if d.Stage == StageNote || d.Stage == StageForm {
		return d.written()
	}
	return !d.Lost && d.Decision.Choice != model.ChoiceUndo && d.Wrote()
}

// Loses reports, once, whether closing it discards unsaved text.
func (d *Dialog) Loses() bool {
	if d.leaving || !d.holds() {
		return false
	}
	d.leaving = true
	return true
}

// leaveText closes the dialog, at the second key if a text would be lost.
func (d *Dialog) leaveText(s *Screen) {
	if d.Loses() {
		s.Say(styles.RoleWarn, "Unsaved text: esc again discards it.")
		return
	}
	if d.from != model.ChoiceNone && d.Stage == StageNote {
		d.backToYes(s)
		return
	}
	s.Close(d)
	s.Say(styles.RoleMuted, "Nothing was decided.")
}
