package thread

import (
	"coldstart/styles"
	"coldstart/tui/draw"
)

// Label is what stands below a knot, row by row.
type Label []styles.Line

// fading is the strength of the light behind the thread and the rows below it.
var fading = [...]float64{1, 0.75, 0.45}

// Pitch is the cells from one knot to the next where n of them have labels over w cells.
func Pitch(n, w int) int { return max(1, draw.Inside(w)/max(1, n)) }

// Labelled draws the knots from one on over w cells, at equal distance and each with its label below.
// What follows them is said behind the last one.
func (wy Way) Labelled(th *styles.Theme, from int, labels []Label, follows string, w int) []styles.Line {
	pitch, rows := Pitch(len(labels), w), 0
	line := Ran(th, margin)
	for i, label := range labels {
		rows = max(rows, len(label))
		line = append(line, wy.Knot(th, from+i))
		switch rest := Ran(th, pitch-1); {
		case i == len(labels)-1:
		case from+i >= wy.At:
			line = styles.Join(line, Ahead(th, pitch-1))
		default:
			line = styles.Join(line, rest)
		}
	}
	if follows != "" {
		line = styles.Join(line, draw.Words(styles.RolePlain, " "), Ahead(th, leastAhead), draw.Words(styles.RoleMuted, " "+follows))
	}
	lines := []styles.Line{line.Fit(w)}
	for r := range rows {
		row := draw.Edge()
		for i, label := range labels {
			if r < len(label) {
				row = styles.Join(row.Pad(margin+i*pitch), label[r].Fit(pitch-2))
			}
		}
		lines = append(lines, row.Fit(w))
	}
	if at := wy.At - from; at >= 0 && at < len(labels) {
		for r, strength := range fading[:min(len(fading), len(lines))] {
			lines[r] = lines[r].Lit(styles.Light{At: margin + at*pitch, Left: pitch - 1, Right: pitch - 1, Strength: strength}, w)
		}
	}
	return lines
}
