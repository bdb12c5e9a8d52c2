package python

import (
	"strings"
	"unicode/utf8"

	"coldstart/vault/text"
)

// Nearly every front matter is a few plain lines. They are read here without the library, which
// takes ten times as long; whatever is not surely read alike is left to it.

// ReadPlain is ReadYAML for lines of plain keys and values. plain is false for anything else.
func ReadPlain(text string) (v Value, plain bool) {
	v = Value{Kind: Map, Members: make(Members, 0, strings.Count(text, "\n")+1)}
	number := 0
	for line := range strings.Lines(text) {
		if number++; line == "\n" {
			continue
		}
		key, value, ok := strings.Cut(strings.TrimSuffix(line, "\n"), ": ")
		if !ok || !isPlainKey(key) {
			return Value{}, false
		}
		member, ok := plainValue(value)
		if !ok {
			return Value{}, false
		}
		member.Line = number
		if len(v.Members) == 0 {
			v.Line = number
		}
		v.Members = append(v.Members, Member{key, member})
	}
	return v, len(v.Members) > 0
}

// isPlainKey reports whether a key is one word that can only be a text.
func isPlainKey(key string) bool {
	return text.IsWord(key) && Word(key) == Text
}

// plainValue reads a value on its line: words, a text in quotes without escapes, or an empty list.
func plainValue(value string) (v Value, plain bool) {
	if value == "" || !isPlainText(value) {
		return v, false
	}
	last := value[len(value)-1]
	switch first := value[0]; {
	case value == "[]":
		return Value{Kind: List}, true
	case first == '"', first == '\'':
		inner := value[1:max(1, len(value)-1)]
		return Value{Kind: Text, Text: inner}, len(value) > 1 && last == first && strings.IndexByte(inner, first) < 0 && strings.IndexByte(inner, '\\') < 0
	case !isLetter(first) && !isDigit(first) && first < utf8.RuneSelf && strings.IndexByte("/(.+_~", first) < 0, last == ' ', last == ':', strings.Contains(value, ": "), strings.Contains(value, " #"):
		return v, false
	}
	v = Value{Kind: Word(value), Text: value}
	// A word may be a number that has no digits, or a day that there is not.
	return v, v.construct(tags[v.Kind]) == nil
}

// isPlainText reports whether a text has nothing that ends a line or means anything to YAML at any place.
func isPlainText(text string) bool {
	for ascii := 0; ; ascii++ {
		if ascii == len(text) {
			return true
		}
		if c := text[ascii]; c < ' ' || c > '~' {
			break
		}
	}
	for i, r := range text {
		if r < ' ' || r > '~' && r < 0xa1 || r == '\u2028' || r == '\u2029' || r == '\ufeff' || r >= '\ufffe' || r == utf8.RuneError && !strings.HasPrefix(text[i:], "\ufffd") {
			return false
		}
	}
	return true
}
