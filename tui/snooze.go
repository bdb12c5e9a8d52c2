package tui

import (
	"context"
	"fmt"
	"time"

	"github.com/charmbracelet/bubbles/key"
	"github.com/charmbracelet/bubbles/textinput"
	tea "github.com/charmbracelet/bubbletea"

	"coldstart/model"
	"coldstart/styles"
	"coldstart/tui/board"
	"coldstart/tui/draw"
	"coldstart/tui/keys"
)

// snoozePrompt asks until when a row rests. Typing is true while a date is typed.
type snoozePrompt struct {
	ref     model.Ref
	subject string
	typing  bool
	input   textinput.Model
}

// The answers that are one key away.
const (
	snoozeHour     = "1h"
	snoozeTomorrow = "tomorrow"
)

// OneByOne takes the answers that are one key.
func (p *snoozePrompt) OneByOne() bool { return !p.typing }

// Hints are the keys that do something.
func (p *snoozePrompt) Hints(*screen) []draw.Hint {
	if p.typing {
		return []draw.Hint{{Key: "enter", Does: "snooze"}, {Key: "esc", Does: "leave it"}}
	}
	return []draw.Hint{{Key: "1 2 3", Does: "choose"}, {Key: "esc", Does: "leave it"}}
}

// Key chooses a time or types one.
func (p *snoozePrompt) Key(s *screen, msg tea.KeyMsg) tea.Cmd {
	switch {
	case key.Matches(msg, s.keys.Back), !p.typing && key.Matches(msg, s.keys.Quit):
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
func (p *snoozePrompt) snoozeUntil(s *screen, text string) tea.Cmd {
	until, err := model.ParseUntil(text, s.now())
	if err != nil {
		s.Say(styles.RoleWarn, "Not a time to wait for: "+err.Error()+".")
		return nil
	}
	ref := p.ref
	s.Close(p)
	s.Leave()
	z, ok := s.board.Snapshot.Snooze(ref, until)
	if !ok {
		s.Say(styles.RoleWarn, "This does not need you any more.")
		return nil
	}
	z.At = s.now()
	store, said := s.store, fmt.Sprintf("Snoozed until %s. %s shows what is snoozed.", board.UntilWords(s.now(), until), keys.Of(s.keys.Snoozed))
	return func() tea.Msg { return keptMsg{said, store.Snooze(context.Background(), z)} }
}

// exampleDates are a date and a moment to come, as they are typed.
func exampleDates(now time.Time) string {
	day := now.AddDate(0, 0, 6).Format(time.DateOnly)
	return day + ", or " + day + " 14:00"
}

// View asks until when.
func (p *snoozePrompt) View(s *screen, _ int) []styles.Line {
	w, now := s.width, s.now()
	lines := []styles.Line{styles.Join(draw.Words(styles.RoleTitle, " Snooze  "), styles.Line{{Text: s.th.Label(p.subject), Role: styles.RoleTitle}}).Fit(w), nil}
	for i, text := range []string{snoozeHour, snoozeTomorrow} {
		until, err := model.ParseUntil(text, now)
		if err == nil {
			lines = append(lines, styles.Join(draw.Words(styles.RoleKey, fmt.Sprintf(" %d  ", i+1)), draw.Words(styles.RolePlain, "until "+board.UntilWords(now, until))))
		}
	}
	date := draw.Words(styles.RolePlain, "until another time")
	if p.typing {
		head, tail := s.typed(p.input)
		date = styles.Join(draw.Words(styles.RolePlain, "until "), styles.Line{{Text: s.th.Show(head + tail), Role: styles.RoleTitle}})
	}
	lines = append(lines, styles.Join(draw.Words(styles.RoleKey, " 3  "), date).Fit(w))
	if p.typing {
		lines = append(lines, draw.Prefixed(draw.Sentence(styles.RoleMuted, "30m, 2d, tomorrow, "+exampleDates(now), max(1, w-4)), "    ", styles.RoleMuted)...)
	}
	lines = append(lines, nil)
	return append(lines, draw.Prefixed(draw.Sentence(styles.RoleMuted, "It wakes earlier when its text changes or more waits for it. Nothing in the vault changes.", max(1, w-1)), " ", styles.RoleMuted)...)
}
