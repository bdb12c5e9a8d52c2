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

func canWriteMessage(a *App) string {
	if !a.loaded {
		return "nothing is shown yet"
	}
	return ""
}

func startMessage(a *App) tea.Cmd {
	p := &messagePrompt{input: lineInput(), was: a.board.WaitingText()}
	p.input.SetValue(p.was)
	p.input.CursorEnd()
	a.message = p
	return nil
}

// messageKey edits the text. Enter keeps it: the vault does not change, and until a
// session starts it can be taken back.
func (a *App) messageKey(msg tea.KeyMsg) tea.Cmd {
	p := a.message
	back := key.Matches(msg, a.keys.Back)
	p.leaving = p.leaving && back
	switch {
	case back && a.wouldLose():
		a.say(styles.RoleWarn, "What you wrote would be lost; esc again leaves it.")
		return nil
	case back:
		a.message = nil
		a.say(styles.RoleMuted, "The message is as it was.")
		return nil
	case msg.Type == tea.KeyEnter:
		return a.keepMessage(model.OneLine(p.input.Value()))
	}
	var cmd tea.Cmd
	p.input, cmd = p.input.Update(msg)
	return cmd
}

// changed reports whether there is something typed that is not kept.
func (p *messagePrompt) changed() bool { return model.OneLine(p.input.Value()) != p.was }

func (a *App) keepMessage(text string) tea.Cmd {
	was := a.message.was
	a.message = nil
	if text == was {
		a.say(styles.RoleMuted, "The message is as it was.")
		return nil
	}
	s, now, kept := a.store, a.now(), "The next session gets it first, and once. "+keys.Of(a.keys.Message)+" changes it."
	return func() tea.Msg {
		before, err := s.KeepMessage(context.Background(), text, now)
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

// viewMessage asks what to say, in w cells and h rows.
func (a *App) viewMessage(w, h int) []styles.Line {
	p := a.message
	lines := []styles.Line{draw.Words(styles.RoleTitle, " Message to the next session")}
	if h >= draw.MinHeight {
		lines = append(lines, nil)
	}
	if utf8.RuneCountInString(p.input.Value()) >= model.MaxNote {
		lines = append(lines, draw.Words(styles.RoleWarn, " The message is full."))
	}
	lines = append(lines, a.inputField(p.input, max(1, h-len(lines)))...)
	lines = append(lines, nil)
	says := "It gets this first, and once; an empty text takes it away. Nothing in the vault changes."
	lines = append(lines, draw.Prefixed(draw.Sentence(styles.RoleMuted, says, max(1, w-1)), " ", styles.RoleMuted)...)
	if m := a.board.Snapshot.Message; m.Text != "" && !m.Waits() {
		lead := m.Delivered.Got() + " got the last one, " + board.Ago(a.now(), m.Delivered.At) + ": "
		lines = append(lines, nil)
		lines = append(lines, draw.Prefixed(draw.Wrapped(a.th.Label(lead+m.Text), styles.RoleMuted, max(1, w-1)), " ", styles.RoleMuted)...)
	}
	return lines
}

// messageHead tells on Home of the message that waits, or for a while of who got it.
func (a *App) messageHead(h int) []styles.Line {
	m, now := a.board.Snapshot.Message, a.board.Snapshot.At
	lead := " Your message to the next session, " + board.Ago(now, m.At) + ": "
	switch {
	case m.News(now):
		lead = " " + m.Delivered.Got() + " got your message, " + board.Ago(now, m.Delivered.At) + ": "
	case m.Waits() && 2*a.width < 3*len(lead):
		lead = " To the next session, " + board.Ago(now, m.At) + ": "
	case !m.Waits():
		return nil
	}
	line := styles.Line{draw.Span(styles.RoleAccent, lead), {Text: a.th.Label(m.Text), Role: styles.RolePlain}}
	if h < compactBlockHeight {
		return []styles.Line{line.Fit(a.width)}
	}
	return folded([]styles.Line{line}, a.width)
}
