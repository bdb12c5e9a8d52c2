package cli

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"

	"coldstart/testdata/must"
)

// gated is a vault with rules in the operator's settings, which lie beside it.
func gated(t testing.TB, rules string) Env {
	t.Helper()
	dir := t.TempDir()
	env := machine(t, filepath.Join(dir, "kiosk"))
	state := t.TempDir()
	env.Getenv = variables{"XDG_STATE_HOME": state, "XDG_CONFIG_HOME": filepath.Join(dir, "config")}.get
	must.Do(t, os.MkdirAll(env.Dir, 0o755))
	if got := run(env, "init", "--yes", "--agent", "other"); got.code != exitDone {
		t.Fatalf("init: %+v", got)
	}
	write(t, dir, "config/coldstart/coldstart.yaml", rules)
	return env
}

const pushRule = "gate:\n  - {tool: Bash, match: \"git push*\", then: ask}\n  - {match: \"rm -rf *\", then: deny}\n"

// event is what Claude Code says of a call of a shell.
func event(env Env, hook, command, call string) string {
	input, err := json.Marshal(map[string]any{"command": command, "description": "as the model says", "timeout": 5})
	if err != nil {
		panic(err)
	}
	return fmt.Sprintf(`{"session_id":"5e","cwd":%q,"hook_event_name":%q,"tool_name":"Bash","tool_input":%s,"tool_use_id":%q}`, env.Dir, hook, input, call)
}

// gateAt answers one event.
func gateAt(env Env, stdin string, args ...string) result {
	env.Stdin = strings.NewReader(stdin)
	return run(env, append([]string{"gate", "--agent", "claude"}, args...)...)
}

// gateID is the id of a request in an answer.
func gateID(t testing.TB, text string) string {
	t.Helper()
	id := regexp.MustCompile(`gate-[0-9a-f]+`).FindString(text)
	if id == "" {
		t.Fatalf("no request is named in %s", text)
	}
	return id
}

// operator runs a command as the person at the terminal.
func asOperator(t testing.TB, env Env, args ...string) {
	t.Helper()
	env.StdinIsTerminal = true
	if got := run(env, args...); got.code != exitDone {
		t.Fatalf("coldstart %s: %+v", strings.Join(args, " "), got)
	}
}

// pendingRequest is the request that waits in the vault.
func pendingRequest(t testing.TB, env Env) string {
	t.Helper()
	found, err := filepath.Glob(filepath.Join(env.Dir, "Pending_Approval", "*.md"))
	if err != nil || len(found) != 1 {
		t.Fatalf("waiting are %q, %v", found, err)
	}
	rel := must.Get(filepath.Rel(env.Dir, found[0]))(t)
	return rel
}

func TestAnActionRunsOnceAfterTheYes(t *testing.T) {
	t.Parallel()
	env := gated(t, pushRule)
	push := event(env, "PreToolUse", "git push origin main", "t1")
	first := gateAt(env, push)
	id := gateID(t, first.out)
	want := `{"hookSpecificOutput":{"hookEventName":"PreToolUse","permissionDecision":"deny","permissionDecisionReason":"coldstart: this needs the operator's approval (rule Bash git push*). ` +
		`It was not run. It is pending as ` + id + `, and only the operator decides, in coldstart. Wait with: coldstart wait ` + id + ` --timeout 10m (or the tool wait of the server coldstart). ` +
		`Once approved, make exactly the same call again: it runs once. Do not try another way."}}` + "\n"
	if first.code != exitDone || first.out != want {
		t.Errorf("got  %d %s\nwant 0 %s", first.code, first.out, want)
	}
	if !strings.HasPrefix(first.err, "coldstart: this needs the operator's approval") {
		t.Errorf("standard error has %q", first.err)
	}
	if again := gateAt(env, push); gateID(t, again.out) != id {
		t.Errorf("the same action has another request: %s", again.out)
	}
	asOperator(t, env, "approve", pendingRequest(t, env))
	if other := gateAt(env, event(env, "PreToolUse", "git push origin main --force", "t2")); !strings.Contains(other.out, `"deny"`) {
		t.Errorf("another action was let through: %s", other.out)
	}
	yes := gateAt(env, push)
	if want := `{"hookSpecificOutput":{"hookEventName":"PreToolUse","permissionDecision":"allow","permissionDecisionReason":"coldstart: sam`; yes.code != exitDone || !strings.HasPrefix(yes.out, want) || yes.err != "" {
		t.Errorf("got %+v", yes)
	}
	if twice := gateAt(env, push); !strings.Contains(twice.out, `"deny"`) || gateID(t, twice.out) == id {
		t.Errorf("a yes counted twice: %s", twice.out)
	}
}

