package load

import (
	"context"
	"crypto/sha256"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"coldstart/model"
	"coldstart/model/rule"
	"coldstart/testdata/must"
	"coldstart/testdata/whole"
	"coldstart/vault/disk"
	"coldstart/vault/ledger"
	"coldstart/vault/places"
	"coldstart/vault/state"
)

// kiosk is a repository, and a home with one session of Claude Code in it, and some files beside that.
func kiosk(t *testing.T, files map[string]string) *Loader {
	t.Helper()
	dir := must.Get(filepath.EvalSymlinks(t.TempDir()))(t)
	repo := filepath.Join(dir, "kiosk")
	slug := strings.Map(func(r rune) rune {
		if r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z' || r >= '0' && r <= '9' {
			return r
		}
		return '-'
	}, repo)
	line := `{"type":"KIND","uuid":"ID","timestamp":"2026-03-12T13:00:00Z","cwd":"REPO","sessionId":"s1","message":{"content":TEXT,"stop_reason":"end_turn"}}` + "\n"
	put := strings.NewReplacer
	session := put("KIND", "user", "ID", "u1", "REPO", repo, "TEXT", `"print the receipts"`).Replace(line) +
		`{"type":"attachment","uuid":"u2","attachment":{"type":"plan_mode","planFilePath":"` + dir + `/home/.claude/plans/calm-red-fox.md"}}` + "\n" +
		put("KIND", "assistant", "ID", "u3", "REPO", repo, "TEXT", `[{"type":"text","text":"Done."}]`).Replace(line)
	all := map[string]string{"kiosk/.git/HEAD": "ref: refs/heads/main\n", "home/.claude/projects/" + slug + "/s1.jsonl": session}
	for name, text := range files {
		all["home/.claude/"+strings.ReplaceAll(name, "SLUG", slug)] = text
	}
	for name, text := range all {
		file := filepath.Join(dir, name)
		must.Do(t, os.MkdirAll(filepath.Dir(file), 0o755))
		must.Do(t, os.WriteFile(file, []byte(text), 0o644))
	}
	root := must.Get(os.OpenRoot(repo))(t)
	none := func(string) string { return "" }
	v := places.New(root, repo, places.Options{Zone: time.UTC, Stores: StoreFolders(none, filepath.Join(dir, "home"))})
	t.Cleanup(func() { _ = v.Close() })
	return New(v, state.Of(v), ledger.Open(v), func(*model.Snapshot) {})
}

