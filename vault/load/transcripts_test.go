package load

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"coldstart/model"
	"coldstart/testdata/must"
	"coldstart/testdata/transcripts/homes"
	"coldstart/testdata/whole"
	"coldstart/vault/gate"
	"coldstart/vault/hook"
	"coldstart/vault/places"
	"coldstart/vault/store"
)

// TestEachEndingOfAMadeSessionIsToldRightly makes homes from seeds, with sessions of all kinds, and
// holds what is said of each against what was done.
func TestEachEndingOfAMadeSessionIsToldRightly(t *testing.T) {
	t.Parallel()
	for seed := range whole.Rounds(1, 30) {
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

// The list of all repositories reads less of the end of a session than its repository does, but only
// where that tells the same.
func TestTheListOfAllRepositoriesSaysOfASessionWhatItsRepositorySays(t *testing.T) {
	t.Parallel()
	const (
		dir    = "/srv/kiosk"
		prompt = `{"type":"user","uuid":"u1","cwd":"` + dir + `","timestamp":"2026-03-12T08:00:00Z","message":{"role":"user","content":"Print the receipts."}}`
		over   = `{"type":"assistant","uuid":"u8","timestamp":"2026-03-12T09:00:00Z","cwd":"` + dir + `","message":{"role":"assistant","content":[{"type":"text","text":"Done."}],"stop_reason":"end_turn"}}`
		torn   = `{"type":"assistant","uuid":"u9","mess`
	)
	call := func(id string) string {
		return `{"type":"assistant","uuid":"c` + id + `","cwd":"` + dir + `","message":{"role":"assistant","content":[{"type":"tool_use","id":"` + id + `","name":"Bash","input":{"command":"make"}}],"stop_reason":"tool_use"}}`
	}
	came := func(id string, size int) string {
		return `{"type":"user","uuid":"r` + id + `","cwd":"` + dir + `","message":{"role":"user","content":[{"type":"tool_result","tool_use_id":"` + id + `","content":"` + strings.Repeat("roll 3 ", size/7) + `"}]}}`
	}
	lines := []string{prompt}
	for i := range 50 {
		id := fmt.Sprint("t", i)
		lines = append(lines, call(id), came(id, 8<<10))
	}
	for name, c := range map[string]struct {
		end    []string
		ending model.Ending
		// less is true if the list counts less.
		less bool
	}{
		"its turn is over":                         {[]string{over}, model.EndingYourTurn, true},
		"a call is open at the end":                {[]string{call("a")}, model.EndingInTool, true},
		"a line behind a long one is cut off":      {[]string{over, came("x", 40<<10), torn}, model.EndingInWriting, false},
		"a call is open in front of a long result": {[]string{call("a"), call("b"), came("b", 20<<10), call("c"), came("c", 20<<10)}, model.EndingInTool, false},
		"the agent has what it called for":         {[]string{call("a"), came("a", 20<<10), call("b"), came("b", 20<<10)}, model.EndingUnanswered, false},
		"a result is longer than what is read":     {[]string{call("a"), call("b"), came("b", 300<<10)}, model.EndingInTool, false},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			home := t.TempDir()
			file := filepath.Join(home, ".claude", "projects", "-srv-kiosk", "s1.jsonl")
			must.Do(t, os.MkdirAll(filepath.Dir(file), 0o755))
			text := strings.Join(append(lines[:len(lines):len(lines)], c.end...), "\n")
			if !strings.HasSuffix(text, torn) {
				text += "\n"
			}
			must.Do(t, os.WriteFile(file, []byte(text), 0o644))
			l := New(&places.Vault{Opts: places.Options{Zone: time.UTC, Stores: StoreFolders(func(string) string { return "" }, home)}}, nil, nil, nil)
			all, _, _ := l.Sessions()
			var own []model.Transcript
			var s model.Snapshot
			r := l.reading(nil, 0)
			defer r.Disk.Budget.Stop()
			l.eachStore(r, &s, func(st store.Store, h *store.Home) {
				found, _ := st.Sessions(h, []string{dir}, mostSessions)
				own = append(own, found...)
			})
			if len(all) != 1 || len(own) != 1 {
				t.Fatalf("%d in the list and %d in the repository, want 1", len(all), len(own))
			}
			listed, here := all[0], own[0]
			if listed.Ending != c.ending || here.Ending != c.ending {
				t.Errorf("it is %v in the list and %v in its repository, want %v", listed.Ending, here.Ending, c.ending)
			}
			if listed.Title != here.Title || listed.Prompt != here.Prompt || listed.Dir != here.Dir || listed.Last != here.Last || listed.Seen != here.Seen {
				t.Errorf("the list says %+v, the repository %+v", listed, here)
			}
			if listed.Calls < here.Calls != c.less || c.less && !listed.Partial {
				t.Errorf("the list has %d calls, partial %v; the repository %d; less: want %v", listed.Calls, listed.Partial, here.Calls, c.less)
			}
		})
	}
}

