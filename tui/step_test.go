package tui

import (
	"testing"

	"coldstart/model"
	"coldstart/model/rule"
	"coldstart/tui/confirm"
)

func TestAStepThatAPersonWouldCountOtherwiseTakesThePlansID(t *testing.T) {
	t.Parallel()
	s := workshop()
	for i := range s.snapshot.Plans {
		p := &s.snapshot.Plans[i]
		if p.Path == quietPlan {
			p.Reading.Otherwise, p.Reading.Counted = true, steps("Look up the number", "✋ Phone the broker")
		}
	}
	rule.WeighPlans(&s.snapshot)
	d := newDriver(t, s, 120, 60)
	d.pick("3", quietPlan)

	d.shows(`the agents read step 1 as "✋`)
	d.press("a")
	d.shows("1 warning", `▲ the agents read step 1 as "✋ Phone`)
	d.readAll()
	d.press("y")
	d.decides(0)
	d.shows("To approve anyway, type:", "PLAN-2026-015", "0 of 13 letters agree")
	typed(d, "PLANX")
	d.shows("letter 5 is “-”, not “X”", "✋ Phone the broker")
	for range "PLANX" {
		d.press("backspace")
	}
	typed(d, "PLAN-2026-015")
	d.ring(confirm.QuietTime)
	d.press("enter")
	d.decides(1)
	if got := d.store.decided[0]; got.Typed != "PLAN-2026-015" || got.Ref.Kind != model.KindPlan {
		t.Errorf("got %+v", got)
	}
}
