package styles

import (
	"strings"
	"unicode/utf8"
)

// Text is text that is safe to put on a terminal: one line without control,
// invisible or bidi control characters. It is made only by [Theme.Show],
// [Theme.Label], [Theme.Source], [Plain] and the symbols of a [Theme]. The zero
// Text is empty.
type Text struct {
	s     string
	cells int32
	ascii bool // which of the two notations s is written in
}

// Plain makes a Text from a literal of this program. It escapes like
// [Theme.Show] in the Unicode notation, except that runs of blanks stay, since
// our own layouts may need them. Untrusted text must go through a [Theme].
func Plain(s string) Text {
	return show(s, notation{})
}

// ornament makes a Text from drawing characters chosen in this package.
func ornament(s string, ascii bool) Text {
	return Text{s: s, cells: int32(measure(s, ascii)), ascii: ascii}
}

// String returns the cells of the text, without colour.
func (t Text) String() string { return t.s }

// Width returns the width of the text in cells: an upper bound over what
// terminals make of it, never less.
func (t Text) Width() int { return int(t.cells) }

// Fit cuts the text to at most w cells. A cut text ends in "…", or in "~" where
// it is written in ASCII. Notation tokens and characters with their marks are
// kept or cut whole. With w of 0 or less the result is empty.
func (t Text) Fit(w int) Text {
	if int(t.cells) <= w {
		return t
	}
	if w <= 0 {
		return Text{ascii: t.ascii}
	}
	tail := ellipsis(t.ascii)
	if tail.Width() > w {
		return Text{ascii: t.ascii}
	}
	head := t.head(w - tail.Width())
	return Text{s: head.s + tail.s, cells: head.cells + tail.cells, ascii: t.ascii}
}

// head returns the longest start of the text that is at most w cells wide.
func (t Text) head(w int) Text {
	size, cells := 0, 0
	for size < len(t.s) {
		n, c := unit(t.s[size:], t.ascii)
		if cells+c > w {
			break
		}
		size, cells = size+n, cells+c
	}
	return Text{s: t.s[:size], cells: int32(cells), ascii: t.ascii}
}

// Pad fits the text into w cells and fills it up with blanks at the right to
// exactly w.
func (t Text) Pad(w int) Text {
	t = t.Fit(w)
	if missing := w - int(t.cells); missing > 0 {
		t.s += strings.Repeat(" ", missing)
		t.cells = int32(w)
	}
	return t
}

func ellipsis(ascii bool) Text {
	if ascii {
		return Text{s: "~", cells: 1, ascii: true}
	}
	return ornament("…", false)
}

// unit returns the size in bytes and the width of the first piece of s that
// must not be cut: a notation token, a character with all that is drawn onto
// it, or a pair of regional indicators (a flag). s must not be empty.
func unit(s string, ascii bool) (size, cells int) {
	if size = tokenSize(s, ascii); size > 0 {
		return size, tokenCells(s[:size])
	}
	first, size := utf8.DecodeRuneInString(s)
	cells = runeCells(first, s[:size])
	if size < len(s) && isRegional(first) {
		if next, n := utf8.DecodeRuneInString(s[size:]); isRegional(next) {
			cells += runeCells(next, s[size:size+n])
			size += n
		}
	}
	for size < len(s) && s[size] >= utf8.RuneSelf {
		next, n := utf8.DecodeRuneInString(s[size:])
		if !joins(next) {
			break
		}
		cells += joinedCells(cells, next, s[size:size+n])
		size += n
	}
	return size, cells
}

// measure returns the width of a string that is already in the notation.
func measure(s string, ascii bool) int {
	total := 0
	for len(s) > 0 {
		size, cells := unit(s, ascii)
		total += cells
		s = s[size:]
	}
	return total
}
