package tui

import (
	"context"
	"errors"
	"fmt"
	"io"

	tea "github.com/charmbracelet/bubbletea"
)

// Run shows one vault, or a list of several to choose from, until the operator
// quits, and gives the terminal back. The end of ctx is an order to quit like any
// other: it waits for a write.
func Run(ctx context.Context, vaults []Vault, o Options, in io.Reader, out io.Writer) error {
	o.Clipboard.to = out
	how := []tea.ProgramOption{tea.WithAltScreen(),
		tea.WithInput(in), tea.WithOutput(out), tea.WithFPS(lazyFPS), tea.WithFilter(afterWriting)}
	if o.Mouse {
		how = append(how, tea.WithMouseCellMotion())
	}
	if o.WindowTitle {
		defer titled(o.Theme, vaults, out)()
	}
	p := tea.NewProgram(painted{screen(vaults, o), &painter{out: out}}, how...)
	stop := context.AfterFunc(ctx, func() { p.Send(leaveMsg{}) })
	defer stop()
	last, err := p.Run()
	if err != nil && !errors.Is(err, tea.ErrInterrupted) {
		return fmt.Errorf("showing the dashboard: %w", err)
	}
	return unkeptLook(last)
}

// unkeptLook is why what the operator saw was not written down, nil when it was.
func unkeptLook(m tea.Model) error {
	if p, ok := m.(painted); ok {
		m = p.Model
	}
	switch m := m.(type) {
	case *App:
		return m.glance.failed
	case *several:
		return m.apps[m.at].glance.failed
	}
	return nil
}

func screen(vaults []Vault, o Options) tea.Model {
	if len(vaults) == 1 {
		o.Notice, o.Dir = vaults[0].Notice, vaults[0].Dir
		return New(vaults[0].Store, o)
	}
	return newSeveral(vaults, o)
}
