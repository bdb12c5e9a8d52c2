package tui

import (
	"context"
	"fmt"
	"slices"
	"time"

	"github.com/charmbracelet/bubbles/key"
	"github.com/charmbracelet/bubbles/textinput"
	tea "github.com/charmbracelet/bubbletea"

	"coldstart/model"
	"coldstart/styles"
	"coldstart/tui/board"
	"coldstart/tui/draw"
	"coldstart/tui/keys"
	"coldstart/tui/list"
)

// snoozePrompt asks until when a row rests. Typing is true while a date is typed.
type snoozePrompt struct {
	ref     model.Ref
	subject string
	typing  bool
	input   textinput.Model
}

func canSnooze(a *App) string {
	ref, ok := a.subject()
	if !ok {
		return "nothing is selected"
	}
	if _, ok := a.board.Resting(ref); ok || slices.ContainsFunc(a.board.Queue, func(n model.Attention) bool { return n.Ref == ref }) {
		return ""
	}
	return "this does not need you"
}

func snoozeName(a *App) string {
	ref, _ := a.subject()
	if _, ok := a.board.Resting(ref); ok {
		return "wake"
	}
	return a.keys.Snooze.Help().Desc
}

// startSnooze asks until when, or wakes what rests.
func startSnooze(a *App) tea.Cmd {
	ref, _ := a.subject()
	if r, ok := a.board.Resting(ref); ok {
		s, now := a.store, a.now()
		return func() tea.Msg {
			err := s.Wake(context.Background(), ref, now)
			return keptMsg{"Awake: " + r.What + ".", err}
		}
	}
	i := slices.IndexFunc(a.board.Queue, func(n model.Attention) bool { return n.Ref == ref })
	a.snoozing = &snoozePrompt{ref: ref, subject: a.board.Queue[i].What}
	return nil
}

// The answers that are one key away.
const (
	snoozeHour     = "1h"
	snoozeTomorrow = "tomorrow"
)

func (a *App) snoozeKey(msg tea.KeyMsg) tea.Cmd {
	p := a.snoozing
	switch {
	case key.Matches(msg, a.keys.Back), !p.typing && key.Matches(msg, a.keys.Quit):
		a.snoozing = nil
		a.say(styles.RoleMuted, "Nothing was snoozed.")
	case p.typing && msg.Type == tea.KeyEnter:
		return a.snoozeUntil(p.input.Value())
	case p.typing:
		var cmd tea.Cmd
		p.input, cmd = p.input.Update(msg)
		return cmd
	case msg.String() == "1":
		return a.snoozeUntil(snoozeHour)
	case msg.String() == "2":
		return a.snoozeUntil(snoozeTomorrow)
	case msg.String() == "3":
		p.typing, p.input = true, lineInput()
	default:
		a.say(styles.RoleMuted, "1, 2 or 3; esc leaves it.")
	}
	return nil
}

// snoozeUntil puts the row to rest. It is bound to what the board was made from, so
// that nothing rests that nobody has looked at.
func (a *App) snoozeUntil(text string) tea.Cmd {
	until, err := model.ParseUntil(text, a.now())
	if err != nil {
		a.say(styles.RoleWarn, "Not a time to wait for: "+err.Error()+".")
		return nil
	}
	ref := a.snoozing.ref
	a.snoozing, a.detail = nil, nil
	z, ok := a.board.Snapshot.Snooze(ref, until)
	if !ok {
		a.say(styles.RoleWarn, "This does not need you any more.")
		return nil
	}
	z.At = a.now()
	s, said := a.store, fmt.Sprintf("Snoozed until %s. %s shows what is snoozed.", board.UntilWords(a.now(), until), keys.Of(a.keys.Snoozed))
	return func() tea.Msg { return keptMsg{said, s.Snooze(context.Background(), z)} }
}

// exampleDates are a date and a moment to come, as they are typed.
func exampleDates(now time.Time) string {
	day := now.AddDate(0, 0, 6).Format(time.DateOnly)
	return day + ", or " + day + " 14:00"
}

// viewSnooze asks until when.
func (a *App) viewSnooze(w int) []styles.Line {
	p, now := a.snoozing, a.now()
	lines := []styles.Line{styles.Join(draw.Words(styles.RoleTitle, " Snooze  "), styles.Line{{Text: a.th.Label(p.subject), Role: styles.RoleTitle}}).Fit(w), nil}
	for i, text := range []string{snoozeHour, snoozeTomorrow} {
		until, err := model.ParseUntil(text, now)
		if err == nil {
			lines = append(lines, styles.Join(draw.Words(styles.RoleKey, fmt.Sprintf(" %d  ", i+1)), draw.Words(styles.RolePlain, "until "+board.UntilWords(now, until))))
		}
	}
	date := draw.Words(styles.RolePlain, "until another time")
	if p.typing {
		value := []rune(p.input.Value())
		at := min(p.input.Position(), len(value))
		typed := string(value[:at]) + a.th.Symbol(styles.SymVertical).String() + string(value[at:])
		date = styles.Join(draw.Words(styles.RolePlain, "until "), styles.Line{{Text: a.th.Show(typed), Role: styles.RoleTitle}})
	}
	lines = append(lines, styles.Join(draw.Words(styles.RoleKey, " 3  "), date).Fit(w))
	if p.typing {
		lines = append(lines, draw.Prefixed(draw.Sentence(styles.RoleMuted, "30m, 2d, tomorrow, "+exampleDates(now), max(1, w-4)), "    ", styles.RoleMuted)...)
	}
	lines = append(lines, nil)
	return append(lines, draw.Prefixed(draw.Sentence(styles.RoleMuted, "It wakes earlier when its text changes or more waits for it. Nothing in the vault changes.", max(1, w-1)), " ", styles.RoleMuted)...)
}

func canShowSnoozed(a *App) string {
	if len(a.board.Snoozed) == 0 {
		return "nothing is snoozed"
	}
	return notInDetail(a)
}

// showSnoozed opens Home with what rests at its end, or takes that away again and puts
// the cursor back.
func showSnoozed(a *App) tea.Cmd {
	if a.resting && a.page == board.HomePage {
		a.resting = false
		if r, ok := a.list().Current(); ok && !slices.ContainsFunc(a.board.Rows[board.HomePage], func(own list.Row) bool { return own.Ref == r.Ref }) {
			a.list().To(a.unrested)
		}
		a.setRows(board.HomePage)
		return a.preview()
	}
	was, _ := a.lists[board.HomePage].Current()
	a.resting, a.unrested = true, was.Ref
	a.openPage(board.HomePage)
	a.setRows(board.HomePage)
	return a.seek(a.board.Snoozed[0].Ref)
}

func showSnoozedName(a *App) string {
	if a.resting && a.page == board.HomePage {
		return "hide snoozed"
	}
	return a.keys.Snoozed.Help().Desc
}
