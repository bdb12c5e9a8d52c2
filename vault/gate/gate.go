// Package gate keeps the actions of agents that wait for the operator, the allowed ones, and the alarms.
//
// An action that is held up becomes a request in the vault and a line in a file of the state
// folder, the ask. A yes is a decision in the operator's own ledger on exactly the bytes that the
// ask recorded; a file in Approved counts for nothing. A yes is used by another line, which is on
// the disk before the answer goes out: a crash in between loses the yes and never doubles it.
package gate

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"coldstart/model"
	"coldstart/vault/disk"
	"coldstart/vault/ledger"
	"coldstart/vault/places"
	"coldstart/vault/process"
	"coldstart/vault/state"
)

const (
	// Holds is how long a yes or a no holds where the settings do not say.
	Holds = 24 * time.Hour
	// mostPending is how many actions wait at once: whoever asks for more floods the operator.
	mostPending = 200
	// mostInput is the longest input of an action, in bytes.
	mostInput = 4 << 20
)

// Gate is the gate of one vault. Each of its methods reads the files anew, but for a ledger that is as it was.
type Gate struct {
	vault  *places.Vault
	ledger *ledger.Ledger
}

// New returns the gate of a vault with its ledger.
func New(v *places.Vault, own *ledger.Ledger) *Gate { return &Gate{v, own} }

// cut is how texts are cut in this vault.
func (b *book) cut() cut { return b.gate.vault.Opts.Cut }

// Close returns the vault's handles, of a gate that was opened alone.
func (g *Gate) Close() error { return g.vault.Close() }

// Ask says whether an action may run. A yes that stands for it is used up by that, and the
// reply's state is model.ReplyApproved. Otherwise it is that of the request, which is written if
// none waits for this action. With an error nothing is allowed.
func (g *Gate) Ask(ctx context.Context, a model.Action, fit model.Fit, now time.Time) (model.HeldAction, model.Reply, error) {
	return g.ask(ctx, a, fit, model.Process{}, now)
}

// AskAndWait is Ask by a process that goes on to Wait: the request says that its agent stands still.
func (g *Gate) AskAndWait(ctx context.Context, a model.Action, fit model.Fit, now time.Time) (model.HeldAction, model.Reply, error) {
	return g.ask(ctx, a, fit, waiter(), now)
}

func (g *Gate) ask(ctx context.Context, a model.Action, fit model.Fit, by model.Process, now time.Time) (model.HeldAction, model.Reply, error) {
	var ask model.HeldAction
	var reply model.Reply
	err := g.change(ctx, "asking for an action", now, func(w *work) error {
		e := w.standing(a)
		var err error
		if yes := w.letsThrough(a, e); yes != nil {
			ask, reply, err = w.use(yes, a)
			if err == nil && e != nil && yes.Key != a.Key() {
				err = w.withdraw(e, "the approval for the pattern of "+yes.ID+" allowed it")
			}
			return err
		}
		switch {
		case e == nil:
			e, err = w.request(a, w.cut().whyOf(fit, a.Called())+w.changed(a), false, by)
		case by.PID != 0 && e.state == model.ReplyPending:
			e.Waiter = by
			err = w.add(line{What: lineWaits, ID: e.ID, PID: by.PID, Start: by.Start})
		}
		if err == nil {
			ask, reply = e.HeldAction, w.reply(e)
		}
		return err
	})
	return ask, reply, err
}

// Prompt writes the request for a prompt of the client, for which this process waits. Its user
// may answer there first: then Withdraw it. A yes to it is for this prompt alone, and Take uses
// it.
func (g *Gate) Prompt(ctx context.Context, a model.Action, now time.Time) (model.HeldAction, error) {
	var ask model.HeldAction
	err := g.change(ctx, "asking for a prompt", now, func(w *work) error {
		e, err := w.request(a, "the agent's own prompt waits for an answer", true, waiter())
		if err == nil {
			ask = e.HeldAction
		}
		return err
	})
	return ask, err
}

// Take uses the yes to the request with an id, for the very action that was asked for. Unless
// the reply's state is model.ReplyApproved there is none.
func (g *Gate) Take(ctx context.Context, id string, now time.Time) (model.Reply, error) {
	var reply model.Reply
	err := g.change(ctx, "using the approval of "+id, now, func(w *work) error {
		e := w.named(id)
		switch {
		case e == nil:
			return fmt.Errorf("the gate has no request %s: %w", id, model.ErrNotFound)
		case e.state == model.ReplyApproved:
			var err error
			_, reply, err = w.use(e, e.Action)
			return err
		}
		reply = w.reply(e)
		return nil
	})
	return reply, err
}

