package python

import (
	"regexp"
	"strconv"
	"strings"
	"sync"
	"time"
)

// numberWords are the patterns of PyYAML for numbers without quotes, in its order. They are
// made when the first is looked at: most runs look at none.
var numberWords = sync.OnceValue(func() []pattern {
	return []pattern{
		{Float, regexp.MustCompile(`^(?:[-+]?(?:[0-9][0-9_]*)\.[0-9_]*(?:[eE][-+][0-9]+)?|\.[0-9][0-9_]*(?:[eE][-+][0-9]+)?` +
			`|[-+]?[0-9][0-9_]*(?::[0-5]?[0-9])+\.[0-9_]*|[-+]?\.(?:inf|Inf|INF)|\.(?:nan|NaN|NAN))$`)},
		{Int, regexp.MustCompile(`^(?:[-+]?0b[0-1_]+|[-+]?0[0-7_]+|[-+]?(?:0|[1-9][0-9_]*)|[-+]?0x[0-9a-fA-F_]+|[-+]?[1-9][0-9_]*(?::[0-5]?[0-9])+)$`)},
	}
})

type pattern struct {
	kind Kind
	is   *regexp.Regexp
}

// Word returns the type that PyYAML takes a word without quotes for.
func Word(word string) Kind {
	if word == "" {
		return Null
	}
	switch c := word[0]; {
	case isLetter(c), c == '~':
		return nameOf(word)
	case !isDigit(c) && c != '+' && c != '-' && c != '.':
		return Text
	case strings.IndexByte(word[1:], '-') >= 0 && !strings.ContainsAny(word, "eE"):
		// Of numbers only an exponent has a dash further on.
		if isTimeWord(word) {
			return Time
		}
		return Text
	}
	for _, p := range numberWords() {
		if p.is.MatchString(word) {
			return p.kind
		}
	}
	return Text
}

// nameOf gives the type of a word that begins with a letter or is a tilde.
func nameOf(word string) Kind {
	switch word {
	case "yes", "Yes", "YES", "no", "No", "NO", "true", "True", "TRUE", "false", "False", "FALSE", "on", "On", "ON", "off", "Off", "OFF":
		return Bool
	case "~", "null", "Null", "NULL":
		return Null
	}
	return Text
}

// isTimeWord reports whether a word has the form of a date, or of a date and a time of day.
func isTimeWord(word string) bool {
	year, rest := leadingDigits(word)
	month, rest, dashed := leadingUnit(rest, '-')
	day, clock, again := leadingUnit(rest, '-')
	if len(year) != 4 || !dashed || !again || len(month) < 1 || len(month) > 2 || len(day) < 1 || len(day) > 2 {
		return false
	}
	if clock == "" {
		return len(month) == 2 && len(day) == 2
	}
	behind := strings.TrimLeft(clock, " \t")
	if clock[0]|0x20 == 't' {
		behind = clock[1:]
	} else if len(behind) == len(clock) {
		return false
	}
	hour, rest := leadingDigits(behind)
	minute, rest, colon := leadingUnit(rest, ':')
	second, rest, again := leadingUnit(rest, ':')
	if !colon || !again || len(hour) < 1 || len(hour) > 2 || len(minute) != 2 || len(second) != 2 {
		return false
	}
	if strings.HasPrefix(rest, ".") {
		_, rest = leadingDigits(rest[1:])
	}
	return rest == "" || isZoneWord(strings.TrimLeft(rest, " \t"))
}

// isZoneWord reports whether a text is a zone behind a time of day.
func isZoneWord(zone string) bool {
	if zone == "" || zone == "Z" {
		// Blanks alone are none.
		return zone != ""
	}
	if zone[0] != '+' && zone[0] != '-' {
		return false
	}
	hours, rest := leadingDigits(zone[1:])
	minutes, rest, colon := leadingUnit(rest, ':')
	return len(hours) >= 1 && len(hours) <= 2 && (!colon || len(minutes) == 2) && rest == ""
}

// leadingDigits cuts off the digits with which a text begins.
func leadingDigits(text string) (number, rest string) {
	at := 0
	for at < len(text) && isDigit(text[at]) {
		at++
	}
	return text[:at], text[at:]
}

// leadingUnit cuts off a mark and the digits behind it.
func leadingUnit(text string, mark byte) (number, rest string, ok bool) {
	if text == "" || text[0] != mark {
		return "", text, false
	}
	number, rest = leadingDigits(text[1:])
	return number, rest, true
}

// timeExists reports whether a date, or a time with its zone, exists.
func timeExists(word string) bool {
	date, clock := word, ""
	if at := strings.IndexAny(word, "Tt \t"); at >= 0 {
		date, clock = word[:at], strings.TrimLeft(word[at+1:], " \t")
	}
	// Both have the form that the pattern asks for.
	year, month, day := leadingNumbers(date, '-')
	hour, minute, second := leadingNumbers(clock, ':')
	at := time.Date(year, time.Month(month), day, 0, 0, 0, 0, time.UTC)
	if year < 1 || at.Month() != time.Month(month) || at.Day() != day || hour > 23 || minute > 59 || second > 59 {
		return false
	}
	zone := 0
	if sign := strings.LastIndexAny(clock, "+-"); sign >= 0 {
		zone, _, _ = leadingNumbers(clock[sign+1:], ':')
	}
	return zone < 24
}

// leadingNumbers reads up to three numbers with a mark between, zero for what is missing.
func leadingNumbers(text string, mark byte) (a, b, c int) {
	for i, n := range []*int{&a, &b, &c} {
		if i > 0 {
			if text == "" || text[0] != mark {
				return a, b, c
			}
			text = text[1:]
		}
		var number string
		number, text = leadingDigits(text)
		*n, _ = strconv.Atoi(number)
	}
	return a, b, c
}

func isDigit(c byte) bool { return c >= '0' && c <= '9' }

func isLetter(c byte) bool { return 'a' <= c|0x20 && c|0x20 <= 'z' }
