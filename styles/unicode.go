package styles

import (
	"unicode"
	"unicode/utf8"

	"github.com/charmbracelet/x/ansi"
)

// class says what the notation does with a code point.
type class uint8

const (
	classDrawn    class = iota // is in a cell of its own
	classMark                  // drawn onto a base before it, escaped without one
	classVowel                 // conjoining Hangul vowel: needs a leading consonant before it
	classFinal                 // conjoining Hangul final: needs a vowel before it
	classSelector              // VS15, VS16: need an emoji before them
	classEscaped               // never drawn
)

// undrawable lists printable code points that show nothing, that terminals disagree on, or that
// the notation needs. Those with a Unicode property for it are not repeated here.
var undrawable = &unicode.RangeTable{
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

func classOf(r rune) class {
	switch {
	case r == vs15 || r == vs16:
		return classSelector
	case !unicode.IsPrint(r),
		unicode.In(r, undrawable, unicode.Other_Default_Ignorable_Code_Point, unicode.Variation_Selector):
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

func isLead(r rune) bool { return r >= 0x1100 && r <= 0x115E || r >= 0xA960 && r <= 0xA97C }

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

// joinedCells returns what a code point, encoded as s, adds to a character of so many cells. Some
// terminals give spacing and enclosing marks, and parts of a syllable, cells of their own.
func joinedCells(cells int, r rune, s string) int {
	switch {
	case isSelector(r):
		return max(0, 2-cells)
	case unicode.Is(unicode.Mn, r):
		return 0
	}
	return runeCells(r, s)
}

// maxMarks is how many combining marks are drawn onto one base; more would run
// over the rows above and below.
const maxMarks = 4

// base is the last character, onto which the next code point may be drawn. The zero base takes
// nothing: it is the start of a text, a blank or a token.
type base struct {
	rune  rune
	marks int // combining marks and selectors drawn so far
	cells int // width so far
}

// next reports whether r, encoded as s, is drawn after the base, and how many
// cells it adds. It then becomes the base or part of it.
func (b *base) next(r rune, s string) (cells int, drawn bool) {
	switch classOf(r) {
	case classDrawn:
		*b = base{rune: r, cells: runeCells(r, s)}
		return b.cells, true
	case classMark:
		drawn = b.rune != 0 && b.marks < maxMarks
		b.marks++
	case classSelector:
		drawn = b.marks == 0 && unicode.Is(emoji, b.rune)
		b.marks++
	case classVowel:
		drawn = b.marks == 0 && isLead(b.rune)
		b.rune = r
	case classFinal:
		drawn = b.marks == 0 && isVowel(b.rune)
		b.rune = r
	}
	if !drawn {
		*b = base{}
		return 0, false
	}
	cells = joinedCells(b.cells, r, s)
	b.cells += cells
	return cells, true
}

// emoji lists the code points beyond ASCII with the Unicode property Emoji
// (emoji-data, Unicode 15), without regional indicators and skin tones. Only
// these may carry a variation selector.
var emoji = &unicode.RangeTable{
	R16: []unicode.Range16{
		{0x00A9, 0x00A9, 1}, {0x00AE, 0x00AE, 1}, {0x203C, 0x203C, 1},
		{0x2049, 0x2049, 1}, {0x2122, 0x2122, 1}, {0x2139, 0x2139, 1},
		{0x2194, 0x2199, 1}, {0x21A9, 0x21AA, 1}, {0x231A, 0x231B, 1},
		{0x2328, 0x2328, 1}, {0x23CF, 0x23CF, 1}, {0x23E9, 0x23F3, 1},
		{0x23F8, 0x23FA, 1}, {0x24C2, 0x24C2, 1}, {0x25AA, 0x25AB, 1},
		{0x25B6, 0x25B6, 1}, {0x25C0, 0x25C0, 1}, {0x25FB, 0x25FE, 1},
		{0x2600, 0x2604, 1}, {0x260E, 0x260E, 1}, {0x2611, 0x2611, 1},
		{0x2614, 0x2615, 1}, {0x2618, 0x2618, 1}, {0x261D, 0x261D, 1},
		{0x2620, 0x2620, 1}, {0x2622, 0x2623, 1}, {0x2626, 0x2626, 1},
		{0x262A, 0x262A, 1}, {0x262E, 0x262F, 1}, {0x2638, 0x263A, 1},
		{0x2640, 0x2640, 1}, {0x2642, 0x2642, 1}, {0x2648, 0x2653, 1},
		{0x265F, 0x2660, 1}, {0x2663, 0x2663, 1}, {0x2665, 0x2666, 1},
		{0x2668, 0x2668, 1}, {0x267B, 0x267B, 1}, {0x267E, 0x267F, 1},
		{0x2692, 0x2697, 1}, {0x2699, 0x2699, 1}, {0x269B, 0x269C, 1},
		{0x26A0, 0x26A1, 1}, {0x26A7, 0x26A7, 1}, {0x26AA, 0x26AB, 1},
		{0x26B0, 0x26B1, 1}, {0x26BD, 0x26BE, 1}, {0x26C4, 0x26C5, 1},
		{0x26C8, 0x26C8, 1}, {0x26CE, 0x26CF, 1}, {0x26D1, 0x26D1, 1},
		{0x26D3, 0x26D4, 1}, {0x26E9, 0x26EA, 1}, {0x26F0, 0x26F5, 1},
		{0x26F7, 0x26FA, 1}, {0x26FD, 0x26FD, 1}, {0x2702, 0x2702, 1},
		{0x2705, 0x2705, 1}, {0x2708, 0x270D, 1}, {0x270F, 0x270F, 1},
		{0x2712, 0x2712, 1}, {0x2714, 0x2714, 1}, {0x2716, 0x2716, 1},
		{0x271D, 0x271D, 1}, {0x2721, 0x2721, 1}, {0x2728, 0x2728, 1},
		{0x2733, 0x2734, 1}, {0x2744, 0x2744, 1}, {0x2747, 0x2747, 1},
		{0x274C, 0x274C, 1}, {0x274E, 0x274E, 1}, {0x2753, 0x2755, 1},
		{0x2757, 0x2757, 1}, {0x2763, 0x2764, 1}, {0x2795, 0x2797, 1},
		{0x27A1, 0x27A1, 1}, {0x27B0, 0x27B0, 1}, {0x27BF, 0x27BF, 1},
		{0x2934, 0x2935, 1}, {0x2B05, 0x2B07, 1}, {0x2B1B, 0x2B1C, 1},
		{0x2B50, 0x2B50, 1}, {0x2B55, 0x2B55, 1}, {0x3030, 0x3030, 1},
		{0x303D, 0x303D, 1}, {0x3297, 0x3297, 1}, {0x3299, 0x3299, 1},
	},
	R32: []unicode.Range32{
		{0x1F004, 0x1F004, 1}, {0x1F0CF, 0x1F0CF, 1}, {0x1F170, 0x1F171, 1},
		{0x1F17E, 0x1F17F, 1}, {0x1F18E, 0x1F18E, 1}, {0x1F191, 0x1F19A, 1},
		{0x1F201, 0x1F202, 1}, {0x1F21A, 0x1F21A, 1}, {0x1F22F, 0x1F22F, 1},
		{0x1F232, 0x1F23A, 1}, {0x1F250, 0x1F251, 1}, {0x1F300, 0x1F321, 1},
		{0x1F324, 0x1F393, 1}, {0x1F396, 0x1F397, 1}, {0x1F399, 0x1F39B, 1},
		{0x1F39E, 0x1F3F0, 1}, {0x1F3F3, 0x1F3F5, 1}, {0x1F3F7, 0x1F3FA, 1},
		{0x1F400, 0x1F4FD, 1}, {0x1F4FF, 0x1F53D, 1}, {0x1F549, 0x1F54E, 1},
		{0x1F550, 0x1F567, 1}, {0x1F56F, 0x1F570, 1}, {0x1F573, 0x1F57A, 1},
		{0x1F587, 0x1F587, 1}, {0x1F58A, 0x1F58D, 1}, {0x1F590, 0x1F590, 1},
		{0x1F595, 0x1F596, 1}, {0x1F5A4, 0x1F5A5, 1}, {0x1F5A8, 0x1F5A8, 1},
		{0x1F5B1, 0x1F5B2, 1}, {0x1F5BC, 0x1F5BC, 1}, {0x1F5C2, 0x1F5C4, 1},
		{0x1F5D1, 0x1F5D3, 1}, {0x1F5DC, 0x1F5DE, 1}, {0x1F5E1, 0x1F5E1, 1},
		{0x1F5E3, 0x1F5E3, 1}, {0x1F5E8, 0x1F5E8, 1}, {0x1F5EF, 0x1F5EF, 1},
		{0x1F5F3, 0x1F5F3, 1}, {0x1F5FA, 0x1F64F, 1}, {0x1F680, 0x1F6C5, 1},
		{0x1F6CB, 0x1F6D2, 1}, {0x1F6D5, 0x1F6D7, 1}, {0x1F6DC, 0x1F6E5, 1},
		{0x1F6E9, 0x1F6E9, 1}, {0x1F6EB, 0x1F6EC, 1}, {0x1F6F0, 0x1F6F0, 1},
		{0x1F6F3, 0x1F6FC, 1}, {0x1F7E0, 0x1F7EB, 1}, {0x1F7F0, 0x1F7F0, 1},
		{0x1F90C, 0x1F93A, 1}, {0x1F93C, 0x1F945, 1}, {0x1F947, 0x1F9FF, 1},
		{0x1FA70, 0x1FA7C, 1}, {0x1FA80, 0x1FA88, 1}, {0x1FA90, 0x1FABD, 1},
		{0x1FABF, 0x1FAC5, 1}, {0x1FACE, 0x1FADB, 1}, {0x1FAE0, 0x1FAE8, 1},
		{0x1FAF0, 0x1FAF8, 1},
	},
	LatinOffset: 2,
}
