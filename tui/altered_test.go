package tui

import (
	"testing"

	"coldstart/model"
)

func TestAnApprovalThatWasChangedLaterRingsUntilItIsAcknowledged(t *testing.T) {
	t.Parallel()
	s := community()
	s.snapshot.Verified = []model.Verified{
		{Path: "Approved/a.md", At: stamp("2026-03-13T07:02:00Z").Time, Approved: model.FingerprintOf([]byte("x")), Now: model.FingerprintOf([]byte("y")), Standing: model.StandingAltered},
		{Path: "Approved/b.md", Standing: model.StandingSame},
	}
	d := newDriver(t, s, 90, 50)
	d.press("1")
	d.shows("changed since")
	d.pick("1", "Approved/a.md")
	d.press("enter")
	d.shows("changed after you approved it: 2d711642 was approved Fri 07:02, 24 h ago")
	d.shows("it is now a1fce436")
	d.press("a")
	d.readAll()
	d.press("y")
	if got := decidedOn(d.store); got != "ack Approved/a.md" {
		t.Errorf("decided %q\n%s", got, d.app.View())
	}
	d.pick("2", "Rejected/c.md")
	d.press("a")
	d.shows("the request is no longer pending")
}

// TestAFailureIsAcknowledged does so for an approved request of which a log says that
// it failed: from its row, which needs somebody until then.
func TestAFailureIsAcknowledged(t *testing.T) {
	t.Parallel()
	s := community()
	again := s.snapshot.Decided[1]
	again.Path, again.Name, again.Carried = "Approved/c.md", "c.md", &model.Carried{Result: "failed", Failed: true, Known: true}
	s.snapshot.Decided = append(s.snapshot.Decided, again)
	d := newDriver(t, s, 120, 50)
	d.press("2")
	d.shows("Approved, and failed 1", "Pay the rent b", "Approved 2", "Pay the rent c")
	d.pick("1", "Approved/b.md")
	d.press("a")
	d.readAll()
	d.press("y")
	if got := decidedOn(d.store); got != "ack Approved/b.md" {
		t.Errorf("decided %q\n%s", got, d.app.View())
	}
	d.pick("2", "Approved/c.md")
	d.shows("In logs failed, acknowledged")
	d.press("a")
	d.shows("the request is no longer pending")
}
