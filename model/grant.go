package model

import (
	"fmt"
	"slices"
	"strings"
	"time"
)

// Grant is an operator's yes to a plan, as a file or the plan's own log tells it.
type Grant struct {
	// Step is the step that is allowed; zero where the yes names none.
	Step int
	// At is when it was given, zero where nothing tells.
	At time.Time
	// From is the path of the approved file, or of the plan whose log says it.
	From string
	// Probably is true where the file belongs to the plan by its source or name only.
	Probably bool
}

// allows and forbids read a line of the log about a step: what the operator said,
// and that the agent came to wait for it (again).
func (e LogEntry) allows(step int) bool {
	return e.Actor == OperatorActor && e.What == fmt.Sprintf("%s step %d", ChoiceApprove.Past(), step)
}

func (e LogEntry) forbids(step int) bool {
	number := fmt.Sprintf("step %d", step)
	if e.Actor == OperatorActor {
		return e.What == ChoiceReject.Past()+" "+number || e.What == ChoiceChanges.Past()+" "+number
	}
	return strings.HasPrefix(e.What+" ", "Plan blocked at "+number+" ")
}

// grant finds the yes to an open human step that nothing has taken back. A request
// that is still pending for the step says that it is asked again.
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

// isNextFor reports whether a yes that names no step can be meant for s: it is the
// first open human step, and the steps that were done have not used up all of them.
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

// Granted gives the yes that the agent has not acted on yet: to the plan's first
// open human step or, where it has none, to the plan as a whole.
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

// reason is that the yes was given and nothing came of it yet.
func (g Grant) reason() Reason {
	r := Reason{Code: BecauseGranted, Name: g.From, N: g.Step}
	if g.Probably {
		r.More = 1
	}
	return r
}

// wroteAfter reports whether the plan's log goes on behind a moment.
func (p Plan) wroteAfter(at time.Time) bool {
	n := len(p.Log)
	return !at.IsZero() && n > 0 && p.Log[n-1].Actor != OperatorActor && p.Log[n-1].At.Time.After(at)
}

// WaitsForYou reports whether the plan says that it is blocked and no operator has
// answered it.
func (p Plan) WaitsForYou() bool {
	_, granted := p.Granted()
	return p.Status.State == StateBlocked && p.Answered() == nil && !p.Older && !granted
}
