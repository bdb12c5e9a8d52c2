package confirm

import (
	"cmp"
	"slices"
	"strings"

	"github.com/charmbracelet/bubbles/key"
	tea "github.com/charmbracelet/bubbletea"

	"coldstart/model"
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
	// done takes the text at enter, left is what esc does; hints are these two keys.
	done, left func(s *overlay.Screen, n *Note) tea.Cmd
	hints      []draw.Hint
}

// askNote opens the prompt or the form, as it was left. From the card esc goes back there.
func (d *Dialog) askNote(s *overlay.Screen, onCard bool) {
	if d.Form != nil {
		d.Form.card = d
		d.lay(s, d.Form)
		return
	}
	text := cmp.Or(d.Decision.Note, d.text, s.Kept(d.textName()))
	notes, whose := d.earlierNotes(s.Board)
	done := "done, then " + keys.Of(s.Keys[keys.Yes]) + " " + d.Decision.Choice.Does()
	if d.Compose != nil {
		done = "review"
	}
	n := &Note{
		card: d, Prompt: overlay.NewPrompt(d.question(), d.becomes(), text, notes), done: d.takeNote,
		left:  func(s *overlay.Screen, n *Note) tea.Cmd { return d.leaveNote(s, n, onCard) },
		hints: []draw.Hint{{Key: "enter", Does: done, Tight: "done"}, {Key: "esc", Does: "back, text kept", Tight: "back"}},
	}
	n.Whose = whose
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
	case d.matter.To(board.PointBy) != "":
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

// Key edits the text. Enter shows the decision, and never decides.
func (n *Note) Key(s *overlay.Screen, msg tea.KeyMsg) tea.Cmd {
	switch {
	case key.Matches(msg, s.Keys[keys.Back]):
		return n.left(s, n)
	case msg.Type == tea.KeyEnter:
		return n.done(s, n)
	case msg.Type == tea.KeyPgUp:
		n.scroll(s, -n.roomAbove(s))
	case msg.Type == tea.KeyPgDown:
		n.scroll(s, n.roomAbove(s))
	default:
		return n.Prompt.Key(msg)
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

// Hints are the keys that do something.
func (n *Note) Hints(*overlay.Screen) []draw.Hint { return n.hints }

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
	hints := slices.Clone(n.hints)
	hints[0].Key = s.Th.Symbol(styles.SymEnter).String()
	return n.Box(s, hints)
}

// roomAbove is how many rows of the text are above the prompt.
func (n *Note) roomAbove(s *overlay.Screen) int {
	return max(1, n.box(s).Y-(s.Height-n.card.Height-dialogFoot))
}

// scroll moves the text under the prompt, so far that its last row can be read.
func (n *Note) scroll(s *overlay.Screen, by int) {
	n.card.Top = max(0, min(n.card.Top+by, len(n.card.Body)-n.roomAbove(s)))
	n.card.Frame++
}

// leaveNote goes back to where the prompt was opened. The text is there when it opens again.
func (d *Dialog) leaveNote(s *overlay.Screen, n *Note, onCard bool) tea.Cmd {
	said := "No decision made."
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
func (d *Dialog) takeNote(s *overlay.Screen, n *Note) tea.Cmd {
	note := n.Value()
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
