// Package markdown lays Markdown out for reading without hiding any of its text.
package markdown

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"coldstart/styles"
	"coldstart/tui/draw"
)

// Lines renders headings, lists, boxes, quotes, code, emphasis and tables; the rest stays as
// written, but for lines that were broken because they were full. Only marks are left out, no
// comment and no table cell, and the front matter. Decisions still show the source.
func Lines(th *styles.Theme, b []byte, w int) []styles.Line {
	rows := th.Rows(draw.Readable(b))
	fields := fieldsOf(rows)
	rows = rows[fields:]
	for fields > 0 && len(rows) > 0 && strings.TrimSpace(rows[0].Raw()) == "" {
		rows = rows[1:]
	}
	m := markdown{th: th, w: max(1, w)}
	for i := 0; i < len(rows); {
		n := m.table(rows[i:])
		if n == 0 {
			n = m.line(rows[i:])
		}
		i += n
	}
	return m.out
}

// Section is the first paragraph below a heading of one of these names, "" for none.
func Section(b []byte, names ...string) string {
	inside := false
	var words []string
	for line := range strings.Lines(draw.Readable(b)) {
		line = strings.TrimSpace(line)
		switch heading := strings.TrimSpace(strings.Trim(line, "#")); {
		case inside && len(words) > 0 && (line == "" || line[0] == '#'):
			return strings.Join(words, " ")
		case strings.HasPrefix(line, "#"):
			inside = slices.ContainsFunc(names, func(name string) bool { return strings.EqualFold(name, heading) })
		case inside:
			words = append(words, strings.Fields(line)...)
		}
	}
	return strings.Join(words, " ")
}

// Fields is how many rows the front matter of a text has, which Lines leaves out.
func Fields(th *styles.Theme, b []byte) int { return fieldsOf(th.Rows(draw.Readable(b))) }

func fieldsOf(rows []styles.Row) int {
	if len(rows) == 0 || !isFence(rows[0]) {
		return 0
	}
	end := slices.IndexFunc(rows[1:], isFence)
	if end < 0 {
		return 0
	}
	return end + 2
}

// isFence reports the line before and after the front matter.
func isFence(r styles.Row) bool { return strings.TrimSpace(r.Raw()) == "---" }

type markdown struct {
	th     *styles.Theme
	w      int
	out    []styles.Line
	fenced bool
}

// line renders the first of rows, with what belongs to its paragraph, and returns how many
// rows that are.
func (m *markdown) line(rows []styles.Row) int {
	row := rows[0]
	trimmed := strings.TrimSpace(row.Raw())
	switch {
	case strings.HasPrefix(trimmed, "```"):
		m.fenced = !m.fenced
		m.put("", row.Whole(), styles.RoleMuted)
	case m.fenced:
		m.put("  ", row.Whole(), styles.RoleCode)
	case trimmed == "":
		m.out = append(m.out, nil)
	case strings.HasPrefix(trimmed, "#"):
		m.heading(row)
	case strings.HasPrefix(trimmed, ">"):
		m.put("", row.Whole(), styles.RoleMuted)
	default:
		return m.item(rows)
	}
	return 1
}

// longRow is the least length in bytes of a row that was broken since it was full. A shorter one
// was meant to end there, such as a line of an address.
const longRow = 50

// paragraph is how many of the rows, the first of which begins at from, are one text that was
// broken to fit.
func paragraph(rows []styles.Row) int {
	n := 1
	for n < len(rows) && len(rows[n-1].Raw()) >= longRow && continues(rows[n].Raw()) && !breaks(rows[n-1].Raw()) {
		n++
	}
	return n
}

// breaks reports the two marks by which Markdown breaks a line.
func breaks(row string) bool { return strings.HasSuffix(row, "  ") || strings.HasSuffix(row, "\\") }

// continues reports whether a row begins with plain words.
func continues(row string) bool {
	text := strings.TrimLeft(row, " \t")
	first, _ := utf8.DecodeRuneInString(text)
	return draw.IsWordRune(first) && !numbered(text) || strings.HasPrefix(text, "(") || strings.HasPrefix(text, "\"")
}

// numbered reports an item such as "1. ".
func numbered(text string) bool {
	rest := strings.TrimLeft(text, "0123456789")
	return len(rest) < len(text) && (strings.HasPrefix(rest, ". ") || strings.HasPrefix(rest, ") "))
}

