package thread

import (
	"coldstart/styles"
	"coldstart/tui/draw"
)

// Moment is a row of a log that is drawn upright: when, what sort of thing, what happened, and
// how it came out.
type Moment struct {
	Clock, Sort string
	Says        styles.Line
	Came        styles.Line
	// SortRole is the role of the sort, RolePlain for that of most. Rows are the most that Says
	// takes, zero for all.
	SortRole styles.Role
	Rows     int
	// Gap stands for all others in a row where nothing happened. Silent makes its thread thin.
	Gap    string
	Silent bool
}

// The columns of a log. A narrow one has no sorts, and only marks at its end.
const (
	sortColumn, logColumn = 11, 19
	narrowLog             = 60
)

// The light of the ember of a log on the rows around it, from the one above.
var logGlow = [...]float64{0.45, 1, 0.55, 0.3}

// Log draws moments below one another over w cells. Where it is open the last one is the ember,
// and below are lines about it. Starts are the lines at which the moments begin.
func Log(th *styles.Theme, moments []Moment, open bool, below []styles.Line, w int) (lines []styles.Line, starts []int) {
	at := -1
	for i, m := range moments {
		starts = append(starts, len(lines))
		if open && i == len(moments)-1 {
			at = len(lines)
		}
		lines = append(lines, m.rows(th, len(lines) == at, w)...)
	}
	rest := upright(styles.Span{Text: th.Symbol(styles.SymRest), Role: styles.RoleFrame})
	for _, l := range below {
		for _, part := range l.Wrap(draw.Inside(w)) {
			lines = append(lines, styles.Join(rest, part))
		}
	}
	for i := range lines {
		if j := i - at + 1; at >= 0 && j >= 0 && j < len(logGlow) {
			lines[i] = lines[i].Lit(styles.Light{At: knotColumn, Left: 1, Right: max(0, w-draw.RightEdge-knotColumn-1), Strength: logGlow[j]}, w)
		}
	}
	return lines, starts
}

// upright is the thread beside the text, or what stands in its place.
func upright(at styles.Span) styles.Line {
	return styles.Join(blank(knotColumn), styles.Line{at}, blank(draw.TextEdge-knotColumn-1))
}

func (m Moment) rows(th *styles.Theme, ember bool, w int) []styles.Line {
	rail := styles.Span{Text: th.Symbol(styles.SymVertical), Role: styles.RoleAccent}
	if m.Gap != "" {
		if m.Silent {
			rail = styles.Span{Text: th.Symbol(styles.SymSilence), Role: styles.RoleFrame}
		}
		return []styles.Line{styles.Join(upright(rail), draw.Words(styles.RoleMuted, m.Gap)).Fit(w - draw.RightEdge)}
	}
	clock, sort, column := styles.RoleMuted, styles.RoleAccent, logColumn
	if m.SortRole != styles.RolePlain {
		sort = m.SortRole
	}
	if ember {
		rail, clock, sort = Ember(th), styles.RoleEmber, styles.RoleEmber
	}
	lead := styles.Join(upright(rail), draw.Words(clock, m.Clock))
	came := m.Came
	if w < narrowLog {
		column = sortColumn
		if came.Width() > 1 {
			came = came[len(came)-1:]
		}
		if came.Width() > 1 {
			came = nil
		}
	} else {
		lead = styles.Join(lead.Pad(sortColumn), draw.Words(sort, m.Sort))
	}
	room := w - column - draw.RightEdge
	if came.Width() > 0 {
		room -= came.Width() + 2
	}
	says := m.Says
	if ember {
		for i := range says {
			says[i].Role = styles.RoleTitle
		}
	}
	var rows []styles.Line
	parts := says.Wrap(max(1, room))
	if m.Rows > 0 && len(parts) > m.Rows && !ember {
		parts = append(parts[:m.Rows-1:m.Rows-1], styles.Join(parts[m.Rows-1:]...).Fit(room))
	}
	for i, part := range parts {
		if i == 0 {
			rows = append(rows, draw.Ends(styles.Join(lead.Pad(column), part), came, w))
			continue
		}
		next := styles.Span{Text: th.Symbol(styles.SymVertical), Role: styles.RoleAccent}
		if ember {
			next = styles.Span{Text: th.Symbol(styles.SymRest), Role: styles.RoleFrame}
		}
		rows = append(rows, styles.Join(upright(next).Pad(column), part))
	}
	return rows
}
