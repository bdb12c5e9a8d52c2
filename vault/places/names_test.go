package places_test

import (
	"encoding/json"
	"errors"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"coldstart/model"
	"coldstart/testdata/examples"
	"coldstart/testdata/must"
	"coldstart/vault/disk"
	"coldstart/vault/places"
	"coldstart/vault/source/memory"
	"coldstart/vault/state"
	"coldstart/vault/vaulttest"
)

// elsewhere are names that sort as the usual ones do.
var elsewhere = map[string]string{
	"Approved": "Allowed", "Done": "Dock", "In_Progress": "In_Hand", "Inbox": "Incoming", "Logs": "Lore", "Needs_Action": "New",
	"Pending_Approval": "Pen/waiting", "Plans": "Pots", "Rejected": "Rest",
	".math": ".math-2", "docs/work/active": "docs/work/now", "docs/work/blocked": "docs/work/stuck",
	".claude/haios/governance-events.jsonl": ".agent/log/events.jsonl", "events.jsonl": "evening.jsonl",
}

func elsewherePlaces(t *testing.T) places.Places {
	return vaulttest.PlacesOf(t, map[string][]string{
		"approved": {"Allowed"}, "done": {"Dock"}, "in-progress": {"In_Hand"}, "inbox": {"Incoming"}, "logs": {"Lore"},
		"needs-action": {"New"}, "pending": {"Pen/waiting"}, "plans": {"Pots"}, "rejected": {"Rest"}, "journal": {".math-2"},
		"work": {"docs/work/now", "docs/work/stuck"}, "events": {".agent/log/events.jsonl", "evening.jsonl"},
	})
}

// renamed replaces the usual names in a text, longer ones first, or brings them back.
func renamed(text string, back bool) string {
	var pairs []string
	names := make([]string, 0, len(elsewhere))
	for usual := range elsewhere {
		names = append(names, usual)
	}
	slices.SortFunc(names, func(a, b string) int { return len(b) - len(a) })
	for _, usual := range names {
		from, to := usual, elsewhere[usual]
		if back {
			from, to = to, from
		}
		if strings.HasSuffix(usual, "jsonl") {
			pairs = append(pairs, from, to)
			continue
		}
		pairs = append(pairs, from+"/", to+"/", `"`+from+`"`, `"`+to+`"`)
	}
	return strings.NewReplacer(pairs...).Replace(text)
}

// besides are files whose meaning hangs on folders that texts name.
var besides = vaulttest.Contents{
	"Approved/mail.md":               "---\ntype: email\n---\nWrite to the dyer.\n",
	"Logs/2026-03-09.json":           `[{"timestamp":"2026-03-09T08:00:00Z","action_type":"email","target":"Approved/mail.md","result":"success"},{"timestamp":"2026-03-09T09:00:00Z","action_type":"email","target":"mail.md","details":"see Pending_Approval/mail.md","result":"error"}]`,
	"Plans/tyres.md":                 "# Plan: Tyres\n\n- [ ] Order them\n\nSee /Pending_Approval/tyre-order.md.\n",
	"Pending_Approval/tyre-order.md": "# Order\n\nNine tyres.\n",
	"Pending_Approval/rims.md":       "# Rims\n\nThis is for `Plans/tyres.md`.\n",
	"In_Progress/mira/PLAN_hub.md":   "# Plan: Hub\n\n- [ ] Grease it\n",
	"Done/Plans/PLAN_old.md":         "---\nstatus: Active\ntask_id: old\n---\n# Objective\nAn old one\n",
}

