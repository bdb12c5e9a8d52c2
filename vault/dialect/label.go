package dialect

import (
	"fmt"
	"iter"
	"sort"
	"strings"
	"unicode/utf8"
)

// form is how a line of the body states a value, best first.
type form uint8

const (
	formBold form = iota
	formTable
	formHeading
	formPlain
)

// label is a value that the body states: "**Status:** done", a row "| Status |
// done |", "## Status: done" or, for a status only, "Status: done".
type label struct {
	key, value string
	line       int
	section    int
	form       form
}

// maxLabels is the most labels that are kept of one file.
const maxLabels = 2000

// findLabels collects what the body states outside of embedded sources.
func (p *Page) findLabels() {
	for i := range p.lines {
		l := &p.lines[i]
		if p.sections[l.section].embedded {
			return
		}
		if len(p.labels) == maxLabels {
			p.Troubles = append(p.Troubles, Trouble{int(l.number), fmt.Sprintf("more than %d bold keys and rows; the rest is not read", maxLabels)})
			return
		}
		switch l.at {
		case inHeading:
			name := p.sections[l.section].name
			if key, value, ok := strings.Cut(trimMarks(name), ":"); ok && strings.EqualFold(strings.TrimSpace(key), "status") {
				p.label(l, key, value, formHeading)
			}
		case inBody:
			p.labelLine(i, l)
		}
	}
}

func (p *Page) labelLine(i int, l *line) {
	text := strings.TrimLeft(l.text, " \t")
	if rest, ok := cutBullet(text); ok {
		text = rest
	}
	switch {
	case strings.HasPrefix(text, "**"):
		for key, value := range boldPairs(text) {
			p.label(l, key, value, formBold)
		}
	case text[0] == '|':
		if i+1 < len(p.lines) && isSeparator(p.lines[i+1].text) {
			return
		}
		if row := cells(text); len(row) == 2 {
			p.label(l, row[0], row[1], formTable)
		}
	case len(text) > 7 && strings.EqualFold(text[:7], "status:"):
		p.label(l, "status", text[7:], formPlain)
	}
}

// boldPairs reads "**Key:** value" and "**Key**: value", also several in one line.
func boldPairs(text string) iter.Seq2[string, string] {
	return func(yield func(key, value string) bool) {
		for strings.HasPrefix(text, "**") {
			key, rest, ok := strings.Cut(text[2:], "**")
			if !ok {
				return
			}
			key, inside := strings.CutSuffix(key, ":")
			rest, outside := strings.CutPrefix(rest, ":")
			if !inside && !outside {
				return
			}
			value := rest
			text = ""
			if next := strings.Index(rest, "**"); next >= 0 && isNextLabel(rest[next+2:]) {
				value, text = rest[:next], rest[next:]
			}
			if !yield(key, strings.TrimRight(value, " |·•")) {
				return
			}
		}
	}
}

// isNextLabel reports whether bold text is again a key.
func isNextLabel(text string) bool {
	key, rest, ok := strings.Cut(text, "**")
	return ok && (strings.HasSuffix(key, ":") || strings.HasPrefix(rest, ":"))
}

func (p *Page) label(l *line, key, value string, f form) {
	if len(key) > maxKey || len(p.labels) == maxLabels {
		return
	}
	key, value = normalKey(trimMarks(key)), stripBold(value)
	if key != "" && value != "" {
		p.labels = append(p.labels, label{key, clip(value), int(l.number), int(l.section), f})
	}
}

// labelsOf gives the labels below one heading.
func (p *Page) labelsOf(section int) []label {
	from := sort.Search(len(p.labels), func(i int) bool { return p.labels[i].section >= section })
	to := from
	for to < len(p.labels) && p.labels[to].section == section {
		to++
	}
	return p.labels[from:to]
}

// trimMarks takes bold marks, emoji and blanks off both ends.
func trimMarks(s string) string {
	s = stripBold(s)
	for s != "" {
		r, size := utf8.DecodeRuneInString(s)
		if !isDecoration(r) {
			break
		}
		s = s[size:]
	}
	return strings.TrimSpace(s)
}

// isDecoration reports signs that stand in front of titles and keys.
func isDecoration(r rune) bool {
	return r == ' ' || r == '\t' || r == '\uFE0F' || r == '\u200D' || r == '\u20E3' ||
		r >= 0x2190 && r <= 0x2BFF || r >= 0x1F000 && r <= 0x1FAFF
}

// stripBold takes bold marks and blanks at the ends off.
func stripBold(s string) string {
	if strings.Contains(s, "**") {
		s = strings.ReplaceAll(s, "**", "")
	}
	return strings.TrimSpace(s)
}

// cells gives the cells of a table row.
func cells(text string) []string {
	text = strings.TrimSpace(text)
	text = strings.TrimSuffix(strings.TrimPrefix(text, "|"), "|")
	row := strings.SplitN(text, "|", maxCells)
	for i := range row {
		row[i] = strings.TrimSpace(row[i])
	}
	return row
}

// isSeparator reports the row below the head of a table.
func isSeparator(text string) bool {
	text = strings.TrimSpace(text)
	return len(text) >= 3 && text[0] == '|' && strings.Contains(text, "-") && strings.Trim(text, "|-: ") == ""
}
