package decision_test

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"coldstart/model"
	"coldstart/model/phrase"
	"coldstart/testdata/must"
	"coldstart/vault/source"
	folders "coldstart/vault/state"
	"coldstart/vault/vaulttest"
)

func TestDecideConflicts(t *testing.T) {
	t.Parallel()
	changed := strings.Replace(payRequest, "412.50", "942.50", 1)
	for _, tt := range []struct {
		name   string
		change func(t *testing.T, v *vaulttest.Vault)
		kind   error
		words  string
	}{
		{"other bytes of the same size", func(t *testing.T, v *vaulttest.Vault) { v.Overwrite(t, payFile, changed) },
			model.ErrConflict, model.FingerprintOf([]byte(payRequest)).Short() + " was seen, " + model.FingerprintOf([]byte(changed)).Short() + " is there now"},
		{"approved by somebody else", func(t *testing.T, v *vaulttest.Vault) { v.MoveFile(t, payFile, "Approved/pay.md") },
			model.ErrConflict, "approving Pending_Approval/pay.md: already approved: it is in Approved/pay.md"},
		{"rejected by somebody else", func(t *testing.T, v *vaulttest.Vault) { v.MoveFile(t, payFile, "Rejected/pay.md") },
			model.ErrConflict, "already rejected: it is in Rejected/pay.md"},
		{"carried out and gone", func(t *testing.T, v *vaulttest.Vault) { v.MoveFile(t, payFile, "Done/Actions/pay.md") },
			model.ErrNotFound, "it is no longer there"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			v := decidingVault(t, blockedVault())
			d := wish(t, v, payFile, model.ChoiceApprove, "")
			tt.change(t, v)
			refusedWith(t, v, d, tt.kind, tt.words)
		})
	}
}

func TestDecideRefuses(t *testing.T) {
	t.Parallel()
	vault := blockedVault().With(files{
		"Plans/draft.md":                "---\nstatus: Draft\n---\n- [ ] x\n",
		"Plans/ended.md":                "---\nstatus: Blocked\n---\n- [x] x\n## Reasoning Logs\n",
		"Plans/PLAN-silent.md":          "---\nstatus: Blocked\n---\n- [ ] x\n",
		"Needs_Action/mail.md":          "x",
		"Pending_Approval/README.md":    "x",
		"Pending_Approval/big.md":       strings.Repeat("x", source.MaxDocument+1),
		"Pending_Approval/folder.md/a":  "x",
		"Approved/.coldstart-other.tmp": "not ours",
	})
	seen := func(path string) model.Fingerprint { return model.FingerprintOf([]byte(vault[path])) }
	request := model.Ref{Kind: model.KindRequest, Path: payFile}
	for _, tt := range []struct {
		name  string
		d     model.Decision
		kind  error
		words string
	}{
		{"nothing seen", model.Decision{Ref: request, Choice: model.ChoiceApprove}, model.ErrNotAllowed, "unknown which text was seen"},
		{"no choice", model.Decision{Ref: request, Seen: seen(payFile)}, model.ErrNotAllowed, "no choice was made"},
		{"rejection without a reason", model.Decision{Ref: request, Choice: model.ChoiceReject, Seen: seen(payFile), Note: " \u202e\n"}, model.ErrNotAllowed, "a reason is needed"},
		{"changes without a note", model.Decision{Ref: request, Choice: model.ChoiceChanges, Seen: seen(payFile)}, model.ErrNotAllowed, "a reason is needed"},
		{"outside the vault", model.Decision{Ref: model.Ref{Kind: model.KindRequest, Path: "../x.md"}, Choice: model.ChoiceApprove, Seen: seen(payFile)}, model.ErrNotFound, "not a path in this vault"},
		{"not pending", model.Decision{Ref: model.Ref{Kind: model.KindRequest, Path: "Needs_Action/mail.md"}, Choice: model.ChoiceApprove, Seen: seen("Needs_Action/mail.md")}, model.ErrNotAllowed, "no longer pending"},
		{"a folder's readme", model.Decision{Ref: model.Ref{Kind: model.KindRequest, Path: "Pending_Approval/README.md"}, Choice: model.ChoiceApprove, Seen: seen("Needs_Action/mail.md")}, model.ErrNotAllowed, "no longer pending"},
		{"too large", model.Decision{Ref: model.Ref{Kind: model.KindRequest, Path: "Pending_Approval/big.md"}, Choice: model.ChoiceApprove, Seen: seen(payFile)}, model.ErrNotAllowed, "too large"},
		{"a folder", model.Decision{Ref: model.Ref{Kind: model.KindRequest, Path: "Pending_Approval/folder.md"}, Choice: model.ChoiceApprove, Seen: seen(payFile)}, model.ErrNotAllowed, "not a regular file: a folder"},
		{"triage", model.Decision{Ref: model.Ref{Kind: model.KindIntake, Path: "Needs_Action/mail.md"}, Choice: model.ChoiceApprove, Seen: seen("Needs_Action/mail.md")}, model.ErrNotAllowed, "waits for an agent"},
		{"a plan with a request", model.Decision{Ref: model.Ref{Kind: model.KindPlan, Path: planFile}, Choice: model.ChoiceApprove, Seen: seen(planFile)}, model.ErrNotAllowed, "first decide the"},
		{"a plan that is not blocked", model.Decision{Ref: model.Ref{Kind: model.KindPlan, Path: "Plans/draft.md"}, Choice: model.ChoiceApprove, Seen: seen("Plans/draft.md")}, model.ErrNotAllowed, "Draft, not Blocked"},
		{"a plan without an open step", model.Decision{Ref: model.Ref{Kind: model.KindPlan, Path: "Plans/ended.md"}, Choice: model.ChoiceApprove, Seen: seen("Plans/ended.md")}, model.ErrNotAllowed, "no open step"},
		{"a note on a plan without a log", model.Decision{Ref: model.Ref{Kind: model.KindPlan, Path: "Plans/PLAN-silent.md"}, Choice: model.ChoiceChanges, Seen: seen("Plans/PLAN-silent.md"), Note: "x"}, model.ErrNotAllowed, "no reasoning log"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			v := decidingVault(t, vault)
			tt.d.At = eleven
			refusedWith(t, v, tt.d, tt.kind, tt.words)
		})
	}
}