// TestThePlanFileOfTheNewestSessionIsAPlan reads plan files with boxes, with numbers, and with the
// tasks of their session.
func TestThePlanFileOfTheNewestSessionIsAPlan(t *testing.T) {
	t.Parallel()
	const plan = "plans/calm-red-fox.md"
	for _, c := range []struct {
		name  string
		files map[string]string
		steps string
	}{
		{"boxes", map[string]string{plan: "# Receipts\n\n- [x] Print them\n- [ ] Count them\n"}, "x Print them|  Count them"},
		{"numbers", map[string]string{plan: "# Receipts\n\n1. Print them\n2. Count them\n"}, "  Print them|  Count them"},
		{"words", map[string]string{plan: "# Receipts\n\nPrint them.\n"}, ""},
		{"tasks", map[string]string{
			plan:              "# Receipts\n\nPrint them.\n",
			"tasks/s1/1.json": `{"id":"1","subject":"Print them","status":"completed"}`, "tasks/s1/2.json": `{"id":"2","subject":"Count them","status":"in_progress"}`,
			"tasks/s1/3.json": `{"id":"3","subj`, "tasks/s1/10.json": `{"id":"10","subject":"Pack them","status":"pending"}`,
		}, "x Print them|- Count them|  Pack them"},
		{"done", map[string]string{plan: "# Receipts\n\n- [x] Print them\n"}, "no plan"},
	} {
		t.Run(c.name, func(t *testing.T) {
			l := kiosk(t, c.files)
			s := must.Get(l.Screen(t.Context(), time.Date(2026, 3, 14, 8, 5, 0, 0, time.UTC), Want{}, false))(t)
			if c.steps == "no plan" {
				if len(s.Plans) > 0 {
					t.Errorf("a plan: %+v", s.Plans[0])
				}
				return
			}
			if len(s.Plans) != 1 {
				t.Fatalf("%d plans, problems %v", len(s.Plans), s.Problems)
			}
			p := s.Plans[0]
			var steps []string
			for _, step := range p.Steps {
				steps = append(steps, string(step.Mark)+" "+step.Text)
			}
			if p.Status != (model.Status{State: model.StateDraft, Word: "waits for your approval"}) {
				t.Errorf("a plan that nobody accepted is %+v", p.Status)
			}
			if got := strings.Join(steps, "|"); got != c.steps || p.Objective != "Receipts" || p.Path != "~/.claude/"+plan || p.Reading.Tool != "Claude Code" || !strings.Contains(p.Reading.Command, "claude --resume s1") {
				t.Errorf("steps %q, want %q; %+v", got, c.steps, p)
			}
			doc, err := l.Read(t.Context(), p.Ref())
			if err != nil || string(doc.Bytes) != c.files[plan] || doc.Seen != p.Seen {
				t.Errorf("its text is %q, error %v", doc.Bytes, err)
			}
			other := model.Ref{Kind: model.KindPlan, Path: "~/.claude/plans/other.md"}
			if doc, err := l.Read(t.Context(), other); err == nil {
				t.Errorf("a plan of another repository is %q", doc.Bytes)
			}
		})
	}
}

// TestWhatClaudeCodeRemembersIsListed reads the files of its memory, but for the index, and no other
// repository's.
func TestWhatClaudeCodeRemembersIsListed(t *testing.T) {
	t.Parallel()
	const in = "projects/SLUG/memory/"
	l := kiosk(t, map[string]string{
		in + "MEMORY.md":                      "- [Paper](paper.md)\n",
		in + "paper.md":                       "---\nname: paper\ndescription: The rolls are 58 mm wide\ntype: reference\nmodified: 2026-03-11T10:00:00Z\n---\nMeasured.\n",
		in + "ask.md":                         "---\ndescription: Ask before printing\ntype: feedback\n---\n",
		in + "plain.md":                       "# Plain words\n",
		"projects/-srv-other/memory/other.md": "# Of another repository\n",
	})
	s := must.Get(l.Screen(t.Context(), time.Date(2026, 3, 14, 8, 5, 0, 0, time.UTC), Want{}, false))(t)
	var got []string
	for _, k := range s.Memory.Kept {
		got = append(got, k.Content+" "+strings.Join(k.Tags, ""))
		doc, err := l.Read(t.Context(), k.Ref())
		if err != nil || len(doc.Bytes) == 0 || k.Tool != "Claude Code" {
			t.Errorf("%+v: %q, error %v", k, doc.Bytes, err)
		}
	}
	if want := "Ask before printing feedback|The rolls are 58 mm wide reference|Plain words "; strings.Join(got, "|") != want {
		t.Errorf("kept %q, want %q", strings.Join(got, "|"), want)
	}
	other := model.Ref{Kind: model.KindLearning, Path: "~/.claude/projects/-srv-other/memory/other.md", Item: "other"}
	if doc, err := l.Read(t.Context(), other); err == nil {
		t.Errorf("of another repository: %q", doc.Bytes)
	}
}

// putFile writes a file of a home folder, changed at a time.
func putFile(t *testing.T, name, text string, at time.Time) {
	t.Helper()
	must.Do(t, os.MkdirAll(filepath.Dir(name), 0o755))
	must.Do(t, os.WriteFile(name, []byte(text), 0o644))
	must.Do(t, os.Chtimes(name, at, at))
}

