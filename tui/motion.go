package tui

import (
	"slices"
	"time"

	tea "github.com/charmbracelet/bubbletea"

	"coldstart/model"
	"coldstart/styles"
	"coldstart/tui/list"
)

// Nothing moves by itself but what is listed here, and only where Options.Motion is set: the
// mark of a session that runs now, while the terminal has the focus, and rows that were just
// written, which glow once.
type motion struct {
	on bool
	// blurred is true while the terminal says that another window has the focus.
	blurred bool
	// ticking is true while a beat is on its way; raised is every other second.
	ticking, raised bool
	// written are the paths that a decision just wrote, until glow ends; count numbers the
	// glows, so that an older one ends nothing.
	written map[string]bool
	count   int
}

const (
	beat    = time.Second
	glowing = 700 * time.Millisecond
	// rowGlow is the strength of the light behind a row that was written.
	rowGlow = 0.8
)

type beatMsg struct{}

type glownMsg struct{ count int }

// keepBeating asks for the next beat while a running session is on screen.
func (a *App) keepBeating() tea.Cmd {
	m := &a.motion
	if !m.on || m.blurred || m.ticking || !a.showsRunning() {
		return nil
	}
	m.ticking = true
	return a.wait(beat, func(time.Time) tea.Msg { return beatMsg{} })
}

func (beatMsg) reach(a *App) tea.Cmd {
	a.motion.ticking = false
	a.motion.raised = !a.motion.raised && a.showsRunning()
	return nil
}

// showsRunning reports whether a row on screen is a session that runs now.
func (a *App) showsRunning() bool {
	if !a.feed.loaded || a.detail != nil || a.over.Top() != nil {
		return false
	}
	l := a.list()
	from, to := l.Span(a.listHeight())
	return slices.ContainsFunc(l.Shown(from, to), runs)
}

func runs(r list.Row) bool {
	return (r.Ref.Kind == model.KindSession || r.Ref.Kind == model.KindTranscript) && r.Mark == styles.MarkActive
}

// markOf is the mark of a row as it is drawn now.
func (a *App) markOf(r list.Row) styles.Text {
	if a.motion.raised && runs(r) {
		return a.th.Symbol(styles.SymHere)
	}
	return a.th.MarkSymbol(r.Mark)
}

// glow lights the rows of the files that a decision wrote.
func (a *App) glow(changes []model.Change) tea.Cmd {
	m := &a.motion
	if !m.on || len(changes) == 0 {
		return nil
	}
	m.count++
	m.written = map[string]bool{}
	for _, c := range changes {
		m.written[c.Path], m.written[c.To] = true, true
	}
	delete(m.written, "")
	done := glownMsg{m.count}
	return a.wait(glowing, func(time.Time) tea.Msg { return done })
}

func (msg glownMsg) reach(a *App) tea.Cmd {
	if msg.count == a.motion.count {
		a.motion.written = nil
	}
	return nil
}

// lit lays the light of a written row behind it.
func (a *App) lit(r list.Row, line styles.Line, w int) styles.Line {
	if !a.motion.written[r.Ref.Path] {
		return line
	}
	// The last cell is for the place in what scrolls.
	return line.Lit(styles.Light{Right: w - 2, Strength: rowGlow}, w-1)
}
