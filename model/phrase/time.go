package phrase

import (
	"strconv"
	"strings"
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

// Deadline says until when, and how long that is: "12:00, 4 h left".
func Deadline(now, until time.Time) string {
	return Until(now, until) + ", " + Left(now, until)
}

// Left is how long there is until then: "4 h left".
func Left(now, until time.Time) string { return Ago(until.Sub(now).Round(time.Minute)) + " left" }

// Until is a Moment at which something ends. Midnight belongs to the day before.
func Until(now, until time.Time) string {
	if h, m, _ := until.In(now.Location()).Clock(); h == 0 && m == 0 {
		until = until.Add(-time.Minute)
	}
	return Moment(now, until)
}

// Moment is a time as people say it: "06:48" today, "Fri 16:20" within a week, "2 March"
// this year, else with the year, and "" if it is unknown.
func Moment(now, at time.Time) string {
	if at.IsZero() {
		return ""
	}
	at = at.In(now.Location())
	day := func(t time.Time) time.Time { return time.Date(t.Year(), t.Month(), t.Day(), 0, 0, 0, 0, time.UTC) }
	switch days := day(now).Sub(day(at)) / (24 * time.Hour); {
	case days == 0:
		return at.Format("15:04")
	case days > -7 && days < 7:
		return at.Format("Mon 15:04")
	case at.Year() == now.Year():
		return at.Format("2 January")
	}
	return at.Format("2 January 2006")
}

// ClockWithin is a time in a stretch that ends now: "06:48" in one of a day, "Fri 16:20" in one of a
// week, else "2 Mar".
func ClockWithin(from, now, at time.Time) string {
	at = at.In(now.Location())
	switch took := now.Sub(from); {
	case took <= 24*time.Hour:
		return at.Format("15:04")
	case took <= 7*24*time.Hour:
		return at.Format("Mon 15:04")
	}
	return at.Format("2 Jan")
}

// Day is the day of a time as people say it: "today 06:48", "Tue 10 March" this year, else with
// the year.
func Day(now, at time.Time) string {
	at = at.In(now.Location())
	switch {
	case SameDay(at, now):
		return at.Format("today 15:04")
	case at.Year() == now.Year():
		return at.Format("Mon 2 January")
	}
	return at.Format("2 January 2006")
}

// mostWeeks is how long an age is said in weeks; after that the day itself says more.
const mostWeeks = 8

// Dated reports whether a time is so long ago that its date says more than its age.
func Dated(now, since time.Time) bool { return now.Sub(since) > mostWeeks*7*24*time.Hour }

// Age says how long ago something was, by its date after eight weeks, "" for no time.
func Age(now, since time.Time) string {
	switch {
	case since.IsZero():
		return ""
	case !Dated(now, since):
		return Ago(now.Sub(since))
	case since.In(now.Location()).Year() == now.Year():
		return since.In(now.Location()).Format("2 Jan")
	}
	return since.In(now.Location()).Format("Jan ") + strconv.Itoa(since.In(now.Location()).Year())
}

// AgeInRow is Age in as few cells as a column of ages has: "5 m".
func AgeInRow(now, since time.Time) string { return strings.Replace(Age(now, since), " min", " m", 1) }

// DeadlineInRow is Deadline as short as a row needs it: "12:00, 4 h".
func DeadlineInRow(now, until time.Time) string {
	return Until(now, until) + ", " + Ago(until.Sub(now).Round(time.Minute))
}

// Size writes a number of bytes, short enough for a table: "249 B", "12 kB", "1.4 MB". A
// kilobyte has 1,000 bytes.
func Size(bytes int64) string {
	if bytes < 1000 {
		return strconv.FormatInt(max(0, bytes), 10) + " B"
	}
	value := float64(bytes)
	unit := ""
	for _, unit = range []string{"kB", "MB", "GB", "TB"} {
		if value /= 1000; value < 999.5 {
			break
		}
	}
	digits := 0
	if value < 9.95 {
		digits = 1
	}
	return strconv.FormatFloat(value, 'f', digits, 64) + " " + unit
}

// SameDay reports whether two times of one zone are on one day.
func SameDay(x, y time.Time) bool { return x.YearDay() == y.YearDay() && x.Year() == y.Year() }
