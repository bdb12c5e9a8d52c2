package gemini

import (
	"bytes"
	"strings"
	"time"

	"coldstart/model"
	"coldstart/vault/disk"
	"coldstart/vault/source"
	"coldstart/vault/text"
)

// course puts a session together, message by message.
type course struct {
	source.Story
	zone *time.Location
	// sub is true for the session of a sub-agent, torn for a file whose last value has no end.
	sub, torn bool
	// named is the program's own summary of the session.
	named string
	// ids are the messages so far, with true for prompts, in order; called are the calls.
	ids    []message
	known  map[string]bool
	called map[string]bool
	last   last
	at     string
}

// message is one that was read: its id, and whether it is a prompt.
type message struct {
	id     string
	prompt bool
}

// last is what came last between the operator and the agent.
type last int

const (
	lastNone last = iota
	lastPrompt
	// lastResult: the agent has what it called for.
	lastResult
	// lastFailed: an error stands for the answer.
	lastFailed
	// lastEmpty: the agent said nothing, as before a call that is not written down yet.
	lastEmpty
	lastAnswer
	lastStop
)

const (
	maxPath = 4 << 10
	maxWord = 200
)

// readAll reads a file of lines, or an older one that is a single object.
func (c *course) readAll(e disk.Ends) {
	c.known, c.called = map[string]bool{}, map[string]bool{}
	first, _, _ := bytes.Cut(e.Head, []byte("\n"))
	if isWhole(first) {
		c.readLines(e)
	} else {
		c.readObject(e)
	}
	if c.at != "" {
		c.Last = model.ParseStamp(c.at, c.zone)
	}
	if c.last == lastEmpty && !c.torn {
		c.Call = model.Event{At: c.Last, Act: model.ActTool, Says: "a tool that is not written down", Open: true}
		c.Note(c.Call)
	}
}

func isWhole(b []byte) bool {
	s := text.NewScan(b)
	s.Raw()
	return s.Whole()
}

func (c *course) readLines(e disk.Ends) {
	for line := range bytes.Lines(e.Head) {
		c.readLine(line)
	}
	if e.Gap == 0 {
		return
	}
	c.Pass(e.Gap)
	c.last = lastNone
	for line := range bytes.Lines(e.Tail) {
		c.readLine(line)
	}
}

// readLine reads a line: what the session is, a message, or a change of what was written before.
func (c *course) readLine(line []byte) {
	ended := bytes.HasSuffix(line, []byte("\n"))
	if line = bytes.TrimSpace(line); len(line) == 0 {
		return
	}
	if !isWhole(line) {
		if c.torn = !ended; ended {
			c.Unknown++
		}
		return
	}
	f := source.Pick(line, "sessionId", "$set", "$rewindTo", "id")
	switch {
	case f[1] != nil:
		c.about(f[1])
	case f[2] != nil:
		c.rewind(text.Decoded(f[2], maxWord))
	case f[3] != nil:
		c.message(line)
	case f[0] != nil:
		c.about(line)
	default:
		c.Unknown++
	}
}

// readObject reads an older file, which is one object with a list of messages. Behind a gap a
// message begins where one begins in the list, by its indent.
func (c *course) readObject(e disk.Ends) {
	c.about(e.Head)
	end := e.End()
	c.torn = !bytes.HasSuffix(bytes.TrimSpace(end), []byte("}"))
	if e.Gap == 0 {
		c.torn = !isWhole(e.Head)
		return
	}
	c.Pass(e.Gap)
	c.last = lastNone
	for rest := e.Tail; ; {
		at := bytes.Index(rest, []byte("\n    {\n"))
		if at < 0 {
			return
		}
		rest = rest[at+1:]
		s := text.NewScan(rest)
		raw := s.Raw()
		if raw == nil {
			return
		}
		c.message(bytes.TrimSpace(raw))
		rest = rest[len(raw):]
	}
}

