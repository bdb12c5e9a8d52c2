package cli

import (
	"encoding/json"
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"
	"time"

	"coldstart/testdata/examples"
	"coldstart/testdata/must"
	"coldstart/vault/vaulttest"
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

// TestTriedKnowsPlansCallsAndCommits asks thirteen questions, whose answers were written down before they could be given.
func TestTriedKnowsPlansCallsAndCommits(t *testing.T) {
	git := vaulttest.WithGit(t)
	dir, home := must.Get(filepath.EvalSymlinks(t.TempDir()))(t), t.TempDir()
	write(t, dir, "Plans/PLAN-2026-001.md", strings.NewReplacer("status: Blocked", "status: Active", "Berth the ferry", "Glaze the greenhouse",
		"Ask for the amount", "Order the panes", "✋ Pay the harbour dues", "Seal the ridge", "Book the berth", "Fit the irrigation valve").Replace(examples.BlockedPlan))
	write(t, dir, "Plans/PLAN-2026-002.md", strings.NewReplacer("status: Blocked", "status: Draft", "2026-001", "2026-002", "Berth the ferry", "Heat it with geothermal water",
		"- [x] Ask for the amount", "- [ ] Drill", "✋ Pay the harbour dues", "Pump", "Book the berth", "Warm").Replace(examples.BlockedPlan))
	write(t, dir, "openspec/changes/add-drip/tasks.md", "- [ ] 1.1 Lay the drip line\n")
	write(t, dir, "HANDOFF.md", "# Handoff\n\nThe frame stands.\n\n## Next\n\n- Try copper pipes\n")
	git(dir, "init", "-q")
	for _, subject := range []string{"Paint the frame white", "Replace plastic film with polycarbonate", "Fit the irrigation valve", `Revert "Paint the frame white"`} {
		git(dir, "commit", "-q", "--allow-empty", "-m", subject)
	}
	wroteSession(t, home, dir, "33333333-cccc", "Could hydroponics help?", "It could.")
	calls(t, home, dir, "44444444-dddd", [3]string{"make frost-test", "frost resisted", "no"}, [3]string{"make bench-humidity", "Exit code 2\nit rained inside", "yes"})
	env := machine(t, dir)
	env.Getenv = variables{"XDG_STATE_HOME": t.TempDir(), "HOME": home, "PATH": os.Getenv("PATH")}.get
	for _, q := range []struct{ words, want string }{
		{"glaze greenhouse", "BEING TRIED"},
		{"geothermal", "PLANNED, NOT TRIED"},
		{"drip line", "PLANNED, NOT TRIED"},
		{"seal ridge", "PLANNED, NOT TRIED"},
		{"order panes", "WORKED"},
		{"copper pipes", "PLANNED, NOT TRIED"},
		{"frost-test", "RUN BEFORE"},
		{"bench-humidity", "TRIED AND FAILED"},
		{"polycarbonate", "WORKED"},
		{"frame white", "GIVEN UP"},
		{"hydroponics", "ONLY SPOKEN OF"},
		{"vertical farming", "NEVER TRIED"},
		// A plan has it, and a commit made it.
		{"irrigation valve", "WORKED"},
	} {
		got := run(env, "tried", q.words)
		if _, verdict, _ := strings.Cut(strings.Split(got.out, "\n")[0], " "); got.code != exitDone || !strings.HasPrefix(verdict, q.want) {
			t.Errorf("%s: got %+v, want %s", q.words, got, q.want)
		}
	}
	if got := run(env, "tried", "vertical farming").out; !strings.Contains(got, "Searched: plans, sessions, their commands, 4 commits") {
		t.Errorf("not said what was searched:\n%s", got)
	}
	if got := run(env, "tried", "polycarbonate", "--json").out; !strings.Contains(got, `"of": "git"`) || !strings.Contains(got, `"not_searched": []`) {
		t.Errorf("got %s", got)
	}
}

// calls leaves a session with calls of a shell: the command, what it wrote, and whether it failed.
func calls(t *testing.T, home, dir, id string, all ...[3]string) {
	t.Helper()
	slug := regexp.MustCompile(`[^a-zA-Z0-9]`).ReplaceAllString(dir, "-")
	var lines []string
	add := func(kind string, content any) {
		b := must.Get(json.Marshal(map[string]any{
			"type": kind, "uuid": id + strconv.Itoa(len(lines)), "timestamp": demoStart().Add(-time.Hour).Format(time.RFC3339), "sessionId": id, "cwd": dir, "version": "2.1.197",
			"message": map[string]any{"role": kind, "content": content, "stop_reason": "tool_use"},
		}))(t)
		lines = append(lines, string(b)+"\n")
	}
	add("user", "go on")
	for i, c := range all {
		call := "call" + strconv.Itoa(i)
		add("assistant", []any{map[string]any{"type": "tool_use", "id": call, "name": "Bash", "input": map[string]string{"command": c[0]}}})
		add("user", []any{map[string]any{"type": "tool_result", "tool_use_id": call, "content": c[1], "is_error": c[2] == "yes"}})
	}
	write(t, home, ".claude/projects/"+slug+"/"+id+".jsonl", strings.Join(lines, ""))
}
