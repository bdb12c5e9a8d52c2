package styles

import (
	"math"
	"strconv"

	"github.com/muesli/termenv"
)

// Brightest is the glow at the ember itself.
const Brightest = 31

// glowing is the background at the ember, as red, green and blue. It fades into the one that
// most terminals have, since asking a terminal for its own means waiting for the answer.
var glowing = map[bool]struct{ ember, ground [3]float64 }{
	true:  {ember: [3]float64{0x43, 0x26, 0x0F}, ground: [3]float64{0x12, 0x12, 0x12}},
	false: {ember: [3]float64{0xFB, 0xE3, 0xCE}, ground: [3]float64{0xFF, 0xFF, 0xFF}},
}

// The flat tint of 256 colours, and the least glow that has it.
const (
	flatDark, flatLight = "48;5;236", "48;5;230"
	flatFrom            = Brightest / 3
)

// fading makes the glow fall faster near the ember than further out.
const fading = 1.3

// glowCodes are the SGR parameters of a glow: a blend in true colour, one tint in 256 colours,
// and nothing where colours are few or contrast counts most.
func (o Options) glowCodes(strength int) []string {
	if strength == 0 || o.Contrast {
		return nil
	}
	switch o.Profile {
	case termenv.TrueColor:
		code, colours := "48;2", glowing[o.Dark]
		for i, from := range colours.ground {
			code += ";" + strconv.Itoa(int(math.Round(from+(colours.ember[i]-from)*float64(strength)/Brightest)))
		}
		return []string{code}
	case termenv.ANSI256:
		switch {
		case strength < flatFrom:
		case o.Dark:
			return []string{flatDark}
		default:
			return []string{flatLight}
		}
	}
	return nil
}

// Light is what an ember throws on one row: brightest at a cell, fading over so many cells to
// the left and right. Strength is 1 on the row of the ember and less above and below.
type Light struct {
	At, Left, Right int
	Strength        float64
}

// at is the glow of a cell.
func (l Light) at(cell int) uint8 {
	away, reach := cell-l.At, l.Right
	if away < 0 {
		away, reach = -away, l.Left
	}
	if away > reach {
		return 0
	}
	left := 1 - float64(away)/float64(reach+1)
	return uint8(math.Round(Brightest * l.Strength * math.Pow(left, fading)))
}

// Lit lays a light behind a row of at most w cells, blanks at its end included. Texts of one
// theme stay whole: the row reads as before.
func (l Line) Lit(light Light, w int) Line {
	if light.Strength <= 0 {
		return l
	}
	var lit Line
	cell := 0
	for _, span := range l.Pad(min(w, max(l.Width(), light.At+light.Right+1))) {
		rest := span.Text
		for rest.s != "" {
			glow := light.at(cell)
			size, cells := 0, 0
			for size < len(rest.s) && light.at(cell+cells) == glow {
				n, c := unit(rest.s[size:], rest.ascii)
				size, cells = size+n, cells+c
			}
			piece := Text{s: rest.s[:size], cells: int32(cells), ascii: rest.ascii}
			lit = append(lit, Span{Text: piece, Role: span.Role, Glow: glow})
			rest = Text{s: rest.s[size:], cells: rest.cells - int32(cells), ascii: rest.ascii}
			cell += cells
		}
	}
	return lit
}
