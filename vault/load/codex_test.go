package load

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"coldstart/model"
	"coldstart/model/rule"
	"coldstart/testdata/must"
	"coldstart/vault/disk"
	"coldstart/vault/ledger"
	"coldstart/vault/places"
	"coldstart/vault/state"
)

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
// one with the same id, nor one of which a copy is written.
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
	backup := filepath.Join(base, filepath.Base(name("copied")))
	putFile(t, backup, "", at)
	for file, flag := range map[string]int{name("written"): os.O_WRONLY | os.O_APPEND, name("read"): os.O_RDONLY, backup: os.O_RDWR} {
		f := must.Get(os.OpenFile(file, flag, 0))(t)
		defer f.Close()
	}
	s, _ := sessionsIn(t, dir, home)
	if len(s.Transcripts) != 4 {
		t.Fatalf("%d sessions", len(s.Transcripts))
	}
	for _, tr := range s.Transcripts {
		ending, sure := tr.State(time.Now())
		want, how := model.EndingInTool, model.BasisDerived
		if strings.HasSuffix(tr.Path, "-written.jsonl") {
			want, how = model.EndingRuns, model.BasisDeclared
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
