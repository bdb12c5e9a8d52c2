package markdown

import (
	"slices"
	"strings"

	"coldstart/styles"
	"coldstart/tui/draw"
)

const (
	// A table with more than mostColumns columns, or less than leastColumn cells for each,
	// is shown as written.
	mostColumns = 24
	leastColumn = 6
	// tallestCell is the most rows of a cell. A table line with a taller one is shown as
	// written.
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

// table lays out the table that rows start with and returns how many rows it has, 0 for none.
// Cells are wrapped, never cut.
func (m *markdown) table(rows []styles.Row) int {
	if m.fenced || len(rows) < 2 || !isTableRow(rows[0]) ||
		!isDelimiter(strings.TrimSpace(rows[1].Raw())) || len(cellsOf(rows[0])) != len(cellsOf(rows[1])) {
		return 0
	}
	n := 2
	for n < len(rows) && isTableRow(rows[n]) {
		n++
	}
	lines, widths := m.cells(rows[:n])
	fits := shareOut(widths, m.w)
	right := rightColumns(rows[1])
	for i, row := range rows[:n] {
		var set []styles.Line
		switch {
		case fits && i == 1:
			set = []styles.Line{{{Text: m.th.Rule(tableWidth(widths)), Role: styles.RoleFrame}}}
		case fits:
			set = m.tableRow(lines[i], widths, right)
		}
		if set == nil {
			m.put("", row.Whole(), styles.RolePlain)
		}
		m.out = append(m.out, set...)
	}
	return n
}

// cells returns the cells of a table, whose second line is the delimiter, and the width that each
// column needs.
func (m *markdown) cells(rows []styles.Row) (lines [][]styles.Line, widths []int) {
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
			text := stressed(m.th, row, c.from, c.to, role)
			lines[i] = append(lines[i], text)
			widths[column] = max(widths[column], text.Width())
		}
	}
	return lines, widths
}

// tableRow puts the cells of a line side by side, nil if one is too tall.
func (m *markdown) tableRow(cells []styles.Line, widths []int, right map[int]bool) []styles.Line {
	var columns [][]styles.Line
	tall := 1
	for i, c := range cells {
		// Do not wrap a cell that is too tall anyway.
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
				bar := styles.Line{draw.Span(styles.RolePlain, " "), {Text: m.th.Symbol(styles.SymVertical), Role: styles.RoleFrame}, draw.Span(styles.RolePlain, " ")}
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

// shareOut narrows the widest columns so that all fit into w cells, and reports whether they can.
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

// cellsOf finds the cells of a table line. An escaped bar separates nothing.
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
