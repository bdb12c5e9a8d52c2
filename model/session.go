package model

import (
	"cmp"
	"slices"
	"strings"
	"time"
)

// maybeLive is how recent a session's last event must be for the session to be
// possibly still at work although a later one began.
const maybeLive = 10 * time.Minute

// SyntheticAgent is the agent name under which the reference program itself ends
// a session that it found dead; OperatorAgent is the one that our own
// acknowledgements carry, so that the two are never mistaken for each other.
const (
	SyntheticAgent = "SYNTHETIC_RECOVERY"
	OperatorAgent  = "OPERATOR_RECOVERY"
)

// SessionKey names a session as its event log does: a number as it was written, a
// text in quotes, null for a session without a number. So 244 and "244" are two
// sessions, as they are for the reference program, while 244 and 244.0 are one, and
// so are 1 and true. No number is ever rounded on the way.
type SessionKey string

// IsText reports whether the session is named by a text, not by a number.
func (k SessionKey) IsText() bool { return strings.HasPrefix(string(k), `"`) }

// Session is what an event log tells about one session.
type Session struct {
	// Key tells sessions apart; Label is the session as it was written.
	Key   SessionKey
	Label string
	Agent string
	// Path is the event log.
	Path string
	// Line is where it started last, counted from 1.
	Line int
	// Started is the time of that start, Starts how often there was one.
	Started Stamp
	Starts  int
	// Ended is the last end that was not synthetic, nil without one; Declared is
	// the last synthetic one.
	Ended    *SessionEnd
	Declared *SessionEnd
	// LastLine is the newest event of the session that is not an end, LastType its
	// type, and Seen the hash of that line. Last is the newest time that one of its
	// events states.
	Last     Stamp
	LastType string
	LastLine int
	Seen     Fingerprint
}

// SessionEnd is one end of a session.
type SessionEnd struct {
	At    Stamp
	Agent string
	Line  int
}

// Ref gives the session's identity.
func (s Session) Ref() Ref {
	return Ref{Kind: KindSession, Path: s.Path, Item: string(s.Key)}
}

// Open reports whether the session started and nothing ended it. What counts is
// the order in the file, in which events are appended as they happen. A session
// that started again behind its last real end is open again: its new run has not
// ended. (The reference program calls a number ended for good once it ended.) Other
// events behind a real end do not open it, since programs write some on their way
// out. A synthetic end is a guess, so any later event of the session refutes it.
func (s Session) Open() bool {
	switch {
	case s.Starts == 0, s.Ended != nil && s.Ended.Line > s.Line:
		return false
	case s.Declared == nil:
		return true
	}
	return s.LastLine > s.Declared.Line
}

// Returned reports whether the session was declared dead and wrote again.
func (s Session) Returned() bool { return s.Open() && s.Declared != nil }

// MaybeLive reports whether the session may still be at work although a later
// one began: its last event is less than ten minutes old, or in the future.
func (s Session) MaybeLive(now time.Time) bool {
	return s.Last.Known() && now.Sub(s.Last.Time) < maybeLive
}

// EventLog is what one event log tells.
type EventLog struct {
	Path string
	// Records counts the lines that are events, Bad those that are not, Blank the
	// empty ones. Together they are all lines.
	Records, Bad, Blank int
	// Sessions are all sessions that started or ended, in the order of their first
	// line. Current is the index of the one that started last in file order, -1
	// without any start.
	Sessions []Session
	Current  int
	// Torn is true when the last line has no line end, Cut when only the end of the log
	// was read.
	Torn, Cut bool
	// PeerFails is true when a line makes the reference program give up on the
	// whole log: JSON that is no object, a list or an object for a session, or text
	// that is not UTF-8.
	PeerFails bool
}

// CurrentSession gives the session that started last in file order.
func (l EventLog) CurrentSession() (Session, bool) {
	if l.Current < 0 || l.Current >= len(l.Sessions) {
		return Session{}, false
	}
	return l.Sessions[l.Current], true
}

// Orphans lists the sessions that started, never ended and are not the current
// one (seed "Orphan Session Detection"), newest start first.
func (l EventLog) Orphans() []Session {
	var out []Session
	for i, s := range l.Sessions {
		if i != l.Current && s.Open() {
			out = append(out, s)
		}
	}
	slices.SortStableFunc(out, func(a, b Session) int { return b.Line - a.Line })
	return out
}

// PeerAnswer gives what the reference program's detect_orphan_session says: of the
// sessions that started, are not the current one and have no end at all, wherever
// it stands, the largest. ok is false when there is none, and when the reference
// program fails, as it does on sessions of different types. Numbers with a fraction
// are not compared here; where they would have to be, ok is false too.
func (l EventLog) PeerAnswer() (orphan SessionKey, ok bool) {
	var best *Session
	for i := range l.Sessions {
		s := &l.Sessions[i]
		if i == l.Current || s.Starts == 0 || s.Ended != nil || s.Declared != nil {
			continue
		}
		if best == nil {
			best = s
			continue
		}
		switch c, ok := s.compare(*best); {
		case !ok:
			return "", false
		case c > 0:
			best = s
		}
	}
	if best == nil || l.PeerFails {
		return "", false
	}
	return best.Key, true
}

// compare orders two sessions as the reference program does; ok is false where it
// fails or where we do not follow it.
func (s Session) compare(other Session) (c int, ok bool) {
	a, b := string(s.Key), string(other.Key)
	switch {
	case s.Key.IsText() && other.Key.IsText():
		return cmp.Compare(s.Label, other.Label), true
	case isInteger(a) && isInteger(b):
		return compareIntegers(a, b), true
	}
	return 0, false
}

func isInteger(s string) bool {
	if len(s) > 1 && s[0] == '-' {
		s = s[1:]
	}
	for i := range len(s) {
		if s[i] < '0' || s[i] > '9' {
			return false
		}
	}
	return s != ""
}

// compareIntegers compares two integers of any size by their decimal text.
func compareIntegers(a, b string) int {
	negA, negB := a[0] == '-', b[0] == '-'
	if negA != negB {
		if negA {
			return -1
		}
		return 1
	}
	c := cmp.Or(cmp.Compare(len(a), len(b)), cmp.Compare(a, b))
	if negA {
		return -c
	}
	return c
}

// Orphans lists the orphan sessions, newest start first.
func (s Snapshot) Orphans() []Session { return s.Events.Orphans() }

// Session finds a session of the event log.
func (s Snapshot) Session(ref Ref) (Session, bool) {
	return first(s.Events.Sessions, func(o Session) bool { return o.Ref() == ref })
}
