package guest

import (
	"strings"

	"coldstart/vault/source"
	"coldstart/vault/text"
)

// Spelling is one way in which the commands of a program are typed: before + verb + after. Sign is
// a file or folder that the program puts there where they are, with a * for the verb.
type Spelling struct{ Sign, Before, After string }

// Spelled is the first of some that is installed here for a verb, the zero for none; one without a sign always is.
func Spelled(h *source.Repo, all []Spelling, verb string) Spelling {
	for _, s := range all {
		if s.Sign == "" || s.Has(h, verb) {
			return s
		}
	}
	return Spelling{}
}

// Has reports whether a verb is installed.
func (s Spelling) Has(h *source.Repo, verb string) bool {
	return s.Sign != "" && h.Exists(strings.ReplaceAll(s.Sign, "*", verb))
}

// Type is what to type for a verb, empty where it is not installed, or somebody cannot type one of its words.
func (s Spelling) Type(verb string, words ...string) string {
	if verb == "" || s.Before == "" {
		return ""
	}
	return Typed(s.Before+verb+s.After, words...)
}

// Typed is a command with its words, in quotes where they need some. It is empty where somebody
// cannot type one of them.
func Typed(command string, words ...string) string {
	for _, w := range words {
		if w = text.CommandWord(w); w == "" {
			return ""
		}
		command += " " + w
	}
	return command
}
