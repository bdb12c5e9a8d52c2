package main

import (
	"fmt"
	"slices"
	"strings"
	"time"
	"unicode/utf8"
)

// strip is the height of the caption below the screen, in pixels.
const strip = 34

// piece is a part of the picture that is there in some moments.
type piece struct {
	drawing string
	in      []bool
}

// moving draws a story as a picture that moves by style sheet alone, without a script. A
// row that several moments share is drawn once. Where motion is not wanted, and where
// nothing moves, the first moment stays.
func moving(told []moment) string {
	l, pieces := dark(), piecesOf(told)
	var b strings.Builder
	open(&b, small.width*cellWidth+2*margin, small.height*cellHeight+2*margin+strip, l)
	b.WriteString("<style>\n")
	// Pieces that come and go together share a class.
	var classes [][]bool
	for _, p := range pieces {
		if slices.Contains(p.in, false) && class(classes, p.in) < 0 {
			classes = append(classes, p.in)
			writeClass(&b, len(classes)-1, p.in, told)
		}
	}
	b.WriteString("@media (prefers-reduced-motion: reduce) { g { animation: none !important } }\n</style>\n")
	for _, p := range pieces {
		n := class(classes, p.in)
		switch {
		case n < 0:
			b.WriteString(p.drawing)
		case p.in[0]:
			fmt.Fprintf(&b, "<g class=\"m%d\">%s</g>\n", n, p.drawing)
		default:
			fmt.Fprintf(&b, "<g class=\"m%d\" visibility=\"hidden\">%s</g>\n", n, p.drawing)
		}
	}
	b.WriteString("</svg>\n")
	return b.String()
}

func class(classes [][]bool, in []bool) int {
	return slices.IndexFunc(classes, func(c []bool) bool { return slices.Equal(c, in) })
}

// piecesOf are the rows of all moments, and their captions.
func piecesOf(told []moment) []piece {
	var pieces []piece
	add := func(drawing string, at int) {
		i := slices.IndexFunc(pieces, func(p piece) bool { return p.drawing == drawing })
		if i < 0 {
			i, pieces = len(pieces), append(pieces, piece{drawing, make([]bool, len(told))})
		}
		pieces[i].in[at] = true
	}
	for at, m := range told {
		for y, row := range strings.Split(m.frame, "\n") {
			var b strings.Builder
			if drawRow(&b, row, y, dark()); strings.TrimSpace(b.String()) != "" {
				add(b.String(), at)
			}
		}
		add(caption(m, dark()), at)
	}
	return pieces
}

// writeClass makes a class that is visible in its moments only.
func writeClass(b *strings.Builder, n int, in []bool, told []moment) {
	var whole, at time.Duration
	for _, m := range told {
		whole += m.hold
	}
	fmt.Fprintf(b, ".m%d { animation: m%[1]d %.1fs step-end infinite }\n@keyframes m%[1]d {", n, whole.Seconds())
	for i, m := range told {
		if i == 0 || in[i] != in[i-1] {
			fmt.Fprintf(b, " %.4g%% { visibility: %s }", 100*at.Seconds()/whole.Seconds(), map[bool]string{true: "visible", false: "hidden"}[in[i]])
		}
		at += m.hold
	}
	b.WriteString(" }\n")
}

// caption is the key that was pressed, as on a keyboard, and what it led to.
func caption(m moment, l look) string {
	var b strings.Builder
	x, base := left(4), small.height*cellHeight+2*margin+strip/2
	if m.cap != "" {
		wide := (utf8.RuneCountInString(m.cap) + 2) * cellWidth
		fmt.Fprintf(&b, `<rect x="%d" y="%d" width="%d" height="24" rx="4" fill="%s" stroke="%s"/>`, x, base-17, wide, l.cap, l.quiet)
		text(&b, x+cellWidth, base, wide-2*cellWidth, "", m.cap)
		x += wide + cellWidth
	}
	text(&b, x, base, utf8.RuneCountInString(m.says)*cellWidth, fmt.Sprintf(` fill="%s"`, l.quiet), m.says)
	b.WriteByte('\n')
	return b.String()
}