func TestWhatTheOperatorSaysReachesTheAgent(t *testing.T) {
	t.Parallel()
	for command, want := range map[string]string{
		"reject":  "coldstart: the operator rejected this (ID): Not before Friday. Do not try another way.",
		"changes": "coldstart: the operator wants changes before this may run (ID): Not before Friday. Change the call and make it again. Do not try another way.",
	} {
		env := gated(t, pushRule)
		push := event(env, "PreToolUse", "git push", "t1")
		id := gateID(t, gateAt(env, push).out)
		asOperator(t, env, command, pendingRequest(t, env), "-m", "Not before Friday")
		if got := gateAt(env, push); !strings.Contains(got.out, strings.ReplaceAll(want, "ID", id)) {
			t.Errorf("%s: %s", command, got.out)
		}
	}
}

// What the operator wrote to the agent may have a key in it, as in every other answer.
func TestTheGateTellsTheAgentNoKey(t *testing.T) {
	t.Parallel()
	key := "ghp_" + "aB3dE5gH7jK9mN1pQ3sT5vW7yZ9bC1dF3hJ5"
	env := gated(t, pushRule)
	push := event(env, "PreToolUse", "git push", "t1")
	gateAt(env, push)
	asOperator(t, env, "reject", pendingRequest(t, env), "-m", "use "+key+" instead")
	if got := gateAt(env, push); strings.Contains(got.out+got.err, key) || !strings.Contains(got.out, "use [masked: 40 bytes] instead") {
		t.Errorf("%s%s", got.out, got.err)
	}
}

