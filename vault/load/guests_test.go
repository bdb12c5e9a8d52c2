package load

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"coldstart/model"
	"coldstart/testdata/must"
	"coldstart/testdata/whole"
	"coldstart/vault/guest"
	"coldstart/vault/guest/gsd"
	"coldstart/vault/ledger"
	"coldstart/vault/places"
	"coldstart/vault/state"
)

// A guest's fixtures lie in vault/guest/NAME/testdata: each case is a folder with a repository
// in repo/ and, written by hand beside it, expected.json.

// wantGuest is what a repository should be read as. Plans and requests are in order of their
// paths. Every list must be whole.
type wantGuest struct {
	// Guest is false for a repository that only looks alike: nothing at all may be found.
	Guest    bool
	Version  string
	Finished int
	// Unkept counts older plans whose progress no file keeps.
	Unkept   int `json:",omitempty"`
	Unclear  int
	Plans    []wantPlan
	Requests []wantRequest
	Traces   []wantTrace
	Lessons  []wantLesson
	// Problems are "path:line: a part of the reason".
	Problems []string
}

type wantPlan struct {
	Path, ID, Title string
	// State is Draft, Active, Blocked, Done or Unknown, Word the program's own.
	State, Word string
	// Current is true for the plan that the program itself names as the one in work.
	Current bool `json:",omitempty"`
	// Before counts what is done and stands in no step.
	Before int `json:",omitempty"`
	// Steps are the mark, a hand for a human's step, and the text: "x write it", "  ✋ test it".
	Steps   []string
	Blocked string
	Command string
	Touched string
	// Stop is "cut at FILE: why" or "paused at FILE: why", Next what comes next, Stale why it
	// does not count.
	Stop, Next, Stale string
	Log               []string
	// Doubts are the sentences about what contradicts itself.
	Doubts []string
}

type wantRequest struct {
	Path, Title, Action, Why, Plan, Command string
	Maybe                                   bool
	Created                                 string
}

type wantTrace struct {
	Path, Title, State, Command string
	// Steps are "state name".
	Steps []string
}

type wantLesson struct{ Path, Title, Outcome, Tried, Why, At string }

func TestGuestsReadWhatTheirFixturesSay(t *testing.T) {
	t.Parallel()
	for _, g := range Guests() {
		for _, dir := range casesOf(t, g) {
			t.Run(g.Name+"/"+filepath.Base(dir), func(t *testing.T) {
				t.Parallel()
				b := must.Get(os.ReadFile(filepath.Join(dir, "expected.json")))(t)
				d := json.NewDecoder(bytes.NewReader(b))
				d.DisallowUnknownFields()
				var want wantGuest
				if err := d.Decode(&want); err != nil {
					t.Fatalf("%s: %v", dir, err)
				}
				// A copy, since the times of files in a work tree are anybody's.
				base := t.TempDir()
				must.Do(t, os.CopyFS(base, os.DirFS(filepath.Join(dir, "repo"))))
				snapshot := guestSnapshot(t, base, g)
				compareHashes(t, base, snapshot)
				got := guestOf(g, snapshot)
				compareProblems(t, got.Problems, want.Problems)
				got.Problems, want.Problems = nil, nil
				if a, b := shown(t, got), shown(t, want); a != b {
					t.Errorf("read as\n%s\nwant\n%s", a, b)
				}
			})
		}
	}
}

func TestGuestsNameTheirPlace(t *testing.T) {
	t.Parallel()
	for dir, want := range map[string]string{
		"planfiles/several": ".planning", "planfiles/shop": "task_plan.md", "handoff/thoughts": "thoughts/shared/handoffs", "handoff/freer": "HANDOFF.md",
	} {
		name, _, _ := strings.Cut(dir, "/")
		base := filepath.Join("..", "guest", name, "testdata", filepath.Base(dir), "repo")
		g := Guests()[slices.IndexFunc(Guests(), func(g guest.Guest) bool { return g.Name == name })]
		if s := guestSnapshot(t, base, g); len(s.Guests) != 1 || s.Guests[0].Path != want {
			t.Errorf("%s lies at %v, want %s", dir, s.Guests, want)
		}
	}
}

