package tui

import (
	"errors"
	"testing"
	"time"

	"coldstart/model"
	"coldstart/styles"
)

func TestSnoozeLetsARowRestAndWakesIt(t *testing.T) {
	t.Parallel()
	d := newDriver(t, workshop(), 80, 40)
	d.pick("1", claimFile)
	d.press("s")
	d.shows("Snooze: Claim for 14 cracked hub shells", "1 1 hour (08:02)", "2 tomorrow (Sun 07:00)", "3 pick a time")
	d.press("1")
	d.shows("Snoozed until 08:02. z shows snoozed items.", "1 snoozed (z)")
	d.hides("Claim for 14 cracked hub shells")
	z := d.store.snapshot.Snoozes[0]
	if z.Seen != model.FingerprintOf([]byte(claimText)) || !z.Until.Equal(clock().Add(time.Hour)) || !z.Blocks {
		t.Errorf("snoozed %+v", z)
	}
	d.press("2")
	d.shows("until 08:02", "[²Approvals 4]", "Waiting for you 4", "Snoozed 1")
	d.press("z")
	if d.cursor() != claimFile {
		t.Errorf("the cursor is on %s", d.cursor())
	}
	d.shows("1 snoozed", "hub shells", "until 08:02", "s wake")
	d.press("s")
	d.shows("Awake: Claim for 14 cracked hub shells.", "Needs you 8")
	if len(d.store.snapshot.Snoozes) != 0 {
		t.Error("it still rests")
	}
}

func TestSnoozeUntilATypedTime(t *testing.T) {
	t.Parallel()
	d := newDriver(t, workshop(), 80, 40)
	d.pick("1", postFile)
	d.press("enter", "s", "3", "soon", "enter")
	d.shows("Use 1h, 2d, tomorrow or a date such as 2026-03-15.")
	d.press("ctrl+u", "2026-03-20", "enter")
	d.shows("Snoozed until Fri 07:00.")
	if d.app.detail != nil || len(d.store.snapshot.Snoozes) != 1 {
		t.Errorf("open %v, snoozed %v", d.app.detail, d.store.snapshot.Snoozes)
	}
	d.press("s", "2")
	if z := d.store.snapshot.Snoozes; len(z) != 2 || z[1].Until.Format(time.RFC3339) != "2026-03-15T07:00:00Z" {
		t.Errorf("snoozed %v", z)
	}
}

func TestSnoozeThatIsLeftOrCannotBe(t *testing.T) {
	t.Parallel()
	s := workshop()
	d := newDriver(t, s, 80, 40)
	d.press("s", "x")
	d.shows("1, 2 or 3; esc cancels.")
	d.press("esc")
	d.shows("Nothing was snoozed.")
	d.press("s", "3", "q", "esc")
	d.shows("Nothing was snoozed.")
	d.press("z")
	d.shows("Nothing is snoozed.")
	d.pick("3", donePlan)
	d.press("s")
	d.shows("Unavailable: this does not need you.")
	// Keys that came in one read: the second was typed before the question stood there.
	d.pick("1", claimFile)
	d.press("s1")
	d.shows("Snooze: Claim")
	s.snoozeErr = model.ErrConflict
	d.press("1")
	d.shows("It changed since you read it; read it again.")
	s.snoozeErr = errors.New("writing snoozed items: no room")
	d.press("s", "1")
	d.shows("Failed: writing snoozed items: no room.")
	if len(s.snapshot.Snoozes) != 0 {
		t.Errorf("snoozed %v", s.snapshot.Snoozes)
	}
}

func TestWhenAllIsSnoozedNothingNeedsYou(t *testing.T) {
	t.Parallel()
	s := triage()
	s.snapshot.Problems, s.snapshot.Intake = nil, nil
	d := newDriver(t, s, 80, 24)
	d.press("s", "1")
	d.shows("Nothing needs you; 1 snoozed (z).")
	d.press("z")
	d.shows("1 snoozed")
}

func TestTheExampleDateIsToCome(t *testing.T) {
	t.Parallel()
	now := time.Date(2031, time.December, 29, 23, 30, 0, 0, time.UTC)
	d := drive(t, workshop(), Options{Theme: styles.New(styles.Options{NoColor: true}), Now: func() time.Time { return now }}, 80, 24)
	d.press("s", "3")
	d.shows("30m, 2d, tomorrow, 2032-01-04, or 2032-01-04 14:00")
	d.press("2032-01-04 14:00", "enter")
	d.shows("Snoozed until Sun 14:00.")
	said := talk(t, workshop(), Options{Now: func() time.Time { return now }}, &script{lines: []string{"1", "s", ""}})
	tells(t, said, "Until when (1h, 2d, tomorrow, 2032-01-04, or 2032-01-04 14:00), or an empty line")
}

// The cursor moves to what needs the operator next.
func TestTheCursorStaysWhenItsRowIsSnoozed(t *testing.T) {
	t.Parallel()
	d := newDriver(t, workshop(), 80, 40)
	d.press("2", "s", "1")
	r, _ := d.app.list().Current()
	if d.app.list().At != 0 || r.Beside {
		t.Errorf("the cursor is on row %d, %+v", d.app.list().At, r)
	}
	d.shows("Snoozed 1")
}