func TestWhatTheGateAnswers(t *testing.T) {
	t.Parallel()
	env := gated(t, pushRule)
	none := gated(t, "ascii: true\n")
	wrong := gated(t, "gate:\n  - {tool: Bash, match: x, then: perhaps}\n")
	file := filepath.Join(filepath.Dir(wrong.Dir), "config/coldstart/coldstart.yaml")
	must.Do(t, os.Symlink(filepath.Join(env.Getenv("XDG_STATE_HOME"), "coldstart"), filepath.Join(env.Dir, "link")))
	for _, tt := range []struct {
		name  string
		env   Env
		stdin string
		args  []string
		code  int
		out   string
	}{
		{"an action that no rule names", env, event(env, "PreToolUse", "git status", "t"), nil, exitDone, "{}\n"},
		{"a rule that denies", env, event(env, "PreToolUse", "sudo rm -rf paper", "t"), nil, exitDone, "the operator's settings refuse this (rule rm -rf *"},
		{"a probe", none, event(none, "PreToolUse", "coldstart-gate-probe", "t"), nil, exitDone, "this is the gate's own probe, which is always refused."},
		{"its own settings", env, event(env, "PreToolUse", "echo '{}' > .claude/settings.json", "t"), nil, exitDone, "this names .claude/settings.json, on which the gate depends"},
		{"its own settings behind a link", env, strings.Replace(strings.Replace(event(env, "PreToolUse", "x", "t"), `"Bash"`, `"Write"`, 1), `"command":"x"`, fmt.Sprintf(`"file_path":%q`, filepath.Join(env.Dir, "link", "new")), 1), nil, exitDone, "on which the gate depends"},
		{"its own settings without a vault", env, event(env, "PreToolUse", "rm .claude/settings.json", "t"), []string{"--vault", "gone"}, exitDone, "on which the gate depends"},
		{"its own yes", env, event(env, "PreToolUse", "coldstart --config /tmp/x.yaml approve gate-7f3a2c91", "t"), nil, exitDone, "coldstart approve is for the operator alone"},
		{"an event after a tool", env, event(env, "PostToolUse", "git status", "t"), nil, exitDone, "{}\n"},
		{"a prompt without --wait", env, event(env, "PermissionRequest", "git push", ""), nil, exitDone, "{}\n"},
		{"another event", env, `{"hook_event_name":"Stop"}`, nil, exitDone, "{}\n"},
		{"nothing at all", env, "", nil, exitDone, "this event could not be read, so this is refused: the event is not a JSON object."},
		{"a text", env, "git push", nil, exitDone, "this event could not be read"},
		{"a command that is a list", env, strings.Replace(event(env, "PreToolUse", "x", "t"), `"x"`, `["git","push"]`, 1), nil, exitDone, "command is not a text."},
		{"nothing without rules", none, "", nil, exitDone, "{}\n"},
		{"an action without rules", none, event(none, "PreToolUse", "git push", "t"), nil, exitDone, "{}\n"},
		{"settings that are wrong", wrong, event(wrong, "PreToolUse", "git status", "t"), nil, exitDone, "the settings could not be read, so this is refused: " + file + ":2"},
		{"settings that are missing", env, event(env, "PreToolUse", "git status", "t"), []string{"--config", "none.yaml"}, exitDone, "the settings could not be read"},
		{"a vault that is missing", env, event(env, "PreToolUse", "git push", "t"), []string{"--vault", "gone"}, exitDone, "what the operator decided could not be read"},
		{"a missing vault for what no rule names", env, event(env, "PreToolUse", "git status", "t"), []string{"--vault", "gone"}, exitDone, "{}\n"},
		{"another client's name", env, event(env, "PreToolUse", "git push", "t"), []string{"--agent", "other"}, exitUsage, ""},
		{"a wait that is none", env, event(env, "PreToolUse", "git push", "t"), []string{"--wait", "soon"}, exitUsage, ""},
		{"a wait that no client has", env, event(env, "PreToolUse", "git push", "t"), []string{"--wait", "90d"}, exitUsage, ""},
		{"a flag that is none", env, event(env, "PreToolUse", "git push", "t"), []string{"--quick"}, exitUsage, ""},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			got := gateAt(tt.env, tt.stdin, tt.args...)
			if got.code != tt.code || tt.out != "" && !strings.Contains(got.out, tt.out) || tt.out == "" && (got.out != "" || got.err == "") || strings.Count(got.out, "\n") > 1 {
				t.Errorf("got %+v, want %d with %s", got, tt.code, tt.out)
			}
			if tt.out == "{}\n" && got.out != tt.out {
				t.Errorf("got %q", got.out)
			}
		})
	}
}

// Whatever is wrong with the state folder or the answer's way out refuses.
func TestTheGateFailsClosed(t *testing.T) {
	t.Parallel()
	env := gated(t, pushRule)
	push := event(env, "PreToolUse", "git push", "t")
	for name, state := range map[string]string{"no state folder": "", "one in the vault": env.Dir, "a file in its place": filepath.Join(filepath.Dir(env.Dir), "config/coldstart/coldstart.yaml")} {
		other := env
		other.Getenv = variables{"XDG_STATE_HOME": state, "XDG_CONFIG_HOME": env.Getenv("XDG_CONFIG_HOME")}.get
		if got := gateAt(other, push); got.code != exitDone || !strings.Contains(got.out, `"deny"`) || name == "one in the vault" && !strings.Contains(got.out, "the operator cannot be asked for this, so it is refused: ") {
			t.Errorf("%s: %+v", name, got)
		}
	}
	var err strings.Builder
	broken := env
	broken.Stdin, broken.Stdout, broken.Stderr = strings.NewReader(push), full{}, &err
	if code := Run(t.Context(), []string{"gate", "--agent", "claude"}, broken); code != exitUsage || err.String() == "" {
		t.Errorf("an answer that cannot be written: exit %d, %q", code, err.String())
	}
}

