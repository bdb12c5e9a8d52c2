package styles

import "strings"

// sparks are the heights of a sparkline, that of nothing first.
const (
	sparks    = "▁▂▃▄▅▆▇█"
	sparkSize = len("▁")
	highest   = len(sparks)/sparkSize - 1
)

// mostDigit is what a sparkline in ASCII writes for itself and all that is more.
const mostDigit = 9

// Sparkline draws counts as bars, one cell each: the lowest is nothing, the highest most
// and more. In ASCII each is its number, 9 for nine and more.
func (t *Theme) Sparkline(counts []int, most int) Text {
	most = max(most, 1)
	var b strings.Builder
	for _, n := range counts {
		n = max(n, 0)
		if t.ascii {
			b.WriteByte(byte('0' + min(n, mostDigit)))
			continue
		}
		height := 0
		if n > 0 {
			// Rounded up, so that one of many is not drawn as nothing.
			height = min(highest, (n*highest+most-1)/most)
		}
		b.WriteString(sparks[height*sparkSize : (height+1)*sparkSize])
	}
	return ornament(b.String(), t.ascii)
}
