package opencode

import (
	"cmp"
	"strings"
	"time"

	"coldstart/model"
	"coldstart/vault/disk"
	"coldstart/vault/store"
	"coldstart/vault/text"
)

// course tells a builder what the lines of a session say.
type course struct {
	*store.Builder
	zone *time.Location
	// named is the program's own title, revert the first message that the operator took back.
	named, revert string
	// undone counts the prompts that were taken back; sub is true for the session of a sub-agent.
	undone                int
	sub, archived, undoes bool
}

const (
	// maxWord is the longest id or version, maxPath the longest path, in bytes.
	maxWord = 200
	maxPath = 4 << 10
	// untitled begins the title of a session that has none so far.
	untitled = "New session - "
)

// read tells what a session says. A call that runs, one that waits for the operator, and one whose program was killed
// are written alike, so that their end is a guess.
func read(b *store.Builder, _ string, e disk.Ends, zone *time.Location) bool {
	b.Marks = true
	c := course{Builder: b, zone: zone}
	torn := store.Lines(e.Head, c.line)
	if e.Gap > 0 {
		c.Pass(e.Gap)
		torn = store.Lines(e.Tail, c.line)
	}
	if c.undoes {
		c.TakeBack(c.Last, c.undone, model.Counted(c.undone, "prompt"))
		c.After = store.LastWords
		c.Marks = false
	}
	if c.archived {
		c.Over(store.LastExit)
	}
	c.End(torn, map[store.Last]store.Verdict{
		store.LastPrompt: {Ending: model.EndingUnanswered, Sure: model.BasisGuessed},
		store.LastResult: {Ending: model.EndingUnanswered, Sure: model.BasisGuessed},
	})
	if c.Ending == model.EndingInTool || c.Ending == model.EndingWaits {
		c.Sure = model.BasisGuessed
	}
	if c.named != "" && !strings.HasPrefix(c.named, untitled) {
		c.Title = store.OneLine(c.named, store.MostTitle)
	}
	if c.Dir != "" {
		c.Command = store.ResumeIn(tool, c.Dir, c.ID)
	}
	nothing := c.Prompts+c.Calls == 0 && c.Said == "" && e.Gap == 0
	return !c.sub && !nothing && c.ID != ""
}

// line reads a line: what the session is, or a message with its parts.
func (c *course) line(line []byte) {
	f := store.Pick(line, "session", "message", "at", "last", "data", "parts")
	switch {
	case !store.Whole(line):
		c.Unknown++
	case f[0] != nil:
		c.about(line)
	case f[1] != nil:
		c.message(text.Decoded(f[1], maxWord), c.stamp(f[2]), c.stamp(f[3]), f[4], f[5])
	default:
		c.Unknown++
	}
}

func (c *course) stamp(raw []byte) model.Stamp {
	return model.ParseStamp(text.Decoded(raw, maxWord), c.zone)
}

// about reads what the session is.
func (c *course) about(line []byte) {
	f := store.Pick(line, "session", "parent", "directory", "title", "version", "created", "archived", "revert", "helped")
	c.ID, c.sub = text.Decoded(f[0], maxWord), f[1] != nil
	c.Dir, c.named = text.Decoded(f[2], maxPath), text.Decoded(f[3], store.MostWords)
	c.Version, c.Began = text.Decoded(f[4], maxWord), c.stamp(f[5])
	c.archived, c.revert, c.Helped = f[6] != nil, text.Decoded(f[7], maxWord), c.stamp(f[8]).Time
}

