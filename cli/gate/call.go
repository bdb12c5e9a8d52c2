package gate

import (
	"encoding/json"
	"maps"
	"slices"
	"strings"

	"coldstart/model"
)

// Call is the event of a client that wants to run a shell command in a folder, as it tells its hooks
// before the tool runs.
func (c Client) Call(dir, command string) map[string]any {
	call := c.CallOf(dir, "", map[string]string{"command": command})
	for _, own := range slices.Sorted(maps.Keys(c.tools)) {
		if c.tools[own] == Shell {
			call["tool_name"] = own
			break
		}
	}
	return call
}

// CallOf is the event of a client that wants to call a tool of a server, which rules call so.
func (c Client) CallOf(dir, tool string, input any) map[string]any {
	call := map[string]any{
		"session_id": Probe, "cwd": dir, "hook_event_name": "", "tool_name": c.Calls(tool), "tool_input": input,
	}
	if c.call != "" {
		call[c.call] = Probe
	}
	for event, moment := range c.Hooks {
		if moment == Before {
			call["hook_event_name"] = event
		}
	}
	if server, name, ok := strings.Cut(strings.TrimPrefix(tool, ofServer), "__"); ok && c.joins.context != "" {
		call[c.joins.context] = map[string]string{"server_name": server, "tool_name": name}
	}
	return call
}

// Sample is a call that a rule names by the tool of a server; false for any other rule.
func Sample(r model.GateRule, dir string) (model.Action, bool) {
	tool, ok := strings.CutPrefix(r.Tool, ofServer)
	if !strings.Contains(tool, "__") {
		tool = strings.Replace(tool, "*", "x__x", 1)
	}
	some := strings.NewReplacer("*", "x", "?", "x")
	text, err := json.Marshal(map[string]string{"text": some.Replace(r.Match)})
	tool = ofServer + some.Replace(tool)
	ok = ok && err == nil && restricts(r) && strings.Contains(tool[len(ofServer):], "__")
	return model.Action{Tool: tool, Own: tool, Dir: dir, Input: string(text)}, ok
}