// endless is an input that never ends.
type endless struct{ end chan struct{} }

func (e endless) Read([]byte) (int, error) { <-e.end; return 0, io.EOF }

// huge is an input of many blanks.
type huge struct{ left int }

func (h *huge) Read(p []byte) (int, error) {
	if h.left <= 0 {
		return 0, errors.New("it was read to its end")
	}
	n := min(len(p), h.left)
	h.left -= n
	for i := range p[:n] {
		p[i] = ' '
	}
	return n, nil
}

func TestTheGateHasItsOwnDeadline(t *testing.T) {
	t.Parallel()
	if gateTime != 8*time.Second || mostGateWait != 14*24*time.Hour {
		t.Error("docs/dev/limits.md says other times")
	}
	env := gated(t, pushRule)
	env.gateTime = 50 * time.Millisecond
	e := endless{make(chan struct{})}
	defer close(e.end)
	var out, errs strings.Builder
	env.Stdin, env.Stdout, env.Stderr = e, &out, &errs
	if code := Run(t.Context(), []string{"gate", "--agent", "claude"}, env); code != exitDone || !strings.Contains(out.String(), `"permissionDecision":"deny"`) || strings.Count(out.String(), "\n") != 1 {
		t.Errorf("exit %d, %q", code, out.String())
	}
	out.Reset()
	free := gated(t, "ascii: true\n")
	free.gateTime, free.Stdin, free.Stdout, free.Stderr = env.gateTime, e, &out, &errs
	if code := Run(t.Context(), []string{"gate", "--agent", "claude"}, free); code != exitDone || out.String() != "{}\n" {
		t.Errorf("without rules: exit %d, %q", code, out.String())
	}
}

func TestTheGateReadsNoMoreThanItNeeds(t *testing.T) {
	t.Parallel()
	env := gated(t, pushRule)
	h := &huge{100 << 20}
	var out, errs strings.Builder
	env.Stdin, env.Stdout, env.Stderr = h, &out, &errs
	if code := Run(t.Context(), []string{"gate", "--agent", "claude"}, env); code != exitDone || !strings.Contains(out.String(), "the event has more than 16 MB") || h.left < 80<<20 {
		t.Errorf("exit %d, %q, %d bytes left", code, out.String(), h.left)
	}
}

func TestTheGateWaitsForTheAnswer(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct{ decide, want string }{
		{"approve", `"permissionDecision":"allow"`},
		{"reject", "the operator rejected this"},
		{"", "this needs the operator's approval"},
	} {
		env := gated(t, pushRule)
		env.Now = time.Now
		wait := "30s"
		if tt.decide == "" {
			wait = "1s"
		}
		answer := make(chan result, 1)
		go func() { answer <- gateAt(env, event(env, "PreToolUse", "git push", "t"), "--wait", wait) }()
		request := appears(t, filepath.Join(env.Dir, "Pending_Approval"))
		switch tt.decide {
		case "approve":
			asOperator(t, env, "approve", request)
		case "reject":
			asOperator(t, env, "reject", request, "-m", "No")
		}
		if got := <-answer; got.code != exitDone || !strings.Contains(got.out, tt.want) {
			t.Errorf("%s: %+v", tt.decide, got)
		}
	}
}

// appears waits for a request in a folder, and gives its path below the folder above.
func appears(t testing.TB, dir string) string {
	t.Helper()
	for range 500 {
		if found, _ := filepath.Glob(filepath.Join(dir, "*.md")); len(found) == 1 {
			return filepath.Join(filepath.Base(dir), filepath.Base(found[0]))
		}
		time.Sleep(20 * time.Millisecond)
	}
	t.Fatal("no request appeared")
	return ""
}

