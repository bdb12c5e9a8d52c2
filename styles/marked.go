package styles

// Marked gives the text as spans: what has a byte of String with hit set has the role
// found, the rest the role rest. Notation tokens and characters with their marks
// are never divided, so that the line is as wide as the text. A hit that is shorter
// than the text counts as not set for the rest.
func (t Text) Marked(hit []bool, rest, found Role) Line {
	var line Line
	from, cells := 0, 0
	role := rest
	end := func(at int) {
		if at > from {
			line = append(line, Span{Text: Text{s: t.s[from:at], cells: int32(cells), ascii: t.ascii}, Role: role})
		}
		from, cells = at, 0
	}
	for at := 0; at < len(t.s); {
		size, wide := unit(t.s[at:], t.ascii)
		now := rest
		for i := at; i < min(at+size, len(hit)); i++ {
			if hit[i] {
				now = found
			}
		}
		if now != role {
			end(at)
			role = now
		}
		cells += wide
		at += size
	}
	end(len(t.s))
	return line
}
