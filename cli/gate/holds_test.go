package gate

import (
	"testing"

	"coldstart/model"
)

// Each row of the table is closed.
func TestWhatTheLineDoesNotSayIsAskedFor(t *testing.T) {
	t.Parallel()
	for _, k := range kinds() {
		open := 0
		for _, line := range k.lines {
			if f := Weigh(rulesOfTheTable(), bash(line)); f.Then != model.ThenAsk {
				open++
				t.Errorf("%s: not asked for: %s", k.name, line)
			}
		}
		t.Logf("%s: %d of %d are closed", k.name, len(k.lines)-open, len(k.lines))
	}
}
