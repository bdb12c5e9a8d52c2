package tui

import (
	"context"
	"fmt"
	"time"

	tea "github.com/charmbracelet/bubbletea"

	"coldstart/model"
	"coldstart/styles"
)

// follow is how the screen keeps up with the disk: it waits for a change, loads, and
// only then waits for the next one. So there is never more than one load under way
// for it, however much changes.
type follow struct {
	// on is false when one moment is shown; listening while a wait is under way.
	on, listening bool
	// how is known once the first wait is over.
	how   model.Watching
	known bool
	// told is true once the operator was told that the vault is looked at again and
	// again.
	told bool
	// quiet is true while a load runs that nobody asked for; asked is when it began.
	quiet bool
	asked time.Time
	// ticking is true once the minutes are counted.
	ticking bool
}

const (
	// slowLoad is a load that takes much of the machine; behind it the screen rests
	// restFactor times as long before the next one, but no longer than mostRest, so that
	// a vault that changes all the time leaves the machine to those who change it.
	slowLoad   = 100 * time.Millisecond
	restFactor = 4
	mostRest   = 4 * time.Second
)

// listen waits for the next change, behind a load.
func (a *App) listen() tea.Cmd {
	f := &a.follow
	if !f.on || f.listening {
		return nil
	}
	f.listening = true
	cmd := changedCmd(a.store)
	if took := a.now().Sub(f.asked); took > slowLoad {
		s := a.store
		cmd = a.wait(min(mostRest, restFactor*took), func(time.Time) tea.Msg { return changed(s) })
	}
	if f.ticking {
		return cmd
	}
	f.ticking = true
	return tea.Batch(cmd, a.minuteCmd())
}

func changedCmd(s Store) tea.Cmd { return func() tea.Msg { return changed(s) } }

// changed ends with the store: it is closed behind the last frame.
func changed(s Store) tea.Msg {
	how, err := s.Changed(context.Background())
	return changedMsg{how: how, err: err}
}

// gotChanged loads the vault again. A dialog that is open is not touched by that: it
// watches its own file.
func (a *App) gotChanged(msg changedMsg) tea.Cmd {
	f := &a.follow
	f.listening = false
	if msg.err != nil {
		f.on, f.known = false, false
		return nil
	}
	// Until the load behind the first wait, nobody knows what was missed.
	quiet := f.known
	f.how, f.known = msg.how, true
	if f.how.Polling != "" && !f.told {
		f.told = true
		a.say(styles.RoleWarn, fmt.Sprintf("Looking for changes every %s: %s.", f.how.Every, f.how.Polling))
	}
	cmd := a.load()
	f.quiet = quiet
	return cmd
}

func (a *App) minuteCmd() tea.Cmd {
	return a.wait(time.Minute, func(time.Time) tea.Msg { return minuteMsg{} })
}

// gotMinute lets ages grow, and what hangs on the clock happen, without reading
// anything. A board that could not be loaded again stays as of then.
func (a *App) gotMinute() tea.Cmd {
	if !a.loaded || a.loading || a.loadErr != nil || !a.follow.known {
		return a.minuteCmd()
	}
	return tea.Batch(agedCmd(a.board, a.now()), a.minuteCmd())
}

func agedCmd(b *board, now time.Time) tea.Cmd {
	return func() tea.Msg {
		s := b.snapshot
		s.At = now
		return agedMsg{of: b, board: newBoard(s)}
	}
}

// freshness says how old what is on screen can be.
func (a *App) freshness() styles.Line {
	f := a.follow
	switch {
	case a.loading && !(f.quiet && f.known && a.loadErr == nil):
		return words(styles.RoleMuted, "reading…")
	case !a.loaded:
		return words(styles.RoleBad, "not read")
	case a.loadErr != nil:
		return words(styles.RoleBad, "stale, "+a.asOf())
	case f.known && f.how.Polling != "":
		return words(styles.RoleWarn, fmt.Sprintf("polling every %s", f.how.Every))
	case f.known:
		return words(styles.RoleGood, "live")
	}
	return words(styles.RoleMuted, a.asOf())
}

func (a *App) asOf() string { return "as of " + a.board.snapshot.At.Format("15:04") }

// stale is why nothing can be decided while the vault cannot be read again.
func (a *App) stale() string {
	return "the vault could not be read again; what is shown is " + a.asOf()
}
