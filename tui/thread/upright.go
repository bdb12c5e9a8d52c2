package thread

import (
	"strconv"

	"coldstart/styles"
	"coldstart/tui/draw"
)

// Step is a step of a thread that is drawn upright.
type Step struct {
	Knot   Knot
	Number int
	Name   styles.Text
	// Took is how long it took, or what became of it, in the role TookRole.
	Took     string
	TookRole styles.Role
	// Says are lines about it, below its name.
	Says []styles.Line
}

const (
	// knotColumn is the column of the upright thread.
	knotColumn = 2
	// sayColumn is where what a step says begins.
	sayColumn = 6
)

// Upright draws steps below one another over w cells. The step at goes on and has the ember;
// with len(stops) none has. Says are wrapped.
func Upright(th *styles.Theme, stops []Step, at, w int) []styles.Line {
	var lines []styles.Line
	for i, s := range stops {
		lines = append(lines, s.head(th, i == at, w))
		rail := styles.Span{Text: th.Symbol(styles.SymVertical), Role: styles.RoleAccent}
		if i >= at {
			rail = styles.Span{Text: th.Symbol(styles.SymRest), Role: styles.RoleFrame}
		}
		lead := styles.Join(blank(knotColumn), styles.Line{rail}, blank(sayColumn-knotColumn-1))
		for _, say := range s.Says {
			for _, part := range say.Wrap(max(1, w-sayColumn-draw.RightEdge)) {
				lines = append(lines, styles.Join(lead, part))
			}
		}
		if i < len(stops)-1 {
			lines = append(lines, styles.Join(blank(knotColumn), styles.Line{rail}))
		}
	}
	return lines
}

// head is the row with the knot, the number and the name.
func (s Step) head(th *styles.Theme, ember bool, w int) styles.Line {
	at, name, number := knot(th, s.Knot), styles.RolePlain, styles.RoleMuted
	if ember {
		at, name, number = Ember(th), styles.RoleTitle, styles.RoleEmber
	}
	left := styles.Join(blank(knotColumn), styles.Line{at}, blank(draw.TextEdge-knotColumn-1),
		styles.Line{draw.Span(number, strconv.Itoa(s.Number)+" "), {Text: s.Name, Role: name}})
	row := draw.Ends(left, draw.Words(s.TookRole, s.Took), w)
	if !ember {
		return row
	}
	return row.Lit(styles.Light{At: knotColumn, Left: 1, Right: max(0, w-draw.RightEdge-knotColumn-1), Strength: 1}, w)
}

func blank(n int) styles.Line { return styles.Line{{Text: styles.Plain("").Pad(n)}} }