func TestTheSameDecisionAgainIsNoFailure(t *testing.T) {
	t.Parallel()
	v := decidingVault(t, blockedVault())
	d := wish(t, v, payFile, model.ChoiceApprove, "")
	first := mustDecide(t, v, d)
	after := treeOf(t, v.Dir())

	second := mustDecide(t, v, d)
	if !second.Already || second.ID != first.ID || len(second.Changes) > 0 {
		t.Errorf("second receipt = %+v", second)
	}
	if changes, err := v.Preview(t.Context(), d); err != nil || len(changes) > 0 {
		t.Errorf("Preview = %q, %v", changes, err)
	}
	v.MoveFile(t, "Approved/pay.md", "Done/Actions/pay.md")
	if third := mustDecide(t, v, d); !third.Already {
		t.Errorf("receipt after the action was carried out = %+v", third)
	}
	v.MoveFile(t, "Done/Actions/pay.md", "Approved/pay.md")

	reject := d
	reject.Choice, reject.Note = model.ChoiceReject, "no"
	refusedWith(t, v, reject, model.ErrConflict, "already approved: it is in Approved/pay.md")
	if _, err := v.Read(t.Context(), reject.Ref); !errors.Is(err, model.ErrNotFound) || !strings.Contains(err.Error(), "already approved: it is in Approved/pay.md") {
		t.Errorf("reading it says %v", err)
	}
	other := openVault(t, filepath.Dir(v.Dir()), "other")
	refusedWith(t, other, d, model.ErrConflict, "already approved: it is in Approved/pay.md")
	other.Where.Opts = v.Where.Opts
	other.Where.Opts.Operator = "bo"
	refusedWith(t, other, d, model.ErrConflict, "already approved")
	sameFiles(t, "after all of them", treeOf(t, v.Dir()), after.With(files{"Done/Actions/": ""}))
}

func TestARequestThatComesBackIsANewOne(t *testing.T) {
	t.Parallel()
	v := decidingVault(t, blockedVault())
	d := wish(t, v, payFile, model.ChoiceApprove, "")
	mustDecide(t, v, d)
	v.MoveFile(t, "Approved/pay.md", payFile)
	if _, err := v.Decide(t.Context(), d); !errors.Is(err, model.ErrNotAllowed) || !strings.Contains(phrase.Error(err), "exactly this text was approved before, and its file has moved on since") {
		t.Fatalf("the second approval without a word: %v", err)
	}
	d.Typed = payTarget
	if second := mustDecide(t, v, d); second.Already {
		t.Error("the second approval was taken for the first")
	}
	v.MoveFile(t, "Approved/pay.md", "Done/pay.md")
	v.Overwrite(t, payFile, "other")
	refusedWith(t, v, d, model.ErrConflict, "changed since it was seen")
}

func TestDecideWaitsForTheLockAndGivesUpWithTheContext(t *testing.T) {
	t.Parallel()
	for _, state := range []string{"state", "other"} {
		v := decidingVault(t, blockedVault())
		d := wish(t, v, payFile, model.ChoiceApprove, "")
		holder := openVault(t, filepath.Dir(v.Dir()), state)
		held := must.Get(folders.Of(holder.Where).Lock(t.Context()))(t)
		ctx, cancel := context.WithCancelCause(t.Context())
		waiting := false
		v.Where.Disk.Before = func(op, _ string) {
			if op == "lock" {
				waiting = true
				cancel(model.ErrLocked)
			}
		}
		before := treeOf(t, v.Dir())
		if _, err := v.Decide(ctx, d); !errors.Is(err, model.ErrLocked) || !waiting {
			t.Errorf("with the state folder %s: %v, want %v", state, err, model.ErrLocked)
		}
		sameFiles(t, "without the lock", treeOf(t, v.Dir()), before)
		must.Do(t, held.Release())
		v.Where.Disk.Before = nil
		mustDecide(t, v, d)
	}
}

func TestDecideFailsInAVaultThatWasMovedAway(t *testing.T) {
	t.Parallel()
	v := decidingVault(t, blockedVault())
	d := wish(t, v, payFile, model.ChoiceApprove, "")
	must.Do(t, os.Rename(v.Dir(), v.Dir()+"-moved"))
	if _, err := v.Decide(t.Context(), d); err == nil {
		t.Error("decided in a vault that is not there")
	}
	makeFiles(t, v.Dir(), blockedVault())
	if _, err := v.Decide(t.Context(), d); err == nil || !strings.Contains(phrase.Error(err), "moved away") {
		t.Errorf("Decide: %v", err)
	}
	sameFiles(t, "the moved vault", treeOf(t, v.Dir()+"-moved"), blockedVault())
	sameFiles(t, "the new one", treeOf(t, v.Dir()), blockedVault())
}
