package model

import "time"

// Trend counts the sessions of an event log over stretches of time of the same length.
type Trend struct {
	// Days is how many days a stretch has.
	Days int
	// Started counts the sessions by their last start, Orphans those of them that never
	// ended; the newest stretch, which is not over, comes last.
	Started, Orphans []int
}

// DaysShown and WeeksShown are how far the two trends of a log reach back.
const (
	DaysShown  = 14
	WeeksShown = 12
)

// Trends gives the sessions of each of the last days, and of each of the last weeks of
// seven days, both until the end of today in the zone of now. Starts at a time that is
// not known, or not over, count in none.
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

// count adds a session that started some days ago.
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

// dayNumber counts the days of the calendar, whatever their length.
func dayNumber(t time.Time) int {
	year, month, day := t.Date()
	return int(time.Date(year, month, day, 0, 0, 0, 0, time.UTC).Unix() / int64(24*time.Hour/time.Second))
}

// Silence is the shortest time without an entry that a log's timeline names.
const Silence = 24 * time.Hour

// SilenceAfter gives how long a plan's log says nothing behind entry i: until the next
// one that states a time, or until now behind the last. It is 0 when shorter than
// [Silence], not known, or when the plan is finished and nothing is awaited any more.
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
