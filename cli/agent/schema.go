package agent

import "coldstart/cli/answer"

// answers has a value of the type of each tool's answer.
func answers() map[string]any {
	return map[string]any{
		"context": Report{}, "active_plan": Plan{}, "needs_you": Needs{}, "decision": answer.Reply{}, "wait": answer.Reply{},
		"guide": Guide{}, "sources": answer.Sources{}, "tried": answer.Tried{}, "dead_ends": answer.DeadEnds{}, "show": Thing{},
		"session_start": Report{}, "session_end": Done{}, "log_reasoning": Done{}, "journal_entry": Done{}, "draft_request": Request{},
	}
}

// Schema gives the schema of a tool's answer, and the parts that it refers to below #/$defs.
func (t *Tools) Schema(tool string) (schema, parts map[string]any) {
	return answer.Schema(answers()[tool], nil)
}
