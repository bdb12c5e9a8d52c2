package setup

import (
	"errors"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"testing/fstest"
	"time"

	"coldstart/model"
	"coldstart/testdata/must"
	"coldstart/vault/places"
)

var noon = time.Date(2026, time.March, 14, 12, 0, 0, 0, time.UTC)

// files are the contents of files by their paths; a path that ends in a slash is a folder.
type files map[string]string

func makeFiles(t *testing.T, all files) string {
	t.Helper()
	dir, err := filepath.EvalSymlinks(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range slices.Sorted(maps.Keys(all)) {
		full := filepath.Join(dir, filepath.FromSlash(name))
		must.Do(t, os.MkdirAll(filepath.Dir(full), 0o755))
		if strings.HasSuffix(name, "/") {
			err = os.MkdirAll(full, 0o755)
		} else {
			err = os.WriteFile(full, []byte(all[name]), 0o644)
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	return dir
}

func treeOf(t *testing.T, dir string) files {
	t.Helper()
	all := files{}
	must.Do(t, fs.WalkDir(os.DirFS(dir), ".", func(name string, e fs.DirEntry, err error) error {
		if err != nil || name == "." {
			return err
		}
		if e.IsDir() {
			all[name+"/"] = ""
			return nil
		}
		b, err := os.ReadFile(filepath.Join(dir, name))
		all[name] = string(b)
		return err
	}))
	return all
}

func mustPlan(t *testing.T, w Wish) Setup {
	t.Helper()
	w.At = noon
	s, err := Plan(w)
	if err != nil {
		t.Fatalf("%+v: %v", w, err)
	}
	return s
}

func mustMake(t *testing.T, w Wish) Setup {
	t.Helper()
	s := mustPlan(t, w)
	made, err := s.Make(t.Context(), noon)
	if err != nil || len(made) != len(s.steps) {
		t.Fatalf("%+v: made %d of %d, %v", w, len(made), len(s.steps), err)
	}
	return s
}

// shown are the paths of the changes.
func shown(s Setup) (paths []string) {
	for _, c := range s.Changes() {
		paths = append(paths, c.Kind.String()+" "+c.Path)
	}
	return paths
}

// TestNothingButWhatIsShownChanges compares the whole tree: after the plan nothing, after
// Make just the paths of its changes, after the removal nothing again.
func TestNothingButWhatIsShownChanges(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		name   string
		before files
		wish   Wish
		shown  []string
	}{
		{"an empty folder", files{}, Wish{}, []string{
			"create Plans/", "create Pending_Approval/", "create Approved/", "create Rejected/", "create Needs_Action/",
			"create In_Progress/", "create Done/", "create Logs/", "create AGENTS.md",
		}},
		{"an example", files{"README.md": "# Kiosk\n"}, Wish{Example: true, Agent: "claude"}, []string{
			"create Plans/", "create Pending_Approval/", "create Approved/", "create Rejected/", "create Needs_Action/",
			"create In_Progress/", "create Done/", "create Logs/",
			"create Plans/PLAN-example.md", "create Pending_Approval/example-step-2.md", "create CLAUDE.md",
		}},
		{"other spellings", files{
			"01 plans/a.md": "# A\n", "pending-approval/x.md": "Do it.\n", "APPROVED/y.md": "", "rejected/.keep": "",
			"Needs Action/z": "", "in progress/z": "", "done/z": "", "logs/app.log": "up\n", "AGENTS.md": "# House\r\nRules",
		}, Wish{Example: true}, []string{
			"create 01 plans/PLAN-example.md", "create pending-approval/example-step-2.md", "edit AGENTS.md",
		}},
		{"an example in part", files{"Approved/example-step-2.md": "Done.\n", "GEMINI.md": "\ufeffa\r\n"}, Wish{Example: true, Agent: "gemini"}, []string{
			"create Plans/", "create Pending_Approval/", "create Rejected/", "create Needs_Action/",
			"create In_Progress/", "create Done/", "create Logs/", "edit GEMINI.md",
		}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			tt.wish.Dir = makeFiles(t, tt.before)
			before := treeOf(t, tt.wish.Dir)
			s := mustPlan(t, tt.wish)
			if got := shown(s); !slices.Equal(got, tt.shown) {
				t.Errorf("shown %q\nwant %q", got, tt.shown)
			}
			if now := treeOf(t, tt.wish.Dir); !maps.Equal(now, before) {
				t.Errorf("planning changed %q", now)
			}
			mustMake(t, tt.wish)
			after := treeOf(t, tt.wish.Dir)
			for name, text := range after {
				old, was := before[name]
				if changes := slices.ContainsFunc(s.Changes(), func(c model.Change) bool { return c.Path == name }); (!was || old != text) != changes {
					t.Errorf("%s: was there %v, shown %v\n%s", name, was, changes, text)
				}
			}
			if again := mustMake(t, tt.wish); len(again.steps) > 0 || !maps.Equal(treeOf(t, tt.wish.Dir), after) {
				t.Errorf("the same once more changes %q", shown(again))
			}
			tt.wish.Remove, tt.wish.Example = true, false
			tt.wish.Agent = ""
			mustMake(t, tt.wish)
			if now := treeOf(t, tt.wish.Dir); !maps.Equal(now, before) {
				t.Errorf("after the removal %q\nwant %q", now, before)
			}
			if again := mustMake(t, tt.wish); len(again.steps) > 0 {
				t.Errorf("a second removal changes %q", shown(again))
			}
		})
	}
}

func TestTheGuideNamesTheFoldersAsTheyAreSpelled(t *testing.T) {
	t.Parallel()
	dir := makeFiles(t, files{"01 plans/": "", "pending-approval/": "", "archive/": ""})
	got, err := Guide(dir, places.Places{})
	if err != nil || !strings.Contains(got, "`01 plans/PLAN-<task_id>.md`") || !strings.Contains(got, "into `pending-approval/`") ||
		!strings.Contains(got, "to `Done/`") || strings.Contains(got, "`Plans/") {
		t.Errorf("%v\n%s", err, got)
	}
	var p places.Places
	must.Do(t, p.Add("plans", "work/plans"))
	if got, err := Guide(dir, p); err != nil || !strings.Contains(got, "`work/plans/PLAN-example.md`") {
		t.Errorf("%v\n%s", err, got)
	}
	mustMake(t, Wish{Dir: dir, Places: p, Example: true})
	if tree := treeOf(t, dir); tree["work/plans/PLAN-example.md"] == "" || !strings.Contains(tree["AGENTS.md"], "`work/plans/PLAN-example.md`") {
		t.Errorf("%q", tree)
	}
	if usual, err := Guide("", places.Places{}); err != nil || strings.Count(usual, "\n") > 84 || strings.ContainsAny(usual, "{}") ||
		strings.Contains(usual, beginMarker) || !strings.HasSuffix(usual, "\n") {
		t.Errorf("%v\n%s", err, usual)
	}
	var refused *Refusal
	if _, err := Guide(makeFiles(t, files{"pl`ans/": ""}), places.Places{}); !errors.As(err, &refused) || refused.Hint == "" {
		t.Errorf("a name that ends in Markdown: %v", err)
	}
}

func TestWhatLiesInTheWayIsRefused(t *testing.T) {
	t.Parallel()
	inside := files{"Plans/": "", "Pending_Approval/": "", "Plans/old/": "", "src/": ""}
	for _, tt := range []struct {
		name   string
		files  files
		links  map[string]string
		wish   Wish
		reason string
		hint   string
	}{
		{"a file in place of a folder", files{"Done": "x"}, nil, Wish{}, "Done is a file, but a vault needs a folder", "rename it"},
		{"a link in place of a folder", nil, map[string]string{"Logs": "elsewhere"}, Wish{}, "Logs is a link, but a vault needs a folder", "settings"},
		{"a link in another spelling", nil, map[string]string{"logs": "elsewhere"}, Wish{}, "logs is a link, but a vault needs a folder", "settings"},
		{"a folder in place of the instructions", files{"AGENTS.md/": ""}, nil, Wish{}, "AGENTS.md is a folder, not a file", "--agent"},
		{"a link in place of the instructions", files{"AGENTS.md": "a\n"}, map[string]string{"CLAUDE.md": "AGENTS.md"}, Wish{Agent: "claude"}, "CLAUDE.md is a link, not a file", "--agent other"},
		{"a link to elsewhere", nil, map[string]string{"CLAUDE.md": "../x"}, Wish{Agent: "claude"}, "CLAUDE.md is a link, not a file", "replace it with a file"},
		{"bytes that are no text", files{"AGENTS.md": "a\nb\xff\n"}, nil, Wish{}, "AGENTS.md: line 2: text is not UTF-8", "save it as UTF-8"},
		{"half a block", files{"AGENTS.md": "a\n" + beginMarker + "\n"}, nil, Wish{}, "AGENTS.md: " + errMarkers.Error(), endMarker},
		{"half a block to remove", files{"AGENTS.md": "a\n" + beginMarker + "\n"}, nil, Wish{Remove: true}, "AGENTS.md: " + errMarkers.Error(), endMarker},
		{"too large", files{"AGENTS.md": strings.Repeat("a", maxInstructions+1)}, nil, Wish{}, "AGENTS.md is too large to be edited", "--agent"},
		{"too large with the instructions", files{"AGENTS.md": strings.Repeat("a", maxInstructions-9)}, nil, Wish{}, "AGENTS.md is too large to be edited: with the", "--agent"},
		{"UTF-16 without a mark", files{"AGENTS.md": "\x00#\x00 \x00A\x00\n"}, nil, Wish{}, "AGENTS.md: line 1: text has a NUL character", "save it as UTF-8"},
		{"NUL", files{"AGENTS.md": "a\nb\x00\n"}, nil, Wish{}, "AGENTS.md: line 2: text has a NUL character", "save it as UTF-8"},
		{"a code block without an end", files{"AGENTS.md": "a\n```\nb\n"}, nil, Wish{}, "AGENTS.md: " + errOpenFence.Error(), "end the code block"},
		{"a part of a vault", inside, nil, Wish{Dir: "Plans/old"}, "/Plans/old is a part of the vault ", "coldstart init "},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			dir := makeFiles(t, tt.files)
			for name, to := range tt.links {
				if err := os.Symlink(to, filepath.Join(dir, name)); err != nil {
					t.Skip(err)
				}
			}
			tt.wish.Dir = filepath.Join(dir, tt.wish.Dir)
			s, err := Plan(tt.wish)
			var refused *Refusal
			if !errors.As(err, &refused) || !errors.Is(err, model.ErrNotAllowed) || !strings.Contains(refused.Reason, tt.reason) || !strings.Contains(refused.Hint, tt.hint) {
				t.Errorf("got %v, %+v", shown(s), err)
			}
		})
	}
}

