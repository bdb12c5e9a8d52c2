package opencode

import (
	"cmp"
	"strconv"
	"strings"

	"coldstart/model"
	"coldstart/vault/store"
	"coldstart/vault/text"
)

// What came of a call when its session was stopped or its window closed; a command says it in its output.
const (
	aborted     = "Tool execution aborted"
	userAborted = "User aborted the command"
)

// call reads the call of a tool and what came of it.
func (c *course) call(at model.Stamp, data []byte) {
	f := store.Pick(data, "tool", "callID", "state")
	f2 := store.Pick(f[2], "status", "input", "output", "error", "metadata", "title")
	call := store.Call{ID: text.Decoded(f[1], maxWord), Event: model.Event{At: at, Type: text.Decoded(f[0], maxWord)}}
	c.tool(&call, f2[1], text.Decoded(f2[5], store.MostWords))
	if c.Full || len(call.Touches) > 0 {
		changed(&call.Event, f2[1], f2[4])
	}
	c.Called(call)
	switch text.Decoded(f2[0], maxWord) {
	case "completed":
		output := text.Decoded(f2[2], maxOutput)
		came, result := store.LastLine(output), "pass"
		if strings.Contains(output, userAborted) && strings.HasSuffix(output, "</shell_metadata>") {
			came, result = "stopped", ""
		}
		if code, _ := strconv.Atoi(string(store.Pick(f2[4], "exit")[0])); code != 0 {
			came, result = store.Exited(code, output)
		}
		c.Got(call.ID, store.Came(came, result))
	case "error":
		words := text.Decoded(f2[3], maxOutput)
		if strings.HasPrefix(words, aborted) {
			c.Got(call.ID, store.Came("stopped", ""))
			c.Stop(at, "")
			return
		}
		c.Got(call.ID, store.Came(store.OneLine(words, store.MostCame), "fail"))
	}
}

// maxOutput is how much is read of what came of a call, in bytes.
const maxOutput = 64 << 10

// tool says what a call is about.
func (c *course) tool(call *store.Call, args []byte, title string) {
	e := &call.Event
	about := func(act model.Act, or string, names ...string) {
		e.Act, e.Says = act, cmp.Or(store.About(args, c.Dir, names...), or)
	}
	switch e.Type {
	case "bash":
		about(model.ActShell, "", "command")
	case "read":
		about(model.ActRead, "", "filePath")
		e.Says = store.InDir(c.Dir, e.Says)
	case "list":
		about(model.ActRead, ".", "path")
	case "write", "edit", "multiedit":
		about(model.ActEdit, "", "filePath")
		if e.Says = store.InDir(c.Dir, e.Says); e.Says != "" {
			call.Touches = []string{e.Says}
		}
	case "apply_patch", "patch":
		e.Act = model.ActEdit
		call.Touches = patched(text.Decoded(store.Pick(args, "patchText")[0], maxOutput))
		e.Says = cmp.Or(store.FewFiles(call.Touches), store.OneLine(title, store.MostTitle))
	case "glob", "grep", "codesearch":
		about(model.ActSearch, "", "pattern", "query")
	case "webfetch", "websearch":
		about(model.ActWeb, "", "url", "query")
	case "todowrite":
		c.Steps = store.Steps(store.Pick(args, "todos")[0], "content")
		e.Act = model.ActPlan
		e.Says, e.Came = store.StepsSaid(c.Steps)
	case "question":
		call.Ask(store.Pick(args, "questions")[0])
	case "task":
		about(model.ActHand, "", "description", "prompt")
	default:
		e.Act, e.Says = model.ActTool, strings.TrimSpace(e.Type+" "+store.OneLine(string(args[:min(len(args), store.MostWords)]), store.MostTitle))
	}
}

// patched are the files that a patch names.
func patched(patch string) (names []string) {
	for line := range strings.Lines(patch) {
		for _, mark := range []string{"*** Add File: ", "*** Update File: ", "*** Delete File: ", "*** Move to: "} {
			if name, ok := strings.CutPrefix(strings.TrimSpace(line), mark); ok {
				names = append(names, name)
			}
		}
	}
	return names
}

// changed counts the lines that an edit changes: as the program counted them, else by its texts.
func changed(e *model.Event, args, metadata []byte) {
	if e.Act != model.ActEdit {
		return
	}
	if diff := store.Pick(store.Pick(metadata, "filediff")[0], "additions", "deletions"); diff[0] != nil {
		e.Added, _ = strconv.Atoi(string(diff[0]))
		e.Removed, _ = strconv.Atoi(string(diff[1]))
		return
	}
	f := store.Pick(args, "content", "newString", "oldString")
	e.Added, e.Removed = store.LinesIn(f[0])+store.LinesIn(f[1]), store.LinesIn(f[2])
}
