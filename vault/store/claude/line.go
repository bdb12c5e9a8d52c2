package claude

import (
	"bytes"
	"slices"
	"strings"
	"time"

	"coldstart/model"
	"coldstart/vault/disk"
	"coldstart/vault/store"
	"coldstart/vault/text"
)

// line is one line of a transcript, with the parts that say what happened. The rest is not decoded.
type line struct {
	kind, sub  string
	id, parent string
	at         model.Stamp
	// side is true for a line of another agent that this one called.
	side bool
	// meta is true for what the program says in the operator's place, summary for what it tells
	// the agent of a conversation that it summed up.
	meta, summary bool
	// failed is true for an error of the model's API in the agent's place.
	failed bool
	// blocks are what was said and done, content is the text of a system line. Stop says why the
	// agent stopped.
	blocks      []block
	content     []byte
	stop, model string
	// answer is the id of an answer, asked that of the request for it, usage what it took.
	answer, asked string
	usage         []byte
	// result is what a tool gave the program, extra what an attachment holds.
	result, extra []byte
	// origin says who wrote a prompt, source by which way it came.
	origin, source string
	// operation is what became of a prompt that waits.
	operation string
	// name is a title or the last prompt.
	name string
	// fork is the session from which the line was copied.
	fork                                 string
	session, cwd, branch, version, entry string
}

const (
	// shortText is the most bytes of a text that names something: an id, a folder.
	shortText = 4 << 10
	// mostSaid is the most bytes that are kept of what somebody said.
	mostSaid = 4 << 10
)

// readLine reads one line; whole is false if it is no whole object. With brief nothing is read from what
// a tool gave the program on: that is long, and little follows it.
func readLine(b []byte, zone *time.Location, brief bool) (l line, whole bool) {
	s := text.NewScan(b)
	if s.Kind() != '{' {
		return l, false
	}
	for key := range s.Members() {
		switch string(key) {
		case "message":
			l.readMessage(s)
		case "timestamp":
			l.at = model.ParseStamp(text.Decoded(s.Raw(), 64), zone)
		case "content":
			l.content = s.Raw()
		case "toolUseResult":
			if brief && l.kind != "" && l.id != "" {
				return l, bytes.HasSuffix(bytes.TrimRight(b, " \t\r\n"), []byte("}"))
			}
			l.result = s.Raw()
		case "attachment", "compactMetadata":
			l.extra = s.Raw()
		case "origin":
			l.origin = store.Member(s.Raw(), "kind")
		case "forkedFrom":
			l.fork = store.Member(s.Raw(), "sessionId")
		case "isSidechain":
			l.side = isTrue(s)
		case "isMeta":
			l.meta = isTrue(s)
		case "isCompactSummary":
			l.summary = isTrue(s)
		case "isApiErrorMessage":
			l.failed = isTrue(s)
		default:
			if field := l.field(key); field != nil {
				*field = text.Decoded(s.Raw(), shortText)
			}
		}
	}
	return l, s.Whole()
}

// field is where the text of a member goes, nil for one that is not needed.
func (l *line) field(key []byte) *string {
	switch string(key) {
	case "type":
		return &l.kind
	case "subtype":
		return &l.sub
	case "uuid":
		return &l.id
	case "parentUuid":
		return &l.parent
	case "sessionId":
		return &l.session
	case "cwd":
		return &l.cwd
	case "gitBranch":
		return &l.branch
	case "version":
		return &l.version
	case "entrypoint":
		return &l.entry
	case "requestId":
		return &l.asked
	case "promptSource":
		return &l.source
	case "operation":
		return &l.operation
	case "customTitle", "agentName", "aiTitle", "summary", "lastPrompt":
		return &l.name
	}
	return nil
}

func (l *line) readMessage(s *text.Scan) {
	for key := range s.Members() {
		switch string(key) {
		case "content":
			l.readBlocks(s)
		case "id":
			l.answer = text.Decoded(s.Raw(), shortText)
		case "usage":
			l.usage = s.Raw()
		case "stop_reason":
			l.stop = text.Decoded(s.Raw(), 64)
		case "model":
			l.model = text.Decoded(s.Raw(), shortText)
		}
	}
}

func isTrue(s *text.Scan) bool { return string(s.Raw()) == "true" }

// block is a part of a message.
type block struct {
	kind, id, tool string
	// body is the text, the input of a call, or what came of one.
	body   []byte
	failed bool
}

