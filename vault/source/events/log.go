// Package events reads event logs: sessions, their order and their lines.
package events

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
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

// badLineHint says what to do about a line that cannot be used.
const badLineHint = "line skipped; check what writes this log"

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

	problems []model.Problem
	unnamed  int
	// tell gets each line that belongs to a session, unless nil.
	tell func(key model.SessionKey, line []byte)
}

// Read reads the whole log (seed "Orphan Session Detection"). Every line counts as a
// record, as bad, or as blank, and bad ones are problems. The error is for reads that fail.
func Read(name string, r io.Reader, zone *time.Location) (model.EventLog, []model.Problem, error) {
	e := newReader(name, zone)
	err := e.read(r)
	if e.unnamed > 0 {
		e.problems = append(e.problems, model.Problem{
			Path: name, Reason: fmt.Sprintf("%d more lines have something wrong with them", e.unnamed), Hint: badLineHint,
		})
	}
	return e.log, e.problems, err
}

func newReader(name string, zone *time.Location) *reader {
	e := &reader{
		name: name, zone: zone, room: maxSessions,
		log: model.EventLog{Path: name, Current: -1}, bySes: map[model.SessionKey]int{},
	}
	e.object.Member = e.fields.take
	return e
}

// read takes line after line and holds one at a time.
func (e *reader) read(r io.Reader) error {
	in := bufio.NewReaderSize(r, 256<<10)
	var long []byte
	size := 0
	for {
		part, err := in.ReadSlice('\n')
		more := errors.Is(err, bufio.ErrBufferFull)
		if err != nil && !more && !errors.Is(err, io.EOF) {
			e.settle()
			return disk.FileError("reading", e.name, err)
		}
		size += len(part)
		if size <= disk.MaxLine && (more || len(long) > 0) {
			long = append(long, part...)
			part = long
		}
		if more {
			continue
		}
		if size > 0 {
			e.line++
			e.log.Torn = !bytes.HasSuffix(part, []byte("\n"))
			e.take(part, size)
		}
		if err != nil {
			e.settle()
			return nil
		}
		long, size = long[:0], 0
	}
}

// take reads one line. Of a line over the limit only the end is given.
func (e *reader) take(raw []byte, size int) {
	if size > disk.MaxLine {
		e.bad(fmt.Sprintf("longer than %d bytes", disk.MaxLine))
		return
	}
	if e.line == 1 {
		raw = bytes.TrimPrefix(raw, text.BOM)
	}
	line := bytes.Trim(raw, " \t\r\n")
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
	text := utf8.Valid(line)
	data := json.Valid(line)
	e.log.PeerFails = e.log.PeerFails || !text || data && line[0] != '{'
	switch {
	case end > 0 && end < len(line):
		e.bad("more than one value on this line")
	case data && line[0] != '{':
		e.bad("not a JSON object")
	case end < 0 && e.log.Torn:
		e.bad("cut off in the middle: the last write was not finished")
	case !text:
		e.bad("not UTF-8")
	default:
		e.bad("invalid JSON")
	}
}

// bad counts a line that cannot be used.
func (e *reader) bad(reason string) {
	e.log.Bad++
	e.note(reason)
}

// note reports the current line.
func (e *reader) note(reason string) {
	if len(e.problems) >= maxNamedLines {
		e.unnamed++
		return
	}
	e.problems = append(e.problems, model.Problem{Path: e.name, Line: e.line, Reason: reason, Hint: badLineHint})
}

// finding is the cached reading of an event log.
type finding struct {
	log      model.EventLog
	problems []model.Problem
}

// localISO is how Python's datetime.now().isoformat() writes a time.
const localISO = "2006-01-02T15:04:05.000000"

// Line gives an event of a session as the reference program writes it, without a line end.
// The session is JSON; the time has no zone.
func Line(kind, session, agent string, at time.Time, zone *time.Location) string {
	return fmt.Sprintf(`{"type": %s, "session": %s, "agent": %s, "timestamp": %s}`,
		text.QuoteASCII(kind), session, text.QuoteASCII(agent), text.QuoteASCII(at.In(zone).Format(localISO)))
}

// Source is the event log.
var Source = source.Source{Name: "events", Find: places.EventFiles, Add: addEvents}

// addEvents streams the event log, which can be larger than memory.
func addEvents(r *source.Reading, name string, s *model.Snapshot) error {
	e, err := source.Once(r, "events", name, r.Path(name), func() (e finding, info fs.FileInfo, err error) {
		e.log.Current = -1
		f, info, err := r.Disk.Open(name, os.O_RDONLY)
		if err != nil {
			return e, nil, disk.FileError("reading", name, err)
		}
		defer f.Close()
		cut := false
		if r.Vault.Opts.Brief {
			if cut, err = disk.SeekTail(f, info, source.BriefEvents); err != nil {
				return e, nil, disk.FileError("reading", name, err)
			}
		}
		e.log, e.problems, err = Read(name, f, r.Vault.Opts.Zone)
		e.log.Cut = cut
		return e, info, err
	})
	// The lines before a fault of the disk are shown.
	s.Events = e.log
	s.Problems = append(s.Problems, e.problems...)
	return err
}
