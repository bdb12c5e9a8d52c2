package tui

import (
	"context"
	"slices"
	"testing"
	"time"

	"pgregory.net/rapid"

	"coldstart/model"
	"coldstart/styles"
	"coldstart/testdata/lies"
	"coldstart/tui/board"
	"coldstart/tui/confirm"
	"coldstart/tui/list"
)

// liar is a vault of another machine that answers with whatever it likes, of the right type.
type liar struct {
	t *rapid.T
	// last is what it told last.
	last *model.Snapshot
}

func lie[T any](l liar) (T, error) {
	v := lies.Draw[T](l.t)
	if rapid.IntRange(0, 9).Draw(l.t, "fails") == 0 {
		return v, model.ErrConflict
	}
	return v, nil
}

// often is true in most cases: where all is made up, nothing can be decided, and no dialog opens.
func (l liar) often(what string) bool { return rapid.IntRange(0, 3).Draw(l.t, what) > 0 }

func (l liar) Load(_ context.Context, now time.Time) (model.Snapshot, error) {
	if l.last.At.IsZero() || !l.often("the same") {
		*l.last = lies.Draw[model.Snapshot](l.t)
		if l.often("writable") {
			l.last.ReadOnly, l.last.Merging, l.last.Contradictions, l.last.Stale, l.last.Writing = "", "", nil, nil, nil
		}
		for i := range l.last.Requests {
			if l.often("pending") {
				r := &l.last.Requests[i]
				*r = model.Request{Path: r.Path, Name: r.Name, Summary: r.Summary, Doubts: r.Doubts, Plan: r.Plan, Step: r.Step, Target: r.Target, Seen: r.Seen, Asked: r.Asked, Reading: r.Reading}
				r.Reading.Tool = ""
			}
		}
	}
	// The asking side keeps its own time and notices.
	l.last.At, l.last.Notices, l.last.Unsettled = now, nil, nil
	return *l.last, nil
}

func (l liar) LoadChanged(ctx context.Context, now time.Time) (model.Snapshot, error) {
	return l.Load(ctx, now)
}

func (l liar) Changed(context.Context) (model.Watching, error) { return model.Watching{}, errQuiet }

func (l liar) Read(_ context.Context, ref model.Ref) (model.Document, error) {
	doc, err := lie[model.Document](l)
	if l.often("as loaded") {
		doc.Seen = l.last.Seen(ref)
	}
	return doc, err
}

func (l liar) SessionLines(context.Context, string, []model.SessionKey, int) (map[model.SessionKey][]byte, error) {
	return lie[map[model.SessionKey][]byte](l)
}

func (l liar) Inspect(context.Context, model.Ref, int) (model.Inspection, error) {
	return lie[model.Inspection](l)
}

func (l liar) LeftInGit(context.Context, string, time.Time) (model.LeftInGit, error) {
	return lie[model.LeftInGit](l)
}

func (l liar) PreviewLeft(context.Context, model.Ref, int, string) (model.Preview, error) {
	return lie[model.Preview](l)
}

func (l liar) Excerpt(context.Context, model.Ref, int, int) (model.Excerpt, error) {
	return lie[model.Excerpt](l)
}

func (l liar) Preview(context.Context, model.Decision) ([]model.Change, error) {
	return lie[[]model.Change](l)
}

func (l liar) Undoable(string, model.Snapshot) (model.Undoable, error) { return lie[model.Undoable](l) }

func (l liar) LastLook(context.Context) (model.Look, error) { return lie[model.Look](l) }

func (l liar) KeepLook(context.Context, model.Look) error { return nil }

func (l liar) KeepFirstLook(context.Context) error { return nil }

func (l liar) LookedText(context.Context, model.Fingerprint) ([]byte, error) { return lie[[]byte](l) }

func (l liar) Decide(context.Context, model.Decision) (model.Receipt, error) {
	return lie[model.Receipt](l)
}

func (l liar) Snooze(context.Context, model.Snooze) error { return nil }

func (l liar) Wake(context.Context, model.Ref, time.Time) error { return nil }

func (l liar) Pin(context.Context, model.Pin) error { return nil }

func (l liar) KeepMessage(context.Context, string, time.Time) (model.Message, error) {
	return lie[model.Message](l)
}

