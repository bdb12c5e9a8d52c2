package gemini

import (
	"bytes"
	"cmp"
	"path"
	"slices"
	"strings"
	"time"

	"coldstart/model"
	"coldstart/vault/disk"
	"coldstart/vault/store"
	"coldstart/vault/text"
)

// course tells a builder what the messages of a session say.
type course struct {
	*store.Builder
	zone *time.Location
	// sub is true for the session of a sub-agent, torn for a file whose last value has no end.
	sub, torn bool
	// named is the program's own summary of the session.
	named string
	// ids are the messages so far, with true for prompts, in order; called are the calls.
	ids    []message
	known  map[string]bool
	called map[string]bool
	at     string
}

// message is one that was read: its id, and whether it is a prompt.
type message struct {
	id     string
	prompt bool
}

const (
	maxPath = 4 << 10
	maxWord = 200
)

// read tells what a session says. The program writes a call down when it is over, so that an answer may
// have been the words before one, and nothing tells whether its process runs.
func read(b *store.Builder, name string, e disk.Ends, zone *time.Location) bool {
	b.Echoes = true
	c := course{Builder: b, zone: zone, known: map[string]bool{}, called: map[string]bool{}}
	c.readAll(e)
	if c.at != "" {
		c.Last = model.ParseStamp(c.at, c.zone)
	}
	if c.After == store.LastCall && !c.torn {
		c.Call = model.Event{At: c.Last, Act: model.ActTool, Says: "an unrecorded tool", Open: true}
		c.Note(c.Call)
	}
	c.End(c.torn, map[store.Last]store.Verdict{
		store.LastPrompt: {Ending: model.EndingUnanswered, Sure: model.BasisGuessed},
		store.LastResult: {Ending: model.EndingUnanswered, Sure: model.BasisGuessed},
		store.LastCall:   {Ending: model.EndingInTool, Sure: model.BasisGuessed},
	})
	if c.named != "" {
		c.Title = store.OneLine(c.named, store.MostTitle)
	}
	c.ID = cmp.Or(c.ID, strings.TrimSuffix(strings.TrimSuffix(path.Base(name), lines), whole))
	nothing := c.Prompts+c.Calls == 0 && c.Said == "" && e.Gap == 0
	return !c.sub && !nothing
}

// readAll reads a file of lines, or an older one that is a single object.
func (c *course) readAll(e disk.Ends) {
	first, _, _ := bytes.Cut(e.Head, []byte("\n"))
	if !store.Whole(first) {
		c.readObject(e)
		return
	}
	c.torn = store.Lines(e.Head, c.readLine)
	if e.Gap > 0 {
		c.Pass(e.Gap)
		c.torn = store.Lines(e.Tail, c.readLine)
	}
}

// readLine reads a line: what the session is, a message, or a change of what was written before.
func (c *course) readLine(line []byte) {
	if !store.Whole(line) {
		c.Unknown++
		return
	}
	f := store.Pick(line, "sessionId", "$set", "$rewindTo", "id")
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
	if e.Gap == 0 {
		c.torn = !store.Whole(e.Head)
		return
	}
	c.torn = len(e.Tail) > 0 && !bytes.HasSuffix(bytes.TrimSpace(e.Tail), []byte("}"))
	c.Pass(e.Gap)
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
			c.named = text.Decoded(s.Raw(), store.MostWords)
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
		id := text.Decoded(store.Pick(raw, "id")[0], maxWord)
		prefix = prefix && n < len(c.ids) && c.ids[n].id == id
		kept[id] = true
		n++
		if !c.known[id] {
			c.message(raw)
		}
	}
	switch {
	case prefix && n < len(c.ids):
		c.Over(store.LastFailure)
	case !prefix && slices.ContainsFunc(c.ids, func(m message) bool { return !kept[m.id] }):
		c.Compact(model.ParseStamp(c.at, c.zone), "")
	}
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
		c.TakeBack(model.ParseStamp(c.at, c.zone), prompts, model.Counted(prompts, "prompt"))
		c.After = store.LastWords
		return
	}
}

// message reads a message. One of the agent may come again with what it called.
func (c *course) message(raw []byte) {
	f := store.Pick(raw, "id", "timestamp", "type", "content", "toolCalls", "tokens")
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
	case kind == "user":
		if results && c.After != store.LastStop {
			c.After = store.LastResult
		}
	case kind == "gemini":
		c.Spent(at, id, tokens(f[5]))
		c.agent(at, words, f[4])
	case kind == "error":
		c.Troubled(at, words)
		if c.After == store.LastPrompt || c.After == store.LastResult || c.After == store.LastCall {
			c.After = store.LastFailure
		}
	case kind == "info" && strings.HasPrefix(words, "Request cancelled"):
		c.Stop(at, "")
	case kind == "info", kind == "warning":
	default:
		c.Unknown++
	}
}

// tokens are those of an answer. What came from a cache is in its input, and its thoughts are not in its output.
func tokens(raw []byte) model.Tokens {
	f := store.Pick(raw, "input", "output", "cached", "thoughts", "tool")
	cached := store.Count(f[2])
	return model.Tokens{In: max(0, store.Count(f[0])-cached) + store.Count(f[4]), CacheRead: cached, Out: store.Count(f[1]) + store.Count(f[3])}
}

// agent reads what the agent said and called.
func (c *course) agent(at model.Stamp, words string, calls []byte) {
	before, cancelled := c.After, false
	if c.After = store.LastCall; words != "" {
		c.Answered(at, words)
	}
	s := text.NewScan(calls)
	for range s.Elements() {
		cancelled = c.call(at, s.Raw()) || cancelled
		c.After = store.LastResult
	}
	if cancelled {
		c.After = before
		c.Stop(at, "")
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
		f := store.Pick(s.Raw(), "text", "functionResponse")
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
