package load

import (
	"os"
	"path/filepath"
	"slices"
	"testing"
	"time"

	"coldstart/testdata/must"
	"coldstart/vault/guest/gsd"
)

// The program writes STATE.md after each plan, so one that is a day older than the files of its
// phase may not say where work is.
func TestAStateThatIsOlderThanItsPhaseIsDoubted(t *testing.T) {
	t.Parallel()
	const doubt = "STATE.md is more than a day older than 02-01-PLAN.md: it may be behind its files"
	for _, tt := range []struct {
		after time.Duration
		want  bool
	}{{23 * time.Hour, false}, {25 * time.Hour, true}} {
		base := t.TempDir()
		must.Do(t, os.CopyFS(base, os.DirFS(filepath.Join("..", "guest", "gsd", "testdata", "older", "repo"))))
		state := filepath.Join(base, ".planning", "STATE.md")
		at := time.Date(2026, 2, 3, 12, 0, 0, 0, time.UTC)
		for _, name := range filesIn(t, base) {
			must.Do(t, os.Chtimes(filepath.Join(base, name), at, at))
		}
		later := at.Add(tt.after)
		must.Do(t, os.Chtimes(filepath.Join(filepath.Dir(state), "phases", "02-brakes", "02-01-PLAN.md"), later, later))
		var doubts []string
		for _, p := range guestSnapshot(t, base, gsd.Guest).Plans {
			doubts = append(doubts, p.Reading.Doubts...)
		}
		if got := slices.Contains(doubts, doubt); got != tt.want {
			t.Errorf("%v later: doubts %q", tt.after, doubts)
		}
	}
}
