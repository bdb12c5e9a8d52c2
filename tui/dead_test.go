package tui

import "testing"

func TestTriedAndFailedOpensAnAttempt(t *testing.T) {
	t.Parallel()
	d := newDriver(t, laboratory(), 80, 24)
	d.press("6", "g", "f", "enter")
	e, ok := d.app.entry()
	if !ok || !e.Result().Dead() {
		t.Errorf("enter opens %v", d.app.detail.ref)
	}
	none := newDriver(t, workshop(), 80, 24)
	none.press("6")
	none.hides("f tried and failed")
	none.press("f")
	none.shows("Unavailable: the journal has no entry")
}
