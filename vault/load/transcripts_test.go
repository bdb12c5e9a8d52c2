package load

import (
	"path/filepath"
	"testing"
	"time"

	"coldstart/model"
	"coldstart/testdata/must"
	"coldstart/testdata/transcripts/homes"
	"coldstart/testdata/whole"
	"coldstart/vault/places"
	"coldstart/vault/store"
)

// TestEachEndingOfAMadeSessionIsToldRightly makes homes from seeds, with sessions of all kinds, and
// holds what is said of each against what was done.
func TestEachEndingOfAMadeSessionIsToldRightly(t *testing.T) {
	t.Parallel()
	for seed := range whole.Rounds(3, 100) {
		dir := t.TempDir()
		made := must.Get(homes.Make(dir, homes.Options{Seed: uint64(seed), Number: 3 * len(homes.Kinds())}))(t)
		none := func(string) string { return "" }
		stores := StoreFolders(none, filepath.Join(dir, "home"))
		l := New(&places.Vault{Opts: places.Options{Zone: time.UTC, Stores: stores}}, nil, nil, nil)
		found, left, problems := l.Sessions()
		if left > 0 || len(problems) > 0 {
			t.Fatalf("seed %d: %d left, problems %v", seed, left, problems)
		}
		told := map[string]model.Transcript{}
		for _, s := range found {
			told[s.Path] = s
		}
		for _, want := range made {
			got, ok := told["~/"+want.Path]
			delete(told, "~/"+want.Path)
			if ok == want.None {
				t.Errorf("seed %d, %s (%s): a session: %v", seed, want.Path, want.Kind, ok)
			} else if ok {
				compareMade(t, seed, got, want)
			}
		}
		for path := range told {
			t.Errorf("seed %d: %s was not made", seed, path)
		}
		inEachFolder(t, l, made)
	}
}

func compareMade(t *testing.T, seed int, got model.Transcript, want homes.Session) {
	t.Helper()
	e, sure := got.State(want.Last.Add(time.Hour))
	from := got.From
	if want.From == "" {
		// What was copied to another file may be taken for the copy.
		from = ""
	}
	for _, c := range []struct{ what, got, want string }{
		{"ending", e.String(), want.Ending},
		{"sure", sure.String(), want.Sure},
		{"id", got.ID, want.ID},
		{"dir", got.Dir, want.Dir},
		{"branch", got.Branch, want.Branch},
		{"title", got.Title, want.Title},
		{"prompt", got.Prompt, want.Prompt},
		{"from", from, want.From},
		{"began", got.Began.Time.UTC().Format(time.RFC3339), want.Began.UTC().Format(time.RFC3339)},
		{"last", got.Last.Time.UTC().Format(time.RFC3339), want.Last.UTC().Format(time.RFC3339)},
	} {
		if c.got != c.want {
			t.Errorf("seed %d, %s (%s): %s is %q, want %q", seed, want.Path, want.Kind, c.what, c.got, c.want)
		}
	}
	if len(got.Questions) != want.Questions || got.Unknown != want.Unknown || got.Batch != want.Batch {
		t.Errorf("seed %d, %s (%s): %d questions, %d unknown, batch %v; want %+v", seed, want.Path, want.Kind, len(got.Questions), got.Unknown, got.Batch, want)
	}
	if asked := got.Process != nil && got.Process.Status == "waiting"; e.Dead() && !asked {
		if now, _ := got.State(want.Last.Add(time.Minute)); now != model.EndingRuns {
			t.Errorf("seed %d, %s (%s): %v a minute later", seed, want.Path, want.Kind, now)
		}
	}
}

// inEachFolder reads the sessions of one folder after the other.
func inEachFolder(t *testing.T, l *Loader, made []homes.Session) {
	t.Helper()
	of := map[string]int{}
	for _, want := range made {
		if of[want.Dir] += 0; !want.None {
			of[want.Dir]++
		}
	}
	for dir, want := range of {
		var s model.Snapshot
		r := l.reading(nil, 0)
		got := 0
		l.eachStore(r, &s, func(st store.Store, h *store.Home) {
			found, _ := st.Sessions(h, []string{dir}, mostSessions)
			for _, f := range found {
				if f.Dir != dir {
					t.Errorf("%s is not of %s", f.Path, dir)
				}
			}
			got += len(found)
		})
		r.Disk.Budget.Stop()
		if got != want {
			t.Errorf("%s: %d sessions, want %d", dir, got, want)
		}
	}
}
