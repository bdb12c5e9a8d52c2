package tui

import (
	"fmt"
	"slices"

	"coldstart/model"
)

func blockedCount(b *board) int {
	n := 0
	for _, p := range b.snapshot.Plans {
		if p.Status.State == model.StateBlocked && p.Answered() == nil && !p.Older {
			n++
		}
	}
	return n
}

// planRows lists the plans in the order in which they would be resumed, the
// finished ones last.
func planRows(b *board) []row {
	s, r := b.snapshot, b.resume
	var rows []row
	if r.Plan != nil {
		rows = append(rows, planRow(s, *r.Plan, "Resumes next"))
	}
	for _, up := range r.RunnersUp {
		rows = append(rows, planRow(s, up.Plan, "Other open plans"))
	}
	for _, p := range r.Finished {
		rows = append(rows, planRow(s, p, "Done, still in the plans folder"))
	}
	var older, closed []row
	for _, p := range s.Plans {
		switch {
		case p.Older:
			older = append(older, planRow(s, p, "Older versions of one source"))
		case p.Reading.Closed:
			closed = append(closed, planRow(s, p, "Done, in a folder for finished work"))
		}
	}
	return slices.Concat(rows, older, closed, goneRows(b, model.KindPlan))
}

func planRow(s model.Snapshot, p model.Plan, section string) row {
	what := p.ID
	if p.Objective != "" {
		what += "  " + p.Objective
	}
	return row{
		ref: p.Ref(), mark: planMark(p.Status.State), what: what,
		why: p.Status.String() + ", " + p.ProgressWords() + foldedWords(p),
		age: age(s.At, p.Created.Time), section: section,
	}
}

// foldedWords counts the older versions behind a plan.
func foldedWords(p model.Plan) string {
	if p.Folded == 0 {
		return ""
	}
	return fmt.Sprintf(", +%d older", p.Folded)
}