// about reads what the session is, and messages that stand beside it.
func (c *course) about(object []byte) {
	set := func(to *string, raw []byte, most int) {
		if words := text.Decoded(raw, most); words != "" && *to == "" {
			*to = words
		}
	}
	s := text.NewScan(object)
	for key := range s.Members() {
		switch string(key) {
		case "sessionId":
			set(&c.ID, s.Raw(), maxWord)
		case "startTime":
			if raw := text.Decoded(s.Raw(), maxWord); c.Began.Raw == "" {
				c.Began = model.ParseStamp(raw, c.zone)
			}
		case "lastUpdated":
			if raw := text.Decoded(s.Raw(), maxWord); raw > c.at {
				c.at = raw
			}
		case "kind":
			c.sub = text.Decoded(s.Raw(), maxWord) == "subagent"
		case "summary":
			c.named = text.Decoded(s.Raw(), source.MostWords)
		case "directories":
			for i := range s.Elements() {
				if raw := s.Raw(); i == 0 {
					set(&c.Dir, raw, maxPath)
				}
			}
		case "messages":
			c.messages(s)
		}
	}
}

// messages reads a list of messages that stands for all before: those that are new. A list that
// ends before a prompt that was there says that its answer failed; one that leaves out others sums
// up what was said.
func (c *course) messages(s *text.Scan) {
	kept, n := map[string]bool{}, 0
	prefix := true
	for range s.Elements() {
		raw := s.Raw()
		id := text.Decoded(source.Pick(raw, "id")[0], maxWord)
		prefix = prefix && n < len(c.ids) && c.ids[n].id == id
		kept[id] = true
		n++
		if !c.known[id] {
			c.message(raw)
		}
	}
	switch {
	case prefix && n < len(c.ids):
		c.last = lastFailed
		c.Drop()
	case !prefix && c.leftOut(kept):
		c.Note(model.Event{At: model.ParseStamp(c.at, c.zone), Act: model.ActCompact})
	}
}

func (c *course) leftOut(kept map[string]bool) bool {
	for _, m := range c.ids {
		if !kept[m.id] {
			return true
		}
	}
	return false
}

// rewind takes back a message and all after it.
func (c *course) rewind(id string) {
	for i, m := range c.ids {
		if m.id != id {
			continue
		}
		prompts := 0
		for _, m := range c.ids[i:] {
			if m.prompt {
				prompts++
			}
			delete(c.known, m.id)
		}
		c.ids = c.ids[:i]
		c.TakeBack(prompts)
		c.last = lastAnswer
		c.Note(model.Event{At: model.ParseStamp(c.at, c.zone), Act: model.ActStop, Says: model.Counted(prompts, "prompt") + " taken back"})
		return
	}
}

// message reads a message. One of the agent may come again with what it called.
func (c *course) message(raw []byte) {
	f := source.Pick(raw, "id", "timestamp", "type", "content", "toolCalls")
	id := text.Decoded(f[0], maxWord)
	if at := text.Decoded(f[1], maxWord); at > c.at {
		c.at = at
	}
	at := model.ParseStamp(text.Decoded(f[1], maxWord), c.zone)
	first := !c.known[id]
	c.known[id] = true
	kind := text.Decoded(f[2], maxWord)
	words, results := said(f[3])
	words = withoutHooks(words)
	prompt := kind == "user" && !results && !c.isAside(words)
	if first {
		c.ids = append(c.ids, message{id, prompt})
	}
	switch {
	case prompt:
		c.Asked(at, words)
		c.last = lastPrompt
	case kind == "user":
		if results && c.last != lastStop {
			c.last = lastResult
		}
	case kind == "gemini":
		c.agent(at, words, f[4])
	case kind == "error":
		c.Troubled(at, words)
		if c.last == lastPrompt || c.last == lastResult || c.last == lastEmpty {
			c.last = lastFailed
		}
	case kind == "info" && strings.HasPrefix(words, "Request cancelled"):
		c.stop(at)
	case kind == "info", kind == "warning":
	default:
		c.Unknown++
	}
}

// stop notes once that the operator interrupted.
func (c *course) stop(at model.Stamp) {
	if c.last == lastStop {
		return
	}
	c.last = lastStop
	c.Note(model.Event{At: at, Act: model.ActStop})
}

