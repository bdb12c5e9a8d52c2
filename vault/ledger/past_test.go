package ledger_test

import (
	"errors"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"
	"time"

	"coldstart/model"
	"coldstart/model/phrase"
	"coldstart/model/rule"
	"coldstart/testdata/must"
	"coldstart/vault/disk"
	"coldstart/vault/vaulttest"
)

// pending returns the only pending request of a vault.
func pending(t *testing.T, v *vaulttest.Vault) model.Request {
	t.Helper()
	s, err := v.Load(t.Context(), vaulttest.Eleven.Add(time.Hour))
	if err != nil || len(s.Requests) != 1 {
		t.Fatalf("got %q, %v", vaulttest.RowsOf(s), err)
	}
	return s.Requests[0]
}

func wantRejected(t *testing.T, r model.Request, note string) {
	t.Helper()
	switch {
	case note == "" && r.Rejected != nil:
		t.Errorf("it passes for rejected: %+v", r.Rejected)
	case note != "" && (r.Rejected == nil || r.Rejected.Note != note || !r.Rejected.At.Equal(vaulttest.Eleven)):
		t.Errorf("its rejection is %+v, want %q", r.Rejected, note)
	}
}

func TestARequestThatComesBackAfterARejection(t *testing.T) {
	t.Parallel()
	const other = "Pending_Approval/deep/again.md"
	for _, tt := range []struct{ what, path, text, note string }{
		{"the same file", vaulttest.PayFile, vaulttest.PayRequest, "too much"},
		{"another text of the same name", vaulttest.PayFile, "Pay half.\n", "too much"},
		{"the same name in another folder", "Pending_Approval/deep/pay.md", "Pay half.\n", "too much"},
		{"the same text of another name", other, vaulttest.PayRequest, "too much"},
		{"another request", other, "Pay half.\n", ""},
	} {
		t.Run(tt.what, func(t *testing.T) {
			v := vaulttest.DecidingVault(t, vaulttest.BlockedVault())
			vaulttest.MustDecide(t, v, vaulttest.Wish(t, v, vaulttest.PayFile, model.ChoiceReject, "too much"))
			vaulttest.MakeFiles(t, v.Dir(), vaulttest.Files{tt.path: tt.text})
			wantRejected(t, pending(t, v), tt.note)
		})
	}
}

func TestOnlyRejectionsAreRemembered(t *testing.T) {
	t.Parallel()
	v := vaulttest.DecidingVault(t, vaulttest.BlockedVault())
	vaulttest.MustDecide(t, v, vaulttest.Wish(t, v, vaulttest.PayFile, model.ChoiceApprove, ""))
	vaulttest.MakeFiles(t, v.Dir(), vaulttest.Files{vaulttest.PayFile: vaulttest.PayRequest})
	wantRejected(t, pending(t, v), "")
}

func TestARejectionThatNeverTookEffectDoesNotCount(t *testing.T) {
	t.Parallel()
	v := vaulttest.DecidingVault(t, vaulttest.BlockedVault())
	d := vaulttest.Wish(t, v, vaulttest.PayFile, model.ChoiceReject, "too much")
	vaulttest.LayLedger(t, v, vaulttest.PlannedLine(disk.NewID(vaulttest.Eleven), d).With(vaulttest.LedgerLine{"to": "Rejected/pay.md", "sent": d.Seen.String()}))
	wantRejected(t, pending(t, v), "")
	receipts, err := v.Recover(t.Context(), vaulttest.Eleven)
	if err != nil || len(receipts) != 1 || !receipts[0].Void {
		t.Fatalf("Recover = %+v, %v", receipts, err)
	}
	wantRejected(t, pending(t, v), "")
}

func TestARejectionThatACrashCutOffCounts(t *testing.T) {
	t.Parallel()
	v := vaulttest.DecidingVault(t, vaulttest.BlockedVault())
	d := vaulttest.Wish(t, v, vaulttest.PayFile, model.ChoiceReject, "too much")
	vaulttest.LayLedger(t, v, vaulttest.PlannedLine(disk.NewID(vaulttest.Eleven), d).With(vaulttest.LedgerLine{"to": "Rejected/pay.md", "sent": d.Seen.String()}))
	vaulttest.MakeFiles(t, v.Dir(), vaulttest.Files{"Rejected/pay.md": vaulttest.PayRequest})
	if receipts, err := v.Recover(t.Context(), vaulttest.Eleven); err != nil || len(receipts) != 1 || receipts[0].Void {
		t.Fatalf("Recover = %+v, %v", receipts, err)
	}
	vaulttest.MakeFiles(t, v.Dir(), vaulttest.Files{vaulttest.PayFile: "Pay half.\n"})
	wantRejected(t, pending(t, v), "too much")
}

