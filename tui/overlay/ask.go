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

// Ask shows a text and asks for a yes to it.
type Ask struct {
	ID int
	// Text is what is asked about, in w cells.
	Text func(th *styles.Theme, w int) []styles.Line
	// Verb is what a yes does, as in "run it", Only says that nothing else does, and No what is
	// said without one.
	Verb, Only, No string
	// Cannot is why a yes cannot be said now, empty where it can; Yes does it.
	Cannot func() string
	Yes    func() tea.Cmd
	// armed is true after the quiet time, arming numbers these; top is the first line on
	// screen, and the first seen lines were on screen.
	armed     bool
	arming    int
	top, seen int
	yes       loneYes
}

// Arm starts a new quiet time.
func (r *Ask) Arm(s *Screen) tea.Cmd {
	r.armed = false
	r.arming++
	msg := ArmedMsg{Dialog: r.ID, Arming: r.arming}
	return s.Wait(QuietTime, func(time.Time) tea.Msg { return msg })
}

// Hear ends the quiet time, and notes what was on screen.
func (r *Ask) Hear(s *Screen, msg tea.Msg) tea.Cmd {
	switch msg := msg.(type) {
	case aloneMsg:
		if r.yes.counts(r.ID, msg) {
			s.Close(r)
			return r.Yes()
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

// Key does it after a single typed y, once all lines were on screen.
func (r *Ask) Key(s *Screen, msg tea.KeyMsg) tea.Cmd {
	if r.yes.spoilt(s) {
		return r.Arm(s)
	}
	page := max(1, s.Rows()-1)
	single := !msg.Paste && len(msg.Runes) <= 1
	switch {
	case key.Matches(msg, s.Keys.Back), single && key.Matches(msg, s.Keys.Quit):
		s.Close(r)
		s.Say(styles.RoleMuted, r.No)
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
		case s.small() || r.seen < len(r.Text(s.Th, s.Width)):
			s.Say(styles.RoleWarn, "Read to the end before you approve.")
		case !r.armed:
			s.Say(styles.RoleWarn, "Too early. Press it again.")
		case r.Cannot() != "":
			s.Say(styles.RoleWarn, "Not now: "+r.Cannot()+".")
		default:
			return r.yes.wait(s, r.ID)
		}
		return r.Arm(s)
	default:
		s.Say(styles.RoleMuted, r.Only)
		return r.Arm(s)
	}
	return nil
}

// Decides is true for the key that says yes.
func (r *Ask) Decides(key string) bool { return key == "y" }

// keepInView keeps the scroll position in the text and notes what was on screen.
func (r *Ask) keepInView(s *Screen) {
	lines, h := len(r.Text(s.Th, s.Width)), s.Rows()
	r.top = max(0, min(r.top, lines-h))
	if !s.small() && r.top <= r.seen {
		r.seen = max(r.seen, min(lines, r.top+h))
	}
}

// View is the part in the window.
func (r *Ask) View(s *Screen, h int) []styles.Line {
	return draw.Between(r.Text(s.Th, s.Width), r.top, h)
}

// Place is the scroll position.
func (r *Ask) Place(s *Screen) styles.Line {
	return draw.OfLines(r.top, s.Rows(), len(r.Text(s.Th, s.Width)))
}

// Hints are the keys that do something.
func (r *Ask) Hints(s *Screen) []draw.Hint {
	leave := draw.Hint{Key: "esc", Does: "cancel"}
	if r.seen < len(r.Text(s.Th, s.Width)) {
		return []draw.Hint{{Key: keys.Of(s.Keys.PageDown), Does: "read the rest"}, leave}
	}
	return []draw.Hint{{Key: "y", Does: r.Verb}, leave}
}

// RunText is a program with its arguments, one a line, and where it runs.
func RunText(th *styles.Theme, name, dir string, words []string, w int) []styles.Line {
	lines := []styles.Line{draw.Words(styles.RoleTitle, " Run  "+name).Fit(w)}
	for i, word := range words {
		label := " program     "
		if i > 0 {
			// Numbers tell arguments of several rows apart.
			label = fmt.Sprintf(" argument %-3d", i)
		}
		lines = append(lines, draw.Prefixed(draw.Wrapped(th.Show(word), styles.RolePlain, max(1, w-len(label))), label, styles.RoleMuted)...)
	}
	lines = append(lines, draw.Prefixed(draw.Wrapped(th.Show(dir), styles.RolePlain, max(1, w-13)), " in          ", styles.RoleMuted)...)
	return append(lines, draw.Prefixed(draw.Sentence(styles.RoleMuted, "Each argument is passed as shown.", max(1, w-1)), " ", styles.RoleMuted)...)
}
