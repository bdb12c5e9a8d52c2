package vault

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"time"

	"coldstart/model"
)

// eventLogs are the places of the event log, in the order in which they are
// looked for; the first one that exists counts.
var eventLogs = []string{
	".claude/haios/governance-events.jsonl",
	".claude/governance-events.jsonl",
	"events.jsonl",
}

// maxNamedLines is how many bad lines of one log are named one by one; the others
// are counted.
const maxNamedLines = 20

// eventReader reads an event log line by line. What it remembers grows with the
// number of sessions, not with the size of the log.
type eventReader struct {
	name  string
	zone  *time.Location
	log   model.EventLog
	bySes map[model.SessionKey]int
	// seen maps the hash of each line about a session to its number, for lines
	// that were written twice.
	seen     map[model.Fingerprint]int
	line     int
	problems []model.Problem
	unnamed  int
	// tell hears of each line that belongs to a session; nil when nobody asks.
	tell func(key model.SessionKey, line []byte)
}

// readEvents reads the whole log from r (seed "Orphan Session Detection"). No
// input makes it fail: every line is counted as a record, as bad, or as blank,
// and the bad ones become problems. The error is for reads that fail.
func readEvents(name string, r io.Reader, zone *time.Location) (model.EventLog, []model.Problem, error) {
	e := newEventReader(name, zone)
	err := e.read(r)
	if e.unnamed > 0 {
		e.problems = append(e.problems, model.Problem{
			Path: name, Reason: fmt.Sprintf("%d more lines cannot be read", e.unnamed), Hint: badLineHint,
		})
	}
	return e.log, e.problems, err
}

func newEventReader(name string, zone *time.Location) *eventReader {
	return &eventReader{
		name: name, zone: zone, log: model.EventLog{Path: name, Current: -1},
		bySes: map[model.SessionKey]int{}, seen: map[model.Fingerprint]int{},
	}
}

const badLineHint = "the other lines are used; the program that writes this log should be looked at"

func (e *eventReader) read(r io.Reader) error {
	in := bufio.NewReaderSize(r, 256<<10)
	var long []byte
	for {
		part, err := in.ReadSlice('\n')
		switch {
		case errors.Is(err, bufio.ErrBufferFull):
			if long = append(long, part...); len(long) > maxLine {
				if err := e.tooLong(in); err != nil {
					return err
				}
				long = long[:0]
			}
			continue
		case err != nil && !errors.Is(err, io.EOF):
			return fileError("reading", e.name, err)
		}
		if len(long) > 0 {
			long = append(long, part...)
			part = long
		}
		if len(part) > 0 {
			e.line++
			e.log.Torn = part[len(part)-1] != '\n'
			e.take(part)
			long = long[:0]
		}
		if err != nil {
			return nil
		}
	}
}

// tooLong skips the rest of a line that is over the limit.
func (e *eventReader) tooLong(in *bufio.Reader) error {
	e.line++
	e.bad(fmt.Sprintf("longer than %d bytes", maxLine))
	for {
		_, err := in.ReadSlice('\n')
		switch {
		case err == nil, errors.Is(err, io.EOF):
			return nil
		case !errors.Is(err, bufio.ErrBufferFull):
			return fileError("reading", e.name, err)
		}
	}
}

func (e *eventReader) bad(reason string) {
	e.log.Bad++
	if e.log.Bad > maxNamedLines {
		e.unnamed++
		return
	}
	e.problems = append(e.problems, model.Problem{Path: e.name, Line: e.line, Reason: reason, Hint: badLineHint})
}

func (e *eventReader) take(raw []byte) {
	if e.line == 1 {
		raw = bytes.TrimPrefix(raw, bom)
	}
	line := bytes.TrimSpace(raw)
	switch {
	case len(line) == 0:
		e.log.Blank++
	case !json.Valid(line):
		reason := "not valid JSON"
		if e.log.Torn {
			reason = "cut off in the middle: the last write was not finished"
		}
		e.bad(reason)
	case line[0] != '{':
		e.bad("not a JSON object")
	case bytes.Contains(line, []byte(`"SessionStarted"`)), bytes.Contains(line, []byte(`"SessionEnded"`)):
		e.session(line)
	default:
		e.log.Records++
		e.activity(line)
	}
}

// session reads a line that names a start or an end. Keys are matched exactly;
// the library's own matching ignores case.
func (e *eventReader) session(line []byte) {
	var fields map[string]json.RawMessage
	if err := json.Unmarshal(line, &fields); err != nil {
		e.bad("not a JSON object that can be read")
		return
	}
	kind := text(fields["type"])
	if kind != "SessionStarted" && kind != "SessionEnded" {
		e.log.Records++
		e.activity(line)
		return
	}
	key, label, ok := sessionKey(fields["session"])
	if !ok {
		e.bad(kind + " names no session")
		return
	}
	e.log.Records++
	sum := model.FingerprintOf(line)
	if first, twice := e.seen[sum]; twice {
		e.problems = append(e.problems, model.Problem{
			Path: e.name, Line: e.line, Reason: fmt.Sprintf("the same line as line %d", first),
			Hint: "it counts once for every meaning; nothing is lost",
		})
	} else {
		e.seen[sum] = e.line
	}
	at := model.ParseStamp(text(fields["timestamp"]), e.zone)
	s := e.entry(key, label)
	e.report(key, line)
	if kind == "SessionStarted" {
		s.Starts++
		s.Agent, s.Line, s.Started = text(fields["agent"]), e.line, at
		s.Last, s.LastType, s.LastLine, s.Seen = at, kind, e.line, sum
		e.log.Current = e.bySes[key]
		return
	}
	end := &model.SessionEnd{At: at, Agent: text(fields["agent"]), Line: e.line}
	if end.Agent == model.SyntheticAgent || end.Agent == model.OperatorAgent {
		s.Declared = end
	} else {
		s.Ended = end
	}
}

func (e *eventReader) entry(key model.SessionKey, label string) *model.Session {
	i, ok := e.bySes[key]
	if !ok {
		i = len(e.log.Sessions)
		e.bySes[key] = i
		e.log.Sessions = append(e.log.Sessions, model.Session{Key: key, Label: label, Path: e.name})
	}
	return &e.log.Sessions[i]
}

// activity notes the newest event of a session. Events name theirs in session_id;
// older logs do not, and there the session that started last is meant.
func (e *eventReader) activity(line []byte) {
	i := e.log.Current
	if id := member(line, `"session_id"`); len(id) > 0 && !bytes.Equal(id, []byte("0")) {
		if key, _, ok := sessionKey(id); ok {
			if found, known := e.bySes[key]; known {
				i = found
			}
		}
	}
	if i < 0 {
		return
	}
	s := &e.log.Sessions[i]
	e.report(s.Key, line)
	s.LastLine, s.LastType = e.line, text(member(line, `"type"`))
	s.Last = model.ParseStamp(text(member(line, `"timestamp"`)), e.zone)
	s.Seen = model.FingerprintOf(line)
}

func (e *eventReader) report(key model.SessionKey, line []byte) {
	if e.tell != nil {
		e.tell(key, line)
	}
}
