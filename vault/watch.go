package vault

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
	"coldstart/vault/places"
)

// errClosed is what a watch ends with when its vault is closed.
var errClosed = errors.New("the vault was closed")

// watch notices that a vault changed. Nothing runs for it before the first call of
// changed.
type watch struct {
	// life ends when the vault is closed.
	life context.Context
	end  context.CancelCauseFunc

	// one lets in one call at a time; it guards what follows.
	one    sync.Mutex
	looker looker
	teller *teller
	// seen is the vault as the last call left it.
	seen sight
	// due rings when the vault has to be looked at without any hint. It runs on between
	// two calls, so that a caller who comes late loses no time.
	due *time.Timer
	// took is how long the last look took, as far as a clock tells.
	took time.Duration
	// missed names a change that the system should have told of and did not.
	missed string

	// unrest is shared with loads.
	unrest unrest
}

func newWatch(where *places.Where) *watch {
	life, end := context.WithCancelCause(context.Background())
	return &watch{life: life, end: end, looker: looker{where: where}, teller: newTeller(runtime.GOOS)}
}

// changed waits until the vault looks otherwise than at the end of the call before,
// or until it is noticed in another way, and says in which. The first call returns
// at once: what happened before it was seen by nobody, so the vault has to be loaded
// behind it. It fails only when ctx ends or the vault is closed.
func (w *watch) changed(ctx context.Context) (model.Watching, error) {
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
		now, err := w.look(ctx)
		w.seen = now
		w.due = time.NewTimer(w.next())
		return w.how(), err
	}
	return w.wait(ctx)
}

func (w *watch) wait(ctx context.Context) (model.Watching, error) {
	before := w.how()
	for {
		asked := w.unrest.asks()
		if asked {
			w.due.Reset(settleTime)
		}
		why, err := nextCue(ctx, w.teller.hints, w.due.C)
		w.looker.timed = why == cueTime && !asked
		if err != nil {
			return before, err
		}
		changed, err := w.compare(ctx, why)
		w.due.Reset(w.next())
		if err != nil {
			return before, err
		}
		if how := w.how(); changed || how != before {
			return how, nil
		}
	}
}

// compare looks whether the vault is another than it was.
func (w *watch) compare(ctx context.Context, why cue) (changed bool, err error) {
	now, err := w.look(ctx)
	if err != nil {
		return false, err
	}
	if now.same(w.seen) {
		return w.unrest.settle(), nil
	}
	growing := map[string]bool{}
	if wait := secondLook(why, w.seen, now); wait > 0 {
		if err := pause(ctx, wait); err != nil {
			return false, err
		}
		if why == cueTime && len(w.teller.hints) == 0 {
			w.miss(now)
		}
		first := now
		if now, err = w.look(ctx); err != nil {
			return false, err
		}
		growing = now.changedSince(first)
	}
	if now.same(w.seen) {
		return w.unrest.settle(), nil
	}
	w.unrest.set(now.changedSince(w.seen), growing)
	w.seen = now
	return true, nil
}

// look looks at the vault with all watches set: what happens behind it is told.
func (w *watch) look(ctx context.Context) (sight, error) {
	if clock := w.looker.where.Opts.Clock; clock != nil {
		began := clock()
		defer func() { w.took = clock().Sub(began) }()
	}
	s, err := w.looker.look(ctx)
	// In a vault that grows folders all the time this would not end by itself.
	for range 3 {
		if err != nil || !w.teller.cover(s) {
			break
		}
		s, err = w.looker.look(ctx)
	}
	return s, err
}

// miss remembers that a change in a folder with a watch was not told of: here, as on
// network drives, the system does not know all that happens.
func (w *watch) miss(now sight) {
	if w.looker.where.Here() != nil {
		return
	}
	for name := range now.changedSince(w.seen) {
		dir := filepath.Dir(w.looker.path(name))
		if was, ok := w.teller.told[dir]; ok && was == w.seen.identities[dir] {
			w.missed = path.Base(name)
		}
	}
}

// next is how long to wait for a hint: as long as it was said, but in a vault so large
// that looking would be most of what a waiting screen does.
func (w *watch) next() time.Duration { return max(w.how().Every, min(restFactor*w.took, mostEvery)) }

func (w *watch) how() model.Watching {
	switch {
	case w.teller.trouble != "":
		return model.Watching{Polling: w.teller.trouble, Every: pollEvery}
	case w.missed != "":
		return model.Watching{Polling: fmt.Sprintf("the system gave no notice that %s changed", w.missed), Every: pollEvery}
	}
	return model.Watching{Every: lookEvery}
}

// close ends a waiting call. It does not wait for it, since a look at a drive that
// hangs would hang it too; that call closes the watches behind itself.
func (w *watch) close() {
	w.end(errClosed)
	if w.one.TryLock() {
		defer w.one.Unlock()
		w.closeAtEnd()
	}
}

func (w *watch) closeAtEnd() {
	if w.life.Err() != nil {
		w.teller.close()
	}
}
