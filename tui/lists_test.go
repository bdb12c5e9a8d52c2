package tui

import (
	"slices"
	"testing"
	"time"

	"coldstart/model"
)

// Requests stand in the order of Home, with what is soon too late first.
func TestApprovalsAreInTheOrderOfHome(t *testing.T) {
	t.Parallel()
	s := workshop()
	last := &s.snapshot.Requests[len(s.snapshot.Requests)-1]
	last.Asked, last.Expires = nil, model.Stamp{Raw: "x", Time: clock().Add(4 * time.Hour)}
	d := newDriver(t, s, 120, 40)
	requests := func() (paths []string) {
		for _, r := range d.app.list().Rows {
			if q, ok := d.app.board.About(r.Ref).Request(r.Ref.Path); ok && q.Asked == nil {
				paths = append(paths, r.Ref.Path)
			}
		}
		return paths
	}
	home := requests()
	d.press("2")
	if got := requests(); len(got) == 0 || got[0] != last.Path || !slices.Equal(got[:len(home)], home) {
		t.Errorf("the page lists %v, Home %v", got, home)
	}
	d.press("a")
	d.shows("request 1 of")
}

// The hint beside the plan names a key that leads to it, whatever row the cursor is on.
func TestTheHintBesideThePlanLeadsToPlans(t *testing.T) {
	t.Parallel()
	s := workshop()
	// Nothing continues where a plan is blocked.
	s.snapshot.Plans = slices.DeleteFunc(s.snapshot.Plans, func(p model.Plan) bool { return p.Status.State != model.StateBlocked })
	d := newDriver(t, s, 80, 24)
	d.shows(" opens Plans")
	d.hides("details")
	d.press("3")
	d.shows("Renew the van insurance")
}

func TestWhatWaitsForLongSaysSinceWhen(t *testing.T) {
	t.Parallel()
	s := workshop()
	s.snapshot.Requests[0].Created = model.Stamp{Raw: "x", Time: clock().AddDate(0, 0, -60)}
	s.snapshot.Requests[0].Reading.Decision = model.DecisionPending
	d := newDriver(t, s, 120, 40)
	d.pick("2", claimFile)
	d.press("a")
	d.shows("waiting since Tue 13 January")
}

// A log may name a block again; the request that blocks waits for longer.
func TestAPlanIsBlockedForAsLongAsItsRequestWaits(t *testing.T) {
	t.Parallel()
	s := workshop()
	s.snapshot.Requests[0].Created = model.Stamp{Raw: "x", Time: clock().Add(-14 * time.Hour)}
	for i := range s.snapshot.Plans {
		if p := &s.snapshot.Plans[i]; p.Path == claimPlan {
			p.Log[len(p.Log)-1].At = model.Stamp{Raw: "x", Time: clock().Add(-56 * time.Minute)}
			s.snapshot.Pin = model.Pin{Path: p.Path, PlanID: p.ID, At: clock()}
		}
	}
	d := newDriver(t, s, 80, 24)
	d.shows("blocked for 14 h")
	d.hides("blocked for 56 min")
}
