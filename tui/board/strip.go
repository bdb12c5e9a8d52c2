package board

import (
	"coldstart/model"
	"coldstart/model/view"
	"coldstart/styles"
	"coldstart/styles/signs"
	"coldstart/tui/draw"
)

// secondColumn is where the second column of a strip begins, and leastLong the rows kept for values
// that take whole rows.
const secondColumn, leastLong = 58, 2

// Strip is the preview of a thing in h rows below a list: its title and what it is, short values in two
// columns, and long ones over the whole width.
func (b *Board) Strip(th *styles.Theme, ref model.Ref, w, h int) []styles.Line {
	var title, kind styles.Line
	var rest []view.Said
	column := leastLabel
	for _, s := range append(b.Notices(ref), b.Described(view.Brief, ref)...) {
		value := styles.Line{{Text: Shown(th, s), Role: signs.Toned(s.Tone)}}
		switch {
		case s.Text == "":
		case s.Heads():
			title = value
		case kind == nil && (s.ID == view.Matter || s.ID == view.Status || s.ID == view.State):
			kind = styles.Line{{Text: Shown(th, s), Role: styles.RoleMuted}}
		default:
			rest = append(rest, s)
			column = max(column, styles.Plain(s.Label).Width()+2)
		}
	}
	lines := []styles.Line{draw.Ends(styles.Join(draw.Edge(), title), kind, w)}
	if title.Width()+min(kind.Width(), 1)*2+kind.Width() > draw.Inside(w) {
		lines = draw.Indented(title.Wrap(draw.Inside(w)))
	}
	left, right, long := inStrip(th, rest, column, w)
	keeps := min(leastLong, len(long))
	for i := range min(max(len(left), len(right)), h-len(lines)-keeps) {
		row := draw.Edge()
		if i < len(left) {
			row = styles.Join(row, left[i])
		}
		if i < len(right) {
			row = styles.Join(row.Pad(secondColumn), right[i])
		}
		lines = append(lines, row)
	}
	return draw.Between(append(lines, draw.Indented(long)...), 0, h)
}

// inStrip divides values into two columns of w cells, and into rows over both for long ones.
func inStrip(th *styles.Theme, all []view.Said, column, w int) (left, right, long []styles.Line) {
	beside, over := w-draw.RightEdge-secondColumn, secondColumn-draw.TextEdge-2
	var short []styles.Line
	for _, s := range all {
		lead := styles.Line{{Text: styles.Plain(draw.Lowered(s.Label)).Pad(column), Role: styles.RoleMuted}}
		value := styles.Line{{Text: Shown(th, s), Role: signs.Toned(s.Tone)}}
		switch need := column + value.Width(); {
		case need <= beside:
			short = append(short, styles.Join(lead, value))
		case need <= over:
			left = append(left, styles.Join(lead, value))
		default:
			for _, l := range value.Wrap(max(1, draw.Inside(w)-column)) {
				long, lead = append(long, styles.Join(lead, l)), styles.Line{{Text: styles.Plain("").Pad(column)}}
			}
		}
	}
	half := (len(left) + len(short) + 1) / 2
	for _, l := range short {
		if len(left) < half {
			left = append(left, l)
		} else {
			right = append(right, l)
		}
	}
	return left, right, long
}
