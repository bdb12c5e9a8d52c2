package board

import (
	"slices"
	"strings"

	"coldstart/model"
	"coldstart/model/phrase"
	"coldstart/styles"
	"coldstart/tui/draw"
)

// LastWords is what the last session left to the next one, in one row of w cells: what comes next
// and what is open before what was. It is nil where nothing was left.
func (b *Board) LastWords(th *styles.Theme, w int) styles.Line {
	h := b.Snapshot.Events.Handoff
	if !h.Given() {
		return nil
	}
	line := draw.Words(styles.RoleMuted, "last words  ")
	for i, p := range inOrder(h) {
		if i > 0 {
			line = append(line, draw.Span(styles.RoleMuted, " · "))
		}
		if p[0] != "" {
			line = append(line, draw.Span(styles.RoleMuted, strings.ToLower(p[0])+" "))
		}
		line = append(line, styles.Span{Text: th.Brief(p[1], w)})
	}
	by := b.leftBy(th, h)
	room := w - draw.TextEdge - draw.RightEdge - by.Width() - 2
	return draw.Ends(styles.Join(draw.Edge(), line.Fit(room)), by, w)
}

// inOrder are the parts of a handoff, what comes next and what is open first.
func inOrder(h model.Handoff) [][2]string {
	parts := h.Parts()
	rank := func(p [2]string) int { return slices.Index([]string{"Next", "Open", "", "Done"}, p[0]) }
	slices.SortStableFunc(parts, func(x, y [2]string) int { return rank(x) - rank(y) })
	return parts
}

// leftBy is who left something, and when.
func (b *Board) leftBy(th *styles.Theme, h model.Handoff) styles.Line {
	words := h.Agent
	if h.At.Known() {
		words = strings.Join(phrase.NotEmpty(h.Agent, phrase.AgeWords(b.Snapshot.At, h.At.Time)), ", ")
	}
	return styles.Line{{Text: th.Brief(words, mostBy), Role: styles.RoleMuted}}
}

// mostBy is the most cells for who left something.
const mostBy = 30

// LastWordsRows are what the last session left, a row for each part, for where no plan tells what
// comes next.
func (b *Board) LastWordsRows(th *styles.Theme, w int) []styles.Line {
	h := b.Snapshot.Events.Handoff
	var lines []styles.Line
	for i, p := range h.Parts() {
		name := strings.ToLower(p[0])
		if name == "" {
			name = "said"
		}
		l := styles.Join(draw.Edge(), styles.Line{{Text: styles.Plain(name).Pad(leastLabel), Role: styles.RoleMuted}})
		by := styles.Line(nil)
		if i == 0 {
			by = b.leftBy(th, h)
		}
		room := max(1, w-draw.RightEdge-l.Width()-by.Width()-2)
		lines = append(lines, draw.Ends(styles.Join(l, styles.Line{{Text: th.Brief(p[1], room)}}), by, w))
	}
	return lines
}
