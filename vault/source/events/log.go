// Package events reads event logs: sessions, their order and their lines.
package events

import (
	"bytes"
	"fmt"
	"io"
	"io/fs"
	"strings"
	"time"
	"unicode/utf8"

	"coldstart/model"
	"coldstart/vault/disk"
	"coldstart/vault/places"
	"coldstart/vault/source"
	"coldstart/vault/text"
)

const (
	// maxEventField is the longest kept value of an event in bytes, such as its agent.
	maxEventField = 1 << 10
	// maxSessions is how many sessions of one log are listed.
	maxSessions = 100_000
	// MaxSessionLines is how many lines of a session are shown from its beginning, and from
	// its end.
	MaxSessionLines = 200
	// MaxSessionBytes is how many bytes are shown from either end.
	MaxSessionBytes = 256 << 10
)

// oddLineHint says what to do about a line that is used, but odd.
const oddLineHint = "check the program that writes this log"

// maxNamedLines is how many faulty lines of one log are listed; the others are counted.
const maxNamedLines = 20

// reader reads an event log line by line. Its memory grows with the number of sessions, not
// with the size of the log.
type reader struct {
	name  string
	zone  *time.Location
	log   model.EventLog
	bySes map[model.SessionKey]int
	// room is how many sessions are listed, crowded is true when there are more.
	room    int
	crowded bool

	line   int
	object text.Object
	fields fields
	newest newestEvent
	// unheard is true for a line that the reference program does not read: the first one
	// behind a byte order mark.
	unheard bool
	// indent are the bytes before the text of the line.
	indent int

	problems []model.Problem
	unnamed  int
	// skipped are the indexes of the problems whose lines are not used.
	skipped []int
	// stopped says that a line is named at which the reference program stops.
	stopped bool
	// chunk is how much is looked through at once, in bytes.
	chunk int
	// at is where the last chunk ended in the file, -1 where that is not known.
	at int64
	// grows is true if the log may be read on later, from before: the lines up to its last chunk.
	grows  bool
	before *reader
	// tell gets each line that belongs to a session, unless nil.
	tell func(key model.SessionKey, line []byte)
}

// Read reads the whole log (seed "Orphan Session Detection"). Every line counts as a
// record, as bad, or as blank, and bad ones are problems. The error is for reads that fail.
func Read(name string, r io.Reader, zone *time.Location) (model.EventLog, []model.Problem, error) {
	e := newReader(name, zone)
	err := e.read(r)
	log, problems := e.said()
	return log, problems, err
}

// said is what the lines say that were read.
func (e *reader) said() (model.EventLog, []model.Problem) {
	for _, i := range e.skipped {
		e.problems[i].Hint = "this line is skipped"
		if n := e.log.Records; n > 0 {
			e.problems[i].Hint += fmt.Sprintf("; the other %d are used", n)
		}
	}
	if one, other, ok := e.log.Incomparable(); ok && !e.log.PeerFails {
		e.problems = append(e.problems, model.Problem{
			Path: e.name, Line: other.Line, Reason: fmt.Sprintf("the open sessions %s and %s have ids of different types", one.Written, other.Written) + model.PeerStops,
			Hint: "end one of them: coldstart ack", Agents: true,
		})
	}
	if e.unnamed > 0 {
		e.problems = append(e.problems, model.Problem{
			Path: e.name, Reason: model.Counted(e.unnamed, "more bad line"), Hint: oddLineHint,
		})
	}
	return e.log, e.problems
}

func newReader(name string, zone *time.Location) *reader {
	e := &reader{
		name: name, zone: zone, room: maxSessions, chunk: chunkSize,
		log: model.EventLog{Path: name, Current: -1, PeerCurrent: -1}, bySes: map[model.SessionKey]int{},
	}
	e.object.Member, e.object.Grammar = e.fields.take, text.PythonJSON
	return e
}

// read takes line after line.
func (e *reader) read(r io.Reader) error {
	look := lookThrough
	if e.tell != nil {
		// Each line is told.
		look = func(*chunk) {}
	}
	err := eachChunk(&lineFeeds{r: r, taken: e.at}, e.chunk, look, e.takeAll)
	e.settle()
	if err != nil {
		return disk.FileError("reading", e.name, err)
	}
	return nil
}

