package load

import (
	"slices"
	"strings"

	"coldstart/model"
)

// nameApart gives plans of other notations titles by which they can be told apart: the objective where others
// have the title, too, and what else a plan is called where many have it. Loops write one heading, or one sentence,
// into each plan. Plans in the agents' own schema keep what they state.
func nameApart(plans []model.Plan) {
	for _, same := range titled(plans) {
		if !slices.ContainsFunc(same, func(p *model.Plan) bool { return p.Stated != same[0].Stated }) {
			continue
		}
		for _, p := range same {
			if p.Stated != "" {
				p.Objective, p.Stated, p.Reading.Title = p.Stated, "", model.BasisDerived
			}
		}
	}
	for _, same := range titled(plans) {
		open := 0
		for _, p := range same {
			if p.Status.State != model.StateDone {
				open++
			}
		}
		for _, p := range same {
			if open >= boilerplate && p.Reading.Called != "" {
				p.Objective, p.Stated, p.Reading.Title = p.Reading.Called, p.Objective, model.BasisDerived
			}
		}
	}
}

// boilerplate is from how many open plans on a title says nothing.
const boilerplate = 3

// titled are the plans of other notations by their titles.
func titled(plans []model.Plan) map[string][]*model.Plan {
	by := map[string][]*model.Plan{}
	for i := range plans {
		if p := &plans[i]; p.Reading.Foreign && !p.Older && p.Objective != "" {
			title := strings.ToLower(p.Objective)
			by[title] = append(by[title], p)
		}
	}
	return by
}
