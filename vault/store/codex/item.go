package codex

import (
	"cmp"
	"strconv"
	"strings"

	"coldstart/model"
	"coldstart/vault/store"
	"coldstart/vault/text"
)

// item reads what was said to the model, and what it said.
func (c *course) item(body []byte) {
	f := store.Pick(body, "type", "role", "content", "name", "arguments", "call_id", "input", "output", "action", "status", "id", "internal_chat_message_metadata_passthrough")
	switch kind := text.Decoded(f[0], maxWord); kind {
	case "message":
		switch words := said(f[2]); text.Decoded(f[1], maxWord) {
		case "user":
			if !isAside(words, f[11]) {
				c.Asked(c.now(), prompt(words))
			}
		case "assistant":
			c.Answered(c.now(), words)
		}
	case "function_call":
		c.call(text.Decoded(f[3], maxWord), text.Decoded(f[5], maxWord), text.Decoded(f[4], maxArguments))
	case "custom_tool_call":
		c.call(text.Decoded(f[3], maxWord), text.Decoded(f[5], maxWord), text.Decoded(f[6], maxArguments))
	case "local_shell_call":
		id := f[5]
		if text.Decoded(id, maxWord) == "" {
			id = f[10]
		}
		c.call("shell", text.Decoded(id, maxWord), string(f[8]))
		if text.Decoded(f[9], maxWord) == "incomplete" {
			c.Got(text.Decoded(id, maxWord), store.Came("not finished", ""))
		}
	case "web_search_call":
		c.searched(f[8])
	case "function_call_output", "custom_tool_call_output", "local_shell_call_output", "tool_search_output":
		c.Got(text.Decoded(f[5], maxWord), output(f[7]))
	case "reasoning", "agent_message", "tool_search_call", "ghost_snapshot", "compaction", "compaction_summary", "compaction_trigger", "context_compaction", "image_generation_call", "additional_tools", "other":
	default:
		c.Unknown++
	}
}

// maxArguments is how much is read of the arguments of a call, in bytes.
const maxArguments = 1 << 20

// said are the words of a message, which is a list of parts.
func said(content []byte) string {
	if words := text.Decoded(content, store.MostWords+1); words != "" {
		return words
	}
	var words []string
	s := text.NewScan(content)
	for range s.Elements() {
		if part := text.Decoded(store.Pick(s.Raw(), "text")[0], store.MostWords+1); part != "" {
			words = append(words, part)
		}
	}
	return strings.Join(words, "\n")
}

// aside matches what the program itself says in the operator's name: the folder, permissions,
// instructions, that a turn was aborted.
var aside = text.Pattern{Expr: `^\s*(<(environment_context|user_instructions|permissions[ _]instructions|skills?(_instructions)?|turn_aborted|user_shell_command|subagent_notification|collaboration_mode|model_switch|personality_spec|apps_instructions|plugins_instructions|INSTRUCTIONS|hook_prompt|goal_context|realtime_conversation|token_budget)\b|# AGENTS\.md instructions)`}

// isAside reports whether a message in the operator's name is none of theirs. Newer versions say so.
func isAside(words string, about []byte) bool {
	if kinds := store.Pick(about, "content_item_kinds")[0]; kinds != nil {
		return !strings.Contains(string(kinds), `"user.`)
	}
	return aside.MatchString(words)
}

// prompt takes the operator's words out of what an editor puts around them.
func prompt(words string) string {
	const request = "## My request for Codex:"
	if _, own, ok := strings.Cut(words, request); ok && strings.HasPrefix(words, "# Context from my IDE") {
		return own
	}
	return words
}

// completed reads an item of newer versions, which repeat what was said and tell what came of calls.
func (c *course) completed(item []byte) {
	f := store.Pick(item, "type", "content", "id", "exit_code", "aggregated_output", "status", "text")
	id := text.Decoded(f[2], maxWord)
	switch text.Decoded(f[0], maxWord) {
	case "UserMessage":
		c.Asked(c.now(), prompt(said(f[1])))
	case "AgentMessage":
		c.Answered(c.now(), said(f[1]))
	case "CommandExecution":
		c.Got(id, exited(f[3], f[4]))
	case "McpToolCall", "FileChange", "DynamicToolCall":
		c.Got(id, store.Came("", passedOr(text.Decoded(f[5], maxWord))))
	case "Plan":
		if c.Plan = text.Decoded(f[6], maxPlan); c.Plan != "" {
			c.over = store.LastPlan
		}
		c.Note(model.Event{At: c.now(), Act: model.ActPlan, Says: store.OneLine(c.Plan, store.MostAbout)})
	}
}

