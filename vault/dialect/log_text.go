package dialect

import (
	"slices"
	"strings"

	"coldstart/vault/text"
)

// readTimes reads a text log: a line or a heading that begins with a time is an
// entry. A heading with a date alone is the title of a day.
func readTimes(body string) []Entry {
	var out []Entry
	number := 0
	for row := range strings.SplitSeq(body, "\n") {
		number++
		level, line := text.Heading(row)
		if level == 0 {
			line = row
			if it, ok := listItem(row); ok {
				line = it.text
			}
		}
		raw, rest, ok := leadingTime(line)
		if !ok || level > 0 && !hasClock(raw) || rest == "" {
			continue
		}
		out = append(out, textEntry(raw, rest, number))
	}
	return out
}

// logLevels are the levels of Python's logging.
var logLevels = []string{"DEBUG", "INFO", "WARNING", "WARN", "ERROR", "CRITICAL"}

// textEntry takes the text after a time apart: at bars, at "key=value", at the
// level of a logging library, at a colon. A word in capitals in front of a colon is
// what happened, any other one who did it.
func textEntry(raw, rest string, line int) Entry {
	e := Entry{Time: raw, Line: line}
	parts := splitEntry(rest)
	if values := pairs(parts); len(values) > 0 {
		e = entryOf(values, line)
		e.Time = raw
		return e
	}
	for i, part := range parts {
		if slices.Contains(logLevels, part) {
			e.Result, e.Who = part, strings.Join(parts[:i], " ")
			e.Action = strings.Join(parts[i+1:], " - ")
			return e
		}
	}
	if len(parts) > 1 {
		e.Action, e.Target = parts[0], parts[1]
		if len(parts) > 2 {
			e.Result = parts[2]
		}
		return e
	}
	if actor, what, ok := cutActor(rest); ok {
		if actor == strings.ToUpper(actor) {
			e.Action, e.Target = actor, clip(stripBold(what))
			return e
		}
		e.Who, rest = actor, what
	}
	e.Action, e.Why, _ = strings.Cut(clip(stripBold(rest)), " — ")
	return e
}

// maxParts is the most parts that a line of a log is taken apart into.
const maxParts = 8

// splitEntry cuts at bars, else at hyphens between blanks where a level of a
// logging library is.
func splitEntry(rest string) []string {
	parts := strings.SplitN(rest, " | ", maxParts)
	if len(parts) == 1 {
		byDash := strings.SplitN(rest, " - ", maxParts)
		for _, level := range logLevels {
			for _, part := range byDash {
				if strings.TrimSpace(part) == level {
					parts = byDash
				}
			}
		}
	}
	for i := range parts {
		parts[i] = clip(strings.Trim(stripBold(parts[i]), " "))
	}
	return parts
}

// pairs reads the parts that are written key=value.
func pairs(parts []string) map[string]string {
	values := map[string]string{}
	for _, part := range parts {
		if key, value, ok := strings.Cut(part, "="); ok && key != "" && !strings.ContainsAny(key, " \t") {
			values[normalKey(key)] = value
		}
	}
	return values
}

// maxActor is how long the name of an actor is at most.
const maxActor = 40

// cutActor cuts "Agent: " off.
func cutActor(text string) (actor, rest string, ok bool) {
	actor, rest, ok = strings.Cut(text, ": ")
	if !ok || len(actor) > maxActor || strings.Contains(actor, " — ") {
		return "", text, false
	}
	return stripBold(actor), rest, true
}

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
	if s.own != roleNone && !strings.HasPrefix(s.folded(), " iteration ") || s.own == roleLog {
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
	if !timed && !strings.HasPrefix(s.folded(), " iteration ") {
		return Entry{}, false
	}
	return Entry{Time: raw, Action: tidy(what), Line: s.number}, true
}

// sectionLog adds the entries that are in one section.
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
