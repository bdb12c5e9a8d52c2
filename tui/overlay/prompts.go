package overlay

import (
	"cmp"
	"context"
	"fmt"
	"strings"
	"time"

	"github.com/charmbracelet/bubbles/key"
	"github.com/charmbracelet/bubbles/textinput"
	tea "github.com/charmbracelet/bubbletea"

	"coldstart/model"
	"coldstart/model/phrase"
	"coldstart/model/rule"
	"coldstart/styles"
	"coldstart/tui/draw"
	"coldstart/tui/keys"
)

// Message asks for the message to the next session.
type Message struct {
	*Prompt
	// Was is the message that waits already, "" for none.
	Was string
}

// messageText is the name of a message that was left.
const messageText = "message"

// NewMessage starts with the text that was left, else with the message that waits already. Enter saves it, esc
// keeps it for the next time.
func NewMessage(s *Screen, was string) *Message {
	m := &Message{Was: was, Prompt: NewPrompt("Message to the next session", "Shown once when the next session starts. Empty clears it.", cmp.Or(s.Kept(messageText), was), nil)}
	m.Done, m.Enter = m.keepMessage, draw.Hint{Key: "enter", Does: "save"}
	m.Left, m.Esc = m.leave, draw.Hint{Key: "esc", Does: "back, text kept"}
	return m
}

func (m *Message) leave(s *Screen) tea.Cmd {
	s.Close(m)
	said := "Message unchanged."
	if m.Loses() {
		said = "Message unchanged; your text is kept until you quit. " + keys.Of(s.Keys[keys.Message]) + " continues it."
		s.Keep(messageText, m.Raw())
	}
	s.Say(styles.RoleMuted, said)
	return nil
}

// Loses reports a text that quitting would discard.
func (m *Message) Loses() bool { return m.Value() != m.Was }

func (m *Message) keepMessage(s *Screen) tea.Cmd {
	was, text := m.Was, m.Value()
	s.Close(m)
	s.Keep(messageText, "")
	if text == was {
		s.Say(styles.RoleMuted, "Message unchanged.")
		return nil
	}
	store, now, kept := s.Store, s.Now(), "Saved for the next session. "+keys.Of(s.Keys[keys.Message])+" changes it."
	return func() tea.Msg {
		before, err := store.KeepMessage(context.Background(), text, now)
		said := kept
		switch {
		case before.Text == was && was != "" && !before.Waits():
			said = phrase.Recipient(before.Delivered) + " already got the old one; the next gets this."
			if text == "" {
				said = phrase.Recipient(before.Delivered) + " has already received it; it cannot be cleared."
			}
		case text == "":
			said = "Message cleared; no session got it."
		}
		return KeptMsg{said, err, m}
	}
}

// Box is the text, and above it the message delivered last.
func (m *Message) Box(s *Screen) draw.Box {
	last := s.Board.Snapshot.Message
	if last.Text == "" || last.Waits() {
		return m.Prompt.Box(s)
	}
	lead := phrase.Recipient(last.Delivered) + " got the last one, " + phrase.AgeWords(s.Now(), last.Delivered.At) + ": "
	return m.Prompt.Box(s, draw.Wrapped(s.Th.Label(lead+last.Text), styles.RoleMuted, TextWidth(s))...)
}

// Snooze asks how long to hide a row.
type Snooze struct {
	Ref     model.Ref
	Subject string
	typing  bool
	input   textinput.Model
}

// The times for one key.
const (
	snoozeHour     = "1h"
	snoozeTomorrow = "tomorrow"
)

// OneByOne is true while a single key answers.
func (sn *Snooze) OneByOne() bool { return !sn.typing }

// Hints are the keys that do something.
func (sn *Snooze) Hints(*Screen) []draw.Hint {
	if sn.typing {
		return []draw.Hint{{Key: "enter", Does: "snooze"}, {Key: "esc", Does: "cancel"}}
	}
	return []draw.Hint{{Key: "1 2 3", Does: "choose"}, {Key: "esc", Does: "cancel"}}
}

