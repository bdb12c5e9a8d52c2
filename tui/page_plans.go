package tui

import (
	"fmt"

	"coldstart/model"
)

func blockedCount(b *board) int {
	n := 0
	for _, p := range b.snapshot.Plans {
		if p.Status.State == model.StateBlocked && p.Answered() == nil {
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
	return rows
}

func planRow(s model.Snapshot, p model.Plan, section string) row {
	what := p.ID
	if p.Objective != "" {
		what += "  " + p.Objective
	}
	return row{
		ref: p.Ref(), mark: planMark(p.Status.State), what: what,
		why: p.Status.String() + ", " + progressWords(p),
		age: age(s.At, p.Created.Time), section: section,
	}
}

// progressWords shows progress only where it is kept: most agents never tick a
// box, and "0/5" would then be a lie.
func progressWords(p model.Plan) string {
	done, total := p.Progress()
	switch {
	case total == 0:
		return "no steps"
	case done == 0 && total == 1:
		return "1 step, not ticked"
	case done == 0:
		return fmt.Sprintf("%d steps, none ticked", total)
	}
	return fmt.Sprintf("%d/%d steps", done, total)
}
