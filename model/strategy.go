package model

import (
	"slices"
	"strings"
)

// Strategies lists the strategy types of the journal protocol, in its order. The
// type decides which earlier attempts count as the same approach.
func Strategies() []string {
	return []string{
		"direct", "contradiction", "induction", "contrapositive", "construction", "estimation", "reduction",
		"compactness", "density", "duality", "computation", "broad-survey", "targeted-search", "gap-identification",
	}
}

// IsStrategy reports whether word is one of the strategy types, to the letter.
func IsStrategy(word string) bool { return slices.Contains(Strategies(), word) }

// Outcome is how a journal entry says that an attempt ended.
type Outcome int

// The outcomes of the journal protocol. OutcomeNone stands for none at all, as
// notes have it, and for words that are no outcome.
const (
	OutcomeNone Outcome = iota
	OutcomeSucceeded
	OutcomeFailed
	OutcomePartial
	OutcomeAbandoned
	OutcomeInProgress

	outcomeCount
)

// outcomeWords has for each outcome the word of an entry and the status of the
// front matter's index.
var outcomeWords = [outcomeCount]struct{ entry, status string }{
	OutcomeNone:       {"N/A", ""},
	OutcomeSucceeded:  {"SUCCEEDED", "succeeded"},
	OutcomeFailed:     {"FAILED", "failed"},
	OutcomePartial:    {"PARTIAL", "partial"},
	OutcomeAbandoned:  {"ABANDONED", "abandoned"},
	OutcomeInProgress: {"IN_PROGRESS", "in-progress"},
}

func (o Outcome) known() Outcome {
	if o < 0 || o >= outcomeCount {
		return OutcomeNone
	}
	return o
}

// String gives the outcome as entries spell it: "IN_PROGRESS", or "N/A".
func (o Outcome) String() string { return outcomeWords[o.known()].entry }

// Status gives the outcome as the front matter spells it: "in-progress".
func (o Outcome) Status() string { return outcomeWords[o.known()].status }

// Dead reports whether an attempt with this outcome is a dead end.
func (o Outcome) Dead() bool { return o == OutcomeFailed || o == OutcomeAbandoned }

// ParseOutcome reads an outcome in either spelling, whatever its case and whether
// its words are joined by a dash, a blank or an underscore.
func ParseOutcome(word string) Outcome {
	word = strings.NewReplacer("_", "-", " ", "-").Replace(strings.ToLower(strings.TrimSpace(word)))
	for o := OutcomeSucceeded; o < outcomeCount; o++ {
		if o.Status() == word {
			return o
		}
	}
	return OutcomeNone
}

// Outcomes lists the outcomes that an entry can be written with.
func Outcomes() []Outcome {
	return []Outcome{OutcomeSucceeded, OutcomeFailed, OutcomePartial, OutcomeAbandoned, OutcomeInProgress}
}
