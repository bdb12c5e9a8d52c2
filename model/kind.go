package model

import (
	"cmp"
	"slices"
	"strings"
)

// Kind says what sort of thing a Ref names.
type Kind int

// The kinds of things; the table below has a row for each.
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
	KindTranscript

	kindCount
)

// Source is where things come from.
type Source int

// The sources, in the order of the pages.
const (
	_ Source = iota
	SourcePlans
	SourceSessions
	SourceTraces
	SourceResearch
	SourceMemory
)

// kinds has what all things of a kind share.
var kinds = [kindCount]struct {
	// name is used in ids and JSON, noun in sentences where it differs.
	name, noun string
	source     Source
	// choices are what can be decided; yes and no are what those keys mean if not
	// approval and rejection.
	choices []Choice
	yes, no Choice
	// text names its text on screen.
	text string
	// own: it has a text of its own; plain: that is no Markdown; whole: a decision is
	// about all of it.
	own, plain, whole bool
}{
	KindNone: {name: "none"},
	KindPlan: {
		name: "plan", source: SourcePlans, choices: []Choice{ChoiceApprove, ChoiceReject, ChoiceChanges, ChoiceAck}, own: true, whole: true,
	},
	KindRequest: {
		name: "request", source: SourcePlans, choices: []Choice{ChoiceApprove, ChoiceReject, ChoiceChanges, ChoiceAck}, own: true, whole: true,
	},
	KindIntake:  {name: "intake", source: SourcePlans, own: true},
	KindProblem: {name: "problem", text: "Action", own: true, plain: true},
	KindSession: {
		name: "session", source: SourceSessions, choices: []Choice{ChoiceAck}, yes: ChoiceAck,
		text: "Session log", own: true, plain: true,
	},
	KindWork: {name: "work", noun: "work item", source: SourceSessions, own: true},
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
		text: "The proposal in the file", plain: true,
	},
	KindLearning: {name: "learning", source: SourceMemory, plain: true},
	KindOther:    {name: "other"},
	KindTranscript: {
		name: "transcript", noun: "session", source: SourceSessions, choices: []Choice{ChoiceAck}, yes: ChoiceAck,
		text: "The session", plain: true,
	},
}

func (k Kind) known() Kind {
	if k < 0 || k >= kindCount {
		return KindNone
	}
	return k
}

// String returns the name used in ids and JSON.
func (k Kind) String() string { return kinds[k.known()].name }

// Noun returns the name used in sentences: "research problem".
func (k Kind) Noun() string { return cmp.Or(kinds[k.known()].noun, k.String()) }

// Source returns where things of the kind come from.
func (k Kind) Source() Source { return kinds[k.known()].source }

// Allows reports whether the choice fits the kind.
func (k Kind) Allows(c Choice) bool { return slices.Contains(kinds[k.known()].choices, c) }

// TakenBy names the kinds of things that take a choice: "a plan or a request".
func (c Choice) TakenBy() string {
	var nouns []string
	for k := range kindCount {
		if noun := "a " + k.Noun(); k.Allows(c) && !slices.Contains(nouns, noun) {
			nouns = append(nouns, noun)
		}
	}
	return strings.Join(nouns, " or ")
}

// Decidable reports whether the kind has any choice.
func (k Kind) Decidable() bool { return len(kinds[k.known()].choices) > 0 }

// TextName names the text of a thing where a decision shows it.
func (k Kind) TextName() string { return cmp.Or(kinds[k.known()].text, "The whole file") }

// Session reports whether things of the kind are sessions of agents.
func (k Kind) Session() bool { return k == KindSession || k == KindTranscript }

// HasText reports whether a thing has a file or log lines of its own to search.
func (k Kind) HasText() bool { return kinds[k.known()].own }

// Markdown reports whether the text of a thing is Markdown.
func (k Kind) Markdown() bool { return !kinds[k.known()].plain }

// WholeFile reports whether a decision is about the whole file.
func (k Kind) WholeFile() bool { return kinds[k.known()].whole }

// Yes returns the choice that the yes key stands for on things of the kind, unless they are there to be acknowledged.
func (k Kind) Yes() Choice { return cmp.Or(kinds[k.known()].yes, ChoiceApprove) }

// NoTo returns the choice that the no key stands for.
func (s Snapshot) NoTo(ref Ref) Choice {
	return cmp.Or(kinds[ref.Kind.known()].no, ChoiceReject)
}

// ParseKind reads a name; KindNone for any other text.
func ParseKind(name string) Kind {
	for k := range kindCount {
		if k.String() == name {
			return k
		}
	}
	return KindNone
}

// word names a value of an enumeration. One out of range has the word of 0, and only such a one has:
// by that a value which another program sent is known to stand for nothing.
func word[E ~int](e E, words ...string) string {
	if e < 0 || int(e) >= len(words) {
		return words[0]
	}
	return words[e]
}
