package gate

import "strings"

// opencode is opencode, whose plugin, which coldstart writes, calls the gate with the names of
// events below and the names of fields of Claude Code.
func opencode() Client {
	return Client{
		Name: "opencode", call: "call_id",
		Hooks: map[string]Moment{"tool.execute.before": Before, "tool.execute.after": After},
		tools: map[string]string{
			"bash": Shell, "write": "Write", "edit": "Edit", "apply_patch": "Edit", "patch": "Edit", "read": "Read", "webfetch": "WebFetch",
		},
		looks: strings.Fields("grep glob list webfetch websearch codesearch todowrite todoread task skill question lsp plan_enter plan_exit"),
		joins: joins{between: "_", alone: []string{"plan_enter", "plan_exit"}},
		input: fields{
			describing: []string{"description", "timeout"}, folder: "workdir",
			path: []string{"filePath"}, patch: []string{"patchText"},
		},
		says: saysInWords, closes: closesOpencode,
	}
}

// closesOpencode: our plugin lets a tool run only after a clear answer.
func closesOpencode(e End) bool {
	if e.TimedOut || e.Signal || e.Exit != 0 {
		return true
	}
	said, ok := e.object()
	word, _ := said.text("decision", false)
	return !ok || word != "allow" && len(said) > 0
}
