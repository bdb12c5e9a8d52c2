package tui

import (
	"time"

	tea "github.com/charmbracelet/bubbletea"

	"coldstart/model"
	"coldstart/styles"
	"coldstart/tui/list"
)

// Nothing moves by itself on a page but rows that were just written, which glow once, and they only
// where Options.Motion is set.
type motion struct {
	on bool
	// written are the paths that a decision just wrote, until glow ends; count numbers the
	// glows, so that an older one ends nothing.
	written map[string]bool
	count   int
}

const (
	glowing = 700 * time.Millisecond
	// rowGlow is the strength of the light behind a row that was written.
	rowGlow = 0.8
)

type glownMsg struct{ count int }

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

func (a *App) gotGlown(msg glownMsg) {
	if msg.count == a.motion.count {
		a.motion.written = nil
	}
}

// lit lays the light of a written row behind it.
func (a *App) lit(r list.Row, line styles.Line, w int) styles.Line {
	if !a.motion.written[r.Ref.Path] {
		return line
	}
	// The last cell is for the place in what scrolls.
	return line.Lit(styles.Light{Right: w - 2, Strength: rowGlow}, w-1)
}
