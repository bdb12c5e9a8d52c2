package vault

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"coldstart/model"
)

// fates gives what became of all decisions, oldest first.
func fates(t *testing.T, v *Vault) []model.Fate {
	t.Helper()
	past, err := v.History()
	if err != nil {
		t.Fatal(err)
	}
	var out []model.Fate
	for i := range past {
		out = append(out, past[len(past)-1-i].Fate)
	}
	return out
}

func wantFates(t *testing.T, v *Vault, when string, want ...model.Fate) {
	t.Helper()
	got := fates(t, v)
	same := len(got) == len(want)
	for i := 0; same && i < len(want); i++ {
		same = got[i] == want[i]
	}
	if !same {
		t.Errorf("%s: the decisions are %v, want %v", when, got, want)
	}
}

// TestAFailedDecisionIsNeverCreditedWithALaterOne fails to approve, approves, undoes and
// looks: the request is pending, and no approval stands.
func TestAFailedDecisionIsNeverCreditedWithALaterOne(t *testing.T) {
	v := decidingVault(t, blockedVault().with(files{"Logs": "a file in the way\n"}))
	// A file in its place is refused ahead of any try.
	if err := os.Symlink("elsewhere", filepath.Join(v.dir, "Approved")); err != nil {
		t.Skip(err)
	}
	d := wish(t, v, payFile, model.ChoiceApprove, "")
	if _, err := v.Decide(t.Context(), d); err == nil || strings.Contains(err.Error(), "may hold the decision") {
		t.Errorf("with a link for a folder: %v", err)
	}
	wantFates(t, v, "after the failure", model.FateVoid)
	mustRemove(t, v, "Approved")
	made := mustDecide(t, v, d)
	mustRemove(t, v, "Logs")
	if _, err := v.Recover(t.Context(), eleven.Add(time.Minute)); err != nil {
		t.Fatal(err)
	}
	wantFates(t, v, "after the approval", model.FateVoid, model.FateDone)
	mustDecide(t, v, undoOf(t, v, made.ID))
	wantFates(t, v, "after the undo", model.FateVoid, model.FateUndone, model.FateDone)
	if told, err := v.Made(time.Time{}); err != nil || len(told) > 0 {
		t.Errorf("the agent is told of %+v, %v", told, err)
	}
	if s := mustLoad(t, v); len(s.Verified) > 0 || len(s.Interrupted) > 0 {
		t.Errorf("verified %+v, interrupted %+v", s.Verified, s.Interrupted)
	}
}

func mustRemove(t *testing.T, v *Vault, name string) {
	t.Helper()
	if err := os.Remove(filepath.Join(v.dir, name)); err != nil {
		t.Fatal(err)
	}
}

// TestAnOpenIntentThatWasOvertakenIsDropped has ledgers with an intent that was never
// closed, and a later decision to which what the files show belongs.
func TestAnOpenIntentThatWasOvertakenIsDropped(t *testing.T) {
	for _, tt := range []struct {
		name string
		// later changes the copy of the first intent that is the second one's.
		later func(r *record)
		// end is how far the second one came.
		end  phase
		want []model.Fate
	}{
		{"a later one that is done", func(*record) {}, phaseDone, []model.Fate{model.FateVoid, model.FateDone}},
		{"a later one that is open too", func(*record) {}, phaseIntent, []model.Fate{model.FateVoid, model.FateDone}},
		{"a later one that was dropped", func(*record) {}, phaseVoid, []model.Fate{model.FateDone, model.FateVoid}},
		{"a later one of another name", func(r *record) { r.To = "Approved/pay-again-2.md" }, phaseDone, []model.Fate{model.FateDone, model.FateDone}},
		{"a later one of other bytes", func(r *record) { r.Sent = model.FingerprintOf(nil).String() }, phaseDone, []model.Fate{model.FateDone, model.FateDone}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			v := decidingVault(t, blockedVault().with(files{"Approved/pay.md": payRequest}))
			r := v.newRecord(wish(t, v, payFile, model.ChoiceApprove, ""), newID(eleven))
			r.To, r.Sent = "Approved/pay.md", r.Seen
			next := r
			next.ID = newID(eleven)
			tt.later(&next)
			addRecords(t, v, r, next)
			if tt.end != phaseIntent {
				addRecords(t, v, next.reached(tt.end, eleven))
			}
			if _, err := v.Recover(t.Context(), eleven); err != nil {
				t.Fatal(err)
			}
			wantFates(t, v, "after recovery", tt.want...)
		})
	}
}

// TestTheSameAdditionIsCreditedOnce is the same for decisions that add to a file, and
// for an undo.
func TestTheSameAdditionIsCreditedOnce(t *testing.T) {
	added := record{Phase: phaseIntent, Kind: "session", Path: "a", Item: "1", Added: "x", From: 3}
	undo := record{Phase: phaseIntent, Kind: "request", Path: "a", Undoes: "0"}
	with := func(r record, id string, change func(r *record)) record {
		r.ID = id
		change(&r)
		return r
	}
	for _, tt := range []struct {
		name   string
		first  record
		second func(r *record)
		want   bool
	}{
		{"the same line", added, func(*record) {}, true},
		{"behind more text", added, func(r *record) { r.From++ }, false},
		{"of another session", added, func(r *record) { r.Item = "2" }, false},
		{"another line", added, func(r *record) { r.Added = "y" }, false},
		{"the same undo", undo, func(*record) {}, true},
		{"an undo of another decision", undo, func(r *record) { r.Undoes = "9" }, false},
		{"one that is published", with(added, "", func(r *record) { r.Phase = phasePublished }), func(r *record) { r.Phase = phaseIntent }, false},
	} {
		first := with(tt.first, "1", func(*record) {})
		asWritten := with(first, "1", func(r *record) { r.Phase = phaseIntent })
		records := []record{asWritten, with(tt.first, "2", tt.second)}
		if got := overtaken(records, first); got != tt.want {
			t.Errorf("%s: overtaken = %v", tt.name, got)
		}
	}
}

// TestNothingIsDecidedOnWhatIsStillOpen has an approval that is published and cannot be
// finished: a second answer on it would leave two.
func TestNothingIsDecidedOnWhatIsStillOpen(t *testing.T) {
	v := decidingVault(t, blockedVault().with(files{"Pending_Approval/other.md": "Another.\n"}))
	d := wish(t, v, payFile, model.ChoiceReject, "no")
	other := wish(t, v, "Pending_Approval/other.md", model.ChoiceReject, "no")
	r := v.newRecord(d, newID(eleven))
	r.Choice, r.To, r.Sent = model.ChoiceApprove.String(), "Approved/pay.md", r.Seen
	addRecords(t, v, r)
	// It cannot be told what is there: the name leads round in a circle.
	if err := os.Symlink("Approved", filepath.Join(v.dir, "Approved")); err != nil {
		t.Skip(err)
	}
	before := treeOf(t, v.dir)
	if _, err := v.Decide(t.Context(), d); !errors.Is(err, model.ErrNotAllowed) || !strings.Contains(err.Error(), r.ID) {
		t.Errorf("Decide on what is open: %v", err)
	}
	sameFiles(t, "after the refusal", treeOf(t, v.dir), before)
	mustDecide(t, v, other)
	mustRemove(t, v, "Approved")
	mustDecide(t, v, d)
	wantFates(t, v, "once it can be told", model.FateVoid, model.FateDone, model.FateDone)
}
