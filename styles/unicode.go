package styles

import (
	"unicode"
	"unicode/utf8"

	"github.com/charmbracelet/x/ansi"
)

// class says what the notation does with a code point.
type class uint8

const (
	classDrawn    class = iota // stands in a cell of its own
	classMark                  // drawn onto a base before it, escaped without one
	classVowel                 // conjoining Hangul vowel: needs a leading consonant before it
	classFinal                 // conjoining Hangul final: needs a vowel before it
	classSelector              // VS15, VS16: need an emoji before them
	classEscaped               // never drawn
)

// neverDrawn lists printable code points that show nothing, that terminals do
// not agree on, or that the notation needs for itself. Invisible ones with a
// Unicode property of their own are not repeated here.
var neverDrawn = &unicode.RangeTable{
	R16: []unicode.Range16{
		{Lo: tabMark, Hi: tabMark, Stride: 1}, // our mark for a tab
		{Lo: 0x27E6, Hi: 0x27E7, Stride: 1},   // our brackets
		{Lo: 0x2800, Hi: 0x2800, Stride: 1},   // blank Braille pattern
		{Lo: 0x301A, Hi: 0x301B, Stride: 1},   // brackets that look like ours
		{Lo: 0x303F, Hi: 0x303F, Stride: 1},   // ideographic half fill space
		{Lo: 0xFFFC, Hi: 0xFFFD, Stride: 1},   // object and character replacement
	},
	R32: []unicode.Range32{
		{Lo: 0x13441, Hi: 0x13442, Stride: 1}, // hieroglyphic blanks
		{Lo: 0x16FE4, Hi: 0x16FE4, Stride: 1}, // Khitan filler
		{Lo: 0x1D159, Hi: 0x1D159, Stride: 1}, // null note head
		{Lo: 0x1F3FB, Hi: 0x1F3FF, Stride: 1}, // skin tones: 0, 2 or 4 cells
	},
}

// classOf returns the class of a code point beyond ASCII.
func classOf(r rune) class {
	switch {
	case r == vs15 || r == vs16:
		return classSelector
	case !unicode.IsPrint(r),
		unicode.In(r, neverDrawn, unicode.Other_Default_Ignorable_Code_Point, unicode.Variation_Selector):
		return classEscaped
	case isVowel(r):
		return classVowel
	case isFinal(r):
		return classFinal
	case unicode.Is(unicode.M, r):
		return classMark
	}
	return classDrawn
}

const (
	vs15 = '\uFE0E' // asks for text style
	vs16 = '\uFE0F' // asks for emoji style
)

func isLead(r rune) bool  { return r >= 0x1100 && r <= 0x115E || r >= 0xA960 && r <= 0xA97C }
func isVowel(r rune) bool { return r >= 0x1161 && r <= 0x11A7 || r >= 0xD7B0 && r <= 0xD7C6 }
func isFinal(r rune) bool { return r >= 0x11A8 && r <= 0x11FF || r >= 0xD7CB && r <= 0xD7FB }

func isRegional(r rune) bool { return r >= 0x1F1E6 && r <= 0x1F1FF }
func isSkinTone(r rune) bool { return r >= 0x1F3FB && r <= 0x1F3FF }
func isSelector(r rune) bool { return r == vs15 || r == vs16 }

// joins reports whether a code point of a Text is drawn onto the one before
// it. The notation writes such code points only where they have a base.
func joins(r rune) bool {
	return r >= 0x300 && (unicode.Is(unicode.M, r) || isVowel(r) || isFinal(r))
}

// runeCells returns the widest plausible width of a drawn code point that
// starts a character; s is its encoding.
func runeCells(r rune, s string) int {
	switch {
	case r < utf8.RuneSelf, r == 0x27E6, r == 0x27E7: // also our brackets
		return 1
	case r == 0x2E3A: // two-em dash
		return 3
	case r == 0x2E3B: // three-em dash
		return 4
	case r >= 0x4DC0 && r <= 0x4DFF || r >= 0x2630 && r <= 0x2637 || r >= 0x268A && r <= 0x268F:
		return 2 // hexagrams, trigrams, digrams: wide since Unicode 16
	case isRegional(r) || r >= 0x1F000 && unicode.Is(emoji, r):
		return 2
	}
	return max(1, ansi.StringWidth(s), ansi.StringWidthWc(s))
}

// joinedCells returns what a code point, encoded as s, adds to the width of the
// character it is drawn onto, which is cells wide so far. Some terminals give
// spacing and enclosing marks, and the parts of a syllable, cells of their own.
func joinedCells(cells int, r rune, s string) int {
	switch {
	case isSelector(r):
		return max(0, 2-cells)
	case unicode.Is(unicode.Mn, r):
		return 0
	}
	return runeCells(r, s)
}
