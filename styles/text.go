// Package styles turns text into terminal cells.
//
// It is the only way from untrusted bytes to the screen. [Theme.Show] writes
// every special character in a visible notation that can be read back and
// cannot be imitated, so that nothing a file contains can steer the terminal,
// vanish, or pose as something else:
//
//	⟦ESC⟧  ⟦LF⟧  ⟦TAB⟧               control characters, by their short names
//	⟦U+009B CSI⟧  ⟦U+202E RLO⟧       invisible, blank, bidi and other special
//	⟦U+E000⟧                         code points, named where a name is known
//	⟦\x9B⟧                           a byte that is not valid UTF-8
//	⟦46 × U+0301⟧                    four or more of one of the above in a row
//	⟦240 spaces⟧                     more than eight blanks in a row
//	⟦U+27E6⟧  ⟦U+27E7⟧               the brackets themselves
//
// Where the terminal cannot draw Unicode the notation is pure ASCII:
// <<U+202E RLO>>, <<46 x U+0301>>, and every code point beyond ASCII is
// escaped; a "<" before another "<" is written <<U+003C>>.
//
// The result has the type [Text], which can be made in no other way and is
// therefore always a single line without controls. A [Line] puts a [Role], not
// a colour, on pieces of text; [Theme.Render] turns it into one terminal row.
//
// Widths are upper bounds: wherever terminals disagree about a character, its
// widest plausible width counts, so that a row is never wider than asked.
// Characters of ambiguous East Asian width count one cell, as in every program
// that draws boxes, unless the width library has been told otherwise.
//
// Nothing here reads files, the environment or the clock, and a Theme never
// changes after [New]: all of it may be used from several goroutines.
package styles

import (
	"slices"
	"strings"
	"unicode/utf8"
)

// Text is one line that is safe on a terminal, without control, invisible or bidi characters. It
// is made only by [Theme.Show], [Theme.Label], [Theme.Source], [Plain] and the symbols of a
// [Theme]. The zero Text is empty.
type Text struct {
	s     string
	cells int32
	ascii bool // which of the two notations s is written in
}

// Plain makes a Text of a literal of this program. It escapes like [Theme.Show] in Unicode, but
// keeps runs of blanks for layout. Untrusted text must go through a [Theme].
func Plain(s string) Text {
	return show(s, notation{})
}

// drawing makes a Text of drawing characters of this package.
func drawing(s string, ascii bool) Text {
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
	head := t.head(w - tail.Width()).withoutBlankEnd()
	return Text{s: head.s + tail.s, cells: head.cells + tail.cells, ascii: t.ascii}
}

// FitMiddle cuts the text to at most w cells like [Text.Fit], but in its middle, so that texts that
// differ only at their ends stay apart.
func (t Text) FitMiddle(w int) Text {
	mark := ellipsis(t.ascii)
	end := t.end((w - mark.Width()) * 2 / 5)
	if int(t.cells) <= w || end.cells == 0 {
		return t.Fit(w)
	}
	head := t.head(w - mark.Width() - end.Width()).withoutBlankEnd()
	return Text{s: head.s + mark.s + end.s, cells: head.cells + mark.cells + end.cells, ascii: t.ascii}
}

// end returns the last w cells at most, without blanks at their beginning.
func (t Text) end(w int) Text {
	from, cells := 0, int(t.cells)
	for from < len(t.s) && (cells > w || t.s[from] == ' ') {
		n, c := unit(t.s[from:], t.ascii)
		from, cells = from+n, cells-c
	}
	return Text{s: t.s[from:], cells: int32(max(0, cells)), ascii: t.ascii}
}

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

