package gate

import (
	"strings"

	"coldstart/model"
)

// Reserved gives the command of this program in a line of a shell that only the operator runs, "" for
// none: one that decides, or that changes hooks or rules, and the screen. The screen opens where opens says
// so of the words behind the program.
func Reserved(a model.Action, opens func([]string) bool) string {
	if a.Tool != Shell {
		return ""
	}
	var rules []model.GateRule
	for _, words := range []string{"approve", "reject", "changes", "undo", "ack", "accept", "decline", "hook install", "hook remove", "gate add", "gate remove"} {
		rules = append(rules, model.GateRule{Tool: Shell, Match: "coldstart " + words + "*", Then: model.ThenDeny})
	}
	for _, fit := range Explain(rules, a) {
		if fit.Then == model.ThenDeny && fit.Unsure == "" {
			return strings.TrimSuffix(fit.Rule.Match, "*")
		}
	}
	for _, c := range read(a.Line).commands {
		if c.program() != "coldstart" {
			continue
		}
		var words []string
		for _, w := range c.words[1:] {
			words = append(words, string(w))
		}
		if opens(words) {
			return "coldstart"
		}
	}
	return ""
}