// Key chooses a time or types one.
func (sn *Snooze) Key(s *Screen, msg tea.KeyMsg) tea.Cmd {
	switch {
	case key.Matches(msg, s.Keys[keys.Back]), !sn.typing && key.Matches(msg, s.Keys[keys.Quit]):
		s.Close(sn)
		s.Say(styles.RoleMuted, "Nothing was snoozed.")
	case sn.typing && msg.Type == tea.KeyEnter:
		return sn.snoozeUntil(s, sn.input.Value())
	case sn.typing:
		var cmd tea.Cmd
		sn.input, cmd = sn.input.Update(msg)
		return cmd
	case msg.String() == "1":
		return sn.snoozeUntil(s, snoozeHour)
	case msg.String() == "2":
		return sn.snoozeUntil(s, snoozeTomorrow)
	case msg.String() == "3":
		sn.typing, sn.input = true, LineInput("")
	default:
		s.Say(styles.RoleMuted, "1, 2 or 3; esc cancels.")
	}
	return nil
}

// snoozeUntil snoozes the row as the board shows it.
func (sn *Snooze) snoozeUntil(s *Screen, text string) tea.Cmd {
	until, err := model.ParseUntil(text, s.Now())
	if err != nil {
		why := phrase.Error(err)
		s.Say(styles.RoleWarn, strings.ToUpper(why[:1])+why[1:]+".")
		return nil
	}
	ref := sn.Ref
	s.Close(sn)
	s.Leave()
	z, ok := rule.Snooze(s.Board.Snapshot, ref, until)
	switch {
	case rule.CannotWait(s.Board.Snapshot, ref):
		s.Say(styles.RoleWarn, "Resolve this before anything else.")
		return nil
	case !ok:
		s.Say(styles.RoleWarn, "This no longer needs you.")
		return nil
	}
	z.At = s.Now()
	early := ""
	if z.Until.Before(until) {
		early = ", in time for its deadline"
	}
	store, said := s.Store, fmt.Sprintf("Snoozed until %s%s. %s shows snoozed items.", phrase.UntilWords(s.Now(), z.Until), early, keys.Of(s.Keys[keys.Snoozed]))
	return func() tea.Msg { return KeptMsg{Text: said, Err: store.Snooze(context.Background(), z)} }
}

// ExampleDates are a future date and time, as typed.
func ExampleDates(now time.Time) string {
	day := now.AddDate(0, 0, 6).Format(time.DateOnly)
	return day + ", or " + day + " 14:00"
}

// Box lists the times.
func (sn *Snooze) Box(s *Screen) draw.Box {
	now := s.Now()
	var lines []styles.Line
	for i, text := range []string{snoozeHour, snoozeTomorrow} {
		if until, err := model.ParseUntil(text, now); err == nil {
			name := []string{"1 hour", "tomorrow"}[i]
			lines = append(lines, styles.Join(draw.Words(styles.RoleKey, fmt.Sprintf("%d  ", i+1)), draw.Words(styles.RolePlain, name+" ("+phrase.UntilWords(now, until)+")")))
		}
	}
	date := draw.Words(styles.RolePlain, "pick a time")
	if sn.typing {
		head, tail := s.Typed(sn.input)
		date = styles.Join(draw.Words(styles.RolePlain, "until "), styles.Line{{Text: s.Th.Show(head + tail), Role: styles.RoleTitle}})
	}
	lines = append(lines, styles.Join(draw.Words(styles.RoleKey, "3  "), date))
	says := "Comes back early if the file changes. The vault is not modified."
	if sn.typing {
		says = "30m, 2d, tomorrow, " + ExampleDates(now)
	}
	lines = append(airy(s, lines), draw.Sentence(styles.RoleMuted, says, TextWidth(s))...)
	return PromptBox(s, "Snooze: "+sn.Subject, lines, sn.Hints(s))
}
