package dialect

import (
	"strconv"
	"strings"
)

// plainValue gives the text of a value: the rest of the line without one pair of
// quotes or a comment. Whatever else YAML could mean by it stays as written.
func plainValue(raw string) string {
	if raw != "" && (raw[0] == '"' || raw[0] == '\'') {
		if inner, ok := unquote(raw); ok {
			return inner
		}
	}
	if mark := strings.Index(raw, " # "); mark >= 0 {
		raw = strings.TrimRight(raw[:mark], " \t")
	}
	return raw
}

// unquote takes one pair of quotes off a text that is wholly inside of it; a
// comment may follow.
func unquote(raw string) (string, bool) {
	q := raw[0]
	var b strings.Builder
	for i := 1; i < len(raw); i++ {
		switch c := raw[i]; {
		case c == '\\' && q == '"' && i+1 < len(raw):
			i += escape(&b, raw[i+1:])
		case c != q:
			b.WriteByte(c)
		case q == '\'' && i+1 < len(raw) && raw[i+1] == q:
			b.WriteByte(c)
			i++
		default:
			rest := strings.TrimSpace(raw[i+1:])
			return b.String(), rest == "" || rest[0] == '#'
		}
	}
	return "", false
}

// escapes are the escapes of one character that stand for another character.
var escapes = map[byte]string{'n': "\n", 't': "\t", 'r': "\r", '0': ""}

// escape writes what the text behind a backslash stands for and gives how many
// bytes of it were taken.
func escape(b *strings.Builder, rest string) int {
	c := rest[0]
	digits := map[byte]int{'x': 2, 'u': 4, 'U': 8}[c]
	if digits > 0 && len(rest) > digits {
		if code, err := strconv.ParseUint(rest[1:1+digits], 16, 32); err == nil {
			b.WriteRune(rune(code))
			return 1 + digits
		}
	}
	if text, ok := escapes[c]; ok {
		b.WriteString(text)
		return 1
	}
	if !strings.ContainsRune(`"\/ `, rune(c)) {
		b.WriteByte('\\')
	}
	b.WriteByte(c)
	return 1
}

// absentWords are values that say that there is no value.
var absentWords = []string{"null", "none", "n/a", "na", "nil", "tbd", "unknown", "~", "-", "[]", "{}", `""`}

// unexpanded are the beginnings of expressions that a shell or a template engine
// was meant to replace.
var unexpanded = []string{"$(", "${", "{{"}

// isAbsent reports whether a value says nothing.
func isAbsent(value string) bool {
	for _, mark := range unexpanded {
		if strings.Contains(value, mark) {
			return true
		}
	}
	if len(value) > 8 {
		return false
	}
	for _, word := range absentWords {
		if strings.EqualFold(value, word) {
			return true
		}
	}
	return value == ""
}
