package gate

import (
	"encoding/json"
	"reflect"
	"slices"
	"strings"
	"testing"

	"coldstart/model"
	"coldstart/testdata/must"
)

func clientOf(t *testing.T, name string) Client {
	t.Helper()
	c, ok := ClientNamed(name)
	if !ok {
		t.Fatalf("no client %s", name)
	}
	return c
}

// The events are invented, with the fields that the clients send.
func TestRead(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		name, client, event string
		moment              Moment
		want                model.Action
	}{
		{"a shell of Claude Code", "claude", `{"session_id":"5e","transcript_path":"/h/5e.jsonl","cwd":"/kiosk/","prompt_id":"8a","permission_mode":"default","effort":{"level":"high"},"hook_event_name":"PreToolUse","tool_name":"Bash","tool_input":{"command":"print 12 receipts","timeout":9000,"description":"print","run_in_background":false},"tool_use_id":"toolu_01"}`,
			Before, model.Action{Client: "claude", Session: "5e", Call: "toolu_01", Tool: "Bash", Own: "Bash", Input: `{"command":"print 12 receipts","run_in_background":false}`, Line: "print 12 receipts", Dir: "/kiosk"}},
		{"a line that Claude Code watches", "claude", `{"cwd":"/kiosk","hook_event_name":"PreToolUse","tool_name":"Monitor","tool_input":{"command":"git push"}}`,
			Before, model.Action{Client: "claude", Tool: "Bash", Own: "Monitor", Input: `{"command":"git push"}`, Line: "git push", Dir: "/kiosk"}},
		{"what it wrote", "claude", `{"session_id":"5e","cwd":"/kiosk","hook_event_name":"PostToolUse","tool_name":"Write","tool_input":{"file_path":"/kiosk/a/../tea.txt","content":"x\n"},"tool_use_id":"t2","tool_response":{},"duration_ms":3}`,
			After, model.Action{Client: "claude", Session: "5e", Call: "t2", Tool: "Write", Own: "Write", Input: `{"content":"x\n","file_path":"/kiosk/a/../tea.txt"}`, Paths: []string{"/kiosk/tea.txt"}, Dir: "/kiosk"}},
		{"a command that failed", "claude", `{"cwd":"/kiosk","hook_event_name":"PostToolUseFailure","tool_name":"Bash","tool_input":{"command":"x"}}`,
			After, model.Action{Client: "claude", Tool: "Bash", Own: "Bash", Input: `{"command":"x"}`, Line: "x", Dir: "/kiosk"}},
		{"a prompt without an id", "claude", `{"session_id":"5e","cwd":"/kiosk","hook_event_name":"PermissionRequest","tool_name":"Bash","tool_input":{"command":"touch paper","description":"d"},"permission_suggestions":[{"type":"setMode"}]}`,
			Prompt, model.Action{Client: "claude", Session: "5e", Tool: "Bash", Own: "Bash", Input: `{"command":"touch paper"}`, Line: "touch paper", Dir: "/kiosk"}},
		{"a notebook", "claude", `{"cwd":"/kiosk","hook_event_name":"PreToolUse","tool_name":"NotebookEdit","tool_input":{"notebook_path":"/kiosk/n.ipynb","new_source":"1"}}`,
			Before, model.Action{Client: "claude", Tool: "Edit", Own: "NotebookEdit", Input: `{"new_source":"1","notebook_path":"/kiosk/n.ipynb"}`, Paths: []string{"/kiosk/n.ipynb"}, Dir: "/kiosk"}},
		{"a tool of a server", "claude", `{"cwd":"/kiosk","hook_event_name":"PreToolUse","tool_name":"mcp__post__send","tool_input":{"to":"bo@kiosk.example","amount":1.50,"description":"stays"}}`,
			Before, model.Action{Client: "claude", Tool: "mcp__post__send", Own: "mcp__post__send", Input: `{"amount":1.50,"description":"stays","to":"bo@kiosk.example"}`, Dir: "/kiosk"}},
		{"a tool without input", "claude", `{"cwd":"/kiosk","hook_event_name":"PreToolUse","tool_name":"CronList"}`,
			Before, model.Action{Client: "claude", Tool: "CronList", Own: "CronList", Input: `{}`, Dir: "/kiosk"}},
		{"another event", "claude", `{"hook_event_name":"Stop"}`, Elsewhen, model.Action{}},
		{"a shell of Codex", "codex", `{"session_id":"01","turn_id":"02","cwd":"/kiosk/till","hook_event_name":"PreToolUse","model":"m","permission_mode":"default","tool_name":"Bash","tool_input":{"command":"git push"},"tool_use_id":"call_1"}`,
			Before, model.Action{Client: "codex", Session: "01", Call: "call_1", Tool: "Bash", Own: "Bash", Input: `{"command":"git push"}`, Line: "git push", Dir: "/kiosk/till"}},
		{"a prompt of Codex with its reason", "codex", `{"session_id":"01","cwd":"/kiosk","hook_event_name":"PermissionRequest","tool_name":"Bash","tool_input":{"command":"rm paper","description":"Throw it away?"}}`,
			Prompt, model.Action{Client: "codex", Session: "01", Tool: "Bash", Own: "Bash", Input: `{"command":"rm paper"}`, Line: "rm paper", Dir: "/kiosk"}},
		{"a patch of Codex", "codex", `{"cwd":"/kiosk","hook_event_name":"PreToolUse","tool_name":"apply_patch","tool_input":{"command":"*** Begin Patch\n*** Add File: tea.txt\n+x\n*** Update File: /srv/b\n*** Move to: c/d\n*** End Patch\n"}}`,
			Before, model.Action{Client: "codex", Tool: "Edit", Own: "apply_patch", Input: `{"command":"*** Begin Patch\n*** Add File: tea.txt\n+x\n*** Update File: /srv/b\n*** Move to: c/d\n*** End Patch\n"}`, Paths: []string{"/kiosk/tea.txt", "/srv/b", "/kiosk/c/d"}, Dir: "/kiosk"}},
		{"a shell of Gemini CLI in a folder", "gemini", `{"session_id":"77","cwd":"/kiosk","hook_event_name":"BeforeTool","timestamp":"2031-01-01T00:00:00Z","tool_name":"run_shell_command","tool_input":{"command":"git push","description":"d","dir_path":"till"}}`,
			Before, model.Action{Client: "gemini", Session: "77", Tool: "Bash", Own: "run_shell_command", Input: `{"command":"git push","dir_path":"till"}`, Line: "git push", Dir: "/kiosk/till"}},
		{"a file of Gemini CLI", "gemini", `{"cwd":"/kiosk","hook_event_name":"AfterTool","tool_name":"replace","tool_input":{"file_path":"tea.txt","old_string":"a","new_string":"b"}}`,
			After, model.Action{Client: "gemini", Tool: "Edit", Own: "replace", Input: `{"file_path":"tea.txt","new_string":"b","old_string":"a"}`, Paths: []string{"/kiosk/tea.txt"}, Dir: "/kiosk"}},
		{"a shell of opencode", "opencode", `{"hook_event_name":"tool.execute.before","session_id":"s","call_id":"c","cwd":"/kiosk","tool_name":"bash","tool_input":{"command":"git push","description":"d","workdir":"/srv","timeout":5}}`,
			Before, model.Action{Client: "opencode", Session: "s", Call: "c", Tool: "Bash", Own: "bash", Input: `{"command":"git push","workdir":"/srv"}`, Line: "git push", Dir: "/srv"}},
		{"a patch of opencode", "opencode", `{"hook_event_name":"tool.execute.after","cwd":"/kiosk","tool_name":"apply_patch","tool_input":{"patchText":"*** Delete File: a\n"}}`,
			After, model.Action{Client: "opencode", Tool: "Edit", Own: "apply_patch", Input: `{"patchText":"*** Delete File: a\n"}`, Paths: []string{"/kiosk/a"}, Dir: "/kiosk"}},
		{"a folder of Windows", "claude", `{"cwd":"C:\\kiosk","hook_event_name":"PreToolUse","tool_name":"Write","tool_input":{"file_path":"C:\\kiosk\\a"}}`,
			Before, model.Action{Client: "claude", Tool: "Write", Own: "Write", Input: `{"file_path":"C:\\kiosk\\a"}`, Paths: []string{"C:/kiosk/a"}, Dir: "C:/kiosk"}},
		// An agent spells the fields of its input.
		{"another spelling of a field", "claude", `{"cwd":"/kiosk","hook_event_name":"PreToolUse","tool_name":"Bash","tool_input":{"command":"git push","Command":"ls"}}`,
			Before, model.Action{Client: "claude", Tool: "Bash", Own: "Bash", Input: `{"Command":"ls","command":"git push"}`, Line: "git push", Dir: "/kiosk"}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			got := must.Get(clientOf(t, tt.client).Read([]byte(tt.event)))(t)
			if got.Moment != tt.moment {
				t.Errorf("moment %d, want %d", got.Moment, tt.moment)
			}
			if a, w := got.Action, tt.want; !slices.Equal(a.Paths, w.Paths) {
				t.Errorf("paths %q, want %q", a.Paths, w.Paths)
			} else if a.Paths, w.Paths = nil, nil; !sameAction(a, w) {
				t.Errorf("got  %+v\nwant %+v", a, w)
			}
		})
	}
}