// otherThan returns the name of the other request of two.
func otherThan(t testing.TB, env Env, request string) string {
	t.Helper()
	found := must.Get(os.ReadDir(filepath.Join(env.Dir, "Pending_Approval")))(t)
	for _, e := range found {
		if e.Name() != filepath.Base(request) && strings.HasPrefix(e.Name(), "gate-") {
			return e.Name()
		}
	}
	t.Fatal("there is no other request")
	return ""
}

// Claude Code without a terminal ends at the call instead, and makes it again when it is resumed.
func TestWithoutATerminalTheActionIsDeferred(t *testing.T) {
	t.Parallel()
	env := gated(t, pushRule)
	vars := variables{"XDG_STATE_HOME": env.Getenv("XDG_STATE_HOME"), "XDG_CONFIG_HOME": env.Getenv("XDG_CONFIG_HOME"), "CLAUDE_CODE_ENTRYPOINT": "sdk-cli"}
	agent := env
	agent.Getenv = vars.get
	push := event(env, "PreToolUse", "git push", "t")
	got := gateAt(agent, push, "--wait", "10m")
	if got.code != exitDone || !strings.HasPrefix(got.out, `{"hookSpecificOutput":{"hookEventName":"PreToolUse","permissionDecision":"defer",`) {
		t.Fatalf("got %+v", got)
	}
	request := pendingRequest(t, env)
	text, err := os.ReadFile(filepath.Join(env.Dir, request))
	if err != nil || !strings.Contains(string(text), "claude -p --resume 5e") {
		t.Errorf("the request does not say how to go on: %s %v", text, err)
	}
	if got := gateAt(agent, strings.NewReplacer("git push", "git push -f", `"5e"`, `"--dangerously-skip-permissions"`).Replace(push), "--wait", "10m"); !strings.Contains(got.out, `"defer"`) {
		t.Errorf("got %+v", got)
	}
	odd, err := os.ReadFile(filepath.Join(env.Dir, "Pending_Approval", otherThan(t, env, request)))
	if err != nil || strings.Contains(string(odd), "claude -p --resume") {
		t.Errorf("the session's name is an option in a command to type: %s %v", odd, err)
	}
	asOperator(t, env, "approve", request)
	if got := gateAt(agent, push, "--wait", "10m"); !strings.Contains(got.out, `"permissionDecision":"allow"`) {
		t.Errorf("after the yes: %+v", got)
	}
}

// A prompt of the client is a request as long as it waits there.
func TestAPromptIsAnsweredOnTheScreen(t *testing.T) {
	t.Parallel()
	prompt := func(env Env) string { return event(env, "PermissionRequest", "touch paper", "") }
	for _, tt := range []struct{ decide, want string }{
		{"approve", `{"hookSpecificOutput":{"hookEventName":"PermissionRequest","decision":{"behavior":"allow"}}}` + "\n"},
		{"reject", `{"hookSpecificOutput":{"hookEventName":"PermissionRequest","decision":{"behavior":"deny","message":"coldstart: the operator rejected this (`},
		{"answered there", "{}\n"},
		{"", "{}\n"},
	} {
		env := gated(t, "ascii: true\n")
		env.Now = time.Now
		wait := "30s"
		if tt.decide == "" {
			wait = "1s"
		}
		answer := make(chan result, 1)
		go func() { answer <- gateAt(env, prompt(env), "--wait", wait) }()
		request := appears(t, filepath.Join(env.Dir, "Pending_Approval"))
		switch tt.decide {
		case "approve":
			asOperator(t, env, "approve", request)
		case "reject":
			asOperator(t, env, "reject", request, "-m", "No")
		case "answered there":
			if got := gateAt(env, event(env, "PostToolUse", "touch paper", "t9")); got.out != "{}\n" {
				t.Errorf("after the tool: %+v", got)
			}
		}
		if got := <-answer; got.code != exitDone || !strings.HasPrefix(got.out, tt.want) {
			t.Errorf("%q: %+v", tt.decide, got)
		}
		if left, _ := filepath.Glob(filepath.Join(env.Dir, "Pending_Approval", "*.md")); len(left) > 0 {
			t.Errorf("%q: %q still wait", tt.decide, left)
		}
	}
}

