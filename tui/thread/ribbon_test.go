package thread

import (
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"time"

	"coldstart/styles"
	"coldstart/testdata/whole"
)

func clock(h, m int) time.Time { return time.Date(2026, 3, 12, h, m, 0, 0, time.UTC) }

func TestARibbonShortensSilenceAndEndsInItsEmber(t *testing.T) {
	t.Parallel()
	events := []time.Time{clock(13, 52), clock(13, 53), clock(13, 53), clock(14, 0)}
	for m := range 69 {
		events = append(events, clock(15, 58).Add(time.Duration(m)*time.Minute))
	}
	r := Ribbon{Events: append(events, clock(17, 7)), Now: clock(8, 5).AddDate(0, 0, 2)}
	want := []string{
		"    █ ▃           ██▆██▆██▆██▆██▆██▆██▆██▆█",
		"━━━━━━━╌╌╌╌╌╌╌╌╌╌╌━━━━━━━━━━━━━━━━━━━━━━━━━◉" + strings.Repeat("╌", 54),
		"    13:52         15:58                  17:07                 silent for 38 h               08:05",
	}
	for i, row := range r.Rows(theme(), 100) {
		if got := strings.TrimRight(row.String(), " "); got != want[i] {
			t.Errorf("row %d:\n%s\n%s", i, got, want[i])
		}
	}
}

// Whatever the times are, no row is wider than asked and the ember is there once.
func TestARibbonFitsAnyTimes(t *testing.T) {
	t.Parallel()
	random := rand.New(rand.NewPCG(1, 2))
	for range whole.Rounds(300, 2000) {
		var events []time.Time
		for range 1 + random.IntN(60) {
			events = append(events, clock(0, 0).Add(time.Duration(random.Int64N(int64(72*time.Hour)))))
		}
		slices.SortFunc(events, time.Time.Compare)
		r := Ribbon{Events: events, Now: clock(0, 0).AddDate(0, 0, 3+random.IntN(4)), Ended: random.IntN(3) == 0}
		w := 30 + random.IntN(180)
		rows := r.Rows(styles.New(styles.Options{}), w)
		for i, row := range rows {
			if row.Width() > w {
				t.Fatalf("%v, %d: row %d has %d cells: %s", r, w, i, row.Width(), row)
			}
		}
		if n := strings.Count(rows[1].String(), "◉"); n != map[bool]int{true: 0, false: 1}[r.Ended] {
			t.Fatalf("%v: %d embers: %s", r, n, rows[1])
		}
	}
}
