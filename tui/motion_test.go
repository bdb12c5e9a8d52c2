package tui

import (
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/muesli/termenv"

	"coldstart/styles"
	"coldstart/tui/overlay"
)

// moving is a driver whose screen may move.
func moving(t *testing.T, s *fakeStore, on bool) *driver {
	t.Helper()
	th := styles.New(styles.Options{Profile: termenv.TrueColor, Dark: true})
	return drive(t, s, Options{Theme: th, Now: clock, Motion: on}, 100, 30)
}

// The ember says where you go on, and nothing else: a session that runs has its own mark in a list.
func TestARunningSessionKeepsItsMark(t *testing.T) {
	t.Parallel()
	d := moving(t, interrupted(), true)
	d.press("4")
	for range 3 {
		for _, row := range strings.Split(colour.ReplaceAllString(d.app.View(), ""), "\n") {
			if strings.Contains(row, "Session 245") && (!strings.Contains(row, "●") || strings.Contains(row, "◉")) {
				t.Errorf("the row is %q", row)
			}
		}
		d.ring(time.Second)
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

func TestAYesLightsUpBeforeItCounts(t *testing.T) {
	t.Parallel()
	d := moving(t, workshop(), true)
	d.pick("2", "Pending_Approval/deposit.md")
	d.press("a")
	d.ring(overlay.DrawTime)
	look := func() string {
		rows := strings.Split(d.app.View(), "\n")
		before, _, ok := strings.Cut(rows[len(rows)-1], "y")
		if !ok {
			t.Fatalf("no yes:\n%s", d.app.View())
		}
		return before
	}
	var looks []string
	for _, after := range []time.Duration{overlay.QuietTime / 3, overlay.QuietTime * 2 / 3, overlay.QuietTime} {
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