// rollout is a session of Codex that worked in a folder and has a plan of two steps, of which it
// works at the second.
func rollout(id, dir, prompt string, more ...string) string {
	lines := fmt.Sprintf(`{"timestamp":"2026-03-12T13:52:00.000Z","type":"session_meta","payload":{"id":%q,"timestamp":"2026-03-12T13:52:00.000Z","cwd":%q,"cli_version":"0.169.0","source":"cli"}}
{"timestamp":"2026-03-12T13:52:01.000Z","type":"event_msg","payload":{"type":"task_started"}}
{"timestamp":"2026-03-12T13:52:02.000Z","type":"event_msg","payload":{"type":"user_message","message":%q}}
`, id, dir, prompt)
	for _, m := range more {
		lines += m + "\n"
	}
	return lines
}

const (
	oiling = `{"timestamp":"2026-03-12T13:53:00.000Z","type":"response_item","payload":{"type":"function_call","name":"update_plan","call_id":"p","arguments":"{\"plan\":[{\"step\":\"Open the drawer\",\"status\":\"completed\"},{\"step\":\"Oil it\",\"status\":\"in_progress\"}]}"}}
{"timestamp":"2026-03-12T13:53:01.000Z","type":"response_item","payload":{"type":"function_call_output","call_id":"p","output":"Plan updated"}}`
	sleeping = `{"timestamp":"2026-03-12T13:54:00.000Z","type":"response_item","payload":{"type":"function_call","name":"exec_command","call_id":"c","arguments":"{\"cmd\":\"sleep 300\"}"}}`
)

// sessionsIn loads a folder beside the sessions of a home folder.
func sessionsIn(t *testing.T, dir, home string) (model.Snapshot, func(model.Ref) (model.Document, error)) {
	t.Helper()
	root := must.Get(os.OpenRoot(dir))(t)
	w := places.New(root, dir, places.Options{Zone: time.UTC, Stores: StoreFolders(func(string) string { return "" }, home)})
	t.Cleanup(func() { _ = w.Close() })
	l := New(w, state.Of(w), ledger.Open(w), func(*model.Snapshot) {})
	s, err := l.Screen(context.Background(), time.Now(), Want{}, false)
	if err != nil && !errors.Is(err, model.ErrNotFound) {
		t.Fatal(err)
	}
	return s.Snapshot, func(ref model.Ref) (model.Document, error) { return l.Read(context.Background(), ref) }
}

// The sessions of Codex are those that worked in the repository, and the newest with a plan tells it.
func TestCodexSessions(t *testing.T) {
	t.Parallel()
	base := t.TempDir()
	home, dir := filepath.Join(base, "home"), filepath.Join(base, "kiosk")
	must.Do(t, os.MkdirAll(filepath.Join(dir, ".git"), 0o755))
	store, long := filepath.Join(home, ".codex"), time.Now().Add(-30*time.Hour)
	put := func(name, text string, at time.Time) {
		putFile(t, filepath.Join(store, filepath.FromSlash(name)), text, at)
	}
	put("sessions/2026/03/12/rollout-2026-03-12T13-52-00-a1.jsonl", rollout("a1", dir, "Mend the till", oiling, sleeping), long)
	put("sessions/2026/03/11/rollout-2026-03-11T13-52-00-a2.jsonl", rollout("a2", filepath.Join(dir, "src"), "Paint the till"), long.Add(time.Hour))
	put("sessions/2026/03/12/rollout-2026-03-12T14-52-00-a3.jsonl", rollout("a3", dir+"-old", "SECRET"), long)
	put("sessions/2026/03/12/notes.jsonl", "SECRET", long)
	put("archived_sessions/rollout-2026-03-10T13-52-00-a4.jsonl", rollout("a4", dir, "Buy a till"), long.Add(-time.Hour))
	s, read := sessionsIn(t, dir, home)
	var got []string
	for _, tr := range s.Transcripts {
		got = append(got, fmt.Sprintf("%s %s %s", tr.ID, tr.Title, tr.Ending))
	}
	want := []string{"a1 Mend the till cut-off-in-tool", "a4 Buy a till done", "a2 Paint the till unanswered"}
	if fmt.Sprint(got) != fmt.Sprint(want) {
		t.Errorf("got %q, want %q", got, want)
	}
	if len(s.Transcripts) > 0 && s.Transcripts[0].Path != "~/.codex/sessions/2026/03/12/rollout-2026-03-12T13-52-00-a1.jsonl" {
		t.Errorf("its path is %s", s.Transcripts[0].Path)
	}
	if len(s.Plans) != 1 || rule.NextPlan(s.Plans[0]).Words() != "Oil it" || s.Plans[0].Reading.Command != "cd "+dir+" && codex resume a1" {
		t.Fatalf("the plans are %+v", s.Plans)
	}
	if s.Plans[0].Objective != "Mend the till" || s.Plans[0].Status.State != model.StateActive {
		t.Errorf("the plan is %q, %v", s.Plans[0].Objective, s.Plans[0].Status)
	}
	if doc, err := read(s.Plans[0].Ref()); err != nil || doc.Seen != s.Plans[0].Seen || string(doc.Bytes) != "# Mend the till\n\n- [x] Open the drawer\n- [-] Oil it\n" {
		t.Errorf("the text of the plan is %q, %v", doc.Bytes, err)
	}
}

