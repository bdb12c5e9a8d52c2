package styles

import "strings"

// Span is a piece of text that means one thing.
type Span struct {
	Text Text
	Role Role
}

// Line is one row of the screen, made of spans from left to right. Where its
// first span has [RoleSelected], the row is drawn as selected up to the first
// border, a span with [RoleFrame].
type Line []Span

// Join puts lines one after the other onto one line.
func Join(parts ...Line) Line {
	n := 0
	for _, part := range parts {
		n += len(part)
	}
	joined := make(Line, 0, n)
	for _, part := range parts {
		joined = append(joined, part...)
	}
	return joined
}

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