func sameAction(a, b model.Action) bool {
	return a.Client == b.Client && a.Session == b.Session && a.Call == b.Call && a.Tool == b.Tool && a.Own == b.Own &&
		a.Input == b.Input && a.Line == b.Line && a.Dir == b.Dir
}

// What is missing or of another type is an error, which the gate refuses.
func TestReadRefuses(t *testing.T) {
	t.Parallel()
	const before = `"cwd":"/kiosk","hook_event_name":"PreToolUse"`
	for _, tt := range []struct{ name, event string }{
		{"nothing", ``},
		{"no object", `[]`},
		{"null", `null`},
		{"cut off", `{"cwd":"/kiosk"`},
		{"two objects", `{} {}`},
		{"no event", `{"cwd":"/kiosk","tool_name":"Bash","tool_input":{"command":"x"}}`},
		{"an event that is a number", `{"hook_event_name":1}`},
		{"no folder", `{"hook_event_name":"PreToolUse","tool_name":"Bash","tool_input":{"command":"x"}}`},
		{"a relative folder", `{"cwd":"kiosk","hook_event_name":"PreToolUse","tool_name":"Bash","tool_input":{"command":"x"}}`},
		{"no tool", `{` + before + `,"tool_input":{"command":"x"}}`},
		{"a tool that is a list", `{` + before + `,"tool_name":["Bash"],"tool_input":{"command":"x"}}`},
		{"an empty tool", `{` + before + `,"tool_name":"","tool_input":{"command":"x"}}`},
		{"an input that is a text", `{` + before + `,"tool_name":"Bash","tool_input":"git push"}`},
		{"an input that is a list", `{` + before + `,"tool_name":"Bash","tool_input":[]}`},
		{"an input that is null", `{` + before + `,"tool_name":"Bash","tool_input":null}`},
		{"no command", `{` + before + `,"tool_name":"Bash","tool_input":{}}`},
		{"a command that is a list", `{` + before + `,"tool_name":"Bash","tool_input":{"command":["git","push"]}}`},
		{"a command that is null", `{` + before + `,"tool_name":"Bash","tool_input":{"command":null}}`},
		{"a command in capitals only", `{` + before + `,"tool_name":"Bash","tool_input":{"COMMAND":"git push"}}`},
		{"two commands", `{` + before + `,"tool_name":"Bash","tool_input":{"command":"ls","command":"git push"}}`},
		{"two tools", `{` + before + `,"tool_name":"Read","tool_name":"Bash","tool_input":{"command":"x"}}`},
		{"two inputs", `{` + before + `,"tool_name":"Bash","tool_input":{"command":"git push"},"tool_input":{"command":"ls"}}`},
		{"two names of one field, one escaped", `{` + before + `,"tool_name":"Bash","tool_input":{"command":"ls"},"tool\u005finput":{"command":"git push"}}`},
		{"a file that is a number", `{` + before + `,"tool_name":"Write","tool_input":{"file_path":1}}`},
		{"no file", `{` + before + `,"tool_name":"Write","tool_input":{"content":"x"}}`},
		{"an id that is a number", `{` + before + `,"tool_name":"Bash","tool_input":{"command":"x"},"tool_use_id":1}`},
		{"no UTF-8", "{" + before + `,"tool_name":"Bash","tool_input":{"command":"` + "\xff" + `"}}`},
		{"more than is read", `{` + before + `,"x":"` + strings.Repeat("x", MostEvent) + `"}`},
		{"deep", `{` + before + `,"tool_name":"x","tool_input":{"a":` + strings.Repeat("[", 20000) + strings.Repeat("]", 20000) + `}}`},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			if got, err := clientOf(t, "claude").Read([]byte(tt.event)); err == nil {
				t.Errorf("read as %+v", got)
			}
		})
	}
	if _, err := clientOf(t, "gemini").Read([]byte(`{"cwd":"/kiosk","hook_event_name":"BeforeTool","tool_name":"run_shell_command","tool_input":{"command":"x","dir_path":7}}`)); err == nil {
		t.Error("a folder that is a number was read")
	}
}

