package vault

import (
	"fmt"
	"strings"
	"testing"
)

// BenchmarkLoad reads a vault of 1,000 plans in the reference program's notation,
// about 1 kB each, and 200 requests.
func BenchmarkLoad(b *testing.B) {
	c := contents{}
	for i := range 1000 {
		c[fmt.Sprintf("Plans/PLAN-%04d.md", i)] = strings.NewReplacer(
			"PLAN-2026-001", fmt.Sprintf("2026-%04d", i),
			"blocked_reason: null", `blocked_reason: "folded \`+"\n"+`  \ over two lines"`,
		).Replace(seedPlan)
	}
	for i := range 200 {
		c[fmt.Sprintf("Pending_Approval/%04d.md", i)] = strings.ReplaceAll(peerRequest, "2026-001", fmt.Sprintf("2026-%04d", i))
	}
	v, _ := openContents(b, c)
	b.ReportAllocs()
	for b.Loop() {
		if s := mustLoad(b, v); len(s.Plans) != 1000 || len(s.Requests) != 200 || s.Requests[7].Plan == "" || len(s.Problems) > 0 {
			b.Fatalf("got %d plans, %d requests, %d problems", len(s.Plans), len(s.Requests), len(s.Problems))
		}
	}
}