// TestASessionNamesNoFileButAPlan lets a session name other files of the store as its plan: which it
// names is up to its agent.
func TestASessionNamesNoFileButAPlan(t *testing.T) {
	t.Parallel()
	const secret = "# The words of others\n\n- [ ] Hide them\n"
	for _, name := range []string{
		"projects/-srv-other/s2.jsonl", ".credentials.json", "plans/../.credentials.json", "plans/deep/one.md", "plans/one.txt", "CLAUDE.md", "plans/link.md", "plans/folder.md/one.md",
	} {
		l := kiosk(t, map[string]string{
			"projects/-srv-other/s2.jsonl": secret, ".credentials.json": secret, "plans/deep/one.md": secret, "plans/one.txt": secret, "CLAUDE.md": secret,
			"plans/folder.md/one.md": secret,
		})
		store := l.vault.Opts.Stores[0].Dir
		if err := os.Symlink("../.credentials.json", filepath.Join(store, "plans", "link.md")); err != nil {
			t.Skip("no links here:", err)
		}
		renamePlan(t, store, name)
		s, err := l.Screen(t.Context(), time.Date(2026, 3, 14, 8, 5, 0, 0, time.UTC), Want{}, false)
		if err != nil || len(s.Plans) > 0 || len(s.Transcripts) != 1 {
			t.Errorf("%s: %d plans, %d sessions, error %v", name, len(s.Plans), len(s.Transcripts), err)
		}
		for _, kind := range []model.Kind{model.KindPlan, model.KindLearning, model.KindTranscript} {
			if doc, err := l.Read(t.Context(), model.Ref{Kind: kind, Path: "~/.claude/" + name}); err == nil {
				t.Errorf("%s as a %v is %q", name, kind, doc.Bytes)
			}
		}
	}
}

// renamePlan lets the only session of kiosk name another plan file.
func renamePlan(t *testing.T, store, name string) {
	t.Helper()
	files, err := filepath.Glob(filepath.Join(store, "projects", "*", "s1.jsonl"))
	if err != nil || len(files) != 1 {
		t.Fatalf("sessions %q, error %v", files, err)
	}
	b := must.Get(os.ReadFile(files[0]))(t)
	said := strings.Replace(string(b), "plans/calm-red-fox.md", name, 1)
	must.Do(t, os.WriteFile(files[0], []byte(said), 0o644))
}

// TestOnlyWhereSessionsLieIsOneRead puts a session of this repository where the program keeps none.
func TestOnlyWhereSessionsLieIsOneRead(t *testing.T) {
	t.Parallel()
	l := kiosk(t, nil)
	store := l.vault.Opts.Stores[0].Dir
	files, err := filepath.Glob(filepath.Join(store, "projects", "*", "s1.jsonl"))
	if err != nil || len(files) != 1 {
		t.Fatalf("sessions %q, error %v", files, err)
	}
	b := must.Get(os.ReadFile(files[0]))(t)
	for _, name := range []string{"history.jsonl", "projects/s9.jsonl", "projects/-srv/s1/subagents/agent-1.jsonl"} {
		putFile(t, filepath.Join(store, name), string(b), time.Date(2026, 3, 12, 13, 0, 0, 0, time.UTC))
		ref := model.Ref{Kind: model.KindTranscript, Path: "~/.claude/" + name}
		if doc, err := l.Read(t.Context(), ref); err == nil {
			t.Errorf("%s is %q", name, doc.Bytes)
		}
		if found, err := l.Transcript(ref); err == nil {
			t.Errorf("%s is the session %s", name, found.ID)
		}
	}
}

