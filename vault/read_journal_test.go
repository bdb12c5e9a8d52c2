package vault

import (
	"fmt"

	"coldstart/model"
)

// headed puts a front matter ahead of a journal's body.
func headed(head, body string) string { return "---\n" + head + "---\n" + body }

// proofEntry is an attempt in the protocol's notation, with its number and outcome.
func proofEntry(number int, outcome string) string {
	return fmt.Sprintf(`### PROOF-%03d: Attempt %d
- **Timestamp:** 2026-02-0%dT09:00:00Z
- **Agent:** proof-agent
- **Strategy type:** induction
- **Tags:** [parity, wheels]
- **What was tried:** Counted.
- **Outcome:** %s
- **Reasoning:** It came out so.
- **Artifacts produced:** None
- **Related files:** [PROOF.md](PROOF.md)
- **Insight/Takeaway:** Count twice.
`, number, number, number, outcome)
}

// reasonsOf gives the problems as "line: reason".
func reasonsOf(problems []model.Problem) []string {
	out := []string{}
	for _, p := range problems {
		out = append(out, fmt.Sprintf("%d: %s", p.Line, p.Reason))
	}
	return out
}
