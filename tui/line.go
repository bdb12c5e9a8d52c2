package tui

import "coldstart/styles"

// span is a piece of our own words.
func span(role styles.Role, words string) styles.Span {
	return styles.Span{Text: styles.Plain(words), Role: role}
}

// words is a line of our own words.
func words(role styles.Role, text string) styles.Line {
	return styles.Line{span(role, text)}
}

// wrapped breaks one text into lines of at most w cells.
func wrapped(t styles.Text, role styles.Role, w int) []styles.Line {
	var lines []styles.Line
	for _, part := range t.Wrap(w) {
		lines = append(lines, styles.Line{{Text: part, Role: role}})
	}
	return lines
}

// sentence wraps our own words.
func sentence(role styles.Role, text string, w int) []styles.Line {
	return wrapped(styles.Plain(text), role, w)
}

// prefixed puts words of ours before the first line and as many blanks before the
// others, so that a wrapped row is not taken for another line.
func prefixed(lines []styles.Line, prefix string, role styles.Role) []styles.Line {
	lead := words(role, prefix)
	for i := range lines {
		lines[i] = styles.Join(lead, lines[i])
		if i == 0 {
			lead = styles.Line{{Text: styles.Plain("").Pad(lead.Width()), Role: styles.RolePlain}}
		}
	}
	return lines
}

// between gives the lines from top on that fit into h.
func between(lines []styles.Line, top, h int) []styles.Line {
	top = max(0, min(top, len(lines)))
	return lines[top:min(len(lines), top+max(0, h))]
}

// tall gives exactly h lines: those that fit, and empty ones below.
func tall(lines []styles.Line, h int) []styles.Line {
	out := make([]styles.Line, h)
	copy(out, lines)
	return out
}

// columns sets left and right side by side, left padded to w cells.
func columns(th *styles.Theme, left, right []styles.Line, w, h int) []styles.Line {
	out := make([]styles.Line, 0, h)
	for i := range h {
		var l, r styles.Line
		if i < len(left) {
			l = left[i]
		}
		if i < len(right) {
			r = right[i]
		}
		bar := styles.Line{{Text: th.Symbol(styles.SymGutter), Role: styles.RoleFrame}, span(styles.RolePlain, " ")}
		out = append(out, styles.Join(l.Pad(w), bar, r))
	}
	return out
}
