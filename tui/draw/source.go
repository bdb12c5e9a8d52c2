package draw

import (
	"bytes"
	"encoding/binary"
	"unicode/utf16"

	"coldstart/model"
	"coldstart/styles"
)

// WideOrder is the byte order of UTF-16 text with a byte order mark, nil for other text.
func WideOrder(b []byte) binary.ByteOrder {
	switch {
	case bytes.HasPrefix(b, []byte{0xFF, 0xFE}):
		return binary.LittleEndian
	case bytes.HasPrefix(b, []byte{0xFE, 0xFF}):
		return binary.BigEndian
	}
	return nil
}

// Readable decodes UTF-16 and leaves other text alone. It is for reading only: decisions show
// the bytes.
func Readable(b []byte) string {
	order := WideOrder(b)
	if order == nil {
		return string(b)
	}
	units := make([]uint16, len(b)/2-1)
	for i := range units {
		units[i] = order.Uint16(b[2*i+2:])
	}
	return string(utf16.Decode(units))
}

// SourceLines shows every byte of a file.
func SourceLines(th *styles.Theme, b []byte, w int) []styles.Line {
	var lines []styles.Line
	for _, t := range th.Source(b) {
		lines = append(lines, Wrapped(t, styles.RolePlain, max(1, w))...)
	}
	return lines
}

// WholeLine adds a line end to a text that is a part of its file.
func WholeLine(k model.Kind, b []byte) []byte {
	part := k == model.KindEntry || k == model.KindProposal || k == model.KindLearning
	if part && len(b) > 0 && b[len(b)-1] != '\n' {
		return append(b[:len(b):len(b)], '\n')
	}
	return b
}

// GutterWidth is the cells of a gutter.
const GutterWidth = 2

// Gutter marks each row of a vault's text, so that none can pass for a row of ours.
func Gutter(th *styles.Theme, lines []styles.Line) []styles.Line {
	bar := styles.Line{{Text: th.Symbol(styles.SymGutter), Role: styles.RoleFrame}, Span(styles.RolePlain, " ")}
	for i := range lines {
		lines[i] = styles.Join(bar, lines[i])
	}
	return lines
}

// Section is a heading with a rule.
func Section(th *styles.Theme, title string, w int) styles.Line {
	left := styles.Line{{Text: th.Rule(2), Role: styles.RoleFrame}, Span(styles.RoleHeading, " "+title+" ")}
	return styles.Join(left, styles.Line{{Text: th.Rule(max(0, w-left.Width())), Role: styles.RoleFrame}})
}
