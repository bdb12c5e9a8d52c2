package load_test

import (
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"reflect"
	"runtime"
	"strings"
	"sync"
	"testing"
	"time"

	"coldstart/model"
	"coldstart/testdata/examples"
	"coldstart/testdata/must"
	"coldstart/vault/disk"
	"coldstart/vault/ledger"
	"coldstart/vault/load"
	"coldstart/vault/places"
	"coldstart/vault/source"
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

// TestAScreenKeepsNoTextsOfPlans loads plans whose texts are long and which say little: they are read
// again when a page opens.
func TestAScreenKeepsNoTextsOfPlans(t *testing.T) {
	const plans, size = 64, 256 << 10
	v := memorable(t, time.Hour)
	filler := strings.Repeat("The chalk is in the shed behind the mill.\n", size/42)
	for i := range plans {
		text := fmt.Sprintf("---\ntask_id: 2026-%d\nstatus: Active\ncreated_date: '2026-02-21T10:00:00Z'\n---\n\n# Objective\n\nOrder chalk.\n\n## Context\n\n%s\n## Roadmap\n\n- [ ] Ask\n", i, filler)
		if i%2 == 0 {
			text = fmt.Sprintf("# Order chalk %d\n\nStatus: active\n\n%s\n## Steps\n\n- [ ] Ask\n", i, filler)
		}
		if err := os.WriteFile(filepath.Join(v.Dir(), "Plans", fmt.Sprintf("PLAN-2026-9%02d.md", i)), []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	heap := func() uint64 {
		var m runtime.MemStats
		runtime.GC()
		runtime.ReadMemStats(&m)
		return m.HeapAlloc
	}
	before := heap()
	s := loadChanged(t, v)
	after := heap()
	if len(s.Plans) < plans {
		t.Fatalf("%d plans of %d", len(s.Plans), plans)
	}
	if after > before && after-before > plans*size/8 {
		t.Errorf("%d bytes are kept of %d", after-before, plans*size)
	}
	runtime.KeepAlive(s)
}

func openBrief(t *testing.T, c contents) (*vaulttest.Vault, string) {
	t.Helper()
	v, dir := openContents(t, c)
	v.Where.Opts.Brief, v.Where.Disk.Brief = true, true
	return v, dir
}

func TestABriefVaultReadsTheNewestFiles(t *testing.T) {
	t.Parallel()
	c := contents{}
	for i := range source.BriefFiles + 10 {
		c[fmt.Sprintf("Plans/PLAN-%04d.md", i)] = strings.Replace(examples.Plan, "PLAN-2026-001", fmt.Sprintf("2026-%04d", i), 1)
	}
	c["seed.json"] = `{"version": "` + strings.Repeat("1", source.BriefBytes) + `"}`
	v, dir := openBrief(t, c)
	old := filepath.Join(dir, "Plans", "PLAN-0009.md")
	must.Do(t, os.Chtimes(old, time.Time{}, loadTime.AddDate(30, 0, 0)))
	s := mustLoad(t, v)
	if _, ok := s.Plan("Plans/PLAN-0009.md"); !ok || len(s.Plans) != source.BriefFiles {
		t.Errorf("%d plans, the newest among them: %v", len(s.Plans), ok)
	}
	var reasons []string
	for _, p := range s.Problems {
		reasons = append(reasons, p.Reason)
	}
	for _, want := range []string{"this and 9 other files are too old for a brief report", "too large"} {
		if !strings.Contains(strings.Join(reasons, "\n"), want) {
			t.Errorf("%q does not tell %q", reasons, want)
		}
	}
}

// What the agents' plan manager makes of the others is asked for as many again.
func TestABriefVaultAsksAboutFewOtherPlans(t *testing.T) {
	t.Parallel()
	c := contents{}
	for i := range 2*source.BriefFiles + 10 {
		c[fmt.Sprintf("Plans/PLAN-%04d.md", i)] = strings.Replace(examples.Plan, "PLAN-2026-001", fmt.Sprintf("2026-%04d", i), 1)
	}
	v, _ := openBrief(t, c)
	unknown := 0
	for _, p := range mustLoad(t, v).Managed {
		if p.Unknown {
			unknown++
		}
	}
	if unknown != 10 {
		t.Errorf("%d plans are unknown", unknown)
	}
}

func TestABriefVaultReadsTheEndOfItsLogs(t *testing.T) {
	t.Parallel()
	line := func(kind string, n int) string {
		return fmt.Sprintf(`{"type": %q, "session": %d, "agent": "Spindle", "timestamp": "2026-02-21T09:00:00", "pad": %q}`+"\n", kind, n, strings.Repeat("x", 1<<20))
	}
	text := line("SessionStarted", 7)
	for range source.BriefEvents >> 20 {
		text += line("Noted", 7)
	}
	v, dir := openBrief(t, contents{"events.jsonl": text})
	if s := mustLoad(t, v); !s.Events.Cut || s.Events.Records == 0 || s.Events.Bad > 0 {
		t.Errorf("cut %v, %d records, %d bad", s.Events.Cut, s.Events.Records, s.Events.Bad)
	}
	// Without the last start nobody knows the next number.
	if mark, err := v.StartSession(t.Context(), "", "Spindle", "", loadTime); err == nil || mark.Number != "" {
		t.Errorf("started %+v", mark)
	}
	f := must.Get(os.OpenFile(filepath.Join(dir, "events.jsonl"), os.O_WRONLY|os.O_APPEND, 0))(t)
	must.Get(f.WriteString(line("SessionStarted", 8)))(t)
	must.Do(t, f.Close())
	if mark, err := v.StartSession(t.Context(), "", "Spindle", "", loadTime); err != nil || mark.Number != "9" {
		t.Errorf("started %+v, error %v", mark, err)
	}
}

func TestReceiptsAreBoundedAndDamageIsPassedOver(t *testing.T) {
	t.Parallel()
	v, _ := openContents(t, contents{})
	if got, err := v.HandOvers(); err != nil || len(got) > 0 {
		t.Fatalf("got %v, error %v", got, err)
	}
	keep := func(session string) {
		t.Helper()
		h := model.HandOver{At: loadTime, Session: session, Caller: strings.Repeat("c", 1000), Format: "text", Size: 5}
		must.Do(t, v.KeepHandOver(h))
	}
	keep("1")
	name := filepath.Join(v.Where.StateDir(), state.ReceiptsName)
	b := must.Get(os.ReadFile(name))(t)
	must.Do(t, os.WriteFile(name, append([]byte(strings.Repeat(string(b), 2*state.MaxReceipts/len(b))), "torn\n"...), 0o600))
	keep("2")
	got, err := v.HandOvers()
	if err != nil || len(got) < 100 || len(got) > state.MaxReceipts/len(b)+1 {
		t.Fatalf("%d receipts, error %v", len(got), err)
	}
	last := got[len(got)-1]
	if last.Session != "2" || got[0].Session != "1" || len(last.Caller) != state.MaxReceiptText || !last.At.Equal(loadTime) {
		t.Errorf("got %+v", last)
	}
	v.Where.Opts.ReadOnly = true
	keep("3")
	if again, err := v.HandOvers(); err != nil || len(again) != len(got) {
		t.Errorf("a vault that is only read got a receipt: %v", err)
	}
}
