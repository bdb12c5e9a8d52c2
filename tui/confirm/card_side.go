package confirm

import (
	"strconv"

	"coldstart/model"
	"coldstart/model/phrase"
	"coldstart/styles"
	"coldstart/tui/draw"
)

// beside are the facts beside a text in w cells; more adds what the text says as well, and what
// was looked for and not found.
func (d *Dialog) beside(th *styles.Theme, w int, more bool) []styles.Line {
	room, points := w-draw.TextEdge-2, d.points()
	if more {
		points = append(points, d.matter.Beside...)
	}
	lines := draw.Indented(inClauses(th.Label, d.subject().Value, styles.RoleTitle, room))
	lines = append(lines, nil)
	names := namesWidth(points)
	for _, p := range points {
		switch {
		case p.Value == "":
		case p.Long:
			lines = append(lines, nil, styles.Join(draw.Edge(), draw.Words(styles.RoleMuted, p.Name)))
			lines = append(lines, draw.Indented(draw.Wrapped(th.Said("“"+p.Value+"”"), p.Role, room))...)
		default:
			if p.Short != "" {
				p.Value, p.Short = p.Short, ""
			}
			lines = append(lines, pointRows(th, draw.Numbered{First: 1}, p, 0, names, w-2)...)
		}
	}
	if wide := d.wideBytes(); wide != "" {
		lines = append(append(lines, nil), draw.Indented(draw.Sentence(styles.RoleWarn, wide, room))...)
	}
	lines = append(lines, d.besideDoubts(th, room)...)
	effects := d.effects(mostEffects)
	if len(effects) > 0 {
		lines = append(lines, nil, styles.Join(draw.Edge(), draw.Words(styles.RoleMuted, effectName)))
	}
	for _, words := range effects {
		lines = append(lines, marked(th.MarkSymbol(styles.MarkNote), styles.RoleAccent, inClauses(th.Said, words, styles.RolePlain, room))...)
	}
	if len(d.Changes) > 0 {
		lines = append(lines, styles.Join(draw.Edge(), draw.Words(styles.RoleKey, d.exactKey()), draw.Words(styles.RoleMuted, " shows each changed line")))
	}
	if typed := d.typedFirst(); typed != "" {
		words := "To approve, type " + typed + ", " + d.whyTyped() + ". You can reject without typing."
		lines = append(append(lines, nil), draw.Indented(draw.Wrapped(th.Said(words), styles.RoleWarn, room))...)
	}
	if more {
		lines = append(lines, d.checks(th, room)...)
	}
	return lines
}

// besideDoubts are the doubts with the numbers of their lines at the right.
func (d *Dialog) besideDoubts(th *styles.Theme, room int) []styles.Line {
	if len(d.matter.Doubts) == 0 {
		return nil
	}
	lines := []styles.Line{nil, styles.Join(draw.Edge(), draw.Words(styles.RoleHeading, "Warnings"))}
	for _, doubt := range d.matter.Doubts {
		role, number := doubtRole(doubt.Weight), ""
		if doubt.Line > 0 {
			number = strconv.Itoa(doubt.Line)
		}
		rows := draw.Wrapped(th.Label(phrase.DoubtShort(doubt)), role, max(1, room-4-len(number)))
		rows = draw.Prefixed(rows, th.MarkSymbol(styles.MarkWarn).String()+" ", role)
		rows[0] = styles.Join(rows[0].Pad(room-len(number)), draw.Words(styles.RoleMuted, number))
		lines = append(lines, draw.Indented(rows)...)
	}
	return lines
}

// checks are what was looked for and not found.
func (d *Dialog) checks(th *styles.Theme, room int) []styles.Line {
	all := d.matter.Checked
	if len(all) == 0 || len(d.matter.Doubts) > 0 || d.Decision.Choice != model.ChoiceApprove {
		return nil
	}
	lines := []styles.Line{nil}
	for _, words := range all {
		rows := draw.Wrapped(th.Label(words), styles.RoleMuted, room-2)
		lines = append(lines, draw.Indented(draw.Prefixed(rows, th.MarkSymbol(styles.MarkDone).String()+" ", styles.RoleGood))...)
	}
	return lines
}

// inClauses wraps a text, after a comma or semicolon where one stands in the second half of a row.
func inClauses(show func(string) styles.Text, text string, role styles.Role, w int) []styles.Line {
	if show(text).Width() > w {
		for at := min(len(text), w); at > w/2; at-- {
			if text[at-1] == ' ' && at > 1 && (text[at-2] == ',' || text[at-2] == ';') {
				return append(draw.Wrapped(show(text[:at]), role, w), inClauses(show, text[at:], role, w)...)
			}
		}
	}
	return draw.Wrapped(show(text), role, w)
}

// marked puts rows at the text edge with a mark before the first.
func marked(mark styles.Text, role styles.Role, rows []styles.Line) []styles.Line {
	rows = draw.Indented(rows)
	if len(rows) > 0 {
		lead := styles.Line{draw.Span(styles.RolePlain, "  "), {Text: mark, Role: role}, draw.Span(styles.RolePlain, " ")}
		rows[0] = styles.Join(lead, rows[0][1:])
	}
	return rows
}
