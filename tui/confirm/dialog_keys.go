package confirm

import (
	"github.com/charmbracelet/bubbles/key"
	tea "github.com/charmbracelet/bubbletea"

	"coldstart/model"
	"coldstart/model/phrase"
	"coldstart/model/rule"
	"coldstart/styles"
	"coldstart/tui/draw"
	"coldstart/tui/keys"
	"coldstart/tui/overlay"
)

// Key accepts only a single typed y as a yes, never pasted text or keys that arrived together.
func (d *Dialog) Key(s *overlay.Screen, msg tea.KeyMsg) tea.Cmd {
	var joined Reason
	if d.guard, joined = d.guard.Key(); joined != None {
		return d.answers(s, joined)
	}
	typing := d.Step() == StepNote || d.Step() == StepForm || d.Step() == StepType
	d.leaving = d.leaving && (key.Matches(msg, s.Keys[keys.Back]) || !typing && key.Matches(msg, s.Keys[keys.Quit]))
	switch {
	case d.Step() == StepNote:
		return d.noteKey(s, msg)
	case d.Step() == StepForm:
		return d.formKey(s, msg)
	case d.Step() == StepType:
		return d.typeKey(s, msg)
	case d.lid != noLid:
		return d.lidKey(s, msg)
	case msg.Paste || len(msg.Runes) > 1:
		return d.burst(s, msg)
	case key.Matches(msg, s.Keys[keys.Yes]):
		return d.confirm(s)
	case key.Matches(msg, s.Keys[keys.Back]) && d.Asked() && d.Step() == StepConfirm:
		d.askNote(s)
		return nil
	case key.Matches(msg, s.Keys[keys.Back]), key.Matches(msg, s.Keys[keys.Quit]):
		d.leaveText(s)
		if d.Lost() {
			return s.Load()
		}
		return nil
	case d.Step() == StepConfirm && key.Matches(msg, s.Keys[keys.Reject]) && d.no() != model.ChoiceNone:
		return d.turnTo(s, d.no())
	case d.Step() == StepConfirm && key.Matches(msg, s.Keys[keys.Changes]) && d.no() == model.ChoiceReject:
		return d.turnTo(s, model.ChoiceChanges)
	case d.Step() == StepConfirm && key.Matches(msg, s.Keys[keys.HowOften]) && d.scoped():
		return d.turnScope(s)
	case d.Step() == StepConfirm && key.Matches(msg, s.Keys[keys.Pattern]) && d.Patterned():
		d.askPattern()
		return nil
	case d.Step() == StepConfirm && key.Matches(msg, s.Keys[keys.Rule]) && d.action != nil:
		return tea.Batch(s.AddRule([]model.Action{d.action.Action}), d.disarm(s))
	case d.Step() == StepConfirm && d.readerKey(s, msg):
		return d.disarm(s)
	}
	return d.otherKey(s, msg)
}

// readerKey handles the keys of somebody who reads the card, and reports whether msg was one.
func (d *Dialog) readerKey(s *overlay.Screen, msg tea.KeyMsg) bool {
	switch k := s.Keys; {
	case key.Matches(msg, k[keys.Note]):
		d.onCard = true
		d.askNote(s)
	case key.Matches(msg, k[keys.Source]) && !d.ChangesTellAll() && len(d.Batch) == 0:
		d.bytes = !d.bytes
		d.layOut(s.Th, s.Width, s.Height)
	case key.Matches(msg, k[keys.Exact]):
		d.cover(exactLid)
	case key.Matches(msg, k[keys.NextDoubt]) && len(d.card.notes) > 0:
		d.toNextDoubt()
	default:
		return false
	}
	return true
}

// otherKey handles what works at every stage in which a text is shown.
func (d *Dialog) otherKey(s *overlay.Screen, msg tea.KeyMsg) tea.Cmd {
	switch {
	case key.Matches(msg, s.Keys[keys.Help]):
		d.cover(helpLid)
		return d.disarm(s)
	case key.Matches(msg, s.Keys[keys.Look]) && d.Step() == StepStale && !d.Lost():
		return d.fetch(s)
	case key.Matches(msg, s.Keys[keys.Edit]) && (d.Step() == StepConfirm || d.Step() == StepStale):
		return d.edit(s)
	case key.Matches(msg, s.Keys[keys.Reveal]):
		return s.Reveal()
	case d.move(s, msg):
		return nil
	}
	s.Say(styles.RoleMuted, d.onlyWords())
	return d.disarm(s)
}

// no is the choice of the no key, ChoiceNone for a decision without one.
func (d *Dialog) no() model.Choice {
	switch {
	case len(d.Batch) > 0:
		return model.ChoiceNone
	case d.Decision.Choice == model.ChoiceApprove:
		return model.ChoiceReject
	case d.Decision.Choice == model.ChoiceAccept:
		return model.ChoiceDecline
	}
	return model.ChoiceNone
}

// isNo reports a decision that takes no reading: a no, a wish for changes, and an undo.
func (d *Dialog) isNo() bool {
	switch d.Decision.Choice {
	case model.ChoiceReject, model.ChoiceChanges, model.ChoiceDecline, model.ChoiceUndo:
		return true
	}
	return false
}

