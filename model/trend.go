package model

import "time"

// Trend counts sessions per stretch of days.
type Trend struct {
	// Days is the length of a stretch.
	Days int
	// Started counts sessions by their last start, Orphans those that never ended; the
	// current stretch is last.
	Started, Orphans []int
}

// DaysShown and WeeksShown are how far the two trends of a log reach back.
const (
	DaysShown  = 14
	WeeksShown = 12
)

// Trends counts the last days, and the last weeks of seven days, up to today in the zone
// of now.
func (l EventLog) Trends(now time.Time) (days, weeks Trend) {
	days, weeks = newTrend(1, DaysShown), newTrend(7, WeeksShown)
	today := dayNumber(now)
	for i, s := range l.Sessions {
		if s.Starts == 0 || !s.Started.Known() || s.Started.Time.After(now) {
			continue
		}
		past := today - dayNumber(s.Started.Time.In(now.Location()))
		orphan := i != l.Current && s.Open()
		days.count(past, orphan)
		weeks.count(past, orphan)
	}
	return days, weeks
}

func newTrend(days, n int) Trend {
	return Trend{Days: days, Started: make([]int, n), Orphans: make([]int, n)}
}

// count adds a session that started past days ago.
func (t Trend) count(past int, orphan bool) {
	at := len(t.Started) - 1 - past/t.Days
	if at < 0 {
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

// dayNumber counts calendar days.
func dayNumber(t time.Time) int {
	year, month, day := t.Date()
	return int(time.Date(year, month, day, 0, 0, 0, 0, time.UTC).Unix() / int64(24*time.Hour/time.Second))
}

// Silence is the shortest gap that a log's timeline names.
const Silence = 24 * time.Hour

// SilenceAfter gives the gap in a plan's log behind entry i, up to now after the last one
// unless the plan is done. It is 0 if shorter than [Silence] or unknown.
func (p Plan) SilenceAfter(i int, now time.Time) time.Duration {
	if !p.Log[i].At.Known() {
		return 0
	}
	until, later := now, false
	for _, e := range p.Log[i+1:] {
		if e.At.Known() {
			until, later = e.At.Time, true
			break
		}
	}
	quiet := until.Sub(p.Log[i].At.Time)
	if quiet < Silence || !later && p.Status.State == StateDone {
		return 0
	}
	return quiet
}
