package hook

import (
	"encoding/json"
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"testing"
	"time"

	"coldstart/model"
	"coldstart/testdata/must"
)

// Each agent has its own events, units and names.
func TestEachAgentGetsItsOwnHooks(t *testing.T) {
	t.Parallel()
	for name, want := range map[string]string{
		"claude":   "SessionStart  10, UserPromptSubmit  10, SessionEnd  10, PreToolUse * 660, PostToolUse * 30, PostToolUseFailure * 30, PermissionRequest * 660",
		"codex":    "SessionStart  10, UserPromptSubmit  10, SessionEnd  3, PreToolUse * 660, PostToolUse * 30, PermissionRequest * 180",
		"gemini":   "SessionStart  10000, BeforeAgent  10000, SessionEnd  10000, BeforeTool * 660000, AfterTool * 30000",
		"opencode": "experimental.chat.system.transform  10000, dispose  10000, tool.execute.before * 660000, tool.execute.after * 30000",
	} {
		a := must.Get(AgentNamed(name))(t)
		var got []string
		for _, h := range a.Hooks(gated) {
			timeout, _ := json.Marshal(h.Timeout)
			got = append(got, h.Event+" "+h.Matcher+" "+string(timeout))
			if reports := strings.HasPrefix(h.Command, "coldstart "); reports && name != "claude" && !strings.Contains(h.Command, " --agent "+name+" ") {
				t.Errorf("%s is recorded under another name: %s", name, h.Command)
			}
		}
		if all := strings.Join(got, ", "); all != want {
			t.Errorf("%s: %s", name, all)
		}
		without := Wanted{Vault: gated.Vault}
		for _, h := range a.Hooks(without) {
			if strings.Contains(h.Command, "gate") {
				t.Errorf("%s has a gate that nobody wants: %s", name, h.Command)
			}
		}
	}
}

func TestTimeoutsAreOnesThatHold(t *testing.T) {
	t.Parallel()
	longest := gated
	longest.Gate.Wait = 24 * time.Hour
	for _, a := range Agents() {
		for _, h := range append(a.Hooks(longest), a.Hooks(Wanted{Vault: "/v", Gate: GateLine{Program: "/coldstart"}})...) {
			if h.Timeout < 1 || h.Timeout > mostTimeout*a.unit {
				t.Errorf("%s %s: %d", a.Name, h.Event, h.Timeout)
			}
		}
	}
}

func TestAGateLineReadsAsItWasWritten(t *testing.T) {
	t.Parallel()
	for _, l := range []GateLine{
		gated.Gate,
		{Program: "/coldstart", Agent: "codex", Vault: "/v"},
		{Program: "/a b/coldstart", Agent: "gemini", Vault: "/$(x)", Config: "/it's;", Wait: 90 * time.Second},
		{Program: "/coldstart", Agent: "claude", Vault: "/ü/'", State: "/s t", Wait: 2 * time.Hour},
		{Program: "/coldstart", Agent: "claude", Vault: "/v", Watchdog: "/usr/bin/timeout"},
		{Program: "/a b/coldstart", Agent: "codex", Vault: "/$(x)", State: "/s t", Watchdog: "/my bin/timeout", Wait: 90 * time.Second},
		{Program: "/coldstart", Agent: "claude", Vault: "/v", Config: "/it's;", Watchdog: "/usr/bin/perl", Elsewhere: true},
		{Program: "/coldstart", Agent: "gemini", Vault: "/v", State: "/s", Watchdog: Shell, Wait: time.Hour},
		// Another version may watch for another time.
		{Program: "/coldstart", Agent: "claude", Vault: "/v", Watchdog: "/usr/bin/timeout", Limit: 20 * time.Second},
		{Program: "/coldstart", Agent: "claude", Vault: "/v", Watchdog: Shell, Limit: 20 * time.Second},
	} {
		if got, ok := ParseGateLine(l.Closing()); !ok || got != l {
			t.Errorf("%s: %+v, %v", l.Closing(), got, ok)
		}
		l.Watchdog, l.Limit = "", 0
		if got, ok := ParseGateLine(l.Plain()); !ok || got != l {
			t.Errorf("%s: %+v, %v", l.Plain(), got, ok)
		}
	}
	for _, watchdog := range []string{"/tmp/run", "/tmp/perlx", "/tmp/"} {
		if line := (GateLine{Program: "/coldstart", Agent: "claude", Vault: "/v", Watchdog: watchdog}).Closing(); isOurs(line) {
			t.Errorf("taken for ours: %s", line)
		}
	}
}

