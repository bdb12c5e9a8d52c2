package vaulttest

import (
	"encoding/json"
	"errors"
	"maps"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"coldstart/model"
	"coldstart/testdata/must"
	"coldstart/vault/ledger"
)

// LedgerLine is one line of the ledger.
type LedgerLine map[string]any

// With returns the line with changes.
func (l LedgerLine) With(changes LedgerLine) LedgerLine {
	next := maps.Clone(l)
	maps.Copy(next, changes)
	return next
}

// PlannedLine is the line with which a decision begins.
func PlannedLine(id string, d model.Decision) LedgerLine {
	l := LedgerLine{
		"id": id, "phase": "planned", "at": d.At.UTC(), "operator": "ines", "choice": d.Choice.String(),
		"kind": d.Ref.Kind.String(), "path": d.Ref.Path, "seen": d.Seen.String(),
	}
	if d.Ref.Item != "" {
		l["item"] = d.Ref.Item
	}
	if d.Note != "" {
		l["note"] = d.Note
	}
	return l
}

// ReachedLine is the line that says how far a decision came.
func ReachedLine(id, phase string) LedgerLine {
	return LedgerLine{"id": id, "phase": phase, "at": Eleven}
}

// operating returns a line that begins a decision the operations that follow from its other fields: a
// publication, or what is "added" to its file behind "from" bytes.
func operating(t *testing.T, l LedgerLine) LedgerLine {
	t.Helper()
	if l["phase"] != "planned" || l["ops"] != nil {
		return l
	}
	b := must.Get(json.Marshal(l))(t)
	var r ledger.Record
	must.Do(t, json.Unmarshal(b, &r))
	r.Ops, r.Holds = r.Publication()
	if added, ok := l["added"].(string); ok {
		o := ledger.Append(r.Path, added, "\n")
		o.From = int64(l["from"].(int))
		r.Ops, r.Holds = []ledger.Operation{o}, 1
	}
	r.AddRules()
	return l.With(LedgerLine{"ops": r.Ops, "holds": r.Holds})
}

// LayLedger adds lines to the ledger as another program would.
func LayLedger(t *testing.T, v *Vault, lines ...LedgerLine) {
	t.Helper()
	must.Do(t, os.MkdirAll(v.Where.StateDir(), 0o700))
	f := must.Get(os.OpenFile(LedgerFile(v), os.O_APPEND|os.O_CREATE|os.O_WRONLY, 0o600))(t)
	defer f.Close()
	for _, l := range lines {
		must.Do(t, json.NewEncoder(f).Encode(operating(t, l)))
	}
}

// LedgerFile is where the ledger of a vault lies.
func LedgerFile(v *Vault) string { return filepath.Join(v.Where.StateDir(), "ledger.jsonl") }

// LedgerLines are the lines of the ledger as they stand in it.
func LedgerLines(t *testing.T, v *Vault) []LedgerLine {
	t.Helper()
	b, err := os.ReadFile(LedgerFile(v))
	if err != nil && !errors.Is(err, os.ErrNotExist) {
		t.Fatal(err)
	}
	var all []LedgerLine
	for text := range strings.Lines(string(b)) {
		var l LedgerLine
		if err := json.Unmarshal([]byte(text), &l); err != nil {
			t.Fatalf("%q: %v", text, err)
		}
		all = append(all, l)
	}
	return all
}

// Fates returns what became of all decisions, oldest first.
func Fates(t *testing.T, v *Vault) []model.Fate {
	t.Helper()
	past := must.Get(v.History())(t)
	var out []model.Fate
	for i := range past {
		out = append(out, past[len(past)-1-i].Fate)
	}
	return out
}

// WantFates expects what became of all decisions, oldest first.
func WantFates(t *testing.T, v *Vault, when string, want ...model.Fate) {
	t.Helper()
	got := Fates(t, v)
	same := len(got) == len(want)
	for i := 0; same && i < len(want); i++ {
		same = got[i] == want[i]
	}
	if !same {
		t.Errorf("%s: the decisions are %v, want %v", when, got, want)
	}
}

// MustRemove removes a file of a vault.
func MustRemove(t *testing.T, v *Vault, name string) {
	t.Helper()
	must.Do(t, os.Remove(filepath.Join(v.Dir(), name)))
}
