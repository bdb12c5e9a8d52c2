package decision_test

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"coldstart/model"
	"coldstart/vault/vaulttest"
)

// withoutItsLog approves a request whose entry in the day's log cannot be written.
func withoutItsLog(t *testing.T) (*vaulttest.Vault, model.Decision) {
	t.Helper()
	v := decidingVault(t, blockedVault().With(files{dayFile + "/": ""}))
	d := wish(t, v, payFile, model.ChoiceApprove, "")
	if made := mustDecide(t, v, d); len(made.Notices) != 1 {
		t.Fatalf("notices %q", made.Notices)
	}
	mustRemove(t, v, dayFile)
	return v, d
}

func moveIn(t *testing.T, v *vaulttest.Vault, from, to string) {
	t.Helper()
	at := func(name string) string { return filepath.Join(v.Dir(), filepath.FromSlash(name)) }
	if err := os.MkdirAll(filepath.Dir(at(to)), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.Rename(at(from), at(to)); err != nil {
		t.Fatal(err)
	}
}

// What is pending again was not decided: nothing more is written in its name.
func TestWhatWasTakenBackIsNotWritten(t *testing.T) {
	t.Parallel()
	v, d := withoutItsLog(t)
	moveIn(t, v, "Approved/pay.md", payFile)
	before := treeOf(t, v.Dir())
	receipts, err := v.Recover(t.Context(), eleven)
	if err != nil || len(receipts) != 1 || !receipts[0].TakenBack {
		t.Fatalf("Recover = %+v, %v", receipts, err)
	}
	sameFiles(t, "taken back", treeOf(t, v.Dir()), before)
	wantFates(t, v, "taken back", model.FateTakenBack)
	s := mustLoad(t, v)
	if len(s.Interrupted) > 0 || s.Undo.Past.ID != "" {
		t.Errorf("unfinished %+v, to undo %+v", s.Interrupted, s.Undo)
	}
	if u, err := v.Undoable(receipts[0].ID, s); err != nil || u.Why.Code != model.BecauseTakenBack {
		t.Errorf("undo: %+v, %v", u, err)
	}
	if made, err := v.Made(d.At.Add(-1)); err != nil || len(made) > 0 {
		t.Errorf("told to an agent: %+v, %v", made, err)
	}
}

// The next decision says it, too.
func TestTheNextDecisionSaysThatOneWasTakenBack(t *testing.T) {
	t.Parallel()
	v, d := withoutItsLog(t)
	moveIn(t, v, "Approved/pay.md", payFile)
	d.Choice = model.ChoiceReject
	d.Note = "not now"
	made := mustDecide(t, v, d)
	want := "an earlier decision: approve " + payFile + " was moved back by someone else; its plan and log are unchanged"
	if !slices.Contains(made.Notices, want) {
		t.Errorf("notices %q", made.Notices)
	}
	if log := v.TextOf(t, dayFile); strings.Count(log, "\n") != 1 || !strings.Contains(log, made.ID) {
		t.Errorf("the log is %q", log)
	}
}

// An agent that took the file up, or a request that came again with another text, does not
// take the decision back.
func TestWhatStillStandsIsWritten(t *testing.T) {
	t.Parallel()
	for name, change := range map[string]func(v *vaulttest.Vault){
		"in its place": func(*vaulttest.Vault) {},
		"taken up":     func(v *vaulttest.Vault) { moveIn(t, v, "Approved/pay.md", "In_Progress/pay.md") },
		"done":         func(v *vaulttest.Vault) { moveIn(t, v, "Approved/pay.md", "Done/pay.md") },
		"gone":         func(v *vaulttest.Vault) { mustRemove(t, v, "Approved/pay.md") },
		"another again": func(v *vaulttest.Vault) {
			mustRemove(t, v, "Approved/pay.md")
			makeFiles(t, v.Dir(), files{payFile: "another"})
		},
		"both": func(v *vaulttest.Vault) {
			makeFiles(t, v.Dir(), files{payFile: v.TextOf(t, "Approved/pay.md")})
		},
		"taken up and again": func(v *vaulttest.Vault) {
			b := v.TextOf(t, "Approved/pay.md")
			moveIn(t, v, "Approved/pay.md", "In_Progress/pay.md")
			makeFiles(t, v.Dir(), files{payFile: b})
		},
	} {
		t.Run(name, func(t *testing.T) {
			v, _ := withoutItsLog(t)
			change(v)
			receipts, err := v.Recover(t.Context(), eleven)
			if err != nil || len(receipts) != 1 || receipts[0].TakenBack || !v.Where.Disk.Exists(dayFile) {
				t.Errorf("Recover = %+v, %v", receipts, err)
			}
			wantFates(t, v, name, model.FateDone)
		})
	}
}