// The demo under other names, in its texts too, is read as the demo is: what a file
// means, what names it, and what a log says became of it.
func TestAVaultWithOtherNamesIsReadAsTheUsualOne(t *testing.T) {
	t.Parallel()
	usual, other := t.TempDir(), t.TempDir()
	must.Do(t, filepath.WalkDir("../../testdata/demo", func(name string, e fs.DirEntry, err error) error {
		if err != nil || e.IsDir() {
			return err
		}
		b, err := os.ReadFile(name)
		must.Do(t, err)
		rel, err := filepath.Rel("../../testdata/demo", name)
		must.Do(t, err)
		rel = filepath.ToSlash(rel)
		vaulttest.Contents{rel: string(b)}.Write(t, filepath.Join(usual, "v"))
		vaulttest.Contents{renamed(rel, false): renamed(string(b), false)}.Write(t, filepath.Join(other, "v"))
		return nil
	}))
	for name, text := range besides {
		vaulttest.Contents{name: text}.Write(t, filepath.Join(usual, "v"))
		vaulttest.Contents{renamed(name, false): renamed(text, false)}.Write(t, filepath.Join(other, "v"))
	}
	places_ := elsewherePlaces(t)
	read := func(dir string, p places.Places) (model.Snapshot, string) {
		v, err := vaulttest.Open(filepath.Join(dir, "v"), places.Options{StateDir: filepath.Join(dir, "state"), Places: p})
		must.Do(t, err)
		defer v.Close()
		s := vaulttest.MustLoad(t, v)
		b, err := json.MarshalIndent([]any{
			s.HasPlansFolder, s.Plans, s.Requests, s.Decided, s.Others, s.Intake, s.Work, s.Traces, s.Problems, s.Events, s.Research, s.Strange, s.ReadOnly,
		}, "", " ")
		must.Do(t, err)
		volatile := regexp.MustCompile(`"(Seen|Size|DecidedAt|Offset)": (\[[^\]]*\]|[^\n]*),?\n`)
		return s, volatile.ReplaceAllString(string(b), "")
	}
	s, want := read(usual, places.Places{})
	if len(s.Plans) < 8 || len(s.Requests) < 5 || len(s.Decided) < 2 || len(s.Intake) < 3 || len(s.Work) == 0 || len(s.Events.Sessions) == 0 || !s.Research.Found {
		t.Fatalf("the demo has not everything in it: %d plans, %d requests", len(s.Plans), len(s.Requests))
	}
	mail, _ := s.RequestAnywhere("Approved/mail.md")
	order, _ := s.Request("Pending_Approval/tyre-order.md")
	rims, _ := s.Request("Pending_Approval/rims.md")
	old, _ := s.Plan("Done/Plans/PLAN_old.md")
	if mail.Carried == nil || mail.Carried.Failed || order.Plan != "Plans/tyres.md" || rims.Plan != "Plans/tyres.md" || !old.Reading.Closed {
		t.Fatalf("carried %+v, plans %q and %q, closed %v", mail.Carried, order.Plan, rims.Plan, old.Reading.Closed)
	}
	_, got := read(other, places_)
	got = renamed(got, true)
	a, b := strings.Split(got, "\n"), strings.Split(want, "\n")
	for i := range min(len(a), len(b)) {
		if a[i] != b[i] {
			t.Fatalf("line %d is %s\nwant %s\nbefore it %s", i, a[i], b[i], strings.Join(b[max(0, i-25):i], "\n"))
		}
	}
	if len(a) != len(b) {
		t.Errorf("%d lines, want %d", len(a), len(b))
	}
	// Without the settings nothing of it is found.
	if s, _ := read(other, places.Places{}); len(s.Requests)+len(s.Decided)+len(s.Work)+len(s.Events.Sessions) > 0 || s.Research.Found {
		t.Error("the other names are read without settings")
	}
}

func TestPlacesThatAreNotThere(t *testing.T) {
	t.Parallel()
	places_ := vaulttest.PlacesOf(t, map[string][]string{"plans": {"Roadmaps", "Maps"}, "pending": {"file"}, "events": {"a.jsonl", "b.jsonl"}, "journal": {"lab/.math"}})
	problems := func(c vaulttest.Contents) (out []string) {
		_, dir := vaulttest.OpenContents(t, c)
		v, err := vaulttest.Open(dir, places.Options{Places: places_})
		must.Do(t, err)
		defer v.Close()
		for _, p := range vaulttest.MustLoad(t, v).Problems {
			out = append(out, p.Path+": "+p.Reason)
		}
		return out
	}
	there := vaulttest.Contents{"Roadmaps/": "", "Maps/": "", "file/": "", "b.jsonl": "", "lab/.math/config.json": `{"current_problem": null}`}
	if got := problems(there); len(got) > 0 {
		t.Errorf("with all of them: %q", got)
	}
	want := []string{
		"Maps: your settings name it for plans, but it does not exist", "a.jsonl: your settings name it for events, but it does not exist",
		"b.jsonl: your settings name it for events, but it does not exist", "file: your settings name it for pending, but it is not a folder",
		"lab/.math: your settings name it for journal, but it does not exist",
	}
	if got := problems(vaulttest.Contents{"Roadmaps/": "", "maps/": "", "file": ""}); !slices.Equal(got, want) {
		t.Errorf("got %q\nwant %q", got, want)
	}
}

