package homes

import (
	"cmp"
	"encoding/json"
	"fmt"
	"strings"
)

// codexScene writes down a session as Codex does.
type codexScene struct {
	*scene
	calls, unknown int
	// source is how the program was started, "cli" if empty. Old ones mark no turns.
	source any
	old    bool
	from   string
	title  string
}

func (c *codexScene) file() string {
	return fmt.Sprintf(".codex/sessions/%s/rollout-%s-%s.jsonl", c.began.UTC().Format("2006/01/02"), c.began.UTC().Format("2006-01-02T15-04-05"), c.id)
}

func (c *codexScene) add(kind string, payload object) {
	b, err := json.Marshal(payload)
	if err != nil {
		c.err = err
	}
	// The program writes the kind in front.
	c.lines = append(c.lines, fmt.Sprintf(`{"timestamp":%q,"type":%q,"payload":%s}`, c.tick().UTC().Format("2006-01-02T15:04:05.000Z"), kind, b))
}

func (c *codexScene) event(kind string, more object) { c.typed("event_msg", kind, more) }
func (c *codexScene) item(kind string, more object)  { c.typed("response_item", kind, more) }

func (c *codexScene) typed(line, kind string, more object) {
	payload := object{"type": kind}
	for k, v := range more {
		payload[k] = v
	}
	c.add(line, payload)
}

func (c *codexScene) message(role, text string) {
	kind := map[string]string{"assistant": "output_text"}[role]
	c.item("message", object{"role": role, "content": []object{{"type": cmp.Or(kind, "input_text"), "text": text}}})
}

// asks adds a prompt, which is written down twice.
func (c *codexScene) asks(text string) {
	c.message("user", text)
	c.event("user_message", object{"message": text, "images": []any{}})
}

// says adds an answer, which is written down twice.
func (c *codexScene) says(text string) {
	c.event("agent_message", object{"message": text})
	c.message("assistant", text)
}

func (c *codexScene) starts() {
	if !c.old {
		c.event("task_started", object{"turn_id": fmt.Sprintf("turn_%d", len(c.lines))})
	}
	c.message("user", "<environment_context>\n  <cwd>"+c.work.dir+"</cwd>\n</environment_context>")
	c.add("turn_context", object{"cwd": c.work.dir, "model": "m"})
}

// begins is how sessions begin: with long instructions, the prompt, and some work.
func (c *codexScene) begins() {
	c.meta(c.id)
	c.starts()
	c.asks(c.prompt)
	c.title, _, _ = strings.Cut(c.prompt, "\n")
	c.works()
}

func (c *codexScene) meta(id string) {
	meta := object{
		"id": id, "timestamp": c.began.UTC().Format("2006-01-02T15:04:05.000Z"), "cwd": c.work.dir, "cli_version": "0.169.0", "source": "cli",
		"git": object{"branch": c.branch}, "instructions": strings.Repeat("You are a coding agent.\n", 900),
	}
	if c.source != nil {
		meta["source"] = c.source
	}
	if c.from != "" {
		meta["forked_from_id"] = c.from
	}
	c.add("session_meta", meta)
}

// calls a tool with arguments, and gives the id of the call.
func (c *codexScene) call(name string, args object) (id string) {
	c.calls++
	id = fmt.Sprintf("call_%d", c.calls)
	b, err := json.Marshal(args)
	if err != nil {
		c.err = err
	}
	c.item("function_call", object{"name": name, "arguments": string(b), "call_id": id})
	c.add("token_usage_record", object{"usage": object{"total_tokens": 2}})
	return id
}

func (c *codexScene) came(id, text string) {
	c.item("function_call_output", object{"call_id": id, "output": "Wall time: 0.1 seconds\nProcess exited with code 0\nOutput:\n" + text})
	c.event("token_count", object{"info": nil})
}

// works adds calls of tools with their results, and the filler.
func (c *codexScene) works() {
	for range c.random.IntN(4) {
		c.came(c.call("exec_command", object{"cmd": "cat print.go"}), "package kiosk\n")
	}
	const most = 40 << 10
	for left := c.filler; left > 0; left -= most {
		c.came(c.call("exec_command", object{"cmd": "cat print.log"}), strings.Repeat("The printer says \"ready\", and the paper is at 58 mm.\n", int(min(left, most))/54+1))
	}
	c.filler = 0
}

func (c *codexScene) hangs() { c.call("exec_command", object{"cmd": "sleep 300"}) }

// ends is how turns end.
func (c *codexScene) ends() {
	c.says("All of it is done.")
	if !c.old {
		c.event("task_complete", object{"turn_id": "t", "last_agent_message": "All of it is done."})
	}
}

func (c *codexScene) closes(e Session) { c.closesWith(e, strings.Join(c.lines, "\n")+"\n") }

func (c *codexScene) closesWith(e Session, text string) {
	e.Path = cmp.Or(e.Path, c.file())
	c.write(e.Path, []byte(text))
	e.Title, e.Prompt, e.From = cmp.Or(e.Title, c.title), cmp.Or(e.Prompt, c.prompt), c.from
	e.Batch, e.Unknown = c.source == "exec", c.unknown
	c.expect(e)
}

// codex is a kind of a session of Codex that ends in one way, known so well.
func codex(name, ending, sure string, make func(c *codexScene)) kind {
	return codexWith(name, func(c *codexScene) {
		c.begins()
		make(c)
		c.closes(Session{Ending: ending, Sure: sure})
	})
}

// codexWith is a kind that says itself what is expected.
func codexWith(name string, make func(c *codexScene)) kind {
	return kind{"codex", name, func(s *scene) { make(&codexScene{scene: s}) }}
}