// A rollout into which a process writes is of a session that runs. One that is only read is not, nor
// one with the same id, nor one of which a copy is written, nor one that the daemon of Codex has ended.
func TestCodexRunning(t *testing.T) {
	t.Parallel()
	if _, err := os.Stat("/proc/self/fdinfo"); err != nil {
		t.Skip("nothing tells here which files are open")
	}
	base := t.TempDir()
	home, dir := filepath.Join(base, "home"), filepath.Join(base, "kiosk")
	must.Do(t, os.MkdirAll(filepath.Join(dir, ".git"), 0o755))
	at := time.Now().Add(-20 * time.Minute)
	name := func(id string) string {
		return filepath.Join(home, ".codex/sessions/2026/03/12", "rollout-2026-03-12T13-52-00-"+id+".jsonl")
	}
	for file, id := range map[string]string{"written": "written", "twin": "written", "read": "read", "copied": "copied"} {
		putFile(t, name(file), rollout(id, dir, "Mend the till", sleeping), at)
	}
	putFile(t, name("kept"), rollout("kept", dir, "Mend the till", `{"timestamp":"2026-03-12T13:54:00.000Z","type":"event_msg","payload":{"type":"task_complete","last_agent_message":"Mended."}}`), at)
	putFile(t, filepath.Join(home, ".codex/app-server-daemon/daemon.pid"), fmt.Sprintf(`{"pid":%d}`, os.Getpid()), at)
	backup := filepath.Join(base, filepath.Base(name("copied")))
	putFile(t, backup, "", at)
	for file, flag := range map[string]int{name("written"): os.O_WRONLY | os.O_APPEND, name("kept"): os.O_WRONLY | os.O_APPEND, name("read"): os.O_RDONLY, backup: os.O_RDWR} {
		f := must.Get(os.OpenFile(file, flag, 0))(t)
		defer f.Close()
	}
	s, _ := sessionsIn(t, dir, home)
	if len(s.Transcripts) != 5 {
		t.Fatalf("%d sessions", len(s.Transcripts))
	}
	for _, tr := range s.Transcripts {
		ending, sure := tr.State(time.Now())
		want, how := model.EndingInTool, model.BasisDerived
		if strings.HasSuffix(tr.Path, "-written.jsonl") {
			want, how = model.EndingRuns, model.BasisDeclared
		}
		if tr.ID == "kept" {
			want, how = model.EndingYourTurn, model.BasisDeclared
		}
		if runs := want == model.EndingRuns; tr.Runs(time.Now()) != runs {
			t.Errorf("%s runs: %v, want %v", tr.Path, !runs, runs)
		}
		if ending != want || sure != how {
			t.Errorf("%s is %v, %v, want %v, %v", tr.Path, ending, sure, want, how)
		}
	}
}

