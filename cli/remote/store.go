package remote

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"sync"
	"time"

	"coldstart/model"
	"coldstart/vault"
)

// Store is a vault of a host. Every question goes there, and nothing is read or written here.
type Store struct {
	c   *Conn
	dir string
	// listed is how the host listed it first.
	listed Listed

	mu sync.Mutex
	// last is the last snapshot that came, nil for none.
	last *picture
	// open are the decisions of which nobody knows whether they were made.
	open []model.Decision
}

// look asks for something that is only looked at.
func look[T any](ctx context.Context, s *Store, name string, ask args) (T, error) {
	answer, err := askOf[T](ctx, s.c, question{dir: s.dir, name: name, args: ask, limit: s.c.c.Limit})
	return answer, answered(err)
}

// write asks for something that is written there. It is never asked twice.
func write[T any](ctx context.Context, s *Store, name string, ask args) (T, error) {
	answer, err := askOf[T](ctx, s.c, question{dir: s.dir, name: name, args: ask, limit: decideLimit, writes: true})
	if lost, ok := errors.AsType[lostError](err); ok {
		return answer, fmt.Errorf("it is unknown whether it was written on %s; check there: %w", s.c.c.Host.Name, lost.err)
	}
	return answer, err
}

// keep saves what the operator saw, unless nothing may be written there.
func (s *Store) keep(ctx context.Context, name string, ask args) error {
	_, err := write[nothing](ctx, s, name, ask)
	if errors.Is(err, model.ErrReadOnly) && s.c.lookOnly() != "" {
		return nil
	}
	return err
}

// answered takes off what only this package looks at.
func answered(err error) error {
	if lost, ok := errors.AsType[lostError](err); ok {
		return lost.err
	}
	return err
}

// Load reads the vault there.
func (s *Store) Load(ctx context.Context, now time.Time) (model.Snapshot, error) {
	return s.load(ctx, args{At: now})
}

// LoadChanged reads there what changed.
func (s *Store) LoadChanged(ctx context.Context, now time.Time) (model.Snapshot, error) {
	return s.load(ctx, args{At: now, Changed: true})
}

