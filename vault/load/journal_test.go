package load_test

import (
	"fmt"

	"coldstart/model"
)

// reasonsOf returns the problems as "line: reason".
func reasonsOf(problems []model.Problem) []string {
	out := []string{}
	for _, p := range problems {
		out = append(out, fmt.Sprintf("%d: %s", p.Line, p.Reason))
	}
	return out
}
