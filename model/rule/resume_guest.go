package rule

import (
	"cmp"
	"slices"
	"time"

	"coldstart/model"
)

// paused reports whether somebody declared a pause of the work on a plan that still counts.
func paused(p model.Plan, now time.Time) bool { return p.Stop.Holds(now) && !p.Stop.Cut }

// LastTouched is when work on a plan of another program was last seen: the time of its files, else
// of a note about its rest, else of its creation.
func LastTouched(p model.Plan) model.Stamp {
	switch {
	case p.Touched.Known():
		return p.Touched
	case p.Stop.Counts() && p.Stop.At.Known():
		return p.Stop.At
	}
	return p.Created
}

// pausedAt orders pauses.
func pausedAt(p model.Plan) time.Time {
	if p.Stop.At.Known() {
		return p.Stop.At.Time
	}
	return LastTouched(p).Time
}

// The plans of other programs in the order in which they would be resumed.
const (
	groupPaused = iota
	groupBegun
	groupDraft
	groupUnknown
)

// guestGroup is how near a plan of another program is to work.
func guestGroup(p *model.Plan, now time.Time) int {
	switch state := p.Status.State; {
	case paused(*p, now):
		return groupPaused
	case state == model.StateActive, state == model.StateBlocked, p.Stop.Counts(), p.Reading.Current:
		return groupBegun
	case state == model.StateDraft:
		return groupDraft
	case state == model.StateUnknown && !p.Reading.Stateless:
		// Its word is not known, and somebody ticks its steps.
		if done, all := p.Progress(); done > 0 && done < all {
			return groupBegun
		}
	}
	return groupUnknown
}

// Unsure reports an open plan of another program of which nobody knows how far it is. It is neither finished nor resumed, unless
// the operator pins it.
func Unsure(p model.Plan, now time.Time) bool {
	return p.Reading.Tool != "" && p.Status.State == model.StateUnknown && guestGroup(&p, now) == groupUnknown
}

// guestOrder orders the plans of other programs at a time: what somebody declared paused, the
// newest first; then what was begun before drafts before unknown states. Among these, a plan
// comes behind if its program names another one as current; then if it is blocked; then what was
// touched last comes first.
type guestOrder struct {
	now time.Time
	// naming are the programs that name an open plan as current.
	naming map[string]bool
}

func newGuestOrder(plans []model.Plan, now time.Time) guestOrder {
	o := guestOrder{now, map[string]bool{}}
	for _, p := range plans {
		if p.Reading.Current && p.Status.State != model.StateDone && !p.Reading.Closed {
			o.naming[p.Reading.Tool] = true
		}
	}
	return o
}

// passed reports whether the plan's program names another one as current.
func (o guestOrder) passed(p *model.Plan) bool { return !p.Reading.Current && o.naming[p.Reading.Tool] }

func (o guestOrder) compare(a, b *model.Plan) int {
	x, y := guestGroup(a, o.now), guestGroup(b, o.now)
	if x == groupPaused && y == groupPaused {
		return cmp.Or(pausedAt(*b).Compare(pausedAt(*a)), cmp.Compare(a.Path, b.Path))
	}
	// The numbers and dates in names rise.
	return cmp.Or(x-y, model.FalseFirst(o.passed(a), o.passed(b)), model.FalseFirst(isBlocked(a), isBlocked(b)),
		LastTouched(*b).Time.Compare(LastTouched(*a).Time), cmp.Compare(b.Path, a.Path))
}

func isBlocked(p *model.Plan) bool { return p.Status.State == model.StateBlocked }

// because says why the first of the open plans of other programs comes first.
func (o guestOrder) because(open []*model.Plan) model.Reason {
	first := open[0]
	group := guestGroup(first, o.now)
	count := func(like func(*model.Plan) bool) (n int) {
		for _, p := range open {
			if guestGroup(p, o.now) == group && like(p) {
				n++
			}
		}
		return n
	}
	all := count(func(*model.Plan) bool { return true })
	free := count(func(p *model.Plan) bool { return isBlocked(p) == isBlocked(first) })
	switch {
	case group == groupPaused && all == 1:
		return model.Because(model.BecausePaused)
	case group == groupPaused:
		return model.Reason{Code: model.BecauseNewestPause, N: all}
	case len(open) == 1:
		return model.Because(model.BecauseOnlyPlan)
	case first.Reading.Current && slices.ContainsFunc(open, o.passed):
		return model.Reason{Code: model.BecauseNamedCurrent, Name: first.Reading.Tool}
	case all == 1 && group == groupBegun:
		return model.Reason{Code: model.BecauseOnlyBegun, N: len(open)}
	case all == 1:
		return model.Reason{Code: model.BecauseOnlyOfStatus, Name: first.Status.String(), N: len(open)}
	case free == 1 && !isBlocked(first):
		return model.Reason{Code: model.BecauseOnlyFree, N: all}
	}
	same := count(func(p *model.Plan) bool { return isBlocked(p) == isBlocked(first) && o.passed(p) == o.passed(first) })
	r := model.Reason{Code: model.BecauseTouchedLast, Name: groupWords[group], N: same}
	if free < all {
		r.Name += " and are not blocked"
	}
	if LastTouched(*open[1]).Time.Equal(LastTouched(*first).Time) {
		r.Code = model.BecauseLastByName
	}
	return r
}

// groupWords are the plans of a group.
var groupWords = [...]string{groupPaused: "paused plans", groupBegun: "plans that were begun", groupDraft: "Draft plans", groupUnknown: "plans of unknown status"}

// behind says why a plan of another program comes behind the chosen one.
func (o guestOrder) behind(p, chosen *model.Plan) model.Reason {
	x, y := guestGroup(p, o.now), guestGroup(chosen, o.now)
	switch {
	case x != y && y == groupPaused:
		return model.Because(model.BecausePauseFirst)
	case x != y && x == groupUnknown:
		return model.Because(model.BecauseUnknownStatus)
	case x != y:
		return model.Because(model.BecauseBegunFirst)
	case x == groupPaused:
		return model.Because(model.BecauseOlderPause)
	case o.passed(p) && !o.passed(chosen):
		return model.Reason{Code: model.BecauseOtherCurrent, Name: p.Reading.Tool}
	case isBlocked(p) && !isBlocked(chosen):
		return model.Because(model.BecauseOtherFree)
	case LastTouched(*p).Time.Equal(LastTouched(*chosen).Time):
		return model.Because(model.BecauseSameTouch)
	}
	return model.Because(model.BecauseTouchedEarlier)
}
