package thread

import (
	"strings"
	"testing"

	"coldstart/styles"
	"coldstart/tui/draw"
)

func TestAThreadUprightEndsInItsEmber(t *testing.T) {
	t.Parallel()
	stops := []Step{
		{Knot: Done, Number: 1, Name: styles.Plain("Collect"), Took: "16 min", Says: []styles.Line{draw.Words(styles.RoleMuted, "214 bookings were read from the ledger.")}},
		{Knot: Failed, Number: 2, Name: styles.Plain("Settle what has no category"), Took: "no end"},
		{Knot: Open, Number: 3, Name: styles.Plain("Compare")},
	}
	for _, tt := range []struct {
		at   int
		want []string
	}{
		{1, []string{
			"  ✓ 1 Collect         16 min", "  │   214 bookings were", "  │   read from the ledger.", "  │", "  ◉ 2 Settle what ha… no end", "  ╎", "  ○ 3 Compare",
		}},
		{3, []string{
			"  ✓ 1 Collect         16 min", "  │   214 bookings were", "  │   read from the ledger.", "  │", "  ✗ 2 Settle what ha… no end", "  │", "  ○ 3 Compare",
		}},
	} {
		var got []string
		for _, l := range Upright(theme(), stops, tt.at, 30) {
			if l.Width() > 30 {
				t.Errorf("%q is wider than 30 cells", l.String())
			}
			got = append(got, strings.TrimRight(l.String(), " "))
		}
		if strings.Join(got, "\n") != strings.Join(tt.want, "\n") {
			t.Errorf("at %d got\n%s\nwant\n%s", tt.at, strings.Join(got, "\n"), strings.Join(tt.want, "\n"))
		}
	}
}
