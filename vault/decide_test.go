package vault_test

import (
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"pgregory.net/rapid"

	"coldstart/model"
	"coldstart/testdata/examples"
	"coldstart/testdata/must"
	"coldstart/vault/decision"
	"coldstart/vault/ledger"
	"coldstart/vault/load"
	"coldstart/vault/places"
	"coldstart/vault/state"
	"coldstart/vault/vaulttest"
)

func TestWhatWasSeenIsWhatIsPublished(t *testing.T) {
	t.Parallel()
	v := decidingVault(t, blockedVault())
	full := filepath.Join(v.Dir(), payFile)
	handle := must.Get(os.OpenFile(full, os.O_WRONLY, 0))(t)
	defer handle.Close()
	must.Do(t, os.Link(full, filepath.Join(v.Dir(), "alias")))
	mustDecide(t, v, wish(t, v, payFile, model.ChoiceApprove, ""))
	must.Get(handle.WriteAt([]byte("swapped"), 0))(t)
	got := treeOf(t, v.Dir())
	if got["Approved/pay.md"] != payRequest {
		t.Errorf("the published file changed: %q", got["Approved/pay.md"])
	}
	if !strings.HasPrefix(got["alias"], "swapped") {
		t.Error("the test did not write into the pending file")
	}
}

func TestANewerTextStaysPending(t *testing.T) {
	t.Parallel()
	newer := strings.Replace(payRequest, "412.50", "942.50", 1)
	retired := ".retired"
	for _, tt := range []struct {
		name, op, suffix string
		do               func(t *testing.T, v *vaulttest.Vault)
		want             files
		notice           string
	}{
		{
			"written before the pending copy is looked at", "link", "Approved/pay.md",
			func(t *testing.T, v *vaulttest.Vault) { v.Overwrite(t, payFile, newer) },
			files{payFile: newer}, "a newer text is still pending: " + payFile,
		},
		{
			"written before the pending copy is moved", "rename", retired,
			func(t *testing.T, v *vaulttest.Vault) { v.Overwrite(t, payFile, newer) },
			files{payFile: newer}, "a newer text is still pending: " + payFile,
		},
		{
			"written twice", "rename", retired,
			func(t *testing.T, v *vaulttest.Vault) {
				v.Overwrite(t, payFile, newer)
				v.Before(t, "link", payFile, func() { v.Overwrite(t, payFile, "third") })
			},
			files{payFile: "third", "Pending_Approval/pay-newer-1.md": newer}, "a newer text is still pending: Pending_Approval/pay-newer-1.md",
		},
		{
			"replaced by a folder", "rename", retired,
			func(t *testing.T, v *vaulttest.Vault) {
				v.MoveFile(t, payFile, "old")
				v.Overwrite(t, payFile+"/x", "x")
			},
			files{"-" + payFile: "", payFile + "/x": "x", "old": payRequest}, "a newer text is still pending: " + payFile,
		},
		{
			"taken away", "link", "Approved/pay.md",
			func(t *testing.T, v *vaulttest.Vault) { v.MoveFile(t, payFile, "Rejected/pay.md") },
			files{"-" + payFile: "", "Rejected/pay.md": payRequest, "Pending_Approval/": ""}, "another program removed " + payFile,
		},
	} {
		t.Run(tt.name, func(t *testing.T) {
			v := decidingVault(t, files{payFile: payRequest})
			d := wish(t, v, payFile, model.ChoiceApprove, "")
			v.Before(t, tt.op, tt.suffix, func() { tt.do(t, v) })
			receipt := mustDecide(t, v, d)
			if !strings.Contains(strings.Join(receipt.Notices, "\n"), tt.notice) {
				t.Errorf("notices = %q, want %q", receipt.Notices, tt.notice)
			}
			got := treeOf(t, v.Dir())
			delete(got, dayFile)
			sameFiles(t, "afterwards", got, files{payFile: payRequest, "Approved/pay.md": payRequest}.With(tt.want))
			if len(openLedger(t, v)) > 0 {
				t.Error("the decision stays open")
			}
		})
	}
}

func TestANameTakenAtTheLastMomentIsAConflict(t *testing.T) {
	t.Parallel()
	for name, text := range map[string]string{"other bytes": "theirs", "the same bytes": payRequest} {
		t.Run(name, func(t *testing.T) {
			v := decidingVault(t, blockedVault())
			d := wish(t, v, payFile, model.ChoiceApprove, "")
			v.Before(t, "link", "Approved/pay.md", func() { v.Overwrite(t, "Approved/pay.md", text) })
			_, err := v.Decide(t.Context(), d)
			if err == nil || !strings.Contains(err.Error(), "another program just created Approved/pay.md") {
				t.Errorf("Decide: %v", err)
			}
			sameFiles(t, "afterwards", treeOf(t, v.Dir()), blockedVault().With(files{"Approved/pay.md": text}))
			if len(openLedger(t, v)) > 0 {
				t.Error("the decision stays open")
			}
		})
	}
}

