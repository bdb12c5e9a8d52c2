package styles

import "strings"

// Mark is a state or kind of thing, shown as a symbol, a word and a role, so that nothing
// depends on colour.
type Mark int

// The marks: a diamond is yours, a circle is work.
const (
	MarkNone    Mark = iota
	MarkRequest      // decide on it
	MarkHuman        // your step
	MarkActive       // running
	MarkPartial      // some of it worked
	MarkDraft        // not begun
	MarkCutOff       // cut off
	MarkDone         // finished
	MarkProblem      // failed or broken
	MarkGivenUp      // given up
	MarkWarn         // deserves care
	MarkMemory       // something that an agent has learned
	MarkNote         // something that was written down
	MarkUnknown      // a state we do not know

	markCount
)

type sign struct {
	symbol, ascii, word string
	role                Role
}

// signs has one sign for each mark: one cell, no two equal, never a letter and none that
// terminals replace by an emoji.
var signs = [markCount]sign{
	MarkNone:    {},
	MarkRequest: {"◆", "?", "decide", RoleWarn},
	MarkHuman:   {"◇", "&", "your step", RoleWarn},
	MarkActive:  {"●", "*", "running", RoleAccent},
	MarkPartial: {"◐", "~", "in part", RoleWarn},
	MarkDraft:   {"○", "o", "not begun", RoleMuted},
	MarkCutOff:  {"◌", "%", "interrupted", RoleBad},
	MarkDone:    {"✓", "+", "done", RoleGood},
	MarkProblem: {"✗", "x", "failed", RoleBad},
	MarkGivenUp: {"⊘", "/", "given up", RoleMuted},
	MarkWarn:    {"▲", "!", "careful", RoleWarn},
	MarkMemory:  {"✦", "=", "lesson", RoleAccent},
	MarkNote:    {"·", ".", "noted", RoleMuted},
	MarkUnknown: {"–", "-", "unknown", RoleMuted},
}

// MarkSymbol returns the symbol of a mark, one cell.
func (t *Theme) MarkSymbol(m Mark) Text {
	s := m.sign()
	if t.ascii {
		return drawing(s.ascii, true)
	}
	return drawing(s.symbol, false)
}

// MarkWord returns the word of a mark, in lower case.
func (t *Theme) MarkWord(m Mark) Text { return drawing(m.sign().word, t.ascii) }

// MarkRole returns the role in which a mark is drawn.
func (t *Theme) MarkRole(m Mark) Role { return m.sign().role }

func (m Mark) sign() sign {
	if m < 0 || m >= markCount {
		return sign{}
	}
	return signs[m]
}

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
	SymHand                 // before what only a person may do
	SymDot                  // something is there
	SymDeadline             // before the time at which it is too late
	SymRan                  // a thread: what ran
	SymAhead                // a thread: what is to come
	SymHere                 // a thread: here you go on
	SymSilence              // a thread: nothing was written for a while
	SymRest                 // a thread that was cut off, upright
	SymThumb                // the place in what scrolls
	SymBlankLine            // an empty line follows
	SymEnter                // the key that opens
	SymLastNote             // before the last row of what is wrong with a line

	symCount
)

var drawn = [symCount][2]string{
	SymCursor:    {"▌", ">"},
	SymGutter:    {"│", "|"},
	SymBullet:    {"·", "*"},
	SymArrow:     {"→", "->"},
	SymChecked:   {"[x]", "[x]"},
	SymUnchecked: {"[ ]", "[ ]"},
	SymMarked:    {"✓", "+"},
	SymBolt:      {"⚡", "!"},
	SymVertical:  {"│", "|"},
	SymHand:      {"✋", "[hand]"},
	SymDot:       {"•", "*"},
	SymDeadline:  {"◔", "t"},
	SymRan:       {"━", "="},
	SymAhead:     {"╌", "."},
	SymHere:      {"◉", "@"},
	SymSilence:   {"┊", ":"},
	SymRest:      {"╎", ":"},
	SymThumb:     {"┃", "#"},
	SymBlankLine: {"¶", "_"},
	SymEnter:     {"↵", "enter"},
	SymLastNote:  {"╰", "'"},
}

// Symbol returns a drawing character: one cell, except for the check boxes, the
// ASCII arrow and enter, the bolt and the hand. It is empty for anything that is not a symbol.
func (t *Theme) Symbol(s Sym) Text {
	if s < 0 || s >= symCount {
		return Text{ascii: t.ascii}
	}
	return t.choose(drawn[s][0], drawn[s][1])
}

// Superscript is a digit set high, in ASCII the digit as it is.
func (t *Theme) Superscript(digit string) Text {
	if high, ok := superscripts[digit]; ok && !t.ascii {
		return drawing(high, false)
	}
	return drawing(digit, t.ascii)
}

var superscripts = map[string]string{"1": "¹", "2": "²", "3": "³", "4": "⁴", "5": "⁵", "6": "⁶", "7": "⁷", "8": "⁸", "9": "⁹"}

// Repeat is n cells of a drawing character of one cell.
func (t *Theme) Repeat(s Sym, n int) Text { return t.Symbol(s).fill(n) }

func (t *Theme) choose(unicode, ascii string) Text {
	if t.ascii {
		return drawing(ascii, true)
	}
	return drawing(unicode, false)
}

// Rule returns a thin horizontal rule of w cells.
func (t *Theme) Rule(w int) Text { return t.choose("─", "-").fill(w) }

// HeavyRule returns a heavy horizontal rule of w cells.
func (t *Theme) HeavyRule(w int) Text { return t.choose("━", "=").fill(w) }

// fill repeats a drawing character over exactly w cells.
func (t Text) fill(w int) Text {
	if w <= 0 || t.cells == 0 {
		return Text{ascii: t.ascii}
	}
	n := w / int(t.cells)
	filled := Text{s: strings.Repeat(t.s, n), cells: t.cells * int32(n), ascii: t.ascii}
	return filled.Pad(w)
}

// sparks are the heights of a sparkline.
const (
	sparks    = "▁▂▃▄▅▆▇█"
	sparkSize = len("▁")
	highest   = len(sparks)/sparkSize - 1
	// nothingDone is the dot of a time without anything.
	nothingDone = "·"
)

// mostDigit is the digit for all counts from it on.
const mostDigit = 9

// Sparkline draws counts as bars of one cell, full at most and above. In ASCII each is a digit, 9
// for nine and more.
func (t *Theme) Sparkline(counts []int, most int) Text {
	most = max(most, 1)
	var b strings.Builder
	for _, n := range counts {
		n = max(n, 0)
		if t.ascii {
			b.WriteByte(byte('0' + min(n, mostDigit)))
			continue
		}
		if n == 0 {
			b.WriteString(nothingDone)
			continue
		}
		// Rounded up, so that the most is the full height.
		height := min(highest, (n*(highest+1)+most-1)/most-1)
		b.WriteString(sparks[height*sparkSize : (height+1)*sparkSize])
	}
	return drawing(b.String(), t.ascii)
}