// heading leaves the marks of a heading out where its look says the same.
func (m *markdown) heading(row styles.Row) {
	raw := row.Raw()
	words := strings.TrimLeft(strings.TrimLeft(raw, " \t"), "#")
	if begun := strings.TrimLeft(words, " \t"); m.th.Emphasizes() && len(begun) < len(words) && begun != "" {
		m.put("", row.Part(len(raw)-len(begun), len(raw)), styles.RoleHeading)
		return
	}
	m.put("", row.Whole(), styles.RoleHeading)
}

// boxes are the markers of list items, with what is drawn for them.
var boxes = []struct {
	start string
	drawn styles.Sym
	role  styles.Role
}{
	{"- [ ] ", styles.SymUnchecked, styles.RolePlain},
	{"- [x] ", styles.SymChecked, styles.RoleMuted}, {"- [X] ", styles.SymChecked, styles.RoleMuted},
	{"- ", styles.SymBullet, styles.RolePlain}, {"* ", styles.SymBullet, styles.RolePlain},
}

// hand begins an item that only a person may do. In ASCII it is drawn as our mark for that.
const hand = "✋ "

// item renders a list item, or plain text, and returns how many rows it has.
func (m *markdown) item(rows []styles.Row) int {
	row, n := rows[0], paragraph(rows)
	raw := row.Raw()
	text := strings.TrimLeft(raw, " \t")
	indent := raw[:len(raw)-len(text)]
	for _, box := range boxes {
		if strings.HasPrefix(text, box.start) {
			lead, from := indent+m.th.Symbol(box.drawn).String()+" ", len(indent)+len(box.start)
			if strings.HasPrefix(raw[from:], hand) && m.th.Symbol(styles.SymHand).String() != strings.TrimSpace(hand) {
				lead, from = lead+m.th.MarkSymbol(styles.MarkHuman).String()+" ", from+len(hand)
			}
			m.flow(lead, m.joined(rows[:n], from, box.role))
			return n
		}
	}
	m.flow("", m.joined(rows[:n], 0, styles.RolePlain))
	return n
}

// joined is the text of rows as one line, the first from an offset on.
func (m *markdown) joined(rows []styles.Row, from int, role styles.Role) styles.Line {
	text := stressed(m.th, rows[0], from, len(rows[0].Raw()), role)
	for _, row := range rows[1:] {
		raw := row.Raw()
		start := len(raw) - len(strings.TrimLeft(raw, " \t"))
		text = styles.Join(text, draw.Words(role, " "), stressed(m.th, row, start, len(raw), role))
	}
	return text
}

func (m *markdown) put(prefix string, text styles.Text, role styles.Role) {
	m.flow(prefix, styles.Line{{Text: text, Role: role}})
}

// flow adds text after a prefix, wrapped with a hanging indent. Indentation that leaves no room
// is dropped.
func (m *markdown) flow(prefix string, text styles.Line) {
	lead := m.th.Show(strings.ReplaceAll(prefix, "\t", "    "))
	if lead.Width() > m.w/2 {
		lead = m.th.Show(strings.TrimLeft(prefix, " \t")).Fit(m.w / 2)
	}
	for i, l := range unlonely(text, max(1, m.w-lead.Width())) {
		if i == 1 {
			lead = styles.Plain("").Pad(lead.Width())
		}
		m.out = append(m.out, styles.Join(styles.Line{{Text: lead, Role: styles.RoleMuted}}, l))
	}
}

// fewerCells is how many cells of a paragraph are given up so that its last word is not alone.
const fewerCells = 12

// unlonely wraps a text so that its last line has more than one word, where that takes no
// more lines.
func unlonely(text styles.Line, w int) []styles.Line {
	lines := text.Wrap(w)
	for less := 1; less <= min(fewerCells, w/4) && lonely(lines); less++ {
		if other := text.Wrap(w - less); len(other) > len(lines) {
			break
		} else if !lonely(other) {
			return other
		}
	}
	return lines
}

func lonely(lines []styles.Line) bool {
	return len(lines) > 1 && !strings.Contains(strings.TrimSpace(lines[len(lines)-1].String()), " ")
}

