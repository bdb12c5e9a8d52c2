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
		facts = append(facts, fact{"How we know", howWords(
			how{"id", r.ID}, how{"title", r.Title}, how{"status", r.Status}, how{"steps", r.Steps},
		), howRole(r.ID, r.Title, r.Status, r.Steps)})
	}
	if r.Needs == model.NeedYes {
		facts = append(facts, fact{"Approval", "the plan as a whole asks for one", styles.RoleWarn})
	}
	if _, maybe := p.NeedsHuman(); len(maybe) > 0 {
		facts = append(facts, fact{"Maybe you", "step " + numbers(maybe), styles.RolePlain})
	}
	older := ""
	switch {
	case p.Folded > 0:
		older = fmt.Sprintf("%d older versions of this source are folded", p.Folded)
	case p.Older:
		older = "an older version; a newer one of this source is there"
	}
	facts = append(facts,
		fact{"Steps from", r.StepsFrom, styles.RoleMuted},
		fact{"Claimed by", r.Claimed, styles.RolePlain},
		fact{"State of", r.Parent, styles.RolePlain},
		fact{"Source", r.Source, styles.RolePlain},
		fact{"Versions", older, styles.RolePlain},
	)
	return append(facts, doubtFacts(r.Doubts)...)
}

func requestReadingFacts(r model.Request) []fact {
	h := r.Reading
	facts := []fact{{"Due", h.Due, styles.RolePlain}}
	if r.Probably != "" {
		facts = append(facts, fact{"Probably of", r.Probably, styles.RoleMuted})
	}
	if weak := howWords(how{"summary", h.Summary}, how{"action", h.Action}, how{"target", h.Target}); strings.Contains(weak, model.BasisGuessed.String()) {
		facts = append(facts, fact{"How we know", weak, styles.RoleWarn})
	}
	return append(facts, doubtFacts(h.Doubts)...)
}

func doubtFacts(doubts []string) []fact {
	var facts []fact
	for _, d := range doubts {
		facts = append(facts, fact{"Doubt", d, styles.RoleWarn})
	}
	return facts
}

// how is one value with how it is known.
type how struct {
	what  string
	basis model.Basis
}

// howWords groups the values by how they are known: "declared: id, title; guessed:
// steps".
func howWords(values ...how) string {
	var groups []string
	for b := model.BasisDeclared; b <= model.BasisGuessed; b++ {
		var names []string
		for _, v := range values {
			if v.basis == b {
				names = append(names, v.what)
			}
		}
		if len(names) > 0 {
			groups = append(groups, b.String()+": "+strings.Join(names, ", "))
		}
	}
	return strings.Join(groups, "; ")
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
	facts := []fact{{"Decided", r.Reading.Decision, styles.RoleMuted}}
	if r.Reading.Decision == model.DecisionPending {
		facts = nil
	}
	if v, ok := s.AlteredAt(r.Path); ok {
		facts = append(facts, fact{"Careful", fmt.Sprintf("changed after you approved it: %s was approved %s, %s lies there", v.Approved.Short(), ago(s.At, v.At), v.Now.Short()), styles.RoleBad})
	}
	if c := r.Carried; c != nil {
		role := styles.RoleGood
		if c.Failed {
			role = styles.RoleBad
		}
		facts = append(facts, fact{"Carried out", strings.Join(notEmpty(c.Result, c.Why, knownStamp(s, c.At), c.Path), ", "), role})
	}
	return facts
}
