package cli

import (
	"fmt"

	"coldstart/model"
	"coldstart/styles"
)

// jsonPlans is the answer of coldstart plans.
type jsonPlans struct {
	jsonHead
	Plans []jsonPlan `json:"plans"`
}

func runPlans(c *call) (int, error) {
	s, err := c.load()
	if err != nil {
		return 0, err
	}
	plans := inResumeOrder(s.Resume())
	if c.set.json {
		return exitDone, c.writeJSON(jsonPlans{headJSON(s), each(plans, planJSON)})
	}
	p := c.out
	var rows [][]styles.Span
	for _, plan := range plans {
		done, total := plan.Progress()
		rows = append(rows, []styles.Span{
			p.exact(styles.RoleTitle, plan.Path), p.when(plan.Created.Time, s.At),
			p.label(styles.RolePlain, plan.Status.String()),
			words(styles.RolePlain, fmt.Sprintf("%d/%d", done, total)), p.label(styles.RolePlain, plan.Objective),
		})
	}
	p.table(rows)
	p.emptyList(len(rows), "No plans")
	return exitDone, nil
}

// inResumeOrder lists the chosen plan, those that come after it, and the
// finished ones.
func inResumeOrder(r model.Resume) []model.Plan {
	var plans []model.Plan
	if r.Plan != nil {
		plans = append(plans, *r.Plan)
	}
	for _, next := range r.RunnersUp {
		plans = append(plans, next.Plan)
	}
	return append(plans, r.Finished...)
}
