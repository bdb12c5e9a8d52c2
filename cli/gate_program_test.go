package cli

import (
	"bytes"
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"coldstart/testdata/must"
	"coldstart/vault/hook"
)

// badEvents are what no client says; n is for what comes of a text n times.
var badEvents = map[string]func(p *post) string{
	"nothing":         func(*post) string { return "" },
	"a blank":         func(*post) string { return " \n" },
	"null":            func(*post) string { return "null" },
	"a list":          func(*post) string { return "[]" },
	"a number":        func(*post) string { return "1" },
	"half an object":  func(*post) string { return `{"hook_event_name":"PreToolUse",` },
	"an empty object": func(*post) string { return "{}" },
	"no JSON":         func(*post) string { return "git push" },
	"two objects": func(p *post) string {
		return p.event("Bash", `{"command":"ls"}`) + p.event("Bash", `{"command":"git push"}`)
	},
	"a mark of order":       func(p *post) string { return "\ufeff" + p.event("Bash", `{"command":"git push"}`) },
	"no UTF-8":              func(p *post) string { return p.event("Bash", "{\"command\":\"git push \xff\"}") },
	"no input":              func(p *post) string { return p.event("Bash", `{}`) },
	"an input that is null": func(p *post) string { return p.event("Bash", `null`) },
	"an input that is text": func(p *post) string { return p.event("Bash", `"git push"`) },
	"an input in a list":    func(p *post) string { return p.event("Bash", `[{"command":"git push"}]`) },
	"a line that is none":   func(p *post) string { return p.event("Bash", `{"command":["git","push"]}`) },
	"a line that is null":   func(p *post) string { return p.event("Bash", `{"command":null}`) },
	"a line in capitals":    func(p *post) string { return p.event("Bash", `{"Command":"git push"}`) },
	"two lines":             func(p *post) string { return p.event("Bash", `{"command":"git push","command":"ls"}`) },
	"two lines, turned":     func(p *post) string { return p.event("Bash", `{"command":"ls","command":"git push"}`) },
	"two inputs": func(p *post) string {
		return strings.Replace(p.event("Bash", `{"command":"git push"}`), `"cwd"`, `"tool_input":{"command":"ls"},"cwd"`, 1)
	},
	"a tool that is none": func(p *post) string {
		return strings.Replace(p.event("Bash", `{"command":"git push"}`), `"Bash"`, "7", 1)
	},
	"no tool": func(p *post) string {
		return strings.Replace(p.event("Bash", `{"command":"git push"}`), `"Bash"`, `""`, 1)
	},
	"no folder": func(p *post) string {
		return strings.Replace(p.event("Bash", `{"command":"git push"}`), `"cwd"`, `"dir"`, 1)
	},
	"a session of no text": func(p *post) string {
		return strings.Replace(p.event("Bash", `{"command":"git push"}`), `"5e1"`, "{}", 1)
	},
	"too much": func(p *post) string { return p.event("Bash", `{"command":"git push `+strings.Repeat("x", 17<<20)+`"}`) },
	"too deep": func(p *post) string {
		return p.event("Bash", strings.Repeat(`{"a":`, 20000)+"1"+strings.Repeat("}", 20000))
	},
	"a long line": func(p *post) string {
		return p.event("Bash", `{"command":"`+strings.Repeat("true;", 60000)+`git push"}`)
	},
	"many commands": func(p *post) string {
		return p.event("Bash", `{"command":"`+strings.Repeat("(", 3000)+`git push`+strings.Repeat(")", 3000)+`"}`)
	},
	"NUL": func(p *post) string { return p.event("Bash", `{"command":"git\u0000 push"}`) },
}

// event is that of a client, with an input as it is given.
func (p *post) event(tool, input string) string {
	return `{"session_id":"5e1","cwd":` + strconv.Quote(p.path("repo")) + `,"hook_event_name":"PreToolUse","tool_name":` + strconv.Quote(tool) + `,"tool_input":` + input + `}`
}

// TestWhatNoClientSaysIsRefused: with a rule that asks, an event that cannot be read is a no.
func TestWhatNoClientSaysIsRefused(t *testing.T) {
	t.Parallel()
	for name, event := range badEvents {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			p := newPost(t)
			p.refuses(p.hook(event(p)))
		})
	}
	t.Attr("cases", strconv.Itoa(len(badEvents)))
}