func (t Text) withoutBlankEnd() Text {
	s := strings.TrimRight(t.s, " ")
	return Text{s: s, cells: t.cells - int32(len(t.s)-len(s)), ascii: t.ascii}
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
	return drawing("…", false)
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

func measure(s string, ascii bool) int {
	total := 0
	for len(s) > 0 {
		size, cells := unit(s, ascii)
		total += cells
		s = s[size:]
	}
	return total
}

func foldLabel(raw string) string {
	if isLabel(raw) {
		return raw
	}
	out := make([]byte, 0, len(raw))
	blank := false
	for i := 0; i < len(raw); {
		r, size := utf8.DecodeRuneInString(raw[i:])
		switch {
		case isWhite(r):
			blank = true
		case isSelector(r), isSkinTone(r):
		default:
			if blank && len(out) > 0 {
				out = append(out, ' ')
			}
			blank = false
			out = append(out, raw[i:i+size]...)
		}
		i += size
	}
	return string(out)
}

// isLabel reports whether raw is printable ASCII with nothing to fold.
func isLabel(raw string) bool {
	last := byte(' ')
	for i := 0; i < len(raw); i++ {
		c := raw[i]
		if c < ' ' || c >= 0x7F || c == ' ' && last == ' ' {
			return false
		}
		last = c
	}
	return raw == "" || last != ' '
}

func isWhite(r rune) bool { return r == ' ' || r == '\t' || r == '\n' || r == '\r' }

// Span is a piece of text that means one thing.
type Span struct {
	Text Text
	Role Role
	// Glow is how strongly the ember shines on it, from 0 for not at all to [Brightest].
	Glow uint8
	// On begins a selected row here, and Off ends one: this and what follows is drawn as usual.
	On, Off bool
}

// Line is one row of the screen, made of spans from left to right. Where its
// first span has [RoleSelected], the row is drawn as selected up to the first
// border, a span with [RoleFrame].
type Line []Span

// Join puts lines one after the other onto one line.
func Join(parts ...Line) Line { return slices.Concat(parts...) }

// Width returns the width of the line in cells, an upper bound.
func (l Line) Width() int {
	total := 0
	for _, span := range l {
		total += span.Text.Width()
	}
	return total
}

// Fit cuts the line to at most w cells, like [Text.Fit]: a cut line ends in
// "…" or "~", which has the role of what was cut.
func (l Line) Fit(w int) Line {
	if l.Width() <= w {
		return l
	}
	if w <= 0 {
		return nil
	}
	fitted := make(Line, 0, len(l))
	left := w
	for _, span := range l {
		if tail := ellipsis(span.Text.ascii); span.Text.Width() > left-tail.Width() {
			head := span.Text.head(max(0, left-tail.Width()))
			if tail.Width() <= left {
				head = head.withoutBlankEnd()
				head = Text{s: head.s + tail.s, cells: head.cells + tail.cells, ascii: head.ascii}
			}
			return append(fitted, Span{Text: head, Role: span.Role})
		}
		fitted = append(fitted, span)
		left -= span.Text.Width()
	}
	return fitted
}

// Pad fits the line into w cells and fills it up with plain blanks at the right
// to exactly w.
func (l Line) Pad(w int) Line {
	l = l.Fit(w)
	missing := w - l.Width()
	if missing <= 0 {
		return l
	}
	return append(l[:len(l):len(l)], Span{Text: Text{}.Pad(missing)})
}

// String returns the line without colour.
func (l Line) String() string {
	var b strings.Builder
	for _, span := range l {
		b.WriteString(span.Text.s)
	}
	return b.String()
}

// Marked returns the text as spans: units with a byte in hit have the role found, all others
// the role rest. Tokens and characters with their marks are never divided. A hit shorter than
// the text counts as false for the rest.
func (t Text) Marked(hit []bool, rest, found Role) Line {
	var line Line
	from, cells := 0, 0
	role := rest
	end := func(at int) {
		if at > from {
			line = append(line, Span{Text: Text{s: t.s[from:at], cells: int32(cells), ascii: t.ascii}, Role: role})
		}
		from, cells = at, 0
	}
	for at := 0; at < len(t.s); {
		size, wide := unit(t.s[at:], t.ascii)
		now := rest
		for i := at; i < min(at+size, len(hit)); i++ {
			if hit[i] {
				now = found
			}
		}
		if now != role {
			end(at)
			role = now
		}
		cells += wide
		at += size
	}
	end(len(t.s))
	return line
}

// Wrap cuts the text into rows of at most w cells, at least one. Rows end after blanks where
// there are any, else after a / - or _ in their second half, as names of files have, else
// anywhere but inside a token or a character; a token wider than w is cut,
// and a character wider than w has a row of its own. The rows joined are the text. A w below 1
// counts as 1.
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
	blank       int // after the last blank of the open row, or its start
	blankCells  int // the width up to there
	joint       int // after the last joint of a name in the open row
	jointCells  int // the width up to there
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

func (r *rows) add(size, cells int) {
	for r.cells > 0 && r.cells+cells > r.limit {
		switch {
		case r.blank > r.start:
		case r.joint > r.start && 2*r.jointCells > r.limit:
			r.blank, r.blankCells = r.joint, r.jointCells
		default:
			r.blank, r.blankCells = r.next, r.cells
		}
		r.done = append(r.done, r.row(r.blank, r.blankCells))
		r.start, r.cells, r.jointCells = r.blank, r.cells-r.blankCells, r.jointCells-r.blankCells
		r.blankCells = 0
	}
	first, whole := r.text.s[r.next], size == 1 && r.next >= r.tokenEnd
	r.next += size
	r.cells += cells
	switch {
	case whole && first == ' ':
		r.blank, r.blankCells = r.next, r.cells
	case whole && strings.IndexByte("/-_", first) >= 0:
		r.joint, r.jointCells = r.next, r.cells
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

// part is what begins at an offset, at most n bytes.
func (s Span) part(from, n int) Span {
	if from == 0 && n >= len(s.Text.s) {
		return s
	}
	s.Text.s = s.Text.s[from:min(len(s.Text.s), from+n)]
	s.Text.cells = int32(measure(s.Text.s, s.Text.ascii))
	return s
}
