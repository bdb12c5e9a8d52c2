package draw

import "coldstart/styles"

// Box is an overlay over a dimmed page: lines in a frame, with words in its upper edge and keys
// in its lower one. X and Y are its corner.
type Box struct {
	X, Y, W int
	Title   styles.Line
	Lines   []styles.Line
	Hints   []Hint
	// Place stands at the right end of the lower edge.
	Place styles.Line
}

// boxSides are the cells of a box beside its lines.
const boxSides = 2

// edgeWords are the cells of an edge that hold no words: corners, rules and blanks.
const edgeWords = 6

// Inside is the width of its lines.
func (b Box) Inside() int { return b.W - boxSides }

// Over lays the box over a page of w cells.
func (b Box) Over(th *styles.Theme, page []styles.Line, w int) []styles.Line {
	out := make([]styles.Line, len(page))
	for i, l := range page {
		out[i] = l.Dimmed()
	}
	for i, l := range b.rows(th) {
		if at := b.Y + i; at < len(out) {
			out[at] = page[at].Under(l, b.X, w)
		}
	}
	return out
}

func (b Box) rows(th *styles.Theme) []styles.Line {
	lines := []styles.Line{th.Upper(b.Title, b.W)}
	for _, l := range b.Lines {
		lines = append(lines, th.Framed(l, b.W))
	}
	return append(lines, th.Lower(b.foot(), b.W))
}

// foot are the keys, with the place at the right.
func (b Box) foot() styles.Line {
	room := b.W - edgeWords
	if b.Place == nil {
		return HintLine(b.Hints, room)
	}
	keys := HintLine(b.Hints, room-b.Place.Width()-2)
	return styles.Join(keys, Words(styles.RolePlain, "  "), b.Place)
}

// HintAt is the hint drawn at a column of the screen on a row, false for none.
func (b Box) HintAt(x, y int) (Hint, bool) {
	if y != b.Y+len(b.Lines)+1 {
		return Hint{}, false
	}
	room := b.W - edgeWords
	if b.Place != nil {
		room -= b.Place.Width() + 2
	}
	return HintAt(b.Hints, room, x-b.X-edgeWords/2)
}
