package load

import (
	"encoding/json"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"reflect"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"pgregory.net/rapid"

	"coldstart/model"
	"coldstart/model/rule"
	"coldstart/testdata/must"
	"coldstart/testdata/whole"
	"coldstart/vault/guest"
	"coldstart/vault/ledger"
	"coldstart/vault/places"
	"coldstart/vault/source"
	"coldstart/vault/state"
)

func TestMain(m *testing.M) {
	whole.Quick()
	os.Exit(m.Run())
}

var loadTime = time.Date(2026, 3, 10, 12, 0, 0, 0, time.UTC)

// TestFindingsKeepNothingOfTheFile reads each file of the example vaults as each kind,
// then writes over its bytes, as the next file of a load does.
func TestFindingsKeepNothingOfTheFile(t *testing.T) {
	t.Parallel()
	files := 0
	for _, dir := range []string{"../../testdata/demo", "../../../shared/dialects", "testdata/fuzz"} {
		if _, err := os.Stat(dir); err != nil {
			continue
		}
		must.Do(t, filepath.WalkDir(dir, func(path string, e fs.DirEntry, err error) error {
			if err != nil || !e.Type().IsRegular() {
				return err
			}
			b, err := os.ReadFile(path)
			if err != nil {
				return err
			}
			info, err := e.Info()
			if err != nil {
				return err
			}
			files++
			name, _ := filepath.Rel(dir, path)
			for _, r := range slices.Concat(decisive, onlyShown) {
				if r.Read != nil {
					sameWithoutBytes(t, r, source.File{Name: filepath.ToSlash(name), B: b, Info: info, Zone: time.UTC})
				}
			}
			return nil
		}))
	}
	if files < 50 {
		t.Fatalf("only %d files were read", files)
	}
}

func sameWithoutBytes(t *testing.T, r source.Source, f source.File) {
	t.Helper()
	want := r.Read(f)
	room := append([]byte(nil), f.B...)
	f.B = room
	got := r.Read(f)
	for i := range room {
		room[i] = '?'
	}
	if !reflect.DeepEqual(got, want) {
		t.Errorf("%s, read as a %s, changes with the bytes that it was read from", f.Name, r.Name)
	}
}

func TestOnlyWhatIsUnreadIsKept(t *testing.T) {
	t.Parallel()
	was := model.Snapshot{
		At:       loadTime,
		Plans:    []model.Plan{{Path: "Plans/a.md"}, {Path: "Plans/deep/b.md"}, {Path: "Plans2/c.md"}},
		Requests: []model.Request{{Path: "Pending/d.md"}},
		Events:   model.EventLog{Path: "events.jsonl", Sessions: make([]model.Session, 2)},
	}
	for _, tt := range []struct {
		unread string
		want   string
	}{
		{"Plans", "Plans/a.md Plans/deep/b.md"},
		{"Plans/deep", "Plans/deep/b.md"},
		{"Plans/a.md", "Plans/a.md"},
		{"Pending", "Pending/d.md"},
		{"events.jsonl", "events.jsonl"},
		{"elsewhere", ""},
	} {
		l := lastLoad{found: was}
		s := model.Snapshot{At: loadTime.Add(time.Hour), Problems: []model.Problem{
			{Path: tt.unread, Unread: true}, {Path: "Plans2/c.md", Line: 3},
		}}
		l.keep(&s)
		var got []string
		for _, p := range s.Plans {
			got = append(got, p.Path)
		}
		for _, r := range s.Requests {
			got = append(got, r.Path)
		}
		if len(s.Events.Sessions) > 0 {
			got = append(got, s.Events.Path)
		}
		if strings.Join(got, " ") != tt.want || len(s.Stale) != len(got) {
			t.Errorf("%s unread: kept %v, stale %v", tt.unread, got, s.Stale)
		}
	}
}

func TestAListIsArrangedInPlace(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		list := rapid.SliceOfNDistinct(rapid.IntRange(0, 30), 0, 20, rapid.ID).Draw(t, "list")
		want := slices.Sorted(slices.Values(list))
		if arrange(list, func(a, b *int) int { return *a - *b }); !slices.Equal(list, want) {
			t.Fatalf("got %v, want %v", list, want)
		}
	})
}