// takeAll takes the lines of a chunk, of which those were counted already that say nothing else.
func (e *reader) takeAll(c *chunk) {
	if c.last && e.grows && e.at > 0 && (e.before == nil || e.before.at < e.at) {
		e.before = e.clone()
	}
	e.at = c.end
	if c.long > 0 {
		e.line++
		e.log.Torn = !c.ended
		e.take(nil, c.long)
		return
	}
	if e.tell != nil {
		for line := range bytes.Lines(c.lines) {
			e.one(line)
		}
	}
	for _, r := range c.runs {
		e.line += r.lines - 1
		e.log.Records += r.lines - 1
		e.one(r.last)
	}
}

func (e *reader) one(line []byte) {
	e.line++
	e.log.Torn = !bytes.HasSuffix(line, []byte("\n"))
	e.take(line, len(line))
}

// take reads one line. Of a line over the limit only the end is given.
func (e *reader) take(raw []byte, size int) {
	if size > disk.MaxLine {
		e.log.PeerUnknown = true
		e.bad(fmt.Sprintf("longer than %d bytes", disk.MaxLine), model.Fault{})
		return
	}
	if e.unheard = e.line == 1 && bytes.HasPrefix(raw, text.BOM); e.unheard {
		raw = raw[len(text.BOM):]
	}
	line := bytes.Trim(raw, " \t\r\n")
	e.indent = max(0, bytes.Index(raw, line))
	if e.unheard {
		e.indent += len(text.BOM)
	}
	if len(line) == 0 {
		e.log.Blank++
		return
	}
	e.fields = fields{}
	if end := e.object.Read(line); end != len(line) || !utf8.Valid(line) {
		e.unreadable(line, end)
		return
	}
	e.event(line)
}

// unreadable reports a line that is not one JSON object, or whose first object ends at an
// offset.
func (e *reader) unreadable(line []byte, end int) {
	isText := utf8.Valid(line)
	value, deep := text.PythonJSON.Valid(line)
	f := text.JSONFault(line, "line")
	reason := "invalid JSON: " + f.Name
	switch {
	case end > 0 && end < len(line):
		reason = "more than one value on this line"
	case value && line[0] != '{':
		reason = "not a JSON object"
	case end < 0 && e.log.Torn:
		reason = "incomplete: the last write was not finished"
	case !isText:
		reason = "not UTF-8"
	}
	if !isText || !e.unheard && (deep || value) {
		e.log.PeerFails = true
		reason += model.PeerStops
	}
	e.bad(reason, f)
}

// bad counts a line that cannot be used.
func (e *reader) bad(reason string, f model.Fault) {
	e.log.Bad++
	before := len(e.problems)
	e.note(reason)
	if len(e.problems) == before {
		return
	}
	p := &e.problems[before]
	e.skipped = append(e.skipped, before)
	if p.Fault = f; f.Column > 0 {
		p.Fault.Column += e.indent
	}
	p.Fault.Help = fmt.Sprintf("Delete line %d, or leave it: agents skip it as well.", e.line)
	if p.Agents {
		p.Fault.Help = fmt.Sprintf("Delete line %d: the agents' program stops at it.", e.line)
	}
	if n := e.newest; len(n.line) > 0 && n.number == e.line-1 {
		p.By, p.Since = e.log.Sessions[n.session].Ref(), model.ParseStamp(shown(n.at), e.zone)
	}
}

// note reports the current line.
func (e *reader) note(reason string) {
	stops := strings.HasSuffix(reason, model.PeerStops)
	if len(e.problems) >= maxNamedLines && (!stops || e.stopped) {
		e.unnamed++
		return
	}
	e.stopped = e.stopped || stops
	e.problems = append(e.problems, model.Problem{Path: e.name, Line: e.line, Reason: reason, Hint: oddLineHint, Agents: stops})
}

// finding is the cached reading of an event log.
type finding struct {
	log      model.EventLog
	problems []model.Problem
}

