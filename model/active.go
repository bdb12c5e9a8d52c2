package model

import (
	"fmt"
	"slices"
	"strings"
)

// Resume is the answer to "which plan does the next session go on with", with
// the reasons a person needs to agree or disagree.
type Resume struct {
	// Plan is nil when no open plan exists.
	Plan *Plan
	// Because says in words why this plan was chosen.
	Because string
	// RunnersUp are the other open plans in the order they would be chosen.
	RunnersUp []RunnerUp
	// Finished are the plans that are Done but still lie in the plans folder.
	Finished []*Plan
	// Pinned says that the operator chose it, and no rule.
	Pinned bool
	// PinDropped is the sentence about a pin that does not count, empty for most vaults.
	PinDropped string
}

// RunnerUp is an open plan that was not chosen.
type RunnerUp struct {
	Plan *Plan
	// Behind says in words what put it behind the chosen one.
	Behind string
}

// ChooseActive picks the plan to resume (seed "Initialize Session"): Active
// before Blocked before Draft, then the newest created_date, never Done, and never a
// version of which a newer one is there. Plans
// equal in both are ordered by path, so the answer does not depend on the order
// of a folder. The answer points into plans.
func ChooseActive(plans []Plan) Resume {
	var r Resume
	var open []*Plan
	for i := range plans {
		p := &plans[i]
		switch {
		case p.Older:
			continue
		case p.Status.State == StateDone:
			// What lies in a folder for finished plans needs no summary any more.
			if !p.Reading.Closed {
				r.Finished = append(r.Finished, p)
			}
			continue
		}
		open = append(open, p)
	}
	slices.SortStableFunc(open, byResumeOrder)
	if len(open) == 0 {
		return r
	}
	r.Plan = open[0]
	r.Because = because(open)
	for _, p := range open[1:] {
		r.RunnersUp = append(r.RunnersUp, RunnerUp{Plan: p, Behind: behind(p, open[0])})
	}
	return r
}

func byResumeOrder(a, b *Plan) int {
	if d := a.Status.State.rank() - b.Status.State.rank(); d != 0 {
		return d
	}
	if c := b.Created.Time.Compare(a.Created.Time); c != 0 {
		return c
	}
	return strings.Compare(a.Path, b.Path)
}

func because(open []*Plan) string {
	if len(open) == 1 {
		return "it is the only open plan"
	}
	first, second := open[0], open[1]
	if first.Status.State != second.Status.State {
		return fmt.Sprintf("it is the only %s plan of %d open ones", first.Status, len(open))
	}
	sameState, sameTime := 0, 0
	for _, p := range open {
		if p.Status.State == first.Status.State {
			sameState++
			if p.Created.Time.Equal(first.Created.Time) {
				sameTime++
			}
		}
	}
	kind := first.Status.State.String() + " plans"
	if first.Status.State == StateUnknown {
		kind = "plans of unknown status"
	}
	switch {
	case !first.Created.Known():
		return fmt.Sprintf("first by file name of %d %s without a readable created_date", sameState, kind)
	case first.Created.Time.Equal(second.Created.Time):
		return fmt.Sprintf("first by file name of the %d newest %s, which have the same created_date", sameTime, kind)
	}
	return fmt.Sprintf("newest of %d %s", sameState, kind)
}

func behind(p, chosen *Plan) string {
	switch {
	case p.Status.State != chosen.Status.State && p.Status.State == StateUnknown:
		return "its status word is not known"
	case p.Status.State != chosen.Status.State:
		return p.Status.State.String() + " comes after " + chosen.Status.State.String()
	case !chosen.Created.Known():
		return "no readable created_date in either, later file name"
	case !p.Created.Known():
		return "it has no readable created_date"
	case p.Created.Time.Equal(chosen.Created.Time):
		return "same created_date, later file name"
	}
	return "older"
}
