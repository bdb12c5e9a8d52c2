package tui

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	tea "github.com/charmbracelet/bubbletea"

	"coldstart/model"
	"coldstart/styles"
)

// night is a store with a night of four sessions since the operator looked last: one that is over, one that the server cut
// off, one that asks, and one that runs.
func night(t testing.TB) *fakeStore {
	s := looked(t)
	at := func(back time.Duration) model.Stamp {
		return model.Stamp{Raw: "x", Time: clock().Add(-back)}
	}
	ran := func(id, title string, e model.Ending, began, last time.Duration, tokens int64) model.Transcript {
		return model.Transcript{
			Tool: "Claude Code", ID: id, Path: "~/.claude/projects/x/" + id + ".jsonl", Title: title, Dir: "/srv/shop", Ending: e, Sure: model.BasisDerived, Began: at(began), Last: at(last),
			Changed: clock().Add(-last), Counted: tokens > 0, Command: "cd /srv/shop && claude --resume " + id,
			Beats:   []model.Beat{{At: clock().Add(-began), Calls: 3, Added: 30, Removed: 4, Tokens: model.Tokens{In: tokens}}, {At: clock().Add(-last), Calls: 1}},
			Touched: []string{id + ".md"}, TouchedAt: []time.Time{clock().Add(-last)},
		}
	}
	cut, asks := ran("cut", "Booking page backup", model.EndingUnanswered, 6*time.Hour, 5*time.Hour+50*time.Minute, 0), ran("asks", "Quote for the school", model.EndingWaits, 2*time.Hour, 80*time.Minute, 231_000)
	cut.Trouble, cut.Touched, cut.TouchedAt, cut.Beats = "usage limit", nil, nil, nil
	asks.Questions = []model.Question{{Text: "Does the discount hold for the trailers, too?"}}
	s.snapshot.Transcripts = []model.Transcript{
		ran("runs", "Four \x1b[31msegments", model.EndingUnanswered, 10*time.Minute, time.Minute, 58_000), asks, cut,
		ran("over", "Why the tandem rattles", model.EndingYourTurn, 8*time.Hour, 7*time.Hour, 96_000),
	}
	s.inGit = model.LeftInGit{Branch: "main", Commits: []model.Commit{
		{ID: "b71e04d", Subject: "Table of lacings", At: clock().Add(-3 * time.Hour)}, {ID: "3f9c2ab", Subject: "Add the March prices", At: clock().Add(-4 * time.Hour)},
		{ID: "1a2b3c4", Subject: "Third", At: clock().Add(-5 * time.Hour)}, {ID: "5d6e7f8", Subject: "Fourth", At: clock().Add(-6 * time.Hour)},
	}, Files: []model.Uncommitted{{Path: "quotes/a.md"}, {Path: "quotes/b.csv"}, {Path: "quotes/c.csv"}}}
	return s
}

// afterNight is a driver of a screen that is opened after a night.
func afterNight(t testing.TB, w, h int) *driver {
	t.Helper()
	return drive(t, night(t), Options{Theme: styles.New(styles.Options{NoColor: true}), Now: clock, Looks: true, AwayAfter: 4 * time.Hour}, w, h)
}

func TestGoldenAway(t *testing.T) {
	t.Parallel()
	for _, size := range [][2]int{{80, 24}, {100, 30}, {120, 36}, {160, 45}} {
		for _, key := range []string{"", "W"} {
			name := "away" + strings.ToLower(key) + "_" + sizeName(size)
			t.Run(name, func(t *testing.T) {
				t.Parallel()
				d := afterNight(t, size[0], size[1])
				if key != "" {
					d.press(key)
				}
				golden(t, name, d.app.View())
			})
		}
	}
}

