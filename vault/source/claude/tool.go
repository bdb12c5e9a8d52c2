package claude

import (
	"cmp"
	"fmt"
	"strings"

	"coldstart/model"
	"coldstart/vault/text"
)

// acts are the tools of the program that are known by name.
var acts = map[string]model.Act{
	"Bash": model.ActShell, "PowerShell": model.ActShell, "BashOutput": model.ActShell, "KillShell": model.ActShell, "KillBash": model.ActShell,
	"Read": model.ActRead, "NotebookRead": model.ActRead, "LS": model.ActRead,
	"Edit": model.ActEdit, "MultiEdit": model.ActEdit, "Write": model.ActEdit, "NotebookEdit": model.ActEdit,
	"Grep": model.ActSearch, "Glob": model.ActSearch, "LSP": model.ActSearch, "ToolSearch": model.ActSearch,
	"WebFetch": model.ActWeb, "WebSearch": model.ActWeb,
	"AskUserQuestion": model.ActAsk,
	"ExitPlanMode":    model.ActPlan, "EnterPlanMode": model.ActPlan, "TodoWrite": model.ActPlan,
	"TaskCreate": model.ActPlan, "TaskUpdate": model.ActPlan, "TaskList": model.ActPlan, "TaskGet": model.ActPlan,
	"Task": model.ActHand, "Agent": model.ActHand, "SendMessage": model.ActHand,
}

// abouts are the members of a call's input that say what it is about, the best first.
var abouts = []string{
	"command", "file_path", "notebook_path", "pattern", "query", "url", "description", "subject", "path", "skill", "name", "taskId", "bash_id",
	"shell_id", "prompt", "message", "text",
}

// mostSays is how many characters say what a call is about, mostCame what came of it.
const (
	mostSays = 300
	mostCame = 80
)

// actOf is what a tool does.
func actOf(tool string) model.Act {
	if act, ok := acts[tool]; ok {
		return act
	}
	return model.ActTool
}

// callOf is the event of a call.
func callOf(tool string, input []byte, dir string) model.Event {
	ev := model.Event{Type: tool, Act: actOf(tool)}
	switch tool {
	case "AskUserQuestion":
		var all []string
		for _, q := range questionsOf(input) {
			all = append(all, q.Text)
		}
		ev.Says = strings.Join(all, " / ")
	case "ExitPlanMode":
		ev.Says = firstLine(strings.TrimLeft(memberText(input, "plan", mostSaid), "# \n"))
	case "TodoWrite":
		ev.Says = todosOf(input)
	default:
		ev.Says = aboutOf(input, dir)
	}
	if ev.Act == model.ActTool && ev.Says != "" {
		ev.Says = tool + " " + ev.Says
	}
	ev.Says = short(cmp.Or(ev.Says, tool), mostSays)
	return ev
}

// aboutOf says in one line what a call is about.
func aboutOf(input []byte, dir string) string {
	best, about := len(abouts), ""
	s := text.NewScan(input)
	for key := range s.Members() {
		for i, name := range abouts[:best] {
			if name != string(key) {
				continue
			}
			if said := oneLine(text.Decoded(s.Raw(), mostSaid)); said != "" {
				best, about = i, said
			}
			break
		}
	}
	if best < len(abouts) && strings.HasSuffix(abouts[best], "path") {
		return inDir(dir, about)
	}
	return about
}

// oneLine is the first line of a text that says something, with a sign that there are more.
func oneLine(s string) string {
	s = strings.TrimSpace(s)
	line, more, _ := strings.Cut(s, "\n")
	if line = model.OneLine(line); strings.TrimSpace(more) != "" {
		line += " …"
	}
	return line
}

// memberText is the text of one member of an object, of at most so many bytes.
func memberText(object []byte, name string, most int) (found string) {
	s := text.NewScan(object)
	for key := range s.Members() {
		if string(key) == name {
			found = text.Decoded(s.Raw(), most)
		}
	}
	return found
}

// member is one member of an object, as written; nil for none.
func member(object []byte, name string) (found []byte) {
	s := text.NewScan(object)
	for key := range s.Members() {
		if string(key) == name {
			found = s.Raw()
		}
	}
	return found
}

// Bounds on what an agent asks at once.
const (
	mostQuestions = 20
	mostOptions   = 20
)

// questionsOf are the questions of a call, with their options.
func questionsOf(input []byte) (all []model.Question) {
	list := text.NewScan(member(input, "questions"))
	for range list.Elements() {
		var q model.Question
		for key := range list.Members() {
			switch string(key) {
			case "question":
				q.Text = model.OneLine(text.Decoded(list.Raw(), mostSaid))
			case "options":
				q.Options = optionsOf(list.Raw())
			}
		}
		if q.Text != "" && len(all) < mostQuestions {
			all = append(all, q)
		}
	}
	return all
}

func optionsOf(raw []byte) (all []string) {
	s := text.NewScan(raw)
	for range s.Elements() {
		option := s.Raw()
		label := model.OneLine(cmp.Or(text.Decoded(option, shortText), memberText(option, "label", shortText)))
		if label != "" && len(all) < mostOptions {
			all = append(all, label)
		}
	}
	return all
}

// todosOf says how far a list of things to do is, and what is done now.
func todosOf(input []byte) string {
	done, all, now := 0, 0, ""
	s := text.NewScan(member(input, "todos"))
	for range s.Elements() {
		item := s.Raw()
		all++
		switch memberOf(item, "status") {
		case "completed":
			done++
		case "in_progress":
			now = cmp.Or(now, oneLine(memberOf(item, "content")))
		}
	}
	if all == 0 {
		return ""
	}
	says := fmt.Sprintf("%s, %d done", model.Counted(all, "step"), done)
	if now != "" {
		says += ": " + now
	}
	return says
}

// changedBy is the file that a call changes, empty for other calls.
func changedBy(tool string, input []byte) string {
	if acts[tool] != model.ActEdit {
		return ""
	}
	return cmp.Or(memberOf(input, "file_path"), memberOf(input, "notebook_path"))
}