// readBlocks reads the parts of a message. One that is a text alone has one part.
func (l *line) readBlocks(s *text.Scan) {
	if s.Kind() == '"' {
		l.blocks = append(l.blocks, block{kind: "text", body: s.Raw()})
		return
	}
	for range s.Elements() {
		l.blocks = append(l.blocks, readBlock(s))
	}
}

func readBlock(s *text.Scan) (b block) {
	for key := range s.Members() {
		switch string(key) {
		case "type":
			b.kind = text.Decoded(s.Raw(), shortText)
		case "id", "tool_use_id":
			b.id = text.Decoded(s.Raw(), shortText)
		case "name":
			b.tool = text.Decoded(s.Raw(), shortText)
		case "text", "input", "content":
			b.body = s.Raw()
		case "is_error":
			b.failed = isTrue(s)
		}
	}
	return b
}

// said is the text of a message, without what else is in it.
func (l *line) said() string {
	var all []string
	for _, b := range l.blocks {
		if b.kind == "text" {
			if s := strings.TrimSpace(text.Decoded(b.body, store.MostWords+1)); s != "" {
				all = append(all, s)
			}
		}
	}
	return strings.Join(all, "\n")
}

// usualLine is about how long lines are.
const usualLine = 8 << 10

// part is what is read of a transcript: lines in order, and how many were not understood. Torn is
// true if the last one is cut off.
type part struct {
	lines []line
	odd   int
	torn  bool
}

// readPart reads lines. Those of agents that were called are left out, and those that were copied.
func readPart(b []byte, zone *time.Location, seen map[string]bool, brief bool) (p part) {
	var early []int
	p.lines = make([]line, 0, len(b)/usualLine+8)
	for len(b) > 0 {
		n := bytes.IndexByte(b, '\n') + 1
		if n == 0 {
			n = len(b)
		}
		raw := b[:n]
		if b = b[n:]; len(bytes.TrimSpace(raw)) == 0 {
			continue
		}
		// Whether the last line is whole is looked at closely.
		l, ok := readLine(raw, zone, brief && len(b) > 0)
		p.torn = !ok
		switch {
		case !ok || !known(l.kind):
			p.odd++
		case l.side:
		case l.id != "" && seen[l.id]:
		default:
			if l.parent != "" && !seen[l.parent] {
				early = append(early, len(p.lines))
			}
			if l.id != "" {
				seen[l.id] = true
			}
			p.lines = append(p.lines, l)
		}
	}
	if p.torn {
		p.odd--
	}
	if len(early) > 0 {
		p.lines = inOrder(p.lines, early)
	}
	return p
}

// known reports whether lines of a kind are understood, or known to say nothing of the work.
func known(kind string) bool {
	switch kind {
	case "user", "assistant", "system", "attachment", "summary", "custom-title", "agent-name", "ai-title",
		"last-prompt", "queue-operation", "mode", "permission-mode", "pr-link", "progress":
		return true
	}
	return strings.HasPrefix(kind, "file-history-")
}

// inOrder puts lines behind the ones that they answer. The program writes an answer that comes
// quickly in front of its prompt. Early are the lines whose parents did not come before them.
func inOrder(lines []line, early []int) []line {
	// waiting are the lines that answer a later one, by the id of that.
	waiting := make(map[string][]int, len(early))
	for _, i := range early {
		waiting[lines[i].parent] = append(waiting[lines[i].parent], i)
	}
	behind, moved := map[int][]int{}, make([]bool, len(lines))
	for i, l := range lines {
		for _, w := range waiting[l.id] {
			if l.id != "" && w < i {
				behind[i], moved[w] = append(behind[i], w), true
			}
		}
	}
	if len(behind) == 0 {
		return lines
	}
	ordered := make([]line, 0, len(lines))
	for i := range lines {
		if moved[i] {
			continue
		}
		// What stands behind a line came before it in the file, so this ends.
		for next := []int{i}; len(next) > 0; {
			now := next[len(next)-1]
			ordered, next = append(ordered, lines[now]), next[:len(next)-1]
			for _, w := range slices.Backward(behind[now]) {
				next = append(next, w)
			}
		}
	}
	return ordered
}

// parts are the beginning and the end of a transcript; brief as for readLine. The last line of the beginning is whole
// where something lies between them.
func parts(e disk.Ends, zone *time.Location, brief bool) (head, tail part) {
	seen := map[string]bool{}
	head = readPart(e.Head, zone, seen, brief)
	if e.Gap > 0 {
		tail = readPart(e.Tail, zone, seen, brief)
	}
	return head, tail
}
