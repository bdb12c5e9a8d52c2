package homes

import (
	"cmp"
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strings"
	"time"
)

// object is a line, or a part of one.
type object = map[string]any

// claudeScene writes down a session as Claude Code does.
type claudeScene struct {
	*scene
	parent  any
	uuids   int
	entry   string
	version string
	title   string
	calls   int
	unknown int
}

// slug is the name of the folder of a working directory.
func slug(dir string) string {
	return strings.Map(func(r rune) rune {
		if r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z' || r >= '0' && r <= '9' {
			return r
		}
		return '-'
	}, dir)
}

func (c *claudeScene) file() string {
	return ".claude/projects/" + slug(c.work.dir) + "/" + c.id + ".jsonl"
}

// inFront are the members of a line that the program writes first, behind are those that it writes last.
var (
	inFront = []string{"parentUuid", "isSidechain", "type", "message", "attachment", "uuid", "timestamp", "toolUseResult"}
	behind  = []string{"userType", "entrypoint", "cwd", "sessionId", "version", "gitBranch"}
)

// add adds a line, with its members in the order in which the program writes them.
func (c *claudeScene) add(line object) {
	other := slices.Sorted(maps.Keys(line))
	other = slices.DeleteFunc(other, func(key string) bool { return slices.Contains(inFront, key) || slices.Contains(behind, key) })
	var b strings.Builder
	for _, key := range slices.Concat(inFront, other, behind) {
		value, ok := line[key]
		if !ok {
			continue
		}
		text, err := json.Marshal(value)
		if err != nil {
			c.err = err
		}
		fmt.Fprintf(&b, ",%q:%s", key, text)
	}
	c.lines = append(c.lines, "{"+b.String()[1:]+"}")
}

// plain adds a line that is no part of the conversation.
func (c *claudeScene) plain(kind string, more object) {
	line := object{"type": kind, "sessionId": c.id}
	for k, v := range more {
		line[k] = v
	}
	c.add(line)
}

// talk adds a line of the conversation.
func (c *claudeScene) talk(kind string, more object) {
	c.uuids++
	at, id := c.tick(), fmt.Sprintf("%s-%d", c.id[:8], c.uuids)
	if c.uuids == 1 {
		c.began = at
	}
	line := object{
		"type": kind, "uuid": id, "parentUuid": c.parent, "timestamp": at.UTC().Format("2006-01-02T15:04:05.000Z"), "isSidechain": false,
		"sessionId": c.id, "cwd": c.work.dir, "gitBranch": c.branch, "version": cmp.Or(c.version, "2.1.197"), "entrypoint": cmp.Or(c.entry, "cli"), "userType": "external",
	}
	for k, v := range more {
		line[k] = v
	}
	c.parent = id
	c.add(line)
}

func (c *claudeScene) user(text string) {
	c.talk("user", object{"message": object{"role": "user", "content": text}})
}

// says adds an answer of blocks, with the reason why it stops there.
func (c *claudeScene) says(stop any, blocks ...object) {
	c.talk("assistant", object{"message": object{
		"id": fmt.Sprintf("msg_%d", c.uuids), "type": "message", "role": "assistant", "model": "claude-opus-4-8", "content": blocks, "stop_reason": stop,
	}})
}

func words(s string) object { return object{"type": "text", "text": s} }

// call is the call of a tool, with its id.
func (c *claudeScene) call(name string, input object) (block object, id string) {
	c.calls++
	id = fmt.Sprintf("toolu_%s_%d", c.id[:8], c.calls)
	return object{"type": "tool_use", "id": id, "name": name, "input": input}, id
}

// uses adds a call of a tool.
func (c *claudeScene) uses(name string, input object) (id string) {
	block, id := c.call(name, input)
	c.says("tool_use", block)
	return id
}

func (c *claudeScene) came(id, text string, more object) {
	line := object{"message": object{"role": "user", "content": []object{{"tool_use_id": id, "type": "tool_result", "content": text}}}}
	for k, v := range more {
		line[k] = v
	}
	c.talk("user", line)
}

