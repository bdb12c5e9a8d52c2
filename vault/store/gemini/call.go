package gemini

import (
	"cmp"
	"path/filepath"
	"strconv"
	"strings"

	"coldstart/model"
	"coldstart/vault/store"
	"coldstart/vault/text"
)

// call reads a call of a tool with its status, and reports whether it was cancelled. A call comes
// again when its status is another one.
func (c *course) call(at model.Stamp, raw []byte) (cancelled bool) {
	f := store.Pick(raw, "id", "name", "args", "status", "timestamp", "result", "resultDisplay")
	id, status := text.Decoded(f[0], maxWord), text.Decoded(f[3], maxWord)
	if when := model.ParseStamp(text.Decoded(f[4], maxWord), c.zone); when.Known() {
		at = when
	}
	if !c.called[id] {
		c.called[id] = true
		call := store.Call{ID: id, Event: model.Event{At: at, Type: text.Decoded(f[1], maxWord)}}
		c.tool(&call, f[2])
		if c.Full || len(call.Touches) > 0 {
			changed(&call.Event, f[2], f[6])
		}
		if status == "awaiting_approval" {
			call.Approve()
		}
		c.Called(call)
	}
	switch status {
	case "cancelled":
		c.Got(id, store.Came("stopped", ""))
		return true
	case "success":
		c.Got(id, came(f[5], f[6], "pass"))
	case "error":
		c.Got(id, came(f[5], f[6], "fail"))
	}
	return false
}

// tool says what a call is about.
func (c *course) tool(call *store.Call, args []byte) {
	e := &call.Event
	about := func(act model.Act, or string, names ...string) {
		e.Act, e.Says = act, cmp.Or(store.About(args, c.Dir, names...), or)
	}
	file := func(act model.Act, or string) { about(act, or, "file_path", "absolute_path", "path", "dir_path") }
	switch e.Type {
	case "run_shell_command":
		about(model.ActShell, "", "command")
	case "read_file":
		file(model.ActRead, "")
	case "read_many_files":
		file(model.ActRead, "several files")
	case "list_directory":
		file(model.ActRead, ".")
	case "write_file", "replace", "edit":
		if file(model.ActEdit, ""); e.Says != "" {
			call.Touches = []string{e.Says}
		}
	case "glob", "grep_search", "search_file_content":
		about(model.ActSearch, "", "pattern")
	case "google_web_search", "web_fetch":
		about(model.ActWeb, "", "query", "url", "prompt")
	case "write_todos":
		c.Steps = store.Steps(store.Pick(args, "todos")[0], "description")
		e.Act = model.ActPlan
		e.Says, e.Came = store.StepsSaid(c.Steps)
	case "ask_user":
		call.Ask(store.Pick(args, "questions")[0])
	case "exit_plan_mode":
		f := store.Pick(args, "plan_path", "plan_filename")
		e.Act, e.Says = model.ActPlan, filepath.Base(cmp.Or(text.Decoded(f[0], maxPath), text.Decoded(f[1], maxPath)))
		call.Asks, call.Questions = true, []model.Question{{Text: "May it continue with the plan: " + e.Says}}
	case "codebase_investigator", "delegate_to_agent", "generalist":
		about(model.ActHand, "", "objective", "query", "prompt")
	default:
		e.Act, e.Says = model.ActTool, strings.TrimSpace(e.Type+" "+store.OneLine(string(args[:min(len(args), store.MostWords)]), store.MostTitle))
	}
}

// changed counts the lines that an edit changes: as the program counted them, else by its texts.
func changed(e *model.Event, args, display []byte) {
	if e.Act != model.ActEdit {
		return
	}
	stat := store.Pick(store.Pick(display, "diffStat")[0], "model_added_lines", "model_removed_lines")
	if stat[0] != nil {
		e.Added, _ = strconv.Atoi(string(stat[0]))
		e.Removed, _ = strconv.Atoi(string(stat[1]))
		return
	}
	f := store.Pick(args, "content", "new_string", "old_string")
	e.Added = store.LinesIn(f[0]) + store.LinesIn(f[1])
	e.Removed = store.LinesIn(f[2])
}

// maxOutput is how much is read of what came of a call, in bytes.
const maxOutput = 64 << 10

// came says what came of a call: what the program showed of it, else what the agent got.
func came(result, display []byte, outcome string) func(e *model.Event) {
	return func(e *model.Event) {
		got := store.Pick(firstOf(result), "functionResponse")[0]
		f := store.Pick(store.Pick(got, "response")[0], "output", "error")
		output, code := outputOf(cmp.Or(text.Decoded(f[0], maxOutput), text.Decoded(f[1], maxOutput)))
		output = cmp.Or(text.Decoded(display, maxOutput), output)
		came, result := store.LastLine(output), outcome
		if code != 0 {
			came, result = store.Exited(code, output)
		}
		store.Came(came, result)(e)
	}
}

// firstOf is the first element of a list.
func firstOf(list []byte) (raw []byte) {
	s := text.NewScan(list)
	for range s.Elements() {
		return s.Raw()
	}
	return nil
}

// labelled matches the lines into which the program puts what came of a command.
var labelled = text.Pattern{Expr: `^(Command|Directory|Output|Error|Exit Code|Signal|Background PIDs|Process Group PGID): ?(.*)$`}

// outputOf is what a command itself wrote, and its exit code.
func outputOf(words string) (output string, code int) {
	var own []string
	label := "Output"
	for line := range strings.Lines(words) {
		line = strings.TrimRight(line, "\r\n")
		if line == "<untrusted_context>" || line == "</untrusted_context>" {
			continue
		}
		if m := labelled.FindStringSubmatch(line); m != nil {
			label, line = m[1], m[2]
		}
		switch {
		case label == "Exit Code":
			code, _ = strconv.Atoi(line)
		case label == "Output" && line != "(empty)" && line != "(none)":
			own = append(own, line)
		}
	}
	return strings.Join(own, "\n"), code
}
