package tui

import (
	"path"
	"strings"

	"coldstart/model"
	"coldstart/styles"
	"coldstart/tui/draw"
)

// The largest table that is laid out in columns.
const mostCells, mostTableRows = 12, 200

// leastCell is the least width of a column.
const leastCell = 6

// csvTable lays out a small table of comma-separated values in columns of at most w cells
// together; ok is false for all that is not so simple, such as values in quotes.
func csvTable(th *styles.Theme, p model.Preview, w int) (lines []styles.Line, ok bool) {
	if path.Ext(p.Path) != ".csv" || p.Cut || strings.Contains(string(p.Text), `"`) {
		return nil, false
	}
	rows := th.Rows(string(p.Text))
	if len(rows) > mostTableRows || len(rows) < 2 {
		return nil, false
	}
	var cells [][]styles.Text
	var wide, heads []int
	for i, r := range rows {
		var row []styles.Text
		for from := 0; from <= len(r.Raw()); {
			to := from + strings.IndexByte(r.Raw()[from:]+",", ',')
			row = append(row, r.Part(from, to))
			from = to + 1
		}
		if i == 0 {
			wide, heads = make([]int, len(row)), make([]int, len(row))
		}
		if len(row) != len(wide) || len(row) > mostCells || len(row) < 2 {
			return nil, false
		}
		for j, c := range row {
			if heads[j] = max(heads[j], c.Width()); i > 0 {
				wide[j] = max(wide[j], leastCell, c.Width())
			}
		}
		cells = append(cells, row)
	}
	// The heads of columns are cut before anything else.
	for j := range wide {
		if spare := w - widthOf(wide); spare > 0 {
			wide[j] = min(heads[j], wide[j]+spare)
		}
	}
	if widthOf(wide) > w {
		return nil, false
	}
	for i, row := range cells {
		lines = append(lines, tableRow(row, wide, i == 0))
	}
	return lines, true
}

// widthOf is the width of a row with columns so wide.
func widthOf(columns []int) int {
	total := 2 * (len(columns) - 1)
	for _, n := range columns {
		total += n
	}
	return total
}

// tableRow is one row, its first cell to the left and the others to the right.
func tableRow(row []styles.Text, wide []int, head bool) styles.Line {
	role := styles.RolePlain
	if head {
		role = styles.RoleMuted
	}
	line := styles.Line{{Text: row[0].Pad(wide[0]), Role: role}}
	for j, c := range row[1:] {
		c = c.Fit(wide[j+1])
		line = append(line, draw.Span(styles.RolePlain, "  "+strings.Repeat(" ", wide[j+1]-c.Width())), styles.Span{Text: c, Role: role})
	}
	return line
}
