package watch

import (
	"context"
	"time"
)

const (
	// quietTime is how long a vault must be quiet before it is looked at: one save
	// is many events. restlessTime is how long a vault that never rests keeps the look
	// waiting.
	quietTime    = 150 * time.Millisecond
	restlessTime = time.Second
	// vanishTime is how long a file must be missing before that is believed: programs
	// that save a file may take the old one away first.
	vanishTime = 75 * time.Millisecond
	// settleTime is how long a file must stay as it is to count as written to its end.
	settleTime = 300 * time.Millisecond
	// lookEvery is how often a vault is looked at without any hint, pollEvery where
	// the system gives none. Where it reports every change in the vault, only files outside
	// are looked at so often, and the vault every restLooks looks: once a minute.
	lookEvery = 5 * time.Second
	pollEvery = 2 * time.Second
	restLooks = 12
	// restFactor is how many times as long as a look takes nobody looks without a hint,
	// mostEvery how long at most.
	restFactor = 50
	mostEvery  = time.Minute
)

// cue is why a vault is looked at.
type cue int

const (
	// cueTime: nothing was told, it is time again.
	cueTime cue = iota
	// cueQuiet: something was told, and then nothing more for a while.
	cueQuiet
	// cueRestless: the changes do not end.
	cueRestless
)

// nextCue waits for a hint and then for quiet, or until it is due without any.
func nextCue(ctx context.Context, hints <-chan struct{}, due <-chan time.Time) (cue, error) {
	select {
	case <-ctx.Done():
		return cueTime, context.Cause(ctx)
	case <-due:
		return cueTime, nil
	case <-hints:
	}
	quiet, limit := time.NewTimer(quietTime), time.NewTimer(restlessTime)
	defer quiet.Stop()
	defer limit.Stop()
	for {
		select {
		case <-ctx.Done():
			return cueTime, context.Cause(ctx)
		case <-hints:
			quiet.Reset(quietTime)
		case <-quiet.C:
			return cueQuiet, nil
		case <-limit.C:
			return cueRestless, nil
		}
	}
}

// secondLook is how long to wait before looking again at a vault that looks
// otherwise than before, zero when the first look is enough.
func secondLook(why cue, before, now scan) time.Duration {
	switch {
	case why != cueQuiet:
		// Nobody knows whether the change is over.
		return quietTime
	case now.lacks(before):
		return vanishTime
	}
	return 0
}

func pause(ctx context.Context, d time.Duration) error {
	if d <= 0 {
		return nil
	}
	timer := time.NewTimer(d)
	defer timer.Stop()
	select {
	case <-ctx.Done():
		return context.Cause(ctx)
	case <-timer.C:
		return nil
	}
}
