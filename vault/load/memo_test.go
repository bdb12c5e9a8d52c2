package load_test

import (
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"sync"
	"testing"
	"time"

	"coldstart/model"
	"coldstart/testdata/must"
	"coldstart/vault/disk"
	"coldstart/vault/ledger"
	"coldstart/vault/load"
	"coldstart/vault/places"
	"coldstart/vault/state"
	"coldstart/vault/vaulttest"
)

// memorable opens a vault with all five sources, in which files count as rested at once
// when a clock runs ahead of the time of the files.
func memorable(t testing.TB, ahead time.Duration) *vaulttest.Vault {
	t.Helper()
	dir := t.TempDir()
	if _, local := disk.FileSystemOf(dir); !local {
		t.Skip("nothing is remembered on this file system")
	}
	must.Do(t, os.CopyFS(dir, os.DirFS(demo)))
	v := must.Get(vaulttest.Open(dir, places.Options{StateDir: t.TempDir(), Operator: "sam", Clock: func() time.Time { return time.Now().Add(ahead) }}))(t)
	t.Cleanup(func() { v.Close() })
	return v
}

func loadChanged(t testing.TB, v *vaulttest.Vault) model.Snapshot {
	t.Helper()
	s := must.Get(v.LoadChanged(t.Context(), loadTime))(t)
	return s
}

// TestLoadChangedIsLoad changes a vault in many ways, and expects of every load just
// what one who never saw the vault before reads.
func TestLoadChangedIsLoad(t *testing.T) {
	t.Parallel()
	v := memorable(t, time.Hour)
	fresh := must.Get(vaulttest.Open(v.Dir(), v.Where.Opts))(t)
	defer fresh.Close()
	names := filesBelow(t, v.Dir())
	rng := rand.New(rand.NewPCG(3, 14))
	for round := range 60 {
		name := filepath.Join(v.Dir(), names[rng.IntN(len(names))])
		what := changeSomehow(t, rng, name)
		got, want := loadChanged(t, v), mustLoad(t, fresh)
		for i := range want.Plans {
			// They are read with the page of the plan.
			want.Plans[i].Context, want.Plans[i].Reading.Lines = "", nil
		}
		if !reflect.DeepEqual(got, want) {
			t.Fatalf("round %d: after %s of %s the load tells something else than a first one", round, what, name)
		}
		// What is done to one snapshot may not reach the next.
		for i := range got.Requests {
			got.Requests[i].Doubts = append(got.Requests[i].Doubts[:0], model.Doubt{What: "spoilt"})
		}
	}
}

func filesBelow(t *testing.T, dir string) (names []string) {
	t.Helper()
	must.Do(t, filepath.WalkDir(dir, func(path string, e os.DirEntry, err error) error {
		if err == nil && e.Type().IsRegular() {
			rel, _ := filepath.Rel(dir, path)
			names = append(names, rel)
		}
		return err
	}))
	return names
}

// changeSomehow changes a file so that some of what the system says of it stays.
func changeSomehow(t *testing.T, rng *rand.Rand, name string) string {
	t.Helper()
	b, err := os.ReadFile(name)
	info, statErr := os.Lstat(name)
	must := func(errs ...error) {
		t.Helper()
		for _, err := range errs {
			if err != nil {
				t.Fatal(err)
			}
		}
	}
	if err != nil || statErr != nil {
		must(os.MkdirAll(filepath.Dir(name), 0o755), os.WriteFile(name, []byte("---\nstatus: Active\n---\n- [ ] Begin\n"), 0o644))
		return "a new writing"
	}
	other := []byte(strings.NewReplacer("e", "o", "1", "2").Replace(string(b)))
	tick(t, filepath.Dir(name))
	switch rng.IntN(5) {
	case 0:
		must(os.WriteFile(name, other, 0o644), os.Chtimes(name, info.ModTime(), info.ModTime()))
		return "a change of the same length, its time set back,"
	case 1:
		must(os.WriteFile(name+".new", other, 0o644), os.Chtimes(name+".new", info.ModTime(), info.ModTime()), os.Rename(name+".new", name))
		return "a replacement of the same length and time"
	case 2:
		must(os.Remove(name))
		return "the removal"
	case 3:
		must(os.WriteFile(name, append(b, "\nmore\n"...), 0o644))
		return "an addition"
	}
	return "no change"
}

// tick waits until what is written in a folder from now on has another time: the clock of a file system may
// stand still for some milliseconds.
func tick(t *testing.T, dir string) {
	t.Helper()
	probe := filepath.Join(dir, ".tick")
	var first time.Time
	for {
		err := os.WriteFile(probe, nil, 0o644)
		info, statErr := os.Lstat(probe)
		if err != nil || statErr != nil {
			t.Fatal(err, statErr)
		}
		if first.IsZero() {
			first = info.ModTime()
		}
		if info.ModTime().After(first) {
			break
		}
	}
	must.Do(t, os.Remove(probe))
}

// TestWhatHasNotRestedIsReadAgain has a clock of our own that stands where the files'
// does: then a change could hide in the same tick.
func TestWhatHasNotRestedIsReadAgain(t *testing.T) {
	t.Parallel()
	look := func(l *load.Loader, cached bool) {
		t.Helper()
		must.Get(l.Screen(t.Context(), loadTime, load.Want{}, cached))(t)
	}
	for ahead, want := range map[time.Duration]bool{0: false, disk.RestTime + time.Minute: true, -time.Hour: false} {
		v := memorable(t, ahead)
		l := load.New(v.Where, state.Of(v.Where), ledger.Open(v.Where), func(*model.Snapshot) {})
		look(l, true)
		if got := len(l.Cache.Known) > 0; got != want {
			t.Errorf("with a clock %v ahead of the files, something is remembered: %t, want %t", ahead, got, want)
		}
		// Who asks for everything gets it, and it is remembered for the next.
		look(l, false)
		if got := len(l.Cache.Known) > 0; got != want {
			t.Errorf("behind a whole load, with a clock %v ahead of the files, something is remembered: %t, want %t", ahead, got, want)
		}
	}
	v := memorable(t, time.Hour)
	l := load.New(v.Where, state.Of(v.Where), ledger.Open(v.Where), func(*model.Snapshot) {})
	look(l, false)
	if l.Cache.Known != nil {
		t.Error("a single load remembers for nobody")
	}
}

func TestLoadsSideBySide(t *testing.T) {
	t.Parallel()
	v := memorable(t, time.Hour)
	want := fmt.Sprint(loadChanged(t, v).Requests)
	var loads sync.WaitGroup
	for i := range 6 {
		loads.Go(func() {
			load := v.LoadChanged
			if i%3 == 0 {
				load = v.Load
			}
			if s, err := load(t.Context(), loadTime); err != nil || fmt.Sprint(s.Requests) != want {
				t.Errorf("load %d: %v, or other requests than alone", i, err)
			}
		})
	}
	loads.Wait()
}