// localISO is how Python's datetime.now().isoformat() writes a time.
const localISO = "2006-01-02T15:04:05.000000"

// Line returns an event of a session as the reference program writes it, without a line end.
// The session is JSON, or NaN and its like as Python writes them; the time has no zone.
func Line(kind, session, agent string, at time.Time, zone *time.Location) string {
	return fmt.Sprintf(`{"type": %s, "session": %s, "agent": %s, "timestamp": %s}`,
		text.QuoteASCII(kind), text.EscapeASCII(session), text.QuoteASCII(agent), text.QuoteASCII(at.In(zone).Format(localISO)))
}

// EndLine returns the end of a session with what it says to the next one, in a member of its own
// that the reference program passes over.
func EndLine(session, agent string, h model.Handoff, at time.Time, zone *time.Location) string {
	line := Line("SessionEnded", session, agent, at, zone)
	if !h.Given() {
		return line
	}
	var members []string
	for _, p := range h.Parts() {
		members = append(members, text.QuoteASCII(handoffKey(p[0]))+": "+text.QuoteASCII(p[1]))
	}
	return strings.TrimSuffix(line, "}") + `, "handoff": {` + strings.Join(members, ", ") + "}}"
}

func handoffKey(part string) string {
	if part == "" {
		return "summary"
	}
	return strings.ToLower(part)
}

// maxHandoff is the longest handoff that is read, in bytes: more than the longest that is written.
const maxHandoff = 32 << 10

// handoffOf reads what a session says to the next one. What is too long is cut, and what is no
// handoff says nothing.
func handoffOf(raw []byte) (h model.Handoff) {
	if len(raw) == 0 || len(raw) > maxHandoff || raw[0] != '{' {
		return h
	}
	fields := map[string]*string{"summary": &h.Summary, "done": &h.Done, "next": &h.Next, "open": &h.Open}
	object := text.Object{Grammar: text.PythonJSON, Member: func(key, value []byte) {
		if to := fields[text.Unquote([]byte(`"`+string(key)+`"`))]; to != nil {
			runes := []rune(text.Unquote(value))
			*to = string(runes[:min(len(runes), model.MostHandoff)])
		}
	}}
	object.Read(raw)
	return h
}

// Source is the event log.
var Source = source.Source{Name: "events", Find: places.EventFiles, Add: addEvents}

// mostOf returns how many bytes of an event log a load reads: half of what it has left.
func mostOf(r *source.Reading) int64 {
	if r.Vault.Opts.Brief || r.Disk.Budget.Level() == disk.LevelGone {
		return source.BriefEvents
	}
	return r.Disk.Budget.Left() / 2
}

// readNewest reads a log of which older lines may be left out.
func (e *reader) readNewest(newest *disk.Newest, info fs.FileInfo) (finding, error) {
	err := e.read(newest)
	log, problems := e.said()
	log.Cut, log.Size = newest.Left > 0, info.Size()
	log.Read = log.Size - newest.Left - newest.Holes
	log.PeerUnknown = log.PeerUnknown || log.Cut || newest.Holes > 0
	if log.Cut {
		for i := range problems {
			if p := &problems[i]; p.Line > 0 {
				p.Reason, p.Line = fmt.Sprintf("%s, on line %d of the part read", p.Reason, p.Line), 0
			}
		}
		problems = append(problems, model.Problem{Path: e.name, Reason: log.CutReason(), Hint: "move older lines to another file while no agent is running"})
	}
	if newest.Holes > 0 {
		problems = append(problems, model.Problem{
			Path: e.name, Reason: fmt.Sprintf("%d bytes of it are holes: never written; they were not read", newest.Holes),
			Hint: "an interrupted program or copy leaves these; the lines around them were read",
		})
	}
	if n := disk.LinkCount(info); n > 1 {
		problems = append(problems, model.Problem{
			Path: e.name, Reason: fmt.Sprintf("the file has %d names (hard links), so nothing is added to it: it would also appear under the other names", n),
			Hint: "make it a file of its own: copy it, and rename the copy to it",
		})
	}
	return finding{log, problems}, err
}