// A lock that is held is of a session that runs, one that is not of a session that was killed. Without
// one nothing is known.
func TestCodexLocks(t *testing.T) {
	t.Parallel()
	base := t.TempDir()
	home, dir := filepath.Join(base, "home"), filepath.Join(base, "kiosk")
	must.Do(t, os.MkdirAll(filepath.Join(dir, ".git"), 0o755))
	at := time.Now().Add(-time.Hour)
	asking := `{"timestamp":"2026-03-12T13:53:00.000Z","type":"response_item","payload":{"type":"function_call","name":"request_user_input","arguments":"{\"questions\":[{\"question\":\"Which paper?\"}]}","call_id":"q"}}`
	for id, last := range map[string]string{"held": sleeping, "free": sleeping, "none": sleeping, "asking": asking, "asked": asking} {
		putFile(t, filepath.Join(home, ".codex/sessions/2026/03/12", "rollout-2026-03-12T13-52-00-"+id+".jsonl"), rollout(id, dir, "Mend the till", last), at)
		if id == "none" {
			continue
		}
		lock := filepath.Join(home, ".codex/thread-writer-locks", id+".lock")
		putFile(t, lock, "", at)
		if id == "held" || id == "asking" {
			f := must.Get(os.Open(lock))(t)
			defer f.Close()
			if got, err := disk.TryLock(f, true); err != nil || !got {
				t.Skipf("no locks here: %v", err)
			}
		}
	}
	s, _ := sessionsIn(t, dir, home)
	got := map[string]string{}
	for _, tr := range s.Transcripts {
		ending, sure := tr.State(time.Now())
		got[tr.ID] = ending.String() + " " + sure.String()
	}
	want := map[string]string{
		"held": "running declared", "free": "cut-off-in-tool declared", "none": "cut-off-in-tool derived", "asking": "waits declared", "asked": "cut-off-in-tool declared",
	}
	if !maps.Equal(got, want) {
		t.Errorf("%v, want %v", got, want)
	}
}

// Of very many rollouts the newest are looked at, and the others are counted. A first line may be
// longer than what is read of a head.
func TestCodexLooksAtTheNewest(t *testing.T) {
	t.Parallel()
	base := t.TempDir()
	home, dir := filepath.Join(base, "home"), filepath.Join(base, "kiosk")
	must.Do(t, os.MkdirAll(filepath.Join(dir, ".git"), 0o755))
	const most = 1000
	for i := range most + 5 {
		at := time.Date(2026, 3, 12, 0, 0, 0, 0, time.UTC).Add(-time.Duration(i) * 7 * time.Hour)
		id, in, more := fmt.Sprint("n", i), filepath.Join(base, "other"), ""
		if i == 3 || i == most+2 {
			in = dir
		}
		text := rollout(id, in, "Mend the till", sleeping)
		if i == 3 {
			more = strings.Repeat("You are an agent. ", 5000)
			text = strings.Replace(text, `"cli_version"`, fmt.Sprintf(`"base_instructions":{"text":%q},"cli_version"`, more), 1) + strings.Repeat(oiling+"\n", 1000)
		}
		putFile(t, filepath.Join(home, ".codex/sessions", at.Format("2006/01/02"), "rollout-"+at.Format("2006-01-02T15-04-05")+"-"+id+".jsonl"), text, at)
	}
	s, _ := sessionsIn(t, dir, home)
	if len(s.Transcripts) != 1 || s.Transcripts[0].ID != "n3" || s.Transcripts[0].Title != "Mend the till" || s.TranscriptsLeft != 5 {
		t.Errorf("%d left, and %+v", s.TranscriptsLeft, s.Transcripts)
	}
}

// chat is a session of Gemini CLI; about are more members of its first line.
func chat(id, prompt, about string, more ...string) string {
	return fmt.Sprintf(`{"sessionId":%q,"projectHash":"x","startTime":"2026-03-12T13:52:00.000Z","lastUpdated":"2026-03-12T13:52:00.000Z","kind":"main"%s}
{"id":"a","timestamp":"2026-03-12T13:53:00.000Z","type":"user","content":[{"text":%q}]}
%s`, id, about, prompt, strings.Join(more, "\n")+"\n")
}

