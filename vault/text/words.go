package text

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// Shorten ends a text behind the last sentence for which there is room, else behind a word. Most
// counts letters; a first word that is longer leaves nothing.
func Shorten(words []string, most int) string {
	all, ends, n := len(words), 0, 0
	for i, w := range words {
		if n += utf8.RuneCountInString(w) + 1; n > most {
			all = i
			break
		}
		if strings.HasSuffix(w, ".") || strings.HasSuffix(w, "。") {
			ends = i + 1
		}
	}
	switch {
	case all == len(words):
		return strings.Join(words, " ")
	case ends > 0:
		return strings.Join(words[:ends], " ")
	case all == 0:
		return ""
	}
	return strings.Join(words[:all], " ") + " …"
}

// BeforeWord is the place at or before at where no word is cut in two: half of a key is not known for
// one. Words are runs of printing ASCII, and 0 is the answer in a text that begins with a longer one.
func BeforeWord[S string | []byte](s S, at int) int {
	inWord := func(b byte) bool { return b > ' ' && b < utf8.RuneSelf }
	if at >= len(s) || !inWord(s[at]) {
		return min(at, len(s))
	}
	for at > 0 && inWord(s[at-1]) {
		at--
	}
	return at
}

// LastLine is the last line of a text that says something. It is "…" where what it is may stand in a
// line before: behind a line that names a value, and for a long word alone.
func LastLine(s string) string {
	s = strings.TrimSpace(s)
	i := strings.LastIndexByte(s, '\n')
	last, before := strings.TrimSpace(s[i+1:]), strings.TrimRight(s[:max(i, 0)], " \t\r\n")
	alone := !strings.ContainsAny(last, " \t")
	long := alone && len(last) > mostLoneWord && !strings.Contains(last, ".")
	named := strings.HasSuffix(before, "\\") || strings.HasSuffix(before, "=") || alone && strings.HasSuffix(before, ":")
	if i >= 0 && (long || named) {
		return "…"
	}
	return last
}

// mostLoneWord is how long a word may be that is a line of its own, in bytes.
const mostLoneWord = 32

// CommandWord is a word as it is typed in a command line, in quotes where it needs them. It is
// empty for one that nobody can type or see as it is: with control characters, or none at all.
func CommandWord(s string) string {
	special := func(r rune) bool {
		return r < unicode.MaxASCII && !unicode.IsLetter(r) && !unicode.IsDigit(r) && !strings.ContainsRune("_./=:@%+-", r)
	}
	switch {
	case s == "" || strings.ContainsFunc(s, hidden):
		return ""
	case !strings.ContainsFunc(s, special):
		return s
	}
	return "'" + strings.ReplaceAll(s, "'", `'\''`) + "'"
}

// hidden reports whether a character does not show as what it is.
func hidden(r rune) bool { return unicode.In(r, unicode.Cc, unicode.Cf, unicode.Zl, unicode.Zp) }

// Among reports whether a word is in a list whose words are separated by blanks or line breaks.
func Among(word, list string) bool {
	for from := 0; word != ""; from++ {
		at := strings.Index(list[from:], word)
		if at < 0 {
			return false
		}
		from += at
		if end := from + len(word); (from == 0 || list[from-1] <= ' ') && (end == len(list) || list[end] <= ' ') {
			return true
		}
	}
	return false
}