func TestTheAgentIsTheOneThatIsUsedHere(t *testing.T) {
	t.Parallel()
	installed := func(program string) bool { return program == "codex" }
	for _, tt := range []struct {
		name              string
		files             files
		onPath            func(string) bool
		agent, file, says string
		claude            bool
	}{
		{"nothing", nil, nil, "other", "AGENTS.md", "nothing here shows", false},
		{"a program", nil, installed, "codex", "AGENTS.md", "codex is on your PATH", false},
		{"what it left", files{".gemini/": ""}, installed, "gemini", "GEMINI.md", ".gemini is here", false},
		{"Claude Code's folder", files{".claude/": "", ".codex/": ""}, nil, "claude", "CLAUDE.md", ".claude is here", true},
		{"a file", files{".gemini/": "", "CLAUDE.md": ""}, nil, "claude", "CLAUDE.md", "the file is here", true},
		{"a file that several read", files{"AGENTS.md": "", ".opencode/": ""}, nil, "opencode", "AGENTS.md", "the file is here", false},
		{"a file that points to another", files{"AGENTS.md": "Be kind.\n", "CLAUDE.md": "@AGENTS.md\n"}, nil, "other", "AGENTS.md", "the file is here", true},
		{"two files that point to each other", files{"AGENTS.md": "@CLAUDE.md\n", "CLAUDE.md": "@AGENTS.md\n"}, nil, "claude", "CLAUDE.md", "the file is here", true},
		{"instructions", files{"AGENTS.md": was + "\n", "CLAUDE.md": ""}, nil, "other", "AGENTS.md", "they are there already", true},
	} {
		s := mustPlan(t, Wish{Dir: makeFiles(t, tt.files), OnPath: tt.onPath})
		if s.Agent.Name != tt.agent || s.Agent.File != tt.file || !strings.Contains(s.Why, tt.says) || s.Claude != tt.claude {
			t.Errorf("%s: got %+v, %q, %v", tt.name, s.Agent, s.Why, s.Claude)
		}
	}
	for _, remove := range []bool{false, true} {
		if _, err := Plan(Wish{Dir: t.TempDir(), Agent: "clod", Remove: remove}); !errors.Is(err, model.ErrNotFound) {
			t.Errorf("an agent that is none: %v", err)
		}
	}
	if s := mustPlan(t, Wish{Dir: t.TempDir(), Agent: "claude"}); s.Why != "" || !s.Claude {
		t.Errorf("a named one: %+v", s)
	}
}

