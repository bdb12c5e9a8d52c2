package tui

import (
	"fmt"
	"strings"

	"coldstart/model"
	"coldstart/styles"
)

// readingFacts say how a plan in a notation other than the agents' own was
// understood: what is not declared by the file is named.
func readingFacts(p model.Plan) []fact {
	r := p.Reading
	var facts []fact
	if r.Foreign {
		facts = append(facts, fact{"How we know", r.HowKnown(), howRole(r.ID, r.Title, r.Status, r.Steps)})
	}
	if r.Needs == model.NeedYes {
		facts = append(facts, fact{"Approval", "the plan as a whole asks for one", styles.RoleWarn})
	}
	if _, maybe := p.NeedsHuman(); len(maybe) > 0 {
		facts = append(facts, fact{"Maybe you", "step " + numbers(maybe), styles.RolePlain})
	}
	facts = append(facts,
		fact{"Steps from", r.StepsFrom, styles.RoleMuted},
		fact{"Claimed by", r.Claimed, styles.RolePlain},
		fact{"State of", r.Parent, styles.RolePlain},
		fact{"Source", r.Source, styles.RolePlain},
		fact{"Versions", p.VersionWords(), styles.RolePlain},
	)
	return append(facts, doubtFacts(r.Doubts)...)
}

func requestReadingFacts(r model.Request) []fact {
	h := r.Reading
	facts := []fact{{"Due", h.Due, styles.RolePlain}}
	if r.Probably != "" {
		facts = append(facts, fact{"Probably of", r.Probably, styles.RoleMuted})
	}
	if weak := h.HowKnown(); weak != "" {
		facts = append(facts, fact{"How we know", weak, styles.RoleWarn})
	}
	roles := map[model.Weight]styles.Role{model.WeightNote: styles.RoleWarn, model.WeightAsk: styles.RoleWarn, model.WeightBlock: styles.RoleBad}
	for _, d := range r.Doubts {
		facts = append(facts, fact{d.Weight.Heading(), d.String(), roles[d.Weight]})
	}
	return facts
}

func doubtFacts(doubts []string) []fact {
	var facts []fact
	for _, d := range doubts {
		facts = append(facts, fact{"Doubt", d, styles.RoleWarn})
	}
	return facts
}

// howRole makes a guess stand out.
func howRole(values ...model.Basis) styles.Role {
	for _, b := range values {
		if b == model.BasisGuessed {
			return styles.RoleWarn
		}
	}
	return styles.RoleMuted
}

func numbers(list []int) string {
	words := make([]string, len(list))
	for i, n := range list {
		words[i] = fmt.Sprint(n)
	}
	return strings.Join(words, ", ")
}

// carriedFacts say what became of a request that was decided.
func carriedFacts(s model.Snapshot, r model.Request) []fact {
	facts := []fact{{"Decided", strings.Join(notEmpty(r.Reading.Decision, when(s.At, r.DecidedAt)), " "), styles.RoleMuted}}
	if r.Reading.Decision == model.DecisionPending {
		facts = nil
	}
	if v, ok := s.AlteredAt(r.Path); ok {
		facts = append(facts, fact{"Careful", fmt.Sprintf("changed after you approved it: %s was approved %s, %s lies there", v.Approved.Short(), when(s.At, v.At), v.Now.Short()), styles.RoleBad})
	}
	if c := r.Carried; c != nil {
		role := styles.RoleGood
		known := ""
		if c.Failed {
			role = styles.RoleBad
		}
		if c.Known {
			known = "acknowledged"
		}
		facts = append(facts, fact{"A log says", strings.Join(notEmpty(c.Result, known, c.Why, knownStamp(s, c.At), c.Path), ", "), role})
	}
	return facts
}
