package cli

import (
	"maps"
	"reflect"
	"slices"

	"coldstart/cli/agent"
	"coldstart/cli/answer"
	"coldstart/cli/say"
)

// namedAnswers are the answers in JSON that do not have the name of their command, by name: those of several
// commands, of an option, and of a tool for agents.
func namedAnswers() map[string]any {
	return map[string]any{
		"approvals-hosts": answer.ApprovalLists{}, "decision": answer.Decision{}, "gate-test": answer.GateTrials{}, "hook-answer": answer.HookAnswer{},
		"hook-status": answer.Hooks{}, "snoozed": answer.Snoozed{}, "status-hosts": answer.Statuses{}, "status-since": answer.Away{},
		"mcp-done": agent.Done{}, "mcp-guide": agent.Guide{}, "mcp-needs-you": agent.Needs{}, "mcp-plan": agent.Plan{}, "mcp-report": agent.Report{},
		"mcp-request": agent.Request{}, "mcp-thing": agent.Thing{},
	}
}

// schemas are the answers in JSON by name, each as a value of the type from which its schema is made.
func (c *call) schemas() map[string]any {
	all := namedAnswers()
	for name, r := range c.rows {
		if r.json != nil {
			all[c.schemaFor(name)] = r.json
		}
	}
	return all
}

// schemaFor names the schema of what a command writes with --json, by its name or its word below list.
func (c *call) schemaFor(command string) string {
	for name, r := range c.rows {
		if r.path == "list "+command {
			command = name
		}
	}
	for shared, v := range namedAnswers() {
		if reflect.TypeOf(v) == reflect.TypeOf(c.rows[command].json) {
			return shared
		}
	}
	return command
}

// printSchema writes the JSON Schema of an answer, by its own name or by that of a command.
func (c *call) printSchema(word string) (int, error) {
	all, name := c.schemas(), c.schemaFor(word)
	v, ok := all[name]
	if !ok {
		return 0, say.Usage(say.Unknown("answer", word), say.Choices("the answers are ", word, slices.Sorted(maps.Keys(all)))...)
	}
	return exitDone, c.writeJSON(answer.Schema(name, v))
}
