package tui

import (
	"slices"
	"testing"

	"pgregory.net/rapid"

	"coldstart/model"
)

// drawnRows are rows with distinct things in sections of their own.
func drawnRows(rt *rapid.T, label string) []row {
	ids := rapid.SliceOfNDistinct(rapid.IntRange(0, 40), 0, 30, rapid.ID[int]).Draw(rt, label)
	headed := rapid.Bool().Draw(rt, label+" headed")
	rows := make([]row, len(ids))
	for i, id := range ids {
		rows[i].ref = model.Ref{Kind: model.KindRequest, Path: string(rune('a' + id))}
		if headed {
			rows[i].section = string(rune('A' + i*4/len(ids)))
		}
	}
	return rows
}

func TestTheCursorIsAlwaysOnScreen(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		l := &list{rows: drawnRows(rt, "rows")}
		l.move(rapid.IntRange(-5, 40).Draw(rt, "at"))
		l.top = rapid.IntRange(-5, 40).Draw(rt, "top")
		h := rapid.IntRange(-1, 40).Draw(rt, "height")
		from, to := l.span(h)
		if h < 1 || len(l.rows) == 0 {
			if from != to {
				rt.Fatalf("rows %d to %d drawn where there is nothing to draw", from, to)
			}
			return
		}
		if l.at < from || l.at >= to || to > len(l.rows) {
			rt.Fatalf("rows %d to %d of %d drawn, the cursor is on %d", from, to, len(l.rows), l.at)
		}
		lines := 0
		for i := from; i < to; i++ {
			lines++
			if l.headed(i, from, h) {
				lines++
			}
		}
		if lines > h {
			rt.Fatalf("%d lines drawn in %d", lines, h)
		}
		if from > 0 && to == len(l.rows) && l.filled(from-1, h) == to {
			rt.Fatalf("rows %d to %d drawn in %d lines, and row %d would fit, too", from, to, h, from-1)
		}
	})
}

func TestTheCursorFollowsItsRowThroughChanges(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		l := &list{}
		for range rapid.IntRange(1, 20).Draw(rt, "steps") {
			was, had := l.current()
			place := l.at
			if rapid.Bool().Draw(rt, "move") {
				l.move(rapid.SampledFrom([]int{-farAway, -7, -1, 0, 1, 7, farAway}).Draw(rt, "by"))
			} else {
				l.set(drawnRows(rt, "rows"))
				at := slices.IndexFunc(l.rows, func(r row) bool { return r.ref == was.ref })
				want := max(0, min(place, len(l.rows)-1))
				if had && at >= 0 {
					want = at
				}
				if l.at != want {
					rt.Fatalf("the cursor is on %d, want %d", l.at, want)
				}
			}
			if _, ok := l.current(); ok != (len(l.rows) > 0) {
				rt.Fatalf("cursor %d of %d rows", l.at, len(l.rows))
			}
		}
	})
}

func TestAListScrollsNoMoreThanItMust(t *testing.T) {
	l := &list{rows: make([]row, 100)}
	for _, tt := range []struct{ at, h, from int }{{0, 10, 0}, {9, 10, 0}, {10, 10, 1}, {5, 10, 1}, {0, 10, 0}, {99, 10, 90}, {95, 10, 90}} {
		l.at = tt.at
		from, to := l.span(tt.h)
		if from != tt.from || to != tt.from+tt.h {
			t.Errorf("cursor %d: rows %d to %d, want %d to %d", tt.at, from, to, tt.from, tt.from+tt.h)
		}
		l.top = from
	}
}
