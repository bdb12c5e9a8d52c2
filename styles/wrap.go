package styles

import (
	"strings"
	"unicode/utf8"
)

// Wrap cuts the text into rows of at most w cells, at least one. Rows end after
// blanks where there are any, and otherwise anywhere but inside a notation
// token or a character; a token that is wider than w is cut as well, and a
// single character wider than w has a row of its own. Nothing is dropped: the
// rows joined are the text. A w below 1 counts as 1.
func (t Text) Wrap(w int) []Text {
	w = max(w, 1)
	if int(t.cells) <= w {
		return []Text{t}
	}
	r := rows{text: t, limit: w, done: make([]Text, 0, int(t.cells)/w+1)}
	for r.next < len(t.s) {
		r.add(r.unit())
	}
	return r.finish()
}

// rows is the state of wrapping one text. Offsets are in bytes of the text,
// widths in cells counted from the start of the open row.
type rows struct {
	text  Text
	limit int
	done  []Text

	start, next int // the open row, so far
	cells       int // its width
	blank       int // behind the last blank of the open row, or its start
	blankCells  int // the width up to there
	tokenEnd    int // end of the token that is being cut
}

// unit returns the next piece to place: a part of a token where the whole is
// wider than a row.
func (r *rows) unit() (size, cells int) {
	rest := r.text.s[r.next:]
	if r.next >= r.tokenEnd {
		size, cells = unit(rest, r.text.ascii)
		if cells <= r.limit || tokenSize(rest, r.text.ascii) == 0 {
			return size, cells
		}
		r.tokenEnd = r.next + size
	}
	first, size := utf8.DecodeRuneInString(rest)
	return size, runeCells(first, rest[:size])
}

// add places a piece on the open row, or on new ones as far as needed.
func (r *rows) add(size, cells int) {
	for r.cells > 0 && r.cells+cells > r.limit {
		if r.blank == r.start {
			r.blank, r.blankCells = r.next, r.cells
		}
		r.done = append(r.done, r.row(r.blank, r.blankCells))
		r.start, r.cells = r.blank, r.cells-r.blankCells
		r.blankCells = 0
	}
	isBlank := r.text.s[r.next] == ' ' && r.next >= r.tokenEnd
	r.next += size
	r.cells += cells
	if isBlank {
		r.blank, r.blankCells = r.next, r.cells
	}
}

func (r *rows) row(end, cells int) Text {
	return Text{s: r.text.s[r.start:end], cells: int32(cells), ascii: r.text.ascii}
}

func (r *rows) finish() []Text {
	return append(r.done, r.row(r.next, r.cells))
}

// Wrap cuts the line into rows like [Text.Wrap]: the rows joined are the line. Its
// texts are of one theme.
func (l Line) Wrap(w int) []Line {
	if l.Width() <= max(w, 1) {
		return []Line{l}
	}
	whole := Text{ascii: l[0].Text.ascii}
	var s strings.Builder
	for _, span := range l {
		s.WriteString(span.Text.s)
		whole.cells += span.Text.cells
	}
	whole.s = s.String()
	rows := make([]Line, 0, int(whole.cells)/max(w, 1)+1)
	at, from := 0, 0
	for _, row := range whole.Wrap(w) {
		var line Line
		for left := len(row.s); left > 0; {
			piece := l[at].part(from, left)
			line = append(line, piece)
			left -= len(piece.Text.s)
			if from += len(piece.Text.s); from == len(l[at].Text.s) {
				at, from = at+1, 0
			}
		}
		rows = append(rows, line)
	}
	return rows
}

// part is what stands from an offset on, at most n bytes.
func (s Span) part(from, n int) Span {
	if from == 0 && n >= len(s.Text.s) {
		return s
	}
	s.Text.s = s.Text.s[from:min(len(s.Text.s), from+n)]
	s.Text.cells = int32(measure(s.Text.s, s.Text.ascii))
	return s
}