func TestWrite(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		client string
		moment Moment
		answer Answer
		want   string
	}{
		{"claude", Before, Answer{}, `{}`},
		{"claude", After, Answer{Verdict: Deny, Reason: "no"}, `{}`},
		{"claude", Before, Answer{Allow, "ana said yes"}, `{"hookSpecificOutput":{"hookEventName":"PreToolUse","permissionDecision":"allow","permissionDecisionReason":"ana said yes"}}`},
		{"claude", Before, Answer{Deny, "not before Friday"}, `{"hookSpecificOutput":{"hookEventName":"PreToolUse","permissionDecision":"deny","permissionDecisionReason":"not before Friday"}}`},
		{"claude", Before, Answer{Defer, "it waits"}, `{"hookSpecificOutput":{"hookEventName":"PreToolUse","permissionDecision":"defer","permissionDecisionReason":"it waits"}}`},
		{"claude", Prompt, Answer{}, `{}`},
		{"claude", Prompt, Answer{Allow, "x"}, `{"hookSpecificOutput":{"hookEventName":"PermissionRequest","decision":{"behavior":"allow"}}}`},
		{"claude", Prompt, Answer{Deny, "not before Friday"}, `{"hookSpecificOutput":{"hookEventName":"PermissionRequest","decision":{"behavior":"deny","message":"not before Friday"}}}`},
		{"codex", Before, Answer{}, `{}`},
		{"codex", Before, Answer{Allow, "x"}, `{"hookSpecificOutput":{"hookEventName":"PreToolUse","permissionDecision":"allow","permissionDecisionReason":"x"}}`},
		{"codex", Before, Answer{Deny, "no"}, `{"hookSpecificOutput":{"hookEventName":"PreToolUse","permissionDecision":"deny","permissionDecisionReason":"no"}}`},
		{"codex", Before, Answer{Defer, "no"}, `{"hookSpecificOutput":{"hookEventName":"PreToolUse","permissionDecision":"deny","permissionDecisionReason":"no"}}`},
		{"codex", Prompt, Answer{Deny, "no"}, `{"hookSpecificOutput":{"hookEventName":"PermissionRequest","decision":{"behavior":"deny","message":"no"}}}`},
		{"gemini", Before, Answer{}, `{}`},
		{"gemini", Before, Answer{Allow, "x"}, `{"decision":"allow","reason":"x"}`},
		{"gemini", Before, Answer{Deny, "no"}, `{"decision":"deny","reason":"no"}`},
		{"gemini", Before, Answer{Defer, "no"}, `{"decision":"deny","reason":"no"}`},
		{"opencode", Before, Answer{Deny, "no"}, `{"decision":"deny","reason":"no"}`},
		{"opencode", Before, Answer{Allow, "x"}, `{"decision":"allow","reason":"x"}`},
		{"opencode", After, Answer{}, `{}`},
	} {
		got, err := clientOf(t, tt.client).Write(tt.moment, tt.answer)
		if err != nil || string(got) != tt.want {
			t.Errorf("%s at %d for %+v:\ngot  %s %v\nwant %s", tt.client, tt.moment, tt.answer, got, err, tt.want)
		}
	}
}

