package styles

import (
	"math"
	"testing"
	"time"
)

func TestAgoIsShortAndNeverNegative(t *testing.T) {
	t.Parallel()
	const day = 24 * time.Hour
	for d, want := range map[time.Duration]string{
		0:                              "now",
		59 * time.Second:               "now",
		time.Minute:                    "1 min",
		5*time.Minute + 59*time.Second: "5 min",
		59 * time.Minute:               "59 min",
		time.Hour:                      "1 h",
		3 * time.Hour:                  "3 h",
		23 * time.Hour:                 "23 h",
		day:                            "24 h",
		2*day - time.Second:            "47 h",
		2 * day:                        "2 d",
		13 * day:                       "13 d",
		14 * day:                       "2 wk",
		35 * day:                       "5 wk",
		729 * day:                      "104 wk",
		730 * day:                      "2 y",
		math.MaxInt64:                  "292 y",
		-time.Second:                   "now",
		-59 * time.Second:              "now",
		-5 * time.Minute:               "in 5 min",
		-3 * day:                       "in 3 d",
		math.MinInt64:                  "in 292 y",
	} {
		if got := Ago(d); got != want {
			t.Errorf("Ago(%v) = %q, want %q", d, got, want)
		}
	}
}
