package decision_test

import (
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"coldstart/model"
	"coldstart/model/phrase"
	"coldstart/testdata/examples"
	"coldstart/testdata/must"
	"coldstart/vault/disk"
	"coldstart/vault/places"
	"coldstart/vault/vaulttest"
)

// payOrder is the id of a decision that is named before it is made.
const payOrder = "20260221T110000Z-0badcafe"

// order is a wish with an id of its own.
func order(t *testing.T, v *vaulttest.Vault, path string, choice model.Choice) model.Decision {
	t.Helper()
	d := wish(t, v, path, choice, "because")
	d.ID = payOrder
	return d
}

func mustSettle(t *testing.T, v *vaulttest.Vault, id string) model.Settled {
	t.Helper()
	s, err := v.Settle(t.Context(), id, eleven.Add(time.Minute))
	if err != nil {
		t.Fatalf("settling %s: %v", id, err)
	}
	return s
}

// Decisions of every kind keep the id that they were given, and are that decision when the order
// comes once more.
func TestADecisionKeepsTheIDThatItWasGiven(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		start  files
		path   string
		choice model.Choice
	}{
		{blockedVault(), payFile, model.ChoiceApprove},
		{blockedVault(), payFile, model.ChoiceChanges},
		{files{planFile: examples.BlockedPlan}, planFile, model.ChoiceReject},
		{files{eventFile: orphanLog}, eventFile + "#244", model.ChoiceAck},
		{files{tracePath: seedTrace("in-progress", "in-progress")}, tracePath, model.ChoiceRerun},
		{files{places.SeedName: examples.Seed}, places.SeedName + "#pro_1", model.ChoiceAccept},
		{researching(headed(freshHead, sections)), journalName, model.ChoiceEntry},
		{boatyard(), mooringApproval, model.ChoiceApprove},
	} {
		v := decidingVault(t, tt.start)
		d := order(t, v, tt.path, tt.choice)
		if made := mustDecide(t, v, d); made.ID != payOrder || made.Already {
			t.Errorf("%s %s: %+v", tt.choice, tt.path, made)
		}
		after := treeOf(t, v.Dir())
		if again := mustDecide(t, v, d); again.ID != payOrder || !again.Already {
			t.Errorf("%s %s once more: %+v", tt.choice, tt.path, again)
		}
		if s := mustSettle(t, v, payOrder); !s.Made || s.Receipt.ID != payOrder || s.Receipt.Decision.Choice != tt.choice || s.Receipt.Already {
			t.Errorf("%s %s settled: %+v", tt.choice, tt.path, s)
		}
		sameFiles(t, "once more", treeOf(t, v.Dir()), after)
		wantFates(t, v, tt.path, model.FateDone)
	}
}

func TestAnIDIsTakenOnce(t *testing.T) {
	t.Parallel()
	v := decidingVault(t, blockedVault())
	d := order(t, v, payFile, model.ChoiceApprove)
	for _, id := range []string{"1", "../" + payOrder, payOrder + "0", strings.ToUpper(payOrder), "20261321T110000Z-0badcafe", "20260221T110000Z-0badcaf", "20260221T110000Z0badcafe"} {
		d.ID = id
		refusedWith(t, v, d, model.ErrNotAllowed, "is not the id of a decision")
		if _, err := v.Settle(t.Context(), id, eleven); !errors.Is(err, model.ErrNotAllowed) {
			t.Errorf("settling %q: %v", id, err)
		}
	}
	d.ID = payOrder
	mustDecide(t, v, d)
	other := d
	other.Choice = model.ChoiceReject
	refusedWith(t, v, other, model.ErrConflict, "is another one: approve Pending_Approval/pay.md")
	mustDecide(t, v, undoOf(t, v, payOrder))
	refusedWith(t, v, d, model.ErrConflict, "was made and undone since")
	if s := mustSettle(t, v, payOrder); !s.Made || !slices.Equal(s.Receipt.Notices, []string{"it was undone since"}) {
		t.Errorf("settled after the undo: %+v", s)
	}
	d.ID = ""
	mustDecide(t, v, d)
}

// An order that comes after somebody was told that it was not made is refused for good, and another
// one is not.
func TestALateOrderIsRefused(t *testing.T) {
	t.Parallel()
	v := decidingVault(t, blockedVault())
	before := treeOf(t, v.Dir())
	for range 2 {
		if s := mustSettle(t, v, payOrder); s.Made || s.Receipt.ID != "" {
			t.Fatalf("settled %+v", s)
		}
	}
	sameFiles(t, "after settling", treeOf(t, v.Dir()), before)
	if lines := ledgerLines(t, v); len(lines) != 1 || lines[0]["phase"] != "void" {
		t.Errorf("the ledger has %v", lines)
	}
	d := order(t, v, payFile, model.ChoiceApprove)
	refusedWith(t, v, d, model.ErrConflict, "was closed before it was made; decide again")
	wantFates(t, v, "after the late order")
	if s := mustLoad(t, v); len(s.Problems) > 0 || len(s.Interrupted) > 0 {
		t.Errorf("problems %+v, interrupted %+v", s.Problems, s.Interrupted)
	}
	d.ID = "20260221T110000Z-0badcaff"
	mustDecide(t, v, d)
	wantFates(t, v, "after another order", model.FateDone)
	if s := mustSettle(t, v, payOrder); s.Made {
		t.Errorf("the first order: %+v", s)
	}
}