// What the gate answers closes or opens in the client as it means.
func TestWhatIsWrittenCounts(t *testing.T) {
	t.Parallel()
	for _, c := range Clients() {
		for verdict, closes := range map[Verdict]bool{Pass: false, Allow: false, Deny: true, Defer: true} {
			line := must.Get(c.Write(Before, Answer{verdict, "because"}))(t)
			if got := c.Closes(End{Stdout: line}); got != closes {
				t.Errorf("%s: %s closes: %v, want %v", c.Name, line, got, closes)
			}
		}
	}
}

func FuzzRead(f *testing.F) {
	f.Add("claude", []byte(`{"cwd":"/kiosk","hook_event_name":"PreToolUse","tool_name":"Bash","tool_input":{"command":"git push"},"tool_use_id":"t"}`))
	f.Add("gemini", []byte(`{"cwd":"/kiosk","hook_event_name":"BeforeTool","tool_name":"replace","tool_input":{"file_path":"a"}}`))
	f.Add("codex", []byte(`{"cwd":"/kiosk","hook_event_name":"PreToolUse","tool_name":"apply_patch","tool_input":{"command":"*** Add File: a"}}`))
	f.Add("gemini", []byte(`{"cwd":"/kiosk","hook_event_name":"BeforeTool","tool_name":"mcp_bank_pay","mcp_context":{"server_name":"bank","tool_name":"pay"},"tool_input":{"command":"git push","args":["x"],"files":{"a/b":"{\"c\":1}"}}}`))
	f.Add("opencode", []byte(`{"cwd":"/kiosk","hook_event_name":"tool.execute.before","tool_name":"my-bank_pay","tool_input":{"uri":"file:///%2e/x","script":"rm *"}}`))
	f.Fuzz(func(t *testing.T, name string, raw []byte) {
		c, ok := ClientNamed(name)
		if !ok {
			c = claude()
		}
		e, err := c.Read(raw)
		if err != nil || e.Moment == Elsewhen {
			return
		}
		if e.Action.Own == "" || e.Action.Dir == "" || e.Action.Tool == Shell && e.Action.Line == "" {
			t.Errorf("%q was read as %+v", raw, e.Action)
		}
		ownOfAna().Named(e.Action)
		Weigh(rulesOfTheTable(), e.Action)
		if e.Action.Tool != Shell && Weigh([]model.GateRule{{Match: "*", Then: denyIt}}, e.Action).Then != denyIt {
			t.Errorf("%q is not denied by a rule for everything", raw)
		}
		again, err := c.Read(raw)
		if err != nil || again.Action.Key() != e.Action.Key() {
			t.Errorf("%q has two keys", raw)
		}
	})
}

