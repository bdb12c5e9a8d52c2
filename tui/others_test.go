package tui

import (
	"testing"
	"time"

	"coldstart/model"
	"coldstart/styles"
)

// The screen writes down what lay approved as soon as it is shown, and only where it may write.
func TestTheFirstLookIsKeptOnce(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		name     string
		looks    bool
		never    bool
		readOnly string
		want     int
	}{
		{"a first look", true, true, "", 1},
		{"a later one", true, false, "", 0},
		{"with --now", false, true, "", 0},
		{"where nothing can be written", true, true, "asked for with --read-only", 0},
	} {
		s := workshop()
		s.snapshot.NeverLooked, s.snapshot.ReadOnly = tt.never, tt.readOnly
		d := drive(t, s, Options{Theme: styles.New(styles.Options{NoColor: true}), Now: clock, Looks: tt.looks}, 80, 24)
		d.press("ctrl+r")
		if s.first != tt.want || len(s.kept) > 0 {
			t.Errorf("%s: kept %d times, want %d; looks %d", tt.name, s.first, tt.want, len(s.kept))
		}
	}
}

func TestHomeSaysWhatOthersApproved(t *testing.T) {
	t.Parallel()
	for _, size := range [][2]int{{80, 24}, {120, 36}, {160, 45}} {
		s := workshop()
		file := request("Approved/wire.md", "Wire 90,000 EUR", "yard@boats.example")
		file.Reading.Decision, file.Reading.Author, file.ByOthers = model.DecisionApproved, "Claude AI", true
		theirs := request("Approved/mail.md", "Send the mail", "")
		theirs.Reading.Decision, theirs.Elsewhere, theirs.DecidedBy, theirs.DecidedAt = model.DecisionApproved, true, "sam@laptop", clock()
		s.snapshot.Decided = append(s.snapshot.Decided, file, theirs)
		s.snapshot.Verified = []model.Verified{{Path: file.Path, At: clock(), Standing: model.StandingByOthers}}
		s.files[file.Path], s.files[theirs.Path] = "Wire it.\n", "Send it.\n"
		s.last = model.Look{At: clock().Add(-time.Hour)}
		d := lookingDriver(t, s, size[0], size[1])
		d.shows("Wire 90,000 EUR", "not your approval", "Approved by sam@laptop, say the logs: 1; any program here can write those")
		d.press("2")
		d.shows("Approved, not by you 1", "not by you")
	}
}
