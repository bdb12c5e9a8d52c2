package cli

import (
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"coldstart/testdata/must"
)

// The sessions of Claude Code in a repository, by their ids: one was interrupted in a tool, one asks,
// one was cut off long ago.
const (
	deadID  = "5be2c0d4-0000-4000-8000-000000000001"
	askID   = "77aa0000-0000-4000-8000-000000000002"
	staleID = "88bb0000-0000-4000-8000-000000000003"
)

// worked is a repository without a vault in which Claude Code worked, and the environment in one
// of its folders.
func worked(t *testing.T) (env Env, repository string) {
	t.Helper()
	home := t.TempDir()
	repository = filepath.Join(home, "kiosk")
	for _, dir := range []string{".git", "src"} {
		must.Do(t, os.MkdirAll(filepath.Join(repository, dir), 0o755))
	}
	env = Env{Dir: filepath.Join(repository, "src"), Operator: "mara", Now: demoStart, Zone: time.UTC}
	env.Getenv = variables{"HOME": home, "XDG_STATE_HOME": filepath.Join(home, "state")}.get
	dead := `{"type":"assistant","message":{"id":"m","role":"assistant","content":[{"type":"tool_use","id":"t1","name":"Bash","input":{"command":"python3 compare.py --line 15"}}],"stop_reason":"tool_use"},`
	asks := `{"type":"assistant","message":{"id":"m","role":"assistant","content":[{"type":"tool_use","id":"t1","name":"AskUserQuestion","input":{"questions":[{"question":"Guess the amount?","options":[{"label":"Guess it"},{"label":"Take the bank’s"}]}]}}],"stop_reason":"tool_use"},`
	keepSession(t, home, repository, deadID, "Make the figures", 39*time.Hour, dead)
	keepSession(t, home, repository, askID, "Count the receipts", time.Hour, asks)
	keepSession(t, home, repository, staleID, "Sort the shelf", 30*24*time.Hour, dead)
	return env, repository
}

// keepSession writes a session as Claude Code does: a prompt, and a last line that begins so.
func keepSession(t *testing.T, home, dir, id, prompt string, ago time.Duration, last string) string {
	t.Helper()
	at := demoStart().Add(-ago).UTC()
	rest := func(uuid string, at time.Time) string {
		return `"uuid":"` + id[:4] + uuid + `","timestamp":"` + at.Format(time.RFC3339) + `","cwd":"` + dir + `","sessionId":"` + id + `","version":"2.1.197","gitBranch":"figures","entrypoint":"cli"}` + "\n"
	}
	text := `{"parentUuid":null,"isSidechain":false,"type":"user","message":{"role":"user","content":"` + prompt + `"},"origin":{"kind":"human"},` + rest("u1", at.Add(-time.Minute)) +
		strings.Replace(last, `{`, `{"parentUuid":"u1","isSidechain":false,`, 1) + rest("u2", at)
	slug := strings.Map(func(r rune) rune {
		if r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z' || r >= '0' && r <= '9' {
			return r
		}
		return '-'
	}, dir)
	name := filepath.ToSlash(filepath.Join(".claude", "projects", slug, id+".jsonl"))
	write(t, home, name, text)
	file := filepath.Join(home, filepath.FromSlash(name))
	must.Do(t, os.Chtimes(file, at, at))
	return file
}