// A line that an earlier version wrote, without a watchdog, is ours still, and Install writes it anew.
func TestAnOldLineIsWrittenAnew(t *testing.T) {
	t.Parallel()
	const old = `out=$(/coldstart gate --agent claude --vault /v) && case $out in '{'*'ecision":"deny"'*'}') printf '%s\n' "$out"; exit 2;; '{'*'}') printf '%s\n' "$out";; *) false;; esac` +
		` || { echo 'coldstart: the gate did not answer, so this is refused' >&2; exit 2; }`
	text, _ := json.Marshal(map[string]any{"hooks": map[string]any{"PreToolUse": []any{map[string]any{
		"matcher": "*", "hooks": []any{map[string]any{"type": "command", "command": old, "timeout": 30}},
	}}}})
	s, _ := settingsOf(t, string(text))
	was, ok := s.Gate()
	if !ok || was.Watchdog != "" || was.Program != "/coldstart" {
		t.Fatalf("read %+v, %v", was, ok)
	}
	now := was
	now.Watchdog = "/usr/bin/timeout"
	must.Do(t, s.Install(Wanted{Vault: "/v", Gate: now}))
	if got, ok := s.Gate(); !ok || got != now || len(s.Others()) > 0 {
		t.Errorf("%+v, %v, beside %v", got, ok, s.Others())
	}
}

// watchdogs are those that are here.
func watchdogs(t *testing.T) []string {
	t.Helper()
	all := []string{Shell}
	for _, name := range []string{"timeout", "perl"} {
		if at, err := exec.LookPath(name); err == nil {
			all = append(all, at)
		}
	}
	return all
}

// A program that hangs is ended, and refused with words, by whatever watches; by the shell unless
// what the program started keeps its output.
func TestTheClosingLineEndsAHang(t *testing.T) {
	t.Parallel()
	if runtime.GOOS == "windows" {
		t.Skip("needs a POSIX shell")
	}
	for _, watchdog := range watchdogs(t) {
		for name, script := range map[string]string{
			"hangs": "exec sleep 30", "ignores signals": "trap '' TERM; while :; do sleep 1; done", "stopped": "kill -STOP $$", "its child keeps the output": "sleep 2 & exec sleep 30",
		} {
			t.Run(filepath.Base(watchdog)+" "+name, func(t *testing.T) {
				t.Parallel()
				program := filepath.Join(t.TempDir(), "coldstart")
				must.Do(t, os.WriteFile(program, []byte("#!/bin/sh\n"+script+"\n"), 0o700))
				l := GateLine{Program: program, Agent: "claude", Vault: "/v", Watchdog: watchdog, Limit: time.Second}
				var out, errs strings.Builder
				cmd := exec.CommandContext(t.Context(), "/bin/sh", "-c", l.Closing())
				cmd.Stdin, cmd.Stdout, cmd.Stderr = strings.NewReader("{}"), &out, &errs
				began := time.Now()
				err := cmd.Run()
				var exit *exec.ExitError
				if !errors.As(err, &exit) || exit.ExitCode() != 2 || out.Len() > 0 || !strings.Contains(errs.String(), "so this is refused") {
					t.Errorf("%v, out %q, err %q", err, &out, &errs)
				}
				if took := time.Since(began); took > 6*time.Second && (watchdog != Shell || name != "its child keeps the output") {
					t.Errorf("took %s", took)
				}
			})
		}
	}
}

