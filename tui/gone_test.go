package tui

import (
	"fmt"
	"testing"

	"coldstart/model"
	"coldstart/tui/confirm"
)

func TestAnOpenDialogSaysWhoWasFaster(t *testing.T) {
	t.Parallel()
	d := newDriver(t, workshop(), 80, 24)
	d.pick("2", claimFile)
	d.press("a")
	moved := model.Moved{Choice: model.ChoiceApprove, To: "Approved/claim.md"}
	d.store.readErr = fmt.Errorf("reading %s: %w (%w)", claimFile, moved, model.ErrNotFound)
	d.ring(confirm.QuietTime)
	d.shows("Approved meanwhile: it is in Approved/claim.md.", "Approved meanwhile; only esc works now.")
	d.hides("reading", "not found", "moved or deleted")
	d.press("y", "esc")
	d.decides(0)
}

func TestAFileThatIsGoneIsSaidToBeGone(t *testing.T) {
	t.Parallel()
	for _, size := range [][2]int{{40, 10}, {80, 24}} {
		d := newDriver(t, workshop(), size[0], size[1])
		d.pick("2", claimFile)
		d.press("a")
		d.store.remove(claimFile)
		d.ring(confirm.QuietTime)
		d.shows("The file is gone", "gone from disk")
		d.hides("changed on disk", "look at the new text", "l look")
		for _, k := range []string{"l", "M", "v", "enter"} {
			d.press(k)
			d.shows("The file is gone")
		}
		d.press("y")
		d.shows("The file is gone, so there")
		d.press("esc")
		d.shows("No decision made.")
		d.decides(0)
	}
}