// turnTo makes the dialog ask for a no. Its reason is asked for over the same text, with what the
// no changes.
func (d *Dialog) turnTo(s *overlay.Screen, choice model.Choice) tea.Cmd {
	about := s.Board.About(d.Decision.Ref)
	if reason := rule.Refuse(about, d.Decision.Ref, choice); reason.Given() {
		s.Say(styles.RoleWarn, phrase.Cannot(choice.Key(), phrase.Reason(reason)))
		return d.disarm(s)
	}
	d.from, d.Decision.Choice, d.Decision.Scope = d.Decision.Choice, choice, model.Scope{}
	d.weigh(s.Board)
	return d.fetchUnderNote(s)
}

// toNextDoubt moves to the next remark in the text, after the last to the first.
func (d *Dialog) toNextDoubt() {
	to := d.card.notes[0]
	for _, row := range d.card.notes {
		if row > d.Top+d.Height/2 {
			to = row
			break
		}
	}
	d.scroll(to - d.Height/2 - d.Top)
}

// onlyWords say which keys work, after another one.
func (d *Dialog) onlyWords() string {
	switch {
	case d.Lost():
		return "The file is gone; only esc works now."
	case d.Step() == StepStale:
		return "Nothing can be decided now: " + keys.Of(d.keys[keys.Look]) + " rereads it, esc cancels."
	}
	return "y confirms, esc cancels."
}

// burst accepts only movement: over a slow line a held key arrives in bursts.
func (d *Dialog) burst(s *overlay.Screen, msg tea.KeyMsg) tea.Cmd {
	for _, r := range msg.Runes {
		single := tea.KeyMsg{Type: tea.KeyRunes, Runes: []rune{r}, Alt: msg.Alt}
		if msg.Paste || !d.move(s, single) {
			s.Say(styles.RoleMuted, "Several keys at once do nothing here.")
			break
		}
	}
	return d.disarm(s)
}

func (d *Dialog) move(s *overlay.Screen, msg tea.KeyMsg) bool {
	top := d.Top
	moved := overlay.Scroll(s.Keys, msg, &top, max(1, d.Height), len(d.Body))
	if moved {
		d.scroll(top - d.Top)
	}
	return moved
}

// typeKey edits the target. Each key restarts the quiet time, so that the enter at the end of a
// paste sent as keys does not approve.
func (d *Dialog) typeKey(s *overlay.Screen, msg tea.KeyMsg) tea.Cmd {
	switch {
	case key.Matches(msg, s.Keys[keys.Back]):
		s.Close(d)
		s.Say(styles.RoleMuted, "No decision made.")
		return nil
	case msg.Type == tea.KeyEnter:
		d.Decision.Typed = model.OneLine(d.Input.Value())
		return d.confirm(s)
	}
	var cmd tea.Cmd
	if !msg.Paste {
		d.Input, cmd = d.Input.Update(msg)
	}
	var pasted Reason
	if d.guard, pasted = d.guard.Type(model.OneLine(d.Input.Value()), msg.Paste); pasted != None {
		return d.answers(s, pasted)
	}
	return tea.Batch(cmd, d.rest(s))
}

// DialogKeys are the keys of a dialog, for help.
func DialogKeys(k keys.Map) []draw.Hint {
	return []draw.Hint{
		{Key: "y", Does: "approve, once you have read everything"},
		{Key: keys.Of(k[keys.Reject]), Does: "reject instead, with a reason"},
		{Key: keys.Of(k[keys.Changes]), Does: "ask for changes instead"},
		{Key: keys.Of(k[keys.Note]), Does: "add or change the note for the agent"},
		{Key: keys.Of(k[keys.Exact]), Does: "every change this decision makes, line by line"},
		{Key: keys.Of(k[keys.NextDoubt]), Does: "go to the next warning in the text"},
		{Key: keys.Of(k[keys.HowOften]), Does: "allow an action once, 3 times, 10 times, for 30 minutes, or in its session"},
		{Key: keys.Of(k[keys.Pattern]), Does: "let each line of a shell run that fits a pattern"},
		{Key: keys.Of(k[keys.Rule]), Does: "add a rule that asks for actions like this one"},
		{Key: keys.Of(k[keys.Look]), Does: "reread a file that changed"},
		{Key: keys.Of(k[keys.Source]), Does: "show the file from its first line on, nothing folded"},
		{Key: keys.Of(k[keys.Edit]), Does: "open it in your editor; then read the changes"},
		{Key: keys.Of(k[keys.Reveal]), Does: "show keys and passwords that are masked"},
		{Key: "esc", Does: "cancel; nothing changes"},
	}
}

// Decides is true for the yes, and for the enter behind a typed target.
func (d *Dialog) Decides(key string) bool {
	return key == "y" || d.Step() == StepType && key == "enter"
}

// HintAt is the hint at a cell of the screen, false for none.
func (d *Dialog) HintAt(s *overlay.Screen, x, y int) (draw.Hint, bool) {
	switch {
	case d.Step() == StepNote:
		return d.noteBox(s).HintAt(x, y)
	case d.Step() == StepForm:
		return d.formBox(s).HintAt(x, y)
	case d.lid != noLid:
		return d.lidBox(s).HintAt(x, y)
	case y != s.Height-1:
		return draw.Hint{}, false
	}
	return draw.HintAt(d.Hints(s), s.Width-draw.TextEdge-draw.RightEdge, x-draw.TextEdge)
}
