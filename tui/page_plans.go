package tui

import (
	"fmt"
	"slices"
	"strings"

	"coldstart/model"
)

func blockedCount(b *board) int {
	n := 0
	for _, p := range b.snapshot.Plans {
		if p.WaitsForYou() {
			n++
		}
	}
	return n
}

// planRows lists the plans in the order in which they would be resumed, the
// finished ones last. Older versions are counted by their newest, and listed only
// where a filter finds them.
func planRows(b *board) []row {
	s, r := b.snapshot, b.resume
	var rows []row
	if r.Plan != nil {
		section := "Resumes next"
		if r.Pinned {
			section += ", as you pinned it"
		}
		rows = append(rows, planRow(s, *r.Plan, section))
	}
	for _, up := range r.RunnersUp {
		rows = append(rows, planRow(s, *up.Plan, "Other open plans"))
	}
	for _, p := range r.Finished {
		rows = append(rows, planRow(s, *p, "Done, still in the plans folder"))
	}
	var older, closed []row
	for _, p := range s.Plans {
		switch {
		case p.Older:
			r := planRow(s, p, "Older versions of one source")
			r.folded = true
			older = append(older, r)
		case p.Reading.Closed:
			closed = append(closed, planRow(s, p, "Done, in a folder for finished work"))
		}
	}
	return slices.Concat(rows, older, closed, goneRows(b, model.KindPlan))
}

func planRow(s model.Snapshot, p model.Plan, section string) row {
	what := p.ID
	if p.Objective != "" {
		what += "  " + p.Heading()
	}
	return row{
		ref: p.Ref(), mark: planMark(p.Status.State), what: what,
		why:   p.Status.String() + grantedWords(p) + ", " + p.ProgressInRow() + foldedWords(p),
		since: p.Created.Time, section: section,
		words: strings.Join(notEmpty(p.Aim(), p.Priority, p.BlockedReason, nextStep(p)), "\n"),
	}
}

// grantedWords say of a plan that it waits no more for the operator.
func grantedWords(p model.Plan) string {
	if _, granted := p.Granted(); granted {
		return ", approved, waits for the agent"
	}
	return ""
}

// OlderWords adds to a sentence about a plan how many older versions it stands for:
// "; and 3 older versions", "" for most plans.
func OlderWords(p model.Plan) string {
	if p.Folded == 0 {
		return ""
	}
	return "; and " + p.AndOlder()
}

// foldedWords counts the older versions behind a plan.
func foldedWords(p model.Plan) string {
	if p.Folded == 0 {
		return ""
	}
	return fmt.Sprintf(", +%d older", p.Folded)
}
