package decision_test

import (
	"encoding/json"
	"path/filepath"
	"strings"
	"testing"

	"coldstart/model"
	"coldstart/model/phrase"
	"coldstart/model/rule"
	"coldstart/testdata/must"
	"coldstart/vault/places"
	"coldstart/vault/vaulttest"
)

// as opens the same vault with the same state folder for an operator, who may be at another machine.
func as(t *testing.T, v *vaulttest.Vault, operator, account string) *vaulttest.Vault {
	t.Helper()
	other := must.Get(vaulttest.Open(v.Dir(), places.Options{StateDir: v.Where.Opts.StateDir, Operator: operator, Account: account}))(t)
	t.Cleanup(func() { other.Close() })
	return other
}

// Who decides at another machine is named everywhere, with the account that carried it out.
func TestTheOperatorOfAnotherMachineIsNamed(t *testing.T) {
	t.Parallel()
	base := t.TempDir()
	makeFiles(t, filepath.Join(base, "vault"), blockedVault().With(files{tracePath: seedTrace("in-progress", "in-progress")}))
	local := openVault(t, base, "state")
	v := as(t, local, "sam@porch", "ines@attic")
	mustDecide(t, v, wish(t, v, payFile, model.ChoiceReject, "no"))
	tree := treeOf(t, v.Dir())
	var entry map[string]any
	if err := json.Unmarshal([]byte(tree["Logs/2026-02-21.json"]), &entry); err != nil || entry["operator"] != "sam@porch" || entry["actor"] != "operator" {
		t.Errorf("the day's log has %v, %v", entry, err)
	}
	if plan := tree[planFile]; !strings.Contains(plan, "] Operator: ") || strings.Contains(plan, "porch") {
		t.Errorf("the plan is %s", plan)
	}
	if lines := ledgerLines(t, v); lines[0]["operator"] != "sam@porch" || lines[0]["account"] != "ines@attic" {
		t.Errorf("the ledger has %v", lines[0])
	}
	past, err := local.History()
	if err != nil || rule.By(past[0]) != (model.Operator{Name: "sam@porch", Account: "ines@attic"}) {
		t.Errorf("the history has %+v, %v", past, err)
	}
	s := mustLoad(t, as(t, local, "ines@attic", ""))
	if got := phrase.RefuseUndo(s); !strings.HasSuffix(got, "sam@porch decided it, and only sam@porch can undo it") {
		t.Errorf("for ines: %q", got)
	}
	mustDecide(t, v, undoOf(t, v, ""))
	mustDecide(t, v, wish(t, v, tracePath, model.ChoiceRerun, ""))
	if trace := treeOf(t, v.Dir())[tracePath]; !strings.Contains(trace, " (Operator sam@porch)") {
		t.Errorf("the trace is %s", trace)
	}
	own := as(t, local, "ines@attic", "ines@attic")
	d := wish(t, own, payFile, model.ChoiceApprove, "")
	d.Typed = payTarget
	mustDecide(t, own, d)
	for _, l := range ledgerLines(t, own) {
		if l["operator"] == "ines@attic" && l["account"] != nil {
			t.Errorf("the operator's own account is in the ledger: %v", l)
		}
	}
}

// What was decided before names had a host, or the machine had its name, is still the operator's own.
func TestDecisionsWithoutAHostStayTheOperatorsOwn(t *testing.T) {
	t.Parallel()
	for _, name := range []string{"ines@attic", "ines@cellar"} {
		v := decidingVault(t, blockedVault())
		d := wish(t, v, payFile, model.ChoiceReject, "no")
		made := mustDecide(t, v, d)
		later := as(t, v, name, "")
		if again := mustDecide(t, later, d); !again.Already || again.ID != made.ID {
			t.Errorf("%s once more: %+v", name, again)
		}
		if back := mustDecide(t, later, undoOf(t, later, "")); back.Decision.Undoes.ID != made.ID {
			t.Errorf("%s undid %+v", name, back)
		}
	}
}
