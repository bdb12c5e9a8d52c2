package text

import (
	"strings"
	"unicode"
)

// CommandWord is a word as it is typed in a command line, in quotes where it needs them. It is
// empty for one that nobody can type: with control characters, or none at all.
func CommandWord(s string) string {
	special := func(r rune) bool {
		return r < unicode.MaxASCII && !unicode.IsLetter(r) && !unicode.IsDigit(r) && !strings.ContainsRune("_./=:@%+-", r)
	}
	switch {
	case s == "" || strings.ContainsFunc(s, unicode.IsControl):
		return ""
	case !strings.ContainsFunc(s, special):
		return s
	}
	return "'" + strings.ReplaceAll(s, "'", `'\''`) + "'"
}
