// Package doubt finds reasons to distrust a request: places that two common readers read differently,
// values that no agent can use, and characters that deceive the eye. It reads bytes and returns sentences;
// it touches no file.
//
// The rules are in one table. A rule weighs one way for requests in the agents' own schema,
// which known programs read as YAML and act on, and often less for other notations, where the
// same place is an everyday slip (docs/dev/formats.md).
package doubt

import (
	"slices"

	"coldstart/model"
	"coldstart/vault/text"
)

// rule is one row of the table: its weight in requests of the agents' own schema and in others,
// and what finds it.
type rule struct {
	name       string
	own, other model.Weight
	find       func(*page) []place
}

// place is what a rule found: a sentence, and the line it is about (zero for none).
type place struct {
	line int
	what string
}

// silent is the weight of a rule that does not apply.
const silent model.Weight = -1

// rules is the table. Its order is that of the sentences on the screen.
var rules = []rule{
	{"empty", model.WeightBlock, model.WeightBlock, (*page).empty},
	{"UTF-16", model.WeightBlock, model.WeightBlock, (*page).isUTF16},
	{"in conflict", model.WeightBlock, model.WeightBlock, (*page).inConflict},
	{"no text", model.WeightBlock, model.WeightAsk, (*page).noText},
	{"never closed", model.WeightBlock, model.WeightAsk, (*page).neverClosed},
	{"odd fence", model.WeightAsk, model.WeightAsk, (*page).oddFence},
	{"ends in dots", model.WeightBlock, silent, (*page).endsInDots},
	{"fields behind", silent, model.WeightAsk, (*page).fieldsBehind},
	{"two blocks", model.WeightBlock, model.WeightAsk, (*page).twoBlocks},
	{"dashes in a value", model.WeightBlock, model.WeightAsk, (*page).dashes},
	{"unread", model.WeightBlock, model.WeightAsk, (*page).unread},
	{"not YAML", model.WeightBlock, silent, (*page).notYAML},
	{"open quote", silent, model.WeightAsk, (*page).openQuotes},
	{"indented", model.WeightBlock, silent, (*page).indented},
	{"duplicate", model.WeightBlock, model.WeightBlock, (*page).twice},
	{"repeated", silent, model.WeightNote, (*page).repeated},
	{"look-alike key", model.WeightBlock, model.WeightBlock, (*page).lookalikes},
	{"anchors and tags", model.WeightBlock, model.WeightAsk, (*page).yamlFeatures},
	{"odd keys", model.WeightBlock, silent, (*page).oddKeys},
	{"too deep", model.WeightBlock, model.WeightAsk, (*page).tooDeep},
	{"many keys", model.WeightAsk, model.WeightAsk, (*page).manyKeys},
	{"plan id", model.WeightBlock, silent, (*page).planID},
	{"step id", model.WeightBlock, silent, (*page).stepID},
	{"empty field", model.WeightBlock, silent, (*page).emptyFields},
	{"status in the text", model.WeightBlock, silent, (*page).statusInText},
	{"status", model.WeightAsk, silent, (*page).status},
	{"several values", model.WeightAsk, silent, (*page).severalValues},
	{"ambiguous value", model.WeightAsk, silent, (*page).ambiguousValues},
	{"hidden characters", model.WeightAsk, model.WeightAsk, (*page).hiddenCharacters},
	{"mixed scripts", model.WeightAsk, model.WeightAsk, (*page).mixedScripts},
	{"placeholders", model.WeightAsk, model.WeightAsk, (*page).placeholders},
	{"right to left", model.WeightNote, model.WeightNote, (*page).rightToLeft},
	{"long value", model.WeightNote, model.WeightNote, (*page).longValues},
	{"blank lines", model.WeightAsk, model.WeightAsk, (*page).blankLines},
	{"merge marks", model.WeightAsk, model.WeightAsk, (*page).mergeMarks},
	{"comment", model.WeightNote, model.WeightNote, (*page).comments},
	{"embedded", model.WeightAsk, model.WeightAsk, (*page).embeds},
	{"leans on", model.WeightNote, model.WeightNote, (*page).linksElsewhere},
	{"amounts", model.WeightNote, model.WeightNote, (*page).amounts},
}

// mostOfARule bounds the sentences of one rule.
const mostOfARule = 5

// Find lists the doubts about a request, heaviest first. One that has a plan_id is in the agents'
// own schema.
func Find(name string, b []byte) []model.Doubt {
	decoded, notes := text.Decode(b)
	return FindIn(name, b, decoded, notes)
}

// FindIn is Find for a file that is decoded already.
func FindIn(name string, b []byte, decoded string, notes text.Notes) []model.Doubt {
	p := read(name, b, decoded, notes)
	var out []model.Doubt
	for _, r := range rules {
		weight := r.other
		if p.own {
			weight = r.own
		}
		if weight == silent {
			continue
		}
		for i, found := range r.find(p) {
			if i == mostOfARule {
				out = append(out, model.Doubt{What: "and more of the same", Weight: weight})
				break
			}
			out = append(out, model.Doubt{Line: found.line, What: found.what, Weight: weight})
		}
	}
	slices.SortStableFunc(out, func(a, b model.Doubt) int { return int(b.Weight - a.Weight) })
	return out
}