// agent reads what the agent said and called.
func (c *course) agent(at model.Stamp, words string, calls []byte) {
	if words != "" {
		c.Answered(at, words)
	}
	n, cancelled := 0, false
	s := text.NewScan(calls)
	for range s.Elements() {
		n++
		cancelled = c.call(at, s.Raw()) || cancelled
	}
	switch {
	case cancelled:
		c.stop(at)
		c.last = lastStop
	case n > 0:
		c.last = lastResult
	case words != "":
		c.last = lastAnswer
	default:
		c.last = lastEmpty
	}
}

// said are the words of a message, which is a text or a list of parts; results is true if it
// brings what came of calls.
func said(content []byte) (words string, results bool) {
	if words = text.Decoded(content, contextBytes); words != "" {
		return words, false
	}
	var parts []string
	s := text.NewScan(content)
	for range s.Elements() {
		f := source.Pick(s.Raw(), "text", "functionResponse")
		results = results || f[1] != nil
		if part := text.Decoded(f[0], contextBytes); part != "" {
			parts = append(parts, part)
		}
	}
	return strings.Join(parts, "\n"), results
}

// contextBytes is how much is read of a part of a message: the first one lists files, and hooks
// say something in front of a prompt.
const contextBytes = 64 << 10

// withoutHooks cuts off what hooks said in front of a prompt and behind it. The program writes the
// brackets of their words otherwise, so that the first end is theirs.
func withoutHooks(words string) string {
	const begin, end = "<hook_context>", "</hook_context>"
	words = strings.TrimSpace(words)
	for strings.HasPrefix(words, begin) {
		_, words, _ = strings.Cut(words, end)
		words = strings.TrimSpace(words)
	}
	for strings.HasSuffix(words, end) {
		at := strings.LastIndex(words, begin)
		if at < 0 {
			break
		}
		words = strings.TrimSpace(words[:at])
	}
	return words
}

// isAside reports whether words in the operator's name are the program's own. The first ones name
// the folder.
func (c *course) isAside(words string) bool {
	words = strings.TrimSpace(words)
	context := strings.HasPrefix(words, "<session_context>") || strings.HasPrefix(words, "This is the Gemini CLI. We are setting up the context")
	if context && c.Dir == "" {
		c.Dir = workspace(words)
	}
	return words == "" || context || strings.HasPrefix(words, "<state_snapshot>")
}

// workspace is the first folder that the program tells its agent of.
func workspace(words string) string {
	for _, mark := range []string{" Directories:**\n", "I'm currently working in the directory:", "I'm currently working in the following directories:\n"} {
		if _, rest, ok := strings.Cut(words, mark); ok {
			line, _, _ := strings.Cut(rest, "\n")
			return cleaned(strings.TrimSpace(strings.TrimPrefix(strings.TrimSpace(line), "- ")))
		}
	}
	return ""
}

// ending says how the session ended. The program writes a call down when it is over, so that an
// answer may have been the words before one, and nothing tells whether its process runs.
func (c *course) ending(e disk.Ends) (model.Ending, model.Basis) {
	open, isOpen := c.Open()
	switch {
	case e.Gap > 0 && len(e.Tail) == 0:
		return model.EndingUnknown, model.BasisNone
	case c.torn:
		return model.EndingInWriting, model.BasisDerived
	case isOpen && len(open.Questions) > 0:
		return model.EndingWaits, model.BasisDerived
	case isOpen:
		return model.EndingInTool, model.BasisDerived
	}
	switch c.last {
	case lastStop:
		return model.EndingStopped, model.BasisDerived
	case lastFailed:
		return model.EndingUnanswered, model.BasisDerived
	case lastPrompt, lastResult:
		return model.EndingUnanswered, model.BasisGuessed
	case lastEmpty:
		return model.EndingInTool, model.BasisGuessed
	case lastAnswer:
		return model.EndingYourTurn, model.BasisGuessed
	}
	return model.EndingUnknown, model.BasisNone
}
