package watch

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
	"time"

	"coldstart/model"
	"coldstart/testdata/must"
	"coldstart/vault/decision"
	"coldstart/vault/ledger"
	"coldstart/vault/load"
	"coldstart/vault/places"
	"coldstart/vault/state"
)

var loadTime = time.Date(2026, 2, 21, 11, 0, 0, 0, time.UTC)

// opened is a vault with what watching it takes.
type opened struct {
	*Watcher
	where  *places.Vault
	load   *load.Loader
	decide *decision.Decider
}

// contents are the files of a vault; a name that ends in a slash is a folder.
type contents map[string]string

func (c contents) write(t testing.TB, dir string) {
	t.Helper()
	for name, text := range c {
		path := filepath.Join(dir, filepath.FromSlash(name))
		if strings.HasSuffix(name, "/") {
			must.Do(t, os.MkdirAll(path, 0o755))
			continue
		}
		must.Do(t, os.MkdirAll(filepath.Dir(path), 0o755))
		must.Do(t, os.WriteFile(path, []byte(text), 0o644))
		must.Do(t, os.Chtimes(path, loadTime, loadTime))
	}
}

// open opens a new vault with these files and gives its folder.
func open(t testing.TB, c contents) (*opened, string) {
	t.Helper()
	dir := filepath.Join(t.TempDir(), "vault")
	must.Do(t, os.Mkdir(dir, 0o755))
	c.write(t, dir)
	v := openAt(t, dir, places.Options{StateDir: t.TempDir()})
	t.Cleanup(func() { must.Do(t, v.close()) })
	return v, dir
}

func openAt(t testing.TB, dir string, o places.Options) *opened {
	t.Helper()
	root, err := os.OpenRoot(dir)
	must.Do(t, err)
	where := places.New(root, dir, o)
	v := &opened{Watcher: New(where), where: where}
	folder, own := state.Of(where), ledger.Open(where)
	v.load = load.New(where, folder, own, v.Spare)
	v.decide = decision.New(where, folder, own, v.load)
	return v
}

func (v *opened) close() error {
	v.Close()
	return v.where.Disk.Root.Close()
}

func mustLoad(t testing.TB, v *opened) model.Snapshot {
	t.Helper()
	s, err := v.load.Screen(t.Context(), loadTime, load.Want{}, false)
	must.Do(t, err)
	return s.Snapshot
}

// watchPatience ends a test whose change is never noticed.
const watchPatience = 30 * time.Second

// watched is a vault with something of each kind in it.
func watchedContents() contents {
	return contents{
		"Plans/PLAN-1.md":                       "---\nstatus: Active\n---\n# Objective\nOrder chalk\n",
		"Pending_Approval/chalk.md":             "---\naction: payment\n---\nPay for chalk.\n",
		"Approved/":                             "",
		"Logs/":                                 "",
		"docs/work/active/W-1/WORK.md":          "---\nstatus: active\n---\n",
		".claude/haios/governance-events.jsonl": "{}\n",
		".math/config.json":                     "{}",
		".math/problems/knots/JOURNAL.md":       "# Journal\n",
		"flows/chalk/trace.md":                  "# Trace\n",
		"flows/chalk/notes.txt":                 "chalk\n",
		"src/main.c":                            "int main;\n",
		"seed.json":                             "{}",
	}
}

// watching opens a vault and waits for the first answer.
func watching(t *testing.T) (*opened, string) {
	t.Helper()
	if !noticesFolders(runtime.GOOS) {
		t.Skipf("%s does not report changes in folders", runtime.GOOS)
	}
	v, dir := open(t, watchedContents())
	if how := nextChange(t, v); how.Polling != "" {
		t.Skipf("there are no watches on this machine: %s", how.Polling)
	}
	return v, dir
}

func nextChange(t *testing.T, v *opened) model.Watching {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), watchPatience)
	defer cancel()
	how, err := v.Changed(ctx)
	if err != nil {
		t.Fatalf("Changed: %v", err)
	}
	return how
}

