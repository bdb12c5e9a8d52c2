package list

import (
	"strings"

	"coldstart/styles"
	"coldstart/tui/draw"
)

// Gap are the blanks between columns.
const Gap = 2

// Column is a column of a table.
type Column struct {
	// Name heads it.
	Name string
	// Width is its cells, 0 for the one that has the rest, which needs Least.
	Width, Least int
	// From is the least width of a screen with room for it: the highest gives way first.
	From int
	// Right aligns its cells at the right.
	Right bool
}

// Table are columns side by side. One without a width is left out.
type Table []Column

// Fitted are the columns that a screen of w cells has room for.
func Fitted(w int, columns ...Column) Table {
	rest, open := draw.Inside(w), 0
	for i, c := range columns {
		switch {
		case c.Width == 0:
			open = i
		case c.From > w:
			columns[i].Width = 0
		default:
			rest -= c.Width + Gap
		}
	}
	if c := &columns[open]; c.From <= w && rest >= max(1, c.Least) {
		c.Width = rest
	}
	return columns
}

// Head is the row of the names.
func (t Table) Head() styles.Line {
	var cells []styles.Line
	for _, c := range t {
		cells = append(cells, draw.Words(styles.RoleMuted, c.Name))
	}
	return t.Row(cells...)
}

// Row sets cells side by side.
func (t Table) Row(cells ...styles.Line) styles.Line {
	var row styles.Line
	for i, c := range t {
		if c.Width <= 0 {
			continue
		}
		if len(row) > 0 {
			row = append(row, draw.Span(styles.RolePlain, strings.Repeat(" ", Gap)))
		}
		cell := cells[i].Fit(c.Width)
		blank := draw.Span(styles.RolePlain, strings.Repeat(" ", c.Width-cell.Width()))
		if c.Right {
			row = append(append(row, blank), cell...)
		} else {
			row = append(append(row, cell...), blank)
		}
	}
	return row
}

// Saying is a row with words in place of all cells but the first.
func (t Table) Saying(first styles.Line, words styles.Text, role styles.Role) styles.Line {
	return append(t[:1].Row(first), draw.Span(styles.RolePlain, strings.Repeat(" ", Gap)), styles.Span{Text: words, Role: role})
}
