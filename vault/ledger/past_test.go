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
	"coldstart/testdata/examples"
	"coldstart/testdata/must"
	"coldstart/testdata/whole"
	"coldstart/vault/disk"
	"coldstart/vault/places"
	"coldstart/vault/state"
	"coldstart/vault/vaulttest"
)

func TestMain(m *testing.M) {
	whole.Quick()
	os.Exit(m.Run())
}

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

func TestDecided(t *testing.T) {
	t.Parallel()
	dir := examples.Folders(t, "Pending_Approval/p.md", "approved/a.md", "Rejected/r.md", "approved/back.md", "Rejected/back.md", "Approved/", "Done/Actions/gone.md", "Approved/2026/deep.md")
	v := must.Get(vaulttest.Open(dir, places.Options{StateDir: filepath.Join(t.TempDir(), "state")}))(t)
	defer v.Close()
	at := time.Date(2026, 3, 14, 7, 0, 0, 0, time.UTC)
	vaulttest.LayLedger(t, v, []vaulttest.LedgerLine{
		{"id": "1", "phase": "planned", "at": at, "kind": "request", "choice": "approve", "path": "Pending_Approval/gone.md", "to": "Approved/gone.md"},
		{"id": "1", "phase": "done", "at": at},
		{"id": "2", "phase": "planned", "at": at, "kind": "request", "choice": "reject", "path": "Pending_Approval/void.md", "to": "Rejected/void.md"},
		{"id": "2", "phase": "void", "at": at},
		{"id": "3", "phase": "planned", "at": at, "kind": "request", "choice": "changes", "path": "Pending_Approval/asked.md"},
		{"id": "3", "phase": "done", "at": at},
		{"id": "4", "phase": "planned", "at": at, "kind": "plan", "choice": "approve", "path": "Plans/plan.md"},
		{"id": "4", "phase": "done", "at": at},
		{"id": "5", "phase": "planned", "at": at, "kind": "request", "choice": "approve", "path": "Pending_Approval/back.md", "to": "approved/back.md"},
		{"id": "5", "phase": "done", "at": at},
		{"id": "6", "phase": "planned", "at": at, "kind": "request", "choice": "reject", "path": "Pending_Approval/back.md", "to": "Rejected/back.md"},
		{"id": "6", "phase": "done", "at": at},
	}...)
	for _, tt := range []struct {
		name, file string
		choice     model.Choice
	}{
		{"a.md", "approved/a.md", model.ChoiceApprove},
		{"Pending_Approval/a.md", "approved/a.md", model.ChoiceApprove},
		{"r.md", "Rejected/r.md", model.ChoiceReject},
		{"gone.md", "Approved/gone.md", model.ChoiceApprove},
		{"back.md", "Rejected/back.md", model.ChoiceReject},
		{"deep.md", "Approved/2026/deep.md", model.ChoiceApprove},
		{"p.md", "", model.ChoiceNone},
		{"void.md", "", model.ChoiceNone},
		{"asked.md", "", model.ChoiceNone},
		{"plan.md", "", model.ChoiceNone},
		{"", "", model.ChoiceNone},
		{"..", "", model.ChoiceNone},
		{"/", "", model.ChoiceNone},
	} {
		t.Run(tt.name, func(t *testing.T) {
			file, choice, err := v.Decided(tt.name)
			if err != nil || file != tt.file || choice != tt.choice {
				t.Errorf("got %q, %v and error %v; want %q, %v", file, choice, err, tt.file, tt.choice)
			}
		})
	}
}