// What is here and stays is listed with its reason, and lines that are added have the numbers that they get.
func TestWhatStaysAndWhereLinesGoIsSaid(t *testing.T) {
	t.Parallel()
	dir := makeFiles(t, files{"AGENTS.md": "Be kind.\r\nRead.", "CLAUDE.md": "@AGENTS.md\n", "GEMINI.md": "Be brief.\n", "Plans/PLAN-example.md": "mine\n"})
	kept := map[string]string{}
	s := mustPlan(t, Wish{Dir: dir, Example: true, Agent: Other})
	for _, m := range s.Makings() {
		if m.Kept {
			kept[m.Path] = m.About
		} else if m.About == "" {
			t.Errorf("nothing is said of %s", m.Path)
		}
		if m.Path == "AGENTS.md" && (m.Line != 4 || m.After[0] != beginMarker) {
			t.Errorf("AGENTS.md gets %q at line %d", m.After[0], m.Line)
		}
	}
	want := map[string]string{
		"Plans/": "is here", "Plans/PLAN-example.md": "is here, so no example is made",
		"CLAUDE.md": "unchanged; it points to AGENTS.md", "GEMINI.md": "unchanged; AGENTS.md has the guide",
	}
	if !maps.Equal(kept, want) {
		t.Errorf("kept %q", kept)
	}
	mustMake(t, Wish{Dir: dir, Agent: Other})
	kept = map[string]string{}
	for _, m := range mustPlan(t, Wish{Dir: dir, Agent: Other}).Makings() {
		kept[m.Path] = m.About
	}
	if kept["AGENTS.md"] != "has the guide for agents" || len(kept) != len(folders)+3 {
		t.Errorf("afterwards %q", kept)
	}
}

