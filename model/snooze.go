package model

import (
	"strconv"
	"strings"
	"time"
)

// Snooze hides a row of the queue for a time. It is kept outside the vault.
type Snooze struct {
	Ref Ref
	// Seen is the hash of the bytes; others wake it.
	Seen Fingerprint
	// At is when it was snoozed, Until when it wakes.
	At, Until time.Time
	// Blocks and Severity are how urgent it was; more wakes it.
	Blocks   bool
	Severity Severity
}

// Resting is a snoozed row.
type Resting struct {
	Attention
	Until time.Time
}

// Seen is the hash of the bytes that were read for ref, zero if none was kept.
func (s Snapshot) Seen(ref Ref) Fingerprint {
	switch ref.Kind {
	case KindRequest:
		r, _ := s.RequestAnywhere(ref.Path)
		return r.Seen
	case KindPlan:
		p, _ := s.Plan(ref.Path)
		return p.Seen
	case KindSession:
		o, _ := s.Session(ref)
		return o.Seen
	case KindTranscript:
		t, _ := s.Transcript(ref)
		return t.Seen
	case KindProblem:
		if p, ok := First(s.Problems, func(p *Problem) bool { return p.Ref() == ref }); ok {
			return p.Seen
		}
		a, _ := First(s.Alarms, func(a *Alarm) bool { return a.Problem().Ref() == ref })
		return a.Seen
	case KindTrace:
		t, _ := s.Trace(ref.Path)
		return t.Seen
	case KindProposal:
		p, _ := s.Memory.Proposal(ref)
		return p.Seen
	case KindJournal:
		p, _ := s.Research.Holding(ref.Path)
		return p.Journal.Seen
	case KindResearch:
		p, _ := s.Research.Problem(ref.Path)
		return p.Statement.Seen
	}
	return Fingerprint{}
}

// wakeHour is the local hour for days without one.
const wakeHour = 7

// longestSnooze is how far ahead a snooze may end.
const longestSnooze = 366 * 24 * time.Hour

// ParseUntil reads when a snooze ends: 30m, 1h, 2d, tomorrow, 2026-03-20 (both at 07:00),
// 2026-03-20 14:00, or RFC 3339, by default in the zone of now. The error is a Reason.
func ParseUntil(text string, now time.Time) (time.Time, error) {
	text = strings.TrimSpace(text)
	until, ok := parseUntil(text, now)
	switch {
	case !ok:
		return until, Reason{Code: BecauseNoTime, Text: now.AddDate(0, 0, 1).Format(time.DateOnly)}
	case !until.After(now):
		return until, Because(BecauseTimeOver)
	case until.Sub(now) > longestSnooze:
		return until, Because(BecauseTimeTooFar)
	}
	return until, nil
}

func parseUntil(text string, now time.Time) (until time.Time, ok bool) {
	if text == "tomorrow" {
		return time.Date(now.Year(), now.Month(), now.Day()+1, wakeHour, 0, 0, 0, now.Location()), true
	}
	if d, ok := ParseSpan(text); ok {
		return now.Add(d), true
	}
	for _, layout := range []string{time.DateOnly, "2006-01-02 15:04", time.RFC3339} {
		t, err := time.ParseInLocation(layout, text, now.Location())
		if err != nil {
			continue
		}
		if layout == time.DateOnly {
			t = time.Date(t.Year(), t.Month(), t.Day(), wakeHour, 0, 0, 0, t.Location())
		}
		return t, true
	}
	return time.Time{}, false
}

// ParseSpan reads a Go duration (1h30m) or whole days (2d).
func ParseSpan(text string) (time.Duration, bool) {
	if days, ok := strings.CutSuffix(text, "d"); ok {
		n, err := strconv.ParseUint(days, 10, 10)
		return time.Duration(n) * 24 * time.Hour, err == nil
	}
	d, err := time.ParseDuration(text)
	return d, err == nil
}

// ParseSince reads a time that is over: 4h and 2d ago, 2026-03-20 (its beginning), 2026-03-20 14:00 and 2026-03-20T14:00,
// or RFC 3339, by default in the zone of now. It returns false for what is none.
func ParseSince(text string, now time.Time) (since time.Time, ok bool) {
	text = strings.TrimSpace(text)
	if d, isSpan := ParseSpan(text); isSpan {
		since = now.Add(-d)
	}
	for _, layout := range []string{time.DateOnly, "2006-01-02 15:04", "2006-01-02T15:04", time.RFC3339} {
		if t, err := time.ParseInLocation(layout, text, now.Location()); err == nil {
			since = t
		}
	}
	return since, !since.IsZero() && since.Before(now)
}
