package tui

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"strings"

	tea "github.com/charmbracelet/bubbletea"
	"github.com/charmbracelet/x/ansi"

	"coldstart/model"
	"coldstart/styles"
	"coldstart/tui/calling"
)

// Run shows one vault, or a list of several, until the operator quits or ctx ends. It never
// leaves in the middle of a write.
func Run(ctx context.Context, vaults []Vault, o Options, in io.Reader, out io.Writer) error {
	o.Clipboard.to = out
	how := []tea.ProgramOption{tea.WithAltScreen(),
		tea.WithInput(in), tea.WithOutput(out), tea.WithFPS(lazyFPS), tea.WithFilter(afterWriting)}
	if o.Mouse {
		how = append(how, tea.WithMouseCellMotion())
	}
	if o.Motion || o.Call.By != calling.Silent {
		how = append(how, tea.WithReportFocus())
	}
	if o.Call.Theme = o.Theme; o.WindowTitle {
		o.Call.Title = titleOf(vaults, o.Hosts)
		save, restore := styles.KeptTitle()
		// If this write fails, drawing the screen fails too, and that is reported.
		_, _ = io.WriteString(out, save+o.Theme.WindowTitle(o.Call.Title, 0))
		defer func() { _, _ = io.WriteString(out, restore) }()
	}
	p := tea.NewProgram(painted{Model: newRoot(vaults, o), on: &painter{out: out}}, how...)
	stop := context.AfterFunc(ctx, func() { p.Send(leaveMsg{}) })
	defer stop()
	last, err := p.Run()
	if err != nil && !errors.Is(err, tea.ErrInterrupted) {
		return fmt.Errorf("showing the dashboard: %w", err)
	}
	return atEnd(appsOf(last))
}

// NotKnown is what was decided on other machines, and of which the screen did not learn what became.
type NotKnown struct{ Left []LeftOpen }

// LeftOpen is such a decision, with the host, and the folder of the vault there.
type LeftOpen struct {
	Host, Dir string
	Decision  model.Decision
}

// Error names the decisions.
func (n NotKnown) Error() string {
	var each []string
	for _, l := range n.Left {
		each = append(each, l.Decision.Called()+" on "+l.Host)
	}
	return "it is unknown whether it was done: " + strings.Join(each, ", ")
}

// atEnd is what has to be said of vaults that are left: what nobody could tell yet, and why the last look
// at one could not be saved.
func atEnd(apps []*App) error {
	var open NotKnown
	var unkept error
	for _, a := range apps {
		unkept = cmp.Or(unkept, a.feed.visit.failed)
		for _, d := range a.write.unsettled {
			if a.isAway() {
				open.Left = append(open.Left, LeftOpen{a.away.host, a.away.dir, d})
			}
		}
	}
	if len(open.Left) > 0 {
		return open
	}
	return unkept
}

// appsOf are the vaults of a screen.
func appsOf(m tea.Model) []*App { return m.(interface{ vaults() []*App }).vaults() }

// painter draws a frame at once, and of it only the lines that changed. Bubble Tea's renderer polls for
// frames: 120 times a second it takes 1 % of a processor on a still screen, and a key waits for the next
// tick. So that renderer polls once a second (lazyFPS), sets the terminal up and restores it.
type painter struct {
	out io.Writer
	// width of the terminal, zero while unknown.
	width int
	// last is what the terminal shows, nil while unknown.
	last []string
}

const lazyFPS = 1

// resize forgets what the terminal shows; another program may have used it.
func (p *painter) resize(width int) { p.width, p.last = width, nil }

// paint draws a frame. Write errors are ignored: a lost terminal ends the program anyway.
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
		// After a full line the cursor is still on its last cell.
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

// write sends what moves no cursor, between two frames.
func (p *painter) write(sequences string) {
	if sequences != "" {
		_, _ = io.WriteString(p.out, sequences)
	}
}

// painted is a model whose frame is painted after each update.
type painted struct {
	tea.Model
	on *painter
	// frame is what was painted last.
	frame string
}

// Update passes the message on, and paints what comes of it.
func (m painted) Update(msg tea.Msg) (tea.Model, tea.Cmd) {
	if size, ok := msg.(tea.WindowSizeMsg); ok {
		m.on.resize(size.Width)
	}
	next, cmd := m.Model.Update(msg)
	frame := next.View()
	m.on.paint(frame)
	if w, ok := next.(interface{ write() string }); ok {
		m.on.write(w.write())
	}
	return painted{next, m.on, frame}, cmd
}

func (m painted) vaults() []*App { return appsOf(m.Model) }

// View is the frame that is on the screen.
func (m painted) View() string { return m.frame }

// titleOf names what is open.
func titleOf(vaults []Vault, hosts []Host) string {
	switch {
	case len(vaults) == 1:
		return vaults[0].Name
	case len(vaults) > 1:
		return fmt.Sprintf("%d vaults", len(vaults))
	case len(hosts) == 1:
		return hosts[0].Name
	case len(hosts) > 1:
		return fmt.Sprintf("%d hosts", len(hosts))
	}
	return "all repositories"
}
