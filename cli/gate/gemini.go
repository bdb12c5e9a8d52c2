package gate

import "strings"

// worded is an answer of Gemini CLI, and of our plugin for opencode.
type worded struct {
	Decision string `json:"decision"`
	Reason   string `json:"reason"`
}

// gemini is Gemini CLI. It returns its calls no id, and asks no hook before it asks its user.
func gemini() Client {
	return Client{
		Name:  "gemini",
		Hooks: map[string]Moment{"BeforeTool": Before, "AfterTool": After},
		tools: map[string]string{
			"run_shell_command": Shell, "write_file": "Write", "replace": "Edit", "read_file": "Read", "web_fetch": "WebFetch",
		},
		looks: strings.Fields(`glob search_file_content grep_search list_directory read_many_files google_web_search write_todos ask_user
			enter_plan_mode exit_plan_mode`),
		joins: joins{before: "mcp_", between: "_", context: "mcp_context"},
		input: fields{describing: []string{"description"}, folder: "dir_path", path: []string{"file_path", "absolute_path"}},
		says:  saysInWords, closes: closesGemini,
	}
}

func saysInWords(_ Moment, a Answer) any {
	return worded{map[Verdict]string{Allow: "allow", Deny: "deny"}[a.Verdict], a.Reason}
}

// closesGemini: a printed refusal counts at exit 0 and 1, and from exit 2 on a text on standard
// error refuses whatever is printed.
func closesGemini(e End) bool {
	if e.TimedOut || e.Signal {
		return false
	}
	if e.Exit >= 2 {
		return e.stderr() != ""
	}
	said, ok := e.object()
	if !ok {
		return false
	}
	word, _ := said.text("decision", false)
	return word == "deny" || word == "block" || word == "ask" || string(said["continue"]) == "false"
}