// casesOf are the fixtures of a guest. Each needs at least one that is present.
func casesOf(t *testing.T, g guest.Guest) []string {
	t.Helper()
	dirs, err := filepath.Glob(filepath.Join("..", "guest", g.Name, "testdata", "*", "expected.json"))
	if err != nil || len(dirs) == 0 {
		t.Fatalf("%s has no fixture: %v", g.Name, err)
	}
	for i := range dirs {
		dirs[i] = filepath.Dir(dirs[i])
	}
	return dirs
}

// guestSnapshot loads a repository as coldstart does, but for what other guests find in it.
func guestSnapshot(t *testing.T, dir string, g guest.Guest) model.Snapshot {
	t.Helper()
	root := must.Get(os.OpenRoot(dir))(t)
	w := places.New(root, dir, places.Options{Zone: time.UTC})
	t.Cleanup(func() { _ = w.Close() })
	l := New(w, state.Of(w), ledger.Open(w), func(*model.Snapshot) {})
	r := l.Reading("")
	defer r.Disk.Budget.Stop()
	var s model.Snapshot
	g.ReadInto(r, &s)
	sortSnapshot(&s)
	return s
}

func guestOf(g guest.Guest, s model.Snapshot) wantGuest {
	var got wantGuest
	for _, left := range s.Guests {
		got.Guest, got.Version, got.Finished, got.Unkept, got.Unclear = true, left.Version, left.Finished, left.Unkept, left.Unclear
	}
	slices.SortFunc(s.Plans, func(a, b model.Plan) int { return strings.Compare(a.Path+a.ID, b.Path+b.ID) })
	slices.SortFunc(s.Requests, func(a, b model.Request) int { return strings.Compare(a.Path, b.Path) })
	for _, p := range s.Plans {
		got.Plans = append(got.Plans, planAsWanted(p))
	}
	for _, r := range s.Requests {
		got.Requests = append(got.Requests, wantRequest{
			Path: r.Path, Title: r.Title(), Action: r.Action, Why: r.Rationale, Plan: r.PlanID, Command: r.Reading.Command, Maybe: r.Reading.Maybe, Created: at(r.Created),
		})
	}
	for _, x := range s.Traces {
		w := wantTrace{Path: x.Path, Title: x.Title(), State: x.State.String(), Command: x.Command}
		for _, step := range x.Steps {
			w.Steps = append(w.Steps, step.State.String()+" "+step.Name)
		}
		got.Traces = append(got.Traces, w)
	}
	for _, e := range s.Lessons.Entries {
		got.Lessons = append(got.Lessons, wantLesson{e.Path, e.Title, e.Outcome, e.Tried, e.Reasoning, at(e.At)})
	}
	for _, p := range s.Problems {
		got.Problems = append(got.Problems, fmt.Sprintf("%s:%d: %s", p.Path, p.Line, p.Reason))
	}
	return got
}

func planAsWanted(p model.Plan) wantPlan {
	w := wantPlan{
		Path: p.Path, ID: p.ID, Title: p.Objective, State: p.Status.State.String(), Word: p.Status.Word,
		Before: p.Before, Current: p.Reading.Current, Blocked: p.BlockedReason, Command: p.Reading.Command, Next: p.Reading.Next, Doubts: p.Reading.Doubts,
	}
	if p.Touched.Raw != "" {
		w.Touched = at(p.Touched)
	}
	for _, s := range p.Steps {
		text := string(s.Mark) + " "
		if s.Human {
			text += "✋ "
		}
		w.Steps = append(w.Steps, text+s.Text)
	}
	for _, e := range p.Log {
		w.Log = append(w.Log, e.What)
	}
	if p.Stop != nil {
		w.Stop = "paused at " + p.Stop.From + ": " + p.Stop.Why
		if p.Stop.Cut {
			w.Stop = "cut at " + p.Stop.From + ": " + p.Stop.Why
		}
		w.Stale = p.Stop.Stale
		if p.Stop.Next != "" {
			w.Next = p.Stop.Next
		}
	}
	return w
}

