package tui

import (
	"strings"
	"testing"
	"time"

	"coldstart/model"
	"coldstart/styles"
	"coldstart/tui/board"
)

// someViews are one view with each condition.
func someViews() []board.View {
	return []board.View{
		{Name: "Long waits", Page: "approvals", OlderThan: 48 * time.Hour},
		{Name: "Medium risk", Page: "approvals", Risk: "Medium"},
		{Name: "The claim", Page: "approvals", Plan: "PLAN-2026-014"},
		{Name: "Plan of the claim", Page: "plans", Plan: claimPlan},
		{Name: "Refunds", Page: "approvals", Find: "refund"},
		{Name: "Only plans", Page: "home", Kinds: []model.Kind{model.KindPlan}},
		{Name: "Mine", Page: "approvals", NeedsYou: true},
		{Name: "None", Page: "plans", OlderThan: 1000 * time.Hour, NeedsYou: true},
	}
}

func viewing(t *testing.T, w, h int) *driver {
	s := workshop()
	s.snapshot.Requests[4].Created = stamp("2026-03-12T07:02:00Z")
	s.snapshot.Requests[5].Created = model.Stamp{}
	return drive(t, s, Options{Theme: styles.New(styles.Options{NoColor: true}), Now: clock, Views: someViews()}, w, h)
}

func TestAViewLeavesWhatItsConditionsHoldFor(t *testing.T) {
	t.Parallel()
	for name, want := range map[string]struct {
		page string
		rows []string
	}{
		"Long waits":        {"Approvals", []string{twinFile}},
		"Medium risk":       {"Approvals", []string{claimFile}},
		"The claim":         {"Approvals", []string{claimFile}},
		"Plan of the claim": {"Plans", []string{claimPlan}},
		"Refunds":           {"Approvals", []string{claimFile}},
		"Only plans":        {"Home", []string{quietPlan, stuckPlan}},
		"Mine":              {"Approvals", []string{claimFile, "Pending_Approval/deposit.md", "Pending_Approval/rest.md", postFile, twinFile}},
		"None":              {"Plans", nil},
	} {
		t.Run(name, func(t *testing.T) {
			d := viewing(t, 100, 40)
			d.press("F")
			d.paste(name)
			d.press("enter")
			if got := d.app.pages[d.app.tabs.at].Title; got != want.page {
				t.Errorf("on page %s, want %s", got, want.page)
			}
			left := map[string]bool{}
			for _, r := range d.app.list().Rows {
				left[r.Ref.Path] = true
			}
			for _, path := range want.rows {
				if !left[path] {
					t.Errorf("%s is hidden: %v", path, left)
				}
			}
			if len(left) != len(want.rows) {
				t.Errorf("got %v, want %v", left, want.rows)
			}
			d.shows("View " + name)
		})
	}
}

// A view says how much it hides, lives on through a reload and a turn of the page, and
// esc leaves it.
func TestAViewSaysWhatItHidesUntilEsc(t *testing.T) {
	t.Parallel()
	d := viewing(t, 80, 24)
	d.press("F")
	d.paste("medium")
	d.press("enter")
	d.shows("View Medium risk: risk Medium", "5 hidden, esc shows all", "Waiting for you 1 of 5")
	d.hides("Post about the truing evening")
	d.store.snapshot.Requests[3].Risk = " medium "
	d.press("ctrl+r", "3")
	d.hides("View Medium risk")
	d.press("2")
	d.shows("4 hidden", "Post about the truing evening")
	d.press("enter", "esc")
	d.shows("View Medium risk")
	d.press("esc")
	d.hides("View Medium risk", "hidden")
	d.shows("Waiting for you 5", "Pay the tyre invoice")
}

// The text of a view is a filter like a typed one, and can be typed on.
func TestTheTextOfAViewIsAFilter(t *testing.T) {
	t.Parallel()
	d := viewing(t, 80, 24)
	d.press("F")
	d.paste("refunds")
	d.press("enter")
	d.shows("View Refunds: with refund", "5 hidden", "/refund", "1 found, 1 by their text")
	d.press("/", "backspace")
	d.shows("View Refunds, with another text")
	d.press("esc", "esc")
	d.hides("View Refunds")
}

func TestAViewWithoutRowsSaysWhy(t *testing.T) {
	t.Parallel()
	d := viewing(t, 80, 24)
	d.press("F")
	d.paste("none")
	d.press("enter")
	d.shows("No match for the view; esc clears it.", "7 hidden")
	d.press("n")
	d.shows("Nothing that matches here needs you; esc shows all.")
}

func TestViewsStandAmongAllActions(t *testing.T) {
	t.Parallel()
	d := viewing(t, 80, 24)
	d.press(":")
	d.paste("view mine")
	d.press("enter")
	d.shows("View Mine: needs you")
	none := newDriver(t, workshop(), 80, 24)
	none.press("F")
	none.shows("Unavailable: the settings have no views.")
}

func TestAViewFitsASmallScreen(t *testing.T) {
	t.Parallel()
	d := viewing(t, 40, 10)
	for _, name := range []string{"long waits", "only plans"} {
		d.press("F")
		d.paste(name)
		d.press("enter")
		d.shows("View", "hidden")
		if r, ok := d.app.list().Current(); ok {
			d.shows(d.app.th.Brief(r.What, 12).String()[:10])
		}
	}
}

// The block of seed 000 is one key away at every size.
func TestTheBlockIsOneKeyAway(t *testing.T) {
	t.Parallel()
	for _, size := range [][2]int{{80, 24}, {100, 30}, {120, 40}} {
		d := newDriver(t, workshop(), size[0], size[1])
		d.hides("Last Checkpoint: ")
		d.press("v")
		d.shows(strings.Repeat("━", 50), "Plan ID: PLAN-2026-012", "Last Checkpoint: ", "Next Step: ", "Progress: ", "Blocked: ", "Needs you")
		d.press("v")
		d.hides("Last Checkpoint: ")
	}
}
