package phrase

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

func TestSizesAreShort(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		bytes int64
		want  string
	}{
		{-1, "0 B"}, {0, "0 B"}, {249, "249 B"}, {999, "999 B"}, {1000, "1.0 kB"}, {9_940, "9.9 kB"}, {9_960, "10 kB"}, {12_400, "12 kB"},
		{999_499, "999 kB"}, {999_501, "1.0 MB"}, {1_440_000, "1.4 MB"}, {3_000_000_000, "3.0 GB"}, {1 << 62, "4611686 TB"},
	} {
		if got := Size(tt.bytes); got != tt.want {
			t.Errorf("%d: got %q, want %q", tt.bytes, got, tt.want)
		}
	}
}
