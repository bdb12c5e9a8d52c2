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

// chooseActive picks the plan to resume. Where the vault has plans in the agents' own schema it is
// Active before Blocked before Draft, then the newest created_date, then by path (seed "Initialize
// Session"); else by standing, drafts by their priority, then the same. It is never Done, an older
// version, or what waits as a request itself. Plans of other programs come behind the vault's, in
// guestOrder. The answer points into plans.
func chooseActive(plans []Plan, now time.Time) Resume {
	var r Resume
	var own, guests []*Plan
	for i := range plans {
		p := &plans[i]
		switch {
		case p.Older, p.Reading.Request:
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
	order := newResumeOrder(plans, now)
	slices.SortStableFunc(own, order.compare)
	slices.SortStableFunc(guests, order.guests.compare)
	open := slices.Concat(own, guests)
	if len(open) == 0 {
		return r
	}
	r.Plan = open[0]
	switch {
	case len(own) == 0:
		r.Because = order.guests.because(guests)
	case len(own) == 1 && len(guests) > 0:
		r.Because = because(BecauseOnlyOwnPlan)
	default:
		r.Because = order.because(own)
	}
	for _, p := range open[1:] {
		r.RunnersUp = append(r.RunnersUp, RunnerUp{Plan: p, Behind: order.behind(p, open[0])})
	}
	return r
}

// standing is how ready a plan is to be gone on with. The agents' own plans have no other than
// their state.
type standing int

const (
	standingActive standing = iota
	// standingBlocked is for the agents' own plans: others wait, or were approved.
	standingBlocked
	standingApproved
	standingDraft
	standingWaits
	standingUnknown
)

// String returns the word for plans that stand so.
func (s standing) String() string {
	return [...]string{"Active", "Blocked", "approved", "Draft", "waiting", "Unknown"}[s]
}

// resumeOrder orders open plans.
type resumeOrder struct {
	// seed is true where a plan is in the agents' own schema: their order counts to the letter.
	seed   bool
	guests guestOrder
}

func newResumeOrder(plans []Plan, now time.Time) resumeOrder {
	return resumeOrder{guests: newGuestOrder(plans, now), seed: slices.ContainsFunc(plans, func(p Plan) bool {
		return p.Own() && p.Status.State != StateDone && !p.Older
	})}
}

// standing of a plan: one that can only wait for a human comes behind those that an agent can go on
// with.
func (o resumeOrder) standing(p *Plan) standing {
	state := p.Status.State
	if !o.seed && state == StateBlocked {
		if _, granted := p.Granted(); granted {
			return standingApproved
		}
		return standingWaits
	}
	if !o.seed && state == StateDraft && slices.Contains(p.AskedSteps, 0) {
		return standingWaits
	}
	return [...]standing{StateActive: standingActive, StateBlocked: standingBlocked, StateDraft: standingDraft, StateUnknown: standingUnknown, StateDone: standingUnknown}[state]
}

// priority is that of a draft where it decides.
func (o resumeOrder) priority(p *Plan) Pressing {
	if o.seed || o.standing(p) != standingDraft {
		return PressingNormal
	}
	return ParsePriority(p.Priority)
}

// compare orders the vault's own plans.
func (o resumeOrder) compare(a, b *Plan) int {
	return cmp.Or(cmp.Compare(o.standing(a), o.standing(b)), cmp.Compare(o.priority(b), o.priority(a)),
		b.Created.Time.Compare(a.Created.Time), cmp.Compare(a.Path, b.Path))
}

// before reports whether a would be chosen before b.
func (o resumeOrder) before(a, b *Plan) bool {
	switch aGuest, bGuest := a.Reading.Tool != "", b.Reading.Tool != ""; {
	case aGuest != bGuest:
		return bGuest
	case aGuest:
		return o.guests.compare(a, b) < 0
	}
	return o.compare(a, b) < 0
}

// because says why the first of the vault's open plans comes first.
func (o resumeOrder) because(open []*Plan) Reason {
	if len(open) == 1 {
		return because(BecauseOnlyPlan)
	}
	first, second := open[0], open[1]
	stands := o.standing(first)
	if stands != o.standing(second) {
		return Reason{Code: BecauseOnlyOfStatus, Name: stands.String(), N: len(open)}
	}
	all, pressing, sameTime := 0, 0, 0
	for _, p := range open {
		if o.standing(p) != stands {
			continue
		}
		all++
		if o.priority(p) != o.priority(first) {
			continue
		}
		pressing++
		if p.Created.Time.Equal(first.Created.Time) {
			sameTime++
		}
	}
	kind := stands.String() + " plans"
	if stands == standingUnknown {
		kind = "plans of unknown status"
	}
	if pressing == 1 {
		return Reason{Code: BecausePriority, Name: kind, N: all}
	}
	if pressing < all {
		kind += " with the highest priority"
	}
	switch {
	case !first.Created.Known():
		return Reason{Code: BecauseFirstByName, Name: kind, N: pressing}
	case first.Created.Time.Equal(second.Created.Time):
		return Reason{Code: BecauseFirstOfSameTime, Name: kind, N: sameTime}
	}
	return Reason{Code: BecauseNewest, Name: kind, N: pressing}
}

// behind says why a plan comes behind the chosen one.
func (o resumeOrder) behind(p, chosen *Plan) Reason {
	x, y := o.standing(p), o.standing(chosen)
	switch guest := p.Reading.Tool != ""; {
	case guest && chosen.Reading.Tool != "":
		return o.guests.behind(p, chosen)
	case guest:
		return because(BecauseOwnFirst)
	case x != y && x == standingUnknown:
		return because(BecauseUnknownStatus)
	case x != y && x == standingWaits:
		return because(BecauseOnlyWaits)
	case x != y:
		return Reason{Code: BecauseLaterStatus, Name: x.String(), Other: y.String()}
	case o.priority(p) != o.priority(chosen) && p.Priority == "":
		return because(BecauseNoPriority)
	case o.priority(p) != o.priority(chosen):
		return because(BecauseLessPressing)
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

// Pinned finds the pinned plan, which may have been moved.
func (s Snapshot) Pinned() (Plan, bool) {
	if !s.Pin.Set() {
		return Plan{}, false
	}
	i := slices.IndexFunc(s.Plans, func(p Plan) bool { return p.Path == s.Pin.Path && p.ID == s.Pin.PlanID })
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

// Resume chooses the pinned plan while it can be resumed, else by chooseActive, and says where the
// agents' plan manager has others that are equal to it.
func (s Snapshot) Resume() Resume {
	r := s.choose()
	theirs, _ := s.ManagerChoice()
	if r.Plan == nil || len(theirs) < 2 || !slices.Contains(theirs, r.Plan.Path) {
		return r
	}
	at := slices.IndexFunc(theirs, func(file string) bool { return file != r.Plan.Path })
	taken, _ := s.ManagedPlan(theirs[at])
	r.Because.Tied, r.Because.More = taken.Path, len(theirs)-2
	return r
}

func (s Snapshot) choose() Resume {
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
	first, order := r.Plan, newResumeOrder(s.Plans, s.At)
	var others []RunnerUp
	if first != nil && first.Path != pinned.Path {
		others = append(others, RunnerUp{Plan: first, Behind: because(BecauseUnpinnedChoice)})
	}
	for _, up := range r.RunnersUp {
		switch {
		case up.Plan.Path == pinned.Path:
			continue
		case order.before(up.Plan, &pinned):
			up.Behind = because(BecauseOtherPinned)
		default:
			up.Behind = order.behind(up.Plan, &pinned)
		}
		others = append(others, up)
	}
	r.Plan, r.RunnersUp, r.Pinned, r.Because = &pinned, others, true, because(BecausePinnedByYou)
	return r
}

// Next is where the work on a plan continues, for the screen, the report, the hand-over, JSON and the queue. Which
// step a blocked plan waits for is WaitingStep.
type Next struct {
	// Said is what comes next in words of its own: by the note of a pause, else by the program that keeps the plan, else
	// by the sentence that stands for steps. It is "" where Step and Waits say it.
	Said string
	// Step is the first open step that is not a person's or that the operator approved, nil for none (seed "Checkpoint
	// Detection Algorithm").
	Step *Step
	// Waits is the first open step of a person before Step, nil for none. The seed's algorithm skips it; an operator
	// must not.
	Waits *Step
	// At is the last time in the reasoning log; for a plan of another program without one, when its files changed. A pause
	// that counts wins.
	At Stamp
}

// Next finds where the work on a plan continues; nowhere, where it is finished.
func (p Plan) Next() Next {
	n := Next{At: p.checkpointAt()}
	if p.Reading.Closed || p.Status.State == StateDone && p.Reading.Status != BasisDeclared {
		return n
	}
	n.Waits, n.Step = p.openSteps()
	switch {
	case p.Stop.Counts() && p.Stop.Next != "":
		n.Said = p.Stop.Next
	case p.Reading.Tool != "", n.Waits == nil && n.Step == nil:
		n.Said = p.Reading.Next
	}
	return n
}

// First is the step at which the work stands: the one that waits for a person, else the next one; nil for none.
func (n Next) First() *Step { return cmp.Or(n.Waits, n.Step) }

// Words say what comes next, "" for nothing.
func (n Next) Words() string {
	if s := n.First(); n.Said == "" && s != nil {
		return s.Title()
	}
	return n.Said
}

// openSteps are the first open step of a person that nobody approved, and the first one behind it that an agent may do.
func (p Plan) openSteps() (waits, next *Step) {
	for i := range p.Steps {
		s := &p.Steps[i]
		switch {
		case s.Done():
		case s.Human:
			if g, granted := p.grant(*s); granted && !g.ByOthers {
				return waits, s
			}
			waits = cmp.Or(waits, s)
		default:
			return waits, s
		}
	}
	return waits, nil
}

// checkpointAt is when the work was last written down.
func (p Plan) checkpointAt() (at Stamp) {
	for i := len(p.Log) - 1; i >= 0 && !at.Known(); i-- {
		at = p.Log[i].At
	}
	if !at.Known() && p.Reading.Tool != "" {
		at = p.Touched
	}
	if p.Stop.Counts() && p.Stop.At.Known() {
		at = p.Stop.At
	}
	return at
}
