package cli

import (
	"encoding/json"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"

	"coldstart/testdata/must"
)

// wroteSession leaves a session of Claude Code in a home folder, about a folder.
func wroteSession(t *testing.T, home, dir, id, prompt, answer string) {
	t.Helper()
	slug := regexp.MustCompile(`[^a-zA-Z0-9]`).ReplaceAllString(dir, "-")
	line := func(kind string, at time.Time, content any) string {
		b := must.Get(json.Marshal(map[string]any{
			"type": kind, "uuid": id + kind, "timestamp": at.Format(time.RFC3339), "sessionId": id, "cwd": dir, "version": "2.1.197",
			"message": map[string]any{"role": kind, "content": content, "stop_reason": "end_turn"},
		}))(t)
		return string(b) + "\n"
	}
	began := demoStart().Add(-time.Hour)
	write(t, home, ".claude/projects/"+slug+"/"+id+".jsonl",
		line("user", began, prompt)+line("assistant", began.Add(time.Minute), []any{map[string]string{"type": "text", "text": answer}}))
}

// A word in a session is only spoken of, and a session of another repository is not heard.
func TestTriedHearsTheSessionsOfThisRepository(t *testing.T) {
	t.Parallel()
	dir, home := demoVault(t), t.TempDir()
	wroteSession(t, home, dir, "11111111-aaaa", "Lace the zeppelin wheel", "The moonstone hub works now; password: hunter2horse")
	wroteSession(t, home, filepath.Join(filepath.Dir(dir), "demo-old"), "22222222-bbbb", "Lace the airship wheel", "It works")
	env := machine(t, dir)
	env.Getenv = variables{"XDG_STATE_HOME": t.TempDir(), "HOME": home}.get
	for words, want := range map[string]string{
		"zeppelin": "ONLY SPOKEN OF", "moonstone": "ONLY SPOKEN OF", "airship": "NEVER TRIED", "hunter2horse": "NEVER TRIED",
	} {
		got := run(env, "tried", words)
		if got.code != exitDone || !strings.Contains(got.out, want) || strings.Contains(got.out, "hunter2") {
			t.Errorf("%s: got %+v, want %s", words, got, want)
		}
		text, isError := said(t, talk(t, env, dir, toolCall("tried", map[string]any{"words": words}))[0])
		if isError || !strings.Contains(text, want) || words != "hunter2horse" && strings.Contains(text, "hunter2") {
			t.Errorf("the tool says of %s: %s", words, text)
		}
	}
	if got := run(env, "tried", "zeppelin"); !strings.Contains(got.out, "\n  Its last words: The moonstone hub works now") {
		t.Errorf("nothing says whose words these are:\n%s", got.out)
	}
	got := run(env, "tried", "moonstone", "--json").out
	for _, want := range []string{`"outcome": "spoken of"`, `"by": "Claude Code"`, `"path": "~/.claude/projects/`, `"its last words"`, `"asked": "Lace the zeppelin wheel"`, "masked: "} {
		if !strings.Contains(got, want) {
			t.Errorf("%s is not in %s", want, got)
		}
	}
}

// What an agent gets is bounded, however much has the words.
func TestAnAgentGetsTheBestHits(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	write(t, dir, ".math/config.json", `{"current_problem": "hubs", "problems": [{"slug": "hubs"}]}`)
	var journal strings.Builder
	journal.WriteString("---\nproblem: hubs\n---\n\n## Proof Attempts\n")
	long := strings.Repeat("第 hub ", 2000)
	for i := range 300 {
		journal.WriteString("\n### PROOF-" + string('0'+rune(i/100)) + string('0'+rune(i/10%10)) + string('0'+rune(i%10)) + ": A hub\n- **Outcome:** FAILED\n- **What was tried:** " +
			long + "\n- **Reasoning:** " + long + "\n- **Insight/Takeaway:** " + long + "\n")
	}
	write(t, dir, ".math/problems/hubs/JOURNAL.md", journal.String())
	env := machine(t, dir)
	text, isError := said(t, talk(t, env, dir, toolCall("tried", map[string]any{"words": "hub " + strings.Repeat("spoke-", 40)}))[0])
	if isError || !strings.Contains(text, `"hits_left_out": 280`) || strings.Count(text, `"name": "PROOF-`) != 20 {
		t.Errorf("got %.600s", text)
	}
	if got := run(env, "tried", "hub"); !strings.Contains(got.out, "\n290 more, less close.\n") {
		t.Errorf("got the end %s", got.out[max(0, len(got.out)-100):])
	}
}