func (c *claudeScene) attach(kind string, more object) {
	a := object{"type": kind}
	for k, v := range more {
		a[k] = v
	}
	c.talk("attachment", object{"attachment": a})
}

// begins is how sessions begin: with what the program notes, the prompt, and some work.
func (c *claudeScene) begins() {
	c.plain("mode", object{"mode": "normal"})
	c.plain("permission-mode", object{"permissionMode": "default"})
	c.plain("file-history-snapshot", object{"snapshot": object{}})
	c.user(c.prompt)
	c.attach("skill_listing", object{"content": strings.Repeat("- print: prints what is there. ", 20)})
	c.title = strings.TrimSpace(strings.SplitN(c.prompt, "\n", 2)[0])
	if c.random.IntN(3) > 0 {
		c.title = fmt.Sprintf("Receipts %d", c.random.IntN(1000))
		c.plain("ai-title", object{"aiTitle": c.title})
	}
	c.works()
}

// filler is a piece of what a tool gives, with about as many quotation marks as code has.
const filler = "14:05:09 roll 3: The printer says \"ready\", and the paper is at 58 mm.\n14:05:10 roll 3: 214 bookings to go, none of them without a receipt.\n"

// works adds calls of tools with their results, and the filler.
func (c *claudeScene) works() {
	for range c.random.IntN(4) {
		id := c.uses("Read", object{"file_path": c.work.dir + "/print.go"})
		c.came(id, "1\tpackage kiosk", object{"toolUseResult": object{"type": "text", "file": object{"numLines": 214}}})
	}
	const most = 40 << 10
	for left := c.filler; left > 0; left -= most {
		text := strings.Repeat(filler, int(min(left, most))/(2*len(filler))+1)
		id := c.uses("Bash", object{"command": "cat print.log", "description": "Look at the log"})
		c.came(id, text, object{"toolUseResult": object{"stdout": text, "stderr": ""}})
	}
	c.filler = 0
}

// ends is how turns end.
func (c *claudeScene) ends() {
	c.says("end_turn", words("All of it is done."))
	c.talk("system", object{"subtype": "turn_duration", "durationMs": 900, "isMeta": false})
}

// hangs is the open call of a shell.
func (c *claudeScene) hangs() { c.uses("Bash", object{"command": "sleep 300", "description": "Wait"}) }

// closes writes the transcript, and what it has to say.
func (c *claudeScene) closes(e Session) { c.closesWith(e, strings.Join(c.lines, "\n")+"\n") }

func (c *claudeScene) closesWith(e Session, text string) {
	e.Path = cmp.Or(e.Path, c.file())
	c.write(e.Path, []byte(text))
	e.Title, e.Prompt = cmp.Or(e.Title, c.title), cmp.Or(e.Prompt, c.prompt)
	e.Batch, e.Unknown = c.entry != "", c.unknown
	c.expect(e)
}

// claude is a kind of a session of Claude Code that ends in one way.
func claude(name, ending string, make func(c *claudeScene)) kind {
	return kind{"claude", name, func(s *scene) {
		c := &claudeScene{scene: s}
		c.begins()
		make(c)
		c.closes(Session{Ending: ending})
	}}
}

// claudeWith is a kind that says itself what is expected.
func claudeWith(name string, make func(c *claudeScene)) kind {
	return kind{"claude", name, func(s *scene) { make(&claudeScene{scene: s}) }}
}

// runs notes a process of the session, which does not run any more.
func (c *claudeScene) runs(status, waits string) {
	pid := 1<<22 + c.random.IntN(1<<20)
	b, err := json.Marshal(object{
		"pid": pid, "sessionId": c.id, "cwd": c.work.dir, "startedAt": c.began.UnixMilli(), "procStart": "733823", "version": "2.1.197",
		"kind": "interactive", "entrypoint": "cli", "status": status, "waitingFor": waits,
	})
	if err != nil {
		c.err = err
	}
	c.write(fmt.Sprintf(".claude/sessions/%d.json", pid), b)
}