// changes are the ways in which a vault changes, each with what reports it.
func watchedChanges() map[string]func(t *testing.T, dir string) {
	write := func(name, text string) func(t *testing.T, dir string) {
		return func(t *testing.T, dir string) {
			must.Do(t, os.MkdirAll(filepath.Dir(filepath.Join(dir, name)), 0o755))
			must.Do(t, os.WriteFile(filepath.Join(dir, name), []byte(text), 0o644))
		}
	}
	return map[string]func(t *testing.T, dir string){
		"new plan":          write("Plans/PLAN-2.md", "x"),
		"longer plan":       write("Plans/PLAN-1.md", "a longer text than before"),
		"new folder":        write("Plans/2026/march/PLAN-3.md", "x"),
		"first of a kind":   write("Needs_Action/triage.md", "x"),
		"event":             write(".claude/haios/governance-events.jsonl", "{}\n{}\n"),
		"work item":         write("docs/work/blocked/W-2/WORK.md", "x"),
		"journal":           write(".math/problems/knots/JOURNAL.md", "# A journal\n"),
		"research problem":  write(".math/problems/braids/PROBLEM.md", "x"),
		"configuration":     write(".math/config.json", "{ }"),
		"memory":            write("seed.json", "{ }"),
		"trace":             write("flows/chalk/trace.md", "# A trace\n"),
		"trace in a folder": write("flows/paint/trace.md", "# Trace\n"),
		"other event log":   write("events.jsonl", "{}\n"),
		"request gone":      func(t *testing.T, dir string) { must.Do(t, os.Remove(filepath.Join(dir, "Pending_Approval/chalk.md"))) },
		"request moved": func(t *testing.T, dir string) {
			must.Do(t, os.Rename(filepath.Join(dir, "Pending_Approval/chalk.md"), filepath.Join(dir, "Approved/chalk.md")))
		},
		"folder gone": func(t *testing.T, dir string) { must.Do(t, os.RemoveAll(filepath.Join(dir, "Plans"))) },
		"folder renamed": func(t *testing.T, dir string) {
			must.Do(t, os.Rename(filepath.Join(dir, "Plans"), filepath.Join(dir, "plans")))
		},
		"same size, same time": func(t *testing.T, dir string) {
			name := filepath.Join(dir, "Plans/PLAN-1.md")
			b, err := os.ReadFile(name)
			must.Do(t, err)
			must.Do(t, os.WriteFile(name, []byte(strings.Replace(string(b), "chalk", "paint", 1)), 0o644))
			must.Do(t, os.Chtimes(name, loadTime, loadTime))
		},
		"replaced, same size, same time": func(t *testing.T, dir string) {
			name := filepath.Join(dir, "Plans/PLAN-1.md")
			b, err := os.ReadFile(name)
			must.Do(t, err)
			must.Do(t, os.WriteFile(name+".tmp", []byte(strings.Replace(string(b), "chalk", "paint", 1)), 0o644))
			must.Do(t, os.Chtimes(name+".tmp", loadTime, loadTime))
			must.Do(t, os.Rename(name+".tmp", name))
		},
		"folder replaced": func(t *testing.T, dir string) {
			must.Do(t, os.Rename(filepath.Join(dir, "Plans"), filepath.Join(dir, "old")))
			contents{"Plans/PLAN-1.md": watchedContents()["Plans/PLAN-1.md"]}.write(t, dir)
		},
	}
}

func TestChangesAreNoticed(t *testing.T) {
	t.Parallel()
	for name, change := range watchedChanges() {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			v, dir := watching(t)
			change(t, dir)
			if how := nextChange(t, v); how.Polling != "" {
				t.Errorf("noticed without the system: %s", how.Polling)
			}
		})
	}
}

func TestWhatIsNotReadIsNoChange(t *testing.T) {
	t.Parallel()
	v, dir := watching(t)
	must.Do(t, os.WriteFile(filepath.Join(dir, "src/main.c"), []byte("int main(void);\n"), 0o644))
	must.Do(t, os.WriteFile(filepath.Join(dir, "flows/chalk/more.txt"), []byte("x"), 0o644))
	must.Do(t, os.WriteFile(filepath.Join(dir, "README.md"), []byte("x"), 0o644))
	mustLoad(t, v)
	v.one.Lock()
	defer v.one.Unlock()
	if changed, err := v.compare(t.Context(), cueQuiet); changed || err != nil {
		t.Errorf("changed %v, %v", changed, err)
	}
}

func TestTheOwnLedgerIsWatched(t *testing.T) {
	t.Parallel()
	v, _ := watching(t)
	must.Do(t, os.MkdirAll(v.where.StateDir(), 0o700))
	must.Do(t, os.WriteFile(filepath.Join(v.where.StateDir(), state.LedgerName), []byte("{}\n"), 0o600))
	v.one.Lock()
	defer v.one.Unlock()
	if changed, err := v.compare(t.Context(), cueQuiet); !changed || err != nil {
		t.Errorf("changed %v, %v", changed, err)
	}
}

