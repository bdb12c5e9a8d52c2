package codex

import (
	"cmp"
	"encoding/json"
	"path"
	"strings"

	"coldstart/model"
	"coldstart/vault/source"
	"coldstart/vault/text"
)

// call reads the call of a tool: what it is about, and what it changes.
func (c *course) call(at model.Stamp, name, id, args string) {
	call := source.Call{ID: id, Event: model.Event{At: at, Type: name}}
	e := &call.Event
	f := source.Pick([]byte(args), "command", "cmd", "path", "file_path", "pattern", "query", "url", "message", "chars", "explanation", "input", "dir_path")
	word := func(i int) string { return source.OneLine(text.Decoded(f[i], 8*source.MostAbout), source.MostAbout) }
	switch own := cutName(name); own {
	case "shell", "shell_command", "exec_command", "local_shell", "container.exec", "unified_exec", "bash":
		c.shell(e, f[0], f[1])
	case "write_stdin":
		e.Act, e.Says = model.ActShell, "go on with the command"
		if chars := word(8); chars != "" {
			e.Says = "type " + chars
		}
	case "apply_patch":
		patch := args
		if in := text.Decoded(f[10], maxArguments); in != "" {
			patch = in
		}
		c.patch(e, patch)
	case "update_plan":
		c.plan(e, args)
	case "request_user_input":
		call.Questions = questions(args)
		e.Act = model.ActAsk
		if len(call.Questions) > 0 {
			e.Says = source.OneLine(call.Questions[0].Text, source.MostAbout)
		}
	case "read_file", "view_image":
		e.Act, e.Says = model.ActRead, source.InDir(c.Dir, cmp.Or(word(3), word(2)))
	case "list_dir":
		e.Act, e.Says = model.ActRead, source.InDir(c.Dir, cmp.Or(word(11), word(2)))
	case "grep_files":
		e.Act, e.Says = model.ActSearch, word(4)
	case "web_search", "web_fetch":
		e.Act, e.Says = model.ActWeb, cmp.Or(word(5), word(6))
	case "spawn_agent", "send_input", "send_message", "followup_task":
		e.Act, e.Says = model.ActHand, word(7)
	case "wait", "wait_agent", "close_agent", "resume_agent", "list_agents", "interrupt_agent":
		e.Act, e.Says = model.ActHand, strings.ReplaceAll(own, "_", " ")
	default:
		e.Act, e.Says = model.ActTool, strings.TrimSpace(own+" "+source.OneLine(args, source.MostTitle))
	}
	c.Called(call)
}

// cutName gives the name of a tool of a server, mcp__SERVER__TOOL, in two words.
func cutName(name string) string {
	rest, ok := strings.CutPrefix(name, "mcp__")
	if !ok {
		return name
	}
	server, own, _ := strings.Cut(rest, "__")
	return server + " " + own
}

// shell reads a command: a text, or a list of words in which one for a shell stands behind -lc.
func (c *course) shell(e *model.Event, command, cmd []byte) {
	e.Act = model.ActShell
	if command == nil {
		command = cmd
	}
	words := wordsOf(command)
	line := strings.Join(words, " ")
	if n := len(words); n == 3 && (words[1] == "-lc" || words[1] == "-c") {
		line = words[2]
	}
	if at := strings.Index(line, beginPatch); at >= 0 && strings.Contains(line[:at], "apply_patch") {
		c.patch(e, line[at:])
		return
	}
	e.Says = source.OneLine(line, source.MostAbout)
}

// wordsOf are the words of a command, which is a list or one text.
func wordsOf(command []byte) (words []string) {
	if line := text.Decoded(command, maxArguments); line != "" {
		return []string{line}
	}
	s := text.NewScan(command)
	for range s.Elements() {
		words = append(words, text.Decoded(s.Raw(), maxArguments))
	}
	return words
}

const beginPatch = "*** Begin Patch"

// patched matches the line of a patch that names a file.
var patched = text.Pattern{Expr: `^\*\*\* (?:Add File|Update File|Delete File|Move to): (.+)$`}

// patch counts what a patch changes, and names its files.
func (c *course) patch(e *model.Event, patch string) {
	e.Act = model.ActEdit
	var files []string
	for line := range strings.Lines(patch) {
		line = strings.TrimRight(line, "\r\n")
		m := patched.FindStringSubmatch(line)
		switch {
		case m != nil:
			name := source.InDir(c.Dir, path.Clean(m[1]))
			files = append(files, name)
			c.Touched = source.Touch(c.Touched, name)
		case strings.HasPrefix(line, "+"):
			e.Added++
		case strings.HasPrefix(line, "-"):
			e.Removed++
		}
	}
	e.Says = source.OneLine(source.FewFiles(files), source.MostAbout)
}

// marks are the marks of the words for a step's status.
var marks = map[string]rune{"pending": ' ', "in_progress": '-', "completed": 'x'}

// plan reads the plan that the agent keeps: each call has the whole of it.
func (c *course) plan(e *model.Event, args string) {
	e.Act = model.ActPlan
	var says struct {
		Explanation string
		Plan        []struct{ Step, Status string }
	}
	if json.Unmarshal([]byte(args), &says) != nil {
		return
	}
	steps := []model.Step{}
	for _, s := range says.Plan[:min(len(says.Plan), mostSteps)] {
		mark, known := marks[s.Status]
		if !known {
			mark = '?'
		}
		steps = append(steps, model.Step{Number: len(steps) + 1, Text: source.OneLine(s.Step, source.MostAbout), Mark: mark})
	}
	c.Steps = steps
	if len(steps) > 0 {
		e.Says, e.Came = source.StepsSaid(steps)
	}
}

// The most steps of a plan, and the most questions and answers to choose from.
const (
	mostSteps     = 500
	mostQuestions = 20
)

// questions are what the agent asks, with the answers to choose from.
func questions(args string) (all []model.Question) {
	var says struct {
		Questions []struct {
			Header, Question string
			Options          []struct{ Label string }
		}
	}
	if json.Unmarshal([]byte(args), &says) != nil {
		return nil
	}
	for _, q := range says.Questions[:min(len(says.Questions), mostQuestions)] {
		one := model.Question{Text: source.OneLine(cmp.Or(q.Question, q.Header), source.MostAbout)}
		for _, o := range q.Options[:min(len(q.Options), mostQuestions)] {
			one.Options = append(one.Options, source.OneLine(o.Label, source.MostTitle))
		}
		all = append(all, one)
	}
	return all
}

// searchID stands for a search in the web, which has no id and its result in itself.
const searchID = "web search"

// searched notes a search in the web.
func (c *course) searched(at model.Stamp, action []byte) {
	f := source.Pick(action, "type", "query", "url")
	c.Called(source.Call{ID: searchID, Event: model.Event{
		At: at, Type: "web_search", Act: model.ActWeb,
		Says: source.OneLine(cmp.Or(text.Decoded(f[1], source.MostWords), text.Decoded(f[2], source.MostWords)), source.MostAbout),
	}})
	c.got(searchID, "", "")
}
