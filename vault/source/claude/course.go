package claude

import (
	"bytes"
	"strconv"
	"strings"
	"time"

	"coldstart/model"
	"coldstart/vault/disk"
	"coldstart/vault/text"
)

// mostWords is how many characters of a prompt or an answer an event has.
const mostWords = 1000

// events tells what happened in a session.
func events(e disk.Ends, zone *time.Location) []model.Event {
	head, tail := parts(e, zone, false)
	c := course{open: map[string]int{}}
	for i := range head.lines {
		c.add(&head.lines[i])
	}
	if e.Gap > 0 {
		c.settle()
		c.events = append(c.events, model.Event{Gap: e.Gap})
		for i := range tail.lines {
			c.add(&tail.lines[i])
		}
	}
	return c.events
}

// course puts the events of a session in a row.
type course struct {
	events []model.Event
	// open are the places of calls without a result, by their ids.
	open map[string]int
	// dir is the folder in which the session is.
	dir string
}

// settle closes calls of which nothing will be heard: the operator went on, or their results were
// not read.
func (c *course) settle() {
	for id, i := range c.open {
		c.events[i].Open = false
		delete(c.open, id)
	}
}

func (c *course) say(act model.Act, l *line, words string) {
	if words = strings.TrimSpace(words); words != "" || act == model.ActStop || act == model.ActCompact {
		c.events = append(c.events, model.Event{At: l.at, Act: act, Says: short(words, mostWords)})
	}
}

func (c *course) add(l *line) {
	if l.cwd != "" {
		c.dir = l.cwd
	}
	switch l.kind {
	case "assistant":
		c.assistant(l)
	case "user":
		c.user(l)
	case "system":
		switch l.sub {
		case "compact_boundary":
			c.say(model.ActCompact, l, memberOf(l.extra, "trigger"))
		case "api_error":
			c.say(model.ActTrouble, l, text.Decoded(l.content, mostSaid))
		}
	case "attachment":
		if _, ok := c.open[memberOf(l.extra, "toolUseID")]; !ok && memberOf(l.extra, "type") == "hook_deferred_tool" {
			ev := callOf(memberOf(l.extra, "toolName"), member(l.extra, "toolInput"), c.dir)
			ev.At, ev.Open = l.at, true
			c.events = append(c.events, ev)
		}
	}
}

func (c *course) assistant(l *line) {
	switch {
	case l.failed:
		c.say(model.ActTrouble, l, l.said())
		return
	case l.model == "<synthetic>":
		return
	}
	for _, b := range l.blocks {
		switch b.kind {
		case "text":
			c.say(model.ActAnswer, l, text.Decoded(b.body, mostSaid))
		case "tool_use":
			ev := callOf(b.tool, b.body, c.dir)
			ev.At, ev.Open = l.at, true
			if ev.Act == model.ActEdit {
				ev.Added, ev.Removed = changeOf(b.body)
			}
			if b.id != "" {
				c.open[b.id] = len(c.events)
			}
			c.events = append(c.events, ev)
		}
	}
}

func (c *course) user(l *line) {
	if l.summary {
		// The line that says so may lie in what was not read.
		if n := len(c.events); n == 0 || c.events[n-1].Act != model.ActCompact {
			c.say(model.ActCompact, l, "")
		}
		return
	}
	results := 0
	for _, b := range l.blocks {
		if b.kind == "tool_result" {
			results++
		}
	}
	for _, b := range l.blocks {
		if i, ok := c.open[b.id]; ok && b.kind == "tool_result" {
			delete(c.open, b.id)
			result := l.result
			if results > 1 {
				// It is that of one of them, and nothing says of which.
				result = nil
			}
			c.events[i].Open = false
			came(&c.events[i], b, result)
		}
	}
	switch said := promptOf(l); {
	case said.stop:
		c.settle()
		c.say(model.ActStop, l, "")
	case said.command != "":
		c.say(model.ActPrompt, l, said.command)
	case said.output:
	case !l.meta && said.own && said.text != "":
		c.settle()
		c.say(model.ActPrompt, l, said.text)
	}
}

// came says in a few words what came of a call.
func came(ev *model.Event, b block, result []byte) {
	said := resultText(b.body)
	ev.Result = "pass"
	if b.failed {
		ev.Result = "fail"
		ev.Added, ev.Removed = 0, 0
	}
	switch {
	case string(result) == `"User rejected tool use"`, b.failed && strings.Contains(said, "want to proceed with this tool use"):
		ev.Came = "refused"
	case b.failed:
		ev.Came = failure(said)
	default:
		ev.Came = cameOf(ev, said, result)
	}
	ev.Came = short(model.OneLine(ev.Came), mostCame)
}

