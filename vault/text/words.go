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
