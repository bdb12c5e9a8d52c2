package tui

import (
	"strings"
	"testing"

	"coldstart/styles"
)

// Help has what works now, and all keys say in full why one does not.
func TestHelpCutsNoReason(t *testing.T) {
	t.Parallel()
	d := newDriver(t, workshop(), 80, 24)
	d.press("?")
	d.hides("not now")
	if view := d.app.View(); strings.Contains(view, "…") {
		t.Errorf("help cuts a reason:\n%s", view)
	}
	d.press("tab")
	if head, _, _ := strings.Cut(d.app.View(), "\n"); !strings.Contains(head, "and why some are off ") {
		t.Errorf("the head of all keys is %q", head)
	}
	for w := helpColumns; w <= 140; w++ {
		for _, l := range d.app.allKeys(w) {
			if text := l.String(); l.Width() > w || strings.Contains(text, "…") {
				t.Errorf("%d cells: %q is cut", w, text)
			}
		}
	}
	seen := ""
	for range 12 {
		seen += strings.Join(strings.Fields(d.app.View()), " ")
		d.press("pgdown")
	}
	for _, act := range d.app.actions() {
		if why := act.refuse(d.app); why != "" && !strings.Contains(seen, strings.Fields(why)[0]) {
			t.Errorf("no page of help says %q", why)
		}
	}
}

// A key that opens the card to read has one word in the hints, in help and in the palette.
func TestTheKeyThatOpensTheCardHasOneName(t *testing.T) {
	t.Parallel()
	d := newDriver(t, workshop(), 140, 60)
	d.pick("2", claimFile)
	d.shows("a review")
	d.press("?")
	d.shows("a review")
	d.hides("a approve")
	d.press("tab")
	d.shows("a review")
	d.press("esc", ":")
	d.shows("a Review")
	d.hides("a Approve")
}

// Good news has two rows at most, and the first row stays in view.
func TestAMessageLeavesTheQueueInView(t *testing.T) {
	t.Parallel()
	d := newDriver(t, workshop(), 80, 24)
	d.press("1")
	top, _ := d.app.list().Current()
	d.app.say(styles.RoleGood, strings.Repeat("Approved a request · changed Plans/PLAN-2026-014.md ", 9))
	d.app.keepInView()
	d.shows(top.What)
	if n := len(d.app.statusLines(d.app.mostStatus())); n != 2 {
		t.Errorf("a message of %d rows", n)
	}
}
