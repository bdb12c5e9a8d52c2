package decision

import (
	"fmt"

	"coldstart/model"
)

// reasons gives problems as "line: reason".
func reasons(problems []model.Problem) []string {
	var out []string
	for _, p := range problems {
		out = append(out, fmt.Sprintf("%d: %s", p.Line, p.Reason))
	}
	return out
}
