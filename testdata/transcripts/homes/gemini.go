package homes

import (
	"cmp"
	"crypto/sha256"
	"encoding/json"
	"fmt"
	"path/filepath"
	"strings"
)

// geminiScene writes down a session as Gemini CLI does.
type geminiScene struct {
	*scene
	ids, unknown int
	// sort is that of the session, "main" if empty.
	sort  string
	title string
}

// project is the name of the folder of a working directory: its hash in older versions.
func (g *geminiScene) project() string {
	if len(g.work.dir)%2 == 0 {
		return fmt.Sprintf("%x", sha256.Sum256([]byte(g.work.dir)))
	}
	return strings.ToLower(strings.ReplaceAll(filepath.Base(g.work.dir), " ", "-"))
}

func (g *geminiScene) at() string { return g.tick().UTC().Format("2006-01-02T15:04:05.000Z") }

func (g *geminiScene) add(line object) {
	b, err := json.Marshal(line)
	if err != nil {
		g.err = err
	}
	g.lines = append(g.lines, string(b))
}

// message adds a message, and the time of the change behind it.
func (g *geminiScene) message(kind string, content any, more object) (id string) {
	g.ids++
	id = fmt.Sprintf("%s-%d", g.id[:8], g.ids)
	return g.again(id, kind, content, more)
}

// again writes down a message that may be there.
func (g *geminiScene) again(id, kind string, content any, more object) string {
	at := g.at()
	line := object{"id": id, "timestamp": at, "type": kind, "content": content}
	for k, v := range more {
		line[k] = v
	}
	g.add(line)
	g.add(object{"$set": object{"lastUpdated": at}})
	return id
}

func (g *geminiScene) asks(text string) string {
	return g.message("user", []object{{"text": text}}, nil)
}
func (g *geminiScene) says(text string) string { return g.message("gemini", text, nil) }

// ran is a call of the shell with a status.
func ran(id, command, status string) object {
	call := object{"id": id, "name": "run_shell_command", "args": object{"command": command}, "status": status}
	if status == "success" {
		call["result"] = []object{{"functionResponse": object{"id": id, "name": "run_shell_command", "response": object{"output": "Output: ok"}}}}
	}
	return call
}

// runs adds a call that ended: the message comes again with it, and its result behind.
func (g *geminiScene) runs(text, command, output string) {
	id := g.says(text)
	g.again(id, "gemini", text, object{"toolCalls": []object{ran("call-"+id, command, "success")}})
	g.message("user", []object{{"functionResponse": object{"id": "call-" + id, "name": "run_shell_command", "response": object{"output": output}}}}, nil)
}

// context is what the program tells its agent first.
func (g *geminiScene) context() object {
	return object{"id": g.id[:8] + "-0", "timestamp": g.at(), "type": "user", "content": []object{{"text": "<session_context>\nThis is the Gemini CLI.\n- **Workspace Directories:**\n  - " + g.work.dir + "\n</session_context>"}}}
}

// begins is how sessions begin: with the folder, the prompt, and some work.
func (g *geminiScene) begins() {
	g.branch = ""
	g.add(g.head())
	g.add(object{"$set": object{"messages": []object{g.context()}}})
	g.asks(g.prompt)
	g.title, _, _ = strings.Cut(g.prompt, "\n")
	for range g.random.IntN(4) {
		g.runs("", "cat print.go", "Output: package kiosk")
	}
	const most = 40 << 10
	for left := g.filler; left > 0; left -= most {
		g.runs("", "cat print.log", strings.Repeat("The printer says \"ready\", and the paper is at 58 mm.\n", int(min(left, most))/54+1))
	}
}

func (g *geminiScene) head() object {
	began := g.began.UTC().Format("2006-01-02T15:04:05.000Z")
	return object{"sessionId": g.id, "projectHash": "x", "startTime": began, "lastUpdated": began, "kind": cmp.Or(g.sort, "main")}
}

func (g *geminiScene) closes(e Session) { g.closesWith(e, ".jsonl", strings.Join(g.lines, "\n")+"\n") }

func (g *geminiScene) closesWith(e Session, ending, text string) {
	dir := ".gemini/tmp/" + g.project()
	e.Path = dir + "/chats/session-" + g.began.UTC().Format("2006-01-02T15-04") + "-" + g.id[:8] + ending
	if !strings.Contains(g.project(), fmt.Sprintf("%x", sha256.Sum256([]byte(g.work.dir)))) {
		g.write(dir+"/.project_root", []byte(g.work.dir))
	}
	g.write(e.Path, []byte(text))
	e.Title, e.Prompt, e.Unknown = cmp.Or(e.Title, g.title), cmp.Or(e.Prompt, g.prompt), g.unknown
	g.expect(e)
}

