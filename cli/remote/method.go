package remote

import (
	"context"
	"maps"
	"reflect"
	"time"

	"coldstart/model"
)

// Vault is a vault as the screen uses it, and what settles a decision whose answer was lost.
type Vault interface {
	Load(ctx context.Context, now time.Time) (model.Snapshot, error)
	LoadChanged(ctx context.Context, now time.Time) (model.Snapshot, error)
	Changed(ctx context.Context) (model.Watching, error)
	Read(ctx context.Context, ref model.Ref) (model.Document, error)
	SessionLines(ctx context.Context, path string, keys []model.SessionKey, most int) (map[model.SessionKey][]byte, error)
	Inspect(ctx context.Context, ref model.Ref, step int) (model.Inspection, error)
	LeftInGit(ctx context.Context, dir string, since time.Time) (model.LeftInGit, error)
	PreviewLeft(ctx context.Context, ref model.Ref, step int, name string) (model.Preview, error)
	Excerpt(ctx context.Context, ref model.Ref, first, count int) (model.Excerpt, error)
	Preview(ctx context.Context, d model.Decision) ([]model.Change, error)
	Undoable(id string, s model.Snapshot) (model.Undoable, error)
	LastLook(ctx context.Context) (model.Look, error)
	KeepLook(ctx context.Context, l model.Look) error
	KeepFirstLook(ctx context.Context) error
	LookedText(ctx context.Context, seen model.Fingerprint) ([]byte, error)
	Decide(ctx context.Context, d model.Decision) (model.Receipt, error)
	Snooze(ctx context.Context, z model.Snooze) error
	Wake(ctx context.Context, ref model.Ref, now time.Time) error
	Pin(ctx context.Context, p model.Pin) error
	KeepMessage(ctx context.Context, text string, at time.Time) (before model.Message, err error)
	// Settle finishes what is open, then says whether the decision with an id holds. If it was not
	// made, it never will be.
	Settle(ctx context.Context, id string, now time.Time) (model.Settled, error)
}

// method is a question: what is asked, what is answered, and how the far side finds it.
type method struct {
	asks, answers reflect.Type
	// writes is true where the far side goes on although nobody waits any more.
	writes bool
	// run answers; at is the vault that was asked, or the host.
	run func(ctx context.Context, at *place, body []byte) ([]byte, error)
}

// of makes a method of a function.
func of[Ask, Answer any](do func(ctx context.Context, at *place, ask Ask) (Answer, error)) method {
	return method{
		asks: reflect.TypeFor[Ask](), answers: reflect.TypeFor[Answer](),
		run: func(ctx context.Context, at *place, body []byte) ([]byte, error) {
			ask, err := decoded[Ask](body)
			if err != nil {
				return nil, err
			}
			answer, err := do(ctx, at, ask)
			if err != nil {
				return nil, err
			}
			return encoded(answer), nil
		},
	}
}

// writing is a method that writes.
func writing[Ask, Answer any](do func(ctx context.Context, at *place, ask Ask) (Answer, error)) method {
	m := of(do)
	m.writes = true
	return m
}

// nothing is what is answered where there is nothing to say.
type nothing struct{ Done bool }

type (
	loadAsk struct {
		Now     time.Time
		Changed bool
		// Have is the hash of the snapshot that the asking side has, zero for none.
		Have model.Fingerprint
	}
	readAsk  struct{ Ref model.Ref }
	linesAsk struct {
		Path string
		Keys []model.SessionKey
		Most int
	}
	stepAsk struct {
		Ref  model.Ref
		Step int
		Name string
	}
	gitAsk struct {
		Dir   string
		Since time.Time
	}
	excerptAsk struct {
		Ref          model.Ref
		First, Count int
	}
	undoableAsk struct {
		ID string
		At time.Time
	}
	textAsk struct{ Seen model.Fingerprint }
	wakeAsk struct {
		Ref model.Ref
		Now time.Time
	}
	messageAsk struct {
		Text string
		At   time.Time
	}
	settleAsk struct {
		ID  string
		Now time.Time
	}
	vaultsAsk struct{ Dir string }
)

// The names of the methods.
const (
	askVaults   = "Vaults"
	askRun      = "Run"
	askLoad     = "Load"
	askChanged  = "Changed"
	askRead     = "Read"
	askLines    = "SessionLines"
	askInspect  = "Inspect"
	askGit      = "LeftInGit"
	askLeft     = "PreviewLeft"
	askExcerpt  = "Excerpt"
	askPreview  = "Preview"
	askUndoable = "Undoable"
	askLook     = "LastLook"
	askKeepLook = "KeepLook"
	askFirst    = "KeepFirstLook"
	askText     = "LookedText"
	askDecide   = "Decide"
	askSnooze   = "Snooze"
	askWake     = "Wake"
	askPin      = "Pin"
	askMessage  = "KeepMessage"
	askSettle   = "Settle"
)

