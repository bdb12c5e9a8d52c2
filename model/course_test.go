package model

import (
	"fmt"
	"testing"
	"time"

	"pgregory.net/rapid"
)

func atMinute(n int) Stamp {
	return Stamp{Time: time.Date(2026, 3, 12, 13, n, 0, 0, time.UTC), Raw: "x"}
}

// Runs of calls of one sort are one row; what failed, what asks and what waits is not hidden.
func TestRunsOfCallsAreOneEvent(t *testing.T) {
	t.Parallel()
	var events []Event
	for i := range 40 {
		events = append(events, Event{At: atMinute(i), Act: ActRead, Says: fmt.Sprintf("file%d.go", i%20), Result: "pass"})
	}
	events = append(events,
		Event{At: atMinute(41), Act: ActEdit, Says: "a.go", Added: 3, Removed: 1, Result: "pass"},
		Event{At: atMinute(42), Act: ActEdit, Says: "b.go", Added: 4, Result: "pass"},
		Event{At: atMinute(43), Act: ActShell, Says: "go vet"},
		Event{At: atMinute(43), Act: ActShell, Says: "go test", Result: "fail"},
		Event{At: atMinute(44), Act: ActShell, Says: "go vet"},
		Event{At: atMinute(45), Act: ActHand}, Event{At: atMinute(45), Act: ActHand}, Event{At: atMinute(45), Act: ActHand},
	)
	got := Folded(events)
	if len(got) != 9 || got[0].Times != 40 || got[0].Different != 20 || got[0].Until != atMinute(39) || got[0].Result != "pass" {
		t.Fatalf("folded to %d: %+v", len(got), got[0])
	}
	if got[0].Says != "file0.go, file1.go, file2.go, file3.go, file4.go, file5.go, file6.go, file7.go" {
		t.Errorf("it names %q", got[0].Says)
	}
	// Silence ends a run.
	late := []Event{{At: atMinute(0), Act: ActRead}, {At: atMinute(1), Act: ActRead}, {At: atMinute(61), Act: ActRead}, {At: atMinute(62), Act: ActRead}}
	if got := Folded(late); len(got) != 4 {
		t.Errorf("over a silence: %d events", len(got))
	}
}

func TestTwoCoursesAreMergedByTime(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(rt *rapid.T) {
		course := func(name string) []Event {
			var all []Event
			minute := 0
			for i := range rapid.IntRange(0, 8).Draw(rt, name) {
				minute += rapid.IntRange(0, 5).Draw(rt, "later")
				all = append(all, Event{At: atMinute(minute), Type: fmt.Sprint(name, i)})
			}
			return all
		}
		x, y := course("x"), course("y")
		all := Merged(x, y)
		if len(all) != len(x)+len(y) {
			rt.Fatalf("%d of %d", len(all), len(x)+len(y))
		}
		of := map[byte]int{}
		for i, e := range all {
			if i > 0 && e.At.Time.Before(all[i-1].At.Time) {
				rt.Fatalf("out of order at %d", i)
			}
			if e.Type != fmt.Sprint(string(e.Type[0]), of[e.Type[0]]) {
				rt.Fatalf("%s out of its own order", e.Type)
			}
			of[e.Type[0]]++
		}
		// No event is lost in a run.
		n := 0
		for _, e := range Folded(all) {
			n += max(1, e.Times)
		}
		if n != len(all) {
			rt.Fatalf("folded %d of %d", n, len(all))
		}
	})
}
