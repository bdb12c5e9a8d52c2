package dialect

import "strings"

// planLog reads the entries of a plan's sections for a log: items with a time,
// rows of tables, and headings with a number or a time such as "Iteration 2
// (2026-03-06 22:10)". Items without a time are notes.
func (p *Page) planLog() []Entry {
	var out []Entry
	for i := range p.sections {
		s := &p.sections[i]
		if s.role != roleLog || s.embedded {
			continue
		}
		if e, ok := headingEntry(s); ok {
			out = append(out, e)
			continue
		}
		out = p.sectionLog(i, out)
	}
	return out
}

// headingEntry reads a heading below that of the log.
func headingEntry(s *section) (Entry, bool) {
	if s.own != roleNone && !strings.HasPrefix(sectionName(s.name), " iteration ") || s.own == roleLog {
		return Entry{}, false
	}
	name := trimMarks(s.name)
	if raw, rest, ok := leadingTime(name); ok {
		return textEntry(raw, rest, s.number), true
	}
	what, rest, ok := strings.Cut(name, "(")
	raw, _, timed := leadingTime(rest)
	if !ok || !timed {
		what = name
	}
	if !timed && !strings.HasPrefix(sectionName(s.name), " iteration ") {
		return Entry{}, false
	}
	return Entry{Time: raw, Action: tidy(what), Line: s.number}, true
}

// sectionLog adds the entries that stand in one section.
func (p *Page) sectionLog(section int, out []Entry) []Entry {
	lines := p.body(section)
	for i := 0; i < len(lines); i++ {
		l := &lines[i]
		if l.at != inBody {
			continue
		}
		if l.text[0] == '|' && i+1 < len(lines) && isSeparator(lines[i+1].text) {
			head := cells(l.text)
			for i += 2; i < len(lines) && lines[i].at == inBody && lines[i].text[0] == '|'; i++ {
				out = append(out, rowEntry(head, cells(lines[i].text), int(lines[i].number)))
			}
			i--
			continue
		}
		text := l.text
		if it, ok := listItem(text); ok {
			text = it.text
		}
		if raw, rest, ok := leadingTime(text); ok && rest != "" {
			out = append(out, textEntry(raw, rest, int(l.number)))
		}
	}
	return out
}

// rowEntry makes an entry of a table row.
func rowEntry(head, row []string, line int) Entry {
	values := make(map[string]string, len(row))
	for i, cell := range row {
		if i < len(head) {
			values[normalKey(stripBold(head[i]))] = stripBold(cell)
		}
	}
	e := entryOf(values, line)
	if e.Action == "" && len(row) > 0 {
		e.Action = clip(stripBold(row[0]))
	}
	return e
}
