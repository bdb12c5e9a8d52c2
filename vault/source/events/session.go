package events

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"

	"coldstart/model"
	"coldstart/vault/disk"
	"coldstart/vault/places"
	"coldstart/vault/source"
	"coldstart/vault/text"
)

// newestEvent is the last event and its session. It is added to the session only when an
// event of another one follows, since almost all lines follow one of their own session. The
// slices are buffers that are used again.
type newestEvent struct {
	session        int
	number         int
	line, kind, at []byte
}

// event reads one line that is a JSON object.
func (e *reader) event(line []byte) {
	f := &e.fields
	if f.twice != "" {
		e.note(fmt.Sprintf("%q appears twice; the last one counts", f.twice))
	}
	if name := f.overlong(); name != "" {
		e.log.PeerUnknown = true
		e.bad(fmt.Sprintf("%q is longer than %d bytes", name, maxEventField), model.Fault{})
		return
	}
	kind := f.kind
	if bytes.IndexByte(kind, '\\') >= 0 {
		kind = []byte(`"` + text.Unquote(kind) + `"`)
	}
	switch string(kind) {
	case `"SessionStarted"`:
		e.start(line)
	case `"SessionEnded"`:
		e.end(line)
	default:
		e.log.Records++
		e.activity(line)
	}
}

// start notes the start of a session, which becomes the current one.
func (e *reader) start(line []byte) {
	i, ok := e.named()
	if !ok {
		return
	}
	e.log.Records++
	if e.log.Current = i; i < 0 {
		return
	}
	s := &e.log.Sessions[i]
	s.Starts++
	s.Written = e.written()
	if !e.unheard {
		e.log.PeerCurrent = i
		s.PeerStart = cmp.Or(s.PeerStart, s.Written)
	}
	s.Line, s.Agent, s.Started = e.line, shown(e.fields.agent), model.ParseStamp(shown(e.fields.at), e.zone)
	e.belongs(i, line)
}

// end notes the end of a session, real or declared by somebody else.
func (e *reader) end(line []byte) {
	i, ok := e.named()
	if !ok {
		return
	}
	e.log.Records++
	if i < 0 {
		return
	}
	s := &e.log.Sessions[i]
	s.PeerEnded = s.PeerEnded || !e.unheard
	end := &model.SessionEnd{
		At: model.ParseStamp(shown(e.fields.at), e.zone), Agent: shown(e.fields.agent), Line: e.line,
	}
	if end.Agent == model.SyntheticAgent || end.Agent == model.OperatorAgent {
		s.Declared = end
	} else {
		s.Ended = end
		if h := handoffOf(e.fields.handoff); h.Given() {
			h.Session, h.Agent, h.At = s.Ref(), end.Agent, end.At
			e.log.Handoff = h
		}
	}
	e.told(i, line)
}

// named finds or adds the session that a start or end names; -1 is one too many. ok is
// false for a bad line, which it counts.
func (e *reader) named() (i int, ok bool) {
	key, label, ok := sessionKey(e.fields.session)
	if !ok {
		reason := "its session is a list or an object"
		if !e.unheard {
			e.log.PeerFails = true
			reason += model.PeerStops
		}
		e.bad(reason, model.Fault{})
		return 0, false
	}
	if i, ok := e.bySes[key]; ok {
		return i, true
	}
	i = len(e.log.Sessions)
	if i >= e.room {
		if !e.crowded {
			e.note(fmt.Sprintf("more than %d sessions; those that begin after this are not shown", e.room))
		}
		e.crowded, e.log.PeerUnknown = true, true
		return -1, true
	}
	e.bySes[key] = i
	e.log.Sessions = append(e.log.Sessions, model.Session{Key: key, Label: label, Written: e.written(), Path: e.name})
	return i, true
}

// written is the session of an event in JSON, as the line has it.
func (e *reader) written() string {
	if len(e.fields.session) == 0 {
		return "null"
	}
	return string(e.fields.session)
}

// activity notes any other event for the session in its session_id. Older logs have none,
// or 0, and there the current session is meant. So it is for an unknown session: rather too
// much life is seen in one than too little.
func (e *reader) activity(line []byte) {
	i := e.log.Current
	if id := e.fields.sessionID; len(id) > 0 && !bytes.Equal(id, []byte("0")) {
		if found, ok := e.known(id); ok {
			i = found
		}
	}
	if i >= 0 {
		e.belongs(i, line)
	}
}

// known finds a session that was met before.
func (e *reader) known(raw []byte) (i int, ok bool) {
	// Most ids are spelled as their keys, and this lookup allocates nothing.
	if bytes.IndexByte(raw, '\\') < 0 {
		if i, ok = e.bySes[model.SessionKey(raw)]; ok {
			return i, true
		}
	}
	key, _, ok := sessionKey(raw)
	if !ok {
		return 0, false
	}
	i, ok = e.bySes[key]
	return i, ok
}