// Home asks git once. The page asks git since the last look, opens a session and comes back, and begins earlier; L hides the rows of Home.
func TestAwayKeys(t *testing.T) {
	t.Parallel()
	d := afterNight(t, 120, 36)
	d.shows("While you were away 9 h, since Fri 22:02", "W the whole story L seen")
	d.hides("Since your last visit")
	d.press("W")
	if asked := d.store.askedGit; !slices.Equal(asked, []string{" since 22:02", " since 22:02"}) {
		t.Errorf("git was asked %q", asked)
	}
	d.shows("9 h · since Fri 22:02", "and 1 more", "quotes/a.md, quotes/b.csv and 1 more", "counted in 3 of 4 transcripts", "at least 385 k tokens", "R answer", "3/")
	d.press("enter")
	d.shows("Quote for the school", "esc back")
	d.press("esc")
	d.shows("9 h · since Fri 22:02")
	d.press("b")
	d.shows("24 h · since Fri 07:02")
	d.press("b", "b", "b", "b")
	d.shows("9 h · since Fri 22:02")
	d.press("R")
	d.shows("Answer and resume", "Nothing is sent until you choose and press enter.")
	d.press("esc", "L")
	if len(d.store.kept) != 1 || !d.store.kept[0].Ended().Equal(clock()) {
		t.Errorf("kept %+v", d.store.kept)
	}
	d.hides("While you were away")
	d.press("W")
	d.shows("While you were away")
}

// Home says nothing after a short absence, nor on a screen without room.
func TestAwayIsShortOrSmall(t *testing.T) {
	t.Parallel()
	o := Options{Theme: styles.New(styles.Options{NoColor: true}), Now: clock, Looks: true, AwayAfter: 10 * time.Hour}
	drive(t, night(t), o, 120, 36).hides("While you were away")
	o.AwayAfter = 4 * time.Hour
	drive(t, night(t), o, 60, 18).hides("While you were away")
	o.Looks = false
	drive(t, night(t), o, 120, 36).hides("While you were away")
}

// A look of less than half a minute, or one without the focus, does not move the end of the last one.
func TestAGlanceIsNoLook(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		does  string
		want  time.Duration
		moves func(d *driver, later func(time.Duration))
	}{
		{"a glance", -9 * time.Hour, func(_ *driver, later func(time.Duration)) { later(29 * time.Second) }},
		{"a look", 30 * time.Second, func(_ *driver, later func(time.Duration)) { later(30 * time.Second) }},
		{"a look, then another window", time.Minute, func(d *driver, later func(time.Duration)) {
			later(time.Minute)
			d.send(tea.BlurMsg{})
			later(time.Hour)
		}},
		{"another window, then a glance", -9 * time.Hour, func(d *driver, later func(time.Duration)) {
			d.send(tea.BlurMsg{})
			later(time.Hour)
			d.send(tea.FocusMsg{})
			later(20 * time.Second)
		}},
	} {
		now := clock()
		d := drive(t, night(t), Options{Theme: styles.New(styles.Options{NoColor: true}), Now: func() time.Time { return now }, Looks: true}, 120, 36)
		c.moves(d, func(by time.Duration) { now = now.Add(by) })
		d.press("q")
		if len(d.store.kept) != 1 || !d.store.kept[0].Ended().Equal(clock().Add(c.want)) {
			t.Errorf("%s: %s, want %s", c.does, fmt.Sprint(d.store.kept[0].Ended()), clock().Add(c.want))
		}
	}
}

// A click on the block opens the page, one on the end of its head hides the block.
func TestAClickOnWhatHappenedMeanwhile(t *testing.T) {
	t.Parallel()
	for _, size := range [][2]int{{80, 24}, {120, 36}, {160, 45}} {
		d := drive(t, night(t), Options{Theme: styles.New(styles.Options{NoColor: true}), Now: clock, Looks: true, AwayAfter: 4 * time.Hour, Mouse: true}, size[0], size[1])
		at := slices.IndexFunc(strings.Split(d.app.View(), "\n"), func(row string) bool { return strings.Contains(row, "While you were away") })
		for y := range size[1] {
			d.app.headAt(0, y)
		}
		d.send(click(20, at+1))
		d.shows("Sessions 4")
		d.press("esc")
		d.send(click(size[0]-4, at))
		d.hides("While you were away")
	}
}
