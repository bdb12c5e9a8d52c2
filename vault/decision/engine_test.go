package decision_test

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"coldstart/model"
	"coldstart/model/phrase"
	"coldstart/testdata/examples"
	"coldstart/vault/vaulttest"
)

// Ahead of the first change the ledger has all operations, in their order.
func TestADecisionIsWrittenDownWhole(t *testing.T) {
	t.Parallel()
	v := decidingVault(t, blockedVault().With(files{payFile + ".note": "which berth?\n"}))
	d := wish(t, v, payFile, model.ChoiceReject, "no")
	var got []string
	v.Before(t, "create", "Rejected/pay.md", func() {
		lines := ledgerLines(t, v)
		if len(lines) != 1 || lines[0]["phase"] != "planned" || lines[0]["holds"] != 1.0 {
			t.Fatalf("the ledger has %v", lines)
		}
		for _, o := range lines[0]["ops"].([]any) {
			o := o.(map[string]any)
			got = append(got, o["do"].(string)+" "+o["path"].(string))
			if o["was"] == nil && o["next"] == nil && o["text"] == nil {
				t.Errorf("without a text: %v", o)
			}
		}
	})
	mustDecide(t, v, d)
	want := []string{
		"create Rejected/pay.md", "remove " + payFile, "create Rejected/pay.md.note", "remove " + payFile + ".note", "edit " + planFile, "create " + dayFile,
	}
	if !slices.Equal(got, want) {
		t.Errorf("got %q", got)
	}
}

// restless makes the plan change under every try to write it.
func restless(t *testing.T, v *vaulttest.Vault) {
	now := examples.BlockedPlan
	v.Where.Disk.Before = func(op, name string) {
		if op == "sync" && strings.HasPrefix(name, "Plans/") {
			now += "\n- [2026-02-21T10:59:59Z] Agent: Waiting — still."
			v.Overwrite(t, planFile, now)
		}
	}
}

func TestWhatCouldNotBeWrittenIsWrittenLater(t *testing.T) {
	t.Parallel()
	const other = "Pending_Approval/other.md"
	v := decidingVault(t, blockedVault().With(files{other: "Another.\n"}))
	d := wish(t, v, payFile, model.ChoiceApprove, "")
	restless(t, v)
	made := mustDecide(t, v, d)
	if said := strings.Join(made.Notices, "\n"); !strings.Contains(said, "the plan was not written") || !strings.Contains(said, model.FinishHint) {
		t.Errorf("notices %q", made.Notices)
	}
	wantFates(t, v, "with an unwritten plan", model.FateDone)
	s := mustLoad(t, v)
	told := slices.ContainsFunc(s.Problems, func(p model.Problem) bool {
		return p.Path == "Approved/pay.md" && p.Reason == "approve of 2026-02-21T11:00:00Z holds; still to do: write "+planFile+" (another program changed it 3 times in between)"
	})
	if len(s.Interrupted) != 1 || !told || !slices.Equal(openLedger(t, v), []string{made.ID}) {
		t.Errorf("interrupted %+v, problems %+v, open %q", s.Interrupted, s.Problems, openLedger(t, v))
	}
	// It fails again, which is nothing new for the ledger, and stands in nobody's way.
	lines := len(ledgerLines(t, v))
	if receipts, err := v.Recover(t.Context(), eleven); err == nil || len(receipts) > 0 || !strings.Contains(err.Error(), "still to do: write "+planFile) {
		t.Errorf("Recover = %+v, %v", receipts, err)
	}
	if again := ledgerLines(t, v); len(again) > lines {
		t.Errorf("the ledger grew by %v", again[lines:])
	}
	mustDecide(t, v, wish(t, v, other, model.ChoiceReject, "no"))
	v.Where.Disk.Before = nil
	receipts, err := v.Recover(t.Context(), eleven)
	if err != nil || len(receipts) != 1 || receipts[0].ID != made.ID || len(receipts[0].Notices) > 0 || len(openLedger(t, v)) > 0 {
		t.Errorf("Recover = %+v, %v, open %q", receipts, err, openLedger(t, v))
	}
	plan := v.TextOf(t, planFile)
	if !strings.Contains(plan, freedHead) || strings.Count(plan, approvedLine) != 1 {
		t.Errorf("the plan is %q", plan)
	}
	undo, err := v.Undoable(made.ID, mustLoad(t, v))
	if why := phrase.Reason(undo.Why); err != nil || !strings.Contains(why, "Agent: Waiting — still.") {
		t.Errorf("the undo is refused with %q, %v", why, err)
	}
}

// What was never written is not taken back, and not written once the decision is undone.
func TestAnUndoOfADecisionWithAnUnwrittenPlan(t *testing.T) {
	t.Parallel()
	v := decidingVault(t, blockedVault())
	d := wish(t, v, payFile, model.ChoiceApprove, "")
	restless(t, v)
	made := mustDecide(t, v, d)
	v.Where.Disk.Before = nil
	v.Overwrite(t, planFile, examples.BlockedPlan)
	undo, err := v.Undoable(made.ID, mustLoad(t, v))
	if err != nil || undo.Why.Given() {
		t.Fatalf("it cannot be undone: %+v, %v", undo, err)
	}
	// Deciding would write the plan first; the ledger has it undone by another process.
	lay(t, v, reached("u", "planned").With(line{"choice": "undo", "kind": "request", "path": "Approved/pay.md", "undoes": made.ID, "undid": "approve"}),
		reached("u", "published"), reached("u", "done"))
	if receipts, err := v.Recover(t.Context(), eleven); err != nil || len(receipts) > 0 {
		t.Errorf("Recover = %+v, %v", receipts, err)
	}
	if got := v.TextOf(t, planFile); got != examples.BlockedPlan {
		t.Errorf("the plan is %q", got)
	}
}

// A file that is wrong itself is reported once: waiting does not mend it. What was not
// written is not in the way of an undo.
func TestWhatCannotBeWrittenIsGivenUp(t *testing.T) {
	t.Parallel()
	v := decidingVault(t, blockedVault())
	d := wish(t, v, payFile, model.ChoiceApprove, "")
	v.Before(t, "link", "Approved/pay.md", func() {
		if err := os.Chmod(filepath.Join(v.Dir(), planFile), 0o444); err != nil {
			t.Error(err)
		}
	})
	made := mustDecide(t, v, d)
	if said := strings.Join(made.Notices, "\n"); !strings.Contains(said, "it is write-protected") || strings.Contains(said, "tried again") {
		t.Errorf("notices %q", made.Notices)
	}
	if open := openLedger(t, v); len(open) > 0 {
		t.Errorf("open: %q", open)
	}
	v.Where.Disk.Before = nil
	mustDecide(t, v, undoOf(t, v, made.ID))
	if got := treeOf(t, v.Dir()); got[planFile] != examples.BlockedPlan || got[payFile] != payRequest {
		t.Errorf("after the undo: %q", got)
	}
}
