package secrets

import (
	"strings"
	"testing"
)

// BenchmarkIn measures a page of a vault, a label, and text made to take long.
func BenchmarkIn(b *testing.B) {
	page := strings.Repeat("- [ ] Send the invoice EMAIL_invoice-2041_2026-01-05.md to pat@orchard.example by 10:30, see Plans/PLAN_2026-001_invoices.md\n", 1<<10)
	var dense strings.Builder
	for dense.Len() < 1<<20 {
		for _, r := range gitleaks {
			dense.WriteString(strings.Fields(r.keywords)[0] + "=")
		}
	}
	for name, text := range map[string]string{"page": page, "label": page[:100], "dense": dense.String(), "prose": strings.Repeat("the key to the task they ask for ", 1<<12)} {
		b.Run(name, func(b *testing.B) {
			var f Finder
			f.In(text)
			b.SetBytes(int64(len(text)))
			for b.Loop() {
				f.In(text)
			}
		})
	}
	b.Run("first", func(b *testing.B) {
		for b.Loop() {
			var f Finder
			f.In(page[:100])
		}
	})
}