// What the programs themselves say of our fixtures. Each test needs its program in the PATH; the
// versions that they were last run with are in docs/files.md.

// program runs a guest's program in a copy of a fixture, and returns its output.
func program(t *testing.T, name, format, fixture string, args ...string) (out string, s model.Snapshot) {
	t.Helper()
	at, err := exec.LookPath(name)
	if err != nil {
		t.Skipf("needs %s: %v", name, err)
	}
	dir := t.TempDir()
	repo := filepath.Join(dir, "repo")
	must.Do(t, os.CopyFS(repo, os.DirFS(filepath.Join("..", "guest", format, "testdata", fixture, "repo"))))
	if b, err := exec.Command("git", "-C", repo, "init", "-q").CombinedOutput(); err != nil {
		t.Skipf("needs git: %s", b)
	}
	c := exec.CommandContext(t.Context(), at, args...)
	c.Dir = repo
	c.Env = append(os.Environ(), "HOME="+dir, "NO_COLOR=1", "CI=1", "DO_NOT_TRACK=1", "OPENSPEC_TELEMETRY=0")
	// Some end with 1 where they only warn.
	b, err := c.Output()
	if len(b) == 0 {
		t.Fatalf("%s: %v", c, err)
	}
	i := slices.IndexFunc(Guests(), func(g guest.Guest) bool { return g.Name == format })
	return string(b), guestSnapshot(t, repo, Guests()[i])
}

func TestOpenSpecCountsTheSameTasks(t *testing.T) {
	t.Parallel()
	for _, fixture := range []string{"shop", "schema", "older"} {
		t.Run(fixture, func(t *testing.T) {
			t.Parallel()
			out, s := program(t, "openspec", "openspec", fixture, "list", "--json")
			var said struct {
				Changes []struct {
					Name                       string
					CompletedTasks, TotalTasks int
				}
			}
			if err := json.Unmarshal([]byte(out), &said); err != nil {
				t.Fatalf("%v: %s", err, out)
			}
			var want, got []string
			for _, c := range said.Changes {
				want = append(want, fmt.Sprintf("%s %d/%d", c.Name, c.CompletedTasks, c.TotalTasks))
			}
			for _, p := range s.Plans {
				done, all := p.Progress()
				got = append(got, fmt.Sprintf("%s %d/%d", p.ID, done, all))
			}
			sameLists(t, got, want)
		})
	}
}

func TestBacklogListsTheSameTasks(t *testing.T) {
	t.Parallel()
	out, s := program(t, "backlog", "backlog", "yard", "task", "list", "--plain")
	var want, got []string
	status := ""
	for line := range strings.Lines(out) {
		if word, ok := strings.CutSuffix(strings.TrimRight(line, "\n"), ":"); ok && !strings.HasPrefix(line, " ") {
			status = word
		}
		m := regexp.MustCompile(`^  (?:\[\w+\] )?(TASK-[\d.]+) - (.*?)(?: \(ac: (\d+/\d+)\))?\n$`).FindStringSubmatch(line)
		if m != nil && status != "Wontfix" {
			want = append(want, strings.TrimSpace(strings.Join([]string{m[1], status, m[2], m[3]}, " ")))
		}
	}
	for _, p := range s.Plans {
		if !strings.HasPrefix(p.ID, "TASK-") {
			continue
		}
		progress := ""
		if done, all := p.Progress(); all > 0 {
			progress = fmt.Sprintf("%d/%d", done, all)
		}
		got = append(got, strings.TrimSpace(strings.Join([]string{p.ID, p.Status.Word, p.Objective, progress}, " ")))
	}
	sameLists(t, got, want)
}