var codexKinds = []kind{
	codex("idle after a turn", "your-turn", "declared", (*codexScene).ends),
	codexWith("a run that ended", func(c *codexScene) {
		c.source = "exec"
		c.begins()
		c.ends()
		c.closes(Session{Ending: "done", Sure: "declared"})
	}),
	codexWith("archived", func(c *codexScene) {
		c.begins()
		c.hangs()
		_, name, _ := strings.Cut(c.file(), "rollout-")
		c.closes(Session{Ending: "done", Sure: "folder", Path: ".codex/archived_sessions/rollout-" + name})
	}),
	codex("cut off in a tool", "cut-off-in-tool", "derived", (*codexScene).hangs),
	codex("cut off in one of two tools", "cut-off-in-tool", "derived", func(c *codexScene) {
		a := c.call("exec_command", object{"cmd": "make"})
		c.hangs()
		c.came(a, "ok\n")
	}),
	codexWith("cut off in a tool, an old version", func(c *codexScene) {
		c.old = true
		c.begins()
		c.item("custom_tool_call", object{"name": "apply_patch", "call_id": "p", "input": "*** Begin Patch\n*** Add File: a.go\n+package a\n*** End Patch"})
		c.closes(Session{Ending: "cut-off-in-tool"})
	}),
	codexWith("an old version, idle", func(c *codexScene) {
		c.old = true
		c.begins()
		c.ends()
		c.closes(Session{Ending: "your-turn", Sure: "guessed"})
	}),
	codexWith("cut off in a line", func(c *codexScene) {
		c.begins()
		last := c.now
		c.ends()
		text := strings.Join(c.lines[:len(c.lines)-2], "\n")
		c.closesWith(Session{Ending: "cut-off-in-writing", Last: last}, text[:len(text)-1-c.random.IntN(60)])
	}),
	codex("killed in an answer", "unanswered", "derived", func(c *codexScene) { c.says("I begin with") }),
	codex("never went on after a tool", "unanswered", "derived", func(c *codexScene) { c.came(c.call("exec_command", object{"cmd": "make"}), "ok\n") }),
	codexWith("asked and never answered", func(c *codexScene) {
		c.begins()
		c.ends()
		c.starts()
		c.asks("and now the invoices")
		c.closes(Session{Ending: "unanswered", Prompt: "and now the invoices"})
	}),
	codex("an error for an answer", "unanswered", "declared", func(c *codexScene) {
		c.event("task_complete", object{"last_agent_message": nil, "error": object{"message": "overloaded"}})
	}),
	codex("stopped in a tool", "stopped", "declared", func(c *codexScene) {
		c.item("function_call_output", object{"call_id": c.call("exec_command", object{"cmd": "sleep 300"}), "output": "Wall time: 3 seconds\naborted by user"})
		c.message("user", "<turn_aborted>\nThe user interrupted the previous turn on purpose.\n</turn_aborted>")
		c.event("turn_aborted", object{"reason": "interrupted"})
	}),
	codexWith("asks a question", func(c *codexScene) {
		c.begins()
		c.call("request_user_input", question)
		c.closes(Session{Ending: "waits", Questions: 2})
	}),
	codex("lays out a plan", "waits", "derived", func(c *codexScene) {
		c.event("item_completed", object{"item": object{"type": "Plan", "id": "p", "text": "# Receipts\n1. Print them."}})
		c.event("task_complete", object{"last_agent_message": "# Receipts\n1. Print them."})
	}),
	codexWith("resumed after it was cut off", func(c *codexScene) {
		c.begins()
		c.hangs()
		c.starts()
		c.asks("go on please")
		c.ends()
		c.closes(Session{Ending: "your-turn", Sure: "declared", Prompt: "go on please"})
	}),
	codexWith("taken back", func(c *codexScene) {
		c.begins()
		c.ends()
		c.starts()
		c.asks("paint it red")
		c.hangs()
		c.event("thread_rolled_back", object{"num_turns": 1})
		c.closes(Session{Ending: "your-turn", Sure: "declared"})
	}),
	codex("summed up", "cut-off-in-tool", "derived", func(c *codexScene) {
		c.ends()
		c.add("compacted", object{"message": "It was half done.", "replacement_history": []object{{"type": "message", "role": "user", "content": []object{{"type": "input_text", "text": "SUMMARY"}}}}})
		c.event("context_compacted", nil)
		c.starts()
		c.hangs()
	}),
	codexWith("forked", func(c *codexScene) {
		c.from = "0a1b2c3d-0000-7000-8000-000000000001"
		c.begins()
		// Older versions copy the beginning of the other session.
		c.meta(c.from)
		c.ends()
		c.closes(Session{Ending: "your-turn", Sure: "declared"})
	}),
	codexWith("of a sub-agent", func(c *codexScene) {
		c.source = object{"subagent": object{"thread_spawn": object{"depth": 1}}}
		c.begins()
		c.ends()
		c.closes(Session{None: true})
	}),
	codexWith("named", func(c *codexScene) {
		c.begins()
		c.event("thread_name_updated", object{"thread_name": "till-work"})
		c.ends()
		c.closes(Session{Ending: "your-turn", Sure: "declared", Title: "till-work"})
	}),
	codex("unknown lines", "your-turn", "declared", func(c *codexScene) {
		for range 1 + c.random.IntN(5) {
			c.event("moon_phase", object{"phase": "full"})
			c.add("tide", object{"high": true})
			c.unknown += 2
		}
		c.ends()
	}),
}
