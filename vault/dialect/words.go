package dialect

import (
	"bytes"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"
)

// Bounds on what is kept of one file. Longer text is cut with an ellipsis; the
// file itself shows the rest.
const (
	// maxText is the most bytes that are kept of a value, a title or a step.
	maxText = 2000
	// maxKey is the most bytes a key has.
	maxKey = 64
	// maxFolded is the most bytes of a text that rules look at word by word.
	maxFolded = 400
	// maxFrontLines is the most lines a front matter has.
	maxFrontLines = 200
	// maxCells is the most columns of a table that are read.
	maxCells = 32
)

// words returns the words of s in lower case, each between blanks, so that whole phrases can
// be found. Everything but letters and digits parts words; apostrophes vanish.
func words(s string) string { return fold(s, false) }

// names is words for text with file names: an underscore does not part words, so that
// Pending_Approval does not speak of approval.
func names(s string) string { return fold(s, true) }

func fold(s string, join bool) string {
	if s == "" {
		return " "
	}
	// Most that are folded are as short as this.
	var short [64]byte
	b, blank := append(short[:0], ' '), true
	for _, r := range cutBytes(s, maxFolded) {
		switch {
		case 'a' <= r && r <= 'z', '0' <= r && r <= '9':
			b = append(b, byte(r))
			blank = false
		case 'A' <= r && r <= 'Z':
			b = append(b, byte(r)|0x20)
			blank = false
		case r == '\'' || r == '’':
		case r == '_' && join, unicode.IsLetter(r), unicode.IsDigit(r):
			b = utf8.AppendRune(b, unicode.ToLower(r))
			blank = false
		case !blank:
			b = append(b, ' ')
			blank = true
		}
	}
	if !blank {
		b = append(b, ' ')
	}
	return string(b)
}

// hasPhrase reports whether folded text has the phrase as whole words.
func hasPhrase(folded, phrase string) bool { return phraseAt(folded, phrase, 0) >= 0 }

// phraseAt returns where the phrase begins in folded text at or after from, -1 when
// it does not.
func phraseAt(folded, phrase string, from int) int {
	for from < len(folded) {
		i := strings.Index(folded[from:], phrase)
		if i < 0 {
			return -1
		}
		i += from
		if end := i + len(phrase); i > 0 && folded[i-1] == ' ' && end < len(folded) && folded[end] == ' ' {
			return i
		}
		from = i + 1
	}
	return -1
}

// anyPhrase reports whether folded text has one of the phrases.
func anyPhrase(folded string, phrases []string) bool {
	return slices.ContainsFunc(phrases, func(phrase string) bool { return hasPhrase(folded, phrase) })
}

// cutBytes cuts s to at most n bytes, between characters.
func cutBytes(s string, n int) string {
	if len(s) <= n {
		return s
	}
	for n > 0 && !utf8.RuneStart(s[n]) {
		n--
	}
	return s[:n]
}

// clip bounds a text and says so.
func clip(s string) string {
	if len(s) <= maxText {
		return s
	}
	return cutBytes(s, maxText) + "…"
}

// isFiller reports characters that mails pad their previews with. A single one inside a word
// stays, for the screen to show.
func isFiller(r rune) bool {
	switch r {
	case '\u00AD', '\u034F', '\u200B', '\u200C', '\u200D', '\u2060', '\uFEFF':
		return true
	}
	return false
}

// tidy returns s as one line: white space becomes single blanks, and filler goes where it is
// beside white space or filler, or at an end.
func tidy(s string) string {
	if isTidy(s) {
		return clip(s)
	}
	runes := []rune(cutBytes(s, 2*maxText))
	gap := func(i int) bool {
		return i < 0 || i >= len(runes) || unicode.IsSpace(runes[i]) || isFiller(runes[i])
	}
	var b strings.Builder
	for i, r := range runes {
		switch {
		case unicode.IsSpace(r), isFiller(r) && (gap(i-1) || gap(i+1)):
			if n := b.Len(); n > 0 && b.String()[n-1] != ' ' {
				b.WriteByte(' ')
			}
		default:
			b.WriteRune(r)
		}
	}
	return clip(strings.TrimRight(b.String(), " "))
}

// isTidy reports whether a text is printable ASCII without doubled blanks.
func isTidy(s string) bool {
	last := byte(' ')
	for i := range len(s) {
		c := s[i]
		if c < ' ' || c >= utf8.RuneSelf || c == ' ' && last == ' ' {
			return false
		}
		last = c
	}
	return s == "" || last != ' '
}

// normalKey writes taskFile, task-file and "Task File" as task_file.
func normalKey(s string) string {
	plain := true
	for i := range len(s) {
		if c := s[i]; (c < 'a' || c > 'z') && c != '_' {
			plain = false
			break
		}
	}
	if plain {
		return s
	}
	var short [64]byte
	b, lower := short[:0], false
	for _, r := range s {
		switch {
		case unicode.IsUpper(r):
			if lower {
				b = append(b, '_')
			}
			b = utf8.AppendRune(b, unicode.ToLower(r))
			lower = false
		case unicode.IsLetter(r), unicode.IsDigit(r), r == '.':
			b = utf8.AppendRune(b, r)
			lower = true
		default:
			if n := len(b); n > 0 && b[n-1] != '_' {
				b = append(b, '_')
			}
			lower = false
		}
	}
	return string(bytes.TrimRight(b, "_"))
}

// timeMarks are what is around a time in front of an entry.
const timeMarks = "[(`*_ \t"

// leadingTime cuts off a date, a time of day, or both, bare or in brackets, bold or code
// marks. Raw is the time without them.
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

// dateLength returns how many bytes at the beginning are a date such as 2026-03-19 or 2026/03/19.
func dateLength(s string) int {
	if len(s) < 10 || s[4] != s[7] || s[4] != '-' && s[4] != '/' {
		return 0
	}
	n, _ := dateAt(s)
	return n
}

// clockLength returns how many bytes at the beginning are a time of day, with its
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

// zones are what is after a time of day.
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
