package thread

import (
	"strconv"

	"coldstart/styles"
	"coldstart/tui/draw"
)

// Stop is a knot with its name.
type Stop struct {
	Knot Knot
	Name styles.Text
}

// namedGap are the cells of thread between two names.
const namedGap = 3

// Named draws the newest stops that fit into w cells with their names, and the ember behind
// them, which says next. Those before them are counted, with the earlier ones that are not given.
func Named(th *styles.Theme, earlier int, stops []Stop, next string, w int) styles.Line {
	tail := styles.Join(styles.Line{Ember(th)}, draw.Words(styles.RoleEmber, " "+next))
	from, room := len(stops), w-edge-margin-tail.Width()
	for from > 0 {
		need := stops[from-1].Name.Width() + namedGap + 4
		lead := 0
		if from > 1 || earlier > 0 {
			lead = len(" 999 earlier ") + namedGap
		}
		if need+lead > room {
			break
		}
		room -= need
		from--
	}
	line := Ran(th, margin)
	if from+earlier > 0 {
		line = styles.Join(line, draw.Words(styles.RoleMuted, " "+strconv.Itoa(from+earlier)+" earlier "), Ran(th, namedGap), spaces(1))
	}
	for i, s := range stops[from:] {
		if i > 0 {
			line = styles.Join(line, Ran(th, namedGap), spaces(1))
		}
		line = styles.Join(line, styles.Line{knot(th, s.Knot), draw.Span(styles.RolePlain, " "), {Text: s.Name, Role: styles.RoleMuted}}, spaces(1))
	}
	at := line.Width()
	line = styles.Join(line, tail)
	return line.Fit(w).Lit(styles.Light{At: at, Left: min(at, glowRight), Right: glowLeft, Strength: 1}, w)
}
