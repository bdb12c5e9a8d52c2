package model

import (
	"cmp"
	"slices"
	"time"
)

// Resume says which plan the next session goes on with, and why.
type Resume struct {
	// Plan is nil if no plan is open.
	Plan *Plan
	// Because says why this plan was chosen.
	Because Reason
	// RunnersUp are the other open plans, the next choice first.
	RunnersUp []RunnerUp
	// Finished are the Done plans still in the plans folder.
	Finished []*Plan
	// Pinned says that the operator chose it.
	Pinned bool
	// PinDropped says why the pin does not count.
	PinDropped Reason
}

// RunnerUp is an open plan that was not chosen.
type RunnerUp struct {
	Plan *Plan
	// Behind says why the chosen one comes first.
	Behind Reason
}

// chooseActive picks the plan to resume. Of the vault's own plans (seed "Initialize Session")
// it is Active before Blocked before Draft, then the newest created_date, then by path; never
// Done or an older version. Plans of other programs come behind them, in guestOrder. The
// answer points into plans.
func chooseActive(plans []Plan, now time.Time) Resume {
	var r Resume
	var own, guests []*Plan
	for i := range plans {
		p := &plans[i]
		switch {
		case p.Older:
		case p.Reading.Tool != "":
			if p.Status.State != StateDone && !p.Reading.Closed {
				guests = append(guests, p)
			}
		case p.Status.State != StateDone:
			own = append(own, p)
		case !p.Reading.Closed:
			r.Finished = append(r.Finished, p)
		}
	}
	slices.SortStableFunc(own, byResumeOrder)
	order := newGuestOrder(plans, now)
	slices.SortStableFunc(guests, order.compare)
	open := slices.Concat(own, guests)
	if len(open) == 0 {
		return r
	}
	r.Plan = open[0]
	switch {
	case len(own) == 0:
		r.Because = order.because(guests)
	case len(own) == 1 && len(guests) > 0:
		r.Because = because(BecauseOnlyOwnPlan)
	default:
		r.Because = chosenBecause(own)
	}
	for _, p := range open[1:] {
		r.RunnersUp = append(r.RunnersUp, RunnerUp{Plan: p, Behind: behind(p, open[0], order)})
	}
	return r
}

// byResumeOrder orders the vault's own plans.
func byResumeOrder(a, b *Plan) int {
	return cmp.Or(a.Status.State.Rank()-b.Status.State.Rank(), b.Created.Time.Compare(a.Created.Time), cmp.Compare(a.Path, b.Path))
}

// resumesBefore reports whether a would be chosen before b.
func resumesBefore(a, b *Plan, order guestOrder) bool {
	switch aGuest, bGuest := a.Reading.Tool != "", b.Reading.Tool != ""; {
	case aGuest != bGuest:
		return bGuest
	case aGuest:
		return order.compare(a, b) < 0
	}
	return byResumeOrder(a, b) < 0
}

func chosenBecause(open []*Plan) Reason {
	if len(open) == 1 {
		return because(BecauseOnlyPlan)
	}
	first, second := open[0], open[1]
	if first.Status.State != second.Status.State {
		return Reason{Code: BecauseOnlyOfStatus, Name: first.Status.String(), N: len(open)}
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
		return Reason{Code: BecauseFirstByName, Name: kind, N: sameState}
	case first.Created.Time.Equal(second.Created.Time):
		return Reason{Code: BecauseFirstOfSameTime, Name: kind, N: sameTime}
	}
	return Reason{Code: BecauseNewest, Name: kind, N: sameState}
}

func behind(p, chosen *Plan, order guestOrder) Reason {
	switch guest := p.Reading.Tool != ""; {
	case guest && chosen.Reading.Tool != "":
		return order.behind(p, chosen)
	case guest:
		return because(BecauseOwnFirst)
	case p.Status.State != chosen.Status.State && p.Status.State == StateUnknown:
		return because(BecauseUnknownStatus)
	case p.Status.State != chosen.Status.State:
		return Reason{Code: BecauseLaterStatus, Name: p.Status.State.String(), Other: chosen.Status.State.String()}
	case !chosen.Created.Known():
		return because(BecauseNoDates)
	case !p.Created.Known():
		return because(BecauseNoDate)
	case p.Created.Time.Equal(chosen.Created.Time):
		return because(BecauseSameDate)
	}
	return because(BecauseOlderPlan)
}

// Pin is the operator's choice of a plan. It is kept outside the vault.
type Pin struct {
	// Path is that of the plan when pinned, empty for no pin.
	Path string
	// PlanID finds it again after a move.
	PlanID string
	At     time.Time
}

// Set reports whether there is a pin.
func (p Pin) Set() bool { return p.Path != "" }

// on reports whether the pin means this plan at its old path.
func (p Pin) on(plan Plan) bool { return plan.Path == p.Path && plan.ID == p.PlanID }

// Pinned finds the pinned plan, which may have been moved.
func (s Snapshot) Pinned() (Plan, bool) {
	if !s.Pin.Set() {
		return Plan{}, false
	}
	i := slices.IndexFunc(s.Plans, s.Pin.on)
	if i < 0 {
		moved := func(p Plan) bool { return p.ID == s.Pin.PlanID && !p.Older }
		if i = slices.IndexFunc(s.Plans, moved); i < 0 || slices.ContainsFunc(s.Plans[i+1:], moved) {
			return Plan{}, false
		}
	}
	return s.Plans[i], true
}

// PinPlan makes a pin of the plan at path, or says why it cannot.
func (s Snapshot) PinPlan(path string, at time.Time) (pin Pin, refusal Reason) {
	p, ok := s.Plan(path)
	if !ok {
		return Pin{}, noSuch(KindPlan)
	}
	if refusal = p.unfit(); refusal.Given() {
		return Pin{}, refusal
	}
	return Pin{Path: p.Path, PlanID: p.ID, At: at}, Reason{}
}

// unfit says why a plan cannot be resumed.
func (p Plan) unfit() Reason {
	switch {
	case p.Status.State == StateDone:
		return Reason{Code: BecausePlanIs, Name: p.Status.String()}
	case p.Older:
		return because(BecauseNewerThere)
	}
	return Reason{}
}

// Resume chooses the pinned plan while it can be resumed, else by chooseActive.
func (s Snapshot) Resume() Resume {
	r := chooseActive(s.Plans, s.At)
	pinned, ok := s.Pinned()
	switch {
	case !s.Pin.Set():
		return r
	case !ok:
		r.PinDropped = gone(KindPlan)
		return r
	case pinned.unfit().Given():
		r.PinDropped = pinned.unfit()
		return r
	}
	first, order := r.Plan, newGuestOrder(s.Plans, s.At)
	var others []RunnerUp
	if first.Path != pinned.Path {
		others = append(others, RunnerUp{Plan: first, Behind: because(BecauseUnpinnedChoice)})
	}
	for _, up := range r.RunnersUp {
		switch {
		case up.Plan.Path == pinned.Path:
			continue
		case resumesBefore(up.Plan, &pinned, order):
			up.Behind = because(BecauseOtherPinned)
		default:
			up.Behind = behind(up.Plan, &pinned, order)
		}
		others = append(others, up)
	}
	r.Plan, r.RunnersUp, r.Pinned, r.Because = &pinned, others, true, because(BecausePinnedByYou)
	return r
}
