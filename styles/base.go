package styles

import "unicode"

// maxMarks is how many combining marks are drawn onto one base; more would run
// over the rows above and below.
const maxMarks = 4

// base is the character that was drawn last, onto which the next code point
// may be drawn. The zero base takes nothing: it stands for the start of a text,
// a blank or a token.
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
