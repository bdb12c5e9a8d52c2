package main

import (
	"fmt"
	"html"
	"strings"
	"unicode/utf8"
)

// The size of one cell in a picture and the room around the screen, in pixels.
const (
	cellWidth, cellHeight = 9, 19
	margin                = 14
	// How far the letters of a row stand above its lower edge.
	descent = 5
)

// still draws one frame.
func still(frame string, s size, l look) string {
	var b strings.Builder
	open(&b, s.width*cellWidth+2*margin, s.height*cellHeight+2*margin, l)
	for y, row := range strings.Split(frame, "\n") {
		drawRow(&b, row, y, l)
	}
	b.WriteString("</svg>\n")
	return b.String()
}

// open begins a picture with the terminal's ground.
func open(b *strings.Builder, width, height int, l look) {
	fmt.Fprintf(b, `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 %d %d" width="%[1]d" height="%d" xml:space="preserve" `+
		`font-family="ui-monospace, Menlo, Consolas, 'DejaVu Sans Mono', monospace" font-size="15" fill="%s">`+"\n", width, height, l.ink)
	// Browsers go by the style, other programs by the attribute.
	b.WriteString("<style>text { white-space: pre }</style>\n")
	fmt.Fprintf(b, `<rect x="0.5" y="0.5" width="%d" height="%d" rx="8" fill="%s" stroke="%s"/>`+"\n", width-1, height-1, l.ground, l.edge)
}

func drawRow(b *strings.Builder, row string, y int, l look) {
	runs := runsOf(row)
	top := margin + y*cellHeight
	for _, r := range runs {
		if r.style.bg != "" {
			fmt.Fprintf(b, `<rect x="%d" y="%d" width="%d" height="%d" fill="%s"/>`, left(r.at), top, r.wide*cellWidth, cellHeight, r.style.bg)
		}
	}
	for _, r := range runs {
		drawRun(b, r, top, l)
	}
	b.WriteByte('\n')
}

// left is the x of a cell's left edge.
func left(cell int) int { return margin + cell*cellWidth }

func drawRun(b *strings.Builder, r run, top int, l look) {
	colour := r.style.fg
	if colour == "" {
		colour = l.ink
	}
	if first, _ := utf8.DecodeRuneInString(r.text); drawnLine(first) {
		drawLine(b, first, r, top, colour)
		return
	}
	if !r.style.underline {
		bare := strings.TrimRight(r.text, " ")
		r.wide, r.text = r.wide-(len(r.text)-len(bare)), bare
		bare = strings.TrimLeft(r.text, " ")
		r.at, r.wide, r.text = r.at+len(r.text)-len(bare), r.wide-(len(r.text)-len(bare)), bare
	}
	if r.wide > 0 {
		text(b, left(r.at), top+cellHeight-descent, r.wide*cellWidth, attributes(r.style, l), r.text)
	}
}

func attributes(s cellStyle, l look) string {
	extra := ""
	if s.fg != "" && s.fg != l.ink {
		extra = ` fill="` + s.fg + `"`
	}
	if s.bold {
		extra += ` font-weight="bold"`
	}
	if s.underline {
		extra += ` text-decoration="underline"`
	}
	return extra
}

// text writes letters with their exact length, so that columns stay in line with any font.
func text(b *strings.Builder, x, y, length int, extra, letters string) {
	fmt.Fprintf(b, `<text x="%d" y="%d" textLength="%d" lengthAdjust="spacingAndGlyphs"%s>%s</text>`,
		x, y, length, extra, html.EscapeString(letters))
}
