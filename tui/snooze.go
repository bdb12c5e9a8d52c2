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
)

// snoozePrompt asks until when a row rests. Typing is true while a date is typed.
type snoozePrompt struct {
	ref     model.Ref
	subject string
	typing  bool
	input   textinput.Model
}

// resting finds the row of ref among those that rest.
func (b *board) resting(ref model.Ref) (model.Resting, bool) {
	i := slices.IndexFunc(b.snoozed, func(r model.Resting) bool { return r.Ref == ref })
	if i < 0 {
		return model.Resting{}, false
	}
	return b.snoozed[i], true
}

func canSnooze(a *App) string {
	ref, ok := a.subject()
	if !ok {
		return "nothing is selected"
	}
	if _, ok := a.board.resting(ref); ok || slices.ContainsFunc(a.board.queue, func(n model.Attention) bool { return n.Ref == ref }) {
		return ""
	}
	return "this does not need you"
}

func snoozeName(a *App) string {
	ref, _ := a.subject()
	if _, ok := a.board.resting(ref); ok {
		return "wake"
	}
	return a.keys.snooze.Help().Desc
}

// startSnooze asks until when, or wakes what rests.
func startSnooze(a *App) tea.Cmd {
	ref, _ := a.subject()
	if r, ok := a.board.resting(ref); ok {
		s, now := a.store, a.now()
		return func() tea.Msg {
			err := s.Wake(context.Background(), ref, now)
			return keptMsg{"Awake: " + r.What + ".", err}
		}
	}
	i := slices.IndexFunc(a.board.queue, func(n model.Attention) bool { return n.Ref == ref })
	a.snoozing = &snoozePrompt{ref: ref, subject: a.board.queue[i].What}
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
	case key.Matches(msg, a.keys.back), !p.typing && key.Matches(msg, a.keys.quit):
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
	z, ok := a.board.snapshot.Snooze(ref, until)
	if !ok {
		a.say(styles.RoleWarn, "This does not need you any more.")
		return nil
	}
	z.At = a.now()
	s, said := a.store, fmt.Sprintf("Snoozed until %s. %s shows what is snoozed.", untilWords(a.now(), until), keyOf(a.keys.snoozed))
	return func() tea.Msg { return keptMsg{said, s.Snooze(context.Background(), z)} }
}

// untilWords names a time to come, today by its clock only.
func untilWords(now, until time.Time) string {
	until = until.In(now.Location())
	if until.Format(time.DateOnly) == now.Format(time.DateOnly) {
		return until.Format("15:04")
	}
	return until.Format("2006-01-02 15:04")
}

// exampleDates are a date and a moment to come, as they are typed.
func exampleDates(now time.Time) string {
	day := now.AddDate(0, 0, 6).Format(time.DateOnly)
	return day + ", or " + day + " 14:00"
}

// viewSnooze asks until when.
func (a *App) viewSnooze(w int) []styles.Line {
	p, now := a.snoozing, a.now()
	lines := []styles.Line{styles.Join(words(styles.RoleTitle, " Snooze  "), styles.Line{{Text: a.th.Label(p.subject), Role: styles.RoleTitle}}).Fit(w), nil}
	for i, text := range []string{snoozeHour, snoozeTomorrow} {
		until, err := model.ParseUntil(text, now)
		if err == nil {
			lines = append(lines, styles.Join(words(styles.RoleKey, fmt.Sprintf(" %d  ", i+1)), words(styles.RolePlain, "until "+untilWords(now, until))))
		}
	}
	date := words(styles.RolePlain, "until another time")
	if p.typing {
		value := []rune(p.input.Value())
		at := min(p.input.Position(), len(value))
		typed := string(value[:at]) + a.th.Symbol(styles.SymVertical).String() + string(value[at:])
		date = styles.Join(words(styles.RolePlain, "until "), styles.Line{{Text: a.th.Show(typed), Role: styles.RoleTitle}})
	}
	lines = append(lines, styles.Join(words(styles.RoleKey, " 3  "), date).Fit(w))
	if p.typing {
		lines = append(lines, prefixed(sentence(styles.RoleMuted, "30m, 2d, tomorrow, "+exampleDates(now), max(1, w-4)), "    ", styles.RoleMuted)...)
	}
	lines = append(lines, nil)
	return append(lines, prefixed(sentence(styles.RoleMuted, "It wakes earlier when its text changes or more waits for it. Nothing in the vault changes.", max(1, w-1)), " ", styles.RoleMuted)...)
}

// snoozedRows are what rests, for the end of Home.
func snoozedRows(b *board) []row {
	var rows []row
	for _, r := range b.snoozed {
		rows = append(rows, row{
			ref: r.Ref, mark: b.markOf(r.Ref, attentionMark(r.Attention)), what: r.What, why: "until " + untilWords(b.snapshot.At, r.Until),
			since: r.Since, section: fmt.Sprintf("Snoozed: %d", len(b.snoozed)), words: r.Who,
		})
	}
	return rows
}

// rest tells the pages what of theirs rests: it counts no more, and its row says so.
func (b *board) rest() {
	for _, r := range b.snoozed {
		for i := range b.rows {
			at := slices.IndexFunc(b.rows[i], func(own row) bool { return own.ref == r.Ref })
			if i == homePage || at < 0 {
				continue
			}
			b.needs[i] = max(0, b.needs[i]-1)
			b.rows[i][at].why = "snoozed until " + untilWords(b.snapshot.At, r.Until)
		}
	}
}

func canShowSnoozed(a *App) string {
	if len(a.board.snoozed) == 0 {
		return "nothing is snoozed"
	}
	return notInDetail(a)
}

// showSnoozed opens Home with what rests at its end, or takes that away again and puts
// the cursor back.
func showSnoozed(a *App) tea.Cmd {
	if a.resting && a.page == homePage {
		a.resting = false
		if r, ok := a.list().current(); ok && !slices.ContainsFunc(a.board.rows[homePage], func(own row) bool { return own.ref == r.ref }) {
			a.list().to(a.unrested)
		}
		a.setRows(homePage)
		return a.preview()
	}
	was, _ := a.lists[homePage].current()
	a.resting, a.unrested = true, was.ref
	a.openPage(homePage)
	a.setRows(homePage)
	return a.seek(a.board.snoozed[0].Ref)
}

func showSnoozedName(a *App) string {
	if a.resting && a.page == homePage {
		return "hide snoozed"
	}
	return a.keys.snoozed.Help().Desc
}
