//go:build unix

package vault_test

import (
	"path/filepath"
	"strings"
	"testing"

	"coldstart/model"
	"coldstart/testdata/must"
	"coldstart/vault/vaulttest"
)

// A process that is killed around the plan's line has it written once by the next one, also
// where the log has the same line of an earlier decision.
func TestASecondLineOfOneSecondSurvivesAKill(t *testing.T) {
	t.Parallel()
	again := func() (*vaulttest.Vault, model.Decision) {
		v := decidingVault(t, blockedVault())
		mustDecide(t, v, wish(t, v, payFile, model.ChoiceApprove, ""))
		mustDecide(t, v, undoOf(t, v, ""))
		return v, wish(t, v, payFile, model.ChoiceApprove, "")
	}
	probe, d := again()
	var at []int
	n := 0
	probe.Where.Disk.Before = func(op, name string) {
		if n++; strings.HasPrefix(name, "Plans/") {
			at = append(at, n)
		}
	}
	mustDecide(t, probe, d)
	if len(at) < 3 {
		t.Fatalf("the plan is changed in %d steps", len(at))
	}
	for _, step := range append(at, at[len(at)-1]+1) {
		v, d := again()
		e := errand{Base: filepath.Dir(v.Dir()), State: "state", Operator: "ines", Decision: &d, KillAt: step}
		if _, killed := e.inChild(t); !killed {
			t.Fatalf("step %d was not reached", step)
		}
		must.Get(v.Recover(t.Context(), eleven))(t)
		if got := strings.Count(v.TextOf(t, planFile), approvedLine); got != 2 {
			t.Errorf("killed at step %d: the line stands there %d times", step, got)
		}
	}
}
