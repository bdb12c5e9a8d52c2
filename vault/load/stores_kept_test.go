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
)

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
