//go:build unix

package vault

import (
	"encoding/json"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"coldstart/model"
)

// oldLedger is a vault that an earlier program left behind, with its ledger: one for
// each kind of decision, whole and cut off at each phase, and undos likewise.
type oldLedger struct {
	Name, Case string
	// Undo is true where the last decision is an undo, Open the phase at which it was
	// cut off, empty for one that is done.
	Undo bool
	Open string
	// Changed and Gone are the files that are not as the case begins with them.
	Changed files
	Gone    []string
	Ledger  []string
}

func oldLedgers(t *testing.T) []oldLedger {
	t.Helper()
	b, err := os.ReadFile(filepath.Join("testdata", "ledger", "old.jsonl"))
	if err != nil {
		t.Fatal(err)
	}
	var all []oldLedger
	for text := range strings.Lines(string(b)) {
		var o oldLedger
		if err := json.Unmarshal([]byte(text), &o); err != nil {
			t.Fatal(err)
		}
		all = append(all, o)
	}
	return all
}

// open gives the vault as it was left, and the files that its case begins with.
func (o oldLedger) open(t *testing.T) (v *Vault, start files) {
	t.Helper()
	i := slices.IndexFunc(crashCases, func(c crashCase) bool { return c.name == o.Case })
	start = crashCases[i].files
	now := start.with(o.Changed)
	for _, name := range o.Gone {
		delete(now, name)
	}
	v = decidingVault(t, now)
	if err := os.MkdirAll(v.where.StateDir(), 0o700); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(ledgerFile(v), []byte(strings.Join(o.Ledger, "\n")+"\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	return v, start
}

// TestOldLedgersAreFinished opens what an earlier program left: what it had decided is
// finished or dropped as it would have been, and can be undone.
func TestOldLedgersAreFinished(t *testing.T) {
	t.Parallel()
	all := oldLedgers(t)
	// whole are the files of each kind once it was done, undone those after its undo.
	whole, undone := map[string]files{}, map[string]files{}
	for _, o := range all {
		if o.Open != "" {
			continue
		}
		v, _ := o.open(t)
		ends := whole
		if o.Undo {
			ends = undone
		}
		ends[o.Case] = named(treeOf(t, v.where.Dir))
	}
	for _, o := range all {
		t.Run(o.Name, func(t *testing.T) {
			t.Parallel()
			v, start := o.open(t)
			begin, end := named(start), whole[o.Case]
			if o.Undo {
				begin, end = end, undone[o.Case]
			}
			receipts, err := v.Recover(t.Context(), eleven)
			if err != nil || len(receipts) > 1 || (o.Open == "") != (len(receipts) == 0) {
				t.Fatalf("Recover = %+v, %v", receipts, err)
			}
			made := settled(t, v, begin, end)
			if void := len(receipts) == 1 && receipts[0].Void; void == made {
				t.Errorf("void %v, and made %v", void, made)
			}
			past, err := v.History()
			if err != nil || past[0].Decision.Choice == model.ChoiceNone {
				t.Fatalf("history %+v, %v", past, err)
			}
			if !made || o.Undo || past[0].Decision.Choice == model.ChoiceAck {
				return
			}
			mustDecide(t, v, undoOf(t, v, past[0].ID))
			sameFiles(t, "after the undo", unlogged(treeOf(t, v.where.Dir)), unlogged(start))
		})
	}
}

// Of every old approval the place and the hash are known, and a change is an alarm.
func TestOldApprovalsAreVerified(t *testing.T) {
	t.Parallel()
	for _, o := range oldLedgers(t) {
		if o.Open != "" || o.Undo || !strings.HasPrefix(o.Case, "approve") {
			continue
		}
		v, _ := o.open(t)
		for _, want := range []model.Standing{model.StandingSame, model.StandingAltered} {
			found, err := v.Verify()
			if err != nil || len(found) != 1 || found[0].Standing != want {
				t.Fatalf("%s: %+v, %v", o.Name, found, err)
			}
			v.overwrite(t, found[0].Path, "theirs")
		}
	}
}
