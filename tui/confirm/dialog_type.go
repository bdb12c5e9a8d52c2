package confirm

import (
	"fmt"
	"slices"

	"coldstart/model"
	"coldstart/styles"
	"coldstart/tui/draw"
	"coldstart/tui/overlay"
)

// The cells beside a box over the text, and the most that it takes; typeEdge are the blanks before its lines.
const typeMargin, mostBox, typeEdge = 2, 80, 2

// leastTyping are the rows below the middle of the screen that a box with empty rows may take.
const leastTyping = 6

// typeBox is what has to be typed before a yes, over the lower half of the text: the reasons, the words, and how
// far what was typed agrees with them.
func (d *Dialog) typeBox(s *overlay.Screen) draw.Box {
	b := draw.Box{W: min(s.Width-2*typeMargin, mostBox), Title: draw.Words(styles.RoleHeading, "Type "+d.typedFirst()+" to approve"), Hints: draw.Keys(s.Th, d.Hints(s))}
	b.X = (s.Width - b.W) / 2
	w := max(1, b.Inside()-2*typeEdge)
	var why []styles.Line
	for _, reason := range d.WhyType {
		why = append(why, draw.Prefixed(draw.Wrapped(s.Th.Show(reason), styles.RoleBad, max(1, w-9)), "Careful: ", styles.RoleBad)...)
	}
	for _, doubt := range d.matter.Doubts {
		if doubt.Weight == model.WeightNote {
			why = append(why, draw.Prefixed(draw.Wrapped(s.Th.Show(doubt.String()), styles.RoleWarn, max(1, w-9)), "Note: ", styles.RoleWarn)...)
		}
	}
	lines := draw.Wrapped(styles.Plain("To approve anyway, type:"), styles.RolePlain, w)
	lines = append(lines, draw.Wrapped(s.Th.Show(d.MustType), styles.RoleTitle, w)...)
	lines = append(lines, d.typedLines(s, w)...)
	// The field stays on screen. Whatever has no room here was read before the yes.
	if room := max(0, s.Height-dialogFoot-3-len(lines)); len(why) > room {
		why = append(why[:max(0, room-1)], draw.Words(styles.RoleBad, "…"))[:min(room, len(why))]
	}
	all := append(why, lines...)
	if roomy := slices.Concat([]styles.Line{nil}, why, []styles.Line{nil}, lines, []styles.Line{nil}); len(roomy)+dialogFoot+3 <= s.Height/2+leastTyping {
		all = roomy
	}
	for _, l := range all {
		b.Lines = append(b.Lines, styles.Join(draw.Words(styles.RolePlain, "  "), l))
	}
	b.Y = max(1, s.Height-dialogFoot-len(b.Lines)-2)
	return b
}

// typedLines are what was typed with the rest of what has to be, and how many letters agree.
func (d *Dialog) typedLines(s *overlay.Screen, w int) []styles.Line {
	must, typed := []rune(d.MustType), []rune(model.OneLine(d.Input.Value()))
	n := 0
	for n < min(len(must), len(typed)) && must[n] == typed[n] {
		n++
	}
	head, tail := s.Typed(d.Input)
	field := styles.Line{{Text: s.Th.Symbol(styles.SymCursor), Role: styles.RoleKey}, draw.Span(styles.RolePlain, " "), {Text: s.Th.Show(head + tail), Role: styles.RoleTitle}}
	words, role := fmt.Sprintf("%d of %d letters agree", n, len(must)), styles.RoleMuted
	switch {
	case n < len(typed) && n < len(must):
		field[2].Role, role = styles.RoleBad, styles.RoleBad
		words = fmt.Sprintf("letter %d is “%s”, not “%s”", n+1, s.Th.Show(string(must[n])), s.Th.Show(string(typed[n])))
	case n < len(typed):
		field[2].Role, role, words = styles.RoleBad, styles.RoleBad, model.Counted(len(typed)-n, "letter")+" too many"
	case n < len(must) && d.Input.Position() == len(typed):
		field = append(field, styles.Span{Text: s.Th.Show(string(must[n:])), Role: styles.RoleMuted})
	}
	return append(field.Wrap(w), draw.Words(role, words).Fit(w))
}
