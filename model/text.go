package model

import (
	"fmt"
	"strings"
	"unicode"
)

// OneLine folds text to one line that is safe in the agents' files: single blanks, no
// control, bidirectional or invisible characters. Only a joiner between two letters stays,
// for Persian and emoji.
func OneLine(text string) string {
	var b strings.Builder
	// between is what comes in front of the next character: a blank or a joiner.
	var between, before rune
	for _, r := range text {
		switch {
		case isSpace(r):
			if b.Len() > 0 {
				between = ' '
			}
			continue
		case isJoiner(r):
			if between == 0 && before > unicode.MaxLatin1 {
				between = r
			}
			continue
		case isHidden(r):
			continue
		}
		if between == ' ' || between != 0 && r > unicode.MaxLatin1 {
			b.WriteRune(between)
		}
		between, before = 0, r
		b.WriteRune(r)
	}
	return b.String()
}

// Unbroken makes each line break a blank and keeps all else.
func Unbroken(text string) string {
	return strings.NewReplacer("\r\n", " ", "\n", " ", "\r", " ", "\v", " ", "\f", " ",
		"\u0085", " ", "\u2028", " ", "\u2029", " ").Replace(text)
}

// Counted is a number and a noun, in the plural unless it is 1.
func Counted(n int, noun string) string {
	if n == 1 {
		return "1 " + noun
	}
	if stem, ok := strings.CutSuffix(noun, "ry"); ok {
		return fmt.Sprintf("%d %sries", n, stem)
	}
	return fmt.Sprintf("%d %ss", n, noun)
}

func isSpace(r rune) bool { return unicode.IsSpace(r) || r == '\u2028' || r == '\u2029' }

// isJoiner reports the characters that join or part letters.
func isJoiner(r rune) bool { return r == '\u200C' || r == '\u200D' }

// isHidden reports characters that do not show or that change how others show.
func isHidden(r rune) bool {
	switch {
	case unicode.IsControl(r), unicode.Is(unicode.Cf, r), unicode.Is(unicode.Co, r), unicode.Is(unicode.Cs, r):
		return true
	case r == unicode.ReplacementChar, r == '\u2800': // the second is the blank Braille pattern
		return true
	case unicode.Is(unicode.Other_Default_Ignorable_Code_Point, r), unicode.Is(unicode.Variation_Selector, r):
		return true
	}
	return false
}

// CountHidden counts hidden characters, apart from line ends, tabs, a leading byte order
// mark and the selectors and joiners of emoji.
func CountHidden(text string) int {
	n := 0
	for i, r := range text {
		switch {
		case r < unicode.MaxASCII && (r >= ' ' || r == '\n' || r == '\r' || r == '\t'):
		case i == 0 && r == '\uFEFF', r == '\uFE0E', r == '\uFE0F', r == '\u200D':
		case isHidden(r):
			n++
		}
	}
	return n
}

// ErrorText gives the text of an error on one line: those that were joined are parted by
// semicolons.
func ErrorText(err error) string {
	text := err.Error()
	switch e := err.(type) {
	case interface{ Unwrap() error }:
		if inner := e.Unwrap(); inner != nil {
			return strings.Replace(text, inner.Error(), ErrorText(inner), 1)
		}
	case interface{ Unwrap() []error }:
		var was, now []string
		for _, inner := range e.Unwrap() {
			was, now = append(was, inner.Error()), append(now, ErrorText(inner))
		}
		if strings.Join(was, "\n") == text {
			return strings.Join(now, "; ")
		}
		for i := range was {
			text = strings.Replace(text, was[i], now[i], 1)
		}
	}
	return text
}
