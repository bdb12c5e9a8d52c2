package gate

import (
	"slices"
	"strings"
	"testing"

	"coldstart/model"
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
			got, err := clientOf(t, tt.client).Read([]byte(tt.event))
			if err != nil {
				t.Fatal(err)
			}
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
			line, err := c.Write(Before, Answer{verdict, "because"})
			if err != nil {
				t.Fatal(err)
			}
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