// maxPlan is how much is kept of the text of a plan, in bytes.
const maxPlan = 64 << 10

// passedOr reads the status of a finished call.
func passedOr(status string) string {
	switch status {
	case "completed", "success":
		return "pass"
	case "failed", "declined", "error":
		return "fail"
	}
	return ""
}

// ended reads the event that ends a call.
func (c *course) ended(body []byte) {
	f := store.Pick(body, "call_id", "exit_code", "aggregated_output", "success", "result", "stderr")
	id := text.Decoded(f[0], maxWord)
	switch {
	case f[1] != nil:
		c.Got(id, exited(f[1], f[2]))
	case string(f[3]) == "true":
		c.Got(id, store.Came("", "pass"))
	case string(f[3]) == "false":
		c.Got(id, store.Came(store.LastLine(text.Decoded(f[5], maxOutput)), "fail"))
	case f[4] != nil:
		c.Got(id, store.Came("", mcpResult(f[4])))
	}
}

// mcpResult reads {"Ok":{"isError":…}} or {"Err":…}.
func mcpResult(result []byte) string {
	f := store.Pick(result, "Ok", "Err")
	if f[1] != nil || string(store.Pick(f[0], "isError")[0]) == "true" {
		return "fail"
	}
	return "pass"
}

// maxOutput is how much is read of what came of a call, in bytes.
const maxOutput = 64 << 10

func exited(code, output []byte) func(e *model.Event) {
	return func(e *model.Event) {
		var came, result string
		if n, err := strconv.Atoi(string(code)); err == nil {
			came, result = store.Exited(n, text.Decoded(output, maxOutput))
		}
		store.Came(came, result)(e)
	}
}

// output reads what came of a call: a text, a list of parts, or an object with a text.
func output(raw []byte) func(e *model.Event) {
	return func(e *model.Event) {
		words := text.Decoded(raw, maxOutput)
		if words == "" {
			words = cmp.Or(text.Decoded(store.Pick(raw, "content")[0], maxOutput), said(raw))
		}
		came, result := outcome(words)
		store.Came(came, result)(e)
	}
}

// outcome says what came of a call by its output.
func outcome(words string) (came, result string) {
	code, rest, known := exitOf(words)
	switch {
	case known:
		return store.Exited(code, rest)
	case strings.HasSuffix(strings.TrimSpace(words), "aborted by user"):
		return "stopped", ""
	case strings.HasPrefix(words, "failed") || strings.HasPrefix(words, "unsupported") || strings.HasPrefix(words, "execution error"):
		return store.LastLine(words), "fail"
	}
	return store.LastLine(rest), ""
}

var (
	exitLine = text.Pattern{Expr: `(?m)^(?:Exit code:|Process exited with code) (-?\d+)$`}
	stillRun = text.Pattern{Expr: `(?m)^Process running with session ID (\S+)$`}
)

// exitOf finds the exit code in an output, and what the command itself wrote. The forms are
// those of the program's versions: lines in front of "Output:", or an object as text.
func exitOf(words string) (code int, rest string, known bool) {
	if strings.HasPrefix(words, "{") {
		f := store.Pick([]byte(words), "output", "metadata")
		n, err := strconv.Atoi(string(store.Pick(f[1], "exit_code")[0]))
		return n, text.Decoded(f[0], maxOutput), err == nil
	}
	front, rest, found := strings.Cut(words, "\nOutput:\n")
	if !found {
		front, rest = words, words
		if len(front) > store.MostWords {
			front = front[:store.MostWords]
		}
	}
	if stillRun.MatchString(front) {
		return 0, "still running", false
	}
	m := exitLine.FindStringSubmatch(front)
	if m == nil {
		return 0, rest, false
	}
	code, err := strconv.Atoi(m[1])
	return code, rest, err == nil
}
