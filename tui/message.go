package tui

import (
	"context"
	"unicode/utf8"

	"github.com/charmbracelet/bubbles/key"
	"github.com/charmbracelet/bubbles/textinput"
	tea "github.com/charmbracelet/bubbletea"

	"coldstart/model"
	"coldstart/styles"
	"coldstart/tui/board"
	"coldstart/tui/draw"
	"coldstart/tui/keys"
)

// messagePrompt asks what to say to the next session.
type messagePrompt struct {
	input textinput.Model
	// was is the text that waits already, empty for none.
	was string
	// leaving is true behind the first key that would throw the text away.
	leaving bool
}

// newMessage begins with the text that waits already.
func newMessage(was string) *messagePrompt {
	return &messagePrompt{input: lineInput(was), was: was}
}

// Key edits the text. Enter keeps it: the vault does not change, and until a
// session starts it can be taken back.
func (p *messagePrompt) Key(s *screen, msg tea.KeyMsg) tea.Cmd {
	back := key.Matches(msg, s.keys.Back)
	p.leaving = p.leaving && back
	switch {
	case back && p.Loses():
		s.Say(styles.RoleWarn, "What you wrote would be lost; esc again leaves it.")
		return nil
	case back:
		s.Close(p)
		s.Say(styles.RoleMuted, "The message is as it was.")
		return nil
	case msg.Type == tea.KeyEnter:
		return p.keepMessage(s, model.OneLine(p.input.Value()))
	}
	var cmd tea.Cmd
	p.input, cmd = p.input.Update(msg)
	return cmd
}

// Loses reports once whether there is something typed that is not kept.
func (p *messagePrompt) Loses() bool {
	p.leaving = !p.leaving && p.changed()
	return p.leaving
}

// Hints are the keys that do something.
func (p *messagePrompt) Hints(*screen) []draw.Hint {
	return []draw.Hint{{Key: "enter", Does: "keep it"}, {Key: "esc", Does: "leave it"}}
}

// changed reports whether there is something typed that is not kept.
func (p *messagePrompt) changed() bool { return model.OneLine(p.input.Value()) != p.was }

func (p *messagePrompt) keepMessage(s *screen, text string) tea.Cmd {
	was := p.was
	s.Close(p)
	if text == was {
		s.Say(styles.RoleMuted, "The message is as it was.")
		return nil
	}
	store, now, kept := s.store, s.now(), "The next session gets it first, and once. "+keys.Of(s.keys.Message)+" changes it."
	return func() tea.Msg {
		before, err := store.KeepMessage(context.Background(), text, now)
		said := kept
		switch {
		case before.Text == was && was != "" && !before.Waits():
			said = before.Delivered.Got() + " got it as it was meanwhile; the next one gets this."
			if text == "" {
				said = before.Delivered.Got() + " got it meanwhile; it cannot be taken away."
			}
		case text == "":
			said = "The message is taken away; no session got it."
		}
		return keptMsg{said, err}
	}
}

// View asks what to say.
func (p *messagePrompt) View(s *screen, h int) []styles.Line {
	lines := []styles.Line{draw.Words(styles.RoleTitle, " Message to the next session")}
	if h >= draw.MinHeight {
		lines = append(lines, nil)
	}
	if utf8.RuneCountInString(p.input.Value()) >= model.MaxNote {
		lines = append(lines, draw.Words(styles.RoleWarn, " The message is full."))
	}
	lines = append(lines, s.inputField(p.input, max(1, h-len(lines)))...)
	lines = append(lines, nil)
	says := "It gets this first, and once; an empty text takes it away. Nothing in the vault changes."
	lines = append(lines, draw.Prefixed(draw.Sentence(styles.RoleMuted, says, max(1, s.width-1)), " ", styles.RoleMuted)...)
	if m := s.board.Snapshot.Message; m.Text != "" && !m.Waits() {
		lead := m.Delivered.Got() + " got the last one, " + board.Ago(s.now(), m.Delivered.At) + ": "
		lines = append(lines, nil)
		lines = append(lines, draw.Prefixed(draw.Wrapped(s.th.Label(lead+m.Text), styles.RoleMuted, max(1, s.width-1)), " ", styles.RoleMuted)...)
	}
	return lines
}
