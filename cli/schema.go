package cli

import (
	"maps"
	"slices"

	"coldstart/cli/agent"
	"coldstart/cli/answer"
	"coldstart/cli/say"
)

// schemas are the answers in JSON by name, each as the type from which its schema is made.
func schemas() map[string]any {
	return map[string]any{
		"approvals": answer.Approvals{}, "approvals-hosts": answer.ApprovalLists{}, "config": jsonConfig{}, "deadends": answer.DeadEnds{},
		"decision": answer.Decision{}, "doctor": answer.Doctor{}, "end": answer.End{}, "gate-test": answer.GateTrials{}, "history": answer.History{},
		"hook-answer": answer.HookAnswer{}, "hook-status": answer.Hooks{}, "inspect": answer.Inspection{}, "journal": answer.Journal{}, "list": answer.Counts{},
		"mcp-done": agent.Done{}, "mcp-guide": agent.Guide{}, "mcp-needs-you": agent.Needs{}, "mcp-plan": agent.Plan{}, "mcp-report": agent.Report{},
		"mcp-request": agent.Request{}, "mcp-thing": agent.Thing{}, "memory": answer.Memory{}, "message": answer.Messages{}, "orphans": answer.Orphans{},
		"pin": answer.Pin{}, "plans": answer.Plans{}, "problems": answer.Problems{}, "sessions": answer.Sessions{}, "show": answer.Show{},
		"snoozed": answer.Snoozed{}, "sources": answer.Sources{}, "start": answer.Start{}, "status": answer.Status{}, "status-hosts": answer.Statuses{},
		"traces": answer.Traces{}, "tried": answer.Tried{}, "vaults": answer.Vaults{}, "verify": answer.Verify{}, "wait": answer.Reply{},
	}
}

// schemaNames are the names of all schemas, sorted.
func schemaNames() []string { return slices.Sorted(maps.Keys(schemas())) }

// schemaFor names the schema of what a command writes with --json.
func schemaFor(command string) string {
	switch command {
	case "approve", "reject", "changes", "ack", "accept", "decline", "rerun", "retry", "skip", "abort", "undo", "entry", "note", "switch":
		return "decision"
	case "requests":
		return "approvals"
	case "decisions":
		return "history"
	case "hook":
		return "hook-status"
	case "gate":
		return "gate-test"
	case "snooze", "unsnooze":
		return "snoozed"
	}
	return command
}

// printSchema writes the JSON Schema of an answer, by its own name or by that of a command.
func (c *call) printSchema(name string) (int, error) {
	v, ok := schemas()[schemaFor(name)]
	if !ok {
		return 0, say.Usage(say.Unknown("answer", name), say.Choices("the answers are ", name, schemaNames())...)
	}
	return exitDone, c.writeJSON(answer.Schema(schemaFor(name), v))
}
