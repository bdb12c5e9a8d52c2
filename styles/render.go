package styles

import "strings"

const reset = "\x1b[0m"

// Render draws the line as one terminal row of exactly w cells, cut or padded.
// A negative w draws all of it, however wide. Every style ends on the row.
// Notation tokens are drawn in [RoleEscape], whatever the span. Without colour
// the row has no escape sequences at all.
func (t *Theme) Render(l Line, w int) string {
	if t.ascii {
		l = asciiLine(l)
	}
	missing := 0
	if w >= 0 {
		l = l.Fit(w)
		missing = max(0, w-l.Width())
	}
	size := missing
	for _, span := range l {
		size += len(span.Text.s)
		if t.color {
			size += len(t.row[RoleEscape]) + len(reset)
		}
	}
	p := painter{theme: t, styles: &t.plain}
	p.out.Grow(size)
	if len(l) > 0 && l[0].Role == RoleSelected {
		p.styles = &t.row
	}
	for _, span := range l {
		if span.Role == RoleFrame {
			p.styles = &t.plain
		}
		p.paint(span)
	}
	p.pad(missing)
	p.use("")
	return p.out.String()
}

// painter writes one row and changes the style only where it must.
type painter struct {
	theme  *Theme
	styles *[roleCount]string
	out    strings.Builder
	now    string // the style that is on, "" for none
}

// use switches to a style of the theme, or to none.
func (p *painter) use(style string) {
	if style == p.now {
		return
	}
	if p.now != "" {
		p.out.WriteString(reset)
	}
	p.out.WriteString(style)
	p.now = style
}

// paint writes a span, its tokens in the style of escapes.
func (p *painter) paint(span Span) {
	role := span.Role
	if role < 0 || role >= roleCount {
		role = RolePlain
	}
	s := span.Text.s
	for p.theme.color && s != "" {
		mark := nextMark(s, span.Text.ascii)
		if mark == len(s) {
			break
		}
		if mark > 0 {
			p.use(p.styles[role])
			p.out.WriteString(s[:mark])
		}
		size := len(string(tabMark))
		if !strings.HasPrefix(s[mark:], string(tabMark)) {
			size = tokenSize(s[mark:], span.Text.ascii)
		}
		if size == 0 {
			size = len(s) - mark
		}
		p.use(p.styles[RoleEscape])
		p.out.WriteString(s[mark : mark+size])
		s = s[mark+size:]
	}
	if s != "" {
		p.use(p.styles[role])
		p.out.WriteString(s)
	}
}

// pad writes n blanks in the style of the row.
func (p *painter) pad(n int) {
	if n > 0 {
		p.use(p.styles[RolePlain])
	}
	for range n {
		p.out.WriteByte(' ')
	}
}
