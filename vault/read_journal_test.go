package vault

import (
	"fmt"

	"coldstart/model"
)

// headed puts a front matter ahead of a journal's body.
func headed(head, body string) string { return "---\n" + head + "---\n" + body }

// reasonsOf returns the problems as "line: reason".
func reasonsOf(problems []model.Problem) []string {
	out := []string{}
	for _, p := range problems {
		out = append(out, fmt.Sprintf("%d: %s", p.Line, p.Reason))
	}
	return out
}
