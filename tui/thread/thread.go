// Package thread draws the thread: finished work as a cold line, the ember at its end, and work ahead as a
// thin line. The ember means "here you go on" and nothing else.
package thread

import (
	"slices"
	"strconv"

	"coldstart/styles"
	"coldstart/tui/draw"
)

// Knot is what became of one step.
type Knot int

// The knots. A step that is yours is one that only a person can take.
const (
	Open Knot = iota
	Done
	InPart
	Failed
	GivenUp
	CutOff
	Yours
)

// marks are how knots are drawn.
var marks = [...]styles.Mark{
	Open: styles.MarkDraft, Done: styles.MarkDone, InPart: styles.MarkPartial, Failed: styles.MarkProblem,
	GivenUp: styles.MarkGivenUp, CutOff: styles.MarkCutOff, Yours: styles.MarkHuman,
}

// Way is the course of some work: its steps, and where it goes on.
type Way struct {
	Knots []Knot
	// At is the step to go on with, len(Knots) or more when all is done.
	At int
	// Says is what stands at the ember, with its number.
	Says styles.Line
	// Then says who takes the step after it, such as "you".
	Then styles.Line
}

const (
	// margin are the cells before the text edge, which the thread crosses.
	margin = 4
	// edge are the cells left free at the right.
	edge = 2
	// leastAhead are the cells of what is to come, which show that there is more.
	leastAhead = 3
	// mostKnots are the steps that have a knot each; more are counted.
	mostKnots = 8
	// gaps between knots, by the width of the screen; below smallWidth there are none.
	wideGap, gap, narrowGap = 5, 2, 1
	smallWidth              = 60
)

// Row draws a way over w cells, with a light behind it. The ember is the last knot that has
// a number to go on with; after it comes what it says, then what is to come.
func (wy Way) Row(th *styles.Theme, w int) styles.Line {
	line := wy.ran(th, w)
	at := line.Width()
	if wy.At < len(wy.Knots) {
		line = append(line, Ember(th))
	}
	then := wy.Then
	switch {
	case w < smallWidth:
		then = nil
	case w < draw.FullWidth:
		then = then[:min(1, len(then))]
	}
	tail := w - edge
	if len(then) > 0 {
		tail -= then.Width() + 1
	}
	say := tail - line.Width() - 1
	if len(then) > 0 {
		say -= leastAhead + 1
	}
	line = styles.Join(line, draw.Words(styles.RolePlain, " "), wy.Says.Fit(max(0, say)))
	if ahead := tail - line.Width() - 1; ahead > 0 && wy.At < len(wy.Knots) && len(then) > 0 {
		line = styles.Join(line, draw.Words(styles.RolePlain, " "), Ahead(th, ahead))
	}
	if len(then) > 0 {
		line = styles.Join(line.Pad(tail), draw.Words(styles.RolePlain, " "), then)
	}
	if wy.At >= len(wy.Knots) {
		return line.Fit(w)
	}
	return line.Fit(w).Lit(styles.Light{At: at, Left: at - 1, Right: max(0, tail-at-3), Strength: 1}, w)
}

// ran is the part before the ember: a knot for each step, or how many were done.
func (wy Way) ran(th *styles.Theme, w int) styles.Line {
	between, lead := gap, margin
	switch {
	case w < smallWidth:
		between, lead = 0, margin-1
	case w < draw.FullWidth:
		between = narrowGap
	case w >= draw.RoomyWidth:
		between = wideGap
	}
	line := Ran(th, lead)
	done := wy.Knots[:min(max(wy.At, 0), len(wy.Knots))]
	if len(wy.Knots) > mostKnots {
		n := 0
		for _, k := range done {
			if k == Done {
				n++
			}
		}
		return styles.Join(line, draw.Words(styles.RoleMuted, " "+strconv.Itoa(n)+" "), styles.Line{knot(th, Done)}, draw.Words(styles.RolePlain, " "), Ran(th, 1))
	}
	for _, k := range done {
		line = styles.Join(line, styles.Line{knot(th, k)}, Ran(th, between))
	}
	return line
}

// Short draws a way in one cell a step, for lists.
func (wy Way) Short(th *styles.Theme) styles.Line {
	var line styles.Line
	for i, k := range wy.Knots {
		switch {
		case i == wy.At:
			line = append(line, Ember(th))
		case k == Done && i < wy.At:
			line = append(line, Ran(th, 1)...)
		case k == Open && i > wy.At:
			line = append(line, Ahead(th, 1)...)
		default:
			line = append(line, knot(th, k))
		}
	}
	return line
}

// Unlit returns a line with its embers dimmed: in a list only the row under the cursor is lit.
func Unlit(th *styles.Theme, l styles.Line) styles.Line {
	ember := Ember(th).Text
	l = slices.Clone(l)
	for i, s := range l {
		if s.Text == ember {
			l[i].Role = styles.RoleAccent
		}
	}
	return l
}

// Read is the thread below a text: how much of it was on screen. Whole is said where all of it was.
func Read(th *styles.Theme, seen, all int, whole string, w int) styles.Line {
	words := strconv.Itoa(seen) + " of " + strconv.Itoa(all) + " lines read"
	if seen >= all {
		words = whole
	}
	said := draw.Words(styles.RoleMuted, " "+words)
	room := max(1, w-edge-1-said.Width())
	at := room - 1
	if seen < all && all > 0 {
		at = min(max(0, (seen*room+all/2)/all), room-2)
	}
	line := styles.Join(Ran(th, at), styles.Line{Ember(th)}, Ahead(th, room-at-1), said)
	return line.Lit(styles.Light{At: at, Left: at, Right: min(at, room-at), Strength: 1}, w)
}

// Nothing is the unlit thread of an empty page, up to its middle.
func Nothing(th *styles.Theme, says styles.Text, w int) styles.Line {
	return styles.Join(Ahead(th, w*3/8), styles.Line{knot(th, Open), draw.Span(styles.RolePlain, "  "), {Text: says, Role: styles.RoleTitle}})
}

// Ember is the point to go on from.
func Ember(th *styles.Theme) styles.Span {
	return styles.Span{Text: th.Symbol(styles.SymHere), Role: styles.RoleEmber}
}

// Ran is n cells of what ran, Ahead of what is to come.
func Ran(th *styles.Theme, n int) styles.Line {
	return styles.Line{{Text: th.Repeat(styles.SymRan, n), Role: styles.RoleAccent}}
}

// Ahead is n cells of what is to come.
func Ahead(th *styles.Theme, n int) styles.Line {
	return styles.Line{{Text: th.Repeat(styles.SymAhead, n), Role: styles.RoleFrame}}
}

// Knot is the mark of step i.
func (wy Way) Knot(th *styles.Theme, i int) styles.Span {
	if i == wy.At {
		return Ember(th)
	}
	return knot(th, wy.Knots[i])
}

func knot(th *styles.Theme, k Knot) styles.Span {
	return styles.Span{Text: th.MarkSymbol(marks[k]), Role: th.MarkRole(marks[k])}
}
