package tui

import (
	"fmt"
	"strings"
	"testing"

	"coldstart/model"
	"coldstart/tui/list"
)

// plansOnly is a vault of so many plans, every hundredth about hubs.
func plansOnly(n int) *fakeStore {
	s := workshop()
	s.snapshot.Plans = nil
	for i := range n {
		about := "Order chalk"
		if i%100 == 0 {
			about = "Claim the hubs"
		}
		s.snapshot.Plans = append(s.snapshot.Plans, plan(fmt.Sprintf("Plans/P-%06d.md", i), "Draft", about, nil))
	}
	return s
}

// A letter in a long list is drawn before the rows that it leaves, and then they are what a short list would show.
func TestALongListIsFilteredBesideTheScreen(t *testing.T) {
	t.Parallel()
	d := newDriver(t, plansOnly(rowsAtOnce+1), 120, 40)
	d.press("3", "/")
	all := len(d.app.list().Rows)
	d.holding = true
	d.press("h")
	if got := len(d.app.list().Rows); got != all || !strings.Contains(d.app.View(), "/h") {
		t.Fatalf("%d rows before the answer, of %d", got, all)
	}
	// The answer to the first letter comes after the second one.
	d.press("u")
	if words := d.app.foundWords(); words != "" {
		t.Error("the rows of an earlier filter are counted")
	}
	d.release()
	rows := d.app.wholeRows(d.app.tabs.at)
	want := list.Fitting(rows, "hu", nil)
	if got := d.app.list().Rows; len(got) != len(want) || got[len(got)-1].Ref != want[len(want)-1].Ref {
		t.Errorf("%d rows, want %d", len(got), len(want))
	}
	d.shows(fmt.Sprintf("%d found", len(want)))

	// One that comes after the filter is gone changes nothing.
	d.holding = true
	d.press("b", "esc")
	d.release()
	if got := len(d.app.list().Rows); got != all {
		t.Errorf("%d rows without a filter, want %d", got, all)
	}
	// What does not fit here is said of the other pages.
	d.press("/", "zzz")
	if got := len(d.app.list().Rows); got != 0 {
		t.Errorf("%d rows fit zzz", got)
	}
}

// A board that comes meanwhile is filtered, too.
func TestALongListIsFilteredAgainAfterAReload(t *testing.T) {
	t.Parallel()
	s := plansOnly(rowsAtOnce + 1)
	d := newDriver(t, s, 120, 40)
	d.press("3", "/")
	d.holding = true
	d.press("hubs")
	late := d.held
	d.holding, d.held = false, nil
	s.snapshot.Plans = append(s.snapshot.Plans, plan("Plans/P-new.md", "Draft", "Grease the hubs", nil))
	d.run(d.app.load())
	for _, cmd := range late {
		d.run(cmd)
	}
	if !d.app.list().To(model.Ref{Kind: model.KindPlan, Path: "Plans/P-new.md"}) {
		t.Error("the list is that of the board before")
	}
}

// A key behind the filter is for the rows that the filter leaves, however soon it comes.
func TestTheKeyAfterAFilterMeetsItsRows(t *testing.T) {
	t.Parallel()
	d := newDriver(t, plansOnly(rowsAtOnce+1), 120, 40)
	d.press("3", "/")
	d.holding = true
	d.press("hubs")
	d.press("enter")
	if got, all := len(d.app.list().Rows), len(d.app.wholeRows(d.app.tabs.at)); got >= all {
		t.Errorf("%d rows of %d when the filter ends", got, all)
	}
	if row, _ := d.app.list().Current(); !strings.Contains(fmt.Sprint(row), "hubs") {
		t.Errorf("the next key is for %+v", row)
	}
	d.press("esc")
	d.release()

	// A page does not wait for another one.
	d.holding = true
	d.app.tabs.sifting = sifting{running: true, asked: sought{page: 0}}
	d.press("/", "zzz")
	if got := len(d.app.list().Rows); got != 0 {
		t.Errorf("%d rows fit zzz", got)
	}
}

// The search in texts stops while a long list is filtered, and is repeated afterwards.
func TestFilteringStopsTheSearchInTexts(t *testing.T) {
	t.Parallel()
	s := plansOnly(rowsAtOnce + 1)
	s.files["Plans/P-000007.md"] = "Only its text has the quagga.\n"
	d := newDriver(t, s, 120, 40)
	d.press("3")
	d.holding = true
	d.press("/")
	if !d.app.tabs.finding.running {
		t.Fatal("no text is read before the first letter")
	}
	d.press("quagga")
	search := d.held[0]().(foundMsg)
	if !search.stopped || !d.app.tabs.sifting.running {
		t.Errorf("the search runs beside the filter: %+v", search)
	}
	d.release()
	if got := d.app.list().Shown(0, len(d.app.list().Rows)); len(got) != 1 || got[0].Found.Text == "" {
		t.Errorf("%d rows have it in their text", len(got))
	}
}