func TestTheLedgerGivesBackWhatWasDecided(t *testing.T) {
	t.Parallel()
	v := vaulttest.DecidingVault(t, vaulttest.BlockedVault())
	d := vaulttest.Wish(t, v, vaulttest.PayFile, model.ChoiceReject, "no")
	d.At = vaulttest.Eleven.Add(time.Nanosecond)
	made := vaulttest.MustDecide(t, v, d)
	past, err := v.History()
	if err != nil || len(past) != 1 || past[0].ID != made.ID || !reflect.DeepEqual(past[0].Decision, d) || past[0].Operator != "ines" {
		t.Fatalf("got %+v, %v", past, err)
	}
	for _, name := range []string{"", state.LedgerName} {
		info, err := os.Stat(filepath.Join(v.Where.StateDir(), name))
		if err != nil || info.Mode().Perm()&0o077 != 0 {
			t.Errorf("others can read %q: %v, %v", name, info.Mode(), err)
		}
	}
}

func TestATornLedgerKeepsItsOtherLines(t *testing.T) {
	t.Parallel()
	v := vaulttest.DecidingVault(t, vaulttest.BlockedVault())
	vaulttest.LayLedger(t, v, vaulttest.ReachedLine("1", "planned").With(vaulttest.LedgerLine{"path": "a"}), vaulttest.ReachedLine("1", "done"))
	whole := must.Get(os.ReadFile(vaulttest.LedgerFile(v)))(t)
	torn := string(whole) + `{"id":"2","phase":"int`
	must.Do(t, os.WriteFile(vaulttest.LedgerFile(v), []byte(torn), 0o600))
	made := vaulttest.MustDecide(t, v, vaulttest.Wish(t, v, vaulttest.PayFile, model.ChoiceApprove, ""))
	past, err := v.History()
	if err != nil || len(past) != 2 || past[0].ID != made.ID || past[1].ID != "1" {
		t.Errorf("got %+v, %v", past, err)
	}
	if now, err := os.ReadFile(vaulttest.LedgerFile(v)); err != nil || !strings.HasPrefix(string(now), torn+"\n") {
		t.Errorf("the torn line was not kept: %q, %v", now, err)
	}
	s, err := v.Load(t.Context(), vaulttest.Eleven)
	if err != nil || len(s.Problems) != 1 || s.Problems[0].Reason != "1 unreadable line" {
		t.Errorf("problems = %+v, %v", s.Problems, err)
	}
}

func TestALedgerThatCannotBeReadStopsDecisionsOnly(t *testing.T) {
	t.Parallel()
	v := vaulttest.DecidingVault(t, vaulttest.BlockedVault())
	must.Do(t, os.MkdirAll(filepath.Join(v.Where.StateDir(), state.LedgerName), 0o700))
	s, err := v.Load(t.Context(), vaulttest.Eleven)
	if err != nil || len(s.Requests) != 1 || len(s.Problems) != 1 || !strings.Contains(s.Problems[0].Reason, "reading the ledger") {
		t.Errorf("Load = %+v, %v", s, err)
	}
	if receipts, err := v.Recover(t.Context(), vaulttest.Eleven); err == nil || len(receipts) > 0 {
		t.Errorf("Recover = %+v, %v", receipts, err)
	}
	before := vaulttest.TreeOf(t, v.Dir())
	if _, err := v.Decide(t.Context(), vaulttest.Wish(t, v, vaulttest.PayFile, model.ChoiceApprove, "")); err == nil || !strings.Contains(err.Error(), "reading the ledger") {
		t.Errorf("Decide: %v", err)
	}
	vaulttest.SameFiles(t, "afterwards", vaulttest.TreeOf(t, v.Dir()), before)
}

func TestOpenDecisionsAreThoseWithoutAnEnd(t *testing.T) {
	t.Parallel()
	v := vaulttest.DecidingVault(t, vaulttest.Files{})
	begun := func(id, name string) vaulttest.LedgerLine {
		return vaulttest.ReachedLine(id, "planned").With(vaulttest.LedgerLine{"path": name})
	}
	vaulttest.LayLedger(t, v, begun("1", "a"), begun("2", "b"), begun("3", "c"), vaulttest.ReachedLine("1", "published"), vaulttest.ReachedLine("2", "void"), begun("4", "d"),
		vaulttest.ReachedLine("4", "published"), vaulttest.ReachedLine("4", "done"), vaulttest.ReachedLine("5", "done"))
	s, err := v.Load(t.Context(), vaulttest.Eleven)
	if err != nil || len(s.Interrupted) != 2 || s.Interrupted[0].ID != "1" || s.Interrupted[0].Path != "a" || s.Interrupted[1].ID != "3" {
		t.Errorf("open = %+v, %v", s.Interrupted, err)
	}
	vaulttest.WantFates(t, v, "all", model.FateOpen, model.FateVoid, model.FateOpen, model.FateDone)
}

