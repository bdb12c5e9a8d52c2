package gate

import (
	"strings"

	"coldstart/model"
)

// Reserved returns the command of this program in an action that only the operator runs, "" for none: one
// that decides, or that takes hooks or rules away, and the screen. The screen opens where opens says so of
// the words behind the program.
func Reserved(a model.Action, opens func([]string) bool) string {
	for _, text := range Lines(a) {
		if command := reserved(text, opens); command != "" {
			return command
		}
	}
	if a.Line != "" || len(a.Paths) > 0 || looksOnly(a) {
		return ""
	}
	for _, f := range fieldsIn(a.Input) {
		if !strings.Contains(strings.ToLower(f.text), "coldstart") || f.isData(a.Tool) {
			continue
		}
		// The name of the program alone is what one searches for.
		if command := reserved(f.text, func(words []string) bool { return len(words) > 0 && opens(words) }); command != "" {
			return command
		}
	}
	return ""
}

func reserved(text string, opens func([]string) bool) string {
	a := model.Action{Tool: Shell, Line: text, Dir: "/"}
	var rules []model.GateRule
	for _, words := range []string{
		"approve", "reject", "changes", "undo", "ack", "accept", "decline", "rerun", "retry", "skip", "abort", "pin", "unsnooze", "snooze*--until", "snooze*--for", "snooze*--clear",
		"hook install", "hook remove", "gate add", "gate remove", "agent hook install", "agent hook remove", "agent gate add", "agent gate remove",
	} {
		rules = append(rules, model.GateRule{Tool: Shell, Match: "coldstart " + words + "*", Then: model.ThenDeny})
	}
	l := read(text)
	for _, fit := range (weighing{action: a, rules: rules}).line(l, true) {
		if fit.Then == model.ThenDeny && fit.Unsure == "" {
			return strings.TrimSuffix(fit.Rule.Match, "*")
		}
	}
	for _, c := range l.commands {
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
