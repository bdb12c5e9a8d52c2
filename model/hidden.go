package model

import "unicode"

func isSpace(r rune) bool { return unicode.IsSpace(r) || r == '\u2028' || r == '\u2029' }

// isJoiner reports the two characters that join or part the letters beside them.
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

// CountHidden counts the characters of text that do not show or that change how
// others show. Line ends, tabs, a byte order mark at the start and the selectors
// and joiners that emoji are written with do not count.
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
