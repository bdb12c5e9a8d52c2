package load

import (
	"slices"
	"testing"
)

func TestPassesStandInOrder(t *testing.T) {
	t.Parallel()
	above, shown := []string{}, []string{}
	for _, p := range passes {
		for _, need := range p.needs {
			if !slices.Contains(above, need) {
				t.Errorf("%q needs %q, which does not stand above it", p.name, need)
			}
			if !p.shown && slices.Contains(shown, need) {
				t.Errorf("decisions rest on %q, which needs %q, which is only shown", p.name, need)
			}
		}
		if slices.Contains(above, p.name) {
			t.Errorf("%q stands there twice", p.name)
		}
		if above = append(above, p.name); p.shown {
			shown = append(shown, p.name)
		}
	}
}