func TestARepositoryWithNothingButSessionsOpensAtItsRoot(t *testing.T) {
	t.Parallel()
	env, repository := worked(t)
	var got struct {
		Vault string           `json:"vault"`
		Needs []map[string]any `json:"needs_you"`
	}
	must.Do(t, json.Unmarshal([]byte(mustRun(t, env, "status", "--json").out), &got))
	if got.Vault != filepath.Base(repository) || len(got.Needs) != 2 {
		t.Errorf("opened %s with %+v", got.Vault, got.Needs)
	}
	if out := mustRun(t, env, "status").out; strings.Contains(out, "No agent work found") || !strings.Contains(out, "Needs you: 2") || !strings.Contains(out, "\nLast session: ") || !strings.Contains(out, "\nResume with: cd ") ||
		!strings.Contains(out, "Count the receipts") || !strings.Contains(out, "asks: Guess the amount?") {
		t.Errorf("status:\n%s", out)
	}
	if short := run(env, "status", "--short"); short.code != exitBlocked || !strings.Contains(short.out, "2 need you, 1 blocked") {
		t.Errorf("in short: %+v", short)
	}
	if out := mustRun(t, env, "sources").out; !strings.Contains(out, "Claude Code") || !strings.Contains(out, "~/.claude") || !strings.Contains(out, "3 sessions") || !strings.Contains(out, "~/.codex/") {
		t.Errorf("sources:\n%s", out)
	}
	if out := mustRun(t, env, "doctor").out; !strings.Contains(out, "~/.claude: Claude Code was found: 3 sessions\n") {
		t.Errorf("doctor:\n%s", out)
	}
	// Elsewhere nothing is shown of it.
	env.Dir = filepath.Dir(repository)
	if out := mustRun(t, env, "status").out; strings.Contains(out, "receipts") {
		t.Errorf("beside the repository:\n%s", out)
	}
	keepSession(t, env.Dir, env.Dir, "99cc0000-0000-4000-8000-000000000004", "Plan the week", time.Hour, `{"type":"assistant","message":{"id":"m","role":"assistant","content":[{"type":"tool_use","id":"t1","name":"Bash","input":{"command":"date"}}],"stop_reason":"tool_use"},`)
	if out := mustRun(t, env, "status").out; strings.Contains(out, "receipts") || !strings.Contains(out, "Plan the week") {
		t.Errorf("of that folder itself:\n%s", out)
	}
}

func TestSessionsOfAgentsOnTheCommandLine(t *testing.T) {
	t.Parallel()
	env, _ := worked(t)
	out := mustRun(t, env, "orphans").out
	for _, words := range []string{"◌ Make the figures — interrupted in a tool: shell python3", "\n  5be2c0d4 · Claude Code · figures\n", "asks: Guess the amount?", "… and 1 session not listed: interrupted or left waiting over two weeks ago, or before a later run of a script (coldstart list sessions)"} {
		if !strings.Contains(out, words) {
			t.Errorf("no %q in\n%s", words, out)
		}
	}
	var orphans struct {
		Orphans   []map[string]any `json:"orphans"`
		NotListed int              `json:"not_listed"`
	}
	must.Do(t, json.Unmarshal([]byte(mustRun(t, env, "orphans", "--json").out), &orphans))
	if len(orphans.Orphans) != 2 || orphans.NotListed != 1 || orphans.Orphans[1]["session"] != deadID || orphans.Orphans[1]["cut_off_in"] != "shell python3 compare.py --line 15" ||
		orphans.Orphans[1]["ending"] != "cut-off-in-tool" || orphans.Orphans[1]["acknowledged"] != nil {
		t.Errorf("orphans: %v", orphans.Orphans)
	}
	for _, ref := range []string{deadID, "5be2", "transcript:~/.claude/projects/"} {
		got := run(env, "show", ref)
		if found := strings.Contains(got.out, "claude --resume "+deadID); found != (ref[0] == '5') {
			t.Errorf("show %s: %+v", ref, got)
		}
	}
}

// Where programs keep no session, it is said where they were looked for, and what else there is.
func TestNoSessionsSaysWhereItLooked(t *testing.T) {
	t.Parallel()
	env, repository := worked(t)
	env.Dir = filepath.Dir(repository)
	got := mustRun(t, env, "sessions")
	if got.out != "No session was found.\n" || !strings.Contains(got.err, "no session of Claude Code, Codex, Gemini CLI or opencode was found; looked in ~/.claude, ~/.codex, ~/.gemini, ~/.local/share/opencode\n") ||
		!strings.Contains(got.err, "coldstart list orphans lists sessions of the event log") {
		t.Errorf("got %+v", got)
	}
	if out := mustRun(t, env, "sessions", "--json").out; !strings.Contains(out, `"sessions": []`) {
		t.Errorf("in JSON:\n%s", out)
	}
}

