package vault

import (
	"bytes"
	"context"
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
	lines := sessionLines{most: maxSessionBytes}
	log, err := v.eachSessionLine(ref.Path, func(key model.SessionKey, line []byte) {
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
	return model.Document{Ref: ref, Bytes: lines.text(), Seen: s.Seen}, nil
}

// eachSessionLine reads an event log and hands on each line that belongs to a session.
func (v *Vault) eachSessionLine(path string, tell func(key model.SessionKey, line []byte)) (model.EventLog, error) {
	f, _, err := v.disk.open(path, os.O_RDONLY)
	if errors.Is(err, fs.ErrNotExist) {
		err = model.ErrNotFound
	}
	if err != nil {
		return model.EventLog{}, fileError("reading", path, err)
	}
	defer f.Close()
	e := newEventReader(path, v.opts.Zone)
	e.tell = tell
	err = e.read(f)
	return e.log, err
}

// SessionLines gives the lines of several sessions of one event log, each as
// [Vault.Read] does but with at most some bytes from either end, in one reading of the
// log. A session that the log does not have any more has no lines.
func (v *Vault) SessionLines(ctx context.Context, path string, keys []model.SessionKey, most int) (map[model.SessionKey][]byte, error) {
	if err := errors.Join(ctx.Err(), v.here()); err != nil {
		return nil, err
	}
	asked := make(map[model.SessionKey]*sessionLines, len(keys))
	for _, key := range keys {
		asked[key] = &sessionLines{most: most}
	}
	_, err := v.eachSessionLine(path, func(key model.SessionKey, line []byte) {
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

// sessionLines keeps the first and the last lines of a session. Either half is
// bounded by a number of lines and by most bytes.
type sessionLines struct {
	most                  int
	first, last           [][]byte
	firstBytes, lastBytes int
	dropped               int
}

func (l *sessionLines) add(line []byte) {
	line = append(bytes.Clone(line), '\n')
	if l.dropped == 0 && len(l.last) == 0 && len(l.first) < maxSessionLines && l.firstBytes+len(line) <= l.most {
		l.first = append(l.first, line)
		l.firstBytes += len(line)
		return
	}
	l.last = append(l.last, line)
	for l.lastBytes += len(line); len(l.last) > maxSessionLines || l.lastBytes > l.most; l.dropped++ {
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
