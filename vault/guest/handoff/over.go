package handoff

import (
	"strings"

	"coldstart/vault/text"
)

var (
	// bullet is the sign of a list item, with its box.
	bullet = text.Pattern{Expr: `^(?:[-*+]|\d{1,3}[.)])\s+(?:\[.?\]\s+)?`}
	// boldStep is a step with a number in bold, which has its details in a list: "**1. Oil the hinge** (high)".
	boldStep = text.Pattern{Expr: `^\*\*\d{1,3}[.)]\s+([^*]+?)[:.]?\*\*`}
	// stepHeading is a heading that is a step by its number.
	stepHeading = text.Pattern{Expr: `^(?i)(?:(?:step|task|item)\s+)?\d{1,3}[.):]\s+`}
	// keyed is a detail of a step: "File: `door.go`".
	keyed = text.Pattern{Expr: `^\**\p{L}[\p{L} ]{0,24}\**:\**\s+\S`}
	// secret is a label with a credential of one word.
	secret = text.Pattern{Expr: `(?i)^(?:[\w.'-]+ ){0,3}(?:pass(?:word|phrase|wd|code)|pwd|[\w-]*token|[\w-]*secret|(?:api|access|private|secret)[ _-]?key|[\w-]*_key|(?:client|app|account|tenant)[ _-]?id)\W*[:=]\W*\S+\s*$`}
	// endWord is a word by which a person says that an item is not open any more, as a sentence or in brackets.
	endWord = text.Pattern{Expr: `(?i)(?:^|[.!?;)*]\s+|\s[—–-]+\s+|[(\[])(?:dropped|resolved|fixed|done|completed|cancell?ed|obsolete|superseded|abandoned|won't (?:do|fix)|no longer needed|not needed)` +
		`(?:\s*[—–:.,)\]!✅]|\s+-+\s|\s*$)`}
	headTick  = text.Pattern{Expr: `[✅☑✔✓]\W*$|[✅☑✔✓]\W*(?i:done|complete|completed|fixed|shipped|merged)\W*$`}
	leadTick  = text.Pattern{Expr: `^\W*[✅☑✔✓]`}
	upperDone = text.Pattern{Expr: `\bDONE\W*$`}
)

// isSecret reports a line that has a credential and nothing else. It is nobody's step, and is not shown.
func isSecret(said string) bool { return secret.MatchString(said) }

// isOver reports an item that says itself that it is dropped, resolved or done, or that is struck out.
func isOver(said string) bool {
	said = strings.TrimSpace(said)
	if struck, ok := strings.CutPrefix(strings.TrimPrefix(said, "**"), "~~"); ok && strings.Contains(struck, "~~") {
		return true
	}
	return leadTick.MatchString(said) || endWord.MatchString(strings.ReplaceAll(plain(said), "’", "'"))
}

// headsDone reports a heading below which all is done. Of a part that says where things stand a tick says so only of that.
func headsDone(heading string, is part) bool {
	switch is {
	case partState, partFailed:
		return false
	case other:
		if leadTick.MatchString(heading) || upperDone.MatchString(heading) {
			return true
		}
	}
	return headTick.MatchString(heading) || isOver(heading) && !leadTick.MatchString(heading)
}
