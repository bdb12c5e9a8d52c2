//go:build !race

package events

import (
	"bytes"
	"fmt"
	"io"
	"runtime"
	"strings"
	"testing"
	"time"
)

// endlessLog makes up an event log in the reference program's notation, session
// after session, as it is read. No more of it is in memory than one session.
type endlessLog struct {
	// left is how many bytes are still to come, long how many bytes of one line of
	// each session.
	left, long int
	session    int
	rest       []byte
	// looked is called ahead of each session.
	looked func()
}

func (l *endlessLog) Read(p []byte) (int, error) {
	if len(l.rest) == 0 {
		if l.left <= 0 {
			return 0, io.EOF
		}
		if l.looked != nil {
			l.looked()
		}
		l.rest = l.next()
		l.left -= len(l.rest)
	}
	n := copy(p, l.rest)
	l.rest = l.rest[n:]
	return n, nil
}

// next is one session of a hundred events. Every tenth never ends.
func (l *endlessLog) next() []byte {
	var b bytes.Buffer
	at := time.Date(2026, 1, 26, 9, 0, 0, 0, time.UTC).Add(time.Duration(l.session) * time.Hour)
	line := func(format string, args ...any) {
		at = at.Add(29*time.Second + 1234*time.Microsecond)
		fmt.Fprintf(&b, format+", \"timestamp\": %q, \"session_id\": %d}\n", append(args, at.Format(localISO), l.session)...)
	}
	line(`{"type": "SessionStarted", "session": %d, "agent": "Spindle"`, l.session)
	for i := range 98 {
		line(`{"type": "ValidationOutcome", "gate": "preflight", "work_id": "E2-%d", "result": "pass", "reason": "Price list has a source and a target"`, i)
	}
	if l.long > 0 {
		line(`{"type": "Note", "text": %q`, strings.Repeat("x", l.long))
	}
	if l.session%10 > 0 {
		line(`{"type": "SessionEnded", "session": %d, "agent": "Spindle"`, l.session)
	}
	l.session++
	return b.Bytes()
}

func TestAnEventLogIsReadInLittleMemory(t *testing.T) {
	if testing.Short() {
		t.Skip("reads 64 MB")
	}
	for _, tt := range []struct {
		name  string
		long  int
		limit uint64
		size  int
	}{
		{"lines of the usual length", 0, 4 << 20, 24 << 20},
		{"some lines of 3 MB", 3 << 20, 32 << 20, 64 << 20},
	} {
		t.Run(tt.name, func(t *testing.T) {
			runtime.GC()
			var m runtime.MemStats
			runtime.ReadMemStats(&m)
			base, peak, looks := m.HeapAlloc, uint64(0), 0
			log := &endlessLog{left: tt.size, long: tt.long}
			log.looked = func() {
				if looks++; looks%20 == 0 || tt.long > 0 {
					runtime.GC()
					runtime.ReadMemStats(&m)
					peak = max(peak, m.HeapAlloc)
				}
			}
			got, problems, err := Read("events.jsonl", log, time.UTC)
			if err != nil || len(problems) > 0 || len(got.Sessions) != log.session {
				t.Fatalf("%d of %d sessions, %v, %q", len(got.Sessions), log.session, err, reasons(problems))
			}
			if looks < 20 || peak > base+tt.limit {
				t.Errorf("%d looks saw up to %d bytes, %d of them before", looks, peak, base)
			}
		})
	}
}
