package tui

import (
	"slices"
	"strings"
	"testing"
	"time"

	tea "github.com/charmbracelet/bubbletea"
	"github.com/muesli/termenv"

	"coldstart/styles"
	"coldstart/tui/confirm"
)

// moving is a driver whose screen may move.
func moving(t *testing.T, s *fakeStore, on bool) *driver {
	t.Helper()
	th := styles.New(styles.Options{Profile: termenv.TrueColor, Dark: true})
	return drive(t, s, Options{Theme: th, Now: clock, Motion: on}, 100, 30)
}

func TestARunningSessionBlinksWhileItIsSeen(t *testing.T) {
	t.Parallel()
	d := moving(t, interrupted(), true)
	d.press("4")
	at := func() string {
		for _, row := range strings.Split(colour.ReplaceAllString(d.app.View(), ""), "\n") {
			if strings.Contains(row, "Session 245") {
				return row
			}
		}
		t.Fatalf("no running session:\n%s", d.app.View())
		return ""
	}
	for _, want := range []string{"●", "◉", "●"} {
		if got := at(); !strings.Contains(got, want) {
			t.Errorf("the row is %q, want %s", got, want)
		}
		d.ring(beat)
	}
	d.send(tea.BlurMsg{})
	d.ring(beat)
	if n := d.waiting(beat); n != 0 {
		t.Errorf("%d beats are asked for without the focus", n)
	}
	d.send(tea.FocusMsg{})
	if n := d.waiting(beat); n != 1 {
		t.Errorf("%d beats are asked for with the focus", n)
	}
	d.press("1")
	d.ring(beat)
	if n := d.waiting(beat); n != 0 {
		t.Errorf("%d beats are asked for on a page where nothing runs", n)
	}
}

func TestAWrittenRowGlowsOnce(t *testing.T) {
	t.Parallel()
	for _, on := range []bool{true, false} {
		d := moving(t, workshop(), on)
		d.pick("2", claimFile)
		d.press("x", "n", "o", "enter")
		d.readAll()
		d.press("y")
		d.decides(1)
		if got := len(d.app.motion.written) > 0; got != on {
			t.Errorf("motion %v: glows %v", on, got)
		}
		d.ring(glowing)
		if len(d.app.motion.written) > 0 {
			t.Error("it glows on")
		}
	}
}

func TestNothingMovesUnlessAsked(t *testing.T) {
	t.Parallel()
	d := moving(t, interrupted(), false)
	d.press("4")
	if n := d.waiting(beat); n != 0 {
		t.Errorf("%d beats are asked for", n)
	}
	d.ring(time.Minute)
}

func TestAYesLightsUpBeforeItCounts(t *testing.T) {
	t.Parallel()
	d := moving(t, workshop(), true)
	d.pick("2", "Pending_Approval/deposit.md")
	d.press("a")
	d.ring(confirm.DrawTime)
	look := func() string {
		rows := strings.Split(d.app.View(), "\n")
		before, _, ok := strings.Cut(rows[len(rows)-1], "y")
		if !ok {
			t.Fatalf("no yes:\n%s", d.app.View())
		}
		return before
	}
	var looks []string
	for _, after := range []time.Duration{confirm.QuietTime / 3, confirm.QuietTime * 2 / 3, confirm.QuietTime} {
		looks = append(looks, look())
		d.ring(after)
	}
	looks = append(looks, look())
	slices.Sort(looks)
	if n := len(slices.Compact(looks)); n != 4 {
		t.Errorf("%d looks, want 4: %q", n, looks)
	}
	d.decides(0)
}
