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
	case state == StateActive, state == StateBlocked, p.Stop.Counts():
		return groupBegun
	case state == StateDraft:
		return groupDraft
	}
	return groupUnknown
}

// byGuestOrder orders the plans of other programs: what somebody declared paused, the newest
// first; then what was begun before drafts before unknown states, what was touched last first.
func byGuestOrder(a, b *Plan, now time.Time) int {
	x, y := guestGroup(a, now), guestGroup(b, now)
	if x == groupPaused && y == groupPaused {
		return cmp.Or(b.pausedAt().Compare(a.pausedAt()), cmp.Compare(a.Path, b.Path))
	}
	// The numbers and dates in names rise.
	return cmp.Or(x-y, b.LastTouched().Time.Compare(a.LastTouched().Time), cmp.Compare(b.Path, a.Path))
}

// guestBecause says why the first of the open plans of other programs comes first.
func guestBecause(open []*Plan, now time.Time) Reason {
	first := open[0]
	group := guestGroup(first, now)
	same := slices.IndexFunc(open, func(p *Plan) bool { return guestGroup(p, now) != group })
	if same < 0 {
		same = len(open)
	}
	switch {
	case group == groupPaused && same == 1:
		return because(BecausePaused)
	case group == groupPaused:
		return Reason{Code: BecauseNewestPause, N: same}
	case len(open) == 1:
		return because(BecauseOnlyPlan)
	case same == 1 && group == groupBegun:
		return Reason{Code: BecauseOnlyBegun, N: len(open)}
	case same == 1:
		return Reason{Code: BecauseOnlyOfStatus, Name: first.Status.String(), N: len(open)}
	}
	r := Reason{Code: BecauseTouchedLast, Name: groupWords[group], N: same}
	if open[1].LastTouched().Time.Equal(first.LastTouched().Time) {
		r.Code = BecauseLastByName
	}
	return r
}

// groupWords are the plans of a group.
var groupWords = [...]string{groupPaused: "paused plans", groupBegun: "plans that were begun", groupDraft: "Draft plans", groupUnknown: "plans of unknown status"}

// behindGuest says why a plan of another program comes behind the chosen one.
func behindGuest(p, chosen *Plan, now time.Time) Reason {
	x, y := guestGroup(p, now), guestGroup(chosen, now)
	switch {
	case x != y && y == groupPaused:
		return because(BecausePauseFirst)
	case x != y && x == groupUnknown:
		return because(BecauseUnknownStatus)
	case x != y:
		return because(BecauseBegunFirst)
	case x == groupPaused:
		return because(BecauseOlderPause)
	case p.LastTouched().Time.Equal(chosen.LastTouched().Time):
		return because(BecauseSameTouch)
	}
	return because(BecauseTouchedEarlier)
}
