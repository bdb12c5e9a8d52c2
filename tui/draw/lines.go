// Package draw lays text out on lines: coldstart's own words, texts of a vault, hints, search hits.
package draw

import (
	"fmt"
	"strconv"
	"strings"

	"coldstart/styles"
)

// The smallest screen that is laid out, in cells.
const MinWidth, MinHeight = 40, 10

// TextEdge is the column where all text begins: the first is for the cursor or the thread,
// the third for marks. RightEdge are the cells left free at the right.
const TextEdge, RightEdge = 4, 2

// Edge is the blank before the text edge.
func Edge() styles.Line { return styles.Line{{Text: styles.Plain("").Pad(TextEdge)}} }

// Heading is the heading above so many things.
func Heading(name string, n int) styles.Line {
	return styles.Join(Edge(), Words(styles.RoleHeading, name), Words(styles.RoleMuted, " "+strconv.Itoa(n)))
}

// Inside is the room between the edges of a page of w cells.
func Inside(w int) int { return max(1, w-TextEdge-RightEdge) }

// Ends puts left and right at the two ends of a row of w cells. The right one stays whole as far as the text edge allows.
func Ends(left, right styles.Line, w int) styles.Line {
	right = right.Fit(max(0, w-TextEdge-RightEdge))
	room := max(0, w-RightEdge-right.Width())
	if right.Width() > 0 {
		left = left.Fit(max(0, room-1))
	}
	return styles.Join(left.Fit(room).Pad(room), right).Fit(w)
}

// FullWidth is the width of a terminal that nobody made smaller.
const FullWidth = 80

// RoomyWidth is the least width with whole names and wide gaps, SplitWidth the least with a preview
// beside the list.
const RoomyWidth, SplitWidth = 100, 116

// RightAligned is our own words at the right end of w cells.
func RightAligned(text string, w int) styles.Text {
	t := styles.Plain(text).Fit(w)
	return styles.Plain(strings.Repeat(" ", w-t.Width()) + t.String())
}

// Span is a piece of our own words.
func Span(role styles.Role, words string) styles.Span {
	return styles.Span{Text: styles.Plain(words), Role: role}
}

// Words is a line of our own words.
func Words(role styles.Role, text string) styles.Line {
	return styles.Line{Span(role, text)}
}

// Wrapped breaks one text into lines of at most w cells.
func Wrapped(t styles.Text, role styles.Role, w int) []styles.Line {
	var lines []styles.Line
	for _, part := range t.Wrap(w) {
		lines = append(lines, styles.Line{{Text: part, Role: role}})
	}
	return lines
}

// Sentence wraps our own words.
func Sentence(role styles.Role, text string, w int) []styles.Line {
	return Wrapped(styles.Plain(text), role, w)
}

// Prefixed puts prefix before the first line and blanks before the others.
func Prefixed(lines []styles.Line, prefix string, role styles.Role) []styles.Line {
	lead := Words(role, prefix)
	for i := range lines {
		lines[i] = styles.Join(lead, lines[i])
		if i == 0 {
			lead = styles.Line{{Text: styles.Plain("").Pad(lead.Width()), Role: styles.RolePlain}}
		}
	}
	return lines
}

// Indented puts lines on the text edge.
func Indented(lines []styles.Line) []styles.Line {
	for i := range lines {
		lines[i] = styles.Join(Edge(), lines[i])
	}
	return lines
}

// Between is the window of h lines from top on.
func Between(lines []styles.Line, top, h int) []styles.Line {
	top = max(0, min(top, len(lines)))
	return lines[top:min(len(lines), top+max(0, h))]
}

// Tall cuts or pads to exactly h lines.
func Tall(lines []styles.Line, h int) []styles.Line {
	out := make([]styles.Line, h)
	copy(out, lines)
	return out
}

// ColumnGap is what Columns draws between two sides: a hairline and two blanks.
const ColumnGap = 3

// Columns puts left, padded to w cells, and right side by side. The hairline between them shows which
// part of the left side is on screen.
func Columns(th *styles.Theme, left, right []styles.Line, w, h int, part Part) []styles.Line {
	out := make([]styles.Line, 0, h)
	for i := range h {
		var l, r styles.Line
		if i < len(left) {
			l = left[i]
		}
		if i < len(right) {
			r = right[i]
		}
		bar := styles.Line{part.at(th, i, h), Span(styles.RolePlain, strings.Repeat(" ", ColumnGap-1))}
		out = append(out, styles.Join(l.Fit(w).Pad(w), bar, r))
	}
	return out
}

// OfLines is the position of a window of h lines in a longer text, nil if all fits.
func OfLines(top, h, all int) styles.Line {
	if all <= h {
		return nil
	}
	return Words(styles.RoleMuted, fmt.Sprintf("line %d/%d", min(all, top+h), all))
}

// HelpLine explains a key in help, wrapped to w cells.
func HelpLine(h Hint, keyRole, role styles.Role, w int) []styles.Line {
	lead := styles.Line{Span(styles.RolePlain, "  "), {Text: styles.Plain(h.Key).Pad(11), Role: keyRole}}
	var lines []styles.Line
	for i, l := range Sentence(role, h.Does, max(1, w-lead.Width())) {
		if i > 0 {
			lead = styles.Line{{Text: styles.Plain("").Pad(lead.Width()), Role: styles.RolePlain}}
		}
		lines = append(lines, styles.Join(lead, l))
	}
	return lines
}

// Part is the part of a list or text on screen, zero for all of it.
type Part struct{ From, To, All int }

// at is row i of h in the scrollbar of a part.
func (p Part) at(th *styles.Theme, i, h int) styles.Span {
	if p.All <= 0 || p.To-p.From >= p.All {
		return styles.Span{Text: th.Symbol(styles.SymGutter), Role: styles.RoleFrame}
	}
	to, top := min(p.To, p.All), p.From*h/p.All
	if i >= top && i < max(top+1, (to*h+p.All-1)/p.All) {
		return styles.Span{Text: th.Symbol(styles.SymThumb), Role: styles.RoleAccent, Off: true}
	}
	return styles.Span{Text: th.Symbol(styles.SymVertical), Role: styles.RoleFrame, Off: true}
}

// Thumb draws the place of a part at the right border of rows of w cells.
func Thumb(th *styles.Theme, rows []styles.Line, part Part, w int) {
	for i := range rows {
		rows[i] = styles.Join(rows[i].Fit(w-1).Pad(w-1), styles.Line{part.at(th, i, len(rows))})
	}
}

// Thousands writes a number in groups of three digits.
func Thousands(n int) string {
	text := strconv.Itoa(n)
	for at := len(text) - 3; at > 0; at -= 3 {
		text = text[:at] + "," + text[at:]
	}
	return text
}
