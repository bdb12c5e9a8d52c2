package cli

import (
	"strings"

	"coldstart/model"
)

// planReadingFacts say how a plan was understood; empty ones are left out later.
func planReadingFacts(p model.Plan) []fact {
	r := p.Reading
	facts := []fact{
		{"How known", r.HowKnown()}, {"Steps from", r.StepsFrom}, {"Claimed by", r.Claimed}, {"State of", r.Parent},
		{"Source", r.Source}, {"Versions", p.VersionWords()},
	}
	return append(facts, doubtFacts(r.Doubts)...)
}

// requestReadingFacts do so for a request, and tell what became of a decided one.
func requestReadingFacts(r model.Request) []fact {
	probably := ""
	if r.Probably != "" {
		probably = "of " + r.Probably
	}
	facts := []fact{{"Due", r.Reading.Due}, {"Probably", probably}, {"How known", r.Reading.HowKnown()}}
	if r.Reading.Decision != model.DecisionPending {
		facts = append(facts, fact{"Decided", r.Reading.Decision})
	}
	facts = append(facts, fact{"Outcome", outcome(r)})
	if r.Carried != nil {
		facts = append(facts, fact{"Told by", strings.TrimSpace(r.Carried.Path + " " + r.Carried.At.Raw)})
	}
	for _, d := range r.Doubts {
		facts = append(facts, fact{d.Weight.Heading(), d.String()})
	}
	return facts
}

// showOther says what is known of a file that is neither plan nor request. Its text
// is read for no one: vaults hold credentials.
func (p *paper) showOther(o model.Other) {
	p.facts([]fact{
		{"Id", o.Ref().String()}, {"Looks like", o.Kind}, {"Because", o.Reason()}, {"Size", o.Bytes()}, {"Advice", o.Advice()},
		{"Text", "not shown: this is neither plan nor request, and vaults hold credentials"},
	})
}

func showOtherJSON(s model.Snapshot, o model.Other) jsonShow {
	return jsonShow{jsonHead: headJSON(s), ID: o.Ref().String(), Kind: o.Ref().Kind.String(), Path: o.Path, Other: pointer(otherJSON(o))}
}

func doubtFacts(doubts []string) []fact {
	var facts []fact
	for _, d := range doubts {
		facts = append(facts, fact{"Doubt", d})
	}
	return facts
}
