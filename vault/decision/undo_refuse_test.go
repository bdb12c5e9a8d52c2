package decision_test

import (
	"errors"
	"strings"
	"testing"

	"coldstart/model"
	"coldstart/model/phrase"
	"coldstart/model/rule"
	"coldstart/testdata/examples"
	"coldstart/vault/places"
	"coldstart/vault/vaulttest"
)

func TestUndoRefusesWhatAnAgentHasTakenUp(t *testing.T) {
	t.Parallel()
	seeded := files{places.SeedName: examples.Seed}
	for _, tt := range []struct {
		name      string
		files     files
		path      string
		choice    model.Choice
		meanwhile func(t *testing.T, v *vaulttest.Vault)
		kind      error
		want      string
	}{
		{
			"picked up", blockedVault(), payFile, model.ChoiceApprove,
			func(t *testing.T, v *vaulttest.Vault) { v.MoveFile(t, "Approved/pay.md", "Done/pay.md") },
			model.ErrConflict, "approval of pay.md: picked up: Approved/pay.md is gone",
		},
		{
			"changed", blockedVault(), payFile, model.ChoiceApprove,
			func(t *testing.T, v *vaulttest.Vault) { v.Overwrite(t, "Approved/pay.md", payRequest+"and a tip") },
			model.ErrConflict, "Approved/pay.md has changed since",
		},
		{
			"a link in its place", blockedVault(), payFile, model.ChoiceApprove,
			func(t *testing.T, v *vaulttest.Vault) {
				v.MoveFile(t, "Approved/pay.md", "Done/pay.md")
				v.Overwrite(t, "Approved/pay.md/x", "")
			},
			model.ErrConflict, "picked up",
		},
		{
			"carried out by a log", blockedVault(), payFile, model.ChoiceApprove,
			func(t *testing.T, v *vaulttest.Vault) {
				v.Overwrite(t, "Logs/agent.jsonl", `{"timestamp": "2026-02-21T11:05:00Z", "action": "payment_executed", "target": "Approved/pay.md", "result": "success"}`+"\n")
			},
			model.ErrConflict, "Logs/agent.jsonl says that the agent has acted on it",
		},
		{
			"pending again", blockedVault(), payFile, model.ChoiceReject,
			func(t *testing.T, v *vaulttest.Vault) { v.Overwrite(t, payFile, "another") },
			model.ErrConflict, "a request with this name is pending again as " + payFile,
		},
		{
			"pending again in another case", blockedVault(), payFile, model.ChoiceReject,
			func(t *testing.T, v *vaulttest.Vault) { v.Overwrite(t, "Pending_Approval/more/PAY.md", "another") },
			model.ErrConflict, "pending again as Pending_Approval/more/PAY.md",
		},
		{
			"the plan's status changed", blockedVault(), payFile, model.ChoiceApprove,
			func(t *testing.T, v *vaulttest.Vault) {
				v.Overwrite(t, planFile, strings.Replace(v.TextOf(t, planFile), "status: Active", "status: Done", 1))
			},
			model.ErrConflict, `the agent has continued: ` + planFile + `, line 6: "status: Done"`,
		},
		{
			"the plan is gone", blockedVault(), payFile, model.ChoiceApprove,
			func(t *testing.T, v *vaulttest.Vault) { v.MoveFile(t, planFile, "Done/plan.md") },
			model.ErrConflict, "picked up: " + planFile + " is gone",
		},
		{
			"the agent answered", blockedVault(), payFile, model.ChoiceChanges,
			func(t *testing.T, v *vaulttest.Vault) { v.Overwrite(t, payFile, payRequest+"berth 4") },
			model.ErrConflict, "the agent has written a new text since",
		},
		{
			"decided since", blockedVault(), payFile, model.ChoiceChanges,
			func(t *testing.T, v *vaulttest.Vault) { v.MoveFile(t, payFile, "Approved/pay.md") },
			model.ErrConflict, "no longer pending",
		},
		{
			"the agent has continued with the plan", files{planFile: examples.BlockedPlan}, planFile, model.ChoiceReject,
			func(t *testing.T, v *vaulttest.Vault) {
				v.Overwrite(t, planFile, v.TextOf(t, planFile)+"\n- [2026-02-21T11:05:00Z] Agent: Understood — asking again\n")
			},
			model.ErrConflict, "Agent: Understood — asking again",
		},
		{
			"a session", files{eventFile: orphanLog}, eventFile + "#244", model.ChoiceAck,
			func(*testing.T, *vaulttest.Vault) {}, model.ErrNotAllowed, "the event log is append-only",
		},
		{
			"the workflow went on", files{tracePath: seedTrace("in-progress", "in-progress")}, tracePath, model.ChoiceRerun,
			func(t *testing.T, v *vaulttest.Vault) {
				v.Overwrite(t, tracePath, v.TextOf(t, tracePath)+"\n## Step 3\n")
			},
			model.ErrConflict, tracePath + " has changed since in the same place",
		},
		{
			"the learning was put otherwise", seeded, places.SeedName + "#pro_1", model.ChoiceAccept,
			func(t *testing.T, v *vaulttest.Vault) {
				v.Overwrite(t, places.SeedName, strings.Replace(v.TextOf(t, places.SeedName), "with photographs", "with pictures", 1))
			},
			model.ErrConflict, places.SeedName + " has changed since in the same place",
		},
		{
			"another problem is current", researching(""), ".math/problems/cogs", model.ChoiceSwitch,
			func(t *testing.T, v *vaulttest.Vault) {
				v.Overwrite(t, configName, strings.Replace(v.TextOf(t, configName), `"cogs"`, `"wheels"`, 1))
			},
			model.ErrConflict, configName + " has changed since in the same place",
		},
	} {
		t.Run(tt.name, func(t *testing.T) {
			v := decidingVault(t, tt.files)
			made := mustDecide(t, v, wish(t, v, tt.path, tt.choice, "because"))
			tt.meanwhile(t, v)
			s, err := v.Load(t.Context(), eleven)
			if err != nil {
				t.Fatal(err)
			}
			if s.Undo.Past.ID != made.ID || !strings.Contains(phrase.RefuseUndo(s), tt.want) {
				t.Errorf("RefuseUndo = %q, want %q", phrase.RefuseUndo(s), tt.want)
			}
			before := treeOf(t, v.Dir())
			d := undoOf(t, v, made.ID)
			for _, try := range []func() error{
				func() error { _, err := v.Preview(t.Context(), d); return err },
				func() error { _, err := v.Decide(t.Context(), d); return err },
			} {
				if err := try(); !errors.Is(err, tt.kind) {
					t.Errorf("got %v, want %v", err, tt.kind)
				}
			}
			sameFiles(t, "afterwards", treeOf(t, v.Dir()), before)
		})
	}
}

