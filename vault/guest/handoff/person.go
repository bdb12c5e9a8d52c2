package handoff

import (
	"strings"

	"coldstart/vault/text"
)

var (
	// named is a step that begins with who does it: "Ada reviews the label", "@ben to sign".
	named = text.Pattern{Expr: `^(?:@[\w-]+|(\p{Lu}[\p{Ll}'-]+)(?: \p{Lu}[\p{Ll}.'-]+)?)(?: (?:to|must|should|will|has to|needs to|still needs to))? ` +
		`(?:reviews?|signs?|approves?|merges?|decides?|confirms?|answers?|picks|pick|chooses?|pays?|accepts?|verif(?:y|ies))\b`}
	// waited is a step that waits for somebody: "Ask Ada", "waiting on Ben".
	waited = text.Pattern{Expr: `\b(?:[Aa]sk|[Ww]ait(?:ing)? (?:for|on)|[Bb]locked on|[Aa]ssigned to|[Oo]wner:) (?:@[\w-]+|(\p{Lu}\p{Ll}+)\b)`}
	// yours is a step for whoever reads it.
	yours = text.Pattern{Expr: `(?i)^(?:you|(?:the )?(?:user|human|operator|owner|maintainer))(?: must| should| has to| have to| needs? to| to)? ` +
		`(?:reviews?|signs?|approves?|merges?|decides?|confirms?|answers?|picks?|chooses?|pays?|tests?|checks?|tries|try|verif(?:y|ies)|accepts?)\b|\bhuman (?:review|approval|decision|sign-off)\b`}
)

// nobodies begin a step as a name does, and are none of a person.
var nobodies = map[string]bool{
	"agent": true, "agents": true, "bot": true, "claude": true, "codex": true, "gemini": true, "copilot": true, "cursor": true, "he": true, "she": true, "it": true,
	"they": true, "we": true, "this": true, "that": true, "then": true, "to": true, "code": true, "address": true, "handle": true, "add": true, "get": true, "request": true,
	"await": true, "please": true, "just": true, "also": true, "finally": true, "only": true, "all": true, "no": true, "more": true, "must": true, "should": true,
	"and": true, "or": true, "now": true, "next": true, "first": true, "session": true, "automatically": true, "auto": true, "carefully": true, "manually": true,
}

// isForPerson reports a step that a named person does, or that waits for one.
func isForPerson(step string) bool {
	if yours.MatchString(step) {
		return true
	}
	for _, p := range []*text.Pattern{&named, &waited} {
		if m := p.FindStringSubmatch(step); m != nil && !nobodies[strings.ToLower(m[1])] {
			return true
		}
	}
	return false
}
