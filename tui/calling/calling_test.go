package calling

import (
	"strings"
	"testing"
	"time"

	"coldstart/model"
	"coldstart/styles"
)

func needs(names ...string) (all []model.Attention) {
	for _, n := range names {
		all = append(all, model.Attention{Ref: model.Ref{Kind: model.KindRequest, Path: n}, What: n, Who: "lou@bikes.example"})
	}
	return all
}

func TestItCallsOnceUntilSomebodyLooks(t *testing.T) {
	t.Parallel()
	start := time.Date(2026, time.March, 14, 7, 2, 0, 0, time.UTC)
	c := Caller{By: Bell, Theme: styles.New(styles.Options{NoColor: true})}
	for i, step := range []struct {
		after  time.Duration
		looks  bool
		vault  string
		needs  []model.Attention
		called bool
	}{
		{0, false, "north", needs("a"), false},                             // what waited before is on the screen
		{time.Minute, false, "north", needs("a", "b"), true},               // one came
		{2 * time.Minute, false, "north", needs("a", "b", "c"), false},     // nobody looked yet
		{3 * time.Minute, true, "north", needs("a", "b", "c", "d"), false}, // somebody sits there
		{4 * time.Minute, false, "south", needs("a"), false},               // another vault was read
		{4 * time.Minute, false, "south", needs("a", "b"), true},           // one came there
		{5 * time.Minute, true, "south", nil, false},
		{6 * time.Minute, false, "south", nil, false}, // less is no news
	} {
		now := start.Add(step.after)
		if step.looks {
			c.Look(now)
		}
		if got := c.Needs(step.vault, step.needs, now); (got != "") != step.called {
			t.Errorf("step %d wrote %q, called must be %v", i, got, step.called)
		}
	}
}

func TestHowItCalls(t *testing.T) {
	t.Parallel()
	now := time.Date(2026, time.March, 14, 7, 2, 0, 0, time.UTC)
	hostile := needs("x\x1b]0;taken\x07\u202e")
	for _, tt := range []struct {
		by      By
		to      styles.Notices
		between styles.Multiplexer
		want    string
	}{
		{Silent, styles.NoticeOSC9, styles.NoMultiplexer, ""},
		{Bell, styles.NoticeOSC9, styles.NoMultiplexer, "\a"},
		{Notice, styles.BellOnly, styles.NoMultiplexer, "\a"},
		{Notice, styles.NoticeOSC9, styles.NoMultiplexer, "\x1b]9;coldstart: MORE\a"},
		{Notice, styles.NoticeOSC777, styles.NoMultiplexer, "\x1b]777;notify;coldstart;coldstart: MORE\a"},
		{Notice, styles.NoticeOSC99, styles.NoMultiplexer, "\x1b]99;;coldstart: MORE\a"},
		{Notice, styles.NoticeOSC9, styles.Tmux, "\x1bPtmux;\x1b\x1b]9;coldstart: MORE\a\x1b\\\a"},
		{Notice, styles.NoticeOSC9, styles.Screen, "\x1bP\x1b]9;coldstart: MORE\a\x1b\\\a"},
	} {
		c := Caller{By: tt.by, Theme: styles.New(styles.Options{NoColor: true}), Terminal: tt.to, Between: tt.between}
		c.Needs(1, nil, now)
		got := c.Needs(1, hostile, now)
		before, after, more := strings.Cut(tt.want, "MORE")
		if !strings.HasPrefix(got, before) || !strings.HasSuffix(got, after) || !more && got != tt.want {
			t.Errorf("%+v: wrote %q", tt, got)
		}
		if strings.Contains(got, "\x1b]0;") || strings.Contains(got, "\u202e") {
			t.Errorf("%+v: the words of an agent act on the terminal: %q", tt, got)
		}
	}
}

func TestTheTitleCounts(t *testing.T) {
	t.Parallel()
	c := Caller{Theme: styles.New(styles.Options{NoColor: true}), Title: "saltmarsh"}
	for _, tt := range []struct {
		needs int
		want  string
	}{{0, ""}, {3, "\x1b]2;(3) coldstart: saltmarsh\a"}, {3, ""}, {0, "\x1b]2;coldstart: saltmarsh\a"}} {
		if got := c.Count(tt.needs); got != tt.want {
			t.Errorf("%d: wrote %q, want %q", tt.needs, got, tt.want)
		}
	}
}