func (s *Store) load(ctx context.Context, ask args) (model.Snapshot, error) {
	notices := s.settleOpen(ctx)
	s.mu.Lock()
	had := cmp.Or(s.last, &picture{})
	s.mu.Unlock()
	ask.Have = had.hash
	var end loaded
	var found *picture
	in := receive(had)
	err := s.c.ask(ctx, question{dir: s.dir, name: askLoad, args: ask, limit: s.c.c.Limit}, func(m message, newer bool) error {
		if m.Kind == isThing {
			return in.thing(m.Body, newer)
		}
		err := reading(&end)(m, newer)
		if err == nil {
			found, err = in.end(end)
		}
		if err == nil {
			err = s.c.hold(s.dir, found.held())
		}
		return err
	})
	if err != nil {
		return model.Snapshot{}, answered(err)
	}
	for _, said := range []string{end.Notice, s.c.Clock()} {
		if said != "" {
			notices = append(notices, said)
		}
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	s.last = found
	snapshot := withLeft(found.snapshot, end.Left)
	snapshot.At, snapshot.Notices, snapshot.Unsettled = ask.At, notices, slices.Clone(s.open)
	snapshot.ReadOnly = cmp.Or(snapshot.ReadOnly, s.c.lookOnly())
	snapshot.Index()
	return snapshot, nil
}

// Changed waits until a load may find something new: also when the connection was lost, and when it
// is there again.
func (s *Store) Changed(ctx context.Context) (model.Watching, error) {
	how, err := askOf[model.Watching](ctx, s.c, question{dir: s.dir, name: askChanged, patience: patient})
	if _, ok := errors.AsType[lostError](err); ok && ctx.Err() == nil && s.c.ctx.Err() == nil {
		return model.Watching{}, nil
	}
	return how, answered(err)
}

// Read returns the exact bytes of a thing.
func (s *Store) Read(ctx context.Context, ref model.Ref) (model.Document, error) {
	return look[model.Document](ctx, s, askRead, args{Ref: ref})
}

// SessionLines returns the lines of sessions of one event log.
func (s *Store) SessionLines(ctx context.Context, path string, keys []model.SessionKey, most int) (map[model.SessionKey][]byte, error) {
	return look[map[model.SessionKey][]byte](ctx, s, askLines, args{Path: path, Keys: keys, Most: most})
}

// Inspect looks at what a step of a trace left behind.
func (s *Store) Inspect(ctx context.Context, ref model.Ref, step int) (model.Inspection, error) {
	return look[model.Inspection](ctx, s, askInspect, args{Ref: ref, Step: step})
}

// LeftInGit says what git there knows of the work in a folder.
func (s *Store) LeftInGit(ctx context.Context, dir string, since time.Time) (model.LeftInGit, error) {
	return look[model.LeftInGit](ctx, s, askGit, args{Dir: dir, At: since})
}

// PreviewLeft returns what can be shown of a file that a step left.
func (s *Store) PreviewLeft(ctx context.Context, ref model.Ref, step int, name string) (model.Preview, error) {
	return look[model.Preview](ctx, s, askLeft, args{Ref: ref, Step: step, Name: name})
}

// Excerpt returns lines of a problem's file.
func (s *Store) Excerpt(ctx context.Context, ref model.Ref, first, count int) (model.Excerpt, error) {
	return look[model.Excerpt](ctx, s, askExcerpt, args{Ref: ref, First: first, Count: count})
}

// Preview returns what Decide would change.
func (s *Store) Preview(ctx context.Context, d model.Decision) ([]model.Change, error) {
	return look[[]model.Change](ctx, s, askPreview, args{Decision: d})
}

// Undoable tells whether a decision can be undone, in what was loaded there last.
func (s *Store) Undoable(id string, shown model.Snapshot) (model.Undoable, error) {
	return look[model.Undoable](s.c.ctx, s, askUndoable, args{ID: id, At: shown.At})
}

// LastLook returns what the operator saw on their last visit, as the host keeps it.
func (s *Store) LastLook(ctx context.Context) (model.Look, error) {
	return look[model.Look](ctx, s, askLook, args{})
}

// KeepLook saves there what the operator sees now.
func (s *Store) KeepLook(ctx context.Context, l model.Look) error {
	return s.keep(ctx, askKeepLook, args{Look: l})
}

// KeepFirstLook saves there what lay approved at the first load.
func (s *Store) KeepFirstLook(ctx context.Context) error {
	return s.keep(ctx, askFirst, args{})
}

// LookedText returns a text as the operator saw it.
func (s *Store) LookedText(ctx context.Context, seen model.Fingerprint) ([]byte, error) {
	return look[[]byte](ctx, s, askText, args{Have: seen})
}

// Snooze hides a row of the queue for a while.
func (s *Store) Snooze(ctx context.Context, z model.Snooze) error {
	_, err := write[nothing](ctx, s, askSnooze, args{Snooze: z})
	return err
}

// Wake ends that.
func (s *Store) Wake(ctx context.Context, ref model.Ref, now time.Time) error {
	_, err := write[nothing](ctx, s, askWake, args{Ref: ref, At: now})
	return err
}

// Pin makes a plan the one to resume.
func (s *Store) Pin(ctx context.Context, p model.Pin) error {
	_, err := write[nothing](ctx, s, askPin, args{Pin: p})
	return err
}

// KeepMessage saves the message to the next session there, and returns the one before.
func (s *Store) KeepMessage(ctx context.Context, text string, at time.Time) (before model.Message, err error) {
	return write[model.Message](ctx, s, askMessage, args{Text: text, At: at})
}

// File refuses: an editor here cannot open a file there.
func (s *Store) File(context.Context, model.Ref) (string, error) {
	host := s.c.c.Host.Name
	return "", fmt.Errorf("it is on %s, and no program here opens it; open the screen there: %w", host, model.ErrNotAllowed)
}

// Decide carries a decision out on the host. Where the connection is lost meanwhile, the host is asked
// what became of it.
func (s *Store) Decide(ctx context.Context, d model.Decision) (model.Receipt, error) {
	if d.ID == "" {
		d.ID = vault.NewID(s.c.c.Now())
	}
	q := question{dir: s.dir, name: askDecide, args: args{Decision: d}, limit: decideLimit, writes: true}
	if sign := s.c.c.Sign; sign.Key != "" {
		q.limit += signLimit
		q.sign = func(line []byte) ([]byte, error) { return sign.Decision(s.c.ctx, s.listed, d, line) }
	}
	receipt, err := askOf[model.Receipt](ctx, s.c, q)
	lost, ok := errors.AsType[lostError](err)
	if !ok {
		if model.IsUnsettled(err) {
			s.leaveOpen(d)
		}
		return receipt, err
	}
	settled, err := s.settle(context.WithoutCancel(ctx), d)
	switch {
	case err != nil:
		s.leaveOpen(d)
		return model.Receipt{}, model.Unsettled{Err: fmt.Errorf("%s; it was deciding then, and the next look says whether it was done", lost.err)}
	case settled.Made:
		return settled.Receipt, nil
	}
	return model.Receipt{}, lostBefore(s.c.c.Host.Name)
}

// leaveOpen keeps a decision to ask about before the next look.
func (s *Store) leaveOpen(d model.Decision) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.open = append(s.open, d)
}

// lostBefore is why something was not decided: the host says that it never will be.
func lostBefore(host string) error { return errors.New("the connection to " + host + " was lost") }

// settle asks what became of a decision.
func (s *Store) settle(ctx context.Context, d model.Decision) (model.Settled, error) {
	settled, err := askOf[model.Settled](ctx, s.c, question{dir: s.dir, name: askSettle, args: args{ID: d.ID, At: s.c.c.Now()}, patience: now, limit: s.c.c.Limit})
	return settled, err
}

// settleOpen asks what became of the decisions whose answer was lost, and says so.
func (s *Store) settleOpen(ctx context.Context) (notices []string) {
	s.mu.Lock()
	open := s.open
	s.open = nil
	s.mu.Unlock()
	for _, d := range open {
		what := d.Called() + " on " + s.c.c.Host.Name
		settled, err := s.settle(ctx, d)
		switch {
		case err != nil:
			s.leaveOpen(d)
		case settled.Made:
			notices = append(notices, "done: "+what)
		default:
			notices = append(notices, "not done: "+what+" (the connection was lost)")
		}
	}
	return notices
}
