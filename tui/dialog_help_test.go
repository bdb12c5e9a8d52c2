package tui

import (
	"strings"
	"testing"

	"coldstart/tui/confirm"
)

// Help in a dialog lists its keys and lets nothing through: what it hides is not seen.
func TestHelpInADialog(t *testing.T) {
	t.Parallel()
	for _, size := range [][2]int{{40, 10}, {80, 24}} {
		d := newDriver(t, workshop(), size[0], size[1])
		d.pick("2", claimFile)
		d.press("a")
		before, _ := d.app.dialog().Unseen()
		d.press("?")
		d.shows("Keys", "approve, once", "? close")
		d.hides("y confirms, esc cancels")
		d.press("pgdown", "pgdown", "down", "pgup", "G")
		d.shows("ctrl+c", "nothing")
		d.ring(confirm.QuietTime)
		d.press("y")
		d.shows("esc closes this first")
		d.decides(0)
		if unseen, _ := d.app.dialog().Unseen(); unseen != before {
			t.Errorf("%d lines are not seen behind help, want %d", unseen, before)
		}
		d.press("?")
		d.hides("? close")
		d.readAll()
		d.press("?", "esc", "y")
		d.decides(0)
		d.shows("too fast")
		d.ring(confirm.QuietTime)
		d.press("y")
		d.decides(1)
	}
}

// A first view that help covers before it is drawn is not seen.
func TestHelpBeforeTheFirstFrame(t *testing.T) {
	t.Parallel()
	d := newDriver(t, workshop(), 80, 24)
	d.pick("2", claimFile)
	d.unseen(keyNamed("a"))
	d.press("?")
	if unseen, _ := d.app.dialog().Unseen(); unseen != len(d.app.dialog().Body) {
		t.Errorf("%d of %d lines are not seen", unseen, len(d.app.dialog().Body))
	}
}

func TestTheHintsThatMatterStay(t *testing.T) {
	t.Parallel()
	last := func(d *driver) string {
		rows := strings.Split(d.app.View(), "\n")
		return rows[len(rows)-1]
	}
	for _, key := range []string{"a", "c"} {
		d := newDriver(t, workshop(), 40, 10)
		d.pick("2", claimFile)
		d.press(key)
		if key == "c" {
			d.press("more", "enter")
		}
		for range 2 {
			if got := last(d); !strings.Contains(got, "esc cancel") {
				t.Errorf("the hints are %q", got)
			}
			d.readAll()
		}
	}
	d := newDriver(t, needy(), 80, 24)
	for _, p := range d.app.pages {
		d.press(p.Key)
		if got := last(d); !strings.Contains(got, " : all ") || !strings.Contains(got, " ? help ") {
			t.Errorf("the hints of %s are %q", p.Title, got)
		}
	}
}
