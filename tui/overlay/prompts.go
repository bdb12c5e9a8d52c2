package overlay

import (
	"context"
	"fmt"
	"time"
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

// Message asks what to say to the next session.
type Message struct {
	Input textinput.Model
	// was is the text that waits already, empty for none.
	Was string
	// leaving is true behind the first key that would throw the text away.
	leaving bool
}

// NewMessage begins with the text that waits already.
func NewMessage(was string) *Message {
	return &Message{Input: lineInput(was), Was: was}
}

// Key edits the text. Enter keeps it: the vault does not change, and until a
// session starts it can be taken back.
func (p *Message) Key(s *Screen, msg tea.KeyMsg) tea.Cmd {
	back := key.Matches(msg, s.Keys.Back)
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
		return p.keepMessage(s, model.OneLine(p.Input.Value()))
	}
	var cmd tea.Cmd
	p.Input, cmd = p.Input.Update(msg)
	return cmd
}

// Loses reports once whether there is something typed that is not kept.
func (p *Message) Loses() bool {
	p.leaving = !p.leaving && p.changed()
	return p.leaving
}

// Hints are the keys that do something.
func (p *Message) Hints(*Screen) []draw.Hint {
	return []draw.Hint{{Key: "enter", Does: "keep it"}, {Key: "esc", Does: "leave it"}}
}

// changed reports whether there is something typed that is not kept.
func (p *Message) changed() bool { return model.OneLine(p.Input.Value()) != p.Was }

func (p *Message) keepMessage(s *Screen, text string) tea.Cmd {
	was := p.Was
	s.Close(p)
	if text == was {
		s.Say(styles.RoleMuted, "The message is as it was.")
		return nil
	}
	store, now, kept := s.Store, s.Now(), "The next session gets it first, and once. "+keys.Of(s.Keys.Message)+" changes it."
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
		return KeptMsg{said, err}
	}
}

// View asks what to say.
func (p *Message) View(s *Screen, h int) []styles.Line {
	lines := []styles.Line{draw.Words(styles.RoleTitle, " Message to the next session")}
	if h >= draw.MinHeight {
		lines = append(lines, nil)
	}
	if utf8.RuneCountInString(p.Input.Value()) >= model.MaxNote {
		lines = append(lines, draw.Words(styles.RoleWarn, " The message is full."))
	}
	lines = append(lines, s.inputField(p.Input, max(1, h-len(lines)))...)
	lines = append(lines, nil)
	says := "It gets this first, and once; an empty text takes it away. Nothing in the vault changes."
	lines = append(lines, draw.Prefixed(draw.Sentence(styles.RoleMuted, says, max(1, s.Width-1)), " ", styles.RoleMuted)...)
	if m := s.Board.Snapshot.Message; m.Text != "" && !m.Waits() {
		lead := m.Delivered.Got() + " got the last one, " + board.Ago(s.Now(), m.Delivered.At) + ": "
		lines = append(lines, nil)
		lines = append(lines, draw.Prefixed(draw.Wrapped(s.Th.Label(lead+m.Text), styles.RoleMuted, max(1, s.Width-1)), " ", styles.RoleMuted)...)
	}
	return lines
}

// Snooze asks until when a row rests. Typing is true while a date is typed.
type Snooze struct {
	Ref     model.Ref
	Subject string
	typing  bool
	input   textinput.Model
}

// The answers that are one key away.
const (
	snoozeHour     = "1h"
	snoozeTomorrow = "tomorrow"
)

// OneByOne takes the answers that are one key.
func (p *Snooze) OneByOne() bool { return !p.typing }

// Hints are the keys that do something.
func (p *Snooze) Hints(*Screen) []draw.Hint {
	if p.typing {
		return []draw.Hint{{Key: "enter", Does: "snooze"}, {Key: "esc", Does: "leave it"}}
	}
	return []draw.Hint{{Key: "1 2 3", Does: "choose"}, {Key: "esc", Does: "leave it"}}
}

