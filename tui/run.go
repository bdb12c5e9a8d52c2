package tui

import (
	"context"
	"errors"
	"fmt"
	"io"
	"strings"

	tea "github.com/charmbracelet/bubbletea"
	"github.com/charmbracelet/x/ansi"

	"coldstart/styles"
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
	p := tea.NewProgram(painted{root(vaults, o), &painter{out: out}}, how...)
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
		return m.feed.visit.failed
	case *several:
		return m.apps[m.at].feed.visit.failed
	}
	return nil
}

func root(vaults []Vault, o Options) tea.Model {
	if len(vaults) == 1 {
		o.Notice, o.Dir = vaults[0].Notice, vaults[0].Dir
		return New(vaults[0].Store, o)
	}
	return newSeveral(vaults, o)
}

// painter draws each frame as it comes, and of it only the lines that are other than
// before. Bubble Tea's renderer looks for a new frame on a ticker: to be quick it has to
// look a hundred times a second, which takes some 2 % of a processor for a screen on
// which nothing moves, and a key still waits for the next look. So it looks once a second
// here (lazyFPS) and finds on the terminal what it would draw; that terminal it goes on to
// prepare and to give back.
type painter struct {
	out io.Writer
	// width is that of the terminal, zero while nobody knows.
	width int
	// last is what stands on the terminal, nil when nobody knows.
	last []string
}

// lazyFPS is how often Bubble Tea's renderer looks for a frame, a second.
const lazyFPS = 1

// resize forgets what stands on the terminal, which another program may have had.
func (p *painter) resize(width int) { p.width, p.last = width, nil }

// paint draws a frame. A terminal that is gone ends the program in other ways.
func (p *painter) paint(view string) {
	if p.width == 0 {
		return
	}
	var b strings.Builder
	lines := strings.Split(view, "\n")
	if p.last == nil {
		b.WriteString(ansi.EraseEntireScreen)
	}
	for i, line := range lines {
		line = ansi.Truncate(line, p.width, "")
		lines[i] = line
		if i < len(p.last) && p.last[i] == line {
			continue
		}
		b.WriteString(ansi.CursorPosition(1, i+1) + line)
		// Behind a full line the cursor still stands on its last cell.
		if ansi.StringWidth(line) < p.width {
			b.WriteString(ansi.EraseLineRight)
		}
	}
	if len(lines) < len(p.last) {
		b.WriteString(ansi.CursorPosition(1, len(lines)+1) + ansi.EraseScreenBelow)
	}
	p.last = lines
	if b.Len() > 0 {
		_, _ = io.WriteString(p.out, b.String())
	}
}

// painted is a screen that a painter draws.
type painted struct {
	tea.Model
	on *painter
}

// Update hands the message on.
func (m painted) Update(msg tea.Msg) (tea.Model, tea.Cmd) {
	if size, ok := msg.(tea.WindowSizeMsg); ok {
		m.on.resize(size.Width)
	}
	next, cmd := m.Model.Update(msg)
	return painted{next, m.on}, cmd
}

// View gives the frame to the painter: Bubble Tea asks for it once behind each message.
func (m painted) View() string {
	view := m.Model.View()
	m.on.paint(view)
	return view
}

// titled names the vault in the title of the window until done is called.
func titled(th *styles.Theme, vaults []Vault, out io.Writer) (done func()) {
	name := fmt.Sprintf("%d vaults", len(vaults))
	if len(vaults) == 1 {
		name = vaults[0].Name
	}
	show, restore := th.WindowTitle(name)
	// What cannot be written to will not show the screen either, and that is told.
	_, _ = io.WriteString(out, show)
	return func() { _, _ = io.WriteString(out, restore) }
}