// The folder of a session of Gemini CLI is that of its project, which is named, or hashed; else its
// own words count.
func TestGeminiSessions(t *testing.T) {
	t.Parallel()
	base := t.TempDir()
	home, dir := filepath.Join(base, "home"), filepath.Join(base, "kiosk")
	must.Do(t, os.MkdirAll(filepath.Join(dir, ".git"), 0o755))
	must.Do(t, os.MkdirAll(filepath.Join(dir, "src"), 0o755))
	hash := func(dir string) string { return fmt.Sprintf("%x", sha256.Sum256([]byte(dir))) }
	long := time.Now().Add(-30 * time.Hour)
	put := func(name, text string) {
		putFile(t, filepath.Join(home, ".gemini", filepath.FromSlash(name)), text, long)
	}
	context := func(dir string) string {
		return fmt.Sprintf(`{"$set":{"messages":[{"id":"c","timestamp":"2026-03-12T13:52:00.000Z","type":"user","content":[{"text":"<session_context>\n- **Workspace Directories:**\n  - %s\n"}]}]}}`, dir)
	}
	put("projects.json", fmt.Sprintf(`{"projects":{%q:"kiosk-2",%q:"other"}}`, filepath.Join(dir, "src"), filepath.Join(base, "other")))
	put("tmp/kiosk/.project_root", dir)
	put("tmp/kiosk/chats/session-1-g1.jsonl", chat("g1", "by its root", ""))
	put("tmp/kiosk/g1/plans/move.md", "# Move the till\n\n- [x] Pack\n- [ ] Drive\n")
	put("tmp/kiosk-2/chats/session-1-g2.jsonl", chat("g2", "by its name", ""))
	put("tmp/"+hash(dir)+"/chats/session-1-g3.json", `{"sessionId":"g3","startTime":"2025-03-12T13:52:00.000Z","messages":[{"id":"a","timestamp":"2025-03-12T13:53:00.000Z","type":"user","content":"by its hash"}]}`)
	put("tmp/"+hash("/gone")+"/chats/session-1-g4.jsonl", chat("g4", "by its words", "", context(dir)))
	put("tmp/"+hash("/gone")+"/chats/session-2-g5.jsonl", chat("g5", "by its list", fmt.Sprintf(`,"directories":[%q]`, dir)))
	put("tmp/"+hash("/gone")+"/chats/session-3-g6.jsonl", chat("g6", "SECRET of no folder", ""))
	put("tmp/other/chats/session-1-g7.jsonl", chat("g7", "SECRET", "", context(dir)))
	put("tmp/old/.project_root", dir+"-old")
	put("tmp/old/chats/session-1-g8.jsonl", chat("g8", "SECRET", ""))
	put("tmp/kiosk/logs.json", `[]`)
	s, read := sessionsIn(t, dir, home)
	for _, p := range s.Problems {
		t.Errorf("problem: %+v", p)
	}
	var got []string
	for _, tr := range s.Transcripts {
		got = append(got, tr.ID+" "+tr.Title)
		if want := "cd " + tr.Dir + " && gemini --resume " + tr.ID; tr.Command != want || !strings.HasPrefix(tr.Dir, dir) {
			t.Errorf("the command is %q, want %q", tr.Command, want)
		}
		if tr.Ending != model.EndingUnanswered {
			t.Errorf("%s is %v", tr.ID, tr.Ending)
		}
	}
	slices.Sort(got)
	if want := []string{"g1 by its root", "g2 by its name", "g3 by its hash", "g4 by its words", "g5 by its list"}; !slices.Equal(got, want) {
		t.Errorf("got %q, want %q", got, want)
	}
	if len(s.Plans) != 1 || s.Plans[0].Objective != "Move the till" || rule.NextPlan(s.Plans[0]).Words() != "Drive" || s.Plans[0].Reading.Title != model.BasisGuessed {
		t.Fatalf("the plans are %+v", s.Plans)
	}
	if doc, err := read(s.Plans[0].Ref()); err != nil || doc.Seen != s.Plans[0].Seen || !strings.Contains(string(doc.Bytes), "- [ ] Drive") {
		t.Errorf("the plan is %q, %v", doc.Bytes, err)
	}
	put("tmp/old/g8/plans/secret.md", "# SECRET")
	for _, name := range []string{"tmp/old/g8/plans/secret.md", "projects.json", "tmp/kiosk/chats/session-1-g1.jsonl", "tmp/kiosk/g1/plans/../plans/move.md"} {
		if doc, err := read(model.Ref{Kind: model.KindPlan, Path: "~/.gemini/" + name}); err == nil {
			t.Errorf("%s is read as a plan: %q", name, doc.Bytes)
		}
	}
}

