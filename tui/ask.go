package tui

import (
	"fmt"
	"time"

	"github.com/charmbracelet/bubbles/key"
	tea "github.com/charmbracelet/bubbletea"

	"coldstart/styles"
	"coldstart/tui/draw"
	"coldstart/tui/keys"
)

// askRun asks whether the words of one of the operator's own actions may run.
type askRun struct {
	id    int
	own   int
	name  string
	words []string
	dir   string
	// armed is true once the quiet time is over, arming numbers these; top and seen are the
	// first line on screen and the one behind the last that was.
	armed     bool
	arming    int
	top, seen int
}

// arm starts a new quiet time.
func (q *askRun) arm(s *screen) tea.Cmd {
	q.armed = false
	q.arming++
	msg := armedMsg{dialog: q.id, arming: q.arming}
	return s.wait(quietTime, func(time.Time) tea.Msg { return msg })
}

// Hear ends the quiet time, and notes what was on screen.
func (q *askRun) Hear(s *screen, msg tea.Msg) tea.Cmd {
	switch msg := msg.(type) {
	case armedMsg:
		q.armed = q.armed || msg.dialog == q.id && msg.arming == q.arming
	case wheelMsg:
		q.top += int(msg)
	case settledMsg:
		q.keepInView(s)
	}
	return nil
}

// Key answers. As in a decision only a single y means yes, once all words were on
// screen.
func (q *askRun) Key(s *screen, msg tea.KeyMsg) tea.Cmd {
	page := max(1, s.Rows()-1)
	single := !msg.Paste && len(msg.Runes) <= 1
	switch {
	case key.Matches(msg, s.keys.Back), single && key.Matches(msg, s.keys.Quit):
		s.Close(q)
		s.Say(styles.RoleMuted, "Nothing was run.")
		return nil
	case single && key.Matches(msg, s.keys.Up):
		q.top--
	case single && key.Matches(msg, s.keys.Down):
		q.top++
	case key.Matches(msg, s.keys.PageUp):
		q.top -= page
	case key.Matches(msg, s.keys.PageDown):
		q.top += page
	case single && key.Matches(msg, s.keys.Yes):
		switch {
		case s.small() || q.seen < len(q.lines(s, s.width)):
			s.Say(styles.RoleWarn, "Not yet: not all of it was on screen.")
		case !q.armed:
			s.Say(styles.RoleWarn, "Not yet: wait a moment.")
		case s.CannotRun(q.own) != "":
			s.Say(styles.RoleWarn, "Not now: "+s.CannotRun(q.own)+".")
		default:
			s.Close(q)
			return s.Run(q.own, q.words)
		}
		return q.arm(s)
	default:
		s.Say(styles.RoleMuted, "Only y runs it; esc leaves it.")
		return q.arm(s)
	}
	return nil
}

// keepInView puts the window over the text again and notes what was on screen.
func (q *askRun) keepInView(s *screen) {
	lines, h := len(q.lines(s, s.width)), s.Rows()
	q.top = max(0, min(q.top, lines-h))
	if !s.small() && q.top <= q.seen {
		q.seen = max(q.seen, min(lines, q.top+h))
	}
}

// lines are the program and its arguments, each on a line of its own.
func (q *askRun) lines(s *screen, w int) []styles.Line {
	lines := []styles.Line{draw.Words(styles.RoleTitle, " Run  "+q.name).Fit(w)}
	for i, word := range q.words {
		label := " program     "
		if i > 0 {
			// Numbers tell where one ends that takes several rows.
			label = fmt.Sprintf(" argument %-3d", i)
		}
		lines = append(lines, draw.Prefixed(draw.Wrapped(s.th.Show(word), styles.RolePlain, max(1, w-len(label))), label, styles.RoleMuted)...)
	}
	lines = append(lines, draw.Prefixed(draw.Wrapped(s.th.Show(q.dir), styles.RolePlain, max(1, w-13)), " in          ", styles.RoleMuted)...)
	return append(lines, draw.Prefixed(draw.Sentence(styles.RoleMuted, "Each argument is handed over as it stands here.", max(1, w-1)), " ", styles.RoleMuted)...)
}

// View is the part of it in the window.
func (q *askRun) View(s *screen, h int) []styles.Line {
	return draw.Between(q.lines(s, s.width), q.top, h)
}

// Place says how far it was read.
func (q *askRun) Place(s *screen) styles.Line {
	return draw.OfLines(q.top, s.Rows(), len(q.lines(s, s.width)))
}

// Hints are the keys that do something.
func (q *askRun) Hints(s *screen) []draw.Hint {
	leave := draw.Hint{Key: "esc", Does: "leave it"}
	if q.seen < len(q.lines(s, s.width)) {
		return []draw.Hint{{Key: keys.Of(s.keys.PageDown), Does: "read the rest"}, leave}
	}
	return []draw.Hint{{Key: "y", Does: "run it"}, leave}
}