func TestAcknowledgeASessionOfAnAgent(t *testing.T) {
	t.Parallel()
	env, repository := worked(t)
	home := filepath.Dir(repository)
	ids := func() string { return sessionNeeds(t, env) }
	if out := mustRun(t, env, "ack", "5be2", "--dry-run").out; out != "dry run, nothing was changed\nwould note in your own ledger that you know of Make the figures (5be2c0d4)\n" {
		t.Errorf("a dry run says %q", out)
	}
	if got := ids(); got != "77aa 5be2" {
		t.Errorf("after a dry run %s", got)
	}
	if got := run(env, "ack", "5be2", "--expect-hash", strings.Repeat("0", 64)); got.code != exitConflict {
		t.Errorf("with another hash: %+v", got)
	}
	if out := mustRun(t, env, "ack", "5be2", "-m", "The machine was restarted").out; out != "acknowledged: Make the figures (5be2c0d4)\n" {
		t.Errorf("it says %q", out)
	}
	if got := ids(); got != "77aa" {
		t.Errorf("acknowledged, and it is %s", got)
	}
	if got := mustRun(t, env, "ack", deadID); !strings.Contains(got.out+got.err, "already") {
		t.Errorf("once more: %+v", got)
	}
	if entries, err := os.ReadDir(repository); err != nil || len(entries) != 2 {
		t.Errorf("the repository has %v now (%v)", entries, err)
	}
	if out := mustRun(t, env, "history").out; !strings.Contains(out, "session "+deadID) && !strings.Contains(out, deadID) {
		t.Errorf("history:\n%s", out)
	}
	if out := mustRun(t, env, "undo").out; out != "needs you again: Make the figures (5be2c0d4)\n" {
		t.Errorf("the undo says %q", out)
	}
	if got := ids(); got != "77aa 5be2" {
		t.Errorf("after the undo %s", got)
	}
	mustRun(t, env, "ack", "--all")
	mustRun(t, env, "ack", askID)
	if got := ids(); got != "" {
		t.Errorf("all are acknowledged, and there is %s", got)
	}
	// It wrote again, and was cut off again.
	keepSession(t, home, repository, deadID, "Make the figures once more", 38*time.Hour, `{"type":"assistant","message":{"id":"m","role":"assistant","content":[{"type":"tool_use","id":"t1","name":"Bash","input":{"command":"make"}}],"stop_reason":"tool_use"},`)
	if got := ids(); got != "5be2" {
		t.Errorf("it wrote again, and there is %q", got)
	}
	keepSession(t, home, repository, deadID, "Make the figures once more", time.Minute, `{"type":"assistant","message":{"id":"m","role":"assistant","content":[{"type":"tool_use","id":"t1","name":"Bash","input":{"command":"make"}}],"stop_reason":"tool_use"},`)
	if got := run(env, "ack", "5be2"); got.code != exitFailed || !strings.Contains(got.err, "it runs, or wrote less than 10 minutes ago") {
		t.Errorf("it may be running: %+v", got)
	}
}

// sessionNeeds are the first letters of the ids of the sessions that need the operator.
func sessionNeeds(t *testing.T, env Env) string {
	t.Helper()
	var s struct {
		Needs []struct{ ID string } `json:"needs_you"`
	}
	must.Do(t, json.Unmarshal([]byte(mustRun(t, env, "status", "--json").out), &s))
	var all []string
	for _, n := range s.Needs {
		if strings.HasPrefix(n.ID, "transcript:") {
			all = append(all, filepath.Base(n.ID)[:4])
		}
	}
	return strings.Join(all, " ")
}

// An acknowledgement is nothing but its lines in the ledger: killed after the first, it counts, and
// the next decision closes it.
func TestAnInterruptedAcknowledgementOfASession(t *testing.T) {
	t.Parallel()
	env, repository := worked(t)
	mustRun(t, env, "ack", "5be2")
	found, err := filepath.Glob(filepath.Join(filepath.Dir(repository), "state", "coldstart", "*", "ledger.jsonl"))
	if err != nil || len(found) != 1 {
		t.Fatalf("ledgers: %v, %v", found, err)
	}
	ledger := readFile(t, filepath.Dir(found[0]), "ledger.jsonl")
	first, _, _ := strings.Cut(ledger, "\n")
	write(t, filepath.Dir(found[0]), "ledger.jsonl", first+"\n")
	if got := sessionNeeds(t, env); got != "77aa" {
		t.Errorf("cut off, and there is %q", got)
	}
	if got := mustRun(t, env, "ack", "77aa"); !strings.Contains(got.err+got.out, "completed an interrupted decision") {
		t.Errorf("the next one: %+v", got)
	}
	if got := sessionNeeds(t, env); got != "" {
		t.Errorf("both are acknowledged, and there is %q", got)
	}
}

