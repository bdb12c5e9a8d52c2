package cli

import (
	"encoding/json"
	"os"
	"strings"
	"testing"
)

// calledBy is the event of a client for a tool of a server.
func calledBy(client, server, tool string, cwd string, input object) string {
	names := map[string]string{"claude": "mcp__" + server + "__" + tool, "codex": "mcp__" + server + "__" + tool, "gemini": "mcp_" + server + "_" + tool, "opencode": server + "_" + tool}
	hooks := map[string]string{"claude": "PreToolUse", "codex": "PreToolUse", "gemini": "BeforeTool", "opencode": "tool.execute.before"}
	event := object{"session_id": "5e1", "cwd": cwd, "hook_event_name": hooks[client], "tool_name": names[client], "tool_input": input}
	if client == "gemini" {
		event["mcp_context"] = object{"server_name": server, "tool_name": tool}
	}
	text, err := json.Marshal(event)
	if err != nil {
		panic(err)
	}
	return string(text)
}

// In each client a tool of a server is held by the same rules, and kept from the gate's own files.
func TestToolsOfServersMeetTheGate(t *testing.T) {
	t.Parallel()
	p := newPost(t)
	p.rules("gate:\n  - {match: \"git push*\", then: ask}\n  - {tool: \"mcp__*pay*\", then: deny}\n")
	write(t, p.dir, "home/state/coldstart/x", "")
	if err := os.Symlink(p.path("home/.config"), p.path("repo/l")); err != nil {
		t.Fatal(err)
	}
	settings := p.path("home/.config/coldstart/coldstart.yaml")
	for _, c := range []struct {
		server, tool string
		input        object
		refused      string
	}{
		{"bank", "pay", object{"amount": 5}, "refuse this (rule mcp__*pay*"},
		{"shell", "execute_command", object{"command": "git push"}, "this needs the operator's approval (rule git push*)"},
		{"shell", "execute_command", object{"command": "coldstart approve gate-1"}, "coldstart approve is for the operator alone"},
		{"filesystem", "write_file", object{"path": settings, "content": "gate: []"}, "on which the gate depends"},
		{"filesystem", "write_file", object{"path": "l/coldstart/coldstart.yaml", "content": "gate: []"}, "on which the gate depends"},
		{"filesystem", "write_file", object{"path": "~/.config/coldstart/coldstart.yaml", "content": "gate: []"}, "on which the gate depends"},
		{"filesystem", "edit_file", object{"path": ".claude/settings.local.json", "edits": []object{{"oldText": "a", "newText": "b"}}}, "on which the gate depends"},
		{"filesystem", "move_file", object{"source": p.path("home/state"), "destination": "x"}, "on which the gate depends"},
		{"filesystem", "write_file", object{"path": p.path("home/state/coldstart/x/ledger.jsonl"), "content": "x"}, "on which the gate depends"},
		{"filesystem", "write_file", object{"path": "notes.md", "content": settings}, ""},
		{"filesystem", "read_file", object{"path": settings}, ""},
		{"shell", "execute_command", object{"command": "go test ./..."}, ""},
	} {
		for _, client := range []string{"claude", "codex", "gemini", "opencode"} {
			env := machine(t, p.path("repo"))
			env.Getenv, env.Now = p.env.get, demoStart
			env.Stdin = strings.NewReader(calledBy(client, c.server, c.tool, p.path("repo"), c.input))
			got := run(env, "gate", "--agent", client, "--vault", p.vault, "--config", settings)
			if refused := strings.Contains(got.out, `"deny"`); refused != (c.refused != "") || !strings.Contains(got.out, c.refused) {
				t.Errorf("%s/%s %v in %s: %+v", c.server, c.tool, c.input, client, got)
			}
		}
	}
	// Of what stands twice, nobody knows which one the client takes.
	if got := p.hook(`{"cwd":"` + p.path("repo") + `","hook_event_name":"PreToolUse","tool_name":"Bash","tool_input":{"command":"git push"},"tool_input":{"command":"ls"}}`); !got.refused || !strings.Contains(got.said, "twice") {
		t.Errorf("%+v", got)
	}
}
