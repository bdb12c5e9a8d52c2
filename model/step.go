package model

import "strings"

// In the agents' own schema a step has the number by which the agents find it. What a person
// would count otherwise is said beside it: an approval unlocks the step that the agents find.

// Quoted puts a text of a file between quotation marks, on one line.
func Quoted(text string) string { return `"` + OneLine(text) + `"` }

// ShellQuoted quotes a word for a shell, so that it is one word and nothing else.
func ShellQuoted(word string) string {
	plain := func(r rune) bool {
		return r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z' || r >= '0' && r <= '9' || strings.ContainsRune("/._-", r)
	}
	if word != "" && !strings.ContainsFunc(word, func(r rune) bool { return !plain(r) }) {
		return word
	}
	return "'" + strings.ReplaceAll(word, "'", `'\''`) + "'"
}