// TestTheIDOfASessionLeadsNowhere lets a session of Gemini CLI take the plans of another project by its id.
func TestTheIDOfASessionLeadsNowhere(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	repo, home, at := filepath.Join(dir, "kiosk"), filepath.Join(dir, "home"), time.Date(2026, 3, 12, 13, 0, 0, 0, time.UTC)
	putFile(t, filepath.Join(repo, ".git", "HEAD"), "", at)
	in := func(name string) string { return filepath.Join(home, ".gemini", "tmp", filepath.FromSlash(name)) }
	putFile(t, in("kiosk/.project_root"), repo, at)
	putFile(t, in("other/.project_root"), "/srv/other", at)
	putFile(t, in("other/s2/plans/drawer.md"), "# The words of others\n\n- [ ] Hide them\n", at)
	for i, id := range []string{"../other/s2", "../../tmp/other/s2", "..", "."} {
		putFile(t, in("kiosk/chats/session-1.jsonl"), fmt.Sprintf(`{"sessionId":%q,"projectHash":"p","startTime":"2026-03-12T13:00:00.000Z","lastUpdated":"2026-03-12T13:00:00.000Z","kind":"main"}
{"id":"a","timestamp":"2026-03-12T13:00:00.000Z","type":"user","content":[{"text":"Print the receipts"}]}
`, id), at.Add(time.Duration(i)*time.Second))
		s, _ := sessionsIn(t, repo, home)
		if len(s.Transcripts) != 1 || len(s.Plans) > 0 {
			t.Errorf("id %q: %d sessions, %d plans", id, len(s.Transcripts), len(s.Plans))
		}
	}
}

// TestAnInnerRepositoryHasItsOwnSessions opens a repository with another one in it.
func TestAnInnerRepositoryHasItsOwnSessions(t *testing.T) {
	t.Parallel()
	dir := must.Get(filepath.EvalSymlinks(t.TempDir()))(t)
	repo, home, at := filepath.Join(dir, "kiosk"), filepath.Join(dir, "home"), time.Now()
	inner := filepath.Join(repo, "vendor", "drawer")
	putFile(t, filepath.Join(repo, ".git", "HEAD"), "", at)
	putFile(t, filepath.Join(inner, ".git", "HEAD"), "", at)
	for id, worked := range map[string]string{"a1": repo, "a2": filepath.Join(repo, "gone"), "a3": inner, "a4": filepath.Join(inner, "src")} {
		putFile(t, filepath.Join(home, ".codex", "sessions", "2026", "03", "12", "rollout-2026-03-12T13-52-00-"+id+".jsonl"), rollout(id, worked, "Mend the till"), at)
	}
	for opened, want := range map[string]int{repo: 2, inner: 2} {
		s, read := sessionsIn(t, opened, home)
		if len(s.Transcripts) != want {
			t.Errorf("%s has %d sessions, want %d", opened, len(s.Transcripts), want)
		}
		for _, id := range []string{"a1", "a3"} {
			_, err := read(model.Ref{Kind: model.KindTranscript, Path: "~/.codex/sessions/2026/03/12/rollout-2026-03-12T13-52-00-" + id + ".jsonl"})
			if ok := (id == "a1") == (opened == repo); ok != (err == nil) {
				t.Errorf("%s in %s: error %v", id, opened, err)
			}
		}
	}
}

