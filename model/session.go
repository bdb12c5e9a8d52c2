package model

import (
	"cmp"
	"slices"
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

// SessionKey names a session as its event log does. It is the session number in
// canonical JSON, so that 244 and "244" are two sessions, as they are for the
// reference program, while 244 and 244.0 are one.
type SessionKey string

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
	// Last is the newest event of the session that is not an end; LastType its
	// type, and Seen the hash of that line.
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

// open reports whether nothing ended the session: no end at all, or only a
// synthetic one that the session itself has written after.
func (s Session) open() bool {
	switch {
	case s.Starts == 0 || s.Ended != nil:
		return false
	case s.Declared == nil:
		return true
	}
	return s.LastLine > s.Declared.Line
}

// Returned reports whether the session was declared dead and wrote again.
func (s Session) Returned() bool { return s.open() && s.Declared != nil }

// MaybeLive reports whether the session may still be at work although a later
// one began: its last event is less than ten minutes old.
func (s Session) MaybeLive(now time.Time) bool {
	if !s.Last.Known() {
		return false
	}
	age := now.Sub(s.Last.Time)
	return age < maybeLive
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
	// Torn is true when the last line has no line end.
	Torn bool
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
		if i != l.Current && s.open() {
			out = append(out, s)
		}
	}
	slices.SortStableFunc(out, func(a, b Session) int { return cmp.Compare(b.Line, a.Line) })
	return out
}

// PeerAnswer gives what the reference program's detect_orphan_session says: the
// largest started session without any end that is not the current one. It knows
// numbers only; ok is false when there is none, or when some are not numbers and
// the reference program would fail or compare them as text.
func (l EventLog) PeerAnswer() (orphan SessionKey, ok bool) {
	best := ""
	for i, s := range l.Sessions {
		if i == l.Current || s.Starts == 0 || s.Ended != nil || s.Declared != nil {
			continue
		}
		if !isInteger(string(s.Key)) {
			return "", false
		}
		if best == "" || compareIntegers(string(s.Key), best) > 0 {
			best = string(s.Key)
		}
	}
	return SessionKey(best), best != ""
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