// A plan of which many events come, without a pause, is one change, and known as not
// written to its end.
func TestABurstIsFewChanges(t *testing.T) {
	t.Parallel()
	v, dir := watching(t)
	for i := range 500 {
		name := filepath.Join(dir, "Plans", "PLAN-B"+string(rune('a'+i%26))+strings.Repeat("x", i/26)+".md")
		must.Do(t, os.WriteFile(name, []byte("x"), 0o644))
	}
	for changes := 1; ; changes++ {
		nextChange(t, v)
		if s := mustLoad(t, v); len(s.Plans)+len(s.Others) == 501 {
			return
		}
		if changes > 20 {
			t.Fatalf("%d changes and not all files", changes)
		}
	}
}

func TestAChangeThatIsNotToldIsFoundAndSaid(t *testing.T) {
	t.Parallel()
	v, dir := watching(t)
	w := v.Watcher
	// The watcher forgets its folder, as one on a network drive that never hears.
	must.Do(t, w.notifier.watcher.Remove(filepath.Join(v.where.Dir, "Plans")))
	must.Do(t, os.WriteFile(filepath.Join(dir, "Plans/PLAN-2.md"), []byte("x"), 0o644))
	w.one.Lock()
	changed, err := w.compare(t.Context(), cueTime)
	how := w.how()
	w.one.Unlock()
	if !changed || err != nil {
		t.Fatalf("changed %v, %v", changed, err)
	}
	if !strings.Contains(how.Polling, "PLAN-2.md") || how.Every != pollEvery {
		t.Errorf("watching by %+v", how)
	}
}

