package codex

import (
	"cmp"
	"path"
	"strings"

	"coldstart/model"
	"coldstart/vault/store"
	"coldstart/vault/text"
)

// call reads the call of a tool: what it is about, and what it changes.
func (c *course) call(name, id, args string) {
	call := store.Call{ID: id, Event: model.Event{At: c.now(), Type: name}}
	e, all := &call.Event, []byte(args)
	about := func(act model.Act, names ...string) { e.Act, e.Says = act, store.About(all, c.Dir, names...) }
	switch own := cutName(name); own {
	case "shell", "shell_command", "exec_command", "local_shell", "container.exec", "unified_exec", "bash":
		c.shell(&call, all)
	case "write_stdin":
		if about(model.ActShell, "chars"); e.Says != "" {
			e.Says = "type " + e.Says
		}
		e.Says = cmp.Or(e.Says, "continue the command")
	case "apply_patch":
		patch(&call, c.Dir, cmp.Or(text.Decoded(store.Pick(all, "input")[0], maxArguments), args))
	case "update_plan":
		e.Act = model.ActPlan
		if list := store.Pick(all, "plan")[0]; store.Whole(all) {
			c.Steps = store.Steps(list, "step")
			e.Says, e.Came = store.StepsSaid(c.Steps)
		}
	case "request_user_input":
		call.Ask(store.Pick(all, "questions")[0])
	case "read_file", "view_image":
		about(model.ActRead, "file_path", "path")
	case "list_dir":
		about(model.ActRead, "dir_path", "path")
	case "grep_files":
		about(model.ActSearch, "pattern")
	case "web_search", "web_fetch":
		about(model.ActWeb, "query", "url")
	case "spawn_agent", "send_input", "send_message", "followup_task":
		about(model.ActHand, "message")
	case "wait", "wait_agent", "close_agent", "resume_agent", "list_agents", "interrupt_agent":
		e.Act, e.Says = model.ActHand, strings.ReplaceAll(own, "_", " ")
	default:
		e.Act, e.Says = model.ActTool, strings.TrimSpace(own+" "+store.OneLine(args, store.MostTitle))
	}
	c.Called(call)
}

// cutName returns the name of a tool of a server, mcp__SERVER__TOOL, in two words.
func cutName(name string) string {
	rest, ok := strings.CutPrefix(name, "mcp__")
	if !ok {
		return name
	}
	server, own, _ := strings.Cut(rest, "__")
	return server + " " + own
}

// shell reads a command: a text, or a list of words in which one for a shell stands behind -lc.
func (c *course) shell(call *store.Call, args []byte) {
	f := store.Pick(args, "command", "cmd")
	if f[0] == nil {
		f[0] = f[1]
	}
	words := wordsOf(f[0])
	line := strings.Join(words, " ")
	if n := len(words); n == 3 && (words[1] == "-lc" || words[1] == "-c") {
		line = words[2]
	}
	if at := strings.Index(line, beginPatch); at >= 0 && strings.Contains(line[:at], "apply_patch") {
		patch(call, c.Dir, line[at:])
		return
	}
	call.Act, call.Says = model.ActShell, store.Command(line)
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
func patch(call *store.Call, dir, patch string) {
	call.Act = model.ActEdit
	var files []string
	for line := range strings.Lines(patch) {
		line = strings.TrimRight(line, "\r\n")
		m := patched.FindStringSubmatch(line)
		switch {
		case m != nil:
			files = append(files, store.InDir(dir, path.Clean(m[1])))
		case strings.HasPrefix(line, "+"):
			call.Added++
		case strings.HasPrefix(line, "-"):
			call.Removed++
		}
	}
	call.Touches, call.Says = files, store.OneLine(store.FewFiles(files), store.MostAbout)
}

// searchID stands for a search in the web, which has no id and its result in itself.
const searchID = "web search"

// searched notes a search in the web.
func (c *course) searched(action []byte) {
	c.Called(store.Call{ID: searchID, Event: model.Event{At: c.now(), Type: "web_search", Act: model.ActWeb, Says: store.About(action, "", "query", "url")}})
	c.Got(searchID, store.Came("", ""))
}
