package model

import (
	"slices"
	"strings"
	"testing"
	"time"
)

func TestHowOftenAScopeHolds(t *testing.T) {
	t.Parallel()
	now := time.Date(2026, 3, 14, 7, 0, 0, 0, time.UTC)
	used := []time.Time{now, now}
	for _, tt := range []struct {
		scope      Scope
		most, left int
		stands     bool
	}{
		{Scope{}, 1, 0, false},
		{Scope{Times: 1}, 1, 0, false},
		{Scope{Times: 3}, 3, 1, true},
		{Scope{Times: 2}, 2, 0, false},
		{Scope{Session: true}, 0, 1, true},
		{Scope{For: time.Hour}, 0, 1, true},
		{Scope{For: time.Hour, Times: 3}, 3, 1, true},
		{Scope{Pattern: "make *"}, 0, 1, true},
		{Scope{Pattern: "make *", Times: 1}, 1, 0, false},
	} {
		k := HeldAction{Scope: tt.scope, Used: used, Until: now.Add(time.Minute)}
		s := Snapshot{At: now, Asks: []HeldAction{k}}
		if tt.scope.Most() != tt.most || k.Left(now) != tt.left || len(s.StandingYeses()) == 1 != tt.stands {
			t.Errorf("%+v: most %d, left %d, standing %d", tt.scope, tt.scope.Most(), k.Left(now), len(s.StandingYeses()))
		}
		s.At = k.Until
		if k.Left(s.At) != 0 || len(s.StandingYeses()) != 0 {
			t.Errorf("%+v holds behind its end", tt.scope)
		}
	}
	if got := (Scope{For: time.Hour}).Lasts(time.Minute); got != time.Minute {
		t.Errorf("longer than the settings say: %s", got)
	}
}

// What a pattern would have let through is counted of what the gate asked for in the last day.
func TestWhatElseAPatternCovers(t *testing.T) {
	t.Parallel()
	now := time.Date(2026, 3, 14, 7, 0, 0, 0, time.UTC)
	asked := func(id, line string, ago time.Duration) HeldAction {
		k := HeldAction{ID: id, At: now.Add(-ago), Action: Action{Tool: "Bash", Line: line, Input: line}}
		k.Key = k.Action.Key()
		return k
	}
	prompt, cut := asked("gate-6", "make p", 0), asked("gate-7", "make q", 0)
	prompt.Prompt, cut.Key = true, Fingerprint{}
	s := Snapshot{At: now, Asks: []HeldAction{
		asked("gate-1", "make a", 0), asked("gate-2", "make b", time.Hour), asked("gate-3", "make b", 2*time.Hour), asked("gate-4", "rm x", 0), asked("gate-5", "make c", 25*time.Hour), prompt, cut,
	}}
	fits := func(_ string, _, a Action) bool { return strings.HasPrefix(a.Line, "make ") }
	calls, times := s.Covered(s.Asks[0], "make *", fits)
	if !slices.Equal(calls, []string{"make b"}) || times["make b"] != 2 {
		t.Errorf("%q %v", calls, times)
	}
	if calls, _ := s.Covered(s.Asks[0], "make *", nil); calls != nil {
		t.Errorf("without a matching: %q", calls)
	}
}
