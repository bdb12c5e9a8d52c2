package python

import (
	"errors"
	"time"
	"unicode/utf8"
)

// errTime is for what Python takes for no time.
var errTime = errors.New("not a time as Python reads it")

// ParseTime reads a time as datetime.fromisoformat of Python 3.11 does, with what it
// lets pass. One without a zone is in zone.
func ParseTime(s string, zone *time.Location) (time.Time, error) {
	if len(s) < 7 {
		return time.Time{}, errTime
	}
	at := isoSeparator(s)
	if at < 0 || at > len(s) {
		return time.Time{}, errTime
	}
	year, month, day, ok := isoDate(s[:at])
	date := time.Date(year, time.Month(month), day, 0, 0, 0, 0, time.UTC)
	if !ok || year < 1 || date.Month() != time.Month(month) || date.Day() != day || date.Year() > 9999 {
		return time.Time{}, errTime
	}
	var clock isoTime
	if at < len(s) {
		// The separator is any one character.
		_, size := utf8.DecodeRuneInString(s[at:])
		if clock, ok = isoClock(s[at+size:]); !ok {
			return time.Time{}, errTime
		}
	}
	if clock.zoned {
		return date.Add(clock.since - clock.offset), nil
	}
	// Python computes around such a time, and there is no year 0.
	if date.Year() < 2 {
		return time.Time{}, errTime
	}
	return time.Date(year, time.Month(month), day, 0, 0, 0, 0, zone).Add(clock.since), nil
}

// digits reads so many digits at an offset.
func digits(s string, at, count int) (n int, ok bool) {
	if at+count > len(s) {
		return 0, false
	}
	for _, c := range []byte(s[at : at+count]) {
		if !isDigit(c) {
			return 0, false
		}
		n = 10*n + int(c-'0')
	}
	return n, true
}

// isoSeparator finds where the date ends, -1 when it does not: YYYY-MM-DD, YYYYMMDD, YYYY-Www,
// YYYY-Www-D, YYYYWww or YYYYWwwD.
func isoSeparator(s string) int {
	switch {
	case len(s) == 7:
		return 7
	case s[4] == '-' && s[5] != 'W':
		return 10
	case s[4] == '-' && len(s) > 8 && s[8] == '-':
		if len(s) == 9 {
			return -1
		}
		if len(s) > 10 && isDigit(s[10]) {
			return 8
		}
		return 10
	case s[4] != 'W':
		return 8
	}
	if s[4] == '-' {
		return 8
	}
	at := 7
	for at < len(s) && isDigit(s[at]) {
		at++
	}
	switch {
	case at < 9:
		return at
	case at%2 == 0:
		return 7
	}
	return 8
}

// isoDate reads a date in one of these forms. A week stands for its first day.
func isoDate(s string) (year, month, day int, ok bool) {
	year, ok = digits(s, 0, 4)
	if !ok {
		return 0, 0, 0, false
	}
	at, dash := 4, 0
	if s[4:] != "" && s[4] == '-' {
		at, dash = 5, 1
	}
	if at < len(s) && s[at] == 'W' {
		return isoWeek(s, year, at+1, dash)
	}
	month, ok = digits(s, at, 2)
	at += 2
	if !ok || dash == 1 && (at >= len(s) || s[at] != '-') {
		return 0, 0, 0, false
	}
	day, ok = digits(s, at+dash, 2)
	return year, month, day, ok && at+dash+2 == len(s)
}

// isoWeek reads the week and the day of a week from an offset on.
func isoWeek(s string, year, at, dash int) (y, month, day int, ok bool) {
	week, ok := digits(s, at, 2)
	at += 2
	weekday := 1
	if ok && at < len(s) {
		if dash == 1 && s[at] != '-' {
			return 0, 0, 0, false
		}
		weekday, ok = digits(s, at+dash, 1)
	}
	// The fourth of January is in the first week.
	fourth := time.Date(year, time.January, 4, 0, 0, 0, 0, time.UTC)
	first := fourth.AddDate(0, 0, -(int(fourth.Weekday())+6)%7)
	date := first.AddDate(0, 0, 7*(week-1)+weekday-1)
	if thursday := first.AddDate(0, 0, 7*(week-1)+3); !ok || week < 1 || weekday < 1 || weekday > 7 || thursday.Year() != year {
		return 0, 0, 0, false
	}
	return date.Year(), int(date.Month()), date.Day(), true
}

// isoTime is a time of day, and how far its zone is ahead of UTC if it has one.
type isoTime struct {
	since, offset time.Duration
	zoned         bool
}

// isoClock reads a time of day with its zone.
func isoClock(s string) (t isoTime, ok bool) {
	mark := 0
	for mark < len(s) && s[mark] != '+' && s[mark] != '-' && s[mark] != 'Z' {
		mark++
	}
	hour, minute, second, fraction, rest, ok := isoUnits(s[:mark])
	// What is left ahead of a zone passes.
	if !ok || rest > 0 && mark == len(s) || hour > 23 || minute > 59 || second > 59 {
		return isoTime{}, false
	}
	t.since = time.Duration(hour)*time.Hour + time.Duration(minute)*time.Minute + time.Duration(second)*time.Second + fraction
	if mark == len(s) {
		return t, true
	}
	t.zoned = true
	if s[mark] == 'Z' {
		return t, mark+1 == len(s)
	}
	hour, minute, second, fraction, rest, ok = isoUnits(s[mark+1:])
	t.offset = time.Duration(hour)*time.Hour + time.Duration(minute)*time.Minute + time.Duration(second)*time.Second + fraction
	if !ok || rest > 0 || t.offset >= 24*time.Hour {
		return isoTime{}, false
	}
	switch {
	case t.offset < time.Second:
		t.offset = 0
	case s[mark] == '-':
		t.offset = -t.offset
	}
	return t, true
}

// isoUnits reads HH, HH:MM, HH:MM:SS or the same without colons, with a fraction of up to six
// digits behind any of them, and gives how many characters are left.
func isoUnits(s string) (hour, minute, second int, fraction time.Duration, rest int, ok bool) {
	at, colons, broken := 0, false, false
	for i, unit := range []*int{&hour, &minute, &second} {
		if *unit, ok = digits(s, at, 2); !ok {
			return 0, 0, 0, 0, 0, false
		}
		at += 2
		if at >= len(s) {
			return hour, minute, second, 0, 0, true
		}
		c := s[at]
		if i == 0 {
			colons = c == ':'
		}
		switch {
		case at+1 >= len(s):
			return hour, minute, second, 0, 1, true
		case colons && c == ':':
			at++
		case c == '.' || c == ',':
			at, broken = at+1, true
		case colons:
			return 0, 0, 0, 0, 0, false
		}
		if broken {
			break
		}
	}
	count := min(len(s)-at, 6)
	n, ok := digits(s, at, count)
	for range 6 - count {
		n *= 10
	}
	for at += count; at < len(s) && isDigit(s[at]); at++ {
	}
	return hour, minute, second, time.Duration(n) * time.Microsecond, len(s) - at, ok
}