func TestARejectedRequestThatIsUrgentStaysUrgent(t *testing.T) {
	t.Parallel()
	v := vaulttest.DecidingVault(t, vaulttest.Files{vaulttest.PayFile: "---\nto: dues@harbour.example\nexpires: 2026-02-20\n---\nPay.\n"})
	vaulttest.MustDecide(t, v, vaulttest.Wish(t, v, vaulttest.PayFile, model.ChoiceReject, "no"))
	vaulttest.MakeFiles(t, v.Dir(), vaulttest.Files{"Pending_Approval/again.md": "---\nto: dues@harbour.example\nexpires: 2026-02-20\n---\nPay.\n"})
	s := must.Get(v.Load(t.Context(), vaulttest.Eleven))(t)
	if needs := rule.NeedsYou(s); len(needs) != 1 || needs[0].Severity != model.SeverityHigh || phrase.Why(needs[0]) != "rejected before: no, expired, waits for approval" {
		t.Errorf("got %+v", needs)
	}
}

// expiredRequest has the given words for its expiry and its target.
func expiredRequest(expiry, target string) string {
	return "---\naction: send\n" + target + expiry + "\n---\nSend it.\n"
}

func TestApprovingAnExpiredRequest(t *testing.T) {
	t.Parallel()
	const to, past = "to: desk@harbour.example\n", "expires: 2026-02-21T10:59:59Z"
	for _, tt := range []struct {
		name, text, typed string
		choice            model.Choice
		refused           bool
	}{
		{"nothing typed", expiredRequest(past, to), "", model.ChoiceApprove, true},
		{"something else", expiredRequest(past, to), "yes", model.ChoiceApprove, true},
		{"a part of the target", expiredRequest(past, to), "desk@harbour", model.ChoiceApprove, true},
		{"another case", expiredRequest(past, to), "Desk@harbour.example", model.ChoiceApprove, true},
		{"the target", expiredRequest(past, to), "desk@harbour.example", model.ChoiceApprove, false},
		{"the target with blanks", expiredRequest(past, to), "  desk@harbour.example ", model.ChoiceApprove, false},
		{"the name where there is no target", expiredRequest(past, ""), "pay.md", model.ChoiceApprove, false},
		{"the name where the target does not show", expiredRequest(past, "to: \"\u200b\"\n"), "pay.md", model.ChoiceApprove, false},
		{"no name where there is a target", expiredRequest(past, to), "pay.md", model.ChoiceApprove, true},
		{"an own request", withLine(vaulttest.PayRequest, past), "", model.ChoiceApprove, true},
		{"the target of an own request", withLine(vaulttest.PayRequest, past), "dues@corran-harbour.example", model.ChoiceApprove, false},
		{"a rejection", expiredRequest(past, to), "", model.ChoiceReject, false},
		{"changes", expiredRequest(past, to), "", model.ChoiceChanges, false},
		{"not yet", expiredRequest("expires: 2026-02-21T11:00:00Z", to), "", model.ChoiceApprove, false},
		{"a date alone ends with its day", expiredRequest("expires: 2026-02-21", to), "", model.ChoiceApprove, false},
		{"the day after", expiredRequest("expires: 2026-02-20", to), "", model.ChoiceApprove, true},
		{"a time of its own after it was made", expiredRequest("expires: 20 minutes\ncreated: 2026-02-21T10:39:00Z", to), "", model.ChoiceApprove, true},
		{"words of the length of a date", expiredRequest("expires: in 2 weeks\ncreated: 2026-02-07T10:59:00Z", to), "", model.ChoiceApprove, true},
		{"no time at all", expiredRequest("expires: soon", to), "", model.ChoiceApprove, false},
	} {
		t.Run(tt.name, func(t *testing.T) {
			v := vaulttest.DecidingVault(t, vaulttest.Files{vaulttest.PayFile: tt.text})
			d := vaulttest.Wish(t, v, vaulttest.PayFile, tt.choice, "because")
			d.Typed = tt.typed
			changes, err := v.Preview(t.Context(), d)
			if err != nil || len(changes) == 0 {
				t.Errorf("the preview is %+v, %v", changes, err)
			}
			if tt.refused {
				before := vaulttest.TreeOf(t, v.Dir())
				if _, err := v.Decide(t.Context(), d); !errors.Is(err, model.ErrNotAllowed) || !strings.Contains(phrase.Error(err), "it has expired") {
					t.Errorf("Decide: %v", err)
				}
				vaulttest.SameFiles(t, "after a refusal", vaulttest.TreeOf(t, v.Dir()), before)
				if open := vaulttest.OpenLedger(t, v); len(open) > 0 {
					t.Errorf("an intent was left: %+v", open)
				}
				return
			}
			vaulttest.MustDecide(t, v, d)
		})
	}
}

