package journal

import (
	"slices"
	"strings"
	"testing"
)

// configFor is a configuration that lists the problems wheels and cogs.
func configFor(current string) string {
	return `{
  "version": "0.2.0",
  "current_problem": "` + current + `",
  "problems": [
    {
      "slug": "wheels",
      "title": "Even wheels",
      "domain": "combinatorics",
      "last_active": "2026-02-01T10:00:00Z"
    },
    { "slug": "cogs", "last_active": "2026-02-03T10:00:00Z" }
  ],
  "archived": []
}
`
}

func TestAGapsTextIsBounded(t *testing.T) {
	t.Parallel()
	var r proofReader
	for _, line := range append([]string{"## Open Gaps", "### GAP-1: x"}, slices.Repeat([]string{strings.Repeat("y", 100)}, 1000)...) {
		r.line(line)
	}
	if got := len(r.proof.Gaps[0].Text); got > MaxGapText || got < MaxGapText-200 {
		t.Errorf("%d bytes", got)
	}
}