// The environment names the folder above the store for Gemini CLI and opencode, and the store itself for others.
func TestStoreFolders(t *testing.T) {
	t.Parallel()
	base := t.TempDir()
	env := map[string]string{"GEMINI_CLI_HOME": filepath.Join(base, "g"), "CODEX_HOME": filepath.Join(base, "c"), "XDG_DATA_HOME": filepath.Join(base, "x"), "CLAUDE_CONFIG_DIR": "relative"}
	got := map[string]string{}
	for _, f := range StoreFolders(func(name string) string { return env[name] }, filepath.Join(base, "home")) {
		got[f.Name] = f.Dir + " " + f.Shown
	}
	want := map[string]string{
		"gemini": filepath.Join(base, "g", ".gemini"), "codex": filepath.Join(base, "c"), "claude": filepath.Join(base, "home", ".claude"),
		"opencode": filepath.Join(base, "x", "opencode"),
	}
	for name, dir := range want {
		if fields := strings.Fields(got[name]); len(fields) != 2 || fields[0] != dir {
			t.Errorf("%s is in %q, want %s", name, got[name], dir)
		}
	}
}

// TestNoKeyIsCutInTwo puts a key at every place around each cut of a session's words: all of it is
// there, or nothing, since half of one is not known for a key.
func TestNoKeyIsCutInTwo(t *testing.T) {
	t.Parallel()
	const key = "ghp_0aB1cD2eF3gH4iJ5kL6mN7oP8qR9sT0uV1wX"
	dir := must.Get(filepath.EvalSymlinks(t.TempDir()))(t)
	repo, home, at := filepath.Join(dir, "kiosk"), filepath.Join(dir, "home"), time.Now()
	putFile(t, filepath.Join(repo, ".git", "HEAD"), "", at)
	pad := func(n int) string { return strings.Repeat("word ", n/5+1)[:n-1] + " " }
	quoted := func(s string) string { b, _ := json.Marshal(s); return string(b) }
	line := func(kind, message string) string {
		return fmt.Sprintf(`{"type":%q,"uuid":"%x","timestamp":"2026-03-12T13:00:00Z","cwd":%q,"sessionId":"s1","message":{"content":%s,"stop_reason":"end_turn"}}`+"\n", kind, message[:min(len(message), 9)], repo, message)
	}
	for _, around := range []int{60, 80, 120, 300, 1000, 2048, 4096} {
		for n := max(1, around-44); n <= around+2; n += whole.Rounds(9, 3) {
			said := pad(n) + key + " and more " + pad(6000)
			claude := line("user", quoted(said)) + line("assistant", `[{"type":"text","text":`+quoted(said)+`},{"type":"tool_use","id":"c","name":"Bash","input":{"command":`+quoted(said)+`}}]`) +
				line("user", `[{"type":"tool_result","tool_use_id":"c","content":`+quoted("one\n"+said)+`}]`)
			putFile(t, filepath.Join(home, ".claude", "projects", "x", "s1.jsonl"), claude, at)
			args, _ := json.Marshal(map[string]string{"cmd": said})
			putFile(t, filepath.Join(home, ".codex", "sessions", "2026", "03", "12", "rollout-2026-03-12T13-52-00-a1.jsonl"), rollout("a1", repo, said,
				`{"timestamp":"2026-03-12T13:54:00.000Z","type":"response_item","payload":{"type":"function_call","name":"exec_command","call_id":"c","arguments":`+quoted(string(args))+`}}`), at)
			s, read := sessionsIn(t, repo, home)
			if len(s.Transcripts) != 2 {
				t.Fatalf("%d sessions: %+v", len(s.Transcripts), s.Problems)
			}
			for _, tr := range s.Transcripts {
				doc := must.Get(read(model.Ref{Kind: model.KindTranscript, Path: tr.Path}))(t)
				all := fmt.Sprintf("%+v\n%+v", tr, doc.Events)
				if rest := strings.ReplaceAll(all, key, ""); strings.Contains(rest, key[:8]) || strings.Contains(rest, key[len(key)-8:]) {
					i := max(strings.Index(rest, key[:8]), strings.Index(rest, key[len(key)-8:]))
					t.Fatalf("%s, %d before the key: a part of it in …%s", tr.Tool, n, rest[max(0, i-40):min(len(rest), i+60)])
				}
			}
		}
	}
	must.Do(t, os.RemoveAll(home))
}

