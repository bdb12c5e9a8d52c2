package decision_test

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"coldstart/model"
	"coldstart/model/rule"
	"coldstart/testdata/examples"
	"coldstart/testdata/must"
	"coldstart/vault/vaulttest"
)

const plan001 = "Plans/PLAN-2026-001.md"

// TestADecisionIsBoundToThePlanThatWasShown changes the plan between the preview and the
// yes.
func TestADecisionIsBoundToThePlanThatWasShown(t *testing.T) {
	t.Parallel()
	rename := func(t *testing.T, v *vaulttest.Vault) {
		must.Do(t, os.Rename(filepath.Join(v.Dir(), plan001), filepath.Join(v.Dir(), "Plans", "renamed.md")))
	}
	for _, tt := range []struct {
		name    string
		between func(t *testing.T, v *vaulttest.Vault)
		words   string
	}{
		{"nothing", func(*testing.T, *vaulttest.Vault) {}, ""},
		{"renamed", rename, "it is for Plans/renamed.md, which was not shown"},
		{"gone", func(t *testing.T, v *vaulttest.Vault) { mustRemove(t, v, plan001) }, "its plan " + plan001 + " is no longer the one that it is for"},
		{"other bytes", func(t *testing.T, v *vaulttest.Vault) {
			v.Overwrite(t, plan001, strings.Replace(examples.BlockedPlan, "Blocked", "Active", 1))
		}, "its plan " + plan001 + " changed since it was seen"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			v := decidingVault(t, blockedVault())
			d := wish(t, v, payFile, model.ChoiceApprove, "")
			unbound := d
			unbound.Typed = payTarget
			changes := must.Get(v.Preview(t.Context(), d))(t)
			d.Foreseen = model.Foresee(changes)
			if want := (model.Foreseen{Known: true, Plan: plan001, Seen: model.FingerprintOf([]byte(examples.BlockedPlan))}); d.Foreseen != want {
				t.Fatalf("foreseen is %+v, want %+v", d.Foreseen, want)
			}
			tt.between(t, v)
			if tt.words == "" {
				mustDecide(t, v, d)
				return
			}
			before := treeOf(t, v.Dir())
			if _, err := v.Decide(t.Context(), d); !errors.Is(err, model.ErrConflict) || !strings.Contains(err.Error(), tt.words) {
				t.Errorf("Decide: %v, want %q", err, tt.words)
			}
			sameFiles(t, "after the refusal", treeOf(t, v.Dir()), before)
			if open := openLedger(t, v); len(open) > 0 {
				t.Errorf("an intent was left: %+v", open)
			}
			mustDecide(t, v, unbound)
		})
	}
}

// TestAPlanThatWasNotThereAtThePreviewIsNotChanged has it appear before the yes.
func TestAPlanThatWasNotThereAtThePreviewIsNotChanged(t *testing.T) {
	t.Parallel()
	v := decidingVault(t, blockedVault().With(files{"-" + plan001: ""}))
	d := wish(t, v, payFile, model.ChoiceApprove, "")
	changes, err := v.Preview(t.Context(), d)
	if d.Foreseen = model.Foresee(changes); err != nil || d.Foreseen != (model.Foreseen{Known: true}) {
		t.Fatalf("foreseen is %+v, %v", d.Foreseen, err)
	}
	makeFiles(t, v.Dir(), files{plan001: examples.BlockedPlan})
	if _, err := v.Decide(t.Context(), d); !errors.Is(err, model.ErrConflict) {
		t.Errorf("Decide: %v", err)
	}
}

// TestAnUndoIsBoundToThePlanThatWasShown has the agent go on with the plan meanwhile.
func TestAnUndoIsBoundToThePlanThatWasShown(t *testing.T) {
	t.Parallel()
	v := decidingVault(t, blockedVault())
	made := mustDecide(t, v, wish(t, v, payFile, model.ChoiceReject, "no"))
	d := undoOf(t, v, made.ID)
	changes, err := v.Preview(t.Context(), d)
	if d.Foreseen = model.Foresee(changes); err != nil || d.Foreseen.Plan != plan001 {
		t.Fatalf("foreseen is %+v, %v", d.Foreseen, err)
	}
	now := treeOf(t, v.Dir())[plan001]
	v.Overwrite(t, plan001, now+"\nMore.\n")
	if _, err := v.Decide(t.Context(), d); !errors.Is(err, model.ErrConflict) {
		t.Errorf("Decide: %v", err)
	}
	v.Overwrite(t, plan001, now)
	mustDecide(t, v, d)
}

// TestAYesIsBoundToAPlanThatItOnlyUnlocks has another step under the number in a plan that gets no line.
func TestAYesIsBoundToAPlanThatItOnlyUnlocks(t *testing.T) {
	t.Parallel()
	text, _, _ := strings.Cut(strings.Replace(examples.BlockedPlan, "Blocked", "Active", 1), "## Reasoning Logs")
	v := decidingVault(t, blockedVault().With(files{plan001: text}))
	d := wish(t, v, payFile, model.ChoiceApprove, "")
	s := mustLoad(t, v)
	d.Typed = payTarget
	if d.Foreseen = rule.Foresee(s, d.Ref, d.Choice); d.Foreseen.Plan != plan001 {
		t.Fatalf("foreseen is %+v", d.Foreseen)
	}
	v.Overwrite(t, plan001, text+"\nMore.\n")
	if _, err := v.Decide(t.Context(), d); !errors.Is(err, model.ErrConflict) {
		t.Errorf("Decide: %v", err)
	}
	v.Overwrite(t, plan001, text)
	mustDecide(t, v, d)
}
