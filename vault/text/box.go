package text

import "strings"

// Box is a list item that begins with a box: "- [x] 1.2 text".
type Box struct {
	// Line counts from 1, Indent in columns, with a tab as four.
	Line, Indent int
	// Mark is what is between the brackets, trimmed: "" for an open box.
	Mark string
	// Text follows the box.
	Text string
}

// Ticked reports whether the box has an x in either case.
func (b Box) Ticked() bool { return b.Mark == "x" || b.Mark == "X" }

// Rune is the mark as a plan's step has it: a blank for an open box.
func (b Box) Rune() rune {
	for _, r := range b.Mark {
		return r
	}
	return ' '
}

// longestMark is the most bytes between the brackets of a box: some programs write a word there.
const longestMark = 16

// ReadBox reads a line as a list item with a box.
func ReadBox(line string) (Box, bool) {
	rest := strings.TrimLeft(line, " \t")
	var b Box
	for _, r := range line[:len(line)-len(rest)] {
		if b.Indent++; r == '\t' {
			b.Indent += 3
		}
	}
	if rest == "" || !strings.ContainsRune("-*+", rune(rest[0])) {
		return Box{}, false
	}
	rest, ok := strings.CutPrefix(strings.TrimLeft(rest[1:], " \t"), "[")
	if !ok {
		return Box{}, false
	}
	mark, behind, ok := strings.Cut(rest, "]")
	if !ok || mark == "" || len(mark) > longestMark || strings.HasPrefix(behind, "(") || strings.HasPrefix(behind, "[") {
		// What has an address behind it is a link.
		return Box{}, false
	}
	b.Mark, b.Text = strings.TrimSpace(mark), strings.TrimSpace(behind)
	return b, true
}

// WithoutComments replaces the HTML comments of a Markdown text by blanks, line ends kept, so
// that every line keeps its number. A comment without an end goes to the end of the text.
func WithoutComments(s string) string {
	const begins, ends = "<!--", "-->"
	var out strings.Builder
	for {
		before, rest, ok := strings.Cut(s, begins)
		out.WriteString(before)
		if !ok {
			return out.String()
		}
		comment, behind, closed := strings.Cut(rest, ends)
		for _, r := range comment {
			if r == '\n' || r == '\r' {
				out.WriteRune(r)
			}
		}
		if !closed {
			return out.String()
		}
		s = behind
	}
}

// Cells are the cells of a row of a table. They are nil for any other line, and none for the line of
// dashes below the first row.
func Cells(line string) []string {
	line, ok := strings.CutPrefix(strings.TrimSpace(line), "|")
	switch {
	case !ok:
		return nil
	case strings.Trim(line, "|-: \t") == "" && strings.Contains(line, "-"):
		return []string{}
	}
	line = strings.TrimSuffix(strings.ReplaceAll(line, `\|`, "\x00"), "|")
	row := strings.Split(line, "|")
	for i := range row {
		row[i] = strings.TrimSpace(strings.ReplaceAll(row[i], "\x00", "|"))
	}
	return row
}