// message reads a message of the operator or of the agent. Ids are in the order of time.
func (c *course) message(id string, at, last model.Stamp, data, parts []byte) {
	f := store.Pick(data, "role", "finish", "error", "tokens")
	role := text.Decoded(f[0], maxWord)
	if last.Known() && last.Time.After(c.Last.Time) {
		c.Last = last
	}
	c.undoes = c.undoes || c.revert != "" && id >= c.revert
	if c.undoes && role == "user" {
		c.undone++
	}
	switch role {
	case "user":
		c.Drop()
		c.prompt(at, parts)
	case "assistant":
		// A fork has the answers of the other session with their old times.
		if !at.Time.Before(c.Began.Time) {
			c.Spent(at, id, tokens(f[3]))
		}
		c.agent(parts)
		c.over(last, text.Decoded(f[1], maxWord), f[2])
	default:
		c.Unknown++
	}
}

// tokens are those of an answer; what it thought is counted apart, and may be in its output or not.
func tokens(raw []byte) model.Tokens {
	f := store.Pick(raw, "input", "output", "cache")
	cache := store.Pick(f[2], "read", "write")
	return model.Tokens{In: store.Count(f[0]), CacheWrite: store.Count(cache[1]), CacheRead: store.Count(cache[0]), Out: store.Count(f[1])}
}

// prompt reads what the operator said. The program adds texts of its own, which it marks.
func (c *course) prompt(at model.Stamp, parts []byte) {
	var words []string
	s := text.NewScan(parts)
	for range s.Elements() {
		f := store.Pick(store.Pick(s.Raw(), "data")[0], "type", "text", "synthetic", "ignored", "filename")
		switch kind := text.Decoded(f[0], maxWord); {
		case string(f[2]) == "true" || string(f[3]) == "true":
		case kind == "text":
			words = append(words, unquoted(text.Decoded(f[1], maxOutput)))
		case kind == "compaction":
			c.Compact(at, "")
		case kind == "file" && len(words) == 0:
			words = append(words, text.Decoded(f[4], maxPath))
		}
	}
	c.Asked(at, strings.Join(words, "\n"))
}

// unquoted takes off the quotes that "opencode run" puts around a prompt with a blank.
func unquoted(words string) string {
	if n := len(words); n > 2 && words[0] == '"' && words[n-1] == '"' && strings.Contains(words, " ") && !strings.Contains(words[1:n-1], `"`) {
		return words[1 : n-1]
	}
	return words
}

// agent reads what the agent said and called.
func (c *course) agent(parts []byte) {
	if c.After == store.LastPrompt || c.After == store.LastAnswer {
		c.After = store.LastResult
	}
	s := text.NewScan(parts)
	for range s.Elements() {
		f := store.Pick(s.Raw(), "at", "data")
		at, data := c.stamp(f[0]), f[1]
		f = store.Pick(data, "type", "text", "error", "synthetic")
		switch text.Decoded(f[0], maxWord) {
		case "text":
			if string(f[3]) != "true" {
				c.Answered(at, text.Decoded(f[1], maxOutput))
			}
		case "tool":
			c.call(at, data)
		case "retry":
			c.Troubled(at, faultIn(f[2]))
		case "reasoning", "step-start", "step-finish", "patch", "snapshot", "file", "agent", "subtask", "compaction":
		default:
			c.Unknown++
		}
	}
}

// over reads how the agent's message ended: where it says nothing of that, the agent still works on it, or did when its
// program was killed.
func (c *course) over(at model.Stamp, finish string, fault []byte) {
	switch {
	case store.Member(fault, "name") == "MessageAbortedError":
		c.Stop(at, "")
	case store.Whole(fault) && string(fault) != "null":
		c.Drop()
		c.Troubled(at, faultIn(fault))
		c.After = store.LastFailure
	case finish == "" || finish == "tool-calls" || finish == "unknown":
	case finish == "length":
		c.Over(store.LastLimit)
	default:
		c.Over(store.LastAnswer)
	}
}

// faultIn is what an error says.
func faultIn(raw []byte) string {
	f := store.Pick(raw, "name", "data", "message")
	return cmp.Or(text.Decoded(store.Pick(f[1], "message")[0], maxOutput), text.Decoded(f[2], maxOutput), text.Decoded(f[0], maxWord), "an error")
}