// Withdraw takes a request back: it was answered in the client, or its session ended. Its file is
// removed if its bytes are ours. A decision on it that was made before stays, but for a prompt,
// whose yes is for nobody any more.
func (g *Gate) Withdraw(ctx context.Context, id, why string, now time.Time) error {
	return g.change(ctx, "withdrawing "+id, now, func(w *work) error {
		e := w.named(id)
		if e == nil {
			return fmt.Errorf("the gate has no request %s: %w", id, model.ErrNotFound)
		}
		return w.withdraw(e, why)
	})
}

// EndSession takes back the prompts of a session that ended: nobody can answer them there.
func (g *Gate) EndSession(ctx context.Context, session string, now time.Time) error {
	own := func(e *entry) bool {
		return e.Prompt && session != "" && e.Action.Session == session && (e.state == model.ReplyPending || e.state == model.ReplyChanges)
	}
	if b, err := g.look(now); err != nil || !slices.ContainsFunc(b.asks, own) {
		return err
	}
	return g.change(ctx, "ending the prompts of a session", now, func(w *work) error {
		for _, e := range w.asks {
			if !own(e) {
				continue
			}
			if err := w.withdraw(e, "its session ended"); err != nil {
				return err
			}
		}
		return nil
	})
}

// waiter is this process.
func waiter() model.Process {
	start, _ := process.Started(os.Getpid())
	return model.Process{PID: os.Getpid(), Start: start, Alive: true}
}

// work is one change of the gate's file, under the lock.
type work struct {
	*book
	layout places.Layout
}

// change runs one change under the lock of the vault, and then moves on what is used up.
func (g *Gate) change(ctx context.Context, doing string, now time.Time, do func(*work) error) error {
	if err := g.ready(); err != nil {
		return fmt.Errorf("%s: %w", doing, err)
	}
	held, err := state.Of(g.vault).Lock(ctx)
	if err != nil {
		return fmt.Errorf("%s: %w", doing, err)
	}
	defer held.Release()
	w := &work{}
	if w.layout, err = g.vault.Layout(); err != nil {
		return fmt.Errorf("%s: %w", doing, disk.FileError("reading", g.vault.Dir, err))
	}
	if w.layout.Unchosen {
		return fmt.Errorf("%s: %w", doing, model.ErrNoVault)
	}
	records, err := g.ledger.Sound()
	if err != nil {
		return fmt.Errorf("%s: %w", doing, err)
	}
	if w.book, err = g.read(records, now); err != nil {
		return fmt.Errorf("%s: %w", doing, err)
	}
	if err := w.trim(); err != nil {
		return fmt.Errorf("%s: %w", doing, err)
	}
	if err := w.settle(); err != nil {
		return fmt.Errorf("%s: %w", doing, err)
	}
	if err := do(w); err != nil {
		return fmt.Errorf("%s: %w", doing, err)
	}
	w.moveOn()
	return nil
}

// ready fails where nothing can be kept, or where agents could write it.
func (g *Gate) ready() error {
	switch o := g.vault.Opts; {
	case o.StateDir == "":
		return fmt.Errorf("no folder for the ledger; set HOME, or XDG_STATE_HOME to an absolute path: %w", model.ErrReadOnly)
	case o.ReadOnly:
		return fmt.Errorf("%s: %w", cmp.Or(o.ReadOnlyWhy, "asked for with --read-only"), model.ErrReadOnly)
	case disk.Holds(g.vault.Dir, o.StateDir):
		return fmt.Errorf("the ledger is in the vault, where agents can write: %w", model.ErrNotAllowed)
	}
	return g.vault.Here()
}

// holds is how long a yes holds by the settings.
func (g *Gate) holds() time.Duration { return cmp.Or(g.vault.Opts.GateHolds, Holds) }

