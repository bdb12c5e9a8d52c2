package styles

import "strings"

// Sym is a drawing character.
type Sym int

// The symbols.
const (
	SymCursor    Sym = iota // before the selected row
	SymGutter               // before every row of untrusted text
	SymBullet               // before the items of a list
	SymArrow                // from here to there
	SymChecked              // a ticked box
	SymUnchecked            // an open box
	SymMarked               // a row marked for a common decision
	SymBolt                 // before the plan to resume
	SymVertical             // between two sides

	symCount
)

// drawn has each symbol in Unicode and in ASCII.
var drawn = [symCount][2]string{
	SymCursor:    {"▌", ">"},
	SymGutter:    {"│", "|"},
	SymBullet:    {"•", "*"},
	SymArrow:     {"→", "->"},
	SymChecked:   {"[x]", "[x]"},
	SymUnchecked: {"[ ]", "[ ]"},
	SymMarked:    {"✓", "+"},
	SymBolt:      {"⚡", "!"},
	SymVertical:  {"│", "|"},
}

// Symbol returns a drawing character: one cell, except for the check boxes, the
// ASCII arrow and the bolt. It is empty for anything that is no symbol.
func (t *Theme) Symbol(s Sym) Text {
	if s < 0 || s >= symCount {
		return Text{ascii: t.ascii}
	}
	return t.choose(drawn[s][0], drawn[s][1])
}

func (t *Theme) choose(unicode, ascii string) Text {
	if t.ascii {
		return ornament(ascii, true)
	}
	return ornament(unicode, false)
}

// Rule returns a thin horizontal rule of w cells.
func (t *Theme) Rule(w int) Text { return t.choose("─", "-").fill(w) }

// HeavyRule returns a heavy horizontal rule of w cells.
func (t *Theme) HeavyRule(w int) Text { return t.choose("━", "=").fill(w) }

// Bar returns a progress bar of width cells. A bar with something done has at
// least one full cell, and one with something left at least one empty cell. A
// total below 1 gives an empty bar, a width below 1 nothing.
func (t *Theme) Bar(done, total, width int) Line {
	if width <= 0 {
		return nil
	}
	full := 0
	if total > 0 {
		done = min(max(done, 0), total)
		full = int(float64(width) * float64(done) / float64(total))
		if done > 0 {
			full = max(full, 1)
		}
		if done < total {
			full = min(full, width-1)
		}
	}
	role := RoleAccent
	if full == width {
		role = RoleGood
	}
	var bar Line
	if full > 0 {
		bar = append(bar, Span{Text: t.choose("▰", "#").fill(full), Role: role})
	}
	if full < width {
		bar = append(bar, Span{Text: t.choose("▱", "-").fill(width - full), Role: RoleFrame})
	}
	return bar
}

// fill repeats a drawing character over exactly w cells.
func (t Text) fill(w int) Text {
	if w <= 0 || t.cells == 0 {
		return Text{ascii: t.ascii}
	}
	n := w / int(t.cells)
	filled := Text{s: strings.Repeat(t.s, n), cells: t.cells * int32(n), ascii: t.ascii}
	return filled.Pad(w)
}