// The line of each watchdog hands the event on, and the answer back.
func TestAWatchdogChangesNoAnswer(t *testing.T) {
	t.Parallel()
	if runtime.GOOS == "windows" {
		t.Skip("needs a POSIX shell")
	}
	program := filepath.Join(t.TempDir(), "coldstart")
	must.Do(t, os.WriteFile(program, []byte("#!/bin/sh\ncat\n"), 0o700))
	for _, watchdog := range watchdogs(t) {
		for said, code := range map[string]int{`{}`: 0, `{"decision":"deny"}`: 2, `no`: 2} {
			cmd := exec.CommandContext(t.Context(), "/bin/sh", "-c", GateLine{Program: program, Agent: "claude", Vault: "/v", Watchdog: watchdog}.Closing())
			cmd.Stdin = strings.NewReader(said)
			out, _ := cmd.Output()
			if got := cmd.ProcessState.ExitCode(); got != code || said != "no" && strings.TrimSpace(string(out)) != said {
				t.Errorf("%s: %s: %d, %q", watchdog, said, got, out)
			}
		}
	}
}

// The line that is installed refuses whatever the program does but answer with one object.
func TestTheClosingLineClosesWhatCanBeClosed(t *testing.T) {
	t.Parallel()
	if runtime.GOOS == "windows" {
		t.Skip("needs a POSIX shell")
	}
	dir := t.TempDir()
	for name, tt := range map[string]struct {
		script string
		mode   os.FileMode
		open   bool
		out    string
	}{
		"an object":      {"echo '{}'", 0o700, true, "{}\n"},
		"a deny":         {`printf '%s\n' '{"a":"%s \\ it'\''s"}'`, 0o700, true, `{"a":"%s \\ it's"}` + "\n"},
		"a whole deny":   {`echo '{"decision":"deny","reason":"no"}'`, 0o700, false, `{"decision":"deny","reason":"no"}` + "\n"},
		"missing":        {"", 0, false, ""},
		"not executable": {"echo '{}'", 0o600, false, ""},
		"killed":         {"kill -9 $$", 0o700, false, ""},
		"fails":          {"echo '{}'; exit 1", 0o700, false, ""},
		"refuses":        {"echo no >&2; exit 2", 0o700, false, ""},
		"silent":         {"true", 0o700, false, ""},
		"a word before":  {"echo debug; echo '{}'", 0o700, false, ""},
		"a word after":   {"echo '{}'; echo debug", 0o700, false, ""},
	} {
		folder := filepath.Join(dir, strings.ReplaceAll(name, " ", "-"))
		must.Do(t, os.Mkdir(folder, 0o700))
		program := filepath.Join(folder, "coldstart")
		if tt.mode != 0 {
			must.Do(t, os.WriteFile(program, []byte("#!/bin/sh\n"+tt.script+"\n"), tt.mode))
		}
		var out, errs strings.Builder
		cmd := exec.CommandContext(t.Context(), "/bin/sh", "-c", GateLine{Program: program, Agent: "claude", Vault: "/v"}.Closing())
		cmd.Stdout, cmd.Stderr = &out, &errs
		err := cmd.Run()
		var exit *exec.ExitError
		closed := errors.As(err, &exit) && exit.ExitCode() == 2 && (tt.out != "" || strings.Contains(errs.String(), "so this is refused"))
		if tt.open && err != nil || !tt.open && !closed || out.String() != tt.out {
			t.Errorf("%s: %v, out %q, err %q", name, err, &out, &errs)
		}
	}
}

