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
	"coldstart/styles"
	"coldstart/tui/board"
	"coldstart/tui/draw"
	"coldstart/tui/keys"
	"coldstart/tui/phrase"
)

// Message asks for the message to the next session.
type Message struct {
	*Prompt
	// Was is the message that waits already, "" for none.
	Was string
	// leaving is true after the first key that would discard the text.
	leaving bool
}

// messageText is the name of a message that was left.
const messageText = "message"

// NewMessage starts with the text that was left, else with the message that waits already.
func NewMessage(s *Screen, was string) *Message {
	return &Message{Was: was, Prompt: NewPrompt("Message to the next session", "Shown once when the next session starts. Empty clears it.", cmp.Or(s.Kept(messageText), was), nil)}
}

// Key edits the text. Enter saves it, esc keeps it for the next time.
func (m *Message) Key(s *Screen, msg tea.KeyMsg) tea.Cmd {
	m.leaving = false
	switch {
	case key.Matches(msg, s.Keys.Back):
		return m.leave(s)
	case msg.Type == tea.KeyEnter:
		return m.keepMessage(s, m.Value())
	}
	return m.Prompt.Key(msg)
}

func (m *Message) leave(s *Screen) tea.Cmd {
	s.Close(m)
	said := "Message unchanged."
	if m.changed() {
		said = "Message unchanged; your text is kept until you quit. " + keys.Of(s.Keys.Message) + " continues it."
		s.Keep(messageText, m.Raw())
	}
	s.Say(styles.RoleMuted, said)
	return nil
}

// Loses reports, once, that there is unsaved text.
func (m *Message) Loses() bool {
	m.leaving = !m.leaving && m.changed()
	return m.leaving
}

// Hints are the keys that do something.
func (m *Message) Hints(*Screen) []draw.Hint {
	return []draw.Hint{{Key: "enter", Does: "save"}, {Key: "esc", Does: "back, text kept"}}
}

func (m *Message) changed() bool { return m.Value() != m.Was }

func (m *Message) keepMessage(s *Screen, text string) tea.Cmd {
	was := m.Was
	s.Close(m)
	s.Keep(messageText, "")
	if text == was {
		s.Say(styles.RoleMuted, "Message unchanged.")
		return nil
	}
	store, now, kept := s.Store, s.Now(), "Saved for the next session. "+keys.Of(s.Keys.Message)+" changes it."
	return func() tea.Msg {
		before, err := store.KeepMessage(context.Background(), text, now)
		said := kept
		switch {
		case before.Text == was && was != "" && !before.Waits():
			said = phrase.Recipient(before.Delivered) + " already got the old one; the next gets this."
			if text == "" {
				said = phrase.Recipient(before.Delivered) + " already got it; it cannot be cleared."
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
		return m.Prompt.Box(s, m.Hints(s))
	}
	lead := phrase.Recipient(last.Delivered) + " got the last one, " + board.Ago(s.Now(), last.Delivered.At) + ": "
	return m.Prompt.Box(s, m.Hints(s), draw.Wrapped(s.Th.Label(lead+last.Text), styles.RoleMuted, textWidth(s))...)
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
	case key.Matches(msg, s.Keys.Back), !sn.typing && key.Matches(msg, s.Keys.Quit):
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
		sn.typing, sn.input = true, lineInput("")
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
	z, ok := s.Board.Snapshot.Snooze(ref, until)
	if !ok {
		s.Say(styles.RoleWarn, "This no longer needs you.")
		return nil
	}
	z.At = s.Now()
	store, said := s.Store, fmt.Sprintf("Snoozed until %s. %s shows what is snoozed.", board.UntilWords(s.Now(), until), keys.Of(s.Keys.Snoozed))
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
			lines = append(lines, styles.Join(draw.Words(styles.RoleKey, fmt.Sprintf("%d  ", i+1)), draw.Words(styles.RolePlain, name+" ("+board.UntilWords(now, until)+")")))
		}
	}
	date := draw.Words(styles.RolePlain, "pick a time")
	if sn.typing {
		head, tail := s.typed(sn.input)
		date = styles.Join(draw.Words(styles.RolePlain, "until "), styles.Line{{Text: s.Th.Show(head + tail), Role: styles.RoleTitle}})
	}
	lines = append(lines, styles.Join(draw.Words(styles.RoleKey, "3  "), date))
	says := "Returns early if it changes. Nothing in the vault changes."
	if sn.typing {
		says = "30m, 2d, tomorrow, " + ExampleDates(now)
	}
	lines = append(airy(s, lines), draw.Sentence(styles.RoleMuted, says, textWidth(s))...)
	return promptBox(s, "Snooze: "+sn.Subject, lines, sn.Hints(s))
}

