package model

import (
	"cmp"
	"encoding/json"
	"fmt"
	"math/big"
	"slices"
	"strings"
	"time"
)

// maybeLive is how recent the last event of a possibly live session is.
const maybeLive = 10 * time.Minute

// SyntheticAgent is the agent name with which the reference program ends a dead session,
// OperatorAgent that of our acknowledgements.
const (
	SyntheticAgent = "SYNTHETIC_RECOVERY"
	OperatorAgent  = "OPERATOR_RECOVERY"
)

// SessionKey names a session in JSON, each spelled in one way: a number, a text in quotes,
// null for none, and NaN or Infinity. So 244 and "244" differ, while 244, 244.0 and 2.44e2,
// and 1 and true, are equal, as for the reference program.
type SessionKey string

// IsText reports whether the session is named by a text, not by a number.
func (k SessionKey) IsText() bool { return strings.HasPrefix(string(k), `"`) }

// Session is what an event log says about one session.
type Session struct {
	// Key tells sessions apart; Label is the session for people, Written the JSON of its last
	// start, to the letter.
	Key     SessionKey
	Label   string
	Written string
	// PeerStart is how the first start spelled it that the reference program reads, empty for
	// none; PeerEnded says that it reads an end.
	PeerStart string
	PeerEnded bool
	Agent     string
	// Path is the event log.
	Path string
	// Line is that of the last start, from 1.
	Line int
	// Started is the time of that start, Starts their number.
	Started Stamp
	Starts  int
	// Ended is the last real end, Declared the last synthetic one; nil for none.
	Ended    *SessionEnd
	Declared *SessionEnd
	// LastLine is the newest event that is not an end, LastType its type, Seen the hash of
	// the line. Last is the time of that event.
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

// Ref returns the session's identity.
func (s Session) Ref() Ref {
	return Ref{Kind: KindSession, Path: s.Path, Item: string(s.Key)}
}

// Open reports whether the session started and did not end, in file order. A start after a
// real end opens it again (unlike in the reference program); other events do not, since
// programs write some on their way out. A synthetic end is a guess, which any later event
// refutes.
func (s Session) Open() bool {
	switch {
	case s.Starts == 0, s.Ended != nil && s.Ended.Line > s.Line:
		return false
	case s.Declared == nil:
		return true
	}
	return s.LastLine > s.Declared.Line
}

// Until is when the session ended, or wrote last.
func (s Session) Until() Stamp {
	if !s.Open() && s.Ended != nil && s.Ended.At.Time.After(s.Last.Time) {
		return s.Ended.At
	}
	return s.Last
}

// Returned reports whether the session was declared dead and wrote again.
func (s Session) Returned() bool { return s.Open() && s.Declared != nil }

// MaybeLive reports whether the last event is less than ten minutes old, or in the future.
func (s Session) MaybeLive(now time.Time) bool {
	return s.Last.Known() && now.Sub(s.Last.Time) < maybeLive
}

// EventLog is what one event log says.
type EventLog struct {
	Path string
	// Records, Bad and Blank count all lines: events, others and empty ones.
	Records, Bad, Blank int
	// Sessions are in the order of their first line. Current is the index of the one that
	// started last in file order, -1 for none.
	Sessions []Session
	Current  int
	// Handoff is the newest one, that of the session which left words last.
	Handoff Handoff
	// Torn: the last line has no line end. Cut: only the end of the log was read.
	Torn, Cut bool
	// Size is the size of the log in bytes, Read how many of them were read.
	Size, Read int64
	// PeerFails is true if a line makes the reference program give up on the log: JSON
	// that is no object or nested too deep, a session that is a list or an object, or invalid
	// UTF-8. PeerUnknown is true if it may read what is not read here, as very long lines.
	PeerFails, PeerUnknown bool
	// PeerCurrent is Current for the reference program, which skips a first line behind a
	// byte order mark.
	PeerCurrent int
}

// PeerStops ends the reason of a problem that stops the reference program.
const PeerStops = "; the agents' search for orphan sessions stops here"

// CutReason says what was read of a log that is cut.
func (l EventLog) CutReason() string {
	return fmt.Sprintf("the log has %d bytes; only its newest %d were read, so older sessions are unknown", l.Size, l.Read)
}

// CurrentSession returns the session that started last in file order.
func (l EventLog) CurrentSession() (Session, bool) {
	if l.Current < 0 || l.Current >= len(l.Sessions) {
		return Session{}, false
	}
	return l.Sessions[l.Current], true
}

// Orphans lists the open sessions other than the current one (seed "Orphan Session
// Detection"), newest start first.
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

// PeerAnswer returns what the reference program's detect_orphan_session says, as the log
// writes it: the largest session that started, is not current and has no end. ok is false for
// none, if the reference program fails, and if what it says is not known.
func (l EventLog) PeerAnswer() (orphan string, ok bool) {
	best, _, _, mixed := l.peerOrphan()
	if best == nil || mixed || l.PeerFails || l.PeerUnknown {
		return "", false
	}
	return best.PeerStart, true
}

// Incomparable returns two sessions at which the reference program fails, since it looks for
// the largest and their types have no order.
func (l EventLog) Incomparable() (one, other Session, ok bool) {
	_, a, b, mixed := l.peerOrphan()
	if !mixed || a.Key == "NaN" || b.Key == "NaN" {
		return Session{}, Session{}, false
	}
	return *a, *b, true
}

// peerOrphan looks for the largest session that is open for the reference program. mixed is
// true for two that cannot be compared, the first and another one.
func (l EventLog) peerOrphan() (best, one, other *Session, mixed bool) {
	for i := range l.Sessions {
		s := &l.Sessions[i]
		if i == l.PeerCurrent || s.PeerStart == "" || s.PeerEnded {
			continue
		}
		if best == nil {
			best, one = s, s
			continue
		}
		switch c, ok := s.Key.compare(best.Key); {
		case !ok && other == nil:
			other, mixed = s, true
		case c > 0:
			best = s
		}
	}
	return best, one, other, mixed
}

// compare orders two sessions as the reference program does; ok is false if it cannot.
func (k SessionKey) compare(other SessionKey) (c int, ok bool) {
	a, b := string(k), string(other)
	switch {
	case k.IsText() && other.IsText():
		return cmp.Or(cmp.Compare(k.text(), other.text()), cmp.Compare(a, b)), true
	case isInteger(a) && isInteger(b):
		return compareIntegers(a, b), true
	}
	x, y := k.number(), other.number()
	if x == nil || y == nil {
		return 0, false
	}
	return x.Cmp(y), true
}

// text is the text in quotes.
func (k SessionKey) text() (s string) {
	// What is no JSON is no text.
	_ = json.Unmarshal([]byte(k), &s)
	return s
}

// number is nil for what is no number with a place among the others.
func (k SessionKey) number() *big.Float {
	if k.IsText() {
		return nil
	}
	n, _, err := big.ParseFloat(strings.TrimSuffix(string(k), "inity"), 10, 5000, big.ToNearestEven)
	if err != nil {
		return nil
	}
	return n
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

// compareIntegers compares integers of any size.
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

// Trend counts sessions per stretch of days.
type Trend struct {
	// Days is the length of a stretch.
	Days int
	// Started counts sessions by their last start, Orphans those that never ended; the
	// current stretch is last.
	Started, Orphans []int
}

// daysShown and weeksShown are how far the two trends of a log reach back.
const (
	DaysShown  = 14
	weeksShown = 12
)

// Trends counts the last days, and the last weeks of seven days, up to today in the zone
// of now.
func (l EventLog) Trends(now time.Time) (days, weeks Trend) {
	days, weeks = NewTrend(1, DaysShown), NewTrend(7, weeksShown)
	today := DayNumber(now)
	for i, s := range l.Sessions {
		if s.Starts == 0 || !s.Started.Known() || s.Started.Time.After(now) {
			continue
		}
		past := today - DayNumber(s.Started.Time.In(now.Location()))
		orphan := i != l.Current && s.Open()
		days.Count(past, orphan)
		weeks.Count(past, orphan)
	}
	return days, weeks
}

// NewTrend is an empty trend of n columns, each of some days.
func NewTrend(days, n int) Trend {
	return Trend{Days: days, Started: make([]int, n), Orphans: make([]int, n)}
}

// Count adds a session that started past days ago.
func (t Trend) Count(past int, orphan bool) {
	at := len(t.Started) - 1 - past/t.Days
	if at < 0 || at >= len(t.Started) {
		return
	}
	t.Started[at]++
	if orphan {
		t.Orphans[at]++
	}
}

// Total counts the sessions of all stretches, and the orphans among them.
func (t Trend) Total() (started, orphans int) {
	for i := range t.Started {
		started, orphans = started+t.Started[i], orphans+t.Orphans[i]
	}
	return started, orphans
}

// DayNumber counts calendar days.
func DayNumber(t time.Time) int {
	year, month, day := t.Date()
	return int(time.Date(year, month, day, 0, 0, 0, 0, time.UTC).Unix() / int64(24*time.Hour/time.Second))
}

// After returns the session that started next after another one, in file order.
func (l EventLog) After(o Session) (next Session, ok bool) {
	for _, s := range l.Sessions {
		if s.Starts > 0 && s.Line > o.Line && (!ok || s.Line < next.Line) {
			next, ok = s, true
		}
	}
	return next, ok
}
