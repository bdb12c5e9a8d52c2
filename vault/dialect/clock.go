package dialect

import "strings"

// timeMarks are what stands around a time in front of an entry.
const timeMarks = "[(`*_ \t"

// leadingTime takes the time off that a text begins with: a date, a time of day, or
// both, in brackets, bold or code marks or bare. Raw is the time without them.
func leadingTime(text string) (raw, rest string, ok bool) {
	text = strings.TrimLeft(text, timeMarks)
	n := dateLength(text)
	switch {
	case n > 0 && n+1 < len(text) && strings.ContainsRune("Tt ", rune(text[n])):
		if m := clockLength(text[n+1:]); m > 0 {
			n += 1 + m
		}
	case n == 0:
		n = clockLength(text)
	}
	if n == 0 || n < len(text) && (isDigit(text[n]) || isLetter(text[n])) {
		return "", "", false
	}
	return text[:n], strings.TrimLeft(text[n:], "])`*_ \t:—–-|"), true
}

func isLetter(c byte) bool { return c|0x20 >= 'a' && c|0x20 <= 'z' }

// dateLength gives how many bytes at the beginning are a date such as 2026-03-19.
func dateLength(s string) int {
	if len(s) < 10 || s[4] != '-' || s[7] != '-' {
		return 0
	}
	n, _ := dateAt(s)
	return n
}

// clockLength gives how many bytes at the beginning are a time of day, with its
// fraction, its half of the day and its zone.
func clockLength(s string) int {
	n := 1
	if len(s) > 1 && isDigit(s[1]) {
		n = 2
	}
	if len(s) < n+3 || !digits(s[:n]) || s[n] != ':' || !digits(s[n+1:n+3]) {
		return 0
	}
	n += 3
	if len(s) >= n+3 && s[n] == ':' && digits(s[n+1:n+3]) {
		n += 3
	}
	if n+1 < len(s) && (s[n] == '.' || s[n] == ',') && isDigit(s[n+1]) {
		for n++; n < len(s) && isDigit(s[n]); n++ {
		}
	}
	return n + zoneLength(s[n:])
}

// zones are what stands behind a time of day.
var zones = []string{"Z", " AM", " PM", " am", " pm", "AM", "PM", " UTC", "UTC"}

func zoneLength(s string) int {
	for _, zone := range zones {
		if strings.HasPrefix(s, zone) && (len(s) == len(zone) || !isLetter(s[len(zone)])) {
			return len(zone)
		}
	}
	if len(s) >= 6 && (s[0] == '+' || s[0] == '-') && digits(s[1:3]) && s[3] == ':' && digits(s[4:6]) {
		return 6
	}
	return 0
}

// hasClock reports whether a time has a time of day and is not a date alone.
func hasClock(raw string) bool { return strings.Contains(raw, ":") }