// mostMarks is how many pieces of one line are styled.
const mostMarks = 500

// stressed styles code in backticks and words between one or two stars. Stars are dropped only
// around words that are shown emphasized; backticks always stay.
func stressed(th *styles.Theme, row styles.Row, from, to int, role styles.Role) styles.Line {
	raw := row.Raw()
	var line styles.Line
	plain := from
	show := func(from, to int, role styles.Role) {
		if from < to {
			line = append(line, styles.Span{Text: row.Part(from, to), Role: role})
		}
	}
	for at := from; at < to && len(line) < mostMarks; {
		size := sameAs(raw[at:to])
		end := 0
		switch raw[at] {
		case '\\':
			// An escaped mark stays, with its backslash.
			size = min(2, to-at)
		case '`':
			end = codeEnd(raw[:to], at, size)
		case '*':
			end = stressEnd(raw[from:to], at-from, size) + from
		default:
			size = plainSize(raw[at:to])
		}
		if end <= at {
			at += size
			continue
		}
		show(plain, at, role)
		switch {
		case raw[at] == '`':
			show(at, end, styles.RoleCode)
		case th.Emphasizes():
			show(at+size, end-size, stressRole(size))
		default:
			show(at, end, role)
		}
		at, plain = end, end
	}
	show(plain, to, role)
	return line
}

// stressRole is the role of words between one star (italic) or two (bold).
func stressRole(stars int) styles.Role {
	if stars == 1 {
		return styles.RoleEmphasis
	}
	return styles.RoleTitle
}

func sameAs(s string) int { return len(s) - len(strings.TrimLeft(s, s[:1])) }

func plainSize(s string) int {
	if i := strings.IndexAny(s, "\\`*"); i > 0 {
		return i
	}
	return len(s)
}

// farthestMark is the most bytes between a pair of marks; it bounds the time for a line of marks.
const farthestMark = 4 << 10

// codeEnd is the offset after the code that n backticks start, 0 if it does not end.
func codeEnd(raw string, at, n int) int {
	near := raw[:min(len(raw), at+farthestMark)]
	for i := at + n; i < len(near); {
		next := strings.IndexByte(near[i:], '`')
		if next < 0 {
			return 0
		}
		i += next
		size := sameAs(raw[i:])
		if size == n {
			return i + size
		}
		i += size
	}
	return 0
}

// stressEnd is the offset after the words that n stars start, else -1. Stars count only at the
// edges of words: "2*3" and "src/*/x/*" have no marks.
func stressEnd(raw string, at, n int) int {
	if n > 2 || !opensHere(raw[:at]) {
		return -1
	}
	near := raw[:min(len(raw), at+farthestMark)]
	if first, _ := utf8.DecodeRuneInString(near[at+n:]); !stands(first, "`\"'([") {
		return -1
	}
	for i := at + n; i < len(near); {
		next := strings.IndexAny(near[i:], "*`\\")
		if next < 0 {
			return -1
		}
		i += next
		size := sameAs(raw[i:])
		switch before, _ := utf8.DecodeLastRuneInString(raw[:i]); {
		case raw[i] == '\\':
			i += min(2, len(raw)-i)
			continue
		case raw[i] == '`':
			// Skip code.
			if end := codeEnd(raw, i, size); end > 0 {
				i = end
				continue
			}
		case size == n && stands(before, "`\"')].,;:!?%…") && closesHere(raw[i+size:]):
			return i + size
		case size == n:
			return -1
		}
		i += size
	}
	return -1
}

// stands reports whether r may be at the edge of emphasized words: a letter, a symbol or one of
// punctuation.
func stands(r rune, punctuation string) bool {
	return draw.IsWordRune(r) || unicode.Is(unicode.So, r) || strings.ContainsRune(punctuation, r)
}

// opensHere and closesHere report whether emphasis may start after, or end before, a text.
func opensHere(before string) bool {
	r, _ := utf8.DecodeLastRuneInString(before)
	return before == "" || unicode.IsSpace(r) || strings.ContainsRune("([{\"'—–|", r)
}

func closesHere(after string) bool {
	r, _ := utf8.DecodeRuneInString(after)
	return after == "" || unicode.IsSpace(r) || strings.ContainsRune(".,;:!?)]}\"'—–|…", r)
}
