package confirm

import (
	"fmt"
	"time"

	"github.com/charmbracelet/bubbles/key"
	tea "github.com/charmbracelet/bubbletea"

	"coldstart/model"
	"coldstart/styles"
	"coldstart/tui/draw"
	"coldstart/tui/keys"
	"coldstart/tui/list"
	"coldstart/tui/overlay"
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
	// guard says when a yes counts; all is how many lines there are to read.
	guard Guard
	all   int
	// asks is the overlay to close: this question, or the one that contains it.
	asks overlay.Overlay
	list.Scroller
}

// Arm begins to ask. No file is read that could change.
func (r *Ask) Arm(s *overlay.Screen) tea.Cmd {
	if r.asks == nil {
		r.asks = r
	}
	r.guard = r.guard.Begin(Question{}).Looked(model.Fingerprint{}, nil)
	return r.rest(s)
}

// disarm begins a new quiet time. A yes that waits is not alone any more.
func (r *Ask) disarm(s *overlay.Screen) tea.Cmd {
	var why Reason
	if r.guard, why = r.guard.Key(); why != None {
		return r.refuse(s, why)
	}
	r.guard = r.guard.Rest()
	return r.rest(s)
}

func (r *Ask) rest(s *overlay.Screen) tea.Cmd {
	msg := ArmedMsg{Dialog: r.ID, Arming: r.guard.Quiet()}
	return s.Wait(QuietTime, func(time.Time) tea.Msg { return msg })
}

// refuse says why a yes does not count.
func (r *Ask) refuse(s *overlay.Screen, why Reason) tea.Cmd {
	words := "Read to the end first."
	switch why {
	case Held:
		words = "Unavailable: " + r.Cannot() + "."
	case Quick:
		words = "Too early. Press it again."
	case Joined:
		words = severalKeys
	}
	s.Say(styles.RoleWarn, words)
	return r.rest(s)
}

// Hear ends the quiet time, and notes what was on screen.
func (r *Ask) Hear(s *overlay.Screen, msg tea.Msg) tea.Cmd {
	switch msg := msg.(type) {
	case aloneMsg:
		return r.gotAlone(s, msg)
	case ArmedMsg:
		if msg.Dialog == r.ID {
			r.guard = r.guard.Rested(msg.Arming)
		}
	case overlay.WheelMsg:
		r.By(int(msg), s.Rows(), r.all)
	case overlay.SettledMsg:
		r.keepInView(s)
	}
	return nil
}

// gotAlone does it, unless something came up meanwhile.
func (r *Ask) gotAlone(s *overlay.Screen, msg aloneMsg) tea.Cmd {
	if msg.dialog != r.ID {
		return nil
	}
	next, why := r.guard.Hold(r.Cannot() != "").Counts(msg.yes)
	switch r.guard = next; why {
	case None:
		s.Close(r.asks)
		return r.Yes()
	case Late:
		return nil
	}
	return r.refuse(s, why)
}

// Key does it after a single typed y, once all lines were on screen.
func (r *Ask) Key(s *overlay.Screen, msg tea.KeyMsg) tea.Cmd {
	var why Reason
	if r.guard, why = r.guard.Key(); why != None {
		return r.refuse(s, why)
	}
	single := !msg.Paste && len(msg.Runes) <= 1
	switch {
	case key.Matches(msg, s.Keys[keys.Back]), single && key.Matches(msg, s.Keys[keys.Quit]):
		s.Close(r.asks)
		s.Say(styles.RoleMuted, r.No)
		return nil
	case single && r.Scroller.Key(s.Keys, msg, s.Rows()-1, r.all):
	case single && key.Matches(msg, s.Keys[keys.Yes]):
		if r.guard, why = r.guard.Hold(r.Cannot() != "").Yes(); why != None {
			return r.refuse(s, why)
		}
		return alone(s, r.ID, r.guard)
	default:
		s.Say(styles.RoleMuted, r.Only)
		r.guard = r.guard.Rest()
		return r.rest(s)
	}
	return nil
}

// Decides is true for the key that says yes.
func (r *Ask) Decides(key string) bool { return key == "y" }

// keepInView keeps the scroll position in the text and notes what was on screen.
func (r *Ask) keepInView(s *overlay.Screen) {
	all, h := len(r.Text(s.Th, s.Width)), s.Rows()
	if all != r.all {
		r.all, r.guard = all, r.guard.Laid(make([]bool, all))
	}
	r.By(0, h, all)
	r.guard = r.guard.Show(s.Small(), false).Saw(r.Top, r.Top+h)
}

// View is the part in the window.
func (r *Ask) View(s *overlay.Screen, h int) []styles.Line {
	return r.Lines(r.Text(s.Th, s.Width), h)
}

// Place is the scroll position.
func (r *Ask) Place(s *overlay.Screen) styles.Line {
	return r.Scroller.Place(s.Rows(), r.all)
}

// Hints are the keys that do something.
func (r *Ask) Hints(s *overlay.Screen) []draw.Hint {
	leave := draw.Hint{Key: "esc", Does: "cancel"}
	if !r.guard.IsRead() {
		return []draw.Hint{{Key: keys.Of(s.Keys[keys.PageDown]), Does: "read on"}, leave}
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