// A session that runs and calls tools, and that the gate has not heard of, is told; nothing else is.
func TestASessionThatTheGateHasNotHeardOfIsTold(t *testing.T) {
	t.Parallel()
	now := time.Date(2026, 3, 14, 9, 0, 0, 0, time.UTC)
	claude, _ := hook.AgentNamed("claude")
	session := func(change func(*model.Transcript)) model.Transcript {
		one := model.Transcript{
			Tool: claude.Title, ID: "5e", Dir: "/yard", Calls: 3, Changed: now,
			Process: &model.Process{PID: 7, Alive: true, Status: "busy"},
		}
		change(&one)
		return one
	}
	ended := func(began time.Duration) func(*model.Transcript) {
		return func(s *model.Transcript) {
			s.Process, s.Ending, s.Began = nil, model.EndingDone, model.Stamp{Time: now.Add(began), Raw: "x"}
		}
	}
	installed := hook.Guard{File: "/yard/.claude/hook.local.json", Since: now.Add(-time.Hour)}
	for name, tt := range map[string]struct {
		change func(*model.Transcript)
		heard  []gate.Heard
		told   bool
	}{
		"never heard":                            {func(*model.Transcript) {}, nil, true},
		"heard of another":                       {func(*model.Transcript) {}, []gate.Heard{{Client: "claude", Session: "6f"}, {Client: "codex", Session: "5e"}}, true},
		"heard":                                  {func(*model.Transcript) {}, []gate.Heard{{Client: "claude", Session: "5e"}}, false},
		"no tool was called":                     {func(s *model.Transcript) { s.Calls = 0 }, nil, false},
		"of another agent":                       {func(s *model.Transcript) { s.Tool = "Codex" }, nil, false},
		"in another folder":                      {func(s *model.Transcript) { s.Dir = "/shed" }, nil, false},
		"written before the gate":                {func(s *model.Transcript) { s.Changed = now.Add(-time.Hour) }, nil, false},
		"it ended":                               {ended(-time.Minute), nil, true},
		"it ended, and was heard":                {ended(-time.Minute), []gate.Heard{{Client: "claude", Session: "5e", At: now.Add(-time.Minute)}}, false},
		"it ended, and a later one was heard":    {ended(-2 * time.Minute), []gate.Heard{{Client: "claude", Session: "6f", At: now.Add(-time.Minute)}}, false},
		"it ended, and an earlier one was heard": {ended(-time.Minute), []gate.Heard{{Client: "claude", Session: "6f", At: now.Add(-2 * time.Minute)}}, true},
		"it ended, and another agent was heard":  {ended(-time.Minute), []gate.Heard{{Client: "codex", Session: "6f", At: now}}, true},
		"it began before the gate, and ended":    {ended(-2 * time.Hour), nil, false},
		"it ended without a tool": {func(s *model.Transcript) {
			ended(-time.Minute)(s)
			s.Calls = 0
		}, nil, false},
	} {
		s := &model.Snapshot{At: now, Transcripts: []model.Transcript{session(tt.change)}}
		if got := unheard(s, claude, "/yard", installed, tt.heard); (len(got) == 1) != tt.told {
			t.Errorf("%s: %+v", name, got)
		}
	}
	// What is known to be switched off, or not trusted, needs no second row.
	s := &model.Snapshot{At: now, Transcripts: []model.Transcript{session(ended(-time.Minute))}}
	installed.Faults = []hook.Fault{{Inactive: true}}
	if got := unheard(s, claude, "/yard", installed, nil); len(got) != 0 {
		t.Errorf("%+v", got)
	}
}

// Hooks that lie where nobody looks, as those of a plugin do, are there when the gate was asked.
func TestAGateThatWasAskedIsThere(t *testing.T) {
	t.Parallel()
	claude, _ := hook.AgentNamed("claude")
	s := &model.Snapshot{Transcripts: []model.Transcript{
		{Tool: claude.Title, ID: "7a", Dir: "/yard"}, {Tool: claude.Title, ID: "5e", Dir: "/yard"}, {Tool: claude.Title, ID: "5e", Dir: "/shed"},
	}}
	heard := []gate.Heard{{Client: "claude", Session: "5e", Elsewhere: true}}
	if hears(s, claude, "/yard", heard) {
		t.Error("the last session there did not ask")
	}
	if !hears(s, claude, "/shed", heard) {
		t.Error("the last session there asked")
	}
	// A hook of the agent's own files is looked for there: one that is gone is gone.
	heard[0].Elsewhere = false
	if hears(s, claude, "/shed", heard) {
		t.Error("a hook that is gone was taken for one that lies elsewhere")
	}
}

func TestPlansWithOneTitleAreNamedByTheirObjective(t *testing.T) {
	t.Parallel()
	foreign := model.PlanReading{Foreign: true, Title: model.BasisDeclared}
	plans := []model.Plan{
		{Objective: "Autonomous task", Stated: "Cut the hay", Reading: foreign},
		{Objective: "Autonomous Task", Stated: "Sell the hay", Reading: foreign},
		{Objective: "Autonomous task", Reading: foreign},
		{Objective: "Autonomous task", Stated: "Older", Reading: foreign, Older: true},
		{Objective: "Autonomous task", Stated: "The agents' own"},
		{Objective: "Weekly review", Stated: "Look back", Reading: foreign},
		{Objective: "Weekly review", Stated: "Look back", Reading: foreign},
		{Objective: "Alone", Stated: "One of its kind", Reading: foreign},
	}
	nameApart(plans)
	got := ""
	for _, p := range plans {
		got += fmt.Sprintf("%s/%s/%s\n", p.Objective, p.Stated, p.Reading.Title)
	}
	const want = `Cut the hay//derived
Sell the hay//derived
Autonomous task//declared
Autonomous task/Older/declared
Autonomous task/The agents' own/not given
Weekly review/Look back/declared
Weekly review/Look back/declared
Alone/One of its kind/declared
`
	if got != want {
		t.Errorf("got\n%s", got)
	}
}