// failure says how a call failed: the status of a command and the last line of what it wrote.
func failure(said string) string {
	said = strings.TrimSuffix(strings.TrimPrefix(said, "<tool_use_error>"), "</tool_use_error>")
	rest, ok := strings.CutPrefix(said, "Exit code ")
	if !ok {
		return oneLine(strings.TrimPrefix(said, "Error: "))
	}
	code, more, _ := strings.Cut(rest, "\n")
	if last := lastLine(more); last != "" {
		return "exit " + code + ": " + last
	}
	return "exit " + code
}

// cameOf says what a call gave.
func cameOf(ev *model.Event, said string, result []byte) string {
	switch ev.Act {
	case model.ActRead:
		if n := numberOf(member(result, "file"), "numLines"); n > 0 {
			return model.Counted(n, "line")
		}
		return ""
	case model.ActEdit:
		if added, removed, ok := patched(result); ok {
			ev.Added, ev.Removed = added, removed
		}
		return ""
	case model.ActSearch:
		if n := numberOf(result, "numFiles"); n >= 0 && member(result, "numFiles") != nil {
			return model.Counted(n, "file")
		}
		return model.Counted(countLines(said), "line")
	case model.ActWeb:
		if code := numberOf(result, "code"); code > 0 {
			return strings.TrimSpace(strconv.Itoa(code) + " " + memberOf(result, "codeText"))
		}
		return ""
	case model.ActAsk:
		return answersOf(result, said)
	case model.ActPlan:
		if ev.Type == "ExitPlanMode" {
			return "accepted"
		}
		return ""
	case model.ActHand:
		return oneLine(said)
	}
	return lastLine(said)
}

// answersOf are the operator's answers to questions.
func answersOf(result []byte, said string) string {
	var all []string
	s := text.NewScan(member(result, "answers"))
	for range s.Members() {
		if answer := oneLine(text.Decoded(s.Raw(), shortText)); answer != "" {
			all = append(all, answer)
		}
	}
	if len(all) == 0 {
		return oneLine(said)
	}
	return strings.Join(all, " / ")
}

// resultText is the text of what a tool gave: the end of a long one.
func resultText(body []byte) string {
	s := text.NewScan(body)
	if s.Kind() == '"' {
		return strings.TrimSpace(endOf(body))
	}
	for range s.Elements() {
		if part := s.Raw(); memberOf(part, "type") == "text" {
			return strings.TrimSpace(endOf(member(part, "text")))
		}
	}
	return ""
}

// endOf decodes a string: of a long one the beginning and the end.
func endOf(raw []byte) string {
	if len(raw) <= 2*mostSaid {
		return text.Decoded(raw, 2*mostSaid)
	}
	end := raw[len(raw)-mostSaid:]
	// What follows a line's end is no part of an escape.
	i := bytes.Index(end, []byte(`\n`))
	if i < 0 {
		return text.Decoded(raw, mostSaid)
	}
	end = end[i:]
	return text.Decoded(raw, mostSaid) + text.Decoded(append([]byte{'"'}, end...), mostSaid)
}

func lastLine(s string) string {
	return model.OneLine(text.LastLine(s))
}

func countLines(s string) int {
	if s == "" {
		return 0
	}
	return strings.Count(s, "\n") + 1
}

// numberOf is a number in an object, 0 for none.
func numberOf(object []byte, name string) int {
	n, err := strconv.Atoi(string(member(object, name)))
	if err != nil || n < 0 {
		return 0
	}
	return n
}

// changeOf counts the lines that an edit adds and removes, by what it was called with.
func changeOf(input []byte) (added, removed int) {
	s := text.NewScan(input)
	for key := range s.Members() {
		switch string(key) {
		case "content", "new_string", "new_source":
			added += linesIn(s.Raw())
		case "old_string":
			removed += linesIn(s.Raw())
		case "edits":
			for range s.Elements() {
				a, r := changeOf(s.Raw())
				added, removed = added+a, removed+r
			}
		}
	}
	return added, removed
}

// linesIn counts the lines of a text as written in JSON.
func linesIn(raw []byte) int {
	if len(raw) <= 2 || raw[0] != '"' {
		return 0
	}
	n := 0
	for i := 1; i < len(raw)-1; i++ {
		if raw[i] != '\\' {
			continue
		}
		if i++; raw[i] == 'n' {
			n++
		}
	}
	if !bytes.HasSuffix(raw, []byte(`\n"`)) {
		n++
	}
	return n
}

// patched counts the lines of the patch that the program worked out.
func patched(result []byte) (added, removed int, ok bool) {
	hunks := text.NewScan(member(result, "structuredPatch"))
	for range hunks.Elements() {
		lines := text.NewScan(member(hunks.Raw(), "lines"))
		for range lines.Elements() {
			switch raw := lines.Raw(); {
			case bytes.HasPrefix(raw, []byte(`"+`)):
				added, ok = added+1, true
			case bytes.HasPrefix(raw, []byte(`"-`)):
				removed, ok = removed+1, true
			}
		}
	}
	return added, removed, ok
}