// TestEachClientIsRefused: the push of each client, as it tells of it.
func TestEachClientIsRefused(t *testing.T) {
	t.Parallel()
	p := newPost(t)
	for _, c := range []struct{ agent, event, tool, refusal string }{
		{"claude", "PreToolUse", "Bash", `"permissionDecision":"deny"`},
		{"codex", "PreToolUse", "Bash", `"permissionDecision":"deny"`},
		{"gemini", "BeforeTool", "run_shell_command", `"decision":"deny"`},
		{"opencode", "tool.execute.before", "bash", `deny`},
	} {
		env := machine(t, p.path("repo"))
		event := strings.NewReplacer("PreToolUse", c.event, `"Bash"`, strconv.Quote(c.tool)).Replace(p.event("Bash", `{"command":"git push"}`))
		env.Getenv, env.Stdin = p.env.get, strings.NewReader(event)
		if got := run(env, "gate", "--agent", c.agent, "--vault", p.vault); got.code != exitDone || !strings.Contains(got.out, c.refusal) {
			t.Errorf("%s: %+v", c.agent, got)
		}
	}
}

// TestOfManyCallsAtOnceOneUsesTheYes starts the program many times in the same moment.
func TestOfManyCallsAtOnceOneUsesTheYes(t *testing.T) {
	t.Parallel()
	p := newPost(t)
	p.yes()
	event := p.event("Bash", `{"command":"git push origin main"}`)
	var passed atomic.Int32
	var all sync.WaitGroup
	const calls = 8
	for range calls {
		all.Go(func() {
			if !p.process(event).refused {
				passed.Add(1)
			}
		})
	}
	all.Wait()
	if n := passed.Load(); n != 1 {
		t.Errorf("%d of %d calls were let through", n, calls)
	}
	t.Attr("cases", strconv.Itoa(calls))
}

// process runs the program itself, as a hook does.
func (p *post) process(event string) answered {
	p.Helper()
	cmd := exec.Command("coldstart", "gate", "--agent", "claude", "--vault", p.vault, "--now", p.now.Format("2006-01-02T15:04:05Z07:00"))
	cmd.Dir, cmd.Stdin = p.path("repo"), strings.NewReader(event)
	cmd.Env = []string{"PATH=" + os.Getenv("PATH"), "HOME=" + p.path("home"), "XDG_STATE_HOME=" + p.path("home/state")}
	var out, errs bytes.Buffer
	cmd.Stdout, cmd.Stderr = &out, &errs
	err := cmd.Run()
	if cmd.ProcessState.ExitCode() == exitUsage {
		return answered{refused: true, said: errs.String()}
	}
	if err != nil || !json.Valid(out.Bytes()) {
		p.Errorf("no answer (%v): %s%s", err, &out, &errs)
	}
	return answered{strings.Contains(out.String(), `"deny"`), askName.FindString(out.String()), out.String()}
}

// wrong is what can stand in the place of the program, as scripts of a shell.
var wrong = map[string]string{
	"nothing":               "exit 0",
	"an answer and a crash": `echo '{}'; kill -9 $$`,
	"a crash":               "kill -9 $$",
	"a failure":             "echo '{}'; exit 1",
	"a list":                "echo '[]'",
	"a word before":         "echo hello; echo '{}'",
	"a word":                "echo yes",
	"an endless answer":     "exec head -c 3000000 /dev/zero",
}

// TestTheInstalledLineRefuses runs the line that hook install writes, in a shell as the
// client does.
func TestTheInstalledLineRefuses(t *testing.T) {
	t.Parallel()
	p := newPost(t)
	p.now = time.Now()
	program := p.path("bin/coldstart")
	p.place(program)
	line := p.installed(program)
	push := p.event("Bash", `{"command":"git push origin main"}`)

	if got := p.line(line, p.event("Bash", `{"command":"ls"}`)); got.refused {
		t.Errorf("an action that no rule names: %+v", got)
	}
	asked := p.line(line, push)
	if !asked.refused || asked.ask == "" {
		t.Fatalf("%+v", asked)
	}
	p.must("approve", asked.ask)
	spare := p.path("spare")
	must.Do(t, os.CopyFS(spare, os.DirFS(p.path("home/state"))))
	if got := p.line(line, push); got.refused {
		t.Errorf("after the yes: %+v", got)
	}

	write(t, p.dir, "path/coldstart", "#!/bin/sh\necho '{}'\n")
	write(t, p.dir, "none/coldstart/coldstart.yaml", "theme: dark\n")
	for name, env := range map[string][]string{
		"a state folder in which the yes is unused": {"XDG_STATE_HOME=" + spare},
		"other settings":               {"XDG_CONFIG_HOME=" + p.path("none")},
		"another home":                 {"HOME=" + p.path("none")},
		"another program of that name": {"PATH=" + p.path("path") + ":" + os.Getenv("PATH")},
		"no PATH":                      {"PATH="},
		"an agent's marks":             {"CLAUDECODE=1", "CLAUDE_CODE_SESSION_ID=5e1"},
		"what is read only":            {"COLDSTART_READ_ONLY=true"},
		"a place for temporary files that is none": {"TMPDIR=/nowhere"},
	} {
		if got := p.line(line, push, env...); !got.refused {
			t.Errorf("%s: %+v", name, got)
		}
	}

	must.Do(t, os.Chmod(program, 0o644))
	p.refuses(p.line(line, push))
	must.Do(t, os.Remove(program))
	p.refuses(p.line(line, push))
	for name, script := range wrong {
		must.Do(t, os.WriteFile(program, []byte("#!/bin/sh\n"+script+"\n"), 0o755))
		if got := p.line(line, push); !got.refused {
			t.Errorf("%s: %+v", name, got)
		}
	}
	t.Attr("cases", strconv.Itoa(len(wrong)+11))
}