// Where nothing can be written, only what the ledger knows already is said.
func TestSettlingInAReadOnlyVault(t *testing.T) {
	t.Parallel()
	v := decidingVault(t, blockedVault())
	mustDecide(t, v, order(t, v, payFile, model.ChoiceApprove))
	const closed, open = "20260221T110000Z-0badcaf1", "20260221T110000Z-0badcaf2"
	mustSettle(t, v, closed)
	v.Where.Opts.ReadOnly = true
	if s := mustSettle(t, v, payOrder); !s.Made || s.Receipt.ID != payOrder {
		t.Errorf("settled %+v", s)
	}
	if s := mustSettle(t, v, closed); s.Made {
		t.Errorf("settled %+v", s)
	}
	before := treeOf(t, filepath.Dir(v.Dir()))
	if _, err := v.Settle(t.Context(), open, eleven); !errors.Is(err, model.ErrReadOnly) || !strings.Contains(err.Error(), "nothing can be written: asked for with --read-only") {
		t.Errorf("an order of which nothing is known: %v", err)
	}
	sameFiles(t, "afterwards", treeOf(t, filepath.Dir(v.Dir())), before)
}

// A decision whose pending file cannot be removed holds all the same.
func TestADecisionThatHoldsIsMadeBeforeAllOfItIsDone(t *testing.T) {
	t.Parallel()
	v := decidingVault(t, blockedVault())
	d := order(t, v, payFile, model.ChoiceApprove)
	inTheWay := filepath.Join(v.Dir(), disk.RetiredName("Pending_Approval", payOrder))
	v.Where.Disk.Before = func(op, phase string) {
		if op == "ledger" && phase == "published" {
			must.Do(t, os.MkdirAll(filepath.Join(inTheWay, "x"), 0o700))
		}
	}
	mustDecide(t, v, d)
	wantFates(t, v, "with a folder in the way", model.FateOpen)
	if s := mustSettle(t, v, payOrder); !s.Made || len(s.Receipt.Notices) != 1 || !strings.Contains(s.Receipt.Notices[0], "holds; still to do: remove Pending_Approval/pay.md") {
		t.Errorf("settled %+v", s)
	}
	if again := mustDecide(t, v, d); !again.Already || again.ID != payOrder {
		t.Errorf("once more: %+v", again)
	}
	v.Where.Disk.Before = nil
	must.Do(t, os.RemoveAll(inTheWay))
	if s := mustSettle(t, v, payOrder); !s.Made || len(s.Receipt.Notices) > 0 {
		t.Errorf("settled %+v", s)
	}
	wantFates(t, v, "after settling", model.FateDone)
}

// While nobody can tell whether a decision holds, nothing is said of it and nothing is closed.
func TestWhatNobodyCanTellStaysUnsettled(t *testing.T) {
	t.Parallel()
	base := t.TempDir()
	makeFiles(t, filepath.Join(base, "vault"), files{})
	v, err := vaulttest.Open(filepath.Join(base, "vault"), places.Options{StateDir: filepath.Join(base, "state"), Operator: "ines", Seed: seedAt(t, base, "named", examples.Seed)})
	must.Do(t, err)
	t.Cleanup(func() { v.Close() })
	p := mustLoad(t, v).Memory.Proposals[0]
	d := model.Decision{ID: payOrder, Ref: p.Ref(), Choice: model.ChoiceAccept, Seen: p.Seen, At: eleven}
	mustDecide(t, v, d)
	begun := ledgerLines(t, v)[0]
	must.Do(t, os.Remove(ledgerFile(v)))
	lay(t, v, begun)
	other := openVault(t, base, "state")
	if s, err := other.Settle(t.Context(), payOrder, eleven); !model.IsUnsettled(err) || s.Made || !strings.Contains(err.Error(), "opened with another memory") {
		t.Errorf("without the memory: %+v, %v", s, err)
	}
	if _, err := other.Decide(t.Context(), d); !model.IsUnsettled(err) {
		t.Errorf("once more without the memory: %v", err)
	}
	if s := mustSettle(t, v, payOrder); !s.Made {
		t.Errorf("settled %+v", s)
	}
}

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
