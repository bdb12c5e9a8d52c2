package model

import (
	"fmt"
	"slices"
	"testing"
	"time"
)

func startedAt(text string, ended bool) Session {
	s := Session{Starts: 1, Line: 1, Started: ParseStamp(text, nil)}
	if ended {
		s.Ended = &SessionEnd{Line: 2}
	}
	return s
}

func TestTrendsCountDaysAndWeeks(t *testing.T) {
	t.Parallel()
	now := time.Date(2026, 3, 14, 7, 2, 0, 0, time.UTC)
	log := EventLog{Current: 6, Sessions: []Session{
		startedAt("2025-12-01T10:00:00Z", false), // too old for both
		startedAt("2026-02-01T10:00:00Z", false),
		startedAt("2026-03-01T00:00:00Z", true), // the first of 14 days
		startedAt("2026-02-28T23:59:59Z", true), // the day before
		startedAt("2026-03-13T23:59:59Z", false),
		startedAt("2026-03-14T00:00:00Z", true),
		startedAt("2026-03-14T07:00:00Z", false), // runs now
		startedAt("2026-03-14T08:00:00Z", false), // ahead of now
		startedAt("some time", false),
		{Line: 3, Started: ParseStamp("2026-03-14T01:00:00Z", nil)}, // never started
	}}
	days, weeks := log.Trends(now)
	if want := []int{1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 2}; !slices.Equal(days.Started, want) {
		t.Errorf("started by day: %v, want %v", days.Started, want)
	}
	if want := []int{0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 0}; !slices.Equal(days.Orphans, want) {
		t.Errorf("orphans by day: %v, want %v", days.Orphans, want)
	}
	if want := []int{0, 0, 0, 0, 0, 0, 1, 0, 0, 1, 1, 3}; !slices.Equal(weeks.Started, want) {
		t.Errorf("started by week: %v, want %v", weeks.Started, want)
	}
	if started, orphans := weeks.Total(); started != 6 || orphans != 2 {
		t.Errorf("in all weeks %d and %d", started, orphans)
	}
}

// A day is one of the operator's calendar, and may have 23 hours.
func TestTrendsFollowTheCalendarOfNow(t *testing.T) {
	t.Parallel()
	zone := time.FixedZone("", 2*60*60)
	log := EventLog{Current: -1, Sessions: []Session{startedAt("2026-03-13T22:30:00Z", true), startedAt("2026-03-13T21:30:00Z", true)}}
	days, _ := log.Trends(time.Date(2026, 3, 14, 1, 0, 0, 0, zone))
	if n := len(days.Started); days.Started[n-1] != 1 || days.Started[n-2] != 1 {
		t.Errorf("by day: %v", days.Started)
	}
}

func TestSilenceInALog(t *testing.T) {
	t.Parallel()
	now := time.Date(2026, 3, 14, 7, 0, 0, 0, time.UTC)
	at := func(text string) LogEntry { return LogEntry{At: ParseStamp(text, nil)} }
	p := Plan{Log: []LogEntry{
		at("2026-03-01T07:00:00Z"), at("2026-03-04T07:00:00Z"), at("?"), at("2026-03-05T06:59:00Z"),
		at("2026-03-04T00:00:00Z"), at("2026-03-12T07:00:00Z"),
	}}
	want := []string{"72h0m0s", "0s", "0s", "0s", "199h0m0s", "48h0m0s"}
	for i := range p.Log {
		if got := fmt.Sprint(p.SilenceAfter(i, now)); got != want[i] {
			t.Errorf("behind entry %d: %s, want %s", i, got, want[i])
		}
	}
	p.Status.State = StateDone
	if got := p.SilenceAfter(5, now); got != 0 {
		t.Errorf("nothing is awaited of a finished plan, and it is silent for %s", got)
	}
}