func TestTheRepositoryAndTheVaultAroundAreSaid(t *testing.T) {
	t.Parallel()
	dir := makeFiles(t, files{".git/": "", "Plans/": "", "src/app/": ""})
	if s := mustPlan(t, Wish{Dir: dir}); s.Repository != "" || s.Around != "" {
		t.Errorf("at the root: %+v", s)
	}
	if s := mustPlan(t, Wish{Dir: filepath.Join(dir, "src", "app")}); s.Repository != dir || s.Around != dir {
		t.Errorf("below: %+v", s)
	}
	// Somebody keeps repositories in a folder that is called so; that alone makes no vault.
	alone := makeFiles(t, files{"plans/kiosk/.git": "gitdir: elsewhere\n"})
	if s := mustPlan(t, Wish{Dir: filepath.Join(alone, "plans", "kiosk")}); s.Around != "" {
		t.Errorf("a vault around: %s", s.Around)
	}
	home := makeFiles(t, files{"Logs/": "", "plans/kiosk/.git": "gitdir: elsewhere\n", "plans/kiosk/app/": ""})
	for below, repository := range map[string]string{"": "", "app": filepath.Join(home, "plans", "kiosk")} {
		if s := mustPlan(t, Wish{Dir: filepath.Join(home, "plans", "kiosk", below)}); s.Repository != repository || s.Around != home {
			t.Errorf("in a repository of its own: %+v", s)
		}
	}
}

// TestWhatChangedSinceThePlanStays has somebody write between the look and the change.
func TestWhatChangedSinceThePlanStays(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		name   string
		before files
		wish   Wish
		write  string
	}{
		{"a new file", nil, Wish{}, "AGENTS.md"},
		{"an edit", files{"AGENTS.md": "a\n"}, Wish{}, "AGENTS.md"},
		{"an example", nil, Wish{Example: true}, "Plans/PLAN-example.md"},
		{"a removal", files{"AGENTS.md": was + "\n"}, Wish{Remove: true}, "AGENTS.md"},
	} {
		tt.wish.Dir = makeFiles(t, tt.before)
		s := mustPlan(t, tt.wish)
		file := filepath.Join(tt.wish.Dir, tt.write)
		must.Do(t, errors.Join(os.MkdirAll(filepath.Dir(file), 0o755), os.WriteFile(file, []byte("mine\n"), 0o644)))
		if _, err := s.Make(t.Context(), noon); !errors.Is(err, model.ErrConflict) {
			t.Errorf("%s: %v", tt.name, err)
		}
		tree := treeOf(t, tt.wish.Dir)
		for name, text := range tree {
			if name == tt.write && text != "mine\n" || strings.Contains(name, ".coldstart-") {
				t.Errorf("%s: %s holds %q", tt.name, name, text)
			}
		}
	}
}