func TestWhatTheOperatorsEditorMayOpen(t *testing.T) {
	t.Parallel()
	base := t.TempDir()
	vaulttest.MakeFiles(t, base, vaulttest.Files{
		"vault/Plans/quote.md": "quote", "vault/Plans/deep/x.md": "x", "vault/seed.json": "{}", "elsewhere/secret.md": "s", "memory/seed.json": "{}",
		"vault/.math/problems/spokes/PROBLEM.md": "p",
	})
	dir := filepath.Join(base, "vault")
	for name, to := range map[string]string{
		"Plans/out.md": "../../elsewhere/secret.md", "Plans/in.md": "quote.md", "Shelf": "../elsewhere", "Copies": "Plans",
	} {
		if err := os.Symlink(filepath.FromSlash(to), filepath.Join(dir, filepath.FromSlash(name))); err != nil {
			t.Skip(err)
		}
	}
	v := must.Get(vaulttest.Open(dir, places.Options{StateDir: filepath.Join(base, "state"), HomeSeed: filepath.Join(base, "memory", "seed.json")}))(t)
	defer v.Close()
	named := must.Get(vaulttest.Open(dir, places.Options{StateDir: filepath.Join(base, "state"), Seed: filepath.Join(base, "memory", "seed.json")}))(t)
	defer named.Close()
	only := must.Get(vaulttest.Open(dir, places.Options{StateDir: filepath.Join(base, "state"), ReadOnly: true}))(t)
	defer only.Close()
	for _, tt := range []struct {
		name   string
		vault  *vaulttest.Vault
		kind   model.Kind
		path   string
		want   string // relative to the vault, "" when it is refused
		words  string
		reason error
	}{
		{"a plan", v, model.KindPlan, "Plans/quote.md", "Plans/quote.md", "", nil},
		{"a file with a problem", v, model.KindProblem, "Plans/deep/x.md", "Plans/deep/x.md", "", nil},
		{"a research problem", v, model.KindResearch, ".math/problems/spokes", ".math/problems/spokes/PROBLEM.md", "", nil},
		{"the vault's memory", v, model.KindProposal, "seed.json", "seed.json", "", nil},
		{"a memory elsewhere", named, model.KindMemory, memory.FileOf(named.Where).Shown, "", "is outside the vault", model.ErrNotAllowed},
		{"a link out of it", v, model.KindProblem, "Plans/out.md", "", "not a regular file: a link", disk.ErrNotRegular},
		{"a link in it", v, model.KindProblem, "Plans/in.md", "", "not a regular file: a link", disk.ErrNotRegular},
		{"behind a link out of it", v, model.KindOther, "Shelf/secret.md", "", "escapes", nil},
		{"behind a link in it", v, model.KindOther, "Copies/quote.md", "", "Copies is a link", model.ErrNotAllowed},
		{"up and out", v, model.KindOther, "../elsewhere/secret.md", "", "escapes", nil},
		{"a folder", v, model.KindProblem, "Plans", "", "not a regular file: a folder", disk.ErrNotRegular},
		{"gone", v, model.KindPlan, "Plans/gone.md", "", "not found", model.ErrNotFound},
		{"a state file", v, model.KindProblem, state.SnoozeName, "", "not found", model.ErrNotFound},
		{"read-only", only, model.KindPlan, "Plans/quote.md", "", "read-only", model.ErrReadOnly},
	} {
		t.Run(tt.name, func(t *testing.T) {
			got, err := tt.vault.File(t.Context(), model.Ref{Kind: tt.kind, Path: tt.path})
			if tt.want != "" {
				if want := filepath.Join(v.Dir(), filepath.FromSlash(tt.want)); got != want || err != nil {
					t.Errorf("got %q, %v", got, err)
				}
				return
			}
			if err == nil || got != "" || !strings.Contains(err.Error(), tt.words) || tt.reason != nil && !errors.Is(err, tt.reason) {
				t.Errorf("got %q, %v", got, err)
			}
		})
	}
}

