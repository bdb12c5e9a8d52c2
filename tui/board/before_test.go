package board

import (
	"fmt"
	"reflect"
	"testing"
	"time"

	"pgregory.net/rapid"

	"coldstart/model"
	"coldstart/testdata/lies"
)

// TestABoardAfterAnotherIsTheSame changes some of a snapshot, and expects of a board that takes rows from the
// one before what a first one has.
func TestABoardAfterAnotherIsTheSame(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(r *rapid.T) {
		s := lies.Draw[model.Snapshot](r)
		for i := range rapid.IntRange(0, 8).Draw(r, "more plans") {
			s.Plans = append(s.Plans, model.Plan{Path: fmt.Sprintf("Plans/%d.md", i), ID: fmt.Sprint(i), Status: model.Status{State: model.StateActive}})
		}
		// No two plans, and no two requests, of a load are one file.
		for i := range s.Plans {
			s.Plans[i].Path += fmt.Sprint(".", i)
		}
		for at, list := range [][]model.Request{s.Requests, s.Decided} {
			for i := range list {
				list[i].Path += fmt.Sprint(".", at, i)
			}
		}
		before := New(s)
		now := s
		now.At = s.At.Add(time.Hour)
		now.Plans = nil
		for _, p := range s.Plans {
			switch rapid.IntRange(0, 7).Draw(r, "what happens") {
			case 0:
				continue
			case 1:
				p.Objective += " at once"
			case 2:
				p.Status.State = model.StateDone
			case 3:
				p.Reading.Tool = "another program"
			case 4:
				now.Stale = map[string]time.Time{p.Path: s.At}
			}
			now.Plans = append(now.Plans, p)
		}
		if rapid.Bool().Draw(r, "looked at last") {
			now.LastLook = lies.Draw[model.Look](r)
		}
		for range 2 {
			got, want := After(before, now), New(now)
			for page := range want.Rows {
				if !reflect.DeepEqual(got.Rows[page], want.Rows[page]) {
					r.Fatalf("page %d: got  %+v\nwant %+v", page, got.Rows[page], want.Rows[page])
				}
			}
			before = got
		}
	})
}

// A row that nothing was done to is not made anew.
func TestARowOfAPlanIsMadeOnce(t *testing.T) {
	s := model.Snapshot{At: time.Unix(1, 0)}
	for i := range 100 {
		s.Plans = append(s.Plans, model.Plan{Path: fmt.Sprintf("Plans/%d.md", i), ID: fmt.Sprint(i), Objective: "Order chalk", Status: model.Status{State: model.StateActive}})
	}
	before := New(s)
	first := testing.AllocsPerRun(5, func() { New(s) })
	again := testing.AllocsPerRun(5, func() { After(before, s) })
	if saved := first - again; saved < 2*float64(len(s.Plans)) {
		t.Errorf("%.0f memory blocks for a first board and %.0f for one after it", first, again)
	}
}