// AskRun asks for a yes to run an action from the settings.
type AskRun struct {
	ID    int
	Own   int
	Name  string
	Words []string
	Dir   string
	// armed is true after the quiet time, arming numbers these; top is the first line on
	// screen, and the first seen lines were on screen.
	armed     bool
	arming    int
	top, seen int
	yes       loneYes
}

// Arm starts a new quiet time.
func (r *AskRun) Arm(s *Screen) tea.Cmd {
	r.armed = false
	r.arming++
	msg := ArmedMsg{Dialog: r.ID, Arming: r.arming}
	return s.Wait(QuietTime, func(time.Time) tea.Msg { return msg })
}

// Hear ends the quiet time, and notes what was on screen.
func (r *AskRun) Hear(s *Screen, msg tea.Msg) tea.Cmd {
	switch msg := msg.(type) {
	case aloneMsg:
		if r.yes.counts(r.ID, msg) {
			s.Close(r)
			return s.Run(r.Own, r.Words)
		}
	case ArmedMsg:
		r.armed = r.armed || msg.Dialog == r.ID && msg.Arming == r.arming
	case WheelMsg:
		r.top += int(msg)
	case SettledMsg:
		r.keepInView(s)
	}
	return nil
}

// Key runs it after a single typed y, once all words were on screen.
func (r *AskRun) Key(s *Screen, msg tea.KeyMsg) tea.Cmd {
	if r.yes.spoilt(s) {
		return r.Arm(s)
	}
	page := max(1, s.Rows()-1)
	single := !msg.Paste && len(msg.Runes) <= 1
	switch {
	case key.Matches(msg, s.Keys.Back), single && key.Matches(msg, s.Keys.Quit):
		s.Close(r)
		s.Say(styles.RoleMuted, "Nothing was run.")
		return nil
	case single && key.Matches(msg, s.Keys.Up):
		r.top--
	case single && key.Matches(msg, s.Keys.Down):
		r.top++
	case key.Matches(msg, s.Keys.PageUp):
		r.top -= page
	case key.Matches(msg, s.Keys.PageDown):
		r.top += page
	case single && key.Matches(msg, s.Keys.Yes):
		switch {
		case s.small() || r.seen < len(r.lines(s, s.Width)):
			s.Say(styles.RoleWarn, "Not yet: read the rest first.")
		case !r.armed:
			s.Say(styles.RoleWarn, "Not yet: wait a moment.")
		case s.CannotRun(r.Own) != "":
			s.Say(styles.RoleWarn, "Not now: "+s.CannotRun(r.Own)+".")
		default:
			return r.yes.wait(s, r.ID)
		}
		return r.Arm(s)
	default:
		s.Say(styles.RoleMuted, "Only y runs it; esc cancels.")
		return r.Arm(s)
	}
	return nil
}

// Decides is true for the key that runs it.
func (r *AskRun) Decides(key string) bool { return key == "y" }

// keepInView keeps the scroll position in the text and notes what was on screen.
func (r *AskRun) keepInView(s *Screen) {
	lines, h := len(r.lines(s, s.Width)), s.Rows()
	r.top = max(0, min(r.top, lines-h))
	if !s.small() && r.top <= r.seen {
		r.seen = max(r.seen, min(lines, r.top+h))
	}
}

func (r *AskRun) lines(s *Screen, w int) []styles.Line {
	lines := []styles.Line{draw.Words(styles.RoleTitle, " Run  "+r.Name).Fit(w)}
	for i, word := range r.Words {
		label := " program     "
		if i > 0 {
			// Numbers tell arguments of several rows apart.
			label = fmt.Sprintf(" argument %-3d", i)
		}
		lines = append(lines, draw.Prefixed(draw.Wrapped(s.Th.Show(word), styles.RolePlain, max(1, w-len(label))), label, styles.RoleMuted)...)
	}
	lines = append(lines, draw.Prefixed(draw.Wrapped(s.Th.Show(r.Dir), styles.RolePlain, max(1, w-13)), " in          ", styles.RoleMuted)...)
	return append(lines, draw.Prefixed(draw.Sentence(styles.RoleMuted, "Each argument is passed as shown.", max(1, w-1)), " ", styles.RoleMuted)...)
}

// View is the part in the window.
func (r *AskRun) View(s *Screen, h int) []styles.Line {
	return draw.Between(r.lines(s, s.Width), r.top, h)
}

// Place is the scroll position.
func (r *AskRun) Place(s *Screen) styles.Line {
	return draw.OfLines(r.top, s.Rows(), len(r.lines(s, s.Width)))
}

// Hints are the keys that do something.
func (r *AskRun) Hints(s *Screen) []draw.Hint {
	leave := draw.Hint{Key: "esc", Does: "cancel"}
	if r.seen < len(r.lines(s, s.Width)) {
		return []draw.Hint{{Key: keys.Of(s.Keys.PageDown), Does: "read the rest"}, leave}
	}
	return []draw.Hint{{Key: "y", Does: "run it"}, leave}
}