func TestSpellings(t *testing.T) {
	t.Parallel()
	v := must.Get(vaulttest.Open(examples.Folders(t, "Plans/", "pending-approval/", "Pending_Approval/", "notes/", "Done"), places.Options{StateDir: t.TempDir()}))(t)
	defer v.Close()
	got, err := v.Spellings()
	want := []places.Spelling{
		{Name: "Pending_Approval", Seed: "Pending_Approval"},
		{Name: "Plans", Seed: "Plans"},
		{Name: "pending-approval", Seed: "Pending_Approval"},
	}
	if err != nil || !slices.Equal(got, want) {
		t.Errorf("got %v and error %v, want %v", got, err, want)
	}
}

func TestLayoutPrefersTheSeedsSpelling(t *testing.T) {
	t.Parallel()
	v, _ := vaulttest.OpenContents(t, vaulttest.Contents{"01 - Done/": "", "Done/": "", "done!/": "", "approved/": "", "Plans": "a file"})
	l := must.Get(v.Where.Layout())(t)
	if got, want := l.Dirs[places.FolderDone], []string{"Done", "01 - Done", "done!"}; !slices.Equal(got, want) {
		t.Errorf("got %q, want %q", got, want)
	}
	for f, want := range map[places.Folder]string{places.FolderDone: "Done", places.FolderApproved: "approved", places.FolderRejected: "Rejected", places.FolderPlans: "Plans"} {
		if got := l.Main(f); got != want {
			t.Errorf("new files go to %q, want %q", got, want)
		}
	}
	if len(l.Dirs[places.FolderPlans]) > 0 {
		t.Error("a file counts as the plans folder")
	}
	for name, want := range map[string]bool{
		"approved/a.md": true, "approved/x/a.md": true, "./approved/a.md": true, "approved": true,
		"Approved/a.md": false, "Plans/approved/a.md": false, "approved/../Plans/a.md": false, "approvedx/a.md": false,
	} {
		if got := l.Contains(places.FolderApproved, name); got != want {
			t.Errorf("%s: got %v", name, got)
		}
	}
}

// What git calls the worktrees of a repository is what belongs to it, seen from each of them.
func TestRepositoryOfIsWhatGitSays(t *testing.T) {
	if _, err := exec.LookPath("git"); err != nil {
		t.Skip("git is not installed")
	}
	base := must.Get(filepath.EvalSymlinks(t.TempDir()))(t)
	kiosk, printer := filepath.Join(base, "kiosk"), filepath.Join(base, "trees", "printer")
	git := func(dir string, args ...string) {
		cmd := exec.Command("git", append([]string{"-C", dir, "-c", "user.name=Ana", "-c", "user.email=ana@kiosk.example"}, args...)...)
		if out, err := cmd.CombinedOutput(); err != nil {
			t.Fatalf("git %q: %v\n%s", args, err, out)
		}
	}
	git(base, "init", "-q", kiosk)
	git(kiosk, "commit", "-q", "--allow-empty", "-m", "First")
	git(kiosk, "worktree", "add", "-q", printer)
	want := []string{kiosk, printer}
	for _, from := range []string{kiosk, printer, filepath.Join(kiosk, ".git")} {
		got := places.RepositoryOf(from)
		slices.Sort(got)
		if !slices.Equal(got, want) {
			t.Errorf("from %s: %q, want %q", from, got, want)
		}
	}
	if got := places.RepositoryOf(base); !slices.Equal(got, []string{base}) {
		t.Errorf("outside: %q", got)
	}
	for _, from := range []string{kiosk, printer} {
		got := places.Look(from)
		if got.Root != kiosk || !slices.Equal(got.Trees, []string{printer}) || !got.Repository || got.Gone {
			t.Errorf("from %s: %+v", from, got)
		}
	}
	if got := places.Look(base); got.Root != base || got.Repository || got.Gone {
		t.Errorf("outside: %+v", got)
	}
	bare, one, two := filepath.Join(base, "bare.git"), filepath.Join(base, "one"), filepath.Join(base, "two")
	git(base, "clone", "-q", "--bare", kiosk, bare)
	git(bare, "worktree", "add", "-q", "-b", "one", one)
	git(bare, "worktree", "add", "-q", "-b", "two", two)
	for _, from := range []string{one, two} {
		if got := places.Look(from); got.Root != one || !slices.Equal(got.Trees, []string{two}) {
			t.Errorf("of a bare repository, from %s: %+v", from, got)
		}
	}
}

