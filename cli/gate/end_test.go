package gate

import "testing"

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