// TestTheLastBlockTakesTheRestWithIt has an agent named in the removal, too.
func TestTheLastBlockTakesTheRestWithIt(t *testing.T) {
	t.Parallel()
	dir := makeFiles(t, nil)
	mustMake(t, Wish{Dir: dir, Agent: "codex", Example: true})
	mustMake(t, Wish{Dir: dir, Agent: "claude"})
	s := mustMake(t, Wish{Dir: dir, Remove: true, Agent: "codex"})
	if want := []string{"the folders stay: CLAUDE.md also has instructions for them"}; !slices.Equal(s.Notes, want) || !slices.Equal(shown(s), []string{"remove AGENTS.md"}) {
		t.Errorf("beside another's: %q, %q", shown(s), s.Notes)
	}
	mustMake(t, Wish{Dir: dir, Remove: true, Agent: "claude"})
	if tree := treeOf(t, dir); len(tree) > 0 {
		t.Errorf("left %q", tree)
	}
}

func TestARemovalTakesNothingThatIsNotOurs(t *testing.T) {
	t.Parallel()
	dir := makeFiles(t, files{"Plans/": "", "Pending_Approval/": ""})
	if s := mustPlan(t, Wish{Dir: dir, Remove: true}); len(s.steps) > 0 {
		t.Errorf("where nothing was made: %q", shown(s))
	}
	latin := makeFiles(t, files{"CLAUDE.md": "a\xff\n", "GEMINI.md/": "", "AGENTS.md": was})
	s := mustMake(t, Wish{Dir: latin, Remove: true})
	if want := []string{"its possible contents stay: CLAUDE.md: line 1: text is not UTF-8"}; len(s.steps) != 1 || !slices.Equal(s.Notes, want) {
		t.Errorf("beside a file that is no text: %q, %q", shown(s), s.Notes)
	}
	mustMake(t, Wish{Dir: dir, Example: true, Agent: "claude"})
	mustMake(t, Wish{Dir: dir, Agent: "codex"})
	plan := filepath.Join(dir, "Plans", planName)
	if b, err := os.ReadFile(plan); err != nil || os.WriteFile(plan, append(b, "- [2026-03-14T13:00:00Z] Agent: More\n"...), 0o644) != nil {
		t.Fatal(err)
	}
	mustMake(t, Wish{Dir: dir, Remove: true, Agent: "claude"})
	if tree := treeOf(t, dir); tree["AGENTS.md"] == "" || tree["Pending_Approval/"+requestName] == "" {
		t.Errorf("one agent's: %q", tree)
	}
	s = mustMake(t, Wish{Dir: dir, Remove: true})
	tree := treeOf(t, dir)
	if len(tree) != 2 || !strings.Contains(tree["Plans/"+planName], "More") {
		t.Errorf("left %q", tree)
	}
	if want := []string{"Plans/PLAN-example.md stays: it was changed", "Plans/ stays: it holds PLAN-example.md"}; !slices.Equal(s.Notes, want) {
		t.Errorf("said %q", s.Notes)
	}
}

// attributes is what init puts into a file of git's.
const (
	attributes      = "# coldstart:begin\n/Logs/[0-9][0-9][0-9][0-9]-[0-9][0-9]-[0-9][0-9].json merge=union\n" + bytesAttributes
	onlyBytes       = "# coldstart:begin\n" + bytesAttributes
	bytesAttributes = "/Pending_Approval/** -text\n/Approved/** -text\n/Rejected/** -text\n# coldstart:end\n"
)