const (
	denied    = `{"hookSpecificOutput":{"hookEventName":"PreToolUse","permissionDecision":"deny","permissionDecisionReason":"not before Friday"}}`
	plainDeny = `{"decision":"deny","reason":"not before Friday"}`
)

// pre is an answer of Claude Code and Codex before a tool.
func pre(fields string) string {
	return `{"hookSpecificOutput":{"hookEventName":"PreToolUse",` + fields + `}}`
}

// What closes and what opens, as it was measured with the clients.
func TestCloses(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		client, name   string
		end            End
		stdout, stderr string
		closes         bool
	}{
		{"claude", "nothing printed", End{}, "", "", false},
		{"claude", "plain text", End{}, "hello", "", false},
		{"claude", "no objection", End{}, "{}", "", false},
		{"claude", "allow", End{}, pre(`"permissionDecision":"allow"`), "", false},
		{"claude", "deny", End{}, denied, "", true},
		{"claude", "ask", End{}, pre(`"permissionDecision":"ask","permissionDecisionReason":"x"`), "", true},
		{"claude", "defer", End{}, pre(`"permissionDecision":"defer"`), "", true},
		{"claude", "the old block", End{}, `{"decision":"block","reason":"x"}`, "", true},
		{"claude", "the old approve", End{}, `{"decision":"approve"}`, "", false},
		{"claude", "exit 2 with a text", End{Exit: 2}, "", "no", true},
		{"claude", "exit 2 without one", End{Exit: 2}, "", "", true},
		{"claude", "exit 2 and allow", End{Exit: 2}, pre(`"permissionDecision":"allow"`), "", true},
		{"claude", "exit 2, a word and a refusal", End{Exit: 2}, "word\n" + denied, "no", true},
		{"claude", "exit 1", End{Exit: 1}, "", "no", false},
		{"claude", "exit 3", End{Exit: 3}, "", "no", false},
		{"claude", "exit 1 with a refusal", End{Exit: 1}, denied, "", true},
		{"claude", "exit 258", End{Exit: 258}, "", "", true},
		{"claude", "killed", End{Signal: true}, "", "", false},
		{"claude", "killed after its answer", End{Signal: true}, denied, "", false},
		{"claude", "a missing program", End{Exit: 127}, "", "not found", false},
		{"claude", "one that may not run", End{Exit: 126}, "", "permission denied", false},
		{"claude", "broken JSON", End{}, denied[:40], "", false},
		{"claude", "a line before it", End{}, "log\n" + denied, "", false},
		{"claude", "a line behind it", End{}, denied + "\nlog", "", false},
		{"claude", "two objects", End{}, "{}\n" + denied, "", false},
		{"claude", "a mark of UTF-8 before it", End{}, "\ufeff" + denied, "", true},
		{"claude", "blanks before it", End{}, "  \n " + denied, "", true},
		{"claude", "a field that is not known", End{}, denied[:len(denied)-1] + `,"x":1}`, "", true},
		{"claude", "a word that is not known", End{}, pre(`"permissionDecision":"refuse"`), "", false},
		{"claude", "without the event", End{}, `{"hookSpecificOutput":{"permissionDecision":"deny","permissionDecisionReason":"x"}}`, "", false},
		{"claude", "with another event", End{}, `{"hookSpecificOutput":{"hookEventName":"PostToolUse","permissionDecision":"deny","permissionDecisionReason":"x"}}`, "", false},
		{"claude", "a number as its reason", End{}, pre(`"permissionDecision":"deny","permissionDecisionReason":5`), "", false},
		{"claude", "a new input that is null", End{}, pre(`"permissionDecision":"deny","permissionDecisionReason":"x","updatedInput":null`), "", false},
		{"claude", "the shape of a prompt", End{}, `{"hookSpecificOutput":{"hookEventName":"PermissionRequest","decision":{"behavior":"deny"}}}`, "", false},
		{"claude", "the end of the turn", End{}, `{"continue":false}`, "", false},
		{"claude", "asynchronous", End{}, `{"async":true}` + "\n" + denied, "", false},
		{"claude", "too late without an answer", End{TimedOut: true}, "", "", false},
		{"claude", "too late with one", End{TimedOut: true}, denied, "", false},
		{"claude", "too late with exit 2", End{TimedOut: true, Exit: 2}, "", "no", false},
		{"claude", "a new input", End{}, pre(`"permissionDecision":"allow","updatedInput":{"command":"ls"}`), "", false},
		{"claude", "a context", End{}, pre(`"additionalContext":"x"`), "", false},

		{"codex", "deny", End{}, denied, "", true},
		{"codex", "the old block", End{}, `{"decision":"block","reason":"x"}`, "", true},
		{"codex", "exit 2 with a text", End{Exit: 2}, "", "no", true},
		{"codex", "exit 2, a word and a refusal", End{Exit: 2}, "word\n" + denied, "no", true},
		{"codex", "no objection", End{}, "{}", "", false},
		{"codex", "allow", End{}, pre(`"permissionDecision":"allow","permissionDecisionReason":"x"`), "", false},
		{"codex", "a new input", End{}, pre(`"permissionDecision":"allow","updatedInput":{"command":"ls"}`), "", false},
		{"codex", "deny without a reason", End{}, pre(`"permissionDecision":"deny"`), "", false},
		{"codex", "exit 2 without a text", End{Exit: 2}, "", " \n", false},
		{"codex", "ask", End{}, pre(`"permissionDecision":"ask","permissionDecisionReason":"x"`), "", false},
		{"codex", "defer", End{}, pre(`"permissionDecision":"defer","permissionDecisionReason":"x"`), "", false},
		{"codex", "exit 1 with a refusal", End{Exit: 1}, denied, "", false},
		{"codex", "a field that is not known", End{}, denied[:len(denied)-1] + `,"x":1}`, "", false},
		{"codex", "exit 1", End{Exit: 1}, "", "no", false},
		{"codex", "killed", End{Signal: true}, "", "", false},
		{"codex", "a missing program", End{Exit: 127}, "", "not found", false},
		{"codex", "broken JSON", End{}, denied[:40], "", false},
		{"codex", "plain text", End{}, "hello", "", false},
		{"codex", "a line before it", End{}, "log\n" + denied, "", false},
		{"codex", "the end of the turn", End{}, `{"continue":false}`, "", false},
		{"codex", "too late", End{TimedOut: true}, denied, "", false},

		{"gemini", "deny", End{}, plainDeny, "", true},
		{"gemini", "block", End{}, `{"decision":"block","reason":"x"}`, "", true},
		{"gemini", "deny at exit 1", End{Exit: 1}, plainDeny, "", true},
		{"gemini", "exit 2 with a text", End{Exit: 2}, "", "no", true},
		{"gemini", "exit 2, a word and a refusal", End{Exit: 2}, "word\n" + plainDeny, "no", true},
		{"gemini", "a missing program", End{Exit: 127}, "", "not found", true},
		{"gemini", "ask", End{}, `{"decision":"ask"}`, "", true},
		{"gemini", "the end of the run", End{}, `{"continue":false,"stopReason":"x"}`, "", true},
		{"gemini", "no objection", End{}, "{}", "", false},
		{"gemini", "allow", End{}, `{"decision":"allow"}`, "", false},
		{"gemini", "a new input", End{}, `{"hookSpecificOutput":{"tool_input":{"command":"ls"}}}`, "", false},
		{"gemini", "exit 2 without a text", End{Exit: 2}, "", "", false},
		{"gemini", "exit 1 with a text", End{Exit: 1}, "", "no", false},
		{"gemini", "killed", End{Signal: true}, "", "", false},
		{"gemini", "plain text", End{}, "hello", "", false},
		{"gemini", "a line before it", End{}, "log\n" + plainDeny, "", false},
		{"gemini", "the shape of Claude Code", End{}, denied, "", false},
		{"gemini", "too late", End{TimedOut: true}, plainDeny, "", false},

		// Our plugin throws unless the answer is clear.
		{"opencode", "no objection", End{}, "{}\n", "", false},
		{"opencode", "allow", End{}, `{"decision":"allow","reason":"x"}`, "", false},
		{"opencode", "deny", End{}, plainDeny, "", true},
		{"opencode", "nothing printed", End{}, "", "", true},
		{"opencode", "another exit", End{Exit: 1}, "{}", "", true},
		{"opencode", "killed", End{Signal: true}, "{}", "", true},
		{"opencode", "too late", End{TimedOut: true}, "", "", true},
		{"opencode", "another word", End{}, `{"decision":"maybe"}`, "", true},
	} {
		tt.end.Stdout, tt.end.Stderr = []byte(tt.stdout), []byte(tt.stderr)
		if got := clientOf(t, tt.client).Closes(tt.end); got != tt.closes {
			t.Errorf("%s, %s: closes %v, want %v", tt.client, tt.name, got, tt.closes)
		}
	}
}

