package tui

import (
	"testing"

	tea "github.com/charmbracelet/bubbletea"
)

const wouldBeLost = "Unsaved text:"

// What was written is not lost with one key: esc and ctrl+c warn once.
func TestLeavingWarnsOnceWhereSomethingWasWritten(t *testing.T) {
	t.Parallel()
	for _, keys := range [][]string{{"2", "x", "no"}, {"2", "x", "no", "enter"}, {"6", "n", "seen"}, {"6", "n", "seen", "enter", "n"}} {
		for _, leave := range []string{"esc", "ctrl+c"} {
			d := newDriver(t, needy(), 80, 24)
			d.press(keys...)
			if d.app.dialog() == nil {
				t.Fatalf("%q opens no dialog", keys)
			}
			d.press(leave)
			d.shows(wouldBeLost)
			if d.quit || d.app.dialog() == nil {
				t.Fatalf("%q: %s leaves at once", keys, leave)
			}
			d.press("left", leave)
			d.shows(wouldBeLost)
			d.press(leave)
			if d.app.dialog() != nil && leave == "esc" || d.quit != (leave == "ctrl+c") {
				t.Errorf("%q: %s twice: quit %v, dialog open %v", keys, leave, d.quit, d.app.dialog() != nil)
			}
			d.decides(0)
		}
	}
	d := newDriver(t, needy(), 80, 24)
	d.press("2", "a", "ctrl+c")
	if !d.quit {
		t.Error("ctrl+c does not quit where nothing was written")
	}
	// Of an entry that is read, esc goes back to its text, and the hints say so.
	d = newDriver(t, needy(), 80, 24)
	d.press("6", "n", "seen", "enter")
	d.shows("esc back")
	d.press("esc")
	d.shows("esc cancel")
	d.hides("esc back", wouldBeLost)
}

func TestTheWarningHasRoomInASmallWindow(t *testing.T) {
	t.Parallel()
	for _, keys := range [][]string{{"2", "x", "no"}, {"2", "a", "n", "by mail", "enter"}} {
		for _, size := range [][2]int{{30, 8}, {80, 3}, {26, 2}} {
			d := newDriver(t, needy(), 80, 24)
			d.press(keys...)
			d.send(tea.WindowSizeMsg{Width: size[0], Height: size[1]})
			d.press("esc")
			d.shows("Unsaved text: esc again discards it.")
			if d.app.dialog() == nil {
				t.Fatal("esc leaves at once")
			}
			d.press("esc")
			d.hides("What you wrote")
			if d.app.dialog() != nil {
				t.Error("the second esc does not leave")
			}
		}
	}
}
