package claude

import (
	"cmp"
	"path"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"time"

	"coldstart/model"
	"coldstart/vault/disk"
	"coldstart/vault/store"
	"coldstart/vault/text"
)

// ahead is how much later than its last change a file may say that it was written.
const ahead = 24 * time.Hour

// course tells a builder what the lines of a transcript say.
type course struct {
	*store.Builder
	// newest is the latest time that a line can have.
	newest time.Time
	talked bool
	// titles are the latest of each kind, in the order of titleKinds.
	titles [4]string
	// closed is true if the last line is one that is written when the program ends, prompt what it says
	// of the last one.
	closed bool
	prompt string
	// queued are prompts of the operator that wait for the end of a turn.
	queued []string
	// command is a command of the operator that may have a prompt behind it.
	command string
}

// read tells the session of a transcript. A file in which nobody asked and no agent answered is none.
func read(b *store.Builder, name string, e disk.Ends, zone *time.Location) bool {
	head, tail := parts(e, zone, !b.Full)
	c := course{Builder: b, newest: e.Changed.Add(ahead)}
	c.ID, c.Unknown = strings.TrimSuffix(path.Base(name), ".jsonl"), head.odd+tail.odd
	torn := head.torn
	c.lines(head)
	if e.Gap > 0 {
		c.Pass(e.Gap)
		c.Planning, c.closed, c.queued, torn = false, false, nil, tail.torn
		c.lines(tail)
	}
	if c.closed {
		c.After = store.LastExit
	}
	if n := len(c.queued); n > 0 && (c.After == store.LastAnswer || c.After == store.LastWords) {
		// Nobody went on with what the operator typed meanwhile.
		c.Heard(store.Words(c.queued[n-1]))
	}
	c.End(torn, nil)
	c.Prompt = cmp.Or(c.Prompt, store.Words(c.prompt))
	for _, title := range slices.Backward(c.titles[:]) {
		c.Title = cmp.Or(firstLine(title), c.Title)
	}
	edited, at := c.Touched, c.TouchedAt
	c.Touched, c.TouchedAt = nil, nil
	for i, file := range edited {
		switch {
		case !isPlanFile(file):
			c.Touched, c.TouchedAt = append(c.Touched, file), append(c.TouchedAt, at[i])
		case c.PlanFile == "" && !filepath.IsAbs(file):
			c.PlanFile = filepath.Join(c.Dir, file)
		default:
			c.PlanFile = cmp.Or(c.PlanFile, file)
		}
	}
	if c.Dir != "" {
		c.Command = store.ResumeIn(tool, c.Dir, c.ID)
	}
	return c.talked
}

func (c *course) lines(p part) {
	for i := range p.lines {
		c.line(&p.lines[i])
	}
}

// mostQueued is how many prompts that wait are known.
const mostQueued = 100

// queue reads what became of prompts that the operator typed while the agent worked.
func (c *course) queue(l *line) {
	switch l.operation {
	case "enqueue":
		words := text.Decoded(l.content, store.MostWords)
		if words = strings.TrimSpace(words); words != "" && !strings.HasPrefix(words, "<") && len(c.queued) < mostQueued {
			c.queued = append(c.queued, words)
		}
	case "dequeue", "remove":
		c.queued = c.queued[min(1, len(c.queued)):]
	case "popAll":
		c.queued = nil
	}
}

// titleKinds are the kinds of lines that name a session, the best first.
var titleKinds = [...]string{"custom-title", "agent-name", "ai-title", "summary"}

func (c *course) line(l *line) {
	c.place(l)
	switch l.kind {
	case "user":
		c.user(l)
	case "assistant":
		c.assistant(l)
	case "system":
		c.system(l)
	case "attachment":
		c.attachment(l)
	case "last-prompt":
		c.closed, c.prompt = c.After == store.LastAnswer || c.After == store.LastWords, l.name
	case "queue-operation":
		c.closed = false
		c.queue(l)
	default:
		if i := slices.Index(titleKinds[:], l.kind); i >= 0 && strings.TrimSpace(l.name) != "" {
			c.titles[i] = l.name
		}
	}
}

// place reads where and when the session took place.
func (c *course) place(l *line) {
	if l.at.Known() && !l.at.Time.After(c.newest) {
		if !c.Began.Known() || l.at.Time.Before(c.Began.Time) {
			c.Began = l.at
		}
		if l.at.Time.After(c.Last.Time) {
			c.Last = l.at
		}
	}
	if l.cwd != c.LastDir && filepath.IsAbs(l.cwd) {
		c.LastDir = filepath.Clean(l.cwd)
		c.Dir = cmp.Or(c.Dir, c.LastDir)
	}
	for _, field := range []struct{ to, from *string }{{&c.Branch, &l.branch}, {&c.Version, &l.version}} {
		if *field.from != "" {
			*field.to = *field.from
		}
	}
	if l.entry != "" {
		c.Batch = strings.HasPrefix(l.entry, "sdk-")
	}
	switch {
	case l.fork != "" && l.fork != c.ID:
		c.From = l.fork
	case l.session != "" && l.session != c.ID && c.From == "":
		c.From = l.session
	}
	if c.Root == "" && l.kind == "user" {
		c.Root = l.id
	}
}

