package watch

import (
	"context"
	"errors"
	"testing"
	"testing/synctest"
	"time"

	"coldstart/vault/disk"
)

func TestHintsWaitForQuiet(t *testing.T) {
	t.Parallel()
	ms := time.Millisecond
	every := func(step, until time.Duration) (at []time.Duration) {
		for d := step; d <= until; d += step {
			at = append(at, d)
		}
		return at
	}
	for _, tt := range []struct {
		name  string
		hints []time.Duration
		want  cue
		after time.Duration
	}{
		{"no hint", nil, cueTime, lookEvery},
		{"one hint", []time.Duration{time.Second}, cueQuiet, time.Second + quietTime},
		{"one save, many events", []time.Duration{10 * ms, 11 * ms, 40 * ms}, cueQuiet, 40*ms + quietTime},
		{"two saves", []time.Duration{100 * ms, 200 * ms}, cueQuiet, 200*ms + quietTime},
		{"a later one", []time.Duration{100 * ms, 300 * ms}, cueQuiet, 100*ms + quietTime},
		{"no rest", every(100*ms, 20*time.Second), cueRestless, 100*ms + restlessTime},
		{"a hint just before the time", []time.Duration{lookEvery - ms}, cueQuiet, lookEvery - ms + quietTime},
	} {
		t.Run(tt.name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				hints, began := make(chan struct{}, 1), time.Now()
				for _, at := range tt.hints {
					time.AfterFunc(at, func() {
						select {
						case hints <- struct{}{}:
						default:
						}
					})
				}
				got, err := nextCue(t.Context(), hints, time.After(lookEvery))
				if took := time.Since(began); got != tt.want || took != tt.after || err != nil {
					t.Errorf("cue %d after %v, %v; want %d after %v", got, took, err, tt.want, tt.after)
				}
			})
		})
	}
}

func TestWaitingEndsWithItsContext(t *testing.T) {
	t.Parallel()
	for _, hint := range []bool{false, true} {
		synctest.Test(t, func(t *testing.T) {
			ctx, cancel := context.WithCancel(t.Context())
			hints := make(chan struct{}, 1)
			if hint {
				hints <- struct{}{}
			}
			// Halfway to quiet.
			time.AfterFunc(quietTime/2, cancel)
			if _, err := nextCue(ctx, hints, nil); !errors.Is(err, context.Canceled) {
				t.Errorf("after a hint %v: %v", hint, err)
			}
			if err := pause(ctx, time.Hour); !errors.Is(err, context.Canceled) {
				t.Errorf("a pause: %v", err)
			}
		})
	}
}

func TestSecondLook(t *testing.T) {
	t.Parallel()
	has := func(names ...string) scan {
		s := scan{stamps: map[string]disk.Stamp{}}
		for _, n := range names {
			s.stamps[n] = disk.Stamp{}
		}
		return s
	}
	for _, tt := range []struct {
		name        string
		why         cue
		before, now scan
		want        time.Duration
	}{
		{"something new", cueQuiet, has("a"), has("a", "b"), 0},
		{"something gone", cueQuiet, has("a", "b"), has("a"), vanishTime},
		{"something replaced by another", cueQuiet, has("a"), has("b"), vanishTime},
		{"no rest", cueRestless, has("a"), has("a", "b"), quietTime},
		{"no hint", cueTime, has("a"), has("a", "b"), quietTime},
	} {
		if got := secondLook(tt.why, tt.before, tt.now); got != tt.want {
			t.Errorf("%s: %v, want %v", tt.name, got, tt.want)
		}
	}
}
