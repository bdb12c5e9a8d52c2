package remote

import (
	"context"
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

// args are the arguments of a question; each method takes some of them.
type args struct {
	Ref                      model.Ref
	Path, Dir, Name, ID      string
	Text                     string
	Keys                     []model.SessionKey
	Step, First, Count, Most int
	// At is the time of who asks.
	At time.Time
	// Changed is true for a load that reads again what changed only; Have is the hash of the snapshot that the asking
	// side has, zero for none.
	Changed  bool
	Have     model.Fingerprint
	Decision model.Decision
	Look     model.Look
	Snooze   model.Snooze
	Pin      model.Pin
	Line     Line
}

// nothing is what is answered where there is nothing to say.
type nothing struct{ Done bool }

// method answers a question; at is the vault that is asked, or the host.
type method struct {
	// writes is true where the far side goes on although nobody waits any more.
	writes bool
	run    func(ctx context.Context, at *place, a args) (any, error)
}

// answer reads a question, and returns the answer as it is sent.
func (m method) answer(ctx context.Context, at *place, body []byte) ([]byte, error) {
	a, err := decoded[args](body)
	if err != nil {
		return nil, err
	}
	answer, err := m.run(ctx, at, a)
	if err != nil {
		return nil, err
	}
	return encoded(answer), nil
}

// The names of the methods, after those of a vault.
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
	type c = context.Context
	return map[string]method{
		askVaults:   {false, func(ctx c, at *place, a args) (any, error) { return at.server.Vaults(ctx, a.Dir) }},
		askLoad:     {false, func(ctx c, at *place, a args) (any, error) { return at.load(ctx, a) }},
		askChanged:  {false, func(ctx c, at *place, a args) (any, error) { return at.store.Changed(ctx) }},
		askRead:     {false, func(ctx c, at *place, a args) (any, error) { return at.store.Read(ctx, a.Ref) }},
		askLines:    {false, func(ctx c, at *place, a args) (any, error) { return at.store.SessionLines(ctx, a.Path, a.Keys, a.Most) }},
		askInspect:  {false, func(ctx c, at *place, a args) (any, error) { return at.store.Inspect(ctx, a.Ref, a.Step) }},
		askGit:      {false, func(ctx c, at *place, a args) (any, error) { return at.store.LeftInGit(ctx, a.Dir, a.At) }},
		askLeft:     {false, func(ctx c, at *place, a args) (any, error) { return at.store.PreviewLeft(ctx, a.Ref, a.Step, a.Name) }},
		askExcerpt:  {false, func(ctx c, at *place, a args) (any, error) { return at.store.Excerpt(ctx, a.Ref, a.First, a.Count) }},
		askPreview:  {false, func(ctx c, at *place, a args) (any, error) { return at.store.Preview(ctx, a.Decision) }},
		askUndoable: {false, func(ctx c, at *place, a args) (any, error) { return at.undoable(ctx, a) }},
		askLook:     {false, func(ctx c, at *place, a args) (any, error) { return at.store.LastLook(ctx) }},
		askText:     {false, func(ctx c, at *place, a args) (any, error) { return at.store.LookedText(ctx, a.Have) }},
		askRun:      {true, func(ctx c, at *place, a args) (any, error) { return at.server.Run(ctx, at.server.asker, a.Line), nil }},
		askKeepLook: {true, func(ctx c, at *place, a args) (any, error) { return nothing{}, at.store.KeepLook(ctx, a.Look) }},
		askFirst:    {true, func(ctx c, at *place, a args) (any, error) { return nothing{}, at.store.KeepFirstLook(ctx) }},
		askDecide:   {true, func(ctx c, at *place, a args) (any, error) { return at.store.Decide(ctx, a.Decision) }},
		askSnooze:   {true, func(ctx c, at *place, a args) (any, error) { return nothing{}, at.store.Snooze(ctx, a.Snooze) }},
		askWake:     {true, func(ctx c, at *place, a args) (any, error) { return nothing{}, at.store.Wake(ctx, a.Ref, a.At) }},
		askPin:      {true, func(ctx c, at *place, a args) (any, error) { return nothing{}, at.store.Pin(ctx, a.Pin) }},
		askMessage:  {true, func(ctx c, at *place, a args) (any, error) { return at.store.KeepMessage(ctx, a.Text, a.At) }},
		askSettle:   {true, func(ctx c, at *place, a args) (any, error) { return at.store.Settle(ctx, a.ID, a.At) }},
	}
}
