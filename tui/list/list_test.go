package list

import (
	"slices"
	"testing"

	"pgregory.net/rapid"

	"coldstart/model"
	"coldstart/styles"
	"coldstart/tui/draw"
)

// drawnRows are rows with distinct things in sections of their own.
func drawnRows(rt *rapid.T, label string) []*Row {
	ids := rapid.SliceOfNDistinct(rapid.IntRange(0, 40), 0, 30, rapid.ID[int]).Draw(rt, label)
	headed := rapid.Bool().Draw(rt, label+" headed")
	rows := make([]Row, len(ids))
	for i, id := range ids {
		rows[i].Ref = model.Ref{Kind: model.KindRequest, Path: string(rune('a' + id))}
		if headed {
			rows[i].Section.Name = string(rune('A' + i*4/len(ids)))
		}
	}
	return Of(rows)
}

func TestTheCursorIsAlwaysOnScreen(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(rt *rapid.T) {
		l := &List{Rows: drawnRows(rt, "rows")}
		l.Move(rapid.IntRange(-5, 40).Draw(rt, "at"))
		l.Top = rapid.IntRange(-5, 40).Draw(rt, "top")
		h := rapid.IntRange(-1, 40).Draw(rt, "height")
		from, to := l.Span(h)
		if h < 1 || len(l.Rows) == 0 {
			if from != to {
				rt.Fatalf("rows %d to %d drawn where there is nothing to draw", from, to)
			}
			return
		}
		if l.At < from || l.At >= to || to > len(l.Rows) {
			rt.Fatalf("rows %d to %d of %d drawn, the cursor is on %d", from, to, len(l.Rows), l.At)
		}
		lines := 0
		for i := from; i < to; i++ {
			lines++
			if l.Headed(i, from, h) {
				lines++
			}
		}
		if lines > h {
			rt.Fatalf("%d lines drawn in %d", lines, h)
		}
		if from > 0 && to == len(l.Rows) && l.filled(from-1, h) == to {
			rt.Fatalf("rows %d to %d drawn in %d lines, and row %d would fit, too", from, to, h, from-1)
		}
	})
}

func TestTheCursorFollowsItsRowThroughChanges(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(rt *rapid.T) {
		l := &List{}
		for range rapid.IntRange(1, 20).Draw(rt, "steps") {
			was, had := l.Current()
			place := l.At
			if rapid.Bool().Draw(rt, "move") {
				l.Move(rapid.SampledFrom([]int{-1000, -7, -1, 0, 1, 7, 1000}).Draw(rt, "by"))
			} else {
				l.Set(drawnRows(rt, "rows"))
				at := slices.IndexFunc(l.Rows, func(r *Row) bool { return r.Ref == was.Ref })
				want := max(0, min(place, len(l.Rows)-1))
				if had && at >= 0 {
					want = at
				}
				if l.At != want {
					rt.Fatalf("the cursor is on %d, want %d", l.At, want)
				}
			}
			if _, ok := l.Current(); ok != (len(l.Rows) > 0) {
				rt.Fatalf("cursor %d of %d rows", l.At, len(l.Rows))
			}
		}
	})
}

func TestAListScrollsNoMoreThanItMust(t *testing.T) {
	t.Parallel()
	l := &List{Rows: Of(make([]Row, 100))}
	for _, tt := range []struct{ at, h, from int }{{0, 10, 0}, {9, 10, 0}, {10, 10, 1}, {5, 10, 1}, {0, 10, 0}, {99, 10, 90}, {95, 10, 90}} {
		l.At = tt.at
		from, to := l.Span(tt.h)
		if from != tt.from || to != tt.from+tt.h {
			t.Errorf("cursor %d: rows %d to %d, want %d to %d", tt.at, from, to, tt.from, tt.from+tt.h)
		}
		l.Top = from
	}
}

func TestAHeadingCounts(t *testing.T) {
	t.Parallel()
	more := Over("Done", 30)
	more.Rest, more.Also = ", newest %d", 20
	for want, s := range map[string]Section{"Done 0": Over("Done", 0), "Done": {Name: "Done"}, "Done 30, newest 20": more, "Done 2 of 7": {Name: "Done", Counted: true, N: 2, Of: 7}} {
		if s.String() != want {
			t.Errorf("%q, want %q", s, want)
		}
	}
	all := make([]Row, 16)
	for i := range all {
		all[i].Section = Over("Done", 16)
	}
	all = append(all, Row{Section: Over("Other", 160)})
	rows := Of(all)
	l := List{Rows: append(rows[:2:2], rows[16])}
	l.Counts = Counts(l.Rows, rows)
	if got := l.Shown(0, 3); got[1].Section.String() != "Done 2 of 16" || got[2].Section.String() != "Other 160" || l.Rows[1].Section != all[0].Section {
		t.Errorf("%v, %v, and the row that lists share %v", got[1].Section, got[2].Section, l.Rows[1].Section)
	}
}

// A column without room is left out, however narrow the screen is.
func TestAColumnWithoutRoomIsLeftOut(t *testing.T) {
	t.Parallel()
	for _, w := range []int{0, -7} {
		row := Table{{Width: w}, {Width: 3}}.Row(draw.Words(styles.RolePlain, "one"), draw.Words(styles.RolePlain, "two"))
		if row.String() != "two" {
			t.Errorf("%d: got %q", w, row.String())
		}
	}
}
