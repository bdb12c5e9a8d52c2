// Package markdown lays Markdown out for reading without hiding any of its text.
package markdown

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"coldstart/styles"
	"coldstart/tui/draw"
)

// Lines renders headings, lists, boxes, quotes, code, emphasis and tables; the rest stays as
// written. Only marks are left out, no comment and no table cell. Decisions still show the
// source.
func Lines(th *styles.Theme, b []byte, w int) []styles.Line {
	r := markdown{th: th, w: max(1, w)}
	rows := th.Rows(draw.Readable(b))
	for i := 0; i < len(rows); {
		if n := r.table(rows[i:]); n > 0 {
			i += n
			continue
		}
		r.line(i, rows[i])
		i++
	}
	return r.out
}

type markdown struct {
	th     *styles.Theme
	w      int
	out    []styles.Line
	fenced bool
	// front is true between the fences of the front matter.
	front bool
}

func (m *markdown) line(i int, row styles.Row) {
	trimmed := strings.TrimSpace(row.Raw())
	switch {
	case trimmed == "---" && (i == 0 || m.front):
		m.front = !m.front
		m.out = append(m.out, styles.Line{{Text: m.th.Rule(min(m.w, 12)), Role: styles.RoleFrame}})
	case m.front:
		m.key(row)
	case strings.HasPrefix(trimmed, "```"):
		m.fenced = !m.fenced
		m.put("", row.Whole(), styles.RoleMuted)
	case m.fenced:
		m.put("  ", row.Whole(), styles.RoleCode)
	case trimmed == "":
		m.out = append(m.out, nil)
	case strings.HasPrefix(trimmed, "#"):
		m.put("", row.Whole(), styles.RoleHeading)
	case strings.HasPrefix(trimmed, ">"):
		m.put("", row.Whole(), styles.RoleMuted)
	default:
		m.item(row)
	}
}

func (m *markdown) key(row styles.Row) {
	end := strings.IndexByte(row.Raw(), ':') + 1
	if end == 0 || strings.HasPrefix(row.Raw(), " ") {
		m.put("", row.Whole(), styles.RolePlain)
		return
	}
	line := styles.Line{
		{Text: row.Part(0, end), Role: styles.RoleMuted},
		{Text: row.Part(end, len(row.Raw())), Role: styles.RolePlain},
	}
	if line.Width() <= m.w {
		m.out = append(m.out, line)
		return
	}
	m.put("", row.Whole(), styles.RolePlain)
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

// item renders a list item, or plain text.
func (m *markdown) item(row styles.Row) {
	raw := row.Raw()
	text := strings.TrimLeft(raw, " \t")
	indent := raw[:len(raw)-len(text)]
	for _, box := range boxes {
		if strings.HasPrefix(text, box.start) {
			m.flow(indent+m.th.Symbol(box.drawn).String()+" ", stressed(m.th, row, len(indent)+len(box.start), len(raw), box.role))
			return
		}
	}
	m.flow("", stressed(m.th, row, 0, len(raw), styles.RolePlain))
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
	for i, l := range text.Wrap(max(1, m.w-lead.Width())) {
		if i == 1 {
			lead = styles.Plain("").Pad(lead.Width())
		}
		m.out = append(m.out, styles.Join(styles.Line{{Text: lead, Role: styles.RoleAccent}}, l))
	}
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