func (c *course) system(l *line) {
	c.closed = false
	switch l.sub {
	case "turn_duration", "stop_hook_summary":
		if c.After == store.LastWords {
			c.After = store.LastAnswer
		}
	case "compact_boundary":
		c.Compact(l.at, store.Member(l.extra, "trigger"))
	case "api_error":
		if words := text.Decoded(l.content, store.MostWords); words != "" {
			c.Troubled(l.at, words)
		}
	}
}

func (c *course) assistant(l *line) {
	c.closed = false
	if l.model == "<synthetic>" && !l.failed {
		// The program itself closes what was left open when a session is resumed.
		return
	}
	if l.fork == "" || l.fork == c.ID {
		// What was copied from another session was counted there.
		c.Spent(l.at, strings.TrimSpace(l.answer+" "+l.asked), tokens(l.usage))
	}
	c.talked, c.Marks = true, c.Marks || l.stop != "" || saysWhy(l.version)
	said := l.said()
	if l.failed {
		c.Over(store.LastFailure)
		c.Troubled(l.at, said)
		return
	}
	c.Trouble = ""
	c.Answered(l.at, said)
	switch {
	case l.stop == "tool_use":
		c.After = store.LastCall
	case l.stop == "max_tokens":
		c.After, c.Trouble = store.LastFailure, "the answer reached its maximum length"
	case said == "" || l.stop == "pause_turn":
		c.After = store.LastResult
	case l.stop != "":
		c.After = store.LastAnswer
	}
	for _, b := range l.blocks {
		if b.kind == "tool_use" {
			c.Called(c.call(l.at, b.id, b.tool, b.body))
		}
	}
}

// tokens are those of an answer.
func tokens(usage []byte) model.Tokens {
	f := store.Pick(usage, "input_tokens", "cache_creation_input_tokens", "cache_read_input_tokens", "output_tokens")
	return model.Tokens{In: store.Count(f[0]), CacheWrite: store.Count(f[1]), CacheRead: store.Count(f[2]), Out: store.Count(f[3])}
}

func (c *course) user(l *line) {
	c.closed = false
	if l.summary {
		// The line that says so may lie in what was not read.
		c.Compact(l.at, "")
		return
	}
	c.results(l)
	switch said := promptOf(l); {
	case said.stop:
		c.Stop(l.at, "")
	case said.command != "":
		c.Note(model.Event{At: l.at, Act: model.ActPrompt, Says: store.Words(said.command)})
		if c.command = said.command; said.exit {
			c.Over(store.LastExit)
		}
	case said.output:
		c.command = ""
	case l.meta && c.command != "" && said.text != "":
		c.Drop()
		c.Heard(store.Words(c.command))
		c.asked(l)
	case !l.meta && said.own && said.text != "":
		c.Drop()
		c.Asked(l.at, said.text)
		c.asked(l)
	}
}

func (c *course) asked(l *line) {
	c.talked, c.command, c.Batch = true, "", c.Batch || l.source == "sdk"
}

// results reads what came of calls.
func (c *course) results(l *line) {
	results, result := 0, l.result
	for _, b := range l.blocks {
		if b.kind == "tool_result" {
			results++
		}
	}
	switch results {
	case 0:
		return
	case 1:
	default:
		// It is that of one of them, and nothing says of which.
		result = nil
	}
	for i := range l.blocks {
		b := &l.blocks[i]
		if b.kind != "tool_result" {
			continue
		}
		if call := c.Got(b.id, func(e *model.Event) { came(e, b, result) }); call != nil && call.Type == exitPlan && !b.failed {
			c.Planning = false
		}
	}
	if c.After != store.LastStop {
		c.After = store.LastResult
	}
}

func (c *course) attachment(l *line) {
	switch kind := store.Member(l.extra, "type"); kind {
	case "plan_mode", "plan_mode_exit", "plan_mode_reentry", "plan_file_reference":
		c.PlanFile = cmp.Or(store.Member(l.extra, "planFilePath"), c.PlanFile)
		switch kind {
		case "plan_mode", "plan_mode_reentry":
			c.Planning = true
		case "plan_mode_exit":
			c.Planning = false
		}
	case "hook_deferred_tool":
		f := store.Pick(l.extra, "toolUseID", "toolName", "toolInput")
		c.closed = false
		c.Defer(c.call(l.at, text.Decoded(f[0], shortText), text.Decoded(f[1], shortText), f[2]))
	case "max_turns_reached":
		c.Over(store.LastLimit)
	}
}

// saysWhy reports whether a version of the program says of each answer why it stops there: the oldest
// that was looked at, or a newer one. Old ones never did.
func saysWhy(version string) bool {
	var n [3]int
	for i, part := range strings.SplitN(version, ".", len(n)) {
		n[i], _ = strconv.Atoi(part)
	}
	return slices.Compare(n[:], []int{2, 1, 197}) >= 0
}

// isPlanFile reports whether a file is one of those that the program keeps plans in.
func isPlanFile(file string) bool {
	dir := path.Dir(filepath.ToSlash(file))
	return path.Base(dir) == "plans" && path.Base(path.Dir(dir)) == ".claude" && path.Ext(file) == ".md"
}

// firstLine is the first line of a text that says something, shortened.
func firstLine(s string) string {
	for line := range strings.Lines(s) {
		if line = store.OneLine(line, store.MostTitle); line != "" {
			return line
		}
	}
	return ""
}