func (l liar) File(context.Context, model.Ref) (string, error) { return "", model.ErrNotAllowed }

// allKeys are the keys that mean something, those that move more often than others.
func allKeys() []string {
	all := []string{"down", "down", "down", "enter", "enter", "esc", "1", "2", "3", "4", "5", "6", "7", "8", "y", "pgdown", "end", "tab", "x"}
	for _, k := range BoundKeys(nil) {
		all = append(all, k.Keys...)
	}
	return slices.DeleteFunc(all, func(k string) bool { return k == "ctrl+z" })
}

// Whatever a host sends, and however one part contradicts another, the screen stays.
func TestTheScreenOutlivesAnyHost(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(r *rapid.T) {
		d := &driver{t: t}
		w, h := rapid.SampledFrom([]int{30, 80, 140}).Draw(r, "wide"), rapid.SampledFrom([]int{8, 24, 45}).Draw(r, "high")
		d.opens(liar{r, &model.Snapshot{}}, Options{Theme: styles.New(styles.Options{NoColor: true}), Now: clock, Looks: true}, w, h)
		for _, k := range rapid.SliceOfN(rapid.SampledFrom(allKeys()), 5, 30).Draw(r, "keys") {
			d.press(k)
			d.ring(confirm.QuietTime)
			_ = d.app.View()
		}
	})
}

// Beside other vaults a host that lies is one of several, and those stay.
func TestAllVaultsOutliveAnyHost(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(r *rapid.T) {
		f := newFleet(t, Options{Looks: true}, 100, 30, []Vault{{Name: "bench", Store: workshop()}}, attic(liar{r, &model.Snapshot{}}))
		f.answer()
		for _, k := range rapid.SliceOfN(rapid.SampledFrom(allKeys()), 3, 10).Draw(r, "keys") {
			f.press(k)
			f.ring(confirm.QuietTime)
			_ = f.s.View()
		}
	})
}

// What no vault is loaded as is shown as far as it goes.
func TestContradictionsAreShown(t *testing.T) {
	t.Parallel()
	far := model.Stamp{Raw: "x", Time: time.Unix(-1<<63, 0)}
	for name, s := range map[string]model.Snapshot{
		"a broken memory without a fault": {Memory: model.Memory{Found: true, Path: "seed.json", Broken: true}},
		"a closed plan that is pinned": {
			Plans: []model.Plan{{Path: "a.md", Reading: model.PlanReading{Tool: "x", Closed: true}}}, Pin: model.Pin{Path: "a.md"},
		},
		"a program without a sign": {Strange: true, Search: model.Search{Guests: []model.Sought{{Name: "x"}}}},
		"a start before all time":  {Events: model.EventLog{Sessions: []model.Session{{Starts: 1, Started: far}}}},
		"a column before the line": {Problems: []model.Problem{{Path: "a.md", Line: 1, Reason: "x", Fault: model.Fault{Column: -3}}}},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			d := newDriver(t, &fakeStore{snapshot: s, files: map[string]string{"a.md": "text\n"}}, 120, 30)
			for _, page := range board.Pages() {
				d.press(page.Key, "enter")
				if d.app.View() == "" {
					t.Errorf("page %s is empty", page.Key)
				}
				d.press("esc")
			}
		})
	}
}

// Every row has its facts and its preview, and what is decided on it its words.
func TestWhateverIsLoadedHasItsWords(t *testing.T) {
	t.Parallel()
	th := styles.New(styles.Options{NoColor: true})
	rapid.Check(t, func(r *rapid.T) {
		b := board.New(lies.Draw[model.Snapshot](r))
		d := lies.Draw[model.Decision](r)
		for _, rows := range append(b.Rows, list.Of(board.SnoozedRows(b))) {
			for _, row := range rows {
				b.FactLines(th, row.Ref, 80)
				b.Preview(th, row.Ref, 60)
				d.Ref = row.Ref
				b.Matter(d)
				b.MustType(d)
				b.UndoFacts(d)
				b.Story(row.Ref, lies.Draw[[]model.Event](r), true)
			}
		}
		for _, past := range b.History(nil) {
			b.PastFacts(past)
		}
		b.ReceiptWords(defaultKeys(), lies.Draw[model.Receipt](r))
		b.VaultFacts()
	})
}