func TestAnAgentCannotAcknowledgeASession(t *testing.T) {
	t.Parallel()
	env, _ := worked(t)
	home := env.Getenv("HOME")
	env.Getenv = variables{"HOME": home, "XDG_STATE_HOME": filepath.Join(home, "state"), "CLAUDECODE": "1"}.get
	for _, what := range []string{"5be2", "--all"} {
		if got := run(env, "ack", what); got.code != exitFailed || !strings.Contains(got.err, "coldstart ack is refused: only a person may decide, and Claude Code is running this") {
			t.Errorf("ack %s: %+v", what, got)
		}
	}
}

func TestSnoozeASessionOfAnAgent(t *testing.T) {
	t.Parallel()
	env, _ := worked(t)
	mustRun(t, env, "snooze", "5be2", "--until", "2d")
	if out := mustRun(t, env, "status").out; !strings.Contains(out, "Needs you: 1, 1 snoozed") {
		t.Errorf("status:\n%s", out)
	}
	if out := mustRun(t, env, "snooze", "--list").out; !strings.Contains(out, "session "+deadID) {
		t.Errorf("snoozed:\n%s", out)
	}
}

func TestAStoreThatCannotBeReadIsAProblem(t *testing.T) {
	t.Parallel()
	env, repository := worked(t)
	must.Do(t, os.RemoveAll(filepath.Join(filepath.Dir(repository), ".claude")))
	write(t, filepath.Dir(repository), ".claude", "no folder")
	for _, command := range []string{"doctor", "problems"} {
		if got := run(env, command); !strings.Contains(got.out, "~/.claude") || !strings.Contains(got.out, "the sessions of Claude Code are unknown") {
			t.Errorf("%s: %+v", command, got)
		}
	}
}

// The start of a session leaves its number in the event log, and a receipt with the name that its
// program gave it: both records are one session, and one acknowledgement is for both.
func TestTheStartOfASessionLinksItsTranscript(t *testing.T) {
	t.Parallel()
	env, repository := worked(t)
	write(t, repository, "Plans/PLAN-9.md", "---\nplan_id: PLAN-9\nstatus: Active\n---\n# Figures\n\n## Steps\n- [ ] one\n")
	starts := func(id, at string) {
		t.Helper()
		env.Stdin = strings.NewReader(`{"session_id": "` + id + `", "source": "startup"}`)
		mustRun(t, env, "start", "--agent", "Spindle", "--format", "claude", "--now", at)
	}
	// An hour before the first prompt: the time alone would not do.
	starts(deadID, "2026-03-12T15:00:00Z")
	starts("later", "2026-03-13T09:00:00Z")
	env.Stdin = nil
	var orphans struct {
		Orphans []map[string]any `json:"orphans"`
	}
	must.Do(t, json.Unmarshal([]byte(mustRun(t, env, "orphans", "--json").out), &orphans))
	if len(orphans.Orphans) != 2 || orphans.Orphans[0]["session"] != "1" || orphans.Orphans[0]["title"] != "Make the figures" || orphans.Orphans[0]["ending_basis"] != "declared" {
		t.Errorf("orphans: %v", orphans.Orphans)
	}
	if out := mustRun(t, env, "show", "1").out; !strings.Contains(out, "claude --resume "+deadID) {
		t.Errorf("show:\n%s", out)
	}
	// By its name in its program it is the session of the log.
	mustRun(t, env, "ack", "5be2")
	if log := readFile(t, repository, "events.jsonl"); !strings.Contains(log, "OPERATOR_RECOVERY") {
		t.Errorf("the event log:\n%s", log)
	}
	if got := sessionNeeds(t, env); got != "77aa" {
		t.Errorf("acknowledged in the log, and there is %q", got)
	}
}
