package tui

import (
	"fmt"
	"strings"
	"time"

	tea "github.com/charmbracelet/bubbletea"

	"coldstart/model"
	"coldstart/styles"
	"coldstart/tui/draw"
	"coldstart/tui/keys"
)

// waitedMsg comes each second while another machine decides what was asked for then.
type waitedMsg struct{ since time.Time }

// waitOn shows how long another machine takes.
func (a *App) waitOn() tea.Cmd {
	if !a.isAway() || !a.write.on {
		return nil
	}
	since := a.write.since
	return a.wait(time.Second, func(time.Time) tea.Msg { return waitedMsg{since} })
}

func (msg waitedMsg) reach(a *App) tea.Cmd {
	if msg.since != a.write.since {
		return nil
	}
	return a.waitOn()
}

// writingWords say what is waited for while a decision is written.
func (a *App) writingWords() string {
	words := "Writing…"
	if a.isAway() {
		words = fmt.Sprintf("Waiting for %s, %d s…", a.away.host, int(a.now().Sub(a.write.since).Seconds()))
	}
	switch {
	case a.isAway() && a.write.quitting:
		words += " then this quits; " + keys.Of(a.keys[keys.Quit]) + " again quits now."
	case a.write.pressed:
		words += " keys do nothing until it is done."
	}
	return words
}

// away is the machine of a vault on another one.
type away struct {
	// host is its name in the settings, as who decides there, dir the folder of the vault there.
	host, as, dir string
	// lost is true from a load that failed to the next that does not.
	lost bool
	// screen is the command that opens the vault there in this terminal, nil where the login opens none.
	screen []string
}

// A machine that was lost is asked again after askSoon, and from then on every askAgain.
const (
	askSoon  = 3 * time.Second
	askAgain = 30 * time.Second
)

func (a *App) isAway() bool { return a.away.host != "" }

// where says in the title of a decision where it is made, "" on this machine.
func (a *App) where() string {
	switch {
	case !a.isAway():
		return ""
	case a.away.as == "":
		return "on " + a.away.host
	}
	return "on " + a.away.host + ", as " + a.away.as
}

// trouble is what is wrong with a host, which is named.
func trouble(host string, err error) string {
	if strings.Contains(err.Error(), host) {
		return err.Error()
	}
	return host + ": " + err.Error()
}

// unread says why the last load failed.
func (a *App) unread() string {
	switch {
	case a.isAway() && a.feed.loaded:
		return trouble(a.away.host, a.feed.err) + "; shown " + a.asOf()
	case a.isAway():
		return trouble(a.away.host, a.feed.err)
	}
	return "Could not read the vault: " + a.feed.err.Error()
}

// hintLines say what helps against the error of the last load.
func (a *App) hintLines(w int) []styles.Line { return hinted(a.th, a.hintsOf, a.feed.err, w) }

func hinted(th *styles.Theme, hints func(error) []string, err error, w int) []styles.Line {
	if hints == nil || err == nil {
		return nil
	}
	var lines []styles.Line
	for _, hint := range hints(err) {
		lines = append(lines, draw.Wrapped(th.Label(hint), styles.RoleMuted, draw.Inside(w))...)
	}
	return lines
}

// leastBetween is how long after one load of another machine the next begins at the earliest: whatever that
// machine says, it does not keep this one busy.
const leastBetween = time.Second

// rest is how long a machine is not asked for another load.
func (a *App) rest() time.Duration {
	if !a.isAway() {
		return 0
	}
	return max(0, leastBetween-a.now().Sub(a.feed.follow.asked))
}

// readOn loads what the last load had no time for.
func (a *App) readOn() tea.Cmd {
	rest, gen := a.rest(), a.feed.gen
	if rest == 0 {
		return a.load()
	}
	return a.wait(rest, func(time.Time) tea.Msg { return askAgainMsg{gen} })
}

// askAgainMsg ends the pause after load gen, which failed or had no time for all.
type askAgainMsg struct{ gen int }

// askLater asks a machine that does not answer again after a pause.
func (a *App) askLater() tea.Cmd {
	if !a.feed.follow.on {
		return nil
	}
	gen, after := a.feed.gen, askAgain
	if !a.away.lost && a.feed.loaded {
		after = askSoon
	}
	a.away.lost = true
	return a.wait(after, func(time.Time) tea.Msg { return askAgainMsg{gen} })
}

func (msg askAgainMsg) reach(a *App) tea.Cmd {
	if msg.gen != a.feed.gen || a.feed.loading || a.feed.err == nil && !a.board.Snapshot.Late {
		return nil
	}
	return a.load()
}

// staysThere is why what runs here does nothing with a vault on another machine, "" for one on this.
func (a *App) staysThere() string {
	if !a.isAway() {
		return ""
	}
	return "it is on " + a.away.host + a.wayThere()
}

// wayThere names the key that opens the screen of the other machine, behind what it can do; "" without one.
func (a *App) wayThere() string {
	if len(a.away.screen) == 0 {
		return ""
	}
	return "; " + keys.Of(a.keys[keys.HostScreen]) + " opens the screen there"
}

func canOpenScreen(a *App) string {
	switch {
	case !a.isAway():
		return "the vault is on this machine"
	case len(a.away.screen) == 0:
		return "the login on " + a.away.host + " opens no screen"
	case a.outside.program == nil:
		return "no program can run here"
	case a.outside.running != "":
		return a.outside.running + " is still running"
	}
	return ""
}

type screenClosedMsg struct{ err error }

// openScreen returns the terminal to the screen of the other machine until it is left.
func openScreen(a *App) tea.Cmd {
	process := a.outside.program("", a.away.screen)
	a.outside.running = "the screen on " + a.away.host
	return func() tea.Msg {
		return handOver{process, func(err error) tea.Msg { return screenClosedMsg{err} }}
	}
}

// reach reads the vault again, on which anything may have been decided there.
func (msg screenClosedMsg) reach(a *App) tea.Cmd {
	a.outside.running = ""
	if msg.err != nil {
		a.say(styles.RoleWarn, "The screen on "+a.away.host+" ended: "+msg.err.Error()+".")
	}
	return a.loadWith(Store.Load)
}

// commandStays is why the command of a thing is not copied: it is another machine that says what it is,
// and there it is to be run.
func (a *App) commandStays(ref model.Ref) string {
	if a.isAway() && a.command(ref) != "" {
		return "its command is for " + a.away.host + a.wayThere()
	}
	return ""
}