func TestAWatchEndsWithItsVault(t *testing.T) {
	t.Parallel()
	v, _ := watching(t)
	done := make(chan error)
	go func() {
		_, err := v.Changed(context.Background())
		done <- err
	}()
	must.Do(t, v.close())
	if err := <-done; !errors.Is(err, errClosed) && !errors.Is(err, context.Canceled) {
		t.Errorf("ended with %v", err)
	}
	if _, err := v.Changed(t.Context()); err == nil {
		t.Error("a closed vault is watched")
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	other, _ := open(t, nil)
	if _, err := other.Changed(ctx); !errors.Is(err, context.Canceled) {
		t.Errorf("ended with %v", err)
	}
}

// A screen hears of what another one keeps, though none of it is in the vault.
func TestWhatIsKeptElsewhereIsAChange(t *testing.T) {
	t.Parallel()
	for name, change := range map[string]func(ctx context.Context, kept *state.Folder) error{
		"pin": func(ctx context.Context, kept *state.Folder) error {
			return kept.Pin(ctx, model.Pin{Path: "Plans/PLAN-1.md", PlanID: "1"})
		},
		"message": func(ctx context.Context, kept *state.Folder) error {
			_, err := kept.KeepMessage(ctx, "Ask first", loadTime)
			return err
		},
	} {
		t.Run(name, func(t *testing.T) {
			polling(t, func(t *testing.T, v *opened, dir string) {
				other := openAt(t, dir, v.where.Opts)
				must.Do(t, change(t.Context(), state.Of(other.where)))
				must.Do(t, other.close())
				ctx, cancel := context.WithTimeout(t.Context(), 4*pollEvery)
				defer cancel()
				if _, err := v.Changed(ctx); err != nil {
					t.Errorf("not heard of: %v", err)
				}
			})
		})
	}
}

func TestAFileInAFoldersPlaceIsSeen(t *testing.T) {
	t.Parallel()
	for _, name := range []string{"Approved", ".math", "docs/work"} {
		v, dir := open(t, contents{"Company_Handbook.md": "# Rules\n", "docs/a.md": "x"})
		l := scanner{where: v.where}
		before := must.Get(l.scan(t.Context()))(t)
		must.Do(t, os.WriteFile(filepath.Join(dir, name), []byte("x"), 0o644))
		if now, err := l.scan(t.Context()); err != nil || now.same(before) {
			t.Errorf("%s was not seen, %v", name, err)
		}
	}
}

func TestWatchingOtherFolders(t *testing.T) {
	t.Parallel()
	var named places.Places
	for what, names := range map[string][]string{
		"pending": {".agent/waiting"}, "plans": {"docs/Roadmaps"}, "events": {".agent/e.jsonl"}, "work": {".agent/open"}, "journal": {"lab/.math"}, "done": {"Later"},
	} {
		for _, name := range names {
			must.Do(t, named.Add(what, name))
		}
	}
	files := contents{
		".agent/waiting/a.md": "a", "docs/Roadmaps/PLAN-1.md": "p", ".agent/e.jsonl": "{}\n", ".agent/open/W-1/WORK.md": "w",
		"lab/.math/config.json": "{}", "lab/.math/problems/p/STATE.md": "s", "Plans/PLAN-1.md": "no plan",
	}
	for name, counts := range map[string]bool{
		".agent/waiting/a.md": true, ".agent/waiting/deep/b.md": true, "docs/Roadmaps/PLAN-1.md": true, ".agent/e.jsonl": true, ".agent/open/W-2/WORK.md": true,
		"lab/.math/config.json": true, "lab/.math/problems/p/STATE.md": true, "Later/PLAN-9.md": true,
		"Plans/PLAN-1.md": false, ".agent/other/x.md": false, ".math/config.json": false, "docs/work/active/W-1/WORK.md": false,
	} {
		dir := filepath.Join(t.TempDir(), "v")
		files.write(t, dir)
		v := openAt(t, dir, places.Options{Places: named})
		l := scanner{where: v.where}
		before, err := l.scan(t.Context())
		must.Do(t, err)
		contents{name: "another text"}.write(t, dir)
		after, err := l.scan(t.Context())
		must.Do(t, err)
		if got := !before.same(after); got != counts {
			t.Errorf("a change of %s is seen: %v", name, got)
		}
		must.Do(t, v.close())
	}
}

// While a merge is open, what git still calls in conflict is looked at: resolving a file may change nothing else.
func TestTheIndexOfAnOpenMergeIsWatched(t *testing.T) {
	t.Parallel()
	for merging, counts := range map[string]bool{".git/MERGE_HEAD": true, ".git/description": false} {
		dir := filepath.Join(t.TempDir(), "v")
		contents{"Plans/PLAN-1.md": "p", ".git/HEAD": "ref: refs/heads/main\n", merging: strings.Repeat("a", 40) + "\n", ".git/index": "before"}.write(t, dir)
		v := openAt(t, dir, places.Options{})
		l := scanner{where: v.where}
		before, err := l.scan(t.Context())
		must.Do(t, err)
		contents{".git/index": "one file less"}.write(t, dir)
		after, err := l.scan(t.Context())
		must.Do(t, err)
		if got := !before.same(after); got != counts {
			t.Errorf("with %s a new index is seen: %v", merging, got)
		}
		must.Do(t, v.close())
	}
}

// Where the system tells of all folders, the vault is looked at once in a minute without a hint; what
// lies elsewhere, and what comes where nothing is watched, as often as ever.
func TestTheSystemsWordHoldsForAMinute(t *testing.T) {
	t.Parallel()
	elsewhere := map[string]func(t *testing.T, v *opened, dir string){
		"nothing": nil,
		"ledger": func(t *testing.T, v *opened, _ string) {
			must.Do(t, os.MkdirAll(v.where.StateDir(), 0o700))
			must.Do(t, os.WriteFile(filepath.Join(v.where.StateDir(), state.LedgerName), []byte("{}\n"), 0o600))
		},
		"asked for": func(t *testing.T, v *opened, dir string) { contents{".tool/left.md": "x"}.write(t, dir) },
		"moved":     func(t *testing.T, _ *opened, dir string) { must.Do(t, os.Rename(dir, dir+"-moved")) },
		"merge": func(t *testing.T, _ *opened, dir string) {
			contents{".git/HEAD": "ref: refs/heads/main\n", ".git/MERGE_HEAD": strings.Repeat("a", 40) + "\n"}.write(t, dir)
		},
	}
	for name, change := range elsewhere {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			v, dir := watching(t)
			v.where.Asked.Set(map[string]bool{".tool/left.md": true})
			w := v.Watcher
			w.one.Lock()
			defer w.one.Unlock()
			if !w.isReliable() {
				t.Skip("this file system does not tell of all changes")
			}
			for range restLooks - 2 {
				if !w.mayRest() {
					t.Fatal("a vault at rest is looked at")
				}
			}
			if change == nil {
				w.mayRest()
			} else {
				change(t, v, dir)
			}
			if w.mayRest() {
				t.Error("it is not looked at")
			}
			if took := restLooks * w.next(); took > time.Minute {
				t.Errorf("a change that is not told is found within %v", took)
			}
		})
	}
	v, _ := watching(t)
	for doubt, tell := range map[string]func(w *Watcher){
		"a network drive": func(w *Watcher) { w.local = false }, "a change not told": func(w *Watcher) { w.missed = "x" },
		"too many folders": func(w *Watcher) { w.notifier.full = true }, "no watches": func(w *Watcher) { w.notifier.trouble = "x" },
	} {
		w := &Watcher{local: true, notifier: newNotifier("linux"), scanner: v.scanner, seen: v.seen}
		if tell(w); w.mayRest() {
			t.Errorf("%s: the vault is left alone", doubt)
		}
	}
}