func TestLinesThatAnAgentAddsToThePlanMeanwhileStay(t *testing.T) {
	t.Parallel()
	v := decidingVault(t, blockedVault())
	d := wish(t, v, payFile, model.ChoiceApprove, "")
	lines := 0
	v.Where.Disk.Before = func(op, name string) {
		// The last moment at which the writer still meets the old file; what comes
		// between the comparison and the renaming is another matter.
		if op == "sync" && strings.HasPrefix(name, "Plans/") && lines < 2 {
			lines++
			f, err := os.OpenFile(filepath.Join(v.Dir(), planFile), os.O_APPEND|os.O_WRONLY, 0)
			if err != nil {
				t.Error(err)
				return
			}
			defer f.Close()
			if _, err := f.WriteString("\n- [2026-02-21T10:59:59Z] Agent: Waiting — still."); err != nil {
				t.Error(err)
			}
		}
	}
	receipt := mustDecide(t, v, d)
	if len(receipt.Notices) > 0 {
		t.Errorf("notices = %q", receipt.Notices)
	}
	waiting := "\n- [2026-02-21T10:59:59Z] Agent: Waiting — still."
	want := strings.Replace(freedPlan(approvedLine), "\n"+approvedLine, waiting+waiting+"\n"+approvedLine, 1)
	if got := treeOf(t, v.Dir())[planFile]; got != want {
		t.Errorf("the plan is\n%q\nwant\n%q", got, want)
	}
}

func TestAPlanThatNeverStandsStillIsLeftAlone(t *testing.T) {
	t.Parallel()
	v := decidingVault(t, blockedVault())
	d := wish(t, v, payFile, model.ChoiceApprove, "")
	text := examples.BlockedPlan
	v.Where.Disk.Before = func(op, name string) {
		if op == "sync" && strings.HasPrefix(name, "Plans/") {
			text += "\n- [2026-02-21T10:59:59Z] Agent: Waiting — still."
			v.Overwrite(t, planFile, text)
		}
	}
	receipt := mustDecide(t, v, d)
	if !strings.Contains(strings.Join(receipt.Notices, "\n"), "the plan was not written: "+planFile+": another program changed it 3 times") {
		t.Errorf("notices = %q", receipt.Notices)
	}
	got := treeOf(t, v.Dir())
	delete(got, dayFile)
	sameFiles(t, "afterwards", got, files{planFile: text, "Approved/pay.md": payRequest, "Pending_Approval/": ""})
}

func TestRequestsThatArriveMeanwhileKeepThePlanBlocked(t *testing.T) {
	t.Parallel()
	v := decidingVault(t, blockedVault())
	d := wish(t, v, payFile, model.ChoiceApprove, "")
	v.Before(t, "link", "Approved/pay.md", func() { v.Overwrite(t, "Pending_Approval/more.md", payRequest) })
	mustDecide(t, v, d)
	if got := treeOf(t, v.Dir())[planFile]; got != logged(approvedLine) {
		t.Errorf("the plan is\n%q", got)
	}
}

func TestANoteThatGrowsMeanwhileMovesWhole(t *testing.T) {
	t.Parallel()
	note := payFile + ".note"
	v := decidingVault(t, blockedVault().With(files{note: "first\n"}))
	d := wish(t, v, payFile, model.ChoiceReject, "no")
	v.Before(t, "link", "pay.md.note", func() { v.Overwrite(t, note, "first\nsecond\n") })
	receipt := mustDecide(t, v, d)
	got := treeOf(t, v.Dir())
	want := "first\n2026-02-21T11:00:00Z Operator: Rejected — no\nsecond\n"
	if _, there := got[note]; there || got["Rejected/pay.md.note"] != want || len(receipt.Notices) > 0 {
		t.Errorf("the note is %q, notices %q", got["Rejected/pay.md.note"], receipt.Notices)
	}
}

