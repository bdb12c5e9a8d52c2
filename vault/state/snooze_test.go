package state_test

import (
	"errors"
	"os"
	"path/filepath"
	"slices"
	"testing"
	"time"

	"coldstart/model"
	"coldstart/model/rule"
	"coldstart/testdata/must"
	"coldstart/vault/state"
	"coldstart/vault/vaulttest"
)

// restingIn returns the paths that rest in a vault at a time.
func restingIn(t *testing.T, v *vaulttest.Vault, now time.Time) []string {
	t.Helper()
	s := must.Get(v.Load(t.Context(), now))(t)
	var paths []string
	for _, r := range rule.Snoozed(s) {
		paths = append(paths, r.Ref.Path)
	}
	return paths
}

func snoozeOf(t *testing.T, v *vaulttest.Vault, name string, until time.Time) model.Snooze {
	t.Helper()
	s := must.Get(v.Load(t.Context(), vaulttest.Eleven))(t)
	for _, a := range rule.NeedsYou(s) {
		if a.Ref.Path == name {
			z, _ := rule.Snooze(s, a.Ref, until)
			return z
		}
	}
	t.Fatalf("%s does not need anybody: %+v", name, rule.NeedsYou(s))
	return model.Snooze{}
}

func TestSnoozeWritesBesideTheLedgerOnly(t *testing.T) {
	t.Parallel()
	const a, b = "Pending_Approval/a.md", "Pending_Approval/b.md"
	v := vaulttest.DecidingVault(t, vaulttest.Files{a: "pay a", b: "pay b", "Plans/broken.md": "---\ntask_id: 1\n"})
	before := vaulttest.TreeOf(t, v.Dir())
	later := vaulttest.Eleven.Add(time.Hour)
	for _, name := range []string{a, "Plans/broken.md"} {
		must.Do(t, v.Snooze(t.Context(), snoozeOf(t, v, name, later)))
	}
	if got := restingIn(t, v, vaulttest.Eleven); !slices.Equal(got, []string{"Plans/broken.md", a}) {
		t.Errorf("%q rest", got)
	}
	vaulttest.SameFiles(t, "the vault", vaulttest.TreeOf(t, v.Dir()), before)
	left, err := filepath.Glob(filepath.Join(v.Where.StateDir(), state.SnoozeName+"*"))
	if err != nil || len(left) != 1 {
		t.Errorf("left %q, %v", left, err)
	}
	if got := restingIn(t, v, later); len(got) != 0 {
		t.Errorf("%q rest beyond their time", got)
	}

	if err := v.Wake(t.Context(), model.Ref{Kind: model.KindRequest, Path: b}, vaulttest.Eleven); !errors.Is(err, model.ErrNotFound) {
		t.Errorf("waking what is awake: %v", err)
	}
	must.Do(t, v.Wake(t.Context(), model.Ref{Kind: model.KindRequest, Path: a}, vaulttest.Eleven))
	if got := restingIn(t, v, vaulttest.Eleven); !slices.Equal(got, []string{"Plans/broken.md"}) {
		t.Errorf("%q rest", got)
	}
}

func TestOtherBytesWakeWhatRests(t *testing.T) {
	t.Parallel()
	const a = "Pending_Approval/a.md"
	v := vaulttest.DecidingVault(t, vaulttest.Files{a: "pay a"})
	z := snoozeOf(t, v, a, vaulttest.Eleven.Add(time.Hour))
	must.Do(t, v.Snooze(t.Context(), z))
	v.Overwrite(t, a, "pay more")
	if got := restingIn(t, v, vaulttest.Eleven); len(got) != 0 {
		t.Errorf("%q rest", got)
	}
	if err := v.Snooze(t.Context(), z); !errors.Is(err, model.ErrConflict) {
		t.Errorf("snoozing what nobody has seen: %v", err)
	}
	v.Overwrite(t, a, "pay a")
	if got := restingIn(t, v, vaulttest.Eleven); !slices.Equal(got, []string{a}) {
		t.Errorf("%q rest with the same bytes again", got)
	}
	must.Do(t, os.Remove(filepath.Join(v.Dir(), filepath.FromSlash(a))))
	if got := restingIn(t, v, vaulttest.Eleven); len(got) != 0 {
		t.Errorf("%q rest and are gone", got)
	}
}

func TestADamagedListOfSnoozesIsAProblemAndNothingRests(t *testing.T) {
	t.Parallel()
	const a = "Pending_Approval/a.md"
	v := vaulttest.DecidingVault(t, vaulttest.Files{a: "pay a"})
	z := snoozeOf(t, v, a, vaulttest.Eleven.Add(time.Hour))
	must.Do(t, v.Snooze(t.Context(), z))
	file := filepath.Join(v.Where.StateDir(), state.SnoozeName)
	must.Do(t, os.WriteFile(file, []byte("[{"), 0o600))
	s, err := v.Load(t.Context(), vaulttest.Eleven)
	if err != nil || len(rule.Snoozed(s)) != 0 || !slices.ContainsFunc(s.Problems, func(p model.Problem) bool { return p.Path == state.SnoozeName }) {
		t.Errorf("%v, rest %v, problems %v", err, rule.Snoozed(s), s.Problems)
	}
	if err := v.Snooze(t.Context(), z); err == nil {
		t.Error("the damaged list was written over")
	}
	must.Do(t, os.Remove(file))
	if err := v.Snooze(t.Context(), z); err != nil {
		t.Error(err)
	}
}
