package tui

import "coldstart/styles"

// sourceLines shows every byte of a file.
func sourceLines(th *styles.Theme, b []byte, w int) []styles.Line {
	var lines []styles.Line
	for _, t := range th.Source(b) {
		lines = append(lines, wrapped(t, styles.RolePlain, max(1, w))...)
	}
	return lines
}

// gutterWidth is the cells that a gutter takes.
const gutterWidth = 2

// gutter begins each row of a vault's text, wrapped ones too, with a mark of ours,
// so that none of them can pass for a row of ours.
func gutter(th *styles.Theme, lines []styles.Line) []styles.Line {
	bar := styles.Line{{Text: th.Symbol(styles.SymGutter), Role: styles.RoleFrame}, span(styles.RolePlain, " ")}
	for i := range lines {
		lines[i] = styles.Join(bar, lines[i])
	}
	return lines
}

// section is a heading inside a text of ours.
func section(th *styles.Theme, title string, w int) styles.Line {
	left := styles.Line{{Text: th.Rule(2), Role: styles.RoleFrame}, span(styles.RoleHeading, " "+title+" ")}
	return styles.Join(left, styles.Line{{Text: th.Rule(max(0, w-left.Width())), Role: styles.RoleFrame}})
}
