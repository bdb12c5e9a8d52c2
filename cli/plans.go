package cli

import (
	"fmt"
	"slices"

	"github.com/spf13/cobra"

	"coldstart/model"
	"coldstart/styles"
)

// jsonPlans is the answer of coldstart plans.
type jsonPlans struct {
	jsonHead
	Plans []jsonPlan `json:"plans"`
}

func newPlans(c *call) *cobra.Command {
	return c.listing("plans [--json]", "coldstart plans", "List the plans in the order in which they would be resumed",
		func(s model.Snapshot) any { return plansJSON(s) }, func(p *paper, s model.Snapshot) {
			if folded := p.plans(s); folded > 0 {
				c.hint(fmt.Sprintf("older versions of one source, folded: %d; --json lists them", folded))
			}
		})
}

func plansJSON(s model.Snapshot) jsonPlans {
	return jsonPlans{headJSON(s), each(inScreenOrder(s), planJSON)}
}

// plans lists the plans and says how many older versions it folds.
func (p *paper) plans(s model.Snapshot) (folded int) {
	plans := inScreenOrder(s)
	var rows [][]styles.Span
	for _, plan := range plans {
		if plan.Older {
			continue
		}
		rows = append(rows, []styles.Span{
			p.exact(styles.RoleTitle, plan.Path), p.when(plan.Created.Time, s.At),
			p.label(styles.RolePlain, plan.Status.Both()),
			words(styles.RolePlain, kept(plan)), p.label(styles.RolePlain, plan.Heading()+planRemarks(plan)),
		})
	}
	p.list(rows, "No plans")
	return len(plans) - len(rows)
}

// kept counts the ticked steps and all; a dash stands for a state that the plan has
// no place for, and a tilde in front of steps that are guessed.
func kept(p model.Plan) string {
	done, total := p.Progress()
	count := fmt.Sprintf("%d/%d", done, total)
	if p.Reading.Stateless {
		count = fmt.Sprintf("-/%d", total)
	}
	if p.Reading.Steps == model.BasisGuessed && total > 0 {
		return "~" + count
	}
	return count
}

func planRemarks(p model.Plan) string {
	if p.Folded > 0 {
		return " (and " + p.AndOlder() + ")"
	}
	return ""
}

// inScreenOrder lists the chosen plan, those that come after it, the finished ones,
// older versions of the same source, and what lies among finished work.
func inScreenOrder(s model.Snapshot) []model.Plan {
	r := s.Resume()
	var plans, older, closed []model.Plan
	if r.Plan != nil {
		plans = append(plans, *r.Plan)
	}
	for _, next := range r.RunnersUp {
		plans = append(plans, *next.Plan)
	}
	for _, p := range r.Finished {
		plans = append(plans, *p)
	}
	for _, p := range s.Plans {
		switch {
		case p.Older:
			older = append(older, p)
		case p.Reading.Closed:
			closed = append(closed, p)
		}
	}
	return slices.Concat(plans, older, closed)
}