// notTelling is a version that does not tell of its processes: what it asks may still be answered.
const notTelling = "2.1.101"

var question = object{"questions": []object{
	{"question": "Which paper?", "header": "Paper", "options": []object{{"label": "58 mm", "description": "small"}, {"label": "80 mm", "description": "wide"}}},
	{"question": "How many?", "options": []object{{"label": "one"}, {"label": "two"}}},
}}

var claudeKinds = []kind{
	claude("idle after a turn", "your-turn", func(c *claudeScene) { c.ends() }),
	claude("idle after two answers", "your-turn", func(c *claudeScene) {
		c.says("end_turn", words("Nearly."))
		c.says("end_turn", words("Done."))
	}),
	claude("closed", "done", func(c *claudeScene) { c.ends(); c.plain("last-prompt", object{"lastPrompt": c.prompt}) }),
	claude("left by /exit", "done", func(c *claudeScene) {
		c.ends()
		c.user("<command-name>/exit</command-name>\n<command-message>exit</command-message>\n<command-args></command-args>")
		c.user("<local-command-stdout>Bye!</local-command-stdout>")
	}),
	claude("a run that ended", "done", func(c *claudeScene) {
		c.entry = "sdk-cli"
		c.says("end_turn", words("Done."))
		c.plain("last-prompt", object{"lastPrompt": c.prompt})
	}),
	claude("a run that came to its last turn", "your-turn", func(c *claudeScene) {
		c.entry = "sdk-cli"
		c.came(c.uses("Bash", object{"command": "make"}), "ok", nil)
		c.attach("max_turns_reached", object{"maxTurns": 1})
	}),
	claude("cut off in a tool", "cut-off-in-tool", (*claudeScene).hangs),
	claude("cut off in a tool, notes behind it", "cut-off-in-tool", func(c *claudeScene) {
		c.says("tool_use", words("I clean first."))
		c.hangs()
		c.attach("agent_listing_delta", nil)
		c.plain("last-prompt", object{"lastPrompt": c.prompt})
	}),
	claude("cut off in one of three tools", "cut-off-in-tool", func(c *claudeScene) {
		a := c.uses("Read", object{"file_path": "a.go"})
		c.hangs()
		b := c.uses("Grep", object{"pattern": "paper"})
		c.came(b, "print.go", nil)
		c.came(a, "package kiosk", nil)
	}),
	claudeWith("cut off in a sub-agent", func(c *claudeScene) {
		c.begins()
		c.uses("Agent", object{"description": "Look for printers", "prompt": "List them"})
		last := c.now
		c.talk("assistant", object{"isSidechain": true, "message": object{"role": "assistant", "stop_reason": "end_turn", "content": []object{words("Two.")}}})
		c.closes(Session{Ending: "cut-off-in-tool", Last: last})
	}),
	claudeWith("killed in a tool", func(c *claudeScene) {
		c.begins()
		c.hangs()
		c.runs("busy", "")
		c.closes(Session{Ending: "cut-off-in-tool", Sure: "declared"})
	}),
	claudeWith("killed at a permission prompt", func(c *claudeScene) {
		c.begins()
		c.hangs()
		c.runs("waiting", "permission prompt")
		c.closes(Session{Ending: "cut-off-in-tool", Sure: "declared"})
	}),
	claudeWith("asks a question", func(c *claudeScene) {
		c.version = notTelling
		c.begins()
		c.uses("AskUserQuestion", question)
		c.closes(Session{Ending: "waits", Questions: 2})
	}),
	claudeWith("lays out a plan", func(c *claudeScene) {
		c.version = notTelling
		c.begins()
		c.attach("plan_mode", object{"planFilePath": c.work.dir + "/plans/calm-red-fox.md", "planExists": true})
		c.uses("ExitPlanMode", object{"plan": "# Receipts\n\n1. Print them.\n2. Count them.\n"})
		c.closes(Session{Ending: "waits"})
	}),
	claudeWith("left a tool to the operator", func(c *claudeScene) {
		c.begins()
		c.entry = "sdk-cli"
		id := c.uses("Bash", object{"command": "rm -rf paper"})
		c.attach("hook_deferred_tool", object{"toolUseID": id, "toolName": "Bash", "toolInput": object{"command": "rm -rf paper"}})
		c.closes(Session{Ending: "waits", Questions: 1})
	}),
	claudeWith("cut off in a line", func(c *claudeScene) {
		c.begins()
		last := c.now
		c.hangs()
		text := strings.Join(c.lines, "\n")
		c.closesWith(Session{Ending: "cut-off-in-writing", Last: last}, text[:len(text)-1-c.random.IntN(100)])
	}),
	claudeWith("cut off in a line, zeros behind it", func(c *claudeScene) {
		c.begins()
		c.closesWith(Session{Ending: "cut-off-in-writing"}, strings.Join(c.lines, "\n")+"\n"+strings.Repeat("\x00", 1+c.random.IntN(5000)))
	}),
	claude("cut off before the call it announced", "cut-off-in-writing", func(c *claudeScene) { c.says("tool_use", words("I print a test page first.")) }),
	claude("killed in an answer", "unanswered", func(c *claudeScene) { c.says(nil, words("I begin with")) }),
	claudeWith("asked and never answered", func(c *claudeScene) {
		c.begins()
		c.ends()
		c.user("and now the invoices")
		c.attach("skill_listing", nil)
		c.closes(Session{Ending: "unanswered", Prompt: "and now the invoices"})
	}),
	claude("never went on after a tool", "unanswered", func(c *claudeScene) { c.came(c.uses("Bash", object{"command": "make"}), "ok", nil) }),
	claude("an error for an answer", "unanswered", func(c *claudeScene) {
		c.talk("assistant", object{"isApiErrorMessage": true, "message": object{
			"role": "assistant", "model": "<synthetic>", "stop_reason": "stop_sequence", "content": []object{words("API Error: 529 overloaded")},
		}})
		c.plain("last-prompt", object{"lastPrompt": c.prompt})
	}),
	claude("stopped in a tool", "stopped", func(c *claudeScene) {
		c.hangs()
		c.talk("user", object{"toolUseResult": "User rejected tool use", "message": object{"role": "user", "content": []object{
			{"type": "tool_result", "tool_use_id": fmt.Sprintf("toolu_%s_%d", c.id[:8], c.calls), "is_error": true, "content": "The tool use was rejected."},
		}}})
		c.talk("user", object{"message": object{"role": "user", "content": []object{words("[Request interrupted by user for tool use]")}}})
	}),
	claude("stopped in an answer", "stopped", func(c *claudeScene) {
		c.says(nil, words("I begin with"))
		c.talk("user", object{"message": object{"role": "user", "content": []object{words("[Request interrupted by user]")}}})
	}),
	claudeWith("resumed after it was cut off", func(c *claudeScene) {
		c.begins()
		c.hangs()
		c.talk("user", object{"isMeta": true, "message": object{"role": "user", "content": "Continue from where you left off."}})
		c.talk("assistant", object{"message": object{"role": "assistant", "model": "<synthetic>", "stop_reason": "stop_sequence", "content": []object{words("No response requested.")}}})
		c.user("go on please")
		c.ends()
		c.closes(Session{Ending: "your-turn", Prompt: "go on please"})
	}),
	claudeWith("forked", claudeFork),
	claudeWith("summed up", func(c *claudeScene) {
		c.begins()
		c.ends()
		c.user("and now the orders")
		c.came(c.uses("Bash", object{"command": "make orders"}), "ok", nil)
		c.talk("system", object{"subtype": "compact_boundary", "content": "Conversation compacted", "compactMetadata": object{"trigger": "auto"}})
		c.talk("user", object{"isCompactSummary": true, "message": object{"role": "user", "content": "It said: [Request interrupted by user], and then <command-name>/exit"}})
		c.hangs()
		c.closes(Session{Ending: "cut-off-in-tool", Prompt: "and now the orders"})
	}),
	claude("lines out of order", "your-turn", func(c *claudeScene) {
		c.user(c.prompt)
		c.says("end_turn", words("Done."))
		n := len(c.lines)
		c.lines[n-1], c.lines[n-2] = c.lines[n-2], c.lines[n-1]
	}),
	claude("lines twice", "your-turn", func(c *claudeScene) {
		c.hangs()
		again := c.lines[len(c.lines)-1]
		c.came(fmt.Sprintf("toolu_%s_%d", c.id[:8], c.calls), "ok", nil)
		c.ends()
		c.lines = append(c.lines, again)
	}),
	claude("unknown lines", "your-turn", func(c *claudeScene) {
		c.ends()
		for range 1 + c.random.IntN(5) {
			c.plain("moon-phase", object{"phase": "full", "deep": strings.Repeat("[", 9)})
			c.unknown++
		}
	}),
	claude("a long last result", "unanswered", func(c *claudeScene) {
		text := strings.Repeat("paper \"58 mm\"\n", 60_000)
		c.came(c.uses("Bash", object{"command": "cat print.log"}), text, object{"toolUseResult": object{"stdout": text}})
		c.plain("file-history-snapshot", object{"snapshot": object{}})
	}),
	claude("a command and its prompt", "your-turn", func(c *claudeScene) {
		c.user("<local-command-caveat>Caveat: nothing</local-command-caveat>")
		c.user("<command-name>/model</command-name>\n<command-message>model</command-message>\n<command-args>opus</command-args>")
		c.user("<local-command-stdout>Set model to opus</local-command-stdout>")
		c.ends()
	}),
	claudeWith("named", func(c *claudeScene) {
		c.begins()
		c.ends()
		c.plain("agent-name", object{"agentName": "someone"})
		c.plain("custom-title", object{"customTitle": "till-work"})
		c.closes(Session{Ending: "your-turn", Title: "till-work"})
	}),
	claudeWith("cleared", func(c *claudeScene) {
		c.plain("mode", object{"mode": "normal"})
		c.user("<command-name>/clear</command-name>\n<command-message>clear</command-message>\n<command-args></command-args>")
		c.closes(Session{None: true})
	}),
	claudeWith("of a sub-agent", func(c *claudeScene) {
		c.talk("user", object{"isSidechain": true, "message": object{"role": "user", "content": "List the printers"}})
		c.closes(Session{None: true, Path: ".claude/projects/" + slug(c.work.dir) + "/agent-" + c.id[:8] + ".jsonl"})
	}),
	claudeWith("a clock that was wrong", func(c *claudeScene) {
		c.begins()
		c.ends()
		last := c.now
		now := c.now
		c.now = c.now.Add(60 * 365 * 24 * time.Hour)
		c.talk("system", object{"subtype": "stop_hook_summary"})
		c.now = now
		c.closes(Session{Ending: "your-turn", Last: last})
	}),
}

// claudeFork makes a session that was cut off, and another one that goes on from a copy of it.
func claudeFork(c *claudeScene) {
	c.begins()
	c.says("tool_use", words("I print a test page first."))
	copied := append([]string(nil), c.lines...)
	c.hangs()
	c.closes(Session{Ending: "cut-off-in-tool"})
	was, began := c.id, c.began
	c.id, c.began = c.newID(), began
	c.lines = nil
	for _, line := range copied {
		c.lines = append(c.lines, strings.ReplaceAll(line, `"sessionId":"`+was, `"sessionId":"`+c.id))
	}
	c.user("go on please")
	c.ends()
	c.closes(Session{ID: c.id, Ending: "your-turn", Prompt: "go on please", From: was, Began: began})
}
