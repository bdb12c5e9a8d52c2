package cli

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"coldstart/testdata/must"
)

// A yes to a line that runs a file is for what that file held when it was asked for.
func TestAYesIsForTheFileThatALineRuns(t *testing.T) {
	t.Parallel()
	for name, tt := range map[string]struct{ line, file, before, after string }{
		"by its path":            {"./deploy.sh now", "deploy.sh", "echo one", "echo two"},
		"in a folder":            {"sub/deploy.sh now", "sub/deploy.sh", "echo one", "echo two"},
		"behind a folder":        {"cd sub && ./deploy.sh now", "sub/deploy.sh", "echo one", "echo two"},
		"behind a shell":         {"bash -e deploy.sh now", "deploy.sh", "echo one", "echo two"},
		"behind a wrapper":       {"timeout 5 ./deploy.sh now", "deploy.sh", "echo one", "echo two"},
		"behind another program": {"true && python3 -u deploy.py now", "deploy.py", "print(1)", "print(2)"},
		"sourced":                {". ./deploy.env", "deploy.env", "a=1", "a=2"},
		"a makefile":             {"make deploy", "Makefile", "deploy:\n\techo one", "deploy:\n\techo two"},
		"a named makefile":       {"make -f deploy.mk deploy", "deploy.mk", "deploy:\n\techo one", "deploy:\n\techo two"},
		"a task":                 {"npm run deploy", "package.json", `{"scripts":{"deploy":"one"}}`, `{"scripts":{"deploy":"two"}}`},
		"added to by the line":   {"echo echo 1 >> deploy.sh; sh deploy.sh", "deploy.sh", "echo one\n", "echo two\n"},
		"missing at first":       {"./deploy.sh now", "deploy.sh", "", "echo two"},
		"no text":                {"./deploy.sh now", "deploy.sh", "\x7fELF\x00one", "\x7fELF\x00two"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			env := gated(t, "gate:\n  - {tool: Bash, match: \"*deploy*\", then: ask}\n")
			put := func(text string) {
				at := filepath.Join(env.Dir, tt.file)
				must.Do(t, os.RemoveAll(at))
				if text != "" {
					write(t, env.Dir, tt.file, text)
				}
			}
			call := func(moment string) string {
				return `{"session_id":"5e","hook_event_name":"` + moment + `","tool_use_id":"t","cwd":"` + env.Dir + `","tool_name":"Bash","tool_input":{"command":"` + tt.line + `"}}`
			}
			put(tt.before)
			id := gateID(t, gateAt(env, call("PreToolUse")).out)
			request := pendingRequest(t, env)
			text := must.Get(os.ReadFile(filepath.Join(env.Dir, request)))(t)
			shows := tt.before
			switch name {
			case "missing at first":
				shows = "it is missing"
			case "no text":
				shows = "not text"
			}
			if !strings.Contains(string(text), shows) {
				t.Errorf("the request does not show the file:\n%s", text)
			}
			if got := run(env, "show", request); !strings.Contains(got.out, strings.SplitN(shows, "\n", 2)[0]) {
				t.Errorf("show does not show the file: %+v", got)
			}
			if got := run(env, "doctor"); strings.Contains(got.out, "alarm-") {
				t.Errorf("%+v", got)
			}
			asOperator(t, env, "approve", request, "--target", env.Dir)
			put(tt.after)
			got := gateAt(env, call("PreToolUse"))
			if !strings.Contains(got.out, `"deny"`) || gateID(t, got.out) == id {
				t.Errorf("the yes outlives the file: %+v", got)
			}
			if again, err := os.ReadFile(filepath.Join(env.Dir, pendingRequest(t, env))); err != nil || !strings.Contains(string(again), "since you approved "+id+" it has changed: ") {
				t.Errorf("it is not said why it is asked for again: %v\n%s", err, again)
			}
			put(tt.before)
			if got := gateAt(env, call("PreToolUse")); !strings.Contains(got.out, `"allow"`) {
				t.Errorf("with the file of the yes: %+v", got)
			}
			put(tt.after)
			gateAt(env, call("PostToolUse"))
			if got := run(env, "doctor"); strings.Contains(got.out, "alarm-") {
				t.Errorf("a file that changed while it ran is an alarm: %+v", got)
			}
		})
	}
}

// Of a file that cannot be read the request says so, and no pipe is waited for.
func TestAFileThatCannotBeReadIsSaid(t *testing.T) {
	t.Parallel()
	env := gated(t, "gate:\n  - {tool: Bash, match: \"*deploy*\", then: ask}\n")
	if err := exec.Command("mkfifo", filepath.Join(env.Dir, "deploy.sh")).Run(); err != nil {
		t.Skip("there are no pipes here")
	}
	big := must.Get(os.Create(filepath.Join(env.Dir, "deploy.big")))(t)
	defer big.Close()
	must.Do(t, big.Truncate(17<<20))
	line := "./deploy.sh; ./deploy.big"
	for i := range 9 {
		line += "; ./deploy.none" + string(rune('a'+i))
	}
	gateAt(env, `{"session_id":"5e","hook_event_name":"PreToolUse","tool_use_id":"t","cwd":"`+env.Dir+`","tool_name":"Bash","tool_input":{"command":"`+line+`"}}`)
	text := must.Get(os.ReadFile(filepath.Join(env.Dir, pendingRequest(t, env))))(t)
	for _, said := range []string{"./deploy.sh, whose contents are unknown**: it cannot be read.", "it has more than 16 MB, so an approval does not depend on it", "(+3 files), whose contents are unknown"} {
		if !strings.Contains(string(text), said) {
			t.Errorf("%q is not said:\n%s", said, text)
		}
	}
}