// A refused agent is not asked to repeat the call; any other reads how to.
func TestWhatAnAgentIsToldOfAnAnswer(t *testing.T) {
	t.Parallel()
	for state, want := range map[model.ReplyState]string{
		model.ReplyRejected: "rejected this (gate-1): too dear.", model.ReplyContradicting: "approved and rejected (gate-1), so it is refused",
		model.ReplyChanges: "wants changes before this may run (gate-1)", model.ReplyWithdrawn: "the approval for this has ended (gate-1",
		model.ReplyExpired: "the approval for this has ended (gate-1", model.ReplyUsed: "the approval for this has ended (gate-1",
	} {
		got := Answered("gate-1", model.Reply{State: state, Note: "too dear"})
		again := strings.Contains(got, "Make the call again") || strings.Contains(got, "make it again")
		refused := state == model.ReplyRejected || state == model.ReplyContradicting
		if !strings.Contains(got, want) || again == refused {
			t.Errorf("%s: got %q, want %q, and a second call %v", state, got, want, !refused)
		}
	}
}

func ask(patterns ...string) []model.GateRule {
	var rules []model.GateRule
	for i, p := range patterns {
		rules = append(rules, model.GateRule{Tool: "Bash", Match: p, Then: model.ThenAsk, Line: i + 1})
	}
	return rules
}

