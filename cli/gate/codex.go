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
		looks: strings.Fields("view_image update_plan web_search read_file list_dir grep_files request_user_input"),
		joins: joins{before: ofServer, between: "__", dashes: true},
		input: fields{
			describing: []string{"description", "timeout", "justification"},
			path:       []string{"file_path"}, patch: []string{"command", "input", "patch"},
		},
		says: saysLikeClaude, closes: closesCodex,
	}
}

// patched are the files of a patch in the notation of Codex, in its order.
func patched(patch string) []string {
	return behindMarks(patch, "*** Add File: ", "*** Update File: ", "*** Delete File: ", "*** Move to: ")
}

// differing are the files of a patch as diff writes it, with the first folder of a name and without.
func differing(patch string) []string {
	var files []string
	for _, file := range behindMarks(patch, "+++ ", "--- ", "rename to ", "copy to ", "Index: ") {
		file, _, _ = strings.Cut(file, "\t")
		files = append(files, file)
		if _, short, ok := strings.Cut(file, "/"); ok && short != "" && file != "/dev/null" {
			files = append(files, short)
		}
	}
	return files
}

// behindMarks are the rests of the lines that begin with a mark.
func behindMarks(text string, marks ...string) []string {
	var found []string
	for line := range strings.Lines(text) {
		for _, mark := range marks {
			if rest, ok := strings.CutPrefix(strings.TrimSpace(line), mark); ok && rest != "" {
				found = append(found, rest)
			}
		}
	}
	return found
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
