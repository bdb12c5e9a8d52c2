package tui

import (
	"fmt"
	"time"

	"github.com/charmbracelet/bubbles/key"
	tea "github.com/charmbracelet/bubbletea"

	"coldstart/styles"
	"coldstart/tui/draw"
)

// askedRun asks whether the words of one of the operator's own actions may run.
type askedRun struct {
	id    int
	own   Action
	words []string
	// armed is true once the quiet time is over, arming numbers these; top and seen are the
	// first line on screen and the one behind the last that was.
	armed     bool
	arming    int
	top, seen int
}

// askArmed starts a new quiet time.
func (a *App) askArmed() tea.Cmd {
	a.asking.armed = false
	a.asking.arming++
	msg := armedMsg{dialog: a.asking.id, arming: a.asking.arming}
	return a.wait(quietTime, func(time.Time) tea.Msg { return msg })
}

// gotArmed ends the quiet time of what is asked now.
func (a *App) gotArmed(msg armedMsg) {
	if q := a.asking; q != nil && q.id == msg.dialog && q.arming == msg.arming {
		q.armed = true
	}
	if a.dialog != nil && a.dialog.id == msg.dialog {
		a.dialog.arm(msg.arming)
	}
}

// askKey answers. As in a decision only a single y means yes, once all words were on
// screen.
func (a *App) askKey(msg tea.KeyMsg) tea.Cmd {
	q, page := a.asking, max(1, a.bodyHeight()-1)
	single := !msg.Paste && len(msg.Runes) <= 1
	switch {
	case key.Matches(msg, a.keys.Back), single && key.Matches(msg, a.keys.Quit):
		a.asking = nil
		a.say(styles.RoleMuted, "Nothing was run.")
		return nil
	case single && key.Matches(msg, a.keys.Up):
		q.top--
	case single && key.Matches(msg, a.keys.Down):
		q.top++
	case key.Matches(msg, a.keys.PageUp):
		q.top -= page
	case key.Matches(msg, a.keys.PageDown):
		q.top += page
	case single && key.Matches(msg, a.keys.Yes):
		switch {
		case a.tooSmall() || q.seen < len(a.askLines(a.width)):
			a.say(styles.RoleWarn, "Not yet: not all of it was on screen.")
		case !q.armed:
			a.say(styles.RoleWarn, "Not yet: wait a moment.")
		case a.cannotRun(q.own) != "":
			a.say(styles.RoleWarn, "Not now: "+a.cannotRun(q.own)+".")
		default:
			a.asking = nil
			return a.runOwn(q.own, q.words)
		}
		return a.askArmed()
	default:
		a.say(styles.RoleMuted, "Only y runs it; esc leaves it.")
		return a.askArmed()
	}
	return nil
}

// keepAskInView puts the window over the text again and notes what was on screen.
func (a *App) keepAskInView() {
	q, lines, h := a.asking, len(a.askLines(a.width)), a.bodyHeight()
	q.top = max(0, min(q.top, lines-h))
	if !a.tooSmall() && q.top <= q.seen {
		q.seen = max(q.seen, min(lines, q.top+h))
	}
}

// askLines are the program and its arguments, each on a line of its own.
func (a *App) askLines(w int) []styles.Line {
	q := a.asking
	lines := []styles.Line{draw.Words(styles.RoleTitle, " Run  "+q.own.Name).Fit(w)}
	for i, word := range q.words {
		label := " program     "
		if i > 0 {
			// Numbers tell where one ends that takes several rows.
			label = fmt.Sprintf(" argument %-3d", i)
		}
		lines = append(lines, draw.Prefixed(draw.Wrapped(a.th.Show(word), styles.RolePlain, max(1, w-len(label))), label, styles.RoleMuted)...)
	}
	lines = append(lines, draw.Prefixed(draw.Wrapped(a.th.Show(a.dir), styles.RolePlain, max(1, w-13)), " in          ", styles.RoleMuted)...)
	return append(lines, draw.Prefixed(draw.Sentence(styles.RoleMuted, "Each argument is handed over as it stands here.", max(1, w-1)), " ", styles.RoleMuted)...)
}
