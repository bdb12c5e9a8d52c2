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
