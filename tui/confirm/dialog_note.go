package confirm

import (
	"cmp"
	"slices"
	"strings"

	tea "github.com/charmbracelet/bubbletea"

	"coldstart/model"
	"coldstart/model/view"
	"coldstart/styles"
	"coldstart/tui/board"
	"coldstart/tui/draw"
	"coldstart/tui/keys"
	"coldstart/tui/overlay"
)

// Note is a text that is written over the card it is about: a note, or a pattern.
type Note struct {
	*overlay.Prompt
	card *Dialog
}

// askNote opens the prompt or the form, as it was left. From the card esc goes back there. Enter shows the
// decision, and never decides.
func (d *Dialog) askNote(s *overlay.Screen, onCard bool) {
	if d.Form != nil {
		d.Form.card = d
		d.lay(s, d.Form)
		return
	}
	text := cmp.Or(d.Decision.Note, d.text, s.Kept(d.textName()))
	notes, whose := d.earlierNotes(s.Board)
	n := &Note{card: d, Prompt: overlay.NewPrompt(d.question(), d.becomes(), text, notes)}
	n.Whose = whose
	n.Done, n.Enter = n.takeNote, draw.Hint{Key: "enter", Does: "done, then " + keys.Of(s.Keys[keys.Yes]) + " " + d.Decision.Choice.Does(), Tight: "done"}
	if d.Compose != nil {
		n.Enter.Does = "review"
	}
	n.Left, n.Esc = func(s *overlay.Screen) tea.Cmd { return n.leave(s, onCard) }, draw.Hint{Key: "esc", Does: "back, text kept", Tight: "back"}
	d.lay(s, n)
}

// textName is the name of the text when it is left: that of what it is about, and of the choice.
func (d *Dialog) textName() string {
	return strings.Join([]string{"note", d.Decision.Choice.String(), d.Decision.Ref.Kind.String(), d.Decision.Ref.String(), d.Ask}, "\x00")
}

// question asks for the note.
func (d *Dialog) question() string {
	switch {
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

// Key edits the text, or scrolls that below.
func (n *Note) Key(s *overlay.Screen, msg tea.KeyMsg) tea.Cmd {
	switch msg.Type {
	case tea.KeyPgUp:
		n.scroll(s, -n.roomAbove(s))
	case tea.KeyPgDown:
		n.scroll(s, n.roomAbove(s))
	default:
		return n.Prompt.Key(s, msg)
	}
	return nil
}

// Hear scrolls the text below with the wheel.
func (n *Note) Hear(s *overlay.Screen, msg tea.Msg) tea.Cmd {
	if by, ok := msg.(overlay.WheelMsg); ok {
		n.scroll(s, int(by))
	}
	return nil
}

// Loses reports a text that quitting would discard.
func (n *Note) Loses() bool { return strings.TrimSpace(n.Raw()) != "" }

// Covers makes it take the whole screen, with the card.
func (n *Note) Covers() {}

// HintAt is the hint at a cell of the screen, false for none.
func (n *Note) HintAt(s *overlay.Screen, x, y int) (draw.Hint, bool) { return n.box(s).HintAt(x, y) }

// View draws the prompt over the card.
func (n *Note) View(s *overlay.Screen, _ int) []styles.Line {
	out := n.card.viewUnder(s, n.box(s))
	if last := len(out) - 1; strings.TrimSpace(out[last].String()) == "" && len(n.card.Body) > n.roomAbove(s) {
		out[last] = styles.Join(draw.Edge(), draw.HintLine([]draw.Hint{{Key: "pgup pgdn", Does: "scroll the request"}}, s.Width-draw.TextEdge))
	}
	return out
}

func (n *Note) box(s *overlay.Screen) draw.Box {
	b := n.Box(s)
	b.Hints = draw.Keys(s.Th, b.Hints)
	return b
}

// roomAbove is how many rows of the text are above the prompt.
func (n *Note) roomAbove(s *overlay.Screen) int {
	return max(1, n.box(s).Y-(s.Height-n.card.Height-dialogFoot))
}

// scroll moves the text under the prompt, so far that its last row can be read.
func (n *Note) scroll(s *overlay.Screen, by int) {
	n.card.By(by, n.roomAbove(s), len(n.card.Body))
	n.card.Frame++
}

// leave goes back to where the prompt was opened. The text is there when it opens again.
func (n *Note) leave(s *overlay.Screen, onCard bool) tea.Cmd {
	d, said := n.card, "No decision made."
	if d.keepText(s, n.Raw()) {
		said = "No decision made. Your text is kept until you quit."
	}
	s.Say(styles.RoleMuted, said)
	switch {
	case d.from != model.ChoiceNone:
		d.Decision.Choice = d.from
		return d.fetch(s)
	case !onCard:
		s.Close(d)
		return nil
	}
	return d.uncover(s)
}

// keepText keeps a text for the next time, and reports whether there is one.
func (d *Dialog) keepText(s *overlay.Screen, text string) bool {
	s.Keep(d.textName(), text)
	return strings.TrimSpace(text) != ""
}

// takeNote puts the note into the decision, or makes a journal entry of it.
func (n *Note) takeNote(s *overlay.Screen) tea.Cmd {
	d, note := n.card, n.Value()
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
	d.Decision.Note = note
	return d.fetch(s)
}

// Loses reports a text that quitting would discard.
func (d *Dialog) Loses() bool { return !d.Lost() && d.Decision.Choice != model.ChoiceUndo && d.Wrote() }

// leave closes the dialog. A note is kept; a form is discarded at the second key. What is gone from the disk
// is then gone from the page.
func (d *Dialog) leave(s *overlay.Screen) tea.Cmd {
	said := "No decision made."
	switch {
	case d.Form != nil && !d.leaving && d.Form.written():
		d.leaving = true
		s.Say(styles.RoleWarn, "Unsaved text. Press esc again to discard it.")
		return nil
	case d.Form == nil && d.Loses() && d.keepText(s, cmp.Or(d.text, d.Decision.Note)):
		said = "No decision made. Your text is kept until you quit."
	}
	s.Close(d)
	s.Say(styles.RoleMuted, said)
	if d.Lost() {
		return s.Load()
	}
	return nil
}