// Whoever looks while a decision is made hears nothing of one that was cut off, and finds what it is
// about in one folder at least.
func TestWhatIsSeenBetweenTheStepsOfADecision(t *testing.T) {
	t.Parallel()
	for _, choice := range []model.Choice{model.ChoiceApprove, model.ChoiceReject, model.ChoiceChanges} {
		t.Run(choice.String(), func(t *testing.T) {
			t.Parallel()
			base := t.TempDir()
			makeFiles(t, filepath.Join(base, "vault"), blockedVault())
			v, other := openVault(t, base, "state"), openVault(t, base, "state")
			steps := 0
			look := func(op, file string) {
				s := mustLoad(t, other)
				steps++
				if len(s.Interrupted) > 0 || len(s.Problems) > 0 || len(s.Requests)+len(s.Decided) == 0 {
					t.Errorf("before %s of %s: interrupted %+v, problems %+v, waiting %+v, decided %+v", op, file, s.Interrupted, s.Problems, s.Requests, s.Decided)
				}
			}
			v.Where.Disk.Before = look
			made := mustDecide(t, v, wish(t, v, payFile, choice, "note"))
			v.Where.Disk.Before = nil
			undo := undoOf(t, v, made.ID)
			v.Where.Disk.Before = look
			mustDecide(t, v, undo)
			if steps < 20 {
				t.Errorf("looked %d times only", steps)
			}
		})
	}
}

// TestDecisionsUndoneLeaveNothing makes decisions in any order and undoes all of them,
// the newest first: nothing is left but lines in logs and the ledger.
func TestDecisionsUndoneLeaveNothing(t *testing.T) {
	t.Parallel()
	const second = "Pending_Approval/mail.md"
	start := blockedVault().With(files{
		second:            "---\nplan_id: PLAN-2026-001\n---\nMail\n",
		payFile + ".note": "2026-02-20T09:00:00Z Operator: Changes wanted — which berth?\n",
		places.SeedName:   examples.Seed,
		tracePath:         seedTrace("in-progress", "in-progress"),
	}).With(researching(headed(freshHead, sections))).With(boatyard())
	wishes := []struct {
		path    string
		choices []model.Choice
	}{
		{payFile, []model.Choice{model.ChoiceApprove, model.ChoiceReject, model.ChoiceChanges}},
		{second, []model.Choice{model.ChoiceApprove, model.ChoiceReject, model.ChoiceChanges}},
		{places.SeedName + "#pro_1", []model.Choice{model.ChoiceAccept, model.ChoiceDecline}},
		{tracePath, []model.Choice{model.ChoiceRerun}},
		{mooringApproval, []model.Choice{model.ChoiceApprove, model.ChoiceReject, model.ChoiceChanges}},
		{journalName, []model.Choice{model.ChoiceEntry}},
		{".math/problems/cogs", []model.Choice{model.ChoiceSwitch}},
	}
	rapid.Check(t, func(rt *rapid.T) {
		v := decidingVault(t, start)
		before := unlogged(treeOf(t, v.Dir()))
		at := eleven
		var made []string
		for range rapid.IntRange(1, 6).Draw(rt, "decisions") {
			w := rapid.SampledFrom(wishes).Draw(rt, "on")
			choice := rapid.SampledFrom(w.choices).Draw(rt, "choice")
			name, item, _ := strings.Cut(w.path, "#")
			if !v.Where.Disk.Exists(name) || item != "" && !decision.New(v.Where, state.Of(v.Where), ledger.Open(v.Where), load.New(v.Where, state.Of(v.Where), ledger.Open(v.Where), nil)).Engine(places.Layout{}).IsPending(model.Ref{Kind: model.KindProposal, Path: name, Item: item}) {
				continue
			}
			d := wish(t, v, w.path, choice, "because")
			at = at.Add(time.Second)
			d.At = at
			if r, err := v.Decide(t.Context(), d); err == nil && !r.Already {
				made = append(made, r.ID)
			}
		}
		for _, id := range slices.Backward(made) {
			d := undoOf(t, v, "")
			at = at.Add(time.Second)
			if d.At = at; d.Undoes.ID != id {
				rt.Fatalf("undoes %s, want %s", d.Undoes.ID, id)
			}
			if r, err := v.Decide(t.Context(), d); err != nil || len(r.Notices) > 0 {
				rt.Fatalf("undoing %s: %+v, %v", d.Undoes.Choice, r, err)
			}
		}
		sameFiles(t, "after all undos", unlogged(treeOf(t, v.Dir())), before)
		if open := openLedger(t, v); len(open) > 0 || t.Failed() {
			rt.Fatalf("open: %+v", open)
		}
	})
}

// anyID matches the id of every decision made then.
var anyID = regexp.MustCompile(`20260221T110000Z-[0-9a-f]{8}`)

// whoLogged matches who decided, in a day's log; earlier versions did not write it there.
var whoLogged = regexp.MustCompile(`,\s*"operator": "ines"`)

// faultsWanted switches on the tests that need minutes, and some of them root.
func faultsWanted() bool { return os.Getenv("COLDSTART_FAULTS") == "1" }