// at is a time as a fixture states it: those of files are not stated anywhere.
func at(s model.Stamp) string {
	switch {
	case s.Raw == "":
		return ""
	case s.Known():
		return s.Time.UTC().Format(time.RFC3339)
	}
	return s.Raw
}

// compareHashes holds that each plan and request states the hash of its file, and of the document
// that it is about.
func compareHashes(t *testing.T, base string, s model.Snapshot) {
	t.Helper()
	hash := func(name string) model.Fingerprint {
		b, err := os.ReadFile(filepath.Join(base, name))
		if err != nil {
			t.Error(err)
		}
		return model.FingerprintOf(b)
	}
	for _, p := range s.Plans {
		if p.Seen != hash(p.Path) {
			t.Errorf("the plan %s has another hash than its file", p.Path)
		}
	}
	for _, r := range s.Requests {
		want := hash(r.Path)
		if r.About != "" {
			want = want.With(hash(r.About))
		}
		if r.Seen != want {
			t.Errorf("the request %s has another hash than its file", r.Path)
		}
	}
}

func compareProblems(t *testing.T, got, want []string) {
	t.Helper()
	if len(got) != len(want) {
		t.Errorf("problems %q, want %q", got, want)
		return
	}
	for i, w := range want {
		place, reason, _ := strings.Cut(w, ": ")
		if !strings.HasPrefix(got[i], place+": ") || !strings.Contains(got[i], reason) {
			t.Errorf("problem %q, want %q", got[i], w)
		}
	}
}

func shown(t *testing.T, w wantGuest) string {
	t.Helper()
	b := must.Get(json.MarshalIndent(w, "", "  "))(t)
	return string(b)
}

// Whatever lies in the place of a guest's file, the rest is read, and nothing from outside.
func TestGuestsBearAnyFile(t *testing.T) {
	t.Parallel()
	const secret = "what lies outside the repository"
	bad := badFiles(secret)
	for _, g := range Guests() {
		t.Run(g.Name, func(t *testing.T) {
			t.Parallel()
			for _, dir := range casesOf(t, g) {
				base := filepath.Join(t.TempDir(), "repo")
				must.Do(t, os.CopyFS(base, os.DirFS(filepath.Join(dir, "repo"))))
				type change struct{ name, as string }
				var changes []change
				for _, name := range filesIn(t, base) {
					for as := range bad {
						changes = append(changes, change{name, as})
					}
				}
				slices.SortFunc(changes, func(a, b change) int { return strings.Compare(a.name+a.as, b.name+b.as) })
				for _, c := range whole.Some(t, 10, changes) {
					file := filepath.Join(base, c.name)
					was, err := os.ReadFile(file)
					if err == nil {
						err = bad[c.as](file)
					}
					if err != nil {
						t.Fatalf("%s as %s: %v", c.name, c.as, err)
					}
					if b, err := json.Marshal(guestOf(g, guestSnapshot(t, base, g))); err != nil || bytes.Contains(b, []byte(secret)) {
						t.Errorf("%s as %s: %v, or text from outside", c.name, c.as, err)
					}
					must.Do(t, errors.Join(os.Remove(file), os.WriteFile(file, was, 0o644)))
				}
			}
		})
	}
}

func filesIn(t *testing.T, dir string) (names []string) {
	t.Helper()
	must.Do(t, filepath.WalkDir(dir, func(path string, d os.DirEntry, err error) error {
		if err == nil && d.Type().IsRegular() {
			name, _ := filepath.Rel(dir, path)
			names = append(names, name)
		}
		return err
	}))
	return names
}

