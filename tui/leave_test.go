package tui

import (
	"testing"

	tea "github.com/charmbracelet/bubbletea"
)

const wouldBeLost = "Unsaved text:"

// What was written is not lost with one key: ctrl+c warns once, and esc keeps it.
func TestLeavingWarnsOnceWhereSomethingWasWritten(t *testing.T) {
	t.Parallel()
	for _, keys := range [][]string{{"2", "x", "no"}, {"2", "x", "no", "enter"}, {"6", "M", "seen"}, {"6", "M", "seen", "enter", "M"}} {
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
	d.press("6", "M", "seen", "enter")
	d.shows("esc back")
	d.press("esc")
	d.shows("esc back, text kept", "seen▌")
	d.hides(wouldBeLost)
}

// A text that was left in a prompt is not lost with one key either.
func TestQuittingAsksWhileATextIsKept(t *testing.T) {
	t.Parallel()
	for _, written := range [][]string{{"2", "x", "no", "esc"}, {"m", "look", "esc"}} {
		for _, quit := range []string{"q", "ctrl+c"} {
			d := newDriver(t, needy(), 80, 24)
			d.press(written...)
			d.shows("kept until you quit")
			d.press("esc", "esc")
			d.hides("Nothing is open")
			d.press(quit)
			d.shows(wouldBeLost + " " + quit + " again quits.")
			d.press("down", quit)
			if d.shows(wouldBeLost); d.quit {
				t.Fatalf("%q: %s quits at once", written, quit)
			}
			d.press("down", "qq")
			if d.shows(wouldBeLost); d.quit {
				t.Fatalf("%q: a burst quits", written)
			}
			d.press("down", quit)
			if d.press(quit); !d.quit {
				t.Errorf("%q: the second %s does not quit", written, quit)
			}
			d = newDriver(t, needy(), 80, 24)
			d.press(written...)
			enters(d, "quit")
			if d.shows(wouldBeLost); d.quit {
				t.Errorf("%q: the palette quits at once", written)
			}
		}
	}
	d := newDriver(t, needy(), 80, 24)
	d.press("2", "x", "no", "esc", "x", "ctrl+u", "esc", "q")
	if !d.quit {
		t.Errorf("a text that was deleted again is asked about:\n%s", d.app.View())
	}
}

func TestTheWarningHasRoomInASmallWindow(t *testing.T) {
	t.Parallel()
	for _, keys := range [][]string{{"2", "x", "no"}, {"2", "a", "M", "by mail", "enter"}} {
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
