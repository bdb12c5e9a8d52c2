package tui

import (
	"errors"
	"testing"

	"coldstart/model"
	"coldstart/model/rule"
)

func TestPinMakesAPlanTheOneToGoOnWith(t *testing.T) {
	t.Parallel()
	d := newDriver(t, workshop(), 120, 40)
	d.pick("3", draftPlan)
	d.press("p")
	d.shows("Pinned: PLAN-2026-018 is resumed next. p unpins it.", "Resumes next, pinned", "p unpin")
	if d.cursor() != draftPlan {
		t.Errorf("the cursor is on %s", d.cursor())
	}
	if p := d.store.snapshot.Pin; p != (model.Pin{Path: draftPlan, PlanID: "PLAN-2026-018", At: clock()}) {
		t.Errorf("pinned %+v", p)
	}
	d.press("1")
	d.shows("PLAN-2026-018", "you pinned it")
	d.press("3", "enter", "p")
	d.shows("Unpinned.")
	d.press("1")
	d.shows("RESUMING ACTIVE PLAN PLAN-2026-012")
	d.decides(0)
}

func TestWhatIsNotPinned(t *testing.T) {
	t.Parallel()
	d := newDriver(t, workshop(), 80, 40)
	d.pick("2", claimFile)
	d.press("p")
	d.shows("Unavailable: only a plan can be pinned.")
	d.pick("3", donePlan)
	d.press("p")
	d.shows("Unavailable: it is Done.")
	if rule.Set(d.store.snapshot.Pin) {
		t.Error("something is pinned")
	}
	d.store.snoozeErr = errors.New("writing the pin: no room")
	d.pick("3", draftPlan)
	d.press("p")
	d.shows("Failed: writing the pin: no room.")
}

func TestAPinThatDoesNotCountIsSaid(t *testing.T) {
	t.Parallel()
	s := workshop()
	s.snapshot.Pin = model.Pin{Path: donePlan, PlanID: "PLAN-2026-005", At: clock()}
	for _, size := range [][2]int{{40, 10}, {80, 24}, {120, 40}} {
		d := newDriver(t, s, size[0], size[1])
		d.shows("Your pin of PLAN-2026-005")
		if size[0] >= 80 {
			d.shows("Your pin of PLAN-2026-005 (Plans/PLAN-2026-005.md) does not count: it is Done.")
		}
		d.shows("PLAN-2026-012")
	}
	// It goes where it was put.
	d := newDriver(t, s, 80, 24)
	d.pick("3", donePlan)
	d.press("p")
	d.shows("Unpinned")
	d.press("1")
	d.hides("Your pin")
}