// withLine returns an own request with another line in its front matter.
func withLine(text, line string) string { return "---\n" + line + "\n" + text[len("---\n"):] }

func TestAnExpiredApprovalThatWasConfirmedIsFinished(t *testing.T) {
	t.Parallel()
	v := vaulttest.DecidingVault(t, vaulttest.Files{vaulttest.PayFile: expiredRequest("expires: 2026-02-20", "to: desk@harbour.example\n")})
	d := vaulttest.Wish(t, v, vaulttest.PayFile, model.ChoiceApprove, "")
	vaulttest.LayLedger(t, v, vaulttest.PlannedLine(disk.NewID(vaulttest.Eleven), d).With(vaulttest.LedgerLine{"to": "Approved/pay.md", "sent": d.Seen.String()}))
	b := must.Get(os.ReadFile(filepath.Join(v.Dir(), filepath.FromSlash(vaulttest.PayFile))))(t)
	vaulttest.MakeFiles(t, v.Dir(), vaulttest.Files{"Approved/pay.md": string(b)})
	receipts, err := v.Recover(t.Context(), vaulttest.Eleven)
	if err != nil || len(receipts) != 1 || receipts[0].Void || len(receipts[0].Notices) > 0 {
		t.Fatalf("Recover = %+v, %v", receipts, err)
	}
	after := vaulttest.TreeOf(t, v.Dir())
	if _, there := after[vaulttest.PayFile]; there || after["Approved/pay.md"] != string(b) {
		t.Errorf("got %q", after)
	}
}

// The ledger keeps how a decision and its undo were made. The lines of earlier versions do not
// say.
func TestTheLedgerKeepsHowADecisionWasMade(t *testing.T) {
	t.Parallel()
	v := vaulttest.DecidingVault(t, vaulttest.BlockedVault())
	old := vaulttest.Wish(t, v, vaulttest.PayFile, model.ChoiceReject, "too much")
	id := disk.NewID(vaulttest.Eleven)
	vaulttest.LayLedger(t, v, vaulttest.PlannedLine(id, old), vaulttest.LedgerLine{"id": id, "phase": "void"})
	d := vaulttest.Wish(t, v, vaulttest.PayFile, model.ChoiceApprove, "")
	d.How, d.Under = model.HowTerminal, "Codex"
	made := vaulttest.MustDecide(t, v, d)
	undo := vaulttest.Wish(t, v, "Approved/pay.md", model.ChoiceUndo, "")
	undo.Undoes, undo.How = model.Undone{ID: made.ID, Choice: d.Choice}, model.HowScreen
	vaulttest.MustDecide(t, v, undo)
	history := must.Get(v.History())(t)
	var got []string
	for _, p := range history {
		got = append(got, p.Decision.Choice.String()+" by "+p.Decision.How.String()+" under "+p.Decision.Under)
	}
	if want := "undo by screen under |approve by terminal under Codex|reject by unknown under "; strings.Join(got, "|") != want {
		t.Errorf("got %q, want %q", got, want)
	}
	if s, err := v.Load(t.Context(), vaulttest.Eleven); err != nil || !reflect.DeepEqual(s.History, history) {
		t.Errorf("a snapshot has the history %+v, %v", s.History, err)
	}
}
