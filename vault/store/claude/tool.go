package claude

import (
	"cmp"
	"strings"

	"coldstart/model"
	"coldstart/vault/store"
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

// exitPlan is the tool that lays out a plan and asks for a yes, askUser the one that asks questions.
const (
	exitPlan = "ExitPlanMode"
	askUser  = "AskUserQuestion"
	mostPlan = 64 << 10
)

// call is the call of a tool, with what is told of it only where that is shown.
func (c *course) call(at model.Stamp, id, tool string, input []byte) store.Call {
	act, ok := acts[tool]
	if !ok {
		act = model.ActTool
	}
	call := store.Call{ID: id, Event: model.Event{At: at, Type: tool, Act: act}, Asks: tool == askUser || tool == exitPlan}
	call.Tell = func(call *store.Call) { tell(call, input, c.Dir) }
	if act == model.ActEdit {
		if file := cmp.Or(store.Member(input, "file_path"), store.Member(input, "notebook_path")); file != "" {
			call.Touches = []string{file}
		}
	}
	if tool == exitPlan {
		c.Planning, c.PlanFile = true, cmp.Or(store.Member(input, "planFilePath"), c.PlanFile)
	}
	return call
}

// tell says what a call is about.
func tell(call *store.Call, input []byte, dir string) {
	e := &call.Event
	switch e.Type {
	case askUser:
		call.Ask(store.Pick(input, "questions")[0])
	case exitPlan:
		call.Plan = text.Decoded(store.Pick(input, "plan")[0], mostPlan)
		e.Says = firstLine(strings.TrimLeft(call.Plan, "# \n"))
	case "TodoWrite":
		e.Says, e.Came = store.StepsSaid(store.Steps(store.Pick(input, "todos")[0], "content"))
	default:
		e.Says = store.About(input, dir, abouts...)
	}
	if e.Act == model.ActTool && e.Says != "" {
		e.Says = store.OneLine(e.Type+" "+e.Says, store.MostAbout)
	}
	if e.Says = cmp.Or(e.Says, store.OneLine(e.Type, store.MostAbout)); e.Act == model.ActEdit {
		e.Added, e.Removed = changeOf(input)
	}
}
