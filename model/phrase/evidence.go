package phrase

import (
	"fmt"
	"strings"

	"coldstart/model"
)

// Evidence counts what speaks for a proposal and what against it.
func Evidence(p model.Proposal) string {
	against := len(model.Where(p.Evidence, func(e *model.Evidence) bool { return e.Against }))
	var words []string
	if n := len(p.Evidence) - against; n > 0 {
		words = append(words, fmt.Sprintf("%d for", n))
	}
	if against > 0 {
		words = append(words, fmt.Sprintf("%d against", against))
	}
	if words == nil {
		return "no evidence"
	}
	return strings.Join(words, ", ")
}