func TestWishesForChangesStayUntilTheAgentAnswers(t *testing.T) {
	t.Parallel()
	v := vaulttest.DecidingVault(t, vaulttest.BlockedVault())
	seen := model.FingerprintOf([]byte(vaulttest.PayRequest)).String()
	asked := func(id, note, hash, end string) []vaulttest.LedgerLine {
		return []vaulttest.LedgerLine{
			{"id": id, "phase": "planned", "at": vaulttest.Eleven, "choice": "changes", "kind": "request", "path": vaulttest.PayFile, "seen": hash, "note": note},
			vaulttest.ReachedLine(id, end),
		}
	}
	for _, tt := range []struct {
		name  string
		lines []vaulttest.LedgerLine
		want  string
	}{
		{"about another text", asked("1", "old", model.FingerprintOf(nil).String(), "done"), ""},
		{"that never took effect", asked("2", "void", seen, "void"), ""},
		{"that holds", asked("3", "first", seen, "done"), "first"},
		{"the last one counts", asked("4", "second", seen, "done"), "second"},
	} {
		vaulttest.LayLedger(t, v, tt.lines...)
		s := must.Get(v.Load(t.Context(), vaulttest.Eleven))(t)
		got := ""
		if a := s.Requests[0].Asked; a != nil {
			got = a.Note
		}
		if got != tt.want {
			t.Errorf("%s: asked for %q, want %q", tt.name, got, tt.want)
		}
	}
}

func TestPublishingNeverReplaces(t *testing.T) {
	t.Parallel()
	for name, publish := range map[string]func(d disk.Disk) error{
		"by link":   func(d disk.Disk) error { return d.Publish("temp", "target") },
		"by rename": func(d disk.Disk) error { return d.PublishByRename("temp", "target") },
	} {
		t.Run(name, func(t *testing.T) {
			v := vaulttest.DecidingVault(t, vaulttest.Files{"temp": "new", "target": "old"})
			if err := publish(v.Where.Disk); err == nil || !errors.Is(err, os.ErrExist) {
				t.Errorf("onto an existing file: %v", err)
			}
			vaulttest.SameFiles(t, "after the refusal", vaulttest.TreeOf(t, v.Dir()), vaulttest.Files{"temp": "new", "target": "old"})
			must.Do(t, os.Remove(filepath.Join(v.Dir(), "target")))
			if err := publish(v.Where.Disk); err != nil {
				t.Error(err)
			}
			vaulttest.SameFiles(t, "afterwards", vaulttest.TreeOf(t, v.Dir()), vaulttest.Files{"target": "new"})
		})
	}
}

func TestReplaceComparesFirst(t *testing.T) {
	t.Parallel()
	for name, tt := range map[string]struct{ was, want string }{
		"same":           {"old", "new"},
		"changed":        {"odd", "old"},
		"grown":          {"ol", "old"},
		"shorter by now": {"older", "old"},
	} {
		t.Run(name, func(t *testing.T) {
			v := vaulttest.DecidingVault(t, vaulttest.Files{"a": "old"})
			err := v.Where.Disk.Replace("a", "temp", []byte(tt.was), []byte("new"))
			if replaced := tt.want == "new"; errors.Is(err, model.ErrConflict) == replaced || (err == nil) != replaced {
				t.Errorf("replace: %v", err)
			}
			vaulttest.SameFiles(t, "afterwards", vaulttest.TreeOf(t, v.Dir()), vaulttest.Files{"a": tt.want})
		})
	}
}
