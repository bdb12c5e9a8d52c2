//go:build unix

package vault_test

import (
	"path/filepath"
	"reflect"
	"slices"
	"testing"

	"coldstart/model"
	"coldstart/vault/vaulttest"
)

func TestAnUndoBringsEveryKindBack(t *testing.T) {
	t.Parallel()
	for _, tt := range crashCases {
		if tt.choice == model.ChoiceAck {
			continue
		}
		t.Run(tt.name, func(t *testing.T) { undoWhole(t, tt.files, tt.path, tt.choice, tt.note) })
	}
}

// killedUndos are the cases whose undos differ in their steps.
var killedUndos = []string{"approve", "reject", "changes", "approve a plan", "accept", "begin a journal", "answer an approval", "approve under a name", "approve by a status"}

// decided returns a vault in which a decision was made, and the errand that undoes it.
func decided(t *testing.T, f files, path string, choice model.Choice, note string) (*vaulttest.Vault, errand) {
	t.Helper()
	v := decidingVault(t, f)
	mustDecide(t, v, wish(t, v, path, choice, note))
	d := undoOf(t, v, "")
	return v, errand{Base: filepath.Dir(v.Dir()), State: "state", Operator: "ines", Decision: &d}
}

func TestAnUndoKilledAnywhereIsWholeOrNothing(t *testing.T) {
	t.Parallel()
	for _, tt := range crashCases {
		if !slices.Contains(killedUndos, tt.name) {
			continue
		}
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			v, e := decided(t, tt.files, tt.path, tt.choice, tt.note)
			mustDecide(t, v, *e.Decision)
			end := named(treeOf(t, v.Dir()))
			nothing, whole := 0, 0
			for k, killed := 1, true; killed; k += stride {
				v, e := decided(t, tt.files, tt.path, tt.choice, tt.note)
				start := named(treeOf(t, v.Dir()))
				e.KillAt = k
				_, killed = e.inChild(t)
				receipts, err := v.Recover(t.Context(), eleven)
				if err != nil {
					t.Errorf("killed at %d: Recover: %v", k, err)
				}
				for _, r := range receipts {
					if len(r.Notices) > 0 || !reflect.DeepEqual(r.Decision, *e.Decision) {
						t.Errorf("killed at %d: receipt %+v, want %+v", k, r, *e.Decision)
					}
				}
				if settled(t, v, start, end) {
					whole++
				} else {
					nothing++
				}
				if t.Failed() {
					t.Fatalf("killed ahead of change %d", k)
				}
			}
			if nothing == 0 && tt.choice != model.ChoiceChanges || whole == 0 {
				t.Errorf("%d runs came to nothing, %d were whole; both should occur", nothing, whole)
			}
		})
	}
}

func TestARecoveryOfAnUndoKilledAnywhereIsGoneOnWith(t *testing.T) {
	t.Parallel()
	for _, tt := range crashCases[:2] {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			v, e := decided(t, tt.files, tt.path, tt.choice, tt.note)
			mustDecide(t, v, *e.Decision)
			end := named(treeOf(t, v.Dir()))
			for k, killed := 2, true; killed; k += 6 * stride {
				v, e := decided(t, tt.files, tt.path, tt.choice, tt.note)
				start := named(treeOf(t, v.Dir()))
				e.KillAt = k
				if _, killed = e.inChild(t); !killed {
					break
				}
				e.Decision = nil
				again := true
				for e.KillAt = 1; again; e.KillAt += stride {
					_, again = e.inChild(t)
				}
				settled(t, v, start, end)
				if t.Failed() {
					t.Fatalf("killed ahead of change %d", k)
				}
			}
		})
	}
}

func TestRecoverOfAnUndoAfterTheAgentsWentOn(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		name       string
		op, suffix string
		meanwhile  func(t *testing.T, v *vaulttest.Vault)
		want       files
	}{
		{
			"the approved file was carried out", "rename", ".retired",
			func(t *testing.T, v *vaulttest.Vault) { v.MoveFile(t, "Approved/pay.md", "Done/pay.md") },
			files{"-" + payFile: "", "Done/pay.md": payRequest},
		},
		{
			"the approved file was changed", "rename", ".retired",
			func(t *testing.T, v *vaulttest.Vault) { v.Overwrite(t, "Approved/pay.md", "theirs") },
			files{"-" + payFile: "", "Approved/pay.md": "theirs"},
		},
		{
			"the pending copy went away", "ledger", "published",
			func(t *testing.T, v *vaulttest.Vault) { v.MoveFile(t, payFile, "away.md") },
			files{"-" + payFile: "", "Approved/pay.md": payRequest, "away.md": payRequest},
		},
	} {
		t.Run(tt.name, func(t *testing.T) {
			v, e := decided(t, blockedVault(), payFile, model.ChoiceApprove, "")
			before := treeOf(t, v.Dir())
			probe, undo := decided(t, blockedVault(), payFile, model.ChoiceApprove, "")
			var ops []string
			probe.Where.Disk.Before = func(op, name string) { ops = append(ops, op+" "+name) }
			mustDecide(t, probe, *undo.Decision)
			e.KillAt = 1 + slices.IndexFunc(ops, func(o string) bool {
				return len(o) > len(tt.suffix) && o[:len(tt.op)+1] == tt.op+" " && o[len(o)-len(tt.suffix):] == tt.suffix
			})
			if _, killed := e.inChild(t); !killed {
				t.Fatalf("no change is %s %s: %q", tt.op, tt.suffix, ops)
			}
			tt.meanwhile(t, v)
			receipts, err := v.Recover(t.Context(), eleven)
			if err != nil || len(receipts) != 1 || !receipts[0].Void {
				t.Errorf("Recover = %+v, %v", receipts, err)
			}
			if tt.want["Approved/pay.md"] == "" {
				delete(before, "Approved/pay.md")
			}
			got := withoutEmptyFolders(treeOf(t, v.Dir()))
			sameFiles(t, "afterwards", got, withoutEmptyFolders(before.With(tt.want)))
			if len(openLedger(t, v)) > 0 {
				t.Error("an intent is still open")
			}
		})
	}
}