// badFiles are things that may lie where a file is looked for.
func badFiles(secret string) map[string]func(file string) error {
	with := func(make func(was []byte) []byte) func(string) error {
		return func(file string) error {
			was, err := os.ReadFile(file)
			if err != nil {
				return err
			}
			return os.WriteFile(file, make(was), 0o644)
		}
	}
	return map[string]func(string) error{
		"an empty file": with(func([]byte) []byte { return nil }),
		"a half":        with(func(b []byte) []byte { return b[:len(b)/2] }),
		"null bytes":    with(func(b []byte) []byte { return make([]byte, len(b)+3) }),
		"no UTF-8":      with(func(b []byte) []byte { return append([]byte{0xff, 0xfe}, b...) }),
		"CRLF and a mark": with(func(b []byte) []byte {
			return append([]byte("\ufeff"), bytes.ReplaceAll(b, []byte("\n"), []byte("\r\n"))...)
		}),
		"open brackets": with(func([]byte) []byte { return bytes.Repeat([]byte("["), 100_000) }),
		"one long line": with(func(b []byte) []byte { return append(b, bytes.Repeat([]byte("- [ ] "), 20_000)...) }),
		"another JSON": with(func([]byte) []byte {
			return []byte(`{"status": 7, "tasks": {"a": [null, 1, {"id": {}}]}, "id": [], "todos": "x"}`)
		}),
		"a list": with(func([]byte) []byte { return []byte(`[1, "a", null, {"id": 1}]`) }),
		"a folder": func(file string) error {
			if err := os.Remove(file); err != nil {
				return err
			}
			return os.Mkdir(file, 0o755)
		},
		"a link to outside": func(file string) error {
			repo, _, _ := strings.Cut(file, string(filepath.Separator)+"repo"+string(filepath.Separator))
			out := filepath.Join(repo, "outside-"+filepath.Base(file))
			if err := os.WriteFile(out, []byte("# "+secret+"\n- [ ] "+secret+"\n"), 0o644); err != nil {
				return err
			}
			if err := os.Remove(file); err != nil {
				return err
			}
			return os.Symlink(out, file)
		},
	}
}

// FuzzGuests puts any bytes in the place of any file of any fixture.
func FuzzGuests(f *testing.F) {
	type target struct {
		guest      guest.Guest
		repo, file string
		was        []byte
	}
	var targets []target
	copies := f.TempDir()
	for _, g := range Guests() {
		dirs := must.Get(filepath.Glob(filepath.Join("..", "guest", g.Name, "testdata", "*", "repo")))(f)
		for _, fixture := range dirs {
			repo := filepath.Join(copies, g.Name, filepath.Base(filepath.Dir(fixture)))
			must.Do(f, os.CopyFS(repo, os.DirFS(fixture)))
			must.Do(f, filepath.WalkDir(repo, func(path string, d os.DirEntry, err error) error {
				if err == nil && d.Type().IsRegular() {
					b, err := os.ReadFile(path)
					if err != nil {
						return err
					}
					name, _ := filepath.Rel(repo, path)
					f.Add(len(targets), b)
					targets = append(targets, target{g, repo, name, b})
				}
				return err
			}))
		}
	}
	f.Fuzz(func(t *testing.T, which int, b []byte) {
		if len(targets) == 0 {
			t.Skip("no guest")
		}
		x := targets[((which%len(targets))+len(targets))%len(targets)]
		put := func(b []byte) {
			must.Do(t, os.WriteFile(filepath.Join(x.repo, x.file), b, 0o644))
		}
		put(b)
		defer put(x.was)
		s := guestSnapshot(t, x.repo, x.guest)
		for _, p := range s.Plans {
			for i, step := range p.Steps {
				if step.Number != i+1 {
					t.Errorf("%s: step %d has the number %d", p.Path, i+1, step.Number)
				}
			}
			if p.Reading.Tool == "" || !p.Reading.Foreign || p.Path == "" || p.ID == "" {
				t.Errorf("a plan without its tool, path or id: %+v", p)
			}
		}
		for _, r := range s.Requests {
			if r.Reading.Tool == "" || r.Path == "" || r.Reading.Decision != model.DecisionPending {
				t.Errorf("a request without its tool or path: %+v", r)
			}
		}
	})
}

func TestOfVeryManyPhasesTheNewestAreRead(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	must.Do(t, os.CopyFS(dir, os.DirFS("../guest/gsd/testdata/boatyard/repo")))
	for n := 100; n < 700; n++ {
		must.Do(t, os.Mkdir(filepath.Join(dir, ".planning", "phases", fmt.Sprintf("%d-buoy", n)), 0o755))
	}
	i := slices.IndexFunc(Guests(), func(g guest.Guest) bool { return g.Name == "gsd" })
	s := guestSnapshot(t, dir, Guests()[i])
	if !slices.ContainsFunc(s.Problems, func(p model.Problem) bool { return strings.Contains(p.Reason, "phases with low numbers were not read") }) {
		t.Errorf("%+v", s.Problems)
	}
}

