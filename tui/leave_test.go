package tui

import (
	"testing"

	tea "github.com/charmbracelet/bubbletea"
)

const wouldBeLost = "Unsaved text:"

// What was written is not lost with one key: ctrl+c warns once, and esc keeps it.
func TestLeavingWarnsOnceWhereSomethingWasWritten(t *testing.T) {
	t.Parallel()
	for _, keys := range [][]string{{"2", "x", "no"}, {"2", "x", "no", "enter"}, {"6", "n", "seen"}, {"6", "n", "seen", "enter", "n"}} {
		d := newDriver(t, needy(), 80, 24)
		d.press(keys...)
		if d.app.dialog() == nil {
			t.Fatalf("%q opens no dialog", keys)
		}
		d.press("ctrl+c")
		d.shows(wouldBeLost)
		if d.quit || d.app.dialog() == nil {
			t.Fatalf("%q: ctrl+c leaves at once", keys)
		}
		d.press("left", "ctrl+c")
		d.shows(wouldBeLost)
		d.press("ctrl+c")
		if !d.quit {
			t.Errorf("%q: the second ctrl+c does not quit", keys)
		}
		d.decides(0)
		d = newDriver(t, needy(), 80, 24)
		d.press(keys...)
		for range 3 {
			if d.app.dialog() != nil {
				d.press("esc")
			}
		}
		d.shows("your text is kept until you quit")
		d.press(keys[:2]...)
		d.shows(keys[2] + "▌")
		d.decides(0)
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
	d.shows("esc back, text kept", "seen▌")
	d.hides(wouldBeLost)
}

func TestTheWarningHasRoomInASmallWindow(t *testing.T) {
	t.Parallel()
	for _, keys := range [][]string{{"2", "x", "no"}, {"2", "a", "n", "by mail", "enter"}} {
		for _, size := range [][2]int{{30, 8}, {80, 3}, {26, 2}} {
			d := newDriver(t, needy(), 80, 24)
			d.press(keys...)
			d.send(tea.WindowSizeMsg{Width: size[0], Height: size[1]})
			d.press("ctrl+c")
			d.shows("Unsaved text: ctrl+c again quits.")
			if d.app.dialog() == nil || d.quit {
				t.Fatal("ctrl+c leaves at once")
			}
			d.press("ctrl+c")
			if !d.quit {
				t.Error("the second ctrl+c does not leave")
			}
		}
	}
}