// Key chooses a time or types one.
func (p *Snooze) Key(s *Screen, msg tea.KeyMsg) tea.Cmd {
	switch {
	case key.Matches(msg, s.Keys.Back), !p.typing && key.Matches(msg, s.Keys.Quit):
		s.Close(p)
		s.Say(styles.RoleMuted, "Nothing was snoozed.")
	case p.typing && msg.Type == tea.KeyEnter:
		return p.snoozeUntil(s, p.input.Value())
	case p.typing:
		var cmd tea.Cmd
		p.input, cmd = p.input.Update(msg)
		return cmd
	case msg.String() == "1":
		return p.snoozeUntil(s, snoozeHour)
	case msg.String() == "2":
		return p.snoozeUntil(s, snoozeTomorrow)
	case msg.String() == "3":
		p.typing, p.input = true, lineInput("")
	default:
		s.Say(styles.RoleMuted, "1, 2 or 3; esc leaves it.")
	}
	return nil
}

// snoozeUntil puts the row to rest. It is bound to what the board was made from, so
// that nothing rests that nobody has looked at.
func (p *Snooze) snoozeUntil(s *Screen, text string) tea.Cmd {
	until, err := model.ParseUntil(text, s.Now())
	if err != nil {
		s.Say(styles.RoleWarn, "Not a time to wait for: "+err.Error()+".")
		return nil
	}
	ref := p.Ref
	s.Close(p)
	s.Leave()
	z, ok := s.Board.Snapshot.Snooze(ref, until)
	if !ok {
		s.Say(styles.RoleWarn, "This does not need you any more.")
		return nil
	}
	z.At = s.Now()
	store, said := s.Store, fmt.Sprintf("Snoozed until %s. %s shows what is snoozed.", board.UntilWords(s.Now(), until), keys.Of(s.Keys.Snoozed))
	return func() tea.Msg { return KeptMsg{said, store.Snooze(context.Background(), z)} }
}

// ExampleDates are a date and a moment to come, as they are typed.
func ExampleDates(now time.Time) string {
	day := now.AddDate(0, 0, 6).Format(time.DateOnly)
	return day + ", or " + day + " 14:00"
}

// View asks until when.
func (p *Snooze) View(s *Screen, _ int) []styles.Line {
	w, now := s.Width, s.Now()
	lines := []styles.Line{styles.Join(draw.Words(styles.RoleTitle, " Snooze  "), styles.Line{{Text: s.Th.Label(p.Subject), Role: styles.RoleTitle}}).Fit(w), nil}
	for i, text := range []string{snoozeHour, snoozeTomorrow} {
		until, err := model.ParseUntil(text, now)
		if err == nil {
			lines = append(lines, styles.Join(draw.Words(styles.RoleKey, fmt.Sprintf(" %d  ", i+1)), draw.Words(styles.RolePlain, "until "+board.UntilWords(now, until))))
		}
	}
	date := draw.Words(styles.RolePlain, "until another time")
	if p.typing {
		head, tail := s.typed(p.input)
		date = styles.Join(draw.Words(styles.RolePlain, "until "), styles.Line{{Text: s.Th.Show(head + tail), Role: styles.RoleTitle}})
	}
	lines = append(lines, styles.Join(draw.Words(styles.RoleKey, " 3  "), date).Fit(w))
	if p.typing {
		lines = append(lines, draw.Prefixed(draw.Sentence(styles.RoleMuted, "30m, 2d, tomorrow, "+ExampleDates(now), max(1, w-4)), "    ", styles.RoleMuted)...)
	}
	lines = append(lines, nil)
	return append(lines, draw.Prefixed(draw.Sentence(styles.RoleMuted, "It wakes earlier when its text changes or more waits for it. Nothing in the vault changes.", max(1, w-1)), " ", styles.RoleMuted)...)
}
