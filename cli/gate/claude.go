package gate

import (
	"strings"

	"coldstart/model"
)

// Shell is the name of a shell's tool in rules, for all clients.
const Shell = model.ShellTool

// specific is an answer of Claude Code and Codex, which spell it alike.
type specific struct {
	Output any `json:"hookSpecificOutput"`
}

type decided struct {
	Event    string `json:"hookEventName"`
	Decision string `json:"permissionDecision"`
	Reason   string `json:"permissionDecisionReason"`
}

type answered struct {
	Event    string   `json:"hookEventName"`
	Decision behavior `json:"decision"`
}

type behavior struct {
	Behavior string `json:"behavior"`
	Message  string `json:"message,omitempty"`
}

// claude is Claude Code. Its input is the parsed one, with defaults filled in.
func claude() Client {
	return Client{
		Name: "claude", Defers: true, call: "tool_use_id",
		Hooks: map[string]Moment{"PreToolUse": Before, "PostToolUse": After, "PostToolUseFailure": After, "PermissionRequest": Prompt},
		tools: map[string]string{"Bash": Shell, "Monitor": Shell, "Write": "Write", "Edit": "Edit", "MultiEdit": "Edit", "NotebookEdit": "Edit", "Read": "Read", "WebFetch": "WebFetch"},
		looks: strings.Fields(`Grep Glob LS NotebookRead WebSearch TodoWrite TodoRead Task Agent AskUserQuestion EnterPlanMode ExitPlanMode Skill
			SlashCommand ToolSearch TaskCreate TaskUpdate TaskGet TaskList TaskOutput TaskStop BashOutput KillBash KillShell ListMcpResourcesTool ReadMcpResourceTool`),
		joins: joins{before: ofServer, between: "__"},
		input: fields{describing: []string{"description", "timeout"}, path: []string{"file_path", "notebook_path"}},
		says:  saysLikeClaude, closes: closesClaude,
	}
}

func saysLikeClaude(m Moment, a Answer) any {
	if m == Prompt {
		if a.Verdict == Allow {
			return specific{answered{"PermissionRequest", behavior{Behavior: "allow"}}}
		}
		return specific{answered{"PermissionRequest", behavior{"deny", a.Reason}}}
	}
	word := map[Verdict]string{Allow: "allow", Deny: "deny", Defer: "defer"}[a.Verdict]
	return specific{decided{"PreToolUse", word, a.Reason}}
}

// closesClaude: exit 2 refuses whatever is printed, and what is printed counts at every other exit.
func closesClaude(e End) bool {
	if e.TimedOut || e.Signal {
		return false
	}
	if e.Exit%256 == 2 {
		return true
	}
	said, ok := e.object()
	if !ok {
		return false
	}
	if word, _ := said.text("decision", false); word == "block" {
		return true
	}
	inner, ok := said.preToolUse()
	if !ok {
		return false
	}
	if _, changes := inner["updatedInput"]; changes {
		if _, err := object(inner["updatedInput"], ""); err != nil {
			return false
		}
	}
	word, _ := inner.text("permissionDecision", false)
	_, err := inner.text("permissionDecisionReason", false)
	return err == nil && (word == "deny" || word == "defer" || word == "ask")
}
