package gate

import (
	"maps"
	"slices"
)

// Call is the event of a client that wants to run a shell command in a folder, as it tells its hooks
// before the tool runs.
func (c Client) Call(dir, command string) map[string]any {
	call := map[string]any{
		"session_id": Probe, "cwd": dir, "hook_event_name": "", "tool_name": "", "tool_input": map[string]string{"command": command},
	}
	if c.call != "" {
		call[c.call] = Probe
	}
	for event, moment := range c.Hooks {
		if moment == Before {
			call["hook_event_name"] = event
		}
	}
	for _, own := range slices.Sorted(maps.Keys(c.tools)) {
		if c.tools[own] == Shell {
			call["tool_name"] = own
			break
		}
	}
	return call
}
