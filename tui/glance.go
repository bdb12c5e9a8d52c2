package tui

import (
	"context"
	"fmt"
	"maps"
	"time"

	tea "github.com/charmbracelet/bubbletea"

	"coldstart/model"
	"coldstart/styles"
)

// glance is what the screen knows of the operator's last look at the vault, against
// which rows have badges. Nothing of it is written before the screen is left, or a key
// asks for it.
type glance struct {
	// on is false when looks are not kept; open is true while the vault is the one on
	// screen, since nobody has looked at the others.
	on, open bool
	// known is true once the last look was read; look is not known at a first look.
	known bool
	look  model.Look
	// own are the files that decisions of this visit changed, behind the last load.
	own map[string]bool
	// leaving is true while the look is written on the way out; failed is why it was not.
	leaving bool
	failed  error
}

// keepTime is how long leaving the screen may take.
const keepTime = 2 * time.Second

// lastLook is the look to which a load compares.
func (g glance) lastLook(s Store, found model.Snapshot) (model.Look, error) {
	look := g.look
	if g.on && !g.known {
		var err error
		if look, err = s.LastLook(context.Background()); err != nil {
			return model.Look{}, err
		}
	}
	return look.Adopt(found, g.own), nil
}

// copied has a set of own files of its own: commands see values that nobody changes.
func (g glance) copied() glance {
	g.own = maps.Clone(g.own)
	return g
}

// owns remembers the files that a decision changed, apart from those that were news
// before: these the operator has not seen.
func (a *App) owns(r model.Receipt) {
	g := &a.glance
	if g.own == nil {
		g.own = map[string]bool{}
	}
	unseen := map[string]bool{}
	for ref := range a.board.news {
		unseen[ref.Path] = ref != r.Decision.Ref
	}
	for _, c := range r.Changes {
		for _, name := range []string{c.Path, c.To} {
			if name != "" && !unseen[name] {
				g.own[name] = true
			}
		}
	}
}

// gotLook takes the last look from a load, and tells the operator what became of it.
func (a *App) gotLook(msg loadedMsg) {
	g := &a.glance
	g.look, g.own = msg.board.snapshot.LastLook, nil
	if !g.on || g.known {
		return
	}
	g.known = true
	switch words := newsWords(msg.board); {
	case msg.lookErr != nil:
		a.say(styles.RoleWarn, "What changed since you last looked cannot be told: "+msg.lookErr.Error()+".")
	case a.toast.text == "" && words != "":
		a.say(styles.RoleAccent, words)
	}
}

// newsWords counts what is not as it was at the last look.
func newsWords(b *board) string {
	count := map[model.NewsKind]int{}
	for _, n := range b.news {
		count[n.Kind]++
	}
	if len(b.news) == 0 {
		return ""
	}
	return fmt.Sprintf("Since you last looked, %s: %d new, %d changed, %d gone. } goes to the next.",
		ago(b.snapshot.At, b.snapshot.LastLook.At), count[model.NewsNew], count[model.NewsChanged], count[model.NewsGone])
}

// keepLook writes down what is on screen.
func (a *App) keepLook(leave bool) tea.Cmd {
	a.glance.leaving = leave
	return keepLookCmd(a.store, a.board.snapshot, a.glance.copied(), leave, a.now())
}

// keepLookCmd keeps what the snapshot shows. What the operator changed by decisions
// whose outcome is not on screen yet is seen too.
func keepLookCmd(s Store, shown model.Snapshot, g glance, leave bool, now time.Time) tea.Cmd {
	return func() tea.Msg {
		ctx, cancel := context.WithTimeout(context.Background(), keepTime)
		defer cancel()
		look := shown.Look()
		if len(g.own) > 0 {
			found, err := s.Load(ctx, now)
			if err != nil {
				return lookKeptMsg{err: err, leave: leave}
			}
			look = look.Adopt(found, g.own)
		}
		look.At = now
		return lookKeptMsg{look: look, err: s.KeepLook(ctx, look), leave: leave}
	}
}

// gotLookKept leaves, or takes the badges away.
func (a *App) gotLookKept(msg lookKeptMsg) tea.Cmd {
	switch {
	case msg.leave:
		a.glance.failed = msg.err
		return tea.Quit
	case msg.err != nil:
		a.say(styles.RoleBad, "Failed: "+msg.err.Error()+".")
		return nil
	}
	a.glance.look, a.glance.known = msg.look, true
	if a.glance.open {
		a.say(styles.RoleGood, "Noted that you have seen all this. What changes from now on gets a badge.")
	}
	return a.load()
}

func canKeepLook(a *App) string {
	switch {
	case !a.glance.on:
		return notKept
	case !a.loaded:
		return "nothing is shown yet"
	case a.loadErr != nil:
		return a.stale()
	}
	return ""
}

// notKept is why there are no badges.
const notKept = "what you saw is not written down with --read-only or --now"

func seenAll(a *App) tea.Cmd { return a.keepLook(false) }