func TestLogsAreMergedByLinesInARepositoryOnly(t *testing.T) {
	t.Parallel()
	list := `[{"timestamp": "2026-03-14T07:00:00Z"}]`
	for _, tt := range []struct {
		name      string
		there     files
		made      string
		noted     string
		untouched bool
	}{
		{"outside", files{}, "", "", false},
		{"in a repository", files{".git/HEAD": "x"}, attributes, "", false},
		{"in a worktree", files{".git": "gitdir: /srv/elsewhere\n"}, attributes, "", false},
		{"beside others", files{".git/HEAD": "x", ".gitattributes": "*.md text\r\n"}, "*.md text\r\n\r\n" + strings.ReplaceAll(attributes, "\n", "\r\n"), "", false},
		{"without a line end", files{".git/HEAD": "x", ".gitattributes": "*.md text"}, "*.md text\n\n" + strings.TrimSuffix(attributes, "\n"), "", false},
		{"lists", files{".git/HEAD": "x", "Logs/2026-03-14.json": list, "Logs/2026-03-13.json": "{}"}, onlyBytes, "Logs/2026-03-14.json is a JSON list", false},
		{"lists of old", files{".git/HEAD": "x", "Logs/2026-03-13.json": list, "Logs/2026-03-14.json": "{}"}, attributes, "", false},
		{"half a block", files{".git/HEAD": "x", ".gitattributes": "# coldstart:begin\n"}, "# coldstart:begin\n", "one begin marker", true},
		{"no text", files{".git/HEAD": "x", ".gitattributes": "a\x00"}, "a\x00", "NUL", true},
		{"a folder", files{".git/HEAD": "x", ".gitattributes/x": ""}, "", "not a file", true},
		{"a name with a blank", files{".git/HEAD": "x", "logs !/x": ""}, "", "cannot be listed in", false},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			dir := makeFiles(t, tt.there)
			before := treeOf(t, dir)
			s := mustMake(t, Wish{Dir: dir})
			if got := treeOf(t, dir)[".gitattributes"]; got != tt.made {
				t.Errorf("made %q, want %q", got, tt.made)
			}
			if notes := strings.Join(s.Notes, "\n"); !strings.Contains(notes, tt.noted) || tt.noted == "" && notes != "" {
				t.Errorf("notes %q", notes)
			}
			if again := mustPlan(t, Wish{Dir: dir}); len(again.Changes()) > 0 {
				t.Errorf("once more it would make %q", shown(again))
			}
			mustMake(t, Wish{Dir: dir, Remove: true})
			if after := treeOf(t, dir); !tt.untouched && after[".gitattributes"] != before[".gitattributes"] {
				t.Errorf("removed, it is %q", after[".gitattributes"])
			}
		})
	}
}

func TestTempCopyHoldsTheSameBytesAndGoesAwayWhole(t *testing.T) {
	t.Setenv("TMPDIR", t.TempDir())
	at := time.Date(2026, 3, 14, 7, 2, 0, 0, time.UTC)
	from := fstest.MapFS{
		"Plans/PLAN-2026-001.md": {Data: []byte("one\r\n\xff")},
		"Inbox/.keep":            {Data: []byte{}},
	}
	c := must.Get(NewTempCopy(from, "demo", at))(t)
	for name, want := range from {
		path := filepath.Join(c.Dir, filepath.FromSlash(name))
		got, err := os.ReadFile(path)
		if err != nil || string(got) != string(want.Data) {
			t.Errorf("%s: got %q and error %v", name, got, err)
		}
		if info, err := os.Stat(path); err != nil || !info.ModTime().Equal(at) {
			t.Errorf("%s: got %v and error %v, want the time %s", name, info, err, at)
		}
	}
	if filepath.Base(c.Dir) != "demo" || filepath.Dir(c.StateDir) != filepath.Dir(c.Dir) {
		t.Errorf("got vault %s and state folder %s, want neighbours", c.Dir, c.StateDir)
	}
	must.Do(t, os.MkdirAll(c.StateDir, 0o700))
	must.Do(t, c.Remove())
	if _, err := os.Stat(filepath.Dir(c.Dir)); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("after removing: %v, want nothing left", err)
	}
}

func TestTempCopyThatFailsLeavesNothing(t *testing.T) {
	tmp := t.TempDir()
	t.Setenv("TMPDIR", tmp)
	from := fstest.MapFS{"a.md": {Data: []byte("x")}, "link": {Data: []byte("a.md"), Mode: fs.ModeDevice}}
	if c, err := NewTempCopy(from, "demo", time.Unix(0, 0)); err == nil {
		t.Fatalf("got %+v, want an error for a device", c)
	}
	if left, err := os.ReadDir(tmp); err != nil || len(left) > 0 {
		t.Errorf("left over: %v, error %v", left, err)
	}
}

