package styles

import (
	"strconv"
	"time"
)

// Ago writes how long ago something was, short enough for a table: "now" below a minute, then
// "5 min", "39 h" up to two days, "7 d", "5 wk" and "3 y". A negative duration is ahead: "in 5 min".
func Ago(d time.Duration) string {
	if d < 0 {
		// Truncated first, since the smallest duration has no opposite.
		if ahead := roughly(-(d / time.Second)); ahead != "" {
			return "in " + ahead
		}
		return "now"
	}
	if past := roughly(d / time.Second); past != "" {
		return past
	}
	return "now"
}

// AgoWords is Ago in a sentence: "5 min ago", "just now", "in 5 min".
func AgoWords(d time.Duration) string {
	switch text := Ago(d); {
	case text == "now":
		return "just now"
	case d < 0:
		return text
	default:
		return text + " ago"
	}
}

// roughly writes seconds in the largest unit that says enough, "" below a minute.
func roughly(seconds time.Duration) string {
	const (
		minute = 60
		hour   = 60 * minute
		day    = 24 * hour
		week   = 7 * day
		year   = 365 * day
	)
	for _, unit := range [...]struct {
		from, size time.Duration
		name       string
	}{
		{2 * year, year, " y"},
		{2 * week, week, " wk"},
		{2 * day, day, " d"},
		{hour, hour, " h"},
		{minute, minute, " min"},
	} {
		if seconds >= unit.from {
			return strconv.FormatInt(int64(seconds/unit.size), 10) + unit.name
		}
	}
	return ""
}
