package tui

import (
	"strings"
	"testing"

	"coldstart/model"
)

// Home searches the queue only; words that stand elsewhere are pointed to.
func TestAnEmptySearchPointsToOtherPages(t *testing.T) {
	t.Parallel()
	d := newDriver(t, workshop(), 80, 24)
	d.press("1", "/")
	typed(d, "lay out the stands")
	d.shows("No match for the filter", "Home searches only what needs you.")
	d.hides("other pages")
	d.press("esc", "/")
	typed(d, "print the notes")
	d.shows("Also on Plans 1")
	d.press("esc", "2", "/")
	typed(d, "freewheel drawer")
	d.shows("Also on Plans 1")
	d.hides("searched on Home")
	d.press("esc", "8", "/")
	typed(d, "cracked hub shells")
	d.shows("Also on Home 1, Approvals 1")
	if !strings.Contains(d.app.View(), "\n    Also on") {
		t.Error("the line does not stand at the edge of all texts")
	}
}

// What was found by a word that its row does not show opens where the word stands in
// the text, also when the facts above have it too.
func TestWhatTheFactsRepeatOpensAtItsPlaceInTheText(t *testing.T) {
	t.Parallel()
	s := workshop()
	p := &s.snapshot.Plans[1]
	p.BlockedReason = "waits an hour"
	s.files[claimPlan] = "# Claim\n" + strings.Repeat("\nline\n", 40) + "\nAsk again after one hour.\n" + strings.Repeat("\nline\n", 40)
	for _, word := range []string{"hour", "ask after"} {
		d := newDriver(t, s, 80, 24)
		d.press("3", "/")
		typed(d, word)
		d.press("enter", "enter")
		if d.app.detail == nil || d.app.detail.ref.Path != claimPlan {
			t.Fatalf("%q does not open the plan:\n%s", word, d.app.View())
		}
		d.shows("Ask again after one hour.")
	}
}

// What arrives above the text later does not push the word out of view.
func TestTheWordStaysInViewWhenMoreIsKnown(t *testing.T) {
	t.Parallel()
	d := newDriver(t, workshop(), 80, 14)
	d.press("2", "/", "freight", "enter", "enter")
	d.shows("freight label")
	top := d.app.detail.Top
	d.app.detail.was = &lookedMsg{text: []byte(strings.Repeat("was\n", 30))}
	d.app.layOutDetail()
	d.shows("freight label")
	if d.app.detail.Top == top {
		t.Error("nothing came above the text")
	}
}

func TestTheResumedPlanHasItsBadge(t *testing.T) {
	t.Parallel()
	for _, size := range [][2]int{{40, 10}, {80, 24}, {120, 45}} {
		d := newDriver(t, workshop(), size[0], size[1])
		plan := d.app.board.Resume.Plan
		d.hides("CHANGED")
		d.app.board.News[plan.Ref()] = model.News{Ref: plan.Ref(), Kind: model.NewsChanged}
		d.shows("CHANGED")
	}
}
