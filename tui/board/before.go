package board

import (
	"coldstart/model"
	"coldstart/tui/list"
)

// earlierRows finds the rows of plans on the board before. Most follow each other there as they do now.
type earlierRows struct {
	of *Board
	at int
}

// mostMoved is how many rows a row is looked for behind the last one that was found.
const mostMoved = 4

// row returns the row of a plan as it was made, if that can be used again: a load gives a plan that did not
// change the very lists that it had. What others on the page do to the row is done anew.
func (e *earlierRows) row(p *model.Plan, section list.Section) (r list.Row, ok bool) {
	if e.of == nil {
		return r, false
	}
	rows := e.of.Rows[plansPage]
	for at := e.at; at < min(len(rows), e.at+mostMoved); at++ {
		if rows[at].Ref.Path != p.Path || rows[at].Ref.Kind != model.KindPlan {
			continue
		}
		e.at = at + 1
		i, there := e.of.place(p.Path)
		if !there || rows[at].Section != section || e.of.doubt(rows[at].Ref) != "" || !p.Same(&e.of.Snapshot.Plans[i]) {
			return r, false
		}
		r = *rows[at]
		r.Mark, r.Group = PlanMark(p.Status.State), list.Group{}
		return r, true
	}
	return r, false
}
