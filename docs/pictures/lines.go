package main

import (
	"fmt"
	"strings"
)

// stroke is how a line character is drawn: fonts leave gaps in lines, and some have them
// too wide or not at all.
type stroke struct {
	path   string // in a cell of 9 by 19, from its left upper corner; "" along the run
	width  float64
	dashes string
}

// upright is a line through the middle of a cell.
const upright = "M4.5 0v19"

// strokes are the characters that are drawn as lines.
var strokes = map[rune]stroke{
	'─': {width: 1.2}, '━': {width: 2.6}, '╌': {width: 1.2, dashes: "3 1.5"},
	'│': {path: upright, width: 1.2}, '┃': {path: upright, width: 2.6},
	'╎': {path: upright, width: 1.2, dashes: "5.5 4"}, '┊': {path: upright, width: 1.2, dashes: "2.5 2.25"},
	'╭': {path: "M9 9.5h-1.5q-3 0-3 3V19", width: 1.2}, '╮': {path: "M0 9.5h1.5q3 0 3 3V19", width: 1.2},
	'╰': {path: "M9 9.5h-1.5q-3 0-3-3V0", width: 1.2}, '╯': {path: "M0 9.5h1.5q3 0 3-3V0", width: 1.2},
	'▌': {path: "M2 0v19", width: 4},
	'▁': bar(1), '▂': bar(2), '▃': bar(3), '▄': bar(4), '▅': bar(5), '▆': bar(6), '▇': bar(7), '█': bar(8),
}

// bar is a cell that is filled from below, by so many eighths.
func bar(eighths float64) stroke {
	height := cellHeight * eighths / 8
	return stroke{path: fmt.Sprintf("M0 %g h9", cellHeight-height/2), width: height}
}

func drawnLine(r rune) bool { return strokes[r].width > 0 }

func drawLine(b *strings.Builder, character rune, r run, top int, colour string) {
	s := strokes[character]
	dashes := ""
	if s.dashes != "" {
		dashes = fmt.Sprintf(` stroke-dasharray="%s"`, s.dashes)
	}
	if s.path == "" {
		fmt.Fprintf(b, `<path d="M%d %gh%d" stroke="%s" stroke-width="%g"%s/>`,
			left(r.at), float64(top)+cellHeight/2.0, r.wide*cellWidth, colour, s.width, dashes)
		return
	}
	for cell := range r.wide {
		fmt.Fprintf(b, `<path transform="translate(%d %d)" d="%s" fill="none" stroke="%s" stroke-width="%g"%s/>`,
			left(r.at+cell), top, s.path, colour, s.width, dashes)
	}
}