// A session whose sub-agent wrote a moment ago runs, though it is silent itself; one whose folder is gone goes on elsewhere.
func TestSilentAndAway(t *testing.T) {
	t.Parallel()
	line := `{"type":"KIND","uuid":"ID","timestamp":"2026-03-12T13:00:00Z","cwd":"DIR","sessionId":"NAME","message":{"content":[{"type":"tool_use","id":"t1","name":"Task","input":{}}],"stop_reason":"tool_use"}}` + "\n"
	l := kiosk(t, nil)
	repo, home := l.vault.Dir, l.vault.Opts.Stores[0].Dir
	projects := must.Get(os.ReadDir(filepath.Join(home, "projects")))(t)
	dir := filepath.Join(home, "projects", projects[0].Name())
	now := time.Now()
	for name, cwd := range map[string]string{"s2": repo, "s3": repo, "s4": filepath.Join(repo, "trees", "gone")} {
		asked := strings.NewReplacer("KIND", "user", "ID", name+"u", "DIR", cwd, "NAME", name, `[{"type":"tool_use","id":"t1","name":"Task","input":{}}]`, `"weigh it"`, `"tool_use"`, `""`).Replace(line)
		call := strings.NewReplacer("KIND", "assistant", "ID", name+"a", "DIR", cwd, "NAME", name).Replace(line)
		file := filepath.Join(dir, name+".jsonl")
		must.Do(t, os.WriteFile(file, []byte(asked+call), 0o644))
		must.Do(t, os.Chtimes(file, now.Add(-time.Hour), now.Add(-time.Hour)))
	}
	helper := filepath.Join(dir, "s2", "subagents", "agent-1.jsonl")
	must.Do(t, os.MkdirAll(filepath.Dir(helper), 0o755))
	must.Do(t, os.WriteFile(helper, []byte("{}\n"), 0o644))
	must.Do(t, os.Chtimes(helper, now.Add(-70*time.Second), now.Add(-70*time.Second)))
	l.vault.Opts.Clock = func() time.Time { return now }
	r := l.reading(nil, 0)
	defer r.Disk.Budget.Stop()
	var s model.Snapshot
	l.readStores(r, &s)
	got := map[string]string{}
	for _, x := range s.Transcripts {
		e, _ := x.State(now)
		got[x.ID] = fmt.Sprint(e, " ", x.Away, " ", x.Resume(now))
	}
	for id, want := range map[string]string{
		"s2": "running false ", "s3": "cut-off-in-tool false cd " + repo + " && claude --resume s3",
		"s4": "cut-off-in-tool true cd " + repo + " && claude --resume " + filepath.Join(dir, "s4.jsonl"),
	} {
		if got[id] != want {
			t.Errorf("%s is %q, want %q", id, got[id], want)
		}
	}
}