// The files of a copy have the times that their texts tell, and files beside a trace lie in its steps.
func TestFilesOfATempCopyHaveTheTimesOfTheirTexts(t *testing.T) {
	t.Setenv("TMPDIR", t.TempDir())
	at := time.Date(2026, 3, 14, 7, 2, 0, 0, time.UTC)
	from := fstest.MapFS{
		"ask.md":             {Data: []byte("created: 2026-03-13T12:00:00Z\nexpires: 2026-03-14T12:00:00Z\n")},
		"log.jsonl":          {Data: []byte("{\"timestamp\": \"2026-03-12T16:58:45.302415\"}\n{\"timestamp\": \"2026-03-12T16:59:01\"}\n2026-03-40T00:00:00Z")},
		"runs/q/trace.md":    {Data: []byte("Started: 2026-03-12T16:31:00Z\n`a.csv`\nStarted: 2026-03-12T16:58:03Z\n`figures.csv`, `draft.md`\n")},
		"runs/q/figures.csv": {Data: []byte("1\n")}, "runs/q/draft.md": {Data: []byte("x\n")}, "runs/q/a.csv": {Data: []byte("1\n")},
		"runs/p/figures.csv": {Data: []byte("1\n")},
		"runs/late/trace.md": {Data: []byte("Started: 2026-03-14T07:01:00Z `late.csv`")}, "runs/late/late.csv": {Data: []byte("1\n")},
		"notes.md": {Data: []byte("no time\n")},
	}
	c := must.Get(NewTempCopy(from, "demo", at))(t)
	for name, want := range map[string]string{
		"ask.md": "2026-03-13T12:00:00Z", "log.jsonl": "2026-03-12T16:59:01Z", "runs/q/trace.md": "2026-03-12T16:58:03Z",
		"runs/q/figures.csv": "2026-03-12T17:01:03Z", "runs/q/draft.md": "2026-03-12T17:03:03Z", "runs/q/a.csv": "2026-03-12T16:34:00Z",
		"runs/p/figures.csv": "2026-03-14T07:02:00Z", "runs/late/late.csv": "2026-03-14T07:02:00Z", "notes.md": "2026-03-14T07:02:00Z",
	} {
		info := must.Get(os.Stat(filepath.Join(c.Dir, filepath.FromSlash(name))))(t)
		if got := info.ModTime().UTC().Format(time.RFC3339); got != want {
			t.Errorf("%s: got %s, want %s", name, got, want)
		}
	}
}

// The sessions of a copied home worked in the copy, at the times that they tell.
func TestAHomeIsCopiedForTheCopy(t *testing.T) {
	t.Setenv("TMPDIR", t.TempDir())
	at := time.Date(2026, 3, 14, 7, 2, 0, 0, time.UTC)
	c := must.Get(NewTempCopy(fstest.MapFS{"a.md": {Data: []byte("x")}}, "demo", at))(t)
	session := ".claude/projects/x/1.jsonl"
	must.Do(t, c.AddHome(fstest.MapFS{session: {Data: []byte(`{"cwd":"/data/sam/work","timestamp":"2026-03-12T13:52:00.000Z"}`)}}, "/data/sam/work", at))
	name := filepath.Join(c.Home, filepath.FromSlash(session))
	b, err := os.ReadFile(name)
	if want := `{"cwd":"` + c.Dir + `","timestamp":"2026-03-12T13:52:00.000Z"}`; filepath.Separator == '/' && string(b) != want || err != nil {
		t.Errorf("got %s, %v", b, err)
	}
	if info, err := os.Stat(name); err != nil || !info.ModTime().Equal(time.Date(2026, 3, 12, 13, 52, 0, 0, time.UTC)) {
		t.Errorf("got %v, %v", info.ModTime(), err)
	}
	must.Do(t, c.Remove())
	if _, err := os.Stat(c.Home); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("the home is left: %v", err)
	}
	if err := (&TempCopy{base: filepath.Join(t.TempDir(), "gone\x00")}).AddHome(fstest.MapFS{"a": {}}, "/x", at); err == nil {
		t.Error("no error where nothing can be written")
	}
}
