package model

import (
	"cmp"
	"slices"
	"time"
)

// paused reports whether somebody declared a pause of the work on a plan that still counts.
func (p Plan) paused(now time.Time) bool { return p.Stop.Holds(now) && !p.Stop.Cut }

// LastTouched is when work on a plan of another program was last seen: the time of its files, else
// of a note about its rest, else of its creation.
func (p Plan) LastTouched() Stamp {
	switch {
	case p.Touched.Known():
		return p.Touched
	case p.Stop.Counts() && p.Stop.At.Known():
		return p.Stop.At
	}
	return p.Created
}

// pausedAt orders pauses.
func (p Plan) pausedAt() time.Time {
	if p.Stop.At.Known() {
		return p.Stop.At.Time
	}
	return p.LastTouched().Time
}

// The plans of other programs in the order in which they would be resumed.
const (
	groupPaused = iota
	groupBegun
	groupDraft
	groupUnknown
)

// guestGroup is how near a plan of another program is to work.
func guestGroup(p *Plan, now time.Time) int {
	switch state := p.Status.State; {
	case p.paused(now):
		return groupPaused
	case state == StateActive, state == StateBlocked, p.Stop.Counts(), p.Reading.Current:
		return groupBegun
	case state == StateDraft:
		return groupDraft
	}
	return groupUnknown
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

func newGuestOrder(plans []Plan, now time.Time) guestOrder {
	o := guestOrder{now, map[string]bool{}}
	for _, p := range plans {
		if p.Reading.Current && p.Status.State != StateDone && !p.Reading.Closed {
			o.naming[p.Reading.Tool] = true
		}
	}
	return o
}

// passed reports whether the plan's program names another one as current.
func (o guestOrder) passed(p *Plan) bool { return !p.Reading.Current && o.naming[p.Reading.Tool] }

func (o guestOrder) compare(a, b *Plan) int {
	x, y := guestGroup(a, o.now), guestGroup(b, o.now)
	if x == groupPaused && y == groupPaused {
		return cmp.Or(b.pausedAt().Compare(a.pausedAt()), cmp.Compare(a.Path, b.Path))
	}
	// The numbers and dates in names rise.
	return cmp.Or(x-y, falseFirst(o.passed(a), o.passed(b)), falseFirst(a.blocked(), b.blocked()),
		b.LastTouched().Time.Compare(a.LastTouched().Time), cmp.Compare(b.Path, a.Path))
}

func (p *Plan) blocked() bool { return p.Status.State == StateBlocked }

// because says why the first of the open plans of other programs comes first.
func (o guestOrder) because(open []*Plan) Reason {
	first := open[0]
	group := guestGroup(first, o.now)
	count := func(like func(*Plan) bool) (n int) {
		for _, p := range open {
			if guestGroup(p, o.now) == group && like(p) {
				n++
			}
		}
		return n
	}
	all := count(func(*Plan) bool { return true })
	free := count(func(p *Plan) bool { return p.blocked() == first.blocked() })
	switch {
	case group == groupPaused && all == 1:
		return because(BecausePaused)
	case group == groupPaused:
		return Reason{Code: BecauseNewestPause, N: all}
	case len(open) == 1:
		return because(BecauseOnlyPlan)
	case first.Reading.Current && slices.ContainsFunc(open, o.passed):
		return Reason{Code: BecauseNamedCurrent, Name: first.Reading.Tool}
	case all == 1 && group == groupBegun:
		return Reason{Code: BecauseOnlyBegun, N: len(open)}
	case all == 1:
		return Reason{Code: BecauseOnlyOfStatus, Name: first.Status.String(), N: len(open)}
	case free == 1 && !first.blocked():
		return Reason{Code: BecauseOnlyFree, N: all}
	}
	same := count(func(p *Plan) bool { return p.blocked() == first.blocked() && o.passed(p) == o.passed(first) })
	r := Reason{Code: BecauseTouchedLast, Name: groupWords[group], N: same}
	if free < all {
		r.Name += " and are not blocked"
	}
	if open[1].LastTouched().Time.Equal(first.LastTouched().Time) {
		r.Code = BecauseLastByName
	}
	return r
}

// groupWords are the plans of a group.
var groupWords = [...]string{groupPaused: "paused plans", groupBegun: "plans that were begun", groupDraft: "Draft plans", groupUnknown: "plans of unknown status"}

// behind says why a plan of another program comes behind the chosen one.
func (o guestOrder) behind(p, chosen *Plan) Reason {
	x, y := guestGroup(p, o.now), guestGroup(chosen, o.now)
	switch {
	case x != y && y == groupPaused:
		return because(BecausePauseFirst)
	case x != y && x == groupUnknown:
		return because(BecauseUnknownStatus)
	case x != y:
		return because(BecauseBegunFirst)
	case x == groupPaused:
		return because(BecauseOlderPause)
	case o.passed(p) && !o.passed(chosen):
		return Reason{Code: BecauseOtherCurrent, Name: p.Reading.Tool}
	case p.blocked() && !chosen.blocked():
		return because(BecauseOtherFree)
	case p.LastTouched().Time.Equal(chosen.LastTouched().Time):
		return because(BecauseSameTouch)
	}
	return because(BecauseTouchedEarlier)
}
