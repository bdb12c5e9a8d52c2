// Package watch notices changes of a vault: the system sends hints, and a scan of all stamps decides.
package watch

import (
	"context"
	"errors"
	"fmt"
	"path"
	"path/filepath"
	"runtime"
	"sync"
	"time"

	"coldstart/model"
	"coldstart/vault/disk"
	"coldstart/vault/places"
)

// errClosed is what a watch ends with when its vault is closed.
var errClosed = errors.New("the vault was closed")

// Watcher notices that a vault changed. Nothing runs for it before the first call of
// Changed.
type Watcher struct {
	// life ends when the vault is closed.
	life context.Context
	end  context.CancelCauseFunc

	// one lets in one call at a time; it guards what follows.
	one      sync.Mutex
	scanner  scanner
	notifier *notifier
	// seen is the vault as the last call left it.
	seen scan
	// due rings when the vault has to be looked at without any hint. It runs on between
	// two calls, so that a caller who comes late loses no time.
	due *time.Timer
	// took is how long the last look took, as far as a clock tells.
	took time.Duration
	// missed names a change that the system should have reported and did not.
	missed string
	// local is true for a file system of which the system knows all that happens.
	local bool
	// rested counts the times in a row that only those files were looked at of which the system told.
	rested int

	// unsettled is shared with loads.
	unsettled unsettled
}

// New returns the watcher of a vault.
func New(where *places.Vault) *Watcher {
	life, end := context.WithCancelCause(context.Background())
	return &Watcher{life: life, end: end, scanner: scanner{where: where}, notifier: newNotifier(runtime.GOOS)}
}

// Changed waits until the vault looks otherwise than at the end of the call before,
// or until it is noticed in another way, and says in which. The first call returns
// at once: what happened before it was seen by nobody, so the vault has to be loaded
// behind it. It fails only when ctx ends or the vault is closed.
func (w *Watcher) Changed(ctx context.Context) (model.Watching, error) {
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	defer context.AfterFunc(w.life, func() { cancel(errClosed) })()
	w.one.Lock()
	defer w.one.Unlock()
	defer w.closeAtEnd()
	if ctx.Err() != nil || w.life.Err() != nil {
		return model.Watching{}, errors.Join(ctx.Err(), w.life.Err())
	}
	if w.due == nil {
		_, w.local = disk.FileSystemOf(w.scanner.where.Dir)
		now, err := w.look(ctx)
		w.seen = now
		w.due = time.NewTimer(w.next())
		return w.how(), err
	}
	return w.wait(ctx)
}

func (w *Watcher) wait(ctx context.Context) (model.Watching, error) {
	before := w.how()
	for {
		asked := w.unsettled.asks()
		if asked {
			w.due.Reset(settleTime)
		}
		why, err := nextCue(ctx, w.notifier.hints, w.due.C)
		w.scanner.timed = why == cueTime && !asked
		if err != nil {
			return before, err
		}
		paths, all := w.notifier.told.take()
		changed, ok := false, false
		if all && !asked && why != cueRestless && w.mayRest() {
			changed, ok = w.glance(paths)
		}
		if !ok {
			w.rested = 0
			changed, err = w.compare(ctx, why)
		}
		w.due.Reset(w.next())
		if err != nil {
			return before, err
		}
		if how := w.how(); changed || how != before {
			return how, nil
		}
	}
}

// isReliable reports whether the system reports every change in the vault.
func (w *Watcher) isReliable() bool {
	return w.local && w.missed == "" && w.notifier.trouble == "" && !w.notifier.full
}

// mayRest reports whether it is enough once more to look at what the system told: it would have told, and
// nothing changed of which it does not.
func (w *Watcher) mayRest() bool {
	w.rested++
	return w.isReliable() && w.rested < restLooks && !w.scanner.changedElsewhere(w.seen)
}

// glance looks whether the named paths changed the vault; ok is false where that takes a look at all of it.
func (w *Watcher) glance(paths map[string]bool) (changed, ok bool) {
	stamps, ok := w.scanner.glance(paths, w.seen)
	if !ok || len(stamps) == 0 {
		return ok && w.unsettled.settle(), ok
	}
	fresh := map[string]bool{}
	for name, now := range stamps {
		w.seen.stamps[name], fresh[name] = now, true
	}
	w.unsettled.set(fresh, nil)
	return true, true
}

// compare looks whether the vault is another than it was.
func (w *Watcher) compare(ctx context.Context, why cue) (changed bool, err error) {
	now, err := w.look(ctx)
	if err != nil {
		return false, err
	}
	if now.same(w.seen) {
		return w.unsettled.settle(), nil
	}
	growing := map[string]bool{}
	if wait := secondLook(why, w.seen, now); wait > 0 {
		if err := pause(ctx, wait); err != nil {
			return false, err
		}
		if why == cueTime && len(w.notifier.hints) == 0 {
			w.miss(now)
		}
		first := now
		if now, err = w.look(ctx); err != nil {
			return false, err
		}
		growing = now.changedSince(first)
	}
	if now.same(w.seen) {
		return w.unsettled.settle(), nil
	}
	w.unsettled.set(now.changedSince(w.seen), growing)
	w.seen = now
	return true, nil
}

// look looks at the vault with all watches set: what happens after it is reported.
func (w *Watcher) look(ctx context.Context) (scan, error) {
	if clock := w.scanner.where.Opts.Clock; clock != nil {
		began := clock()
		defer func() { w.took = clock().Sub(began) }()
	}
	s, err := w.scanner.scan(ctx)
	// In a vault that grows folders all the time this would not end by itself.
	for range 3 {
		if err != nil || !w.notifier.watch(s) {
			break
		}
		s, err = w.scanner.scan(ctx)
	}
	return s, err
}

// miss remembers that a change in a folder with a watch was not reported: here, as on
// network drives, the system does not know all that happens.
func (w *Watcher) miss(now scan) {
	if w.scanner.where.Here() != nil {
		return
	}
	for name := range now.changedSince(w.seen) {
		dir := filepath.Dir(w.scanner.path(name))
		if was, ok := w.notifier.watched[dir]; ok && was == w.seen.identities[dir] {
			w.missed = path.Base(name)
		}
	}
}

// next is how long to wait for a hint: as long as it was said, but in a vault so large
// that looking would be most of what a waiting screen does.
func (w *Watcher) next() time.Duration {
	if w.isReliable() {
		return lookEvery
	}
	return max(w.how().Every, min(restFactor*w.took, mostEvery))
}

func (w *Watcher) how() model.Watching {
	switch {
	case w.notifier.trouble != "":
		return model.Watching{Polling: w.notifier.trouble, Every: pollEvery}
	case w.missed != "":
		return model.Watching{Polling: fmt.Sprintf("the system did not report that %s changed", w.missed), Every: pollEvery}
	}
	return model.Watching{Every: lookEvery}
}

// Close ends a waiting call. It does not wait for it, since a look at a drive that
// hangs would hang it too; that call closes the watches behind itself.
func (w *Watcher) Close() {
	w.end(errClosed)
	if w.one.TryLock() {
		defer w.one.Unlock()
		w.closeAtEnd()
	}
}

func (w *Watcher) closeAtEnd() {
	if w.life.Err() != nil {
		w.notifier.close()
	}
}

// Spare takes back what a load says against files that are still being written, and marks
// them.
func (w *Watcher) Spare(s *model.Snapshot) { w.unsettled.spare(s) }
