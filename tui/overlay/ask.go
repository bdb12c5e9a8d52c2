package overlay

import (
	"fmt"
	"time"

	"github.com/charmbracelet/bubbles/key"
	tea "github.com/charmbracelet/bubbletea"

	"coldstart/styles"
	"coldstart/tui/draw"
	"coldstart/tui/keys"
)

// AskRun asks whether the words of one of the operator's own actions may run.
type AskRun struct {
	Id    int
	Own   int
	Name  string
	Words []string
	Dir   string
	// armed is true once the quiet time is over, arming numbers these; top and seen are the
	// first line on screen and the one behind the last that was.
	armed     bool
	arming    int
	top, seen int
}

// Arm starts a new quiet time.
func (q *AskRun) Arm(s *Screen) tea.Cmd {
	q.armed = false
	q.arming++
	msg := ArmedMsg{Dialog: q.Id, Arming: q.arming}
	return s.Wait(QuietTime, func(time.Time) tea.Msg { return msg })
}

// Hear ends the quiet time, and notes what was on screen.
func (q *AskRun) Hear(s *Screen, msg tea.Msg) tea.Cmd {
	switch msg := msg.(type) {
	case ArmedMsg:
		q.armed = q.armed || msg.Dialog == q.Id && msg.Arming == q.arming
	case WheelMsg:
		q.top += int(msg)
	case SettledMsg:
		q.keepInView(s)
	}
	return nil
}

// Key answers. As in a decision only a single y means yes, once all words were on
// screen.
func (q *AskRun) Key(s *Screen, msg tea.KeyMsg) tea.Cmd {
	page := max(1, s.Rows()-1)
	single := !msg.Paste && len(msg.Runes) <= 1
	switch {
	case key.Matches(msg, s.Keys.Back), single && key.Matches(msg, s.Keys.Quit):
		s.Close(q)
		s.Say(styles.RoleMuted, "Nothing was run.")
		return nil
	case single && key.Matches(msg, s.Keys.Up):
		q.top--
	case single && key.Matches(msg, s.Keys.Down):
		q.top++
	case key.Matches(msg, s.Keys.PageUp):
		q.top -= page
	case key.Matches(msg, s.Keys.PageDown):
		q.top += page
	case single && key.Matches(msg, s.Keys.Yes):
		switch {
		case s.small() || q.seen < len(q.lines(s, s.Width)):
			s.Say(styles.RoleWarn, "Not yet: not all of it was on screen.")
		case !q.armed:
			s.Say(styles.RoleWarn, "Not yet: wait a moment.")
		case s.CannotRun(q.Own) != "":
			s.Say(styles.RoleWarn, "Not now: "+s.CannotRun(q.Own)+".")
		default:
			s.Close(q)
			return s.Run(q.Own, q.Words)
		}
		return q.Arm(s)
	default:
		s.Say(styles.RoleMuted, "Only y runs it; esc leaves it.")
		return q.Arm(s)
	}
	return nil
}

// keepInView puts the window over the text again and notes what was on screen.
func (q *AskRun) keepInView(s *Screen) {
	lines, h := len(q.lines(s, s.Width)), s.Rows()
	q.top = max(0, min(q.top, lines-h))
	if !s.small() && q.top <= q.seen {
		q.seen = max(q.seen, min(lines, q.top+h))
	}
}

// lines are the program and its arguments, each on a line of its own.
func (q *AskRun) lines(s *Screen, w int) []styles.Line {
	lines := []styles.Line{draw.Words(styles.RoleTitle, " Run  "+q.Name).Fit(w)}
	for i, word := range q.Words {
		label := " program     "
		if i > 0 {
			// Numbers tell where one ends that takes several rows.
			label = fmt.Sprintf(" argument %-3d", i)
		}
		lines = append(lines, draw.Prefixed(draw.Wrapped(s.Th.Show(word), styles.RolePlain, max(1, w-len(label))), label, styles.RoleMuted)...)
	}
	lines = append(lines, draw.Prefixed(draw.Wrapped(s.Th.Show(q.Dir), styles.RolePlain, max(1, w-13)), " in          ", styles.RoleMuted)...)
	return append(lines, draw.Prefixed(draw.Sentence(styles.RoleMuted, "Each argument is handed over as it stands here.", max(1, w-1)), " ", styles.RoleMuted)...)
}

// View is the part of it in the window.
func (q *AskRun) View(s *Screen, h int) []styles.Line {
	return draw.Between(q.lines(s, s.Width), q.top, h)
}

// Place says how far it was read.
func (q *AskRun) Place(s *Screen) styles.Line {
	return draw.OfLines(q.top, s.Rows(), len(q.lines(s, s.Width)))
}

// Hints are the keys that do something.
func (q *AskRun) Hints(s *Screen) []draw.Hint {
	leave := draw.Hint{Key: "esc", Does: "leave it"}
	if q.seen < len(q.lines(s, s.Width)) {
		return []draw.Hint{{Key: keys.Of(s.Keys.PageDown), Does: "read the rest"}, leave}
	}
	return []draw.Hint{{Key: "y", Does: "run it"}, leave}
}