// A newer decision that cannot be undone is named with the older one that can; one that
// is half done can be undone later, so that nothing older is offered.
func TestUndoNamesWhatItPassesOver(t *testing.T) {
	t.Parallel()
	v := decidingVault(t, blockedVault().With(files{eventFile: orphanLog, "Pending_Approval/mail.md": "Mail\n"}))
	made := mustDecide(t, v, wish(t, v, payFile, model.ChoiceApprove, ""))
	later := mustDecide(t, v, wish(t, v, "Pending_Approval/mail.md", model.ChoiceApprove, ""))
	mustDecide(t, v, undoOf(t, v, later.ID))
	last := func() model.Undoable {
		s, err := v.Load(t.Context(), eleven)
		if err != nil {
			t.Fatal(err)
		}
		return s.Undo
	}
	if u := last(); u.Past.ID != made.ID || len(u.Newer) > 0 {
		t.Errorf("behind an undo: %+v", u)
	}
	mustDecide(t, v, wish(t, v, eventFile+"#244", model.ChoiceAck, ""))
	if u := last(); u.Past.ID != made.ID || u.Why.Given() || len(u.Newer) != 1 || !strings.Contains(phrase.NotUndoable(u.Newer[0]), "244: the event log is append-only") {
		t.Errorf("behind an acknowledgement: %+v", u)
	}
	open := "20260221T110001Z-x"
	lay(t, v, reached(open, "planned").With(line{"operator": "ines", "choice": "approve", "kind": "request", "path": "Pending_Approval/mail.md"}))
	if u := last(); u.Past.ID != open || !strings.Contains(phrase.NotUndoable(u), "half finished") {
		t.Errorf("with one that is half finished: %+v", u)
	}
}

func TestUndoKeepsWhatAgentsWroteMeanwhile(t *testing.T) {
	t.Parallel()
	v := decidingVault(t, files{places.SeedName: examples.Seed})
	mustDecide(t, v, wish(t, v, places.SeedName+"#pro_1", model.ChoiceAccept, ""))
	v.Overwrite(t, places.SeedName, "\n"+v.TextOf(t, places.SeedName)+"\n")
	mustDecide(t, v, undoOf(t, v, ""))
	if got := v.TextOf(t, places.SeedName); got != "\n"+examples.Seed+"\n" {
		t.Errorf("the memory is %q", got)
	}
}