// gemini is a kind of a session of Gemini CLI that ends in one way, known so well.
func gemini(name, ending, sure string, make func(g *geminiScene)) kind {
	return geminiWith(name, func(g *geminiScene) {
		g.begins()
		make(g)
		g.closes(Session{Ending: ending, Sure: sure})
	})
}

// geminiWith is a kind that says itself what is expected.
func geminiWith(name string, make func(g *geminiScene)) kind {
	return kind{"gemini", name, func(s *scene) { make(&geminiScene{scene: s}) }}
}

var geminiKinds = []kind{
	gemini("idle after a turn", "your-turn", "guessed", func(g *geminiScene) { g.says("All of it is done.") }),
	gemini("cut off in a tool", "cut-off-in-tool", "guessed", func(g *geminiScene) { g.says("") }),
	gemini("cut off in a tool that was written down", "cut-off-in-tool", "derived", func(g *geminiScene) {
		g.message("gemini", "I clean first.", object{"toolCalls": []object{ran("a", "make", "success"), ran("b", "sleep 300", "executing")}})
	}),
	geminiWith("waits for a yes", func(g *geminiScene) {
		g.begins()
		g.message("gemini", "", object{"toolCalls": []object{ran("a", "rm -rf paper", "awaiting_approval")}})
		g.closes(Session{Ending: "waits", Questions: 1})
	}),
	geminiWith("cut off in a line", func(g *geminiScene) {
		g.begins()
		last := g.now
		g.says("All of it is done.")
		text := strings.Join(g.lines[:len(g.lines)-1], "\n")
		g.closesWith(Session{Ending: "cut-off-in-writing", Last: last}, ".jsonl", text[:len(text)-1-g.random.IntN(60)])
	}),
	geminiWith("asked and never answered", func(g *geminiScene) {
		g.begins()
		g.says("All of it is done.")
		g.asks("and now the invoices")
		g.closes(Session{Ending: "unanswered", Sure: "guessed", Prompt: "and now the invoices"})
	}),
	gemini("never went on after a tool", "unanswered", "guessed", func(g *geminiScene) { g.runs("I look.", "make", "ok") }),
	gemini("an error for an answer", "unanswered", "derived", func(g *geminiScene) { g.message("error", "[API Error: overloaded]", nil) }),
	gemini("stopped in a tool", "stopped", "derived", func(g *geminiScene) {
		g.says("")
		g.message("info", "Request cancelled.", nil)
		g.message("gemini", "", object{"toolCalls": []object{ran("a", "sleep 300", "cancelled")}})
		g.message("user", []object{{"functionResponse": object{"id": "a", "name": "run_shell_command", "response": object{"error": "cancelled"}}}}, nil)
	}),
	geminiWith("resumed", func(g *geminiScene) {
		g.begins()
		id := g.says("I print a test page first.")
		g.add(g.head())
		g.add(object{"$set": object{"messages": []object{g.context(), {"id": id, "timestamp": g.at(), "type": "gemini", "content": []object{{"text": "I print a test page first."}}}}}})
		g.asks("go on please")
		g.says("Now it is done.")
		g.closes(Session{Ending: "your-turn", Sure: "guessed", Prompt: "go on please"})
	}),
	geminiWith("taken back", func(g *geminiScene) {
		g.begins()
		g.says("All of it is done.")
		id := g.asks("paint it red")
		g.says("")
		g.add(object{"$rewindTo": id})
		g.closes(Session{Ending: "your-turn", Sure: "guessed"})
	}),
	geminiWith("named", func(g *geminiScene) {
		g.begins()
		g.says("All of it is done.")
		g.add(object{"$set": object{"summary": "The till is mended"}})
		g.closes(Session{Ending: "your-turn", Sure: "guessed", Title: "The till is mended"})
	}),
	geminiWith("of a sub-agent", func(g *geminiScene) {
		g.sort = "subagent"
		g.begins()
		g.says("Read.")
		g.closes(Session{None: true})
	}),
	gemini("unknown lines", "your-turn", "guessed", func(g *geminiScene) {
		for range 1 + g.random.IntN(5) {
			g.add(object{"moon": "full"})
			g.unknown++
		}
		g.says("All of it is done.")
	}),
	geminiWith("an old version", func(g *geminiScene) {
		g.branch = ""
		g.title, _, _ = strings.Cut(g.prompt, "\n")
		whole := g.head()
		delete(whole, "kind")
		whole["messages"] = []object{
			{"id": "a", "timestamp": g.at(), "type": "user", "content": g.prompt},
			{"id": "b", "timestamp": g.at(), "type": "gemini", "content": "", "toolCalls": []object{ran("c", "make", "success")}},
			{"id": "d", "timestamp": g.at(), "type": "gemini", "content": "All of it is done."},
		}
		whole["directories"] = []string{g.work.dir}
		b, err := json.MarshalIndent(whole, "", "  ")
		if err != nil {
			g.err = err
		}
		g.closesWith(Session{Ending: "your-turn", Sure: "guessed"}, ".json", string(b))
	}),
}