// TestTheWatchdogFitsTheDeadlines: what watches leaves the program its own time, and ends it before the client gives up.
func TestTheWatchdogFitsTheDeadlines(t *testing.T) {
	t.Parallel()
	for _, wait := range []time.Duration{0, 90 * time.Second, mostHookWait} {
		l := hook.GateLine{Program: "/coldstart", Agent: "claude", Vault: "/v", Wait: wait, Watchdog: "/usr/bin/timeout"}
		_, rest, _ := strings.Cut(l.Closing(), "/usr/bin/timeout -k 1 ")
		number, _, _ := strings.Cut(rest, " ")
		seconds, err := strconv.Atoi(number)
		watched := time.Duration(seconds) * time.Second
		if err != nil || watched <= wait+gateTime+gateEnds || watched+2*time.Second >= l.Deadline() {
			t.Errorf("%s: %s, of %s (%v)", wait, watched, l.Deadline(), err)
		}
	}
}

// place puts the program under test somewhere.
func (p *post) place(to string) {
	p.Helper()
	from := must.Get(exec.LookPath("coldstart"))(p)
	text, err := os.ReadFile(from)
	if err == nil {
		err = os.MkdirAll(filepath.Dir(to), 0o755)
	}
	if err == nil {
		err = os.WriteFile(to, text, 0o755)
	}
	if err != nil {
		p.Fatal(err)
	}
}

// environ is what the client has, with more.
func (p *post) environ(more ...string) []string {
	return append([]string{"PATH=" + os.Getenv("PATH"), "HOME=" + p.path("home"), "XDG_STATE_HOME=" + p.path("home/state")}, more...)
}

// installed returns the line that runs before a tool of Claude Code.
func (p *post) installed(program string) string {
	p.Helper()
	cmd := exec.Command(program, "hook", "install", "--agent", "claude", "--vault", p.vault, "--yes")
	cmd.Dir, cmd.Env = p.path("repo"), p.environ()
	if out, err := cmd.CombinedOutput(); err != nil {
		p.Fatalf("%v: %s", err, out)
	}
	var settings struct {
		Hooks map[string][]struct {
			Hooks []struct{ Command string }
		}
	}
	if err := json.Unmarshal([]byte(p.read("repo/.claude/settings.local.json")), &settings); err != nil || len(settings.Hooks["PreToolUse"]) != 1 {
		p.Fatalf("%v: %+v", err, settings)
	}
	return settings.Hooks["PreToolUse"][0].Hooks[0].Command
}

// line runs a line as a client does, and tells what Claude Code makes of its end: exit 2
// refuses with what stands on standard error, else the answer counts.
func (p *post) line(line, event string, env ...string) answered {
	p.Helper()
	cmd := exec.Command("/bin/sh", "-c", line)
	cmd.Dir, cmd.Env, cmd.Stdin = p.path("repo"), p.environ(env...), strings.NewReader(event)
	var out, errs bytes.Buffer
	cmd.Stdout, cmd.Stderr = &out, &errs
	// How it ended is looked at below.
	_ = cmd.Run()
	ask := askName.FindString(out.String() + errs.String())
	switch code := cmd.ProcessState.ExitCode(); {
	case code == 2 && errs.Len() > 0:
		return answered{true, ask, errs.String()}
	case code == 0 && json.Valid(out.Bytes()):
		return answered{strings.Contains(out.String(), `"permissionDecision":"deny"`), ask, out.String()}
	}
	return answered{false, ask, out.String() + errs.String()}
}
