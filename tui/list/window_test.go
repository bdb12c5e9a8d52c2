package list

import (
	"fmt"
	"testing"

	"pgregory.net/rapid"

	"coldstart/styles"
	"coldstart/tui/draw"
)

// A cursor stays on a row and in its window, which has no empty row that another could fill.
func TestACursorStaysInItsWindow(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(rt *rapid.T) {
		var c Cursor
		for range rapid.IntRange(1, 20).Draw(rt, "steps") {
			all, h := rapid.IntRange(0, 30).Draw(rt, "rows"), rapid.IntRange(1, 12).Draw(rt, "height")
			c.Move(rapid.IntRange(-40, 40).Draw(rt, "by"), all)
			c.Keep(h, all)
			from, to := c.Window(h, all)
			if c.At != 0 && c.At >= all || c.At < from || c.At >= to && all > 0 || to-from != min(h, all) {
				rt.Fatalf("cursor %d, rows %d to %d of %d in %d", c.At, from, to, all, h)
			}
		}
	})
}

func TestAScrollerStopsAtTheEnds(t *testing.T) {
	t.Parallel()
	var s Scroller
	for _, tt := range []struct{ by, h, all, want int }{{3, 10, 20, 3}, {100, 10, 20, 10}, {0, 10, 15, 5}, {-2, 10, 15, 3}, {-100, 10, 15, 0}, {5, 10, 8, 0}} {
		if s.By(tt.by, tt.h, tt.all); s.Top != tt.want {
			t.Errorf("by %d in %d of %d: top %d, want %d", tt.by, tt.h, tt.all, s.Top, tt.want)
		}
	}
}

// Where there is less room the column with the highest From gives way first, and the rest goes to the one
// without a width, if that is enough for it.
func TestColumnsGiveWayByRank(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		w    int
		want string
	}{
		{60, fmt.Sprintf("ab  %-36s  %s  %4s", "what is next", "123456", "7")},
		{40, fmt.Sprintf("ab  %-24s  %4s", "what is next", "7")},
		{20, "ab     7"},
	} {
		table := Fitted(tt.w, Column{Width: 2}, Column{Least: 10}, Column{Width: 6, From: 50}, Column{Width: 4, Right: true})
		row := table.Row(draw.Words(styles.RolePlain, "ab"), draw.Words(styles.RolePlain, "what is next"), draw.Words(styles.RolePlain, "123456"), draw.Words(styles.RolePlain, "7"))
		if row.String() != tt.want {
			t.Errorf("%d cells:\n%q, want\n%q", tt.w, row.String(), tt.want)
		}
	}
}
