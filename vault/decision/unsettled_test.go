package decision_test

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"coldstart/model"
	"coldstart/testdata/must"
	"coldstart/vault/disk"
)

// TestAFailedDecisionIsNeverCreditedWithALaterOne fails to approve, approves, undoes and
// looks: the request is pending, and no approval stands.
func TestAFailedDecisionIsNeverCreditedWithALaterOne(t *testing.T) {
	t.Parallel()
	v := decidingVault(t, blockedVault().With(files{"Logs": "a file in the way\n"}))
	// What is in its place before is refused ahead of any try.
	v.Where.Disk.Before = func(op, _ string) {
		if op == "ledger" && !v.Where.Disk.Exists("Approved") {
			if err := os.Symlink("elsewhere", filepath.Join(v.Dir(), "Approved")); err != nil {
				t.Error(err)
			}
		}
	}
	d := wish(t, v, payFile, model.ChoiceApprove, "")
	if _, err := v.Decide(t.Context(), d); err == nil || strings.Contains(err.Error(), "may hold the decision") {
		t.Errorf("with a link for a folder: %v", err)
	}
	v.Where.Disk.Before = nil
	wantFates(t, v, "after the failure", model.FateVoid)
	mustRemove(t, v, "Approved")
	made := mustDecide(t, v, d)
	mustRemove(t, v, "Logs")
	must.Get(v.Recover(t.Context(), eleven.Add(time.Minute)))(t)
	wantFates(t, v, "after the approval", model.FateVoid, model.FateDone)
	mustDecide(t, v, undoOf(t, v, made.ID))
	wantFates(t, v, "after the undo", model.FateVoid, model.FateUndone, model.FateDone)
	if told, err := v.Made(time.Time{}); err != nil || len(told) > 0 {
		t.Errorf("the agent reads %+v, %v", told, err)
	}
	if s := mustLoad(t, v); len(s.Verified) > 0 || len(s.Interrupted) > 0 {
		t.Errorf("verified %+v, interrupted %+v", s.Verified, s.Interrupted)
	}
}

// TestAnOpenIntentThatWasOvertakenIsDropped has ledgers with an intent that was never
// closed, and a later decision to which what the files show belongs.
func TestAnOpenIntentThatWasOvertakenIsDropped(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		name string
		// later changes the copy of the first intent that is the second one's.
		later line
		// end is how far the second one came.
		end  string
		want []model.Fate
	}{
		{"a later one that is done", nil, "done", []model.Fate{model.FateVoid, model.FateDone}},
		{"a later one that is open too", nil, "", []model.Fate{model.FateVoid, model.FateDone}},
		{"a later one that was dropped", nil, "void", []model.Fate{model.FateDone, model.FateVoid}},
		{"a later one of another name", line{"to": "Approved/pay-again-2.md"}, "done", []model.Fate{model.FateDone, model.FateDone}},
		{"a later one of other bytes", line{"sent": model.FingerprintOf(nil).String()}, "done", []model.Fate{model.FateDone, model.FateDone}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			v := decidingVault(t, blockedVault().With(files{"Approved/pay.md": payRequest}))
			d := wish(t, v, payFile, model.ChoiceApprove, "")
			first := planned(disk.NewID(eleven), d).With(line{"to": "Approved/pay.md", "sent": d.Seen.String()})
			next := disk.NewID(eleven)
			lay(t, v, first, first.With(line{"id": next}).With(tt.later))
			if tt.end != "" {
				lay(t, v, reached(next, tt.end))
			}
			must.Get(v.Recover(t.Context(), eleven))(t)
			wantFates(t, v, "after recovery", tt.want...)
		})
	}
}

// TestTheSameAdditionIsCreditedOnce is the same for decisions that add to a file, and
// for an undo.
func TestTheSameAdditionIsCreditedOnce(t *testing.T) {
	t.Parallel()
	added := reached("1", "planned").With(line{"kind": "session", "choice": "ack", "path": eventFile, "item": "1", "added": "two", "from": 3})
	undo := reached("1", "planned").With(line{"kind": "plan", "choice": "undo", "path": planFile, "undoes": "0", "undid": "changes"})
	for _, tt := range []struct {
		name   string
		first  line
		Phase  string
		second line
		want   model.Fate
	}{
		{"the same line", added, "", nil, model.FateVoid},
		{"behind more text", added, "", line{"from": 4}, model.FateDone},
		{"another line", added, "", line{"added": "wo"}, model.FateDone},
		{"the same undo", undo, "", nil, model.FateVoid},
		{"an undo of another decision", undo, "", line{"undoes": "9"}, model.FateDone},
		{"one that is published", added, "published", nil, model.FateDone},
	} {
		v := decidingVault(t, files{eventFile: "one\ntwo\n"})
		lay(t, v, tt.first)
		if tt.Phase != "" {
			lay(t, v, reached("1", tt.Phase))
		}
		lay(t, v, tt.first.With(line{"id": "2"}).With(tt.second))
		if _, err := v.Recover(t.Context(), eleven); err != nil {
			t.Fatalf("%s: %v", tt.name, err)
		}
		wantFates(t, v, tt.name, tt.want, model.FateDone)
	}
}

// TestNothingIsDecidedOnWhatIsStillOpen has an approval that is published and cannot be
// finished: a second answer on it would leave two.
func TestNothingIsDecidedOnWhatIsStillOpen(t *testing.T) {
	t.Parallel()
	v := decidingVault(t, blockedVault().With(files{"Pending_Approval/other.md": "Another.\n"}))
	d := wish(t, v, payFile, model.ChoiceReject, "no")
	other := wish(t, v, "Pending_Approval/other.md", model.ChoiceReject, "no")
	id := disk.NewID(eleven)
	lay(t, v, planned(id, d).With(line{"choice": "approve", "to": "Approved/round/pay.md", "sent": d.Seen.String()}))
	// It cannot be told what is there: the name leads round in a circle.
	makeFiles(t, v.Dir(), files{"Approved/": ""})
	if err := os.Symlink("round", filepath.Join(v.Dir(), "Approved/round")); err != nil {
		t.Skip(err)
	}
	before := treeOf(t, v.Dir())
	if _, err := v.Decide(t.Context(), d); !errors.Is(err, model.ErrNotAllowed) || !strings.Contains(err.Error(), id) {
		t.Errorf("Decide on what is open: %v", err)
	}
	sameFiles(t, "after the refusal", treeOf(t, v.Dir()), before)
	mustDecide(t, v, other)
	mustRemove(t, v, "Approved/round")
	mustDecide(t, v, d)
	wantFates(t, v, "once it can be told", model.FateVoid, model.FateDone, model.FateDone)
}
