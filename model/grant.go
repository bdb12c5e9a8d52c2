package model

import (
	"fmt"
	"slices"
	"strings"
	"time"
)

// Grant is an operator's approval of a plan, from a file or the plan's log.
type Grant struct {
	// Step is the approved step, zero for none named.
	Step int
	// At is when it was given, zero if unknown.
	At time.Time
	// From is the path of the approved file, or of the plan with the log.
	From string
	// Probably is true if only source or name link the file to the plan.
	Probably bool
}

// allows reports whether the operator approved the step.
func (e LogEntry) allows(step int) bool {
	return e.Actor == OperatorActor && e.What == fmt.Sprintf("%s step %d", ChoiceApprove.Past(), step)
}

// forbids reports whether the operator refused the step, or the agent waits for it
// (again).
func (e LogEntry) forbids(step int) bool {
	number := fmt.Sprintf("step %d", step)
	if e.Actor == OperatorActor {
		return e.What == ChoiceReject.Past()+" "+number || e.What == ChoiceChanges.Past()+" "+number
	}
	return strings.HasPrefix(e.What+" ", "Plan blocked at "+number+" ")
}

// grant finds the approval of an open human step that nothing revoked. A pending request
// means that the agent asks again.
func (p Plan) grant(s Step) (Grant, bool) {
	if slices.Contains(p.AskedSteps, s.Number) || slices.Contains(p.AskedSteps, 0) {
		return Grant{}, false
	}
	var against *LogEntry
	for i := len(p.Log) - 1; i >= 0 && against == nil; i-- {
		switch e := &p.Log[i]; {
		case e.allows(s.Number):
			return Grant{Step: s.Number, At: e.At.Time, From: p.Path}, true
		case e.forbids(s.Number):
			against = e
		}
	}
	for _, g := range p.Grants {
		late := against != nil && (g.At.IsZero() || g.At.Before(against.At.Time))
		if !late && (g.Step == s.Number || g.Step == 0 && p.isNextFor(s)) {
			return g, true
		}
	}
	return Grant{}, false
}

// isNextFor reports whether an approval that names no step can be meant for s: the first
// open human step, if done steps have not used up all such approvals.
func (p Plan) isNextFor(s Step) bool {
	left := 0
	for _, g := range p.Grants {
		if g.Step == 0 {
			left++
		}
	}
	for _, other := range p.Steps {
		switch {
		case !other.Human:
		case other.Done():
			left--
		default:
			return other.Number == s.Number && left > 0
		}
	}
	return false
}

// Granted gives the approval that the agent has not acted on yet: of the first open human
// step, or of the whole plan if there is none.
func (p Plan) Granted() (Grant, bool) {
	if p.Status.State == StateDone || p.Reading.Closed {
		return Grant{}, false
	}
	for _, s := range p.Steps {
		if s.Human && !s.Done() {
			return p.grant(s)
		}
	}
	for _, g := range p.Grants {
		whole := g.From == p.Path || p.Status.State == StateBlocked && g.Step == 0
		if whole && len(p.AskedSteps) == 0 && !p.wroteAfter(g.At) {
			return g, true
		}
	}
	return Grant{}, false
}

func (g Grant) reason() Reason {
	r := Reason{Code: BecauseGranted, Name: g.From, N: g.Step}
	if g.Probably {
		r.More = 1
	}
	return r
}

// wroteAfter reports whether the agent logged anything after a time.
func (p Plan) wroteAfter(at time.Time) bool {
	n := len(p.Log)
	return !at.IsZero() && n > 0 && p.Log[n-1].Actor != OperatorActor && p.Log[n-1].At.Time.After(at)
}

// WaitsForYou reports whether the plan is blocked and no operator has answered.
func (p Plan) WaitsForYou() bool {
	_, granted := p.Granted()
	return p.Status.State == StateBlocked && p.Answered() == nil && !p.Older && !granted
}
