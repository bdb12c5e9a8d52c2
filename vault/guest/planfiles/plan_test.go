package planfiles

import (
	"testing"

	"coldstart/vault/guest"
)

func TestTheCellOfAStatus(t *testing.T) {
	t.Parallel()
	for cell, want := range map[string]phaseState{
		"[x] completed": phaseComplete, "[X]": phaseComplete, "[ ]": phasePending, "[ ] pending": phasePending, "[ ] in progress": phaseBegun, "complete (all)": phaseComplete,
		"": phaseUnsaid, "[y] so": phaseOdd,
	} {
		if got := stateOf(cell); got != want {
			t.Errorf("%q is %d, want %d", cell, got, want)
		}
	}
}

// The status in the head of a plan is that of the whole, one further down is not.
func TestADeclaredEnd(t *testing.T) {
	t.Parallel()
	for body, want := range map[string]string{
		"# Shed\n**Status:** Complete\n## Phases\n- [ ] Dig\n": "Complete", "# Shed\n**Status:** not complete\n": "", "# Shed\n## Dig\n**Status:** complete\n": "",
		"# Shed\n## Status\nDone\n": "Done",
	} {
		r := reader{plan: &plan{}}
		for l := range guest.Said(body) {
			r.take(l)
		}
		if r.declared != want {
			t.Errorf("%q: %q, want %q", body, r.declared, want)
		}
	}
}
