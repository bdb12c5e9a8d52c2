package rule

import (
	"cmp"
	"path"
	"slices"
	"strconv"
	"strings"
	"time"
	"unicode"
	"unicode/utf8"

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
	// groupRested are pauses that lie more than a day before work on another plan, as the files state both.
	groupRested
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
// newest first; then what was begun, what rested before that, drafts and unknown states. Among these, a plan
// comes behind if its program names another one as current; then if it is blocked; then of drafts
// the highest priority, and what was touched last comes first.
type guestOrder struct {
	now time.Time
	// worked is when a plan was last worked on that was begun and is not paused, as its files state.
	worked time.Time
	// naming are the programs that name an open plan as current.
	naming map[string]bool
}

func newGuestOrder(plans []model.Plan, now time.Time) guestOrder {
	o := guestOrder{now: now, naming: map[string]bool{}}
	for _, p := range plans {
		if p.Touched.Raw != "" && p.Touched.Time.After(o.worked) && guestGroup(&p, now) == groupBegun {
			o.worked = p.Touched.Time
		}
		if p.Reading.Current && p.Status.State != model.StateDone && !p.Reading.Closed {
			o.naming[p.Reading.Tool] = true
		}
	}
	return o
}

// passed reports whether the plan's program names another one as current.
func (o guestOrder) passed(p *model.Plan) bool { return !p.Reading.Current && o.naming[p.Reading.Tool] }

// mostApart is how long work on another plan may go on after a pause that still leads.
const mostApart = 24 * time.Hour

func (o guestOrder) group(p *model.Plan) int {
	group := guestGroup(p, o.now)
	if group == groupPaused && p.Stop.At.Raw != "" && o.worked.Sub(pausedAt(*p)) > mostApart {
		return groupRested
	}
	return group
}

// priority is that of a plan which was never begun.
func (o guestOrder) priority(p *model.Plan) model.Pressing {
	if o.group(p) != groupDraft {
		return model.PressingNormal
	}
	return ParsePriority(p.Priority)
}

// byName orders files of one program: the dates in their names fall, and of plans that were never begun the numbers rise.
func byName(a, b *model.Plan, begun bool) int {
	x, y := path.Base(a.Path), path.Base(b.Path)
	m, n := leadingNumber(x), leadingNumber(y)
	if !begun && m >= 0 && n >= 0 && max(m, n) < 1000 {
		return cmp.Or(cmp.Compare(m, n), cmp.Compare(a.Path, b.Path))
	}
	return cmp.Compare(b.Path, a.Path)
}

// leadingNumber is the number with which a name begins, behind one word or none: "task-9". It is less than zero for none.
func leadingNumber(name string) int {
	if word, rest, ok := strings.Cut(name, "-"); ok && strings.IndexFunc(word, func(r rune) bool { return !unicode.IsLetter(r) }) < 0 {
		name = rest
	}
	rest := strings.TrimLeft(name, "0123456789")
	n, err := strconv.Atoi(name[:len(name)-len(rest)])
	if r, _ := utf8.DecodeRuneInString(rest); err != nil || unicode.IsLetter(r) {
		return -1
	}
	return n
}

func (o guestOrder) compare(a, b *model.Plan) int {
	x, y := o.group(a), o.group(b)
	if x == groupPaused && y == groupPaused {
		return cmp.Or(pausedAt(*b).Compare(pausedAt(*a)), cmp.Compare(a.Path, b.Path))
	}
	return cmp.Or(x-y, model.FalseFirst(o.passed(a), o.passed(b)), model.FalseFirst(isBlocked(a), isBlocked(b)),
		cmp.Compare(o.priority(b), o.priority(a)), LastTouched(*b).Time.Compare(LastTouched(*a).Time), byName(a, b, x != groupDraft))
}

func isBlocked(p *model.Plan) bool { return p.Status.State == model.StateBlocked }

// because says why the first of the open plans of other programs comes first.
func (o guestOrder) because(open []*model.Plan) model.Reason {
	first := open[0]
	group := o.group(first)
	count := func(like func(*model.Plan) bool) (n int) {
		for _, p := range open {
			if o.group(p) == group && like(p) {
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
	switch {
	case o.priority(first) != o.priority(open[1]):
		r = model.Reason{Code: model.BecausePriority, Name: groupWords[group], N: all}
	case LastTouched(*open[1]).Time.Equal(LastTouched(*first).Time) && group == groupDraft:
		r.Code = model.BecauseFirstOfTouch
	case LastTouched(*open[1]).Time.Equal(LastTouched(*first).Time):
		r.Code = model.BecauseLastByName
	}
	return r
}

// groupWords are the plans of a group.
var groupWords = [...]string{groupPaused: "paused plans", groupBegun: "plans that were begun", groupRested: "paused plans", groupDraft: "Draft plans", groupUnknown: "plans of unknown status"}

// behind says why a plan of another program comes behind the chosen one.
func (o guestOrder) behind(p, chosen *model.Plan) model.Reason {
	x, y := o.group(p), o.group(chosen)
	switch {
	case x == groupRested && y == groupBegun:
		return model.Because(model.BecausePausedBefore)
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
	case o.priority(p) != o.priority(chosen) && p.Priority == "":
		return model.Because(model.BecauseNoPriority)
	case o.priority(p) != o.priority(chosen):
		return model.Because(model.BecauseLessPressing)
	case LastTouched(*p).Time.Equal(LastTouched(*chosen).Time):
		return model.Because(model.BecauseSameTouch)
	}
	return model.Because(model.BecauseTouchedEarlier)
}