func TestAFolderThatIsGoneIsSaidToBeGone(t *testing.T) {
	t.Parallel()
	file := filepath.Join(t.TempDir(), "file")
	must.Do(t, os.WriteFile(file, nil, 0o644))
	for _, dir := range []string{filepath.Join(filepath.Dir(file), "gone"), filepath.Join(file, "below")} {
		if got := places.Look(dir); !got.Gone || got.Root != dir {
			t.Errorf("%s: %+v", dir, got)
		}
	}
}

func TestAnOpenMergeIsFoundFromAllThatGitKeeps(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		name string
		// files are made in the repository, a folder ends in a slash.
		files map[string]string
		want  model.OpenMerge
	}{
		{"nothing", map[string]string{".git/HEAD": "x"}, ""},
		{"no repository", nil, ""},
		{"merge", map[string]string{".git/MERGE_HEAD": "x"}, "merge"},
		{"rebase", map[string]string{".git/rebase-merge/": "", ".git/CHERRY_PICK_HEAD": "x"}, "rebase"},
		{"rebase by patches", map[string]string{".git/rebase-apply/": ""}, "rebase"},
		{"patches", map[string]string{".git/rebase-apply/applying": ""}, "am"},
		{"cherry-pick", map[string]string{".git/CHERRY_PICK_HEAD": "x"}, "cherry-pick"},
		{"revert", map[string]string{".git/REVERT_HEAD": "x"}, "revert"},
		{"worktree", map[string]string{".git": "gitdir: {base}/main/.git/worktrees/w\n", "../main/.git/worktrees/w/MERGE_HEAD": "x"}, "merge"},
		{"a merge in another worktree", map[string]string{".git": "gitdir: {base}/main/.git/worktrees/w\n", "../main/.git/MERGE_HEAD": "x"}, ""},
		{"submodule", map[string]string{".git": "gitdir: ../above/.git/modules/vault\n", "../above/.git/modules/vault/REVERT_HEAD": "x"}, "revert"},
		{"no end of a file", map[string]string{".git": "gitdir: " + strings.Repeat("x", 1<<20), ".git2/MERGE_HEAD": "x"}, ""},
		{"nonsense", map[string]string{".git": "\x00\xff"}, ""},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			base := t.TempDir()
			repo := filepath.Join(base, "repo")
			vault := filepath.Join(repo, "plans", "vault")
			must.Do(t, os.MkdirAll(vault, 0o755))
			for name, text := range tt.files {
				full := filepath.Join(repo, filepath.FromSlash(name))
				err := os.MkdirAll(filepath.Dir(full), 0o755)
				if strings.HasSuffix(name, "/") {
					err = errors.Join(err, os.MkdirAll(full, 0o755))
				} else {
					err = errors.Join(err, os.WriteFile(full, []byte(strings.ReplaceAll(text, "{base}", base)), 0o644))
				}
				if err != nil {
					t.Fatal(err)
				}
			}
			for _, dir := range []string{repo, vault} {
				if got := places.OpenMerge(dir); got != tt.want {
					t.Errorf("in %s: %q, want %q", dir, got, tt.want)
				}
			}
		})
	}
}
