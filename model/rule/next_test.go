package rule

import (
	"testing"

	"coldstart/model"
)

func TestCheckpointSteps(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		name, steps            string
		next, waiting, decides int // zero when there is none
	}{
		{"no steps", "", 0, 0, 0},
		{"all done", "xxh", 0, 0, 0},
		{"the first open step is next", "xxoo", 3, 0, 3},
		{"a human step is walked past, and waits", "xHo", 3, 2, 2},
		{"the first of several human steps waits", "HHo", 3, 1, 1},
		{"a human step behind the next one does not wait yet", "xoH", 2, 0, 2},
		{"only a human step is left", "xxH", 0, 3, 3},
		{"a ticked human step does not wait", "xho", 3, 0, 3},
		{"a gap in the ticks", "oxx", 1, 0, 1},
		{"another mark is not done", "x-o", 2, 0, 2},
	} {
		t.Run(tt.name, func(t *testing.T) {
			p := model.Plan{Steps: steps(tt.steps)}
			c := NextPlan(p)
			if number(c.Step) != tt.next || number(c.Waits) != tt.waiting {
				t.Errorf("next %d, waiting %d; want %d and %d", number(c.Step), number(c.Waits), tt.next, tt.waiting)
			}
			s, ok := WaitingStep(p)
			if s.Number != tt.decides || ok != (tt.decides > 0) {
				t.Errorf("decides on step %d (%v), want %d", s.Number, ok, tt.decides)
			}
		})
	}
}

func TestCheckpointTimeIsTheLastEntryThatStatesOne(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		name string
		log  []model.LogEntry
		want string
	}{
		{"no log", nil, ""},
		{"last entry, not the newest", logAt("2026-02-21T10:40:00Z", "2026-02-21T10:30:00Z"), "2026-02-21T10:30:00Z"},
		{"entries without a time are passed over", logAt("2026-02-21T10:40:00Z", "later", ""), "2026-02-21T10:40:00Z"},
		{"no entry states a time", logAt("", "later"), ""},
	} {
		t.Run(tt.name, func(t *testing.T) {
			if got := NextPlan((model.Plan{Log: tt.log})).At; got.Raw != tt.want || got.Known() != (tt.want != "") {
				t.Errorf("got %+v, want %q", got, tt.want)
			}
		})
	}
}

func TestBlockedSince(t *testing.T) {
	t.Parallel()
	created := model.ParseStamp("2026-02-20", nil)
	for _, tt := range []struct {
		name string
		log  []model.LogEntry
		want string
	}{
		{"the last entry", logAt("2026-02-21T10:40:00Z", "2026-02-21T10:50:00Z"), "2026-02-21T10:50:00Z"},
		{"without a log the creation", nil, "2026-02-20"},
		{"without a time in the last entry the creation", logAt("2026-02-21T10:40:00Z", "later"), "2026-02-20"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			if got, _ := BlockedSince((model.Plan{Log: tt.log, Created: created})); got.Raw != tt.want {
				t.Errorf("got %+v, want %s", got, tt.want)
			}
		})
	}
}
