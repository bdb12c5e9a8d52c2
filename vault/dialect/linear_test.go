package dialect

import (
	"strings"
	"testing"
	"time"
)

// hostile are lines that make a careless reader look at the rest of the file again
// and again.
var hostile = []string{
	"- [ ] **Step 1:** wait for approval\n", "# Steps\n", "### Step 1: x\n", "**A:** b **C:** d\n", "**A:** ", "**", "| a | b |\n",
	"| a | b |\n|-|-|\n", "```\n", "```\n<!--\n", "<!--\n", "> x\n", "---\n", "a:\n", "a: ---\n", "- a\n", "  b: c\n", "\n", "\r", "\x00",
	"(", "[ ", "- ", "1. ", "\u200B ", "2026-04-01 | ", "{\n", "{\"a\":", "[{}", "[", "Plans/", "will expire on: ", "### PROOF-1: x\n- **Tags:** y\n",
}

// TestReadingIsLinear compares the time for a file with that for one 64 times as
// large. Work that grows with the square would take 4096 times as long, which no
// noise of a machine makes.
func TestReadingIsLinear(t *testing.T) {
	t.Parallel()
	const small, times, most = 8 << 10, 64, 640
	for _, line := range hostile {
		for _, name := range []string{"Pending_Approval/PLAN_x.md", "Logs/x.json"} {
			text := strings.Repeat(line, small/len(line))
			one, many := fastest(name, text, 3), fastest(name, strings.Repeat(text, times), 1)
			if many > most*max(one, time.Millisecond) {
				// The machine may have been busy with something else.
				many = fastest(name, strings.Repeat(text, times), 5)
			}
			if many > most*max(one, time.Millisecond) {
				t.Errorf("%s of %q takes %v, %d times of it %v", name, line, one, times, many)
			}
		}
	}
}

func fastest(name, text string, tries int) time.Duration {
	best := time.Hour
	for range tries {
		start := time.Now()
		p := Open(nil, name, []byte(text))
		Classify(p)
		ReadPlan(p)
		ReadRequest(p)
		ReadLog(p)
		best = min(best, time.Since(start))
	}
	return best
}