// methods is everything that can be asked. Anything else the far side refuses.
func methods() map[string]method {
	all := writes()
	maps.Copy(all, looks())
	return all
}

// looks are the questions that write nothing.
func looks() map[string]method {
	return map[string]method{
		askVaults: of(func(ctx context.Context, at *place, ask vaultsAsk) ([]Listed, error) {
			return at.server.Vaults(ctx, ask.Dir)
		}),
		askLoad:    of(func(ctx context.Context, at *place, ask loadAsk) (loaded, error) { return at.load(ctx, ask) }),
		askChanged: of(func(ctx context.Context, at *place, _ nothing) (model.Watching, error) { return at.store.Changed(ctx) }),
		askRead: of(func(ctx context.Context, at *place, ask readAsk) (model.Document, error) {
			return at.store.Read(ctx, ask.Ref)
		}),
		askLines: of(func(ctx context.Context, at *place, ask linesAsk) (map[model.SessionKey][]byte, error) {
			return at.store.SessionLines(ctx, ask.Path, ask.Keys, ask.Most)
		}),
		askInspect: of(func(ctx context.Context, at *place, ask stepAsk) (model.Inspection, error) {
			return at.store.Inspect(ctx, ask.Ref, ask.Step)
		}),
		askGit: of(func(ctx context.Context, at *place, ask gitAsk) (model.LeftInGit, error) {
			return at.store.LeftInGit(ctx, ask.Dir, ask.Since)
		}),
		askLeft: of(func(ctx context.Context, at *place, ask stepAsk) (model.Preview, error) {
			return at.store.PreviewLeft(ctx, ask.Ref, ask.Step, ask.Name)
		}),
		askExcerpt: of(func(ctx context.Context, at *place, ask excerptAsk) (model.Excerpt, error) {
			return at.store.Excerpt(ctx, ask.Ref, ask.First, ask.Count)
		}),
		askPreview: of(func(ctx context.Context, at *place, d model.Decision) ([]model.Change, error) {
			return at.store.Preview(ctx, d)
		}),
		askUndoable: of(func(ctx context.Context, at *place, ask undoableAsk) (model.Undoable, error) {
			return at.undoable(ctx, ask)
		}),
		askLook: of(func(ctx context.Context, at *place, _ nothing) (model.Look, error) { return at.store.LastLook(ctx) }),
		askText: of(func(ctx context.Context, at *place, ask textAsk) ([]byte, error) {
			return at.store.LookedText(ctx, ask.Seen)
		}),
	}
}

// writes are those that are finished whoever still waits.
func writes() map[string]method {
	return map[string]method{
		askRun: writing(func(ctx context.Context, at *place, line Line) (Output, error) {
			return at.server.Run(ctx, at.server.asker, line), nil
		}),
		askKeepLook: writing(func(ctx context.Context, at *place, l model.Look) (nothing, error) {
			return nothing{}, at.store.KeepLook(ctx, l)
		}),
		askFirst: writing(func(ctx context.Context, at *place, _ nothing) (nothing, error) {
			return nothing{}, at.store.KeepFirstLook(ctx)
		}),
		askDecide: writing(func(ctx context.Context, at *place, d model.Decision) (model.Receipt, error) {
			return at.store.Decide(ctx, d)
		}),
		askSnooze: writing(func(ctx context.Context, at *place, z model.Snooze) (nothing, error) {
			return nothing{}, at.store.Snooze(ctx, z)
		}),
		askWake: writing(func(ctx context.Context, at *place, ask wakeAsk) (nothing, error) {
			return nothing{}, at.store.Wake(ctx, ask.Ref, ask.Now)
		}),
		askPin: writing(func(ctx context.Context, at *place, p model.Pin) (nothing, error) {
			return nothing{}, at.store.Pin(ctx, p)
		}),
		askMessage: writing(func(ctx context.Context, at *place, ask messageAsk) (model.Message, error) {
			return at.store.KeepMessage(ctx, ask.Text, ask.At)
		}),
		askSettle: writing(func(ctx context.Context, at *place, ask settleAsk) (model.Settled, error) {
			return at.store.Settle(ctx, ask.ID, ask.Now)
		}),
	}
}
