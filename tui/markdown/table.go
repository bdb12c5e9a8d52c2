package markdown

import (
	"slices"
	"strings"

	"coldstart/styles"
	"coldstart/tui/draw"
)

const (
	// mostColumns and leastColumn bound what is set in columns: a table with more of them,
	// or with too little room for each, is shown as it is written.
	mostColumns = 24
	leastColumn = 6
	// tallestCell is how many rows a cell is broken into. A line of a table with a longer
	// cell is shown as it is written.
	tallestCell = 30
	// betweenColumns is the cells between two columns.
	betweenColumns = 3
)

// isDelimiter reports the second line of a table, "|---|:-:|--:|".
func isDelimiter(line string) bool {
	rest, begins := strings.CutPrefix(line, "|")
	return begins && !slices.ContainsFunc(strings.Split(strings.TrimSuffix(rest, "|"), "|"), func(cell string) bool {
		dashes := strings.TrimSuffix(strings.TrimPrefix(strings.Trim(cell, " \t"), ":"), ":")
		return dashes == "" || strings.Trim(dashes, "-") != ""
	})
}

type cell struct{ from, to int }

// table sets the table that the rows begin with in columns, and tells how many rows it
// has, 0 for none. Cells are broken into as many rows as they need: none is cut.
func (r *markdown) table(rows []styles.Row) int {
	if r.front || r.fenced || len(rows) < 2 || !isTableRow(rows[0]) ||
		!isDelimiter(strings.TrimSpace(rows[1].Raw())) || len(cellsOf(rows[0])) != len(cellsOf(rows[1])) {
		return 0
	}
	n := 2
	for n < len(rows) && isTableRow(rows[n]) {
		n++
	}
	lines, widths := r.cells(rows[:n])
	fits := shareOut(widths, r.w)
	right := rightColumns(rows[1])
	for i, row := range rows[:n] {
		var set []styles.Line
		switch {
		case fits && i == 1:
			set = []styles.Line{{{Text: r.th.Rule(tableWidth(widths)), Role: styles.RoleFrame}}}
		case fits:
			set = r.tableRow(lines[i], widths, right)
		}
		if set == nil {
			r.put("", row.Whole(), styles.RolePlain)
		}
		r.out = append(r.out, set...)
	}
	return n
}

// cells shows the cells of a table, whose second line is its delimiter, and gives how
// wide each column would have to be. It gives too many columns to be set, if there are.
func (r *markdown) cells(rows []styles.Row) (lines [][]styles.Line, widths []int) {
	lines = make([][]styles.Line, len(rows))
	for i, row := range rows {
		role := styles.RolePlain
		if i == 0 {
			role = styles.RoleTitle
		}
		found := cellsOf(row)
		if len(found) > mostColumns {
			return nil, make([]int, len(found))
		}
		for column, c := range found {
			if column == len(widths) {
				widths = append(widths, leastColumn)
			}
			if i == 1 {
				continue
			}
			text := stressed(r.th, row, c.from, c.to, role)
			lines[i] = append(lines[i], text)
			widths[column] = max(widths[column], text.Width())
		}
	}
	return lines, widths
}

// tableRow sets the cells of a line side by side, nil when one of them is too long.
func (r *markdown) tableRow(cells []styles.Line, widths []int, right map[int]bool) []styles.Line {
	var columns [][]styles.Line
	tall := 1
	for i, c := range cells {
		// A long cell is not broken up only to be thrown away.
		if c.Width() > widths[i]*tallestCell {
			return nil
		}
		columns = append(columns, c.Wrap(widths[i]))
		tall = max(tall, len(columns[i]))
	}
	if tall > tallestCell {
		return nil
	}
	out := make([]styles.Line, tall)
	for y := range out {
		for i, column := range columns {
			var part styles.Line
			if y < len(column) {
				part = column[y]
			}
			if i > 0 {
				bar := styles.Line{draw.Span(styles.RolePlain, " "), {Text: r.th.Symbol(styles.SymVertical), Role: styles.RoleFrame}, draw.Span(styles.RolePlain, " ")}
				out[y] = styles.Join(out[y], bar)
			}
			if room := widths[i] - part.Width(); right[i] && room > 0 {
				part = styles.Join(styles.Line{{Text: styles.Plain("").Pad(room)}}, part)
			}
			out[y] = styles.Join(out[y], part.Pad(widths[i]))
		}
	}
	return out
}

func tableWidth(widths []int) int {
	all := betweenColumns * (len(widths) - 1)
	for _, w := range widths {
		all += w
	}
	return all
}

// shareOut narrows columns so that they fit into w cells together: those that need more
// than an equal share get one. It reports whether that can be done.
func shareOut(widths []int, w int) bool {
	if len(widths) > mostColumns || len(widths)*(leastColumn+betweenColumns)-betweenColumns > w {
		return false
	}
	room := w - betweenColumns*(len(widths)-1)
	settled := make([]bool, len(widths))
	for left := len(widths); left > 0; {
		share, before := room/left, left
		for i, width := range widths {
			if !settled[i] && width <= share {
				settled[i], room, left = true, room-width, left-1
			}
		}
		for i := range widths {
			if left == before && !settled[i] {
				widths[i] = min(widths[i], share)
			}
		}
	}
	return true
}

func isTableRow(row styles.Row) bool {
	return strings.HasPrefix(strings.TrimLeft(row.Raw(), " \t"), "|")
}

// cellsOf finds the cells of a line of a table. A bar behind a backslash is none.
func cellsOf(row styles.Row) []cell {
	raw := strings.TrimRight(row.Raw(), " \t")
	at := strings.IndexByte(raw, '|') + 1
	var cells []cell
	for i := at; i <= len(raw); i++ {
		switch {
		case i+1 < len(raw) && raw[i] == '\\':
			i++
		case i == len(raw) && at == i && len(cells) > 0:
		case i == len(raw) || raw[i] == '|':
			text := raw[at:i]
			from := at + len(text) - len(strings.TrimLeft(text, " \t"))
			cells = append(cells, cell{from, max(from, at+len(strings.TrimRight(text, " \t")))})
			at = i + 1
		}
	}
	return cells
}

func rightColumns(row styles.Row) map[int]bool {
	right := map[int]bool{}
	for i, c := range cellsOf(row) {
		text := row.Raw()[c.from:c.to]
		right[i] = strings.HasSuffix(text, ":") && !strings.HasPrefix(text, ":")
	}
	return right
}
