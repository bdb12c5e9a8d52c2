package load_test

import (
	"fmt"
	"strings"
	"testing"

	"coldstart/model"
	"coldstart/testdata/examples"
)

// BenchmarkLoad reads a vault of 1,000 plans in the reference program's notation,
// about 1 kB each, and 200 requests.
func BenchmarkLoad(b *testing.B) {
	c := contents{}
	for i := range 1000 {
		c[fmt.Sprintf("Plans/PLAN-%04d.md", i)] = strings.NewReplacer(
			"PLAN-2026-001", fmt.Sprintf("2026-%04d", i),
			"blocked_reason: null", `blocked_reason: "folded \`+"\n"+`  \ over two lines"`,
		).Replace(examples.Plan)
	}
	for i := range 200 {
		c[fmt.Sprintf("Pending_Approval/%04d.md", i)] = strings.ReplaceAll(examples.Request, "2026-001", fmt.Sprintf("2026-%04d", i))
	}
	v, _ := openContents(b, c)
	b.ReportAllocs()
	for b.Loop() {
		if s := mustLoad(b, v); len(s.Plans) != 1000 || len(s.Requests) != 200 || s.Requests[7].Plan == "" || len(s.Problems) > 0 {
			b.Fatalf("got %d plans, %d requests, %d problems", len(s.Plans), len(s.Requests), len(s.Problems))
		}
	}
}

// BenchmarkLoad5000Plans reads plans of which every second is in another notation,
// and every tenth a version of the one before; half as many lie among finished work.
func BenchmarkLoad5000Plans(b *testing.B) {
	for _, n := range []int{500, 5000} {
		b.Run(fmt.Sprint(n), func(b *testing.B) {
			c := contents{}
			for i := range n {
				folder := []string{"Plans", "Plans", "Done"}[i%3]
				if i%2 == 0 {
					c[fmt.Sprintf("%s/PLAN-%05d.md", folder, i)] = strings.Replace(examples.Plan, "PLAN-2026-001", fmt.Sprintf("2026-%05d", i), 1)
					continue
				}
				c[fmt.Sprintf("%s/mail_%05d_plan.md", folder, i)] = fmt.Sprintf(
					"---\nsource_file: Inbox/mail_%05d.md\nstatus: pending\ncreated: 2026-03-01T08:00:00\n---\n", i/10) + foreignBody
			}
			benchmarkLoad(b, c, func(s model.Snapshot) bool { return len(s.Plans) == n })
		})
	}
}

// foreignBody is a plan of about the usual length.
var foreignBody = "# Execution Plan: Answer the mail\n\n**Priority:** high\n\n## Steps\n" + strings.Repeat("- [ ] Look at what was asked and note it\n", 8) +
	"\n## Success Criteria\n- [ ] Sent\n\n## Notes\n" + strings.Repeat("The desk wants an answer by Friday, and a copy for the file.\n", 8)

// BenchmarkLoad5000Requests reads requests in both notations, pending and decided.
func BenchmarkLoad5000Requests(b *testing.B) {
	for _, n := range []int{500, 5000} {
		b.Run(fmt.Sprint(n), func(b *testing.B) {
			c := contents{}
			for i := range n {
				folder := []string{"Pending_Approval", "Approved"}[i%2]
				text := strings.ReplaceAll(examples.Request, "2026-001", fmt.Sprintf("2026-%05d", i))
				if i%3 == 0 {
					text = "---\ntype: approval_request\nto: desk@harbour.example\nsource_file: mail.md\n---\n" + foreignBody
				}
				c[fmt.Sprintf("%s/%05d.md", folder, i)] = text
			}
			benchmarkLoad(b, c, func(s model.Snapshot) bool { return len(s.Requests)+len(s.Decided) == n })
		})
	}
}

func benchmarkLoad(b *testing.B, c contents, fits func(model.Snapshot) bool) {
	b.Helper()
	v, _ := openContents(b, c)
	b.ReportAllocs()
	for b.Loop() {
		if s := mustLoad(b, v); !fits(s) || len(s.Problems) > 0 {
			b.Fatalf("got %d plans, %d requests, %d decided, %d problems", len(s.Plans), len(s.Requests), len(s.Decided), len(s.Problems))
		}
	}
}
