package rule

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
	"time"

	"coldstart/model"
)

// Resume says which plan the next session goes on with, and why.
type Resume struct {
	// Plan is nil if no plan is open, or if of none of them is known how far it is.
	Plan *model.Plan
	// Because says why this plan was chosen.
	Because model.Reason
	// RunnersUp are the other open plans, the next choice first.
	RunnersUp []RunnerUp
	// Asking are the plans that wait for an approval as requests themselves.
	Asking []*model.Plan
	// Finished are the Done plans still in the plans folder.
	Finished []*model.Plan
	// Pinned says that the operator chose it.
	Pinned bool
	// PinDropped says why the pin does not count.
	PinDropped model.Reason
}

// RunnerUp is an open plan that was not chosen.
type RunnerUp struct {
	Plan *model.Plan
	// Behind says why the chosen one comes first.
	Behind model.Reason
}

// chooseActive picks the plan to resume. Where the vault has plans in the agents' own schema it is
// Active before Blocked before Draft, then the newest created_date, then by path (seed "Initialize
// Session"); else by standing, drafts by their priority, then the same. It is never Done, an older
// version, or what waits as a request itself. Plans of other programs come behind the vault's, in
// guestOrder. The answer points into plans.
func chooseActive(plans []model.Plan, now time.Time) Resume {
	var r Resume
	var own, guests []*model.Plan
	for i := range plans {
		p := &plans[i]
		switch {
		case p.Older:
		case p.Reading.Request:
			r.Asking = append(r.Asking, p)
		case p.Reading.Tool != "":
			if p.Status.State != model.StateDone && !p.Reading.Closed {
				guests = append(guests, p)
			}
		case p.Status.State != model.StateDone:
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
	if Unsure(*open[0], now) {
		for _, p := range open {
			r.RunnersUp = append(r.RunnersUp, RunnerUp{Plan: p, Behind: model.Because(model.BecauseUnknownStatus)})
		}
		return r
	}
	r.Plan = open[0]
	switch {
	case len(own) == 0:
		r.Because = order.guests.because(guests)
	case len(own) == 1 && len(guests) > 0:
		r.Because = model.Because(model.BecauseOnlyOwnPlan)
	default:
		r.Because = order.because(own)
	}
	for _, p := range open[1:] {
		r.RunnersUp = append(r.RunnersUp, RunnerUp{Plan: p, Behind: order.behind(p, open[0])})
	}
	return r
}

// readiness is how soon a plan is resumed. The agents' own plans have no other than
// their state.
type readiness int

const (
	readyActive readiness = iota
	// readyBlocked is for the agents' own plans and those that are begun: others wait, or were approved.
	readyBlocked
	readyApproved
	readyDraft
	readyWaits
	readyUnknown
)

// String returns the word for plans of this readiness.
func (s readiness) String() string {
	return [...]string{"Active", "Blocked", "approved", "Draft", "waiting", "Unknown"}[s]
}

// resumeOrder orders open plans.
type resumeOrder struct {
	// seed is true where a plan is in the agents' own schema: their order counts to the letter.
	seed   bool
	guests guestOrder
}

func newResumeOrder(plans []model.Plan, now time.Time) resumeOrder {
	return resumeOrder{guests: newGuestOrder(plans, now), seed: slices.ContainsFunc(plans, func(p model.Plan) bool {
		return p.Own() && p.Status.State != model.StateDone && !p.Older
	})}
}

// readiness of a plan: one that was never begun and can only wait for a human comes behind those that an agent can go on
// with.
func (o resumeOrder) readiness(p *model.Plan) readiness {
	state := p.Status.State
	if !o.seed && state == model.StateBlocked {
		if g, granted := Granted(*p); granted && g.Yours() {
			return readyApproved
		}
		if done, _ := p.Progress(); done > 0 {
			return readyBlocked
		}
		return readyWaits
	}
	if !o.seed && state == model.StateDraft && slices.Contains(p.AskedSteps, 0) {
		return readyWaits
	}
	return [...]readiness{model.StateActive: readyActive, model.StateBlocked: readyBlocked, model.StateDraft: readyDraft, model.StateUnknown: readyUnknown, model.StateDone: readyUnknown}[state]
}

// priority is that of a draft where it decides.
func (o resumeOrder) priority(p *model.Plan) model.Pressing {
	if o.seed || o.readiness(p) != readyDraft {
		return model.PressingNormal
	}
	if p.Priority == "" && titledUrgent(p.Objective) {
		// Anybody may write so into a mail that a plan is made of.
		return model.PressingMail
	}
	return ParsePriority(p.Priority)
}

// compare orders the vault's own plans.
func (o resumeOrder) compare(a, b *model.Plan) int {
	return cmp.Or(cmp.Compare(o.readiness(a), o.readiness(b)), cmp.Compare(o.priority(b), o.priority(a)),
		b.Created.Time.Compare(a.Created.Time), cmp.Compare(a.Path, b.Path))
}

// before reports whether a would be chosen before b.
func (o resumeOrder) before(a, b *model.Plan) bool {
	switch aGuest, bGuest := a.Reading.Tool != "", b.Reading.Tool != ""; {
	case aGuest != bGuest:
		return bGuest
	case aGuest:
		return o.guests.compare(a, b) < 0
	}
	return o.compare(a, b) < 0
}

// because says why the first of the vault's open plans comes first.
func (o resumeOrder) because(open []*model.Plan) model.Reason {
	if len(open) == 1 {
		return model.Because(model.BecauseOnlyPlan)
	}
	first, second := open[0], open[1]
	ready := o.readiness(first)
	if ready != o.readiness(second) {
		return model.Reason{Code: model.BecauseOnlyOfStatus, Name: ready.String(), N: len(open)}
	}
	all, pressing, sameTime := 0, 0, 0
	for _, p := range open {
		if o.readiness(p) != ready {
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
	kind := ready.String() + " plans"
	if ready == readyUnknown {
		kind = "plans of unknown status"
	}
	if pressing == 1 {
		return model.Reason{Code: model.BecausePriority, Name: kind, N: all}
	}
	if pressing < all {
		kind += " with the highest priority"
	}
	switch {
	case !first.Created.Known():
		return model.Reason{Code: model.BecauseFirstByName, Name: kind, N: pressing}
	case first.Created.Time.Equal(second.Created.Time):
		return model.Reason{Code: model.BecauseFirstOfSameTime, Name: kind, N: sameTime}
	}
	return model.Reason{Code: model.BecauseNewest, Name: kind, N: pressing}
}

// behind says why a plan comes behind the chosen one.
func (o resumeOrder) behind(p, chosen *model.Plan) model.Reason {
	x, y := o.readiness(p), o.readiness(chosen)
	switch guest := p.Reading.Tool != ""; {
	case guest && chosen.Reading.Tool != "":
		return o.guests.behind(p, chosen)
	case guest:
		return model.Because(model.BecauseOwnFirst)
	case x != y && x == readyUnknown:
		return model.Because(model.BecauseUnknownStatus)
	case x != y && x == readyWaits:
		return model.Because(model.BecauseOnlyWaits)
	case x != y:
		return model.Reason{Code: model.BecauseLaterStatus, Name: x.String(), Other: y.String()}
	case o.priority(p) != o.priority(chosen) && p.Priority == "":
		return model.Because(model.BecauseNoPriority)
	case o.priority(p) != o.priority(chosen):
		return model.Because(model.BecauseLessPressing)
	case !chosen.Created.Known():
		return model.Because(model.BecauseNoDates)
	case !p.Created.Known():
		return model.Because(model.BecauseNoDate)
	case p.Created.Time.Equal(chosen.Created.Time):
		return model.Because(model.BecauseSameDate)
	}
	return model.Because(model.BecauseOlderPlan)
}

// Set reports whether there is a pin.
func Set(p model.Pin) bool { return p.Path != "" }

// Pinned finds the pinned plan, which may have been moved.
func Pinned(s model.Snapshot) (model.Plan, bool) {
	if !Set(s.Pin) {
		return model.Plan{}, false
	}
	i := slices.IndexFunc(s.Plans, func(p model.Plan) bool { return p.Path == s.Pin.Path && p.ID == s.Pin.PlanID })
	if i < 0 {
		moved := func(p model.Plan) bool { return p.ID == s.Pin.PlanID && !p.Older }
		if i = slices.IndexFunc(s.Plans, moved); i < 0 || slices.ContainsFunc(s.Plans[i+1:], moved) {
			return model.Plan{}, false
		}
	}
	return s.Plans[i], true
}

// PinPlan makes a pin of the plan at path, or says why it cannot.
func PinPlan(s model.Snapshot, path string, at time.Time) (pin model.Pin, refusal model.Reason) {
	p, ok := s.Plan(path)
	if !ok {
		return model.Pin{}, noSuch(model.KindPlan)
	}
	if refusal = unfit(p); refusal.Given() {
		return model.Pin{}, refusal
	}
	return model.Pin{Path: p.Path, PlanID: p.ID, At: at}, model.Reason{}
}

// unfit says why a plan cannot be resumed.
func unfit(p model.Plan) model.Reason {
	switch {
	case p.Status.State == model.StateDone:
		return model.Reason{Code: model.BecausePlanIs, Name: p.Status.String()}
	case p.Older:
		return model.Because(model.BecauseNewerThere)
	}
	return model.Reason{}
}

// ResumeOf chooses the pinned plan while it can be resumed, else by chooseActive, and says where the
// agents' plan manager has others that are equal to it.
func ResumeOf(s model.Snapshot) Resume {
	r := choose(s)
	theirs, _ := ManagerChoice(s)
	if r.Plan == nil || len(theirs) < 2 || !slices.Contains(theirs, r.Plan.Path) {
		return r
	}
	at := slices.IndexFunc(theirs, func(file string) bool { return file != r.Plan.Path })
	taken, _ := ManagedPlan(s, theirs[at])
	r.Because.Tied, r.Because.More = taken.Path, len(theirs)-2
	return r
}

func choose(s model.Snapshot) Resume {
	r := chooseActive(s.Plans, s.At)
	pinned, ok := Pinned(s)
	switch {
	case !Set(s.Pin):
		return r
	case !ok:
		r.PinDropped = gone(model.KindPlan)
		return r
	case unfit(pinned).Given():
		r.PinDropped = unfit(pinned)
		return r
	}
	first, order := r.Plan, newResumeOrder(s.Plans, s.At)
	var others []RunnerUp
	if first != nil && first.Path != pinned.Path {
		others = append(others, RunnerUp{Plan: first, Behind: model.Because(model.BecauseUnpinnedChoice)})
	}
	for _, up := range r.RunnersUp {
		switch {
		case up.Plan.Path == pinned.Path:
			continue
		case order.before(up.Plan, &pinned):
			up.Behind = model.Because(model.BecauseOtherPinned)
		default:
			up.Behind = order.behind(up.Plan, &pinned)
		}
		others = append(others, up)
	}
	r.Plan, r.RunnersUp, r.Pinned, r.Because = &pinned, others, true, model.Because(model.BecausePinnedByYou)
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
	Step *model.Step
	// Waits is the first open step of a person before Step, nil for none. The seed's algorithm skips it; an operator
	// must not.
	Waits *model.Step
	// At is the last time in the reasoning log; for a plan of another program without one, when its files changed. A pause
	// that counts wins.
	At model.Stamp
}

// NextPlan finds where the work on a plan continues; nowhere, where it is finished.
func NextPlan(p model.Plan) Next {
	n := Next{At: checkpointAt(p)}
	if p.Reading.Closed || p.Status.State == model.StateDone && p.Reading.Status != model.BasisDeclared {
		return n
	}
	n.Waits, n.Step = openSteps(p)
	switch {
	case p.Stop.Counts() && p.Stop.Next != "":
		n.Said = p.Stop.Next
	case p.Reading.Tool != "", n.Waits == nil && n.Step == nil:
		n.Said = p.Reading.Next
	}
	if p.Reading.Tool != "" {
		n.hold(p)
	}
	return n
}

// hold makes the step of a plan of another program the one that the program names. Where it names none of them, an agent cannot
// begin any.
func (n *Next) hold(p model.Plan) {
	named := slices.IndexFunc(p.Steps, func(s model.Step) bool {
		return n.Said != "" && !s.Done() && (s.Text == n.Said || strings.HasPrefix(n.Said, s.Text+": "))
	})
	switch {
	case named >= 0 && p.Steps[named].Human:
		n.Waits = &p.Steps[named]
	case named >= 0:
		n.Step = &p.Steps[named]
	case n.Said != "" && n.Said == p.Reading.Next:
		n.Step = nil
	case n.Step != nil:
		if at := slices.IndexFunc(p.Steps, inWork); at >= 0 {
			n.Step = &p.Steps[at]
		} else if at := slices.IndexFunc(p.Steps, ready); at >= 0 {
			n.Step = &p.Steps[at]
		}
	}
}

// inWork reports a step that somebody has begun and not ended, ready one that nobody has begun and that nothing holds up.
func inWork(s model.Step) bool { return s.Mark == '-' && !s.Human }
func ready(s model.Step) bool  { return !s.Done() && !s.Human && s.Mark != '!' && s.Mark != '~' }

// First is the step at which the work stands: the one that waits for a person, else the next one; nil for none.
func (n Next) First() *model.Step { return cmp.Or(n.Waits, n.Step) }

// Words say what comes next, "" for nothing.
func (n Next) Words() string {
	if s := n.First(); n.Said == "" && s != nil {
		return s.Title()
	}
	return n.Said
}

// openSteps are the first open step of a person that nobody approved, and the first one behind it that an agent may do.
func openSteps(p model.Plan) (waits, next *model.Step) {
	for i := range p.Steps {
		s := &p.Steps[i]
		switch {
		case s.Done():
		case s.Human:
			if g, granted := grant(p, *s); granted && g.Yours() {
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
func checkpointAt(p model.Plan) (at model.Stamp) {
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

// AuditLines are what a session start writes into the audit trail (seed "Initialize
// Session", to the letter).
func AuditLines(s model.Snapshot, at time.Time) []string {
	stamp := "- [" + model.FormatUTC(at) + "] Agent: "
	p := ResumeOf(s).Plan
	if p == nil {
		return []string{stamp + "Session initialized — No active plans found. Beginning triage flow."}
	}
	detected := fmt.Sprintf("Detected active plan — %s (Status: %s).", model.OneLine(p.ID), model.OneLine(p.Status.String()))
	if next := NextPlan(*p).Step; next != nil {
		detected += fmt.Sprintf(" Resuming from step %d.", next.Number)
	}
	return []string{stamp + "Session initialized — Scanned /Plans/ for active plans.", stamp + detected}
}
