package load

import (
	"crypto/sha256"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"coldstart/model"
	"coldstart/model/rule"
	"coldstart/testdata/must"
)

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

// The environment names the home folder for Gemini CLI, and the store itself for others.
func TestStoreFolders(t *testing.T) {
	t.Parallel()
	base := t.TempDir()
	env := map[string]string{"GEMINI_CLI_HOME": filepath.Join(base, "g"), "CODEX_HOME": filepath.Join(base, "c"), "CLAUDE_CONFIG_DIR": "relative"}
	got := map[string]string{}
	for _, f := range StoreFolders(func(name string) string { return env[name] }, filepath.Join(base, "home")) {
		got[f.Name] = f.Dir + " " + f.Shown
	}
	want := map[string]string{
		"gemini": filepath.Join(base, "g", ".gemini"), "codex": filepath.Join(base, "c"), "claude": filepath.Join(base, "home", ".claude"),
	}
	for name, dir := range want {
		if fields := strings.Fields(got[name]); len(fields) != 2 || fields[0] != dir {
			t.Errorf("%s is in %q, want %s", name, got[name], dir)
		}
	}
}
