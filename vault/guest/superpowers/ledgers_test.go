package superpowers

import "testing"

func TestAHeadingNamesThePlan(t *testing.T) {
	t.Parallel()
	plans := []string{"p/2026-01-02-garden-shed.md", "p/2026-01-03-garden-shed-roof.md", "p/2026-01-04-gate.md", "p/2026-01-05-iron-gate-lock.md"}
	for heading, want := range map[string]string{
		"Garden Shed SDD Progress": plans[0], "Garden shed roof: progress": plans[1], "Iron gate — Ledger": plans[3], "Garden Progress": "", "Gate progress log": plans[2],
		"SDD Progress": "", "Progress": "", "Barn SDD Progress": "", "Garden shed": "", "": "",
	} {
		if got, _ := titled(heading, plans); got != want {
			t.Errorf("%q names %q, want %q", heading, got, want)
		}
	}
}