func TestTaskMasterNamesTheSameNextTask(t *testing.T) {
	t.Parallel()
	out, s := program(t, "task-master", "taskmaster", "harbour", "next")
	m := regexp.MustCompile(`Next Task: #([\d.]+) - (.*?) *│`).FindStringSubmatch(out)
	if m == nil {
		t.Fatalf("it says no next task: %s", out)
	}
	if len(s.Plans) != 1 || s.Plans[0].Reading.Next != m[1]+" "+m[2] {
		t.Errorf("%+v, want %s %s", s.Plans, m[1], m[2])
	}
}

func sameLists(t *testing.T, got, want []string) {
	t.Helper()
	slices.Sort(got)
	slices.Sort(want)
	if len(want) == 0 || !slices.Equal(got, want) {
		t.Errorf("got\n%s\nwant\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
	}
}

// A plan of GSD is a step of its phase; the checks by hand in it are steps too, which GSD does not
// count.
func TestGSDCountsTheSamePlans(t *testing.T) {
	t.Parallel()
	out, s := program(t, "gsd-tools", "gsd", "boatyard", "progress", "json")
	var said struct {
		Phases []struct {
			Number, Name     string
			Plans, Summaries int
		}
	}
	if err := json.Unmarshal([]byte(out), &said); err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	var want, got []string
	for _, p := range said.Phases {
		want = append(want, fmt.Sprintf("%s-%s %d/%d", p.Number, p.Name, p.Summaries, p.Plans))
	}
	for _, p := range s.Plans {
		done, all := 0, 0
		for _, step := range p.Steps {
			if !step.Human {
				all++
			}
			if step.Done() {
				done++
			}
		}
		if p.ID != "roadmap" {
			got = append(got, fmt.Sprintf("%s %d/%d", p.ID, done, all))
		}
	}
	sameLists(t, got, want)
}

// Ordinary repositories have files that are called like those of agents.
func TestALookalikeIsNoAlarmInAnOrdinaryFolder(t *testing.T) {
	t.Parallel()
	for name, file := range map[string]struct{ path, text string }{
		"a page on tracing":          {"docs/trace.md", "# Requirements trace\n\n| a | b |\n|---|---|\n"},
		"a page on tracing in steps": {"docs/trace.md", "# Tracing\n\n## Step 1: install\n\nnpm i\n\n## Step 2: configure\n\nfailed configs\n"},
		"the seed of a database":     {"seed.json", `[{"model": "auth.user", "pk": 1}]`},
		"another seed":               {"seed.json", `{"users": [{"name": "Ines"}]}`},
		"events of an application":   {"events.jsonl", "{\"event\": \"click\"}\n{\"event\": \"view\""},
		"somebody's work":            {"docs/work/active/x/WORK.md", "# Work\n\nHours 9-5\n"},
	} {
		t.Run(name, func(t *testing.T) {
			dir := t.TempDir()
			full := filepath.Join(dir, filepath.FromSlash(file.path))
			must.Do(t, os.MkdirAll(filepath.Dir(full), 0o755))
			must.Do(t, os.WriteFile(full, []byte(file.text), 0o644))
			if s := opened(t, dir, "~/shop"); len(rule.NeedsYou(s)) > 0 || len(s.Problems) > 0 {
				t.Errorf("found: needs you %+v, problems %+v", rule.NeedsYou(s), s.Problems)
			}
			// In a vault the file is broken.
			must.Do(t, os.Mkdir(filepath.Join(dir, "Pending_Approval"), 0o755))
			if s := opened(t, dir, "~/shop"); len(s.Problems)+len(s.Traces) == 0 && !s.Memory.Found {
				t.Error("in a vault nothing is said")
			}
		})
	}
}

// opened loads a folder as one that was found.
func opened(t *testing.T, dir, upTo string) model.Snapshot {
	t.Helper()
	root := must.Get(os.OpenRoot(dir))(t)
	w := places.New(root, dir, places.Options{Zone: time.UTC, UpTo: upTo})
	t.Cleanup(func() { _ = w.Close() })
	s := must.Get(New(w, state.Of(w), ledger.Open(w), func(*model.Snapshot) {}).Screen(t.Context(), time.Date(2026, 11, 22, 9, 0, 0, 0, time.UTC), Want{}, false))(t)
	return s.Snapshot
}

// What cannot be read in a program's own folder is not nothing.
func TestAGuestWhoseFileCannotBeReadIsThere(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	must.Do(t, os.Mkdir(filepath.Join(dir, ".beads"), 0o755))
	must.Do(t, os.WriteFile(filepath.Join(dir, ".beads", "issues.jsonl"), make([]byte, 20<<20), 0o644))
	s := opened(t, dir, "~/shop")
	if s.Strange || len(s.Guests) != 1 || s.Guests[0].Tool != "beads" || s.Guests[0].Unclear != 1 || len(s.Problems) != 1 {
		t.Errorf("strange %v, %+v, %+v", s.Strange, s.Guests, s.Problems)
	}
}

func TestTheTimesOfACheckoutSayNothing(t *testing.T) {
	t.Parallel()
	at := func(seconds int) model.Stamp {
		return model.Stamp{Time: time.Date(2026, 11, 20, 8, 0, seconds, 0, time.UTC)}
	}
	stated := model.Stamp{Raw: "2026-11-19", Time: time.Date(2026, 11, 19, 0, 0, 0, 0, time.UTC)}
	for name, tt := range map[string]struct {
		touched []model.Stamp
		forgets bool
	}{
		"a clone":                     {[]model.Stamp{at(0), at(3), at(9)}, true},
		"a clone with a stated time":  {[]model.Stamp{at(0), stated, at(3)}, true},
		"work over a minute":          {[]model.Stamp{at(0), at(50)}, false},
		"one plan":                    {[]model.Stamp{at(0)}, false},
		"one beside a stated time":    {[]model.Stamp{at(0), stated}, false},
		"nothing but an unknown time": {[]model.Stamp{{}, {}}, false},
	} {
		plans := make([]model.Plan, len(tt.touched))
		for i, s := range tt.touched {
			plans[i].Touched = s
		}
		forgetCheckout(plans)
		for i, p := range plans {
			want := tt.touched[i]
			if tt.forgets && want.Raw == "" {
				want = model.Stamp{}
			}
			if p.Touched != want {
				t.Errorf("%s: plan %d was touched %+v, want %+v", name, i, p.Touched, want)
			}
		}
	}
}

// Each package of a source or a store has one row on the page of files, and each guest a fixture.
func TestTheFilesPageHasARowForEachSource(t *testing.T) {
	t.Parallel()
	page := must.Get(os.ReadFile(filepath.Join("..", "..", "docs", "files.md")))(t)
	var rows, names []string
	for _, m := range regexp.MustCompile("(?m)^\\| `([a-z]+)` \\|(?:[^|\\n]+\\|){4}$").FindAllSubmatch(page, -1) {
		rows = append(rows, string(m[1]))
	}
	for _, room := range []string{"source", "guest", "store"} {
		dirs := must.Get(os.ReadDir(filepath.Join("..", room)))(t)
		for _, d := range dirs {
			if d.IsDir() {
				names = append(names, d.Name())
			}
		}
	}
	slices.Sort(names)
	for _, g := range Guests() {
		if casesOf(t, g); !slices.Contains(names, g.Name) {
			t.Errorf("%s is no package of a source", g.Name)
		}
	}
	slices.Sort(rows)
	if !slices.Equal(rows, names) {
		t.Errorf("the page has\n%q\nand these are packages:\n%q", rows, names)
	}
}

func TestPassesStandInOrder(t *testing.T) {
	t.Parallel()
	above, shown := []string{}, []string{}
	for _, p := range passes {
		for _, need := range p.needs {
			if !slices.Contains(above, need) {
				t.Errorf("%q needs %q, which does not stand above it", p.name, need)
			}
			if !p.shown && slices.Contains(shown, need) {
				t.Errorf("decisions rest on %q, which needs %q, which is only shown", p.name, need)
			}
		}
		if slices.Contains(above, p.name) {
			t.Errorf("%q stands there twice", p.name)
		}
		if above = append(above, p.name); p.shown {
			shown = append(shown, p.name)
		}
	}
}
