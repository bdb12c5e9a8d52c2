package tui

import (
	"coldstart/model"
	"coldstart/styles"
)

// sourceLines shows every byte of a file.
func sourceLines(th *styles.Theme, b []byte, w int) []styles.Line {
	var lines []styles.Line
	for _, t := range th.Source(b) {
		lines = append(lines, wrapped(t, styles.RolePlain, max(1, w))...)
	}
	return lines
}

// wholeLine ends a text that is a part of its file: that no line end follows there
// is nothing to tell.
func wholeLine(k model.Kind, b []byte) []byte {
	part := k == model.KindEntry || k == model.KindProposal || k == model.KindLearning
	if part && len(b) > 0 && b[len(b)-1] != '\n' {
		return append(b[:len(b):len(b)], '\n')
	}
	return b
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