func TestUndoOfOthers(t *testing.T) {
	t.Parallel()
	v := decidingVault(t, blockedVault())
	made := mustDecide(t, v, wish(t, v, payFile, model.ChoiceReject, "no"))
	d := undoOf(t, v, "")
	other := openVault(t, strings.TrimSuffix(v.Dir(), "/vault"), "state")
	other.Where.Opts.Operator = "kai"
	if _, err := other.Decide(t.Context(), d); !errors.Is(err, model.ErrNotAllowed) || !strings.Contains(phrase.Error(err), "ines decided it") {
		t.Errorf("kai undid it: %v", err)
	}
	s, err := other.Load(t.Context(), eleven)
	if err != nil || phrase.RefuseUndo(s) != "rejection of pay.md: ines decided it, and only ines can undo it" {
		t.Errorf("kai can undo: %q, %v", phrase.RefuseUndo(s), err)
	}
	undo := mustDecide(t, v, d)
	if _, err := v.Decide(t.Context(), model.Decision{
		Ref: d.Ref, Seen: d.Seen, Choice: model.ChoiceUndo, At: eleven, Undoes: model.Undone{ID: undo.ID, Choice: model.ChoiceUndo},
	}); !errors.Is(err, model.ErrNotAllowed) || !strings.Contains(phrase.Error(err), "decide again") {
		t.Errorf("an undo was undone: %v", err)
	}
	d.Undoes.ID = "nothing"
	if _, err := v.Decide(t.Context(), d); !errors.Is(err, model.ErrNotFound) {
		t.Errorf("a decision that was never made was undone: %v", err)
	}
	history, err := v.History()
	if err != nil || len(history) != 2 || history[1].ID != made.ID || history[1].UndoneBy != undo.ID ||
		history[1].Fate != model.FateUndone || history[0].Decision.Undoes.ID != made.ID || history[0].Fate != model.FateDone {
		t.Errorf("history = %+v, %v", history, err)
	}
	if list, err := v.Made(eleven.Add(-1)); err != nil || len(list) != 0 {
		t.Errorf("an agent would read %+v, %v", list, err)
	}
	if file, choice, err := v.Decided("pay.md"); err != nil || choice != model.ChoiceNone {
		t.Errorf("pay.md counts as decided: %s, %s, %v", file, choice, err)
	}
}

// TestUndoAtTheLastMoment has the agent come between the look and the withdrawal.
func TestUndoAtTheLastMoment(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		name, op, target string
		do               func(t *testing.T, v *vaulttest.Vault)
		want             files
	}{
		{
			"the agent takes it", "rename", ".retired",
			func(t *testing.T, v *vaulttest.Vault) { v.MoveFile(t, "Approved/pay.md", "Done/pay.md") }, files{"-Approved/pay.md": "", "Done/pay.md": payRequest},
		},
		{
			"the agent changes it", "rename", ".retired",
			func(t *testing.T, v *vaulttest.Vault) { v.Overwrite(t, "Approved/pay.md", "theirs") }, files{"Approved/pay.md": "theirs"},
		},
		{
			"the agent asks again", "link", payFile,
			func(t *testing.T, v *vaulttest.Vault) { v.Overwrite(t, payFile, payRequest) }, files{payFile: payRequest},
		},
	} {
		t.Run(tt.name, func(t *testing.T) {
			v := decidingVault(t, blockedVault())
			mustDecide(t, v, wish(t, v, payFile, model.ChoiceApprove, ""))
			before := treeOf(t, v.Dir())
			d := undoOf(t, v, "")
			done := false
			v.Where.Disk.Before = func(op, name string) {
				if !done && op == tt.op && strings.HasSuffix(name, tt.target) {
					done = true
					tt.do(t, v)
				}
			}
			if _, err := v.Decide(t.Context(), d); !errors.Is(err, model.ErrConflict) || !done {
				t.Errorf("Decide: %v, %v", err, done)
			}
			v.Where.Disk.Before = nil
			got := treeOf(t, v.Dir())
			for _, f := range []files{got, before} {
				delete(f, "Pending_Approval/")
				delete(f, "Approved/")
			}
			sameFiles(t, "afterwards", got, before.With(tt.want))
			if open := openLedger(t, v); len(open) > 0 {
				t.Errorf("open: %+v", open)
			}
		})
	}
}

func TestUndoOfAnAcknowledgementRingsAgain(t *testing.T) {
	t.Parallel()
	v := decidingVault(t, blockedVault())
	mustDecide(t, v, wish(t, v, payFile, model.ChoiceApprove, ""))
	v.Overwrite(t, "Approved/pay.md", "theirs")
	mustDecide(t, v, wish(t, v, "Approved/pay.md", model.ChoiceAck, ""))
	for _, want := range []int{0, 1} {
		s, err := v.Load(t.Context(), eleven)
		if err != nil || len(rule.Altered(s)) != want || len(s.Decided) != 1 || s.Decided[0].Carried != nil {
			t.Fatalf("altered = %+v, decided = %+v, %v, want %d", rule.Altered(s), s.Decided, err, want)
		}
		if want == 0 {
			mustDecide(t, v, undoOf(t, v, ""))
		}
	}
}