// What the operator or somebody else changed in one of our hooks is put right, and nothing else.
func TestAHookIsPutRight(t *testing.T) {
	t.Parallel()
	whole, _ := settingsOf(t, "{}")
	install(t, whole)
	want := string(whole.Next)
	for name, was := range map[string]string{
		"another timeout":  strings.Replace(want, `"timeout": 660`, `"timeout": 5`, 1),
		"no whole timeout": strings.Replace(want, `"timeout": 660`, `"timeout": "660"`, 1),
		"another matcher":  strings.Replace(want, `"matcher": "*"`, `"matcher": "Write"`, 1),
		"another vault":    strings.ReplaceAll(want, "/tmp/a b", "/tmp/c d"),
		"another program":  strings.ReplaceAll(want, `/opt/it`, `/old/it`),
	} {
		s, _ := settingsOf(t, was)
		if was == want {
			t.Fatalf("%s changes nothing", name)
		}
		install(t, s)
		if got := s.Hooks(); !slices.Equal(byEvent(got), byEvent(allHooks)) {
			t.Errorf("%s: %+v", name, got)
		}
	}
	without, _ := settingsOf(t, want)
	if err := without.Install(Wanted{Vault: gated.Vault}); err != nil || len(without.Hooks()) != 3 {
		t.Errorf("%v: %+v", err, without.Hooks())
	}
}

func byEvent(hooks []Hook) []Hook {
	return slices.SortedFunc(slices.Values(hooks), func(a, b Hook) int { return strings.Compare(a.Event, b.Event) })
}

// Somebody else's hooks before a tool are named, whatever they are.
func TestHooksBesideTheGateAreFound(t *testing.T) {
	t.Parallel()
	s, _ := settingsOf(t, `{"hooks": {"PreToolUse": [
		{"matcher": "Bash", "hooks": [{"type": "command", "command": "./rewrite.sh"}, {"type": "http", "url": "http://hooks.example/"}]}],
		"PostToolUse": [{"hooks": [{"type": "command", "command": "./after.sh"}]}]}}`)
	install(t, s)
	var got []string
	for _, h := range s.Beside() {
		got = append(got, h.Command)
	}
	if !slices.Equal(got, []string{"./rewrite.sh", "a hook of the type http"}) {
		t.Errorf("%q", got)
	}
}

// What makes an agent drop the file is said: transcribed from what Claude Code 2.1.197 does.
func TestFaultsOfAHookFile(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]string{
		`{"permissions": {"allow": "Bash"}}`: "permissions.allow is not a list",
		`{"permissions": {"deny": [1]}}`:     "what is in permissions.deny is not a text",
		`{"permissions": []}`:                "permissions is not an object",
		`{"disableAllHooks": true}`:          "switches every hook off",
		`{"hooks": {"PreToolUse": [{"hooks": [{"type": "command", "command": "x", "timeout": 0}]}]}}`:       "timeout",
		`{"hooks": {"PreToolUse": [{"hooks": [{"type": "command", "command": "x", "timeout": "20"}]}]}}`:    "timeout",
		`{"hooks": {"PreToolUse": [{"hooks": [{"type": "command", "command": "x", "timeout": -3}]}]}}`:      "timeout",
		`{"hooks": {"PreToolUse": [{"hooks": [{"type": "command", "command": "x", "timeout": 2147484}]}]}}`: "timeout",
		`{"hooks": {"PreToolUse": [{"hooks": [{"type": "command", "command": "x", "timeout": 2147483}]}]}}`: "",
		`{"disableAllHooks": false, "permissions": {"allow": ["Bash(ls:*)"]}, "env": {"A": "1"}}`:           "",
	} {
		s, _ := settingsOf(t, text)
		if got := strings.Join(s.Faults(), "; "); want == "" && got != "" || !strings.Contains(got, want) {
			t.Errorf("%s: %q", text, got)
		}
	}
}

