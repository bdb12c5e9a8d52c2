package tui

import (
	"fmt"
	"testing"

	"coldstart/model"
)

// A thing has one number, from whatever page it is gone to.
func TestWhatNeedsYouHasOneNumber(t *testing.T) {
	t.Parallel()
	d := newDriver(t, needy(), 120, 40)
	queue := d.app.board.Queue
	for _, from := range []string{"1", "2", "3", "8"} {
		d.press(from, "g")
		for range queue {
			d.press("]")
			r, _ := d.app.list().Current()
			for i, n := range queue {
				if n.Ref == r.Ref {
					d.shows(fmt.Sprintf("Needs you: %d of %d", i+1, len(queue)))
				}
			}
		}
	}
}

func TestNextKeepsTheFilter(t *testing.T) {
	t.Parallel()
	d := newDriver(t, workshop(), 80, 24)
	d.press("1", "/")
	typed(d, "pay")
	d.press("enter")
	d.shows("Needs you 3 of 8")
	var seen []model.Ref
	for range 3 {
		d.press("n")
		d.shows("; 3 match the filter.")
		r, _ := d.app.list().Current()
		seen = append(seen, r.Ref)
	}
	if seen[0] == seen[1] || seen[1] == seen[2] || d.app.filter() != "pay" || len(d.app.list().Rows) != 3 {
		t.Errorf("n leads to %v with the filter %q", seen, d.app.filter())
	}
	d.press("esc", "/")
	typed(d, "PLAN-broken")
	d.press("enter", "n")
	d.shows("Nothing else that matches here needs you.")
	d.press("2", "/")
	typed(d, "phone")
	d.press("enter", "n")
	d.shows("Nothing that matches here needs you; esc shows all.")
	if d.app.filter() != "phone" {
		t.Error("the filter is gone")
	}
	d.press("8", "n")
	for d.app.tabs.at != 1 {
		d.press("n")
	}
	d.shows("filter cleared.")
}

func TestHeadingsCountWhatIsShown(t *testing.T) {
	t.Parallel()
	d := newDriver(t, laboratory(), 80, 24)
	d.press("6")
	before := d.app.list().Rows
	d.press("f")
	for _, r := range d.app.list().Shown(0, len(d.app.list().Rows)) {
		d.shows(r.Section.String())
	}
	if after := d.app.list().Rows; len(after) == len(before) {
		t.Fatal("nothing is hidden")
	}
	d.shows(" of ")
	d.press("f")
	for i, r := range d.app.list().Rows {
		if r.Section != before[i].Section {
			t.Errorf("the heading is %v, was %v", r.Section, before[i].Section)
		}
	}
}

// Escape while a filter is typed leads back to the row before it.
func TestEscapeFromAFilterLeadsBack(t *testing.T) {
	t.Parallel()
	d := newDriver(t, workshop(), 80, 24)
	d.press("1", "down", "down", "down")
	at := d.cursor()
	d.press("/")
	typed(d, "phone")
	if d.cursor() == at {
		t.Fatal("the filter has the row")
	}
	d.press("esc")
	if d.cursor() != at {
		t.Errorf("the cursor is on %s, not on %s", d.cursor(), at)
	}
}
