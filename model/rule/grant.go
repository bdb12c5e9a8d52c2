package rule

import (
	"slices"
	"time"

	"coldstart/model"
)

// BlockedSince returns the time of the newest log entry, with which the reference program
// logs a block, else the plan's creation.
func BlockedSince(p model.Plan) (since model.Stamp, logged bool) {
	if n := len(p.Log); n > 0 && p.Log[n-1].At.Known() {
		return p.Log[n-1].At, true
	}
	if p.Reading.Tool != "" {
		return LastTouched(p), false
	}
	return p.Created, false
}

// blockedAgain reports whether the agent blocked the plan without a line in its log, after an
// approval had made it Active.
func blockedAgain(p model.Plan) bool {
	return p.Own() && p.Status.State == model.StateBlocked && saidPlan(p, model.ChoiceApprove)
}

// grant finds the approval of an open human step that nothing revoked. A pending request
// means that the agent asks again.
func grant(p model.Plan, s model.Step) (model.Grant, bool) {
	open := append(slices.Clip(p.AskedSteps), p.Disputed...)
	_, other := approvedAs(p, s)
	if other || slices.Contains(open, s.Number) || slices.Contains(open, 0) || blockedAgain(p) {
		return model.Grant{}, false
	}
	against := lastWord(p, s.Number)
	if against != nil && against.Allows(s.Number) {
		// The file that was approved says what was meant by the line of the log.
		if g, ok := model.First(p.Grants, func(g *model.Grant) bool { return g.Step == s.Number && g.Altered }); ok {
			return g, true
		}
		return model.Grant{Step: s.Number, At: against.At.Time, From: p.Path}, true
	}
	for _, g := range p.Grants {
		late := against != nil && (g.At.IsZero() || g.At.Before(against.At.Time))
		if !late && (g.Step == s.Number || g.Step == 0 && isNextFor(p, s)) {
			return g, true
		}
	}
	return model.Grant{}, false
}

// lastWord is the newest line of the log that allows or forbids a step and was not taken back, nil for none.
func lastWord(p model.Plan, step int) *model.LogEntry {
	undone := map[string]int{}
	for i := len(p.Log) - 1; i >= 0; i-- {
		e := &p.Log[i]
		line, undoes := e.Undoes(step)
		switch {
		case undoes:
			undone[line]++
		case e.Actor == model.OperatorActor && undone[e.What] > 0:
			undone[e.What]--
		case p.Overrules(*e):
		case e.Allows(step), e.Forbids(step):
			return e
		}
	}
	return nil
}

// isNextFor reports whether an approval that names no step can be meant for s: the first
// open human step, if done steps have not used up all such approvals.
func isNextFor(p model.Plan, s model.Step) bool {
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

// Granted returns the approval that the agent has not acted on yet: of the first open human
// step, or of the whole plan if there is none.
func Granted(p model.Plan) (model.Grant, bool) {
	if p.Status.State == model.StateDone || p.Reading.Closed {
		return model.Grant{}, false
	}
	for _, s := range p.Steps {
		if s.Human && !s.Done() {
			return grant(p, s)
		}
	}
	for _, g := range p.Grants {
		whole := g.From == p.Path || p.Status.State == model.StateBlocked && g.Step == 0
		if whole && len(p.AskedSteps) == 0 && !wroteAfter(p, g.At) {
			return g, true
		}
	}
	return model.Grant{}, false
}

func reason(g model.Grant) model.Reason {
	r := model.Reason{Code: model.BecauseGranted, Name: g.From, N: g.Step}
	if g.Probably {
		r.More = 1
	}
	return r
}

// wroteAfter reports whether the agent logged anything after a time.
func wroteAfter(p model.Plan, at time.Time) bool {
	n := len(p.Log)
	return !at.IsZero() && n > 0 && p.Log[n-1].Actor != model.OperatorActor && p.Log[n-1].At.Time.After(at)
}

// SentBack reports whether the requests of a plan wait for their agent: the operator asked for changes.
func SentBack(p model.Plan) bool { return len(p.AskedSteps) > 0 && !p.AsksYou }

// WaitsForYou reports whether the plan is blocked and no operator has answered since, or its agent asks again.
func WaitsForYou(p model.Plan) bool {
	if p.Status.State != model.StateBlocked || p.Older || p.Answered() != nil && !p.AsksYou && !blockedAgain(p) {
		return false
	}
	_, granted := Granted(p)
	return !granted
}