func bash(line string) model.Action {
	return model.Action{Tool: "Bash", Own: "Bash", Line: line, Dir: "/srv/shop"}
}

// rulesOfTheTable are what the lines of the tables are held against.
func rulesOfTheTable() []model.GateRule {
	return ask("git push*", "rm *", "npm publish*", "curl *--data*", "gh pr merge*")
}

func TestLinesThatAreAskedFor(t *testing.T) {
	t.Parallel()
	for _, line := range append(askedLines(), askedSpellings()...) {
		if f := Weigh(rulesOfTheTable(), bash(line)); f.Then != model.ThenAsk || f.Rule.Line == 0 || f.Unsure != "" {
			t.Errorf("%s\n\tis not asked for: %+v", line, f)
		}
	}
}

func TestLinesOfWhichNobodyCanTell(t *testing.T) {
	t.Parallel()
	for _, line := range append(unsureLines(), unsureSpellings()...) {
		if f := Weigh(rulesOfTheTable(), bash(line)); f.Then != model.ThenAsk || f.Unsure == "" {
			t.Errorf("%s\n\tis not doubted: %+v", line, f)
		}
	}
}

func TestLinesThatAreNotAskedFor(t *testing.T) {
	t.Parallel()
	for _, line := range append(quietLines(), quietSpellings()...) {
		if f := Weigh(rulesOfTheTable(), bash(line)); f.Then != model.ThenNothing {
			t.Errorf("%s\n\tis asked for: %+v", line, f)
		}
	}
}

