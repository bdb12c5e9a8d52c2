package gate

import (
	"slices"
	"strings"
)

// codex is Codex. A patch in a heredoc comes as a line of the shell.
func codex() Client {
	return Client{
		Name: "codex", call: "tool_use_id",
		Hooks: map[string]Moment{"PreToolUse": Before, "PostToolUse": After, "PermissionRequest": Prompt},
		tools: map[string]string{"Bash": Shell, "apply_patch": "Edit", "Edit": "Edit", "Write": "Write", "Read": "Read"},
		input: fields{
			describing: []string{"description", "timeout", "justification"},
			path:       []string{"file_path"}, patch: []string{"command", "input", "patch"},
		},
		says: saysLikeClaude, closes: closesCodex,
	}
}

// patched are the files of a patch in the notation of Codex, in its order.
func patched(patch string) []string {
	var files []string
	for line := range strings.Lines(patch) {
		for _, before := range []string{"*** Add File: ", "*** Update File: ", "*** Delete File: ", "*** Move to: "} {
			if file, ok := strings.CutPrefix(strings.TrimSpace(line), before); ok && file != "" {
				files = append(files, file)
			}
		}
	}
	return files
}

// closesCodex: exit 2 refuses only with a text on standard error, and a printed refusal only with
// its reason, at exit 0 and without any field that Codex does not know.
func closesCodex(e End) bool {
	switch {
	case e.TimedOut || e.Signal:
		return false
	case e.Exit == 2:
		return e.stderr() != ""
	case e.Exit != 0:
		return false
	}
	said, ok := e.object()
	if !ok {
		return false
	}
	known := []string{"continue", "stopReason", "suppressOutput", "systemMessage", "decision", "reason", "hookSpecificOutput"}
	for name := range said {
		if !slices.Contains(known, name) {
			return false
		}
	}
	reason, _ := said.text("reason", false)
	if word, _ := said.text("decision", false); word == "block" && strings.TrimSpace(reason) != "" {
		return true
	}
	inner, ok := said.preToolUse()
	if !ok {
		return false
	}
	word, _ := inner.text("permissionDecision", false)
	reason, _ = inner.text("permissionDecisionReason", false)
	return word == "deny" && strings.TrimSpace(reason) != ""
}
