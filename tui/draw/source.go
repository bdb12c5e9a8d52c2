package draw

import (
	"bytes"
	"encoding/binary"
	"strconv"
	"strings"
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

// Note is a remark of ours below a line of a file.
type Note struct {
	Mark styles.Text
	Text styles.Text
	Role styles.Role
}

// Numbered says how Source lays out lines of a file.
type Numbered struct {
	// First is the number of the first line, Last the greatest number of the file: all numbers
	// have its width.
	First, Last int
	// Fold writes an empty line as a mark at the end of the line before it. Its number is left
	// out.
	Fold bool
	// Notes stand below the lines of their numbers, which are never folded.
	Notes map[int][]Note
}

// SourceRow is a row of a file, or of a note about it. Number is that of the line, which continues
// in rows with the same number. Text is what the row shows of it, and Folded the empty lines that follow.
type SourceRow struct {
	Line           styles.Line
	Number, Folded int
	Text           string
	Note           bool
}

// Margin is the cells before the text: those of the greatest number and a blank, at least
// TextEdge. No byte of a file stands in them.
func (n Numbered) Margin() int { return max(TextEdge, len(strconv.Itoa(n.Last))+1) }

// Number is a number in the margin, blank for none.
func (n Numbered) Number(line int) styles.Line {
	text := ""
	if line > 0 {
		text = strconv.Itoa(line)
	}
	return styles.Line{{Text: RightAligned(text, n.Margin()-1), Role: styles.RoleMuted}, Span(styles.RolePlain, " ")}
}

// Source lays out lines of a file, as Theme.Source gives them, in rows of at most w cells with
// their numbers in the margin. Every line is there, whole.
func Source(th *styles.Theme, lines []styles.Text, n Numbered, w int) []SourceRow {
	room := max(1, w-n.Margin())
	rows := make([]SourceRow, 0, len(lines))
	for i := 0; i < len(lines); i++ {
		number := n.First + i
		line, empty := sourceRoles(lines[i]), 0
		if n.Fold {
			if lines[i].Width() == 0 {
				empty = 1
			}
			for i+1 < len(lines) && lines[i+1].Width() == 0 && len(n.Notes[n.First+i])+len(n.Notes[n.First+i+1]) == 0 {
				i, empty = i+1, empty+1
			}
		}
		if empty > 0 {
			line = styles.Join(line, folded(th, empty, line.Width() > 0))
		}
		lead, left := n.Number(number), lines[number-n.First].String()
		for _, part := range line.Wrap(room) {
			text := left[:min(len(left), len(part.String()))]
			left = left[len(text):]
			rows = append(rows, SourceRow{Line: styles.Join(lead, part), Number: number, Text: text})
			lead = n.Number(0)
		}
		rows[len(rows)-1].Folded = n.First + i - number
		for _, note := range n.Notes[n.First+i] {
			rows = append(rows, n.note(note, n.First+i, room)...)
		}
	}
	return rows
}

// folded marks empty lines, behind a text or alone.
func folded(th *styles.Theme, lines int, behind bool) styles.Line {
	var l styles.Line
	if behind {
		l = Words(styles.RolePlain, " ")
	}
	l = append(l, styles.Span{Text: th.Symbol(styles.SymBlankLine), Role: styles.RoleFrame})
	if lines > 1 {
		l = append(l, Span(styles.RoleFrame, " × "+strconv.Itoa(lines)))
	}
	return l
}

func (n Numbered) note(note Note, number, room int) []SourceRow {
	lead := styles.Line{{Text: RightAligned("", n.Margin()-1-note.Mark.Width())}, {Text: note.Mark, Role: note.Role}, Span(styles.RolePlain, " ")}
	var rows []SourceRow
	for _, part := range note.Text.Wrap(room) {
		rows = append(rows, SourceRow{Line: styles.Join(lead, styles.Line{{Text: part, Role: note.Role}}), Number: number, Text: part.String(), Note: true})
		lead = n.Number(0)
	}
	return rows
}

// longestKey is the most bytes of a field's name that is set back.
const longestKey = 32

// sourceRoles sets names of fields, rules and quotes back, and headings forward.
func sourceRoles(t styles.Text) styles.Line {
	s := t.String()
	level := len(s) - len(strings.TrimLeft(s, "#"))
	switch {
	case level > 0 && strings.HasPrefix(s[level:], " "):
		return styles.Line{{Text: t, Role: styles.RoleHeading}}
	case strings.HasPrefix(s, "> "), s != "" && strings.Trim(s, "-") == "":
		return styles.Line{{Text: t, Role: styles.RoleMuted}}
	case strings.HasPrefix(s, "|"):
		return t.Marked(bytesOf(s, '|'), styles.RolePlain, styles.RoleMuted)
	}
	name, _, ok := strings.Cut(s, ":")
	if !ok || name == "" || len(name) > longestKey || strings.ContainsFunc(name, func(r rune) bool { return !IsWordRune(r) && r != '_' && r != '-' }) {
		return styles.Line{{Text: t, Role: styles.RolePlain}}
	}
	hit := make([]bool, len(name)+1)
	for i := range hit {
		hit[i] = true
	}
	return t.Marked(hit, styles.RolePlain, styles.RoleMuted)
}

// bytesOf marks every place of a byte.
func bytesOf(s string, b byte) []bool {
	hit := make([]bool, len(s))
	for i := range hit {
		hit[i] = s[i] == b
	}
	return hit
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

// Quoted puts rows of a vault's text on the text edge with a hairline before them, so that none
// can pass for a row of ours.
func Quoted(th *styles.Theme, lines []styles.Line) []styles.Line {
	bar := styles.Line{Span(styles.RolePlain, "  "), {Text: th.Symbol(styles.SymGutter), Role: styles.RoleFrame}, Span(styles.RolePlain, " ")}
	for i := range lines {
		lines[i] = styles.Join(bar, lines[i])
	}
	return lines
}