// The plugin is a file of our own: whoever changed it keeps what they have.
func TestThePluginIsOursAlone(t *testing.T) {
	t.Parallel()
	a, _ := AgentNamed("opencode")
	file := filepath.Join(t.TempDir(), ".opencode", "plugins", "coldstart.js")
	read := func() *HookFile {
		t.Helper()
		s := must.Get(ReadHooks(a, file))(t)
		return s
	}
	write := func(s *HookFile) {
		t.Helper()
		must.Do(t, s.Write(loadTime))
	}
	s := read()
	install(t, s)
	write(s)
	if l, ok := read().Gate(); !ok || l != gated.Gate {
		t.Fatalf("%+v, %v", l, ok)
	}
	if node, err := exec.LookPath("node"); err == nil {
		module := filepath.Join(t.TempDir(), "plugin.mjs")
		b, err := os.ReadFile(file)
		if err != nil || os.WriteFile(module, b, 0o600) != nil {
			t.Fatal(err)
		}
		if out, err := exec.CommandContext(t.Context(), node, "--check", module).CombinedOutput(); err != nil {
			t.Errorf("%v: %s", err, out)
		}
	}
	// What was written before there was a report is ours too.
	must.Do(t, os.WriteFile(file, []byte(scriptFor(Wanted{Gate: gated.Gate})), 0o600))
	older := read()
	if older.Reports() || len(older.Hooks()) != 2 {
		t.Errorf("the older one has %+v", older.Hooks())
	}
	install(t, older)
	write(older)
	other := gated
	other.Gate.Vault = "/other"
	again := read()
	if err := again.Install(other); err != nil || len(again.Changes()) != 1 {
		t.Fatalf("%v, %v", err, again.Changes())
	}
	write(again)
	b := must.Get(os.ReadFile(file))(t)
	must.Do(t, os.WriteFile(file, append(b, "// mine\n"...), 0o600))
	changed := read()
	if !errors.Is(changed.Install(gated), model.ErrNotAllowed) || !errors.Is(changed.Remove(), model.ErrNotAllowed) || len(changed.Others()) == 0 {
		t.Errorf("a changed plugin is taken for ours: %+v", changed.Hooks())
	}
	must.Do(t, os.WriteFile(file, b, 0o600))
	gone := read()
	must.Do(t, gone.Remove())
	write(gone)
	if _, err := os.Stat(filepath.Dir(filepath.Dir(file))); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("its folders are left behind: %v", err)
	}
}

// What Install made goes, the file and its folder as well; what somebody else put there stays.
func TestTheFileThatWasMadeGoes(t *testing.T) {
	t.Parallel()
	a := Agents()[0]
	for _, tt := range []struct {
		was, other string
		gone       bool
	}{{gone: true}, {other: "notes.md", gone: true}, {was: "{}"}, {was: "{}\n"}, {was: `{"hooks": {}}`}} {
		file := a.File(t.TempDir())
		dir := filepath.Dir(file)
		must.Do(t, os.MkdirAll(dir, 0o755))
		for name, text := range map[string]string{filepath.Base(file): tt.was, tt.other: "mine"} {
			if name != "" && text != "" {
				must.Do(t, os.WriteFile(filepath.Join(dir, name), []byte(text), 0o600))
			}
		}
		for _, edit := range []func(*HookFile) error{func(s *HookFile) error { return s.Install(gated) }, (*HookFile).Remove} {
			s := must.Get(ReadHooks(a, file))(t)
			must.Do(t, edit(s))
			must.Do(t, s.Write(loadTime))
		}
		left, err := os.ReadFile(file)
		_, noFolder := os.Stat(dir)
		if (err != nil) != tt.gone || string(left) != tt.was || (noFolder != nil) != (tt.gone && tt.other == "") {
			t.Errorf("%q beside %q: %q, %v, %v", tt.was, tt.other, left, err, noFolder)
		}
	}
}

// What is shown before a yes is one difference, from the top of the file to its end.
func TestWhatIsShownIsInOrder(t *testing.T) {
	t.Parallel()
	s, _ := settingsOf(t, "{\n  \"a\": 1,\n  \"hooks\": {\n    \"Stop\": []\n  },\n  \"z\": 2\n}\n")
	install(t, s)
	with := string(s.Next)
	again, _ := settingsOf(t, with)
	must.Do(t, again.Remove())
	var lines []string
	for _, c := range again.Changes() {
		lines = append(lines, c.Before...)
	}
	at := 0
	for _, line := range lines {
		i := strings.Index(with[at:], line)
		if i < 0 {
			t.Fatalf("%q is out of order in %q", line, lines)
		}
		at += i + len(line)
	}
	if last := again.Changes()[len(again.Changes())-1]; strings.Contains(strings.Join(last.Before, ""), `"z"`) {
		t.Errorf("what stays is shown as removed: %q", last.Before)
	}
}
