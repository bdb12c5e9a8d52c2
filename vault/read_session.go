package vault

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"os"

	"coldstart/model"
)

// readSession gives the lines of one session as a document: all of them, or the
// first and the last ones of a long session. Its hash is that of the session's
// newest line, since a log that only grows has no other fixed point: when the
// session writes again, the hash is another.
func (v *Vault) readSession(ref model.Ref) (model.Document, error) {
	f, _, err := v.disk.open(ref.Path, os.O_RDONLY)
	if errors.Is(err, fs.ErrNotExist) {
		err = model.ErrNotFound
	}
	if err != nil {
		return model.Document{}, fileError("reading", ref.Path, err)
	}
	defer f.Close()
	var lines sessionLines
	e := newEventReader(ref.Path, v.opts.Zone)
	e.tell = func(key model.SessionKey, line []byte) {
		if string(key) == ref.Item {
			lines.add(line)
		}
	}
	if err := e.read(f); err != nil {
		return model.Document{}, err
	}
	s, ok := (model.Snapshot{Events: e.log}).Session(ref)
	if !ok {
		return model.Document{}, fmt.Errorf("reading session %s of %s: %w", ref.Item, ref.Path, model.ErrNotFound)
	}
	return model.Document{Ref: ref, Bytes: lines.text(), Seen: s.Seen}, nil
}

// sessionLines keeps the first and the last lines of a session. Either half is
// bounded by a number of lines and by a number of bytes.
type sessionLines struct {
	first, last           [][]byte
	firstBytes, lastBytes int
	dropped               int
}

func (l *sessionLines) add(line []byte) {
	line = append(bytes.Clone(line), '\n')
	if l.dropped == 0 && len(l.last) == 0 && len(l.first) < maxSessionLines && l.firstBytes+len(line) <= maxSessionBytes {
		l.first = append(l.first, line)
		l.firstBytes += len(line)
		return
	}
	l.last = append(l.last, line)
	for l.lastBytes += len(line); len(l.last) > maxSessionLines || l.lastBytes > maxSessionBytes; l.dropped++ {
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