// The program writes STATE.md after each plan, so one that is a day older than the files of its
// phase may not say where work is.
func TestAStateThatIsOlderThanItsPhaseIsDoubted(t *testing.T) {
	t.Parallel()
	const doubt = "STATE.md is more than a day older than 02-01-PLAN.md: it may be behind its files"
	for _, tt := range []struct {
		after time.Duration
		want  bool
	}{{23 * time.Hour, false}, {25 * time.Hour, true}} {
		base := t.TempDir()
		must.Do(t, os.CopyFS(base, os.DirFS(filepath.Join("..", "guest", "gsd", "testdata", "older", "repo"))))
		state := filepath.Join(base, ".planning", "STATE.md")
		at := time.Date(2026, 2, 3, 12, 0, 0, 0, time.UTC)
		for _, name := range filesIn(t, base) {
			must.Do(t, os.Chtimes(filepath.Join(base, name), at, at))
		}
		later := at.Add(tt.after)
		must.Do(t, os.Chtimes(filepath.Join(filepath.Dir(state), "phases", "02-brakes", "02-01-PLAN.md"), later, later))
		var doubts []string
		for _, p := range guestSnapshot(t, base, gsd.Guest).Plans {
			doubts = append(doubts, p.Reading.Doubts...)
		}
		if got := slices.Contains(doubts, doubt); got != tt.want {
			t.Errorf("%v later: doubts %q", tt.after, doubts)
		}
	}
}

// A folder that people have for other things is not worth a row where nothing of the program is in it.
func TestASharedFolderIsNotNamed(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		file, text string
		named      []string
	}{
		{"docs/stories/1.1-begin.md", "# 1. How the mill began\n\nIn 1810.\n", nil},
		{"docs/stories/customer.md", "# A miller\n\nStatus: published\n", nil},
		{"docs/plans/2026-01-02-grain.md", "# Thoughts on grain\n", nil},
		{"docs/superpowers/plans/notes.txt", "grain\n", []string{"docs/superpowers/plans"}},
	} {
		base := t.TempDir()
		name := filepath.Join(base, filepath.FromSlash(tt.file))
		must.Do(t, os.MkdirAll(filepath.Dir(name), 0o755))
		must.Do(t, os.WriteFile(name, []byte(tt.text), 0o644))
		var named []string
		for _, g := range Guests() {
			s := guestSnapshot(t, base, g)
			for _, o := range s.Others {
				named = append(named, o.Path)
			}
			if len(s.Guests)+len(s.Plans) > 0 {
				t.Errorf("%s: %s is found", tt.file, g.Name)
			}
		}
		if !slices.Equal(named, tt.named) {
			t.Errorf("%s: named %q, want %q", tt.file, named, tt.named)
		}
	}
}

// What other programs left is found by what they read, and what only looks alike is nothing.
func TestWhatOtherProgramsLeft(t *testing.T) {
	t.Parallel()
	for _, g := range Guests() {
		for _, dir := range casesOf(t, g) {
			b, err := os.ReadFile(filepath.Join(dir, "expected.json"))
			var want wantGuest
			if err != nil || json.Unmarshal(b, &want) != nil {
				t.Fatal(dir, err)
			}
			if want.Guest && !Left(filepath.Join(dir, "repo")) {
				t.Errorf("%s: nothing is found", dir)
			}
		}
	}
	if Left(t.TempDir()) || Left(filepath.Join(t.TempDir(), "gone")) {
		t.Error("something is found in an empty folder")
	}
	alike := t.TempDir()
	for _, name := range []string{"specs/api.yaml", "tasks.json", "openspec/readme.txt"} {
		path := filepath.Join(alike, filepath.FromSlash(name))
		must.Do(t, os.MkdirAll(filepath.Dir(path), 0o755))
		must.Do(t, os.WriteFile(path, []byte("x"), 0o644))
	}
	if Left(alike) {
		t.Error("what looks alike is taken for the work of another program")
	}
}