// belongs notes the line as the newest event of a session.
func (e *reader) belongs(i int, line []byte) {
	n := &e.newest
	if n.session != i {
		e.settle()
	}
	n.session, n.number = i, e.line
	n.line = append(n.line[:0], line...)
	n.kind = append(n.kind[:0], e.fields.kind...)
	if len(e.fields.at) > 0 {
		n.at = append(n.at[:0], e.fields.at...)
	}
	e.told(i, line)
}

// settle adds the newest event to its session.
func (e *reader) settle() {
	n := &e.newest
	if len(n.line) == 0 {
		return
	}
	s := &e.log.Sessions[n.session]
	s.LastLine, s.LastType, s.Seen = n.number, shown(n.kind), model.FingerprintOf(n.line)
	if len(n.at) > 0 {
		s.Last = model.ParseStamp(shown(n.at), e.zone)
	}
	n.line, n.at = n.line[:0], n.at[:0]
}

func (e *reader) told(i int, line []byte) {
	if e.tell != nil {
		e.tell(e.log.Sessions[i].Key, line)
	}
}

// ReadSession returns the lines of one session as a document, with what they say: all, or the first
// and last ones of a long session. Its hash is that of its newest line, so that it changes when the
// session writes again.
func ReadSession(v *places.Vault, ref model.Ref) (model.Document, error) {
	lines := sessionLines{most: MaxSessionBytes}
	log, err := eachSessionLine(v, ref.Path, func(key model.SessionKey, line []byte) {
		if string(key) == ref.Item {
			lines.add(line)
		}
	})
	if err != nil {
		return model.Document{}, err
	}
	s, ok := (model.Snapshot{Events: log}).Session(ref)
	if !ok {
		return model.Document{}, fmt.Errorf("reading session %s of %s: %w", ref.Item, ref.Path, model.ErrNotFound)
	}
	return model.Document{Ref: ref, Bytes: lines.text(), Seen: s.Seen, Events: lines.events(v.Opts.Zone)}, nil
}

// eachSessionLine reads an event log and passes on each line that belongs to a session.
func eachSessionLine(v *places.Vault, path string, tell func(key model.SessionKey, line []byte)) (model.EventLog, error) {
	f, info, err := v.Disk.Open(path, os.O_RDONLY)
	if errors.Is(err, fs.ErrNotExist) {
		err = model.ErrNotFound
	}
	if err != nil {
		return model.EventLog{}, disk.FileError("reading", path, err)
	}
	defer f.Close()
	e := newReader(path, v.Opts.Zone)
	e.tell = tell
	err = e.read(disk.NewestOf(f, info, source.LogBytes, nil))
	return e.log, err
}

// SessionLines returns the lines of several sessions of one event log in one reading, each
// with at most some bytes from either end. A session that the log does not have has none.
func SessionLines(ctx context.Context, v *places.Vault, path string, keys []model.SessionKey, most int) (map[model.SessionKey][]byte, error) {
	if err := errors.Join(ctx.Err(), v.Here()); err != nil {
		return nil, err
	}
	asked := make(map[model.SessionKey]*sessionLines, len(keys))
	for _, key := range keys {
		asked[key] = &sessionLines{most: most}
	}
	_, err := eachSessionLine(v, path, func(key model.SessionKey, line []byte) {
		if lines := asked[key]; lines != nil {
			lines.add(line)
		}
	})
	if err != nil {
		return nil, err
	}
	texts := make(map[model.SessionKey][]byte, len(asked))
	for key, lines := range asked {
		texts[key] = lines.text()
	}
	return texts, nil
}

// sessionLines keeps the first and the last lines of a session, each at most
// MaxSessionLines and most bytes.
type sessionLines struct {
	most                  int
	first, last           [][]byte
	firstBytes, lastBytes int
	dropped               int
}

func (l *sessionLines) add(line []byte) {
	line = append(bytes.Clone(line), '\n')
	if l.dropped == 0 && len(l.last) == 0 && len(l.first) < MaxSessionLines && l.firstBytes+len(line) <= l.most {
		l.first = append(l.first, line)
		l.firstBytes += len(line)
		return
	}
	l.last = append(l.last, line)
	for l.lastBytes += len(line); len(l.last) > MaxSessionLines || l.lastBytes > l.most; l.dropped++ {
		l.lastBytes -= len(l.last[0])
		l.last = l.last[1:]
	}
}

func (l *sessionLines) text() []byte {
	var b bytes.Buffer
	for _, line := range l.first {
		b.Write(line)
	}
	if l.dropped > 0 {
		fmt.Fprintf(&b, "(lines of this session that are not shown: %d)\n", l.dropped)
	}
	for _, line := range l.last {
		b.Write(line)
	}
	return b.Bytes()
}
