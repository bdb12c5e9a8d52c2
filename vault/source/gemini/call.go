package gemini

import (
	"cmp"
	"path/filepath"
	"strconv"
	"strings"

	"coldstart/model"
	"coldstart/vault/source"
	"coldstart/vault/text"
)

// maxText is how much is read of a text in a call, in bytes.
const maxText = 1 << 20

// call reads a call of a tool with its status, and reports whether it was cancelled. A call comes
// again when its status is another one.
func (c *course) call(at model.Stamp, raw []byte) (cancelled bool) {
	f := source.Pick(raw, "id", "name", "args", "status", "timestamp", "result", "resultDisplay")
	id, status := text.Decoded(f[0], maxWord), text.Decoded(f[3], maxWord)
	if when := model.ParseStamp(text.Decoded(f[4], maxWord), c.zone); when.Known() {
		at = when
	}
	if !c.called[id] {
		c.called[id] = true
		call := source.Call{ID: id, Event: model.Event{At: at, Type: text.Decoded(f[1], maxWord)}}
		c.tool(&call, f[2])
		if c.Full {
			changed(&call.Event, f[2], f[6])
		}
		if status == "awaiting_approval" && len(call.Questions) == 0 {
			call.Questions = []model.Question{{Text: "May it run this: " + cmp.Or(call.Says, call.Type)}}
		}
		c.Called(call)
	}
	switch status {
	case "cancelled":
		c.Got(id, "stopped", "")
		return true
	case "success":
		c.came(id, f[5], f[6], "pass")
	case "error":
		c.came(id, f[5], f[6], "fail")
	}
	return false
}

// tool says what a call is about.
func (c *course) tool(call *source.Call, args []byte) {
	e := &call.Event
	f := source.Pick(args, "command", "file_path", "absolute_path", "path", "dir_path", "pattern", "query", "url", "prompt", "objective", "questions", "plan_path")
	word := func(i int) string { return source.OneLine(text.Decoded(f[i], 8*source.MostAbout), source.MostAbout) }
	file := source.InDir(c.Dir, cmp.Or(word(1), word(2), word(3), word(4)))
	switch e.Type {
	case "run_shell_command":
		e.Act, e.Says = model.ActShell, word(0)
	case "read_file":
		e.Act, e.Says = model.ActRead, file
	case "read_many_files":
		e.Act, e.Says = model.ActRead, cmp.Or(file, "several files")
	case "list_directory":
		e.Act, e.Says = model.ActRead, cmp.Or(file, ".")
	case "write_file", "replace", "edit":
		e.Act, e.Says = model.ActEdit, file
		if file != "" {
			c.Touched = source.Touch(c.Touched, filepath.ToSlash(file))
		}
	case "glob", "grep_search", "search_file_content":
		e.Act, e.Says = model.ActSearch, word(5)
	case "google_web_search", "web_fetch":
		e.Act, e.Says = model.ActWeb, cmp.Or(word(6), word(7), word(8))
	case "write_todos":
		e.Act = model.ActPlan
		if c.Steps = todos(args); len(c.Steps) > 0 {
			e.Says, e.Came = source.StepsSaid(c.Steps)
		}
	case "ask_user":
		call.Questions = questions(f[10])
		e.Act = model.ActAsk
		if len(call.Questions) > 0 {
			e.Says = call.Questions[0].Text
		}
	case "exit_plan_mode":
		e.Act = model.ActPlan
		plan := cmp.Or(text.Decoded(f[11], maxPath), text.Decoded(source.Pick(args, "plan_filename")[0], maxPath))
		e.Says = filepath.Base(plan)
		call.Questions = []model.Question{{Text: "May it go on with the plan: " + e.Says}}
	case "codebase_investigator", "delegate_to_agent", "generalist":
		e.Act, e.Says = model.ActHand, cmp.Or(word(9), word(6), word(8))
	default:
		e.Act, e.Says = model.ActTool, strings.TrimSpace(e.Type+" "+source.OneLine(string(args[:min(len(args), source.MostWords)]), source.MostTitle))
	}
}

// changed counts the lines that an edit changes: as the program counted them, else by its texts.
func changed(e *model.Event, args, display []byte) {
	if e.Act != model.ActEdit {
		return
	}
	stat := source.Pick(source.Pick(display, "diffStat")[0], "model_added_lines", "model_removed_lines")
	if stat[0] != nil {
		e.Added, _ = strconv.Atoi(string(stat[0]))
		e.Removed, _ = strconv.Atoi(string(stat[1]))
		return
	}
	f := source.Pick(args, "content", "new_string", "old_string")
	e.Added = linesIn(f[0]) + linesIn(f[1])
	e.Removed = linesIn(f[2])
}

// linesIn counts the lines of a text.
func linesIn(raw []byte) int {
	words := strings.TrimSuffix(text.Decoded(raw, maxText), "\n")
	if words == "" {
		return 0
	}
	return 1 + strings.Count(words, "\n")
}

// marks are the marks of the words for a step's status.
var marks = map[string]rune{"pending": ' ', "in_progress": '-', "completed": 'x', "cancelled": '~', "blocked": '!'}

const (
	mostSteps     = 500
	mostQuestions = 20
)

// todos are the steps that the agent keeps: each call has all of them.
func todos(args []byte) (steps []model.Step) {
	s := text.NewScan(source.Pick(args, "todos")[0])
	for range s.Elements() {
		f := source.Pick(s.Raw(), "description", "status")
		m, known := marks[text.Decoded(f[1], maxWord)]
		if !known {
			m = '?'
		}
		if len(steps) < mostSteps {
			steps = append(steps, model.Step{Number: len(steps) + 1, Text: source.OneLine(text.Decoded(f[0], source.MostWords), source.MostAbout), Mark: m})
		}
	}
	return steps
}

// questions are what the agent asks, with the answers to choose from.
func questions(raw []byte) (all []model.Question) {
	s := text.NewScan(raw)
	for range s.Elements() {
		f := source.Pick(s.Raw(), "question", "header", "options")
		q := model.Question{Text: source.OneLine(cmp.Or(text.Decoded(f[0], source.MostWords), text.Decoded(f[1], source.MostWords)), source.MostAbout)}
		options := text.NewScan(f[2])
		for range options.Elements() {
			if label := text.Decoded(source.Pick(options.Raw(), "label")[0], source.MostWords); len(q.Options) < mostQuestions {
				q.Options = append(q.Options, source.OneLine(label, source.MostTitle))
			}
		}
		if len(all) < mostQuestions {
			all = append(all, q)
		}
	}
	return all
}

// maxOutput is how much is read of what came of a call, in bytes.
const maxOutput = 64 << 10

// came takes what came of a call: what the program showed of it, else what the agent got.
func (c *course) came(id string, result, display []byte, outcome string) {
	if !c.Full {
		c.Got(id, "", "")
		return
	}
	got := source.Pick(firstOf(result), "functionResponse")[0]
	f := source.Pick(source.Pick(got, "response")[0], "output", "error")
	words := cmp.Or(text.Decoded(f[0], maxOutput), text.Decoded(f[1], maxOutput))
	output, code := outputOf(words)
	if shown := text.Decoded(display, maxOutput); shown != "" {
		output = shown
	}
	came := source.LastLine(output)
	if code != 0 {
		came, outcome = source.Exited(code, output)
	}
	c.Got(id, came, outcome)
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
