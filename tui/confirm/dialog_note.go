package confirm

import (
	"cmp"
	"slices"
	"strings"

	"github.com/charmbracelet/bubbles/key"
	tea "github.com/charmbracelet/bubbletea"

	"coldstart/model"
	"coldstart/model/view"
	"coldstart/styles"
	"coldstart/tui/board"
	"coldstart/tui/draw"
	"coldstart/tui/keys"
	"coldstart/tui/overlay"
)

// askNote opens the prompt or the form, as it was left.
func (d *Dialog) askNote(s *overlay.Screen) {
	if d.Form != nil {
		d.write(anEntry)
		return
	}
	text := cmp.Or(d.Decision.Note, d.text, s.Kept(d.textName()))
	notes, whose := d.earlierNotes(s.Board)
	d.write(aNote)
	d.Prompt = overlay.NewPrompt(d.Question(), d.becomes(), text, notes)
	d.Prompt.Whose = whose
}

// textName is the name of the text when it is left: that of what it is about, and of the choice.
func (d *Dialog) textName() string {
	return strings.Join([]string{"note", d.Decision.Choice.String(), d.Decision.Ref.Kind.String(), d.Decision.Ref.String(), d.Ask}, "\x00")
}

// Question asks for the note.
func (d *Dialog) Question() string {
	switch {
	case d.writing == aPattern:
		return "A pattern: * is any text, ? any letter"
	case d.Ask != "":
		return d.Ask
	case d.Decision.Choice == model.ChoiceReject:
		return "Reject: why?"
	case d.Decision.Choice == model.ChoiceChanges:
		return "Ask for changes: what should change?"
	}
	return "A note for the agent (optional)"
}

// becomes says what becomes of the note.
func (d *Dialog) becomes() string {
	switch {
	case d.Compose != nil:
		return "It becomes an entry of the journal."
	case d.matter.Of(view.By) != "":
		return "The agent gets this as your answer."
	case d.action != nil && d.Decision.Choice == model.ChoiceReject:
		return "The agent gets this as the reason of the refusal."
	case d.Decision.Ref.Kind == model.KindPlan:
		return "The agent reads this in the plan’s log."
	case d.Decision.Choice == model.ChoiceReject && d.matter.Plan.Path == "":
		return "The agent reads this in a note next to the request."
	case d.Decision.Choice == model.ChoiceReject:
		return "The agent reads this in the plan’s log and its note."
	case d.Decision.Choice == model.ChoiceChanges:
		return "The agent reads this. The request stays pending."
	}
	return "The agent reads this."
}

// earlierNotes are texts to take over: what was written with this choice before, then the usual
// ones. Whose says what they are.
func (d *Dialog) earlierNotes(b *board.Board) (notes []string, whose string) {
	notes, whose = b.EarlierNotes(d.Decision.Choice), "earlier reasons"
	if len(notes) == 0 {
		whose = "suggestions"
	}
	action := map[model.Choice][]string{
		model.ChoiceReject:  {"wrong branch", "not now", "I'll do it myself"},
		model.ChoiceChanges: {"one step at a time", "show me the difference first", "try it without this"},
	}
	usual := map[model.Choice][]string{
		model.ChoiceReject:  {"wrong amount", "not now", "I'll do it myself"},
		model.ChoiceChanges: {"shorter, please", "check the amount", "ask me first"},
	}
	if d.action != nil {
		usual = action
	}
	for _, text := range usual[d.Decision.Choice] {
		if !slices.Contains(notes, text) {
			notes = append(notes, text)
		}
	}
	return notes, whose
}

// noteKey edits the note. Enter shows the decision, and never decides.
func (d *Dialog) noteKey(s *overlay.Screen, msg tea.KeyMsg) tea.Cmd {
	switch {
	case key.Matches(msg, s.Keys[keys.Back]) && d.writing == aPattern:
		return d.leavePattern(s)
	case key.Matches(msg, s.Keys[keys.Back]):
		return d.leaveNote(s)
	case msg.Type == tea.KeyEnter && d.writing == aPattern:
		return d.takePattern(s)
	case msg.Type == tea.KeyEnter:
		return d.takeNote(s, d.Prompt.Value())
	case msg.Type == tea.KeyPgUp:
		d.scrollUnder(s, -d.roomAbove(s))
		return nil
	case msg.Type == tea.KeyPgDown:
		d.scrollUnder(s, d.roomAbove(s))
		return nil
	}
	return d.Prompt.Key(msg)
}

// leaveNote goes back to where the prompt was opened. The text is there when it opens again.
func (d *Dialog) leaveNote(s *overlay.Screen) tea.Cmd {
	said := "No decision made."
	if d.keepText(s) {
		said = "No decision made. Your text is kept until you quit."
	}
	s.Say(styles.RoleMuted, said)
	if d.from == model.ChoiceNone && !d.onCard {
		s.Close(d)
		return nil
	}
	if d.from != model.ChoiceNone {
		d.Decision.Choice, d.onCard = d.from, false
		return d.fetch(s)
	}
	d.onCard = false
	d.write(nothing)
	d.scroll(0)
	return d.disarm(s)
}

