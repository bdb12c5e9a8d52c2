package styles

import "github.com/charmbracelet/lipgloss"

// Cells returns the cells of a line from one column up to another, padded to exactly that many.
// A character or token that the cut divides is left blank.
func (l Line) Cells(from, to int) Line {
	var out Line
	at, have := 0, 0
	for _, span := range l {
		rest := span.Text
		start, size, cells := -1, 0, 0
		for i := 0; i < len(rest.s); {
			n, c := unit(rest.s[i:], rest.ascii)
			if at >= from && at+c <= to {
				if start < 0 {
					start = i
					if missing := at - from - have; missing > 0 {
						out = append(out, Span{Text: Text{}.Pad(missing)})
						have += missing
					}
				}
				size, cells = i+n-start, cells+c
			}
			i, at = i+n, at+c
		}
		if start >= 0 {
			span.Text = Text{s: rest.s[start : start+size], cells: int32(cells), ascii: rest.ascii}
			out = append(out, span)
			have += cells
		}
	}
	return out.Pad(to - from)
}

// Dimmed is the line as it is drawn under an overlay: without weight, colour and light.
func (l Line) Dimmed() Line {
	dimmed := make(Line, len(l))
	for i, span := range l {
		dimmed[i] = Span{Text: span.Text, Role: RoleMuted}
	}
	return dimmed
}

// Under lays a box of cells over a dimmed line of w cells, from column x on, with a blank cell on
// each side.
func (l Line) Under(box Line, x, w int) Line {
	end := x + box.Width()
	blank := Line{{Text: Text{}.Pad(1)}}
	line := Join(l.Dimmed().Cells(0, max(0, x-1)), blank[:min(1, x)], box)
	if end < w {
		line = Join(line, blank, l.Dimmed().Cells(end+1, w))
	}
	return line
}

// Framed puts a line into the sides of a box of w cells. A selected line is tinted between them.
func (t *Theme) Framed(l Line, w int) Line {
	side := Span{Text: t.choose(t.border().Left, t.border().Left), Role: RoleAccent}
	last := side
	last.Off = true
	inside := l.Pad(w - 2*side.Text.Width())
	if len(inside) > 0 && inside[0].Role == RoleSelected {
		inside[0].On = true
	}
	return Join(Line{side}, inside, Line{last})
}

// Upper and Lower are the edges of a box of w cells, with words let into them.
func (t *Theme) Upper(words Line, w int) Line {
	return t.edge(t.border().TopLeft, t.border().TopRight, words, w)
}

// Lower is the lower edge.
func (t *Theme) Lower(words Line, w int) Line {
	return t.edge(t.border().BottomLeft, t.border().BottomRight, words, w)
}

// edgeLead is the rule before the words in an edge.
const edgeLead = 1

func (t *Theme) edge(left, right string, words Line, w int) Line {
	rule := func(n int) Line {
		return Line{{Text: t.choose(t.border().Top, t.border().Top).fill(n), Role: RoleAccent}}
	}
	corner := func(c string) Line { return Line{{Text: t.choose(c, c), Role: RoleAccent}} }
	if words = words.Fit(w - 2*2 - 2*edgeLead); len(words) > 0 {
		blank := Line{{Text: Text{}.Pad(1)}}
		words = Join(blank, words, blank)
	}
	return Join(corner(left), rule(edgeLead), words, rule(w-2-edgeLead-words.Width()), corner(right))
}

func (t *Theme) border() lipgloss.Border {
	if t.ascii {
		return lipgloss.ASCIIBorder()
	}
	return lipgloss.RoundedBorder()
}
