package model

import (
	"cmp"
	"slices"
)

// Kind says what sort of thing a Ref names.
type Kind int

// The kinds of things that can be rows on a screen, each of them a row of the table
// below.
const (
	KindNone Kind = iota
	KindPlan
	KindRequest
	KindIntake
	KindProblem
	KindSession
	KindWork
	KindTrace
	KindResearch
	KindJournal
	KindEntry
	KindMemory
	KindProposal
	KindLearning
	KindOther

	kindCount
)

// Source is where things come from.
type Source int

// The sources, in the order of the pages.
const (
	SourceNone Source = iota
	SourcePlans
	SourceSessions
	SourceTraces
	SourceResearch
	SourceMemory
)

// kinds has all that holds for every thing of a kind.
var kinds = [kindCount]struct {
	// name stands in ids and in JSON, noun in sentences where that differs.
	name, noun string
	source     Source
	// choices are what can be decided on it; yes and no are what the keys for a yes and
	// for a no stand for, where that is no approval and no rejection.
	choices []Choice
	yes, no Choice
	// text is what the screen calls the text of it.
	text string
	// own says that it has a text of its own to look through, plain that this is no
	// Markdown, whole that a decision is about all of it.
	own, plain, whole bool
}{
	KindNone: {name: "none"},
	KindPlan: {
		name: "plan", source: SourcePlans, choices: []Choice{ChoiceApprove, ChoiceReject, ChoiceChanges}, own: true, whole: true,
	},
	KindRequest: {
		name: "request", source: SourcePlans, choices: []Choice{ChoiceApprove, ChoiceReject, ChoiceChanges, ChoiceAck}, own: true, whole: true,
	},
	KindIntake:  {name: "intake", source: SourcePlans, own: true},
	KindProblem: {name: "problem", own: true, plain: true},
	KindSession: {
		name: "session", source: SourceSessions, choices: []Choice{ChoiceAck}, yes: ChoiceAck,
		text: "What the log has of it", own: true, plain: true,
	},
	KindWork: {name: "work", source: SourceSessions, own: true},
	KindTrace: {
		name: "trace", source: SourceTraces, choices: []Choice{ChoiceRerun, ChoiceRetry, ChoiceSkip, ChoiceAbort}, own: true,
	},
	KindResearch: {
		name: "research", noun: "research problem", source: SourceResearch, choices: []Choice{ChoiceSwitch}, yes: ChoiceSwitch,
		text: "The problem", own: true,
	},
	KindJournal: {name: "journal", source: SourceResearch, choices: []Choice{ChoiceEntry}, own: true},
	KindEntry:   {name: "entry", source: SourceResearch},
	KindMemory:  {name: "memory", source: SourceMemory, plain: true},
	KindProposal: {
		name: "proposal", source: SourceMemory, choices: []Choice{ChoiceAccept, ChoiceDecline}, yes: ChoiceAccept, no: ChoiceDecline,
		text: "The proposal as it stands in the file", plain: true,
	},
	KindLearning: {name: "learning", source: SourceMemory, plain: true},
	KindOther:    {name: "other"},
}

func (k Kind) known() Kind {
	if k < 0 || k >= kindCount {
		return KindNone
	}
	return k
}

// String gives the kind's name as it stands in ids and JSON output.
func (k Kind) String() string { return kinds[k.known()].name }

// Noun gives the kind's name as it stands in sentences: "research problem".
func (k Kind) Noun() string { return cmp.Or(kinds[k.known()].noun, k.String()) }

// Source gives where things of the kind come from.
func (k Kind) Source() Source { return kinds[k.known()].source }

// Allows reports whether a choice is one for things of the kind.
func (k Kind) Allows(c Choice) bool { return slices.Contains(kinds[k.known()].choices, c) }

// Decidable reports whether there is any choice for things of the kind.
func (k Kind) Decidable() bool { return len(kinds[k.known()].choices) > 0 }

// TextName is what the text of a thing is called where a decision shows it.
func (k Kind) TextName() string { return cmp.Or(kinds[k.known()].text, "The whole file") }

// HasText reports whether a thing has a file of its own to look through, or lines of a
// log. What stands in one file with others is found by what the load has read.
func (k Kind) HasText() bool { return kinds[k.known()].own }

// Markdown reports whether the text of a thing is Markdown.
func (k Kind) Markdown() bool { return !kinds[k.known()].plain }

// WholeFile reports whether a decision is about the whole file.
func (k Kind) WholeFile() bool { return kinds[k.known()].whole }

// YesTo gives the choice that the key for a yes stands for: the same key is the same yes
// everywhere.
func (s Snapshot) YesTo(ref Ref) Choice {
	if s.ToKnow(ref) {
		return ChoiceAck
	}
	return cmp.Or(kinds[ref.Kind.known()].yes, ChoiceApprove)
}

// NoTo gives the choice that the key for a no stands for.
func (s Snapshot) NoTo(ref Ref) Choice {
	return cmp.Or(kinds[ref.Kind.known()].no, ChoiceReject)
}

// ParseKind reads the name of a kind; KindNone for any other text.
func ParseKind(name string) Kind {
	for k := range kindCount {
		if k.String() == name {
			return k
		}
	}
	return KindNone
}

// word names a value of an enumeration; one that is none of it has the first word.
func word[E ~int](e E, words ...string) string {
	if e < 0 || int(e) >= len(words) {
		return words[0]
	}
	return words[e]
}