// keepText keeps the text that is being written, and reports whether there is one.
func (d *Dialog) keepText(s *overlay.Screen) bool {
	text := cmp.Or(d.text, d.Decision.Note)
	if d.Step() == StepNote {
		text = d.Prompt.Raw()
	}
	s.Keep(d.textName(), text)
	return strings.TrimSpace(text) != ""
}

// takeNote puts the note into the decision, or makes a journal entry of it.
func (d *Dialog) takeNote(s *overlay.Screen, note string) tea.Cmd {
	switch {
	case note == "" && d.Compose != nil:
		s.Say(styles.RoleWarn, "An entry needs an insight: what was learned.")
		return nil
	case note == "" && d.Decision.Choice.NeedsNote():
		s.Say(styles.RoleWarn, "Enter a reason. The agent will read it.")
		return nil
	case d.Compose != nil:
		d.text = note
		return d.openEntry(s, d.Compose(note))
	}
	d.Decision.Note, d.onCard = note, false
	return d.fetch(s)
}

func (d *Dialog) written() bool {
	if d.Form == nil {
		return d.Prompt != nil && strings.TrimSpace(d.Prompt.Raw()) != ""
	}
	return slices.ContainsFunc(d.Form.Fields, func(f FormField) bool { return f.Choices == nil && strings.TrimSpace(f.input.Value()) != "" })
}

// holds reports whether quitting would discard a text.
func (d *Dialog) holds() bool {
	if d.writing == aNote || d.writing == anEntry {
		return d.written()
	}
	return !d.Lost() && d.Decision.Choice != model.ChoiceUndo && d.Wrote()
}

// Loses reports, once, whether quitting discards unsaved text.
func (d *Dialog) Loses() bool {
	if d.leaving || !d.holds() {
		return false
	}
	d.leaving = true
	return true
}

// leaveText closes the dialog. A note is kept; a form is discarded at the second key.
func (d *Dialog) leaveText(s *overlay.Screen) {
	said := "No decision made."
	switch {
	case d.Form != nil && d.Loses():
		s.Say(styles.RoleWarn, "Unsaved text. Press esc again to discard it.")
		return
	case d.Form == nil && !d.Lost() && d.Decision.Choice != model.ChoiceUndo && d.Wrote() && d.keepText(s):
		said = "No decision made. Your text is kept until you quit."
	}
	s.Close(d)
	s.Say(styles.RoleMuted, said)
}

// noteBox is the prompt over the card.
func (d *Dialog) noteBox(s *overlay.Screen) draw.Box {
	hints := d.noteHints(s)
	hints[0].Key = s.Th.Symbol(styles.SymEnter).String()
	return d.Prompt.Box(s, hints)
}

func (d *Dialog) noteHints(s *overlay.Screen) []draw.Hint {
	if d.writing == aPattern {
		return []draw.Hint{{Key: "enter", Does: "show what it covers", Tight: "done"}, {Key: "esc", Does: "back"}}
	}
	done := "done, then " + keys.Of(s.Keys[keys.Yes]) + " " + d.Decision.Choice.Does()
	if d.Compose != nil {
		done = "review"
	}
	return []draw.Hint{{Key: "enter", Does: done, Tight: "done"}, {Key: "esc", Does: "back, text kept", Tight: "back"}}
}

// roomAbove is how many rows of the text are above the prompt.
func (d *Dialog) roomAbove(s *overlay.Screen) int {
	return max(1, d.noteBox(s).Y-(s.Height-d.Height-dialogFoot))
}

// scrollUnder scrolls the text under the prompt, so far that its last row can be read.
func (d *Dialog) scrollUnder(s *overlay.Screen, n int) {
	d.Top = max(0, min(d.Top+n, len(d.Body)-d.roomAbove(s)))
	d.Frame++
}

// viewPrompt draws a box over the card. Its message is in the last row.
func (d *Dialog) viewPrompt(s *overlay.Screen, box draw.Box) []styles.Line {
	var lines []styles.Line
	if d.guard.Stage() != Opening {
		lines = d.viewCard(s)
	} else {
		lines = append([]styles.Line{d.head(s), nil}, board.FactLines(s.Th, d.Facts, s.Width)...)
		lines = draw.Tall(lines, s.Height)
	}
	for i := range lines[max(0, s.Height-dialogFoot):] {
		lines[s.Height-dialogFoot+i] = nil
	}
	// The upper half stays legible: only the rows beside the box are dim.
	out := slices.Clone(lines)
	copy(out[box.Y:], box.Over(s.Th, lines, s.Width)[box.Y:])
	last := s.Status(1)[0]
	if strings.TrimSpace(last.String()) == "" && d.Step() == StepNote && len(d.Body) > d.roomAbove(s) {
		last = styles.Join(draw.Edge(), draw.HintLine([]draw.Hint{{Key: "pgup pgdn", Does: "scroll the request"}}, s.Width-draw.TextEdge))
	}
	out[s.Height-1] = last
	return out
}