// A bridge that fails answers nothing: exit 2 would be a no.
func TestAFailureLeavesAPromptToTheClient(t *testing.T) {
	t.Parallel()
	env, wrong := gated(t, pushRule), gated(t, "gate:\n  - {tool: Bash, match: x, then: perhaps}\n")
	stateless := env
	stateless.Getenv = variables{"XDG_STATE_HOME": env.Dir, "XDG_CONFIG_HOME": env.Getenv("XDG_CONFIG_HOME")}.get
	prompt := event(env, "PermissionRequest", "touch paper", "")
	for name, tt := range map[string]struct {
		env   Env
		stdin string
		vault string
	}{
		"a vault that is missing":        {env, prompt, "gone"},
		"a state folder in the vault":    {stateless, prompt, "."},
		"settings that are wrong":        {wrong, event(wrong, "PermissionRequest", "git push", ""), "."},
		"an event that cannot be read":   {env, strings.Replace(prompt, `"touch paper"`, `7`, 1), "."},
		"a rule that asks, and no vault": {env, event(env, "PermissionRequest", "git push", ""), "gone"},
	} {
		if got := gateAt(tt.env, tt.stdin, "--wait", "1s", "--vault", tt.vault); got.code != exitDone || got.out != "{}\n" || !strings.Contains(got.err, "the prompt is left to claude") {
			t.Errorf("%s: %+v", name, got)
		}
	}
}

// Settings on a disk that gives no answer refuse in time, and leave a prompt alone.
func TestSettingsThatGiveNoAnswerAreRefusedInTime(t *testing.T) {
	t.Parallel()
	env := gated(t, pushRule)
	push, prompt := event(env, "PreToolUse", "git status", "t"), event(env, "PermissionRequest", "git push", "")
	end, getenv := make(chan struct{}), env.Getenv
	defer close(end)
	env.gateTime = 100 * time.Millisecond
	env.Getenv = func(name string) string {
		if name == "XDG_CONFIG_HOME" {
			<-end
		}
		return getenv(name)
	}
	if got := gateAt(env, push); got.code != exitDone || !strings.Contains(got.out, "the settings could not be read, so this is refused: they could not be read in time") {
		t.Errorf("got %+v", got)
	}
	if got := gateAt(env, prompt, "--wait", "1s"); got.code != exitDone || got.out != "{}\n" {
		t.Errorf("a prompt: %+v", got)
	}
	var out, errs strings.Builder
	silent := endless{make(chan struct{})}
	defer close(silent.end)
	env.Stdin, env.Stdout, env.Stderr = silent, &out, &errs
	if code := Run(t.Context(), []string{"gate", "--agent", "claude"}, env); code != exitDone || !strings.Contains(out.String(), `"permissionDecision":"deny"`) {
		t.Errorf("without an event, too: exit %d, %q", code, out.String())
	}
}

func TestAPromptGoesWithItsSession(t *testing.T) {
	t.Parallel()
	env := gated(t, "ascii: true\n")
	env.Now = time.Now
	answer := make(chan result, 1)
	go func() { answer <- gateAt(env, event(env, "PermissionRequest", "touch paper", ""), "--wait", "30s") }()
	request := appears(t, filepath.Join(env.Dir, "Pending_Approval"))
	ends := func(session string) {
		over := env
		over.Stdin = strings.NewReader(`{"hook_event_name":"SessionEnd","session_id":"` + session + `"}`)
		if got := run(over, "end", "--format", "claude"); got.code != exitDone {
			t.Errorf("%+v", got)
		}
	}
	ends("6f")
	if _, err := os.Stat(filepath.Join(env.Dir, request)); err != nil {
		t.Error("the end of another session took it back")
	}
	ends("5e")
	if _, err := os.Stat(filepath.Join(env.Dir, request)); err == nil {
		t.Error("it still waits")
	}
	if got := <-answer; got.code != exitDone || got.out != "{}\n" {
		t.Errorf("%+v", got)
	}
}