// standing finds what was said of an action, or the request that waits for it; nil for none. A
// prompt is for its client alone.
func (w *work) standing(a model.Action) *entry {
	var waits *entry
	for _, e := range w.asks {
		if e.Prompt || e.Key != a.Key() {
			continue
		}
		switch e.state {
		case model.ReplyRejected, model.ReplyContradicting:
			return e
		case model.ReplyPending, model.ReplyChanges:
			waits = e
		}
	}
	return waits
}

// changed names the files of an action that hold something else than when you said yes to it, "" for none.
func (w *work) changed(a model.Action) string {
	for _, e := range slices.Backward(w.asks) {
		if files := e.Action.Differ(a); e.state == model.ReplyApproved && !e.Prompt && e.is(a) && len(files) > 0 {
			return ", and since you approved " + e.ID + " it has changed: " + w.cut().beginning(strings.Join(files, ", "), mostTitle)
		}
	}
	return ""
}

// use writes down that an action is let through, and gives the answer for it.
func (w *work) use(e *entry, a model.Action) (model.HeldAction, model.Reply, error) {
	l := line{What: lineUsed, ID: e.ID, Client: a.Client, Session: a.Session, Call: a.Call, Key: a.Key().String(), Does: a.Does().String()}
	if e.Scope.Pattern != "" {
		l.Line = w.cut().titleOf(a)
	}
	if err := w.add(l); err != nil {
		return model.HeldAction{}, model.Reply{}, err
	}
	reply := w.reply(e)
	l.At = w.now
	e.takeUse(l)
	e.state = e.spent()
	if reply.Left > 0 {
		reply.Left--
	}
	return e.HeldAction, reply, nil
}

// withdraw writes down that a request is taken back, and removes its file if it is ours.
func (w *work) withdraw(e *entry, why string) error {
	switch {
	case e.state == model.ReplyPending, e.state == model.ReplyChanges, e.state == model.ReplyApproved && e.Prompt:
	case e.state == model.ReplyWithdrawn && e.lost() && !e.written:
	default:
		return nil
	}
	if err := w.add(line{What: lineWithdrawn, ID: e.ID, Text: why}); err != nil {
		return err
	}
	e.written, e.state, e.Withdrawn = true, model.ReplyWithdrawn, w.now
	if e.by != nil && model.ParseChoice(e.by.Choice) != model.ChoiceChanges {
		// Its file is where the decision put it.
		return nil
	}
	at := disk.Place{Disk: w.gate.vault.Disk, Name: e.Request}
	_, err := at.Remove(disk.RetiredName(path.Dir(e.Request), disk.NewID(w.now)), e.Seen.String(), false)
	if errors.Is(err, model.ErrConflict) || disk.IsMissing(err) {
		// Somebody else's text stays, and what is gone is gone.
		return nil
	}
	return err
}

// settle writes down what the clock alone would take back later, and takes back the prompts for
// which nobody waits any more.
func (w *work) settle() error {
	for _, e := range w.asks {
		var err error
		switch {
		case e.state == model.ReplyExpired && !e.written:
			err = w.add(line{What: lineExpired, ID: e.ID})
		case e.lost():
			err = w.withdraw(e, "no agent waits for it any more")
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// moveOn moves the requests whose yes is used up or ran out to the finished files, as an agent
// would. What cannot be moved now is moved later: the answer does not depend on it.
func (w *work) moveOn() {
	d := w.gate.vault.Disk
	for _, e := range w.asks {
		if e.to == "" || e.state != model.ReplyUsed && e.state != model.ReplyExpired && e.state != model.ReplyWithdrawn {
			continue
		}
		from := disk.Place{Disk: d, Name: e.to}
		if there, err := from.Is(disk.HasHash(e.Seen.String())); err != nil || there != disk.Present {
			continue
		}
		done := w.layout.Main(places.FolderDone)
		to := path.Join(done, path.Base(e.to))
		if d.Exists(to) || d.Mkdir(done) != nil || d.Rename(e.to, to) != nil {
			continue
		}
		if !d.Exists(to + places.SignedEnding) {
			// Most have none. One that stays behind says nothing of another file.
			_ = d.Rename(e.to+places.SignedEnding, to+places.SignedEnding)
		}
		// A name that is lost in a power cut is moved again.
		_, _ = d.SyncDir(path.Dir(e.to)), d.SyncDir(done)
		e.to = to
	}
}

// file is where the asks are.
func (g *Gate) file() string { return filepath.Join(g.vault.StateDir(), state.AsksName) }