func TestCanonical(t *testing.T) {
	t.Parallel()
	for raw, want := range map[string]string{
		`{ "b" : 1, "a" : [ true, null ] }`: `{"a":[true,null],"b":1}`,
		`{"a":1.0,"b":1e2,"c":1}`:           `{"a":1.0,"b":1e2,"c":1}`,
		`{"a":"\u0061<&>\n"}`:               `{"a":"a<&>\n"}`,
		`{"a":{"z":{},"y":[]}}`:             `{"a":{"y":[],"z":{}}}`,
		"\"x\"\n":                           `"x"`,
		`{"a":"😀"}`:                         `{"a":"😀"}`,
		`{"a":"\ud83d\ude00"}`:              `{"a":"😀"}`,
		`{"a":"�"}`:                         `{"a":"�"}`,
	} {
		if got, err := Canonical([]byte(raw)); err != nil || got != want {
			t.Errorf("%s: %s, %v", raw, got, err)
		}
	}
	for raw, want := range map[string]string{
		``:                         "ends early",
		`{"a":1,"a":2}`:            `"a" twice`,
		`{"a":1,"\u0061":2}`:       `"a" twice`,
		`{"a":1} {}`:               "something follows",
		`{"a":1`:                   "not JSON",
		`{"a":}`:                   "not JSON",
		`{a:1}`:                    "not JSON",
		`[1,]`:                     "not JSON",
		"{\"a\":\"\xff\"}":         "not characters",
		`{"a":"\ud800"}`:           "half a character",
		strings.Repeat("[", 100):   "deeper",
		strings.Repeat(" ", 5<<20): "longer",
	} {
		if got, err := Canonical([]byte(raw)); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%.40s: %s, %v", raw, got, err)
		}
	}
}

// What comes out means the same, and stays as it is.
func FuzzCanonical(f *testing.F) {
	for _, raw := range []string{`{"a":[1,"x",null],"b":{}}`, `1e400`, `{"a":1,"a":2}`, `"\ud800"`} {
		f.Add([]byte(raw))
	}
	f.Fuzz(func(t *testing.T, raw []byte) {
		text, err := Canonical(raw)
		if err != nil {
			return
		}
		again, err := Canonical([]byte(text))
		if err != nil || again != text {
			t.Errorf("%q becomes %q: %v", text, again, err)
		}
		var a, b any
		if json.Unmarshal(raw, &a) == nil && (json.Unmarshal([]byte(text), &b) != nil || !reflect.DeepEqual(a, b)) {
			t.Errorf("%q means something else than %q", text, raw)
		}
	})
}
