package vault

import (
	"encoding/json"
	"errors"
	"maps"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"
	"time"

	"coldstart/model"
	"coldstart/vault/disk"
	"coldstart/vault/ledger"
	"coldstart/vault/state"
)

// line is one line of the ledger.
type line map[string]any

// with returns the line with changes.
func (l line) with(changes line) line {
	next := maps.Clone(l)
	maps.Copy(next, changes)
	return next
}

// planned is the line with which a decision begins.
func planned(id string, d model.Decision) line {
	l := line{
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

// reached is the line that says how far a decision came.
func reached(id, phase string) line { return line{"id": id, "phase": phase, "at": eleven} }

// operating returns a line that begins a decision the operations that follow from its other fields: a
// publication, or what is "added" to its file behind "from" bytes.
func operating(t *testing.T, l line) line {
	t.Helper()
	if l["phase"] != "planned" || l["ops"] != nil {
		return l
	}
	b, err := json.Marshal(l)
	if err != nil {
		t.Fatal(err)
	}
	var r ledger.Record
	if err := json.Unmarshal(b, &r); err != nil {
		t.Fatal(err)
	}
	r.Ops, r.Holds = r.Publication()
	if added, ok := l["added"].(string); ok {
		o := ledger.Append(r.Path, added, "\n")
		o.From = int64(l["from"].(int))
		r.Ops, r.Holds = []ledger.Operation{o}, 1
	}
	r.AddRules()
	return l.with(line{"ops": r.Ops, "holds": r.Holds})
}

// lay adds lines to the ledger as another program would.
func lay(t *testing.T, v *Vault, lines ...line) {
	t.Helper()
	if err := os.MkdirAll(v.where.StateDir(), 0o700); err != nil {
		t.Fatal(err)
	}
	f, err := os.OpenFile(ledgerFile(v), os.O_APPEND|os.O_CREATE|os.O_WRONLY, 0o600)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	for _, l := range lines {
		if err := json.NewEncoder(f).Encode(operating(t, l)); err != nil {
			t.Fatal(err)
		}
	}
}

func ledgerFile(v *Vault) string { return filepath.Join(v.where.StateDir(), "ledger.jsonl") }

// ledgerLines are the lines of the ledger as they stand in it.
func ledgerLines(t *testing.T, v *Vault) []line {
	t.Helper()
	b, err := os.ReadFile(ledgerFile(v))
	if err != nil && !errors.Is(err, os.ErrNotExist) {
		t.Fatal(err)
	}
	var all []line
	for text := range strings.Lines(string(b)) {
		var l line
		if err := json.Unmarshal([]byte(text), &l); err != nil {
			t.Fatalf("%q: %v", text, err)
		}
		all = append(all, l)
	}
	return all
}

func TestTheLedgerGivesBackWhatWasDecided(t *testing.T) {
	t.Parallel()
	v := decidingVault(t, blockedVault())
	d := wish(t, v, payFile, model.ChoiceReject, "no")
	d.At = eleven.Add(time.Nanosecond)
	made := mustDecide(t, v, d)
	past, err := v.History()
	if err != nil || len(past) != 1 || past[0].ID != made.ID || !reflect.DeepEqual(past[0].Decision, d) || past[0].Operator != "ines" {
		t.Fatalf("got %+v, %v", past, err)
	}
	for _, name := range []string{"", state.LedgerName} {
		info, err := os.Stat(filepath.Join(v.where.StateDir(), name))
		if err != nil || info.Mode().Perm()&0o077 != 0 {
			t.Errorf("others can read %q: %v, %v", name, info.Mode(), err)
		}
	}
}

func TestATornLedgerKeepsItsOtherLines(t *testing.T) {
	t.Parallel()
	v := decidingVault(t, blockedVault())
	lay(t, v, reached("1", "planned").with(line{"path": "a"}), reached("1", "done"))
	whole, err := os.ReadFile(ledgerFile(v))
	if err != nil {
		t.Fatal(err)
	}
	torn := string(whole) + `{"id":"2","phase":"int`
	if err := os.WriteFile(ledgerFile(v), []byte(torn), 0o600); err != nil {
		t.Fatal(err)
	}
	made := mustDecide(t, v, wish(t, v, payFile, model.ChoiceApprove, ""))
	past, err := v.History()
	if err != nil || len(past) != 2 || past[0].ID != made.ID || past[1].ID != "1" {
		t.Errorf("got %+v, %v", past, err)
	}
	if now, err := os.ReadFile(ledgerFile(v)); err != nil || !strings.HasPrefix(string(now), torn+"\n") {
		t.Errorf("the torn line was not kept: %q, %v", now, err)
	}
	s, err := v.Load(t.Context(), eleven)
	if err != nil || len(s.Problems) != 1 || s.Problems[0].Reason != "1 unreadable line" {
		t.Errorf("problems = %+v, %v", s.Problems, err)
	}
}

func TestALedgerThatCannotBeReadStopsDecisionsOnly(t *testing.T) {
	t.Parallel()
	v := decidingVault(t, blockedVault())
	if err := os.MkdirAll(filepath.Join(v.where.StateDir(), state.LedgerName), 0o700); err != nil {
		t.Fatal(err)
	}
	s, err := v.Load(t.Context(), eleven)
	if err != nil || len(s.Requests) != 1 || len(s.Problems) != 1 || !strings.Contains(s.Problems[0].Reason, "reading the ledger") {
		t.Errorf("Load = %+v, %v", s, err)
	}
	if receipts, err := v.Recover(t.Context(), eleven); err == nil || len(receipts) > 0 {
		t.Errorf("Recover = %+v, %v", receipts, err)
	}
	before := treeOf(t, v.where.Dir)
	if _, err := v.Decide(t.Context(), wish(t, v, payFile, model.ChoiceApprove, "")); err == nil || !strings.Contains(err.Error(), "reading the ledger") {
		t.Errorf("Decide: %v", err)
	}
	sameFiles(t, "afterwards", treeOf(t, v.where.Dir), before)
}

func TestOpenDecisionsAreThoseWithoutAnEnd(t *testing.T) {
	t.Parallel()
	v := decidingVault(t, files{})
	begun := func(id, name string) line { return reached(id, "planned").with(line{"path": name}) }
	lay(t, v, begun("1", "a"), begun("2", "b"), begun("3", "c"), reached("1", "published"), reached("2", "void"), begun("4", "d"),
		reached("4", "published"), reached("4", "done"), reached("5", "done"))
	s, err := v.Load(t.Context(), eleven)
	if err != nil || len(s.Interrupted) != 2 || s.Interrupted[0].ID != "1" || s.Interrupted[0].Path != "a" || s.Interrupted[1].ID != "3" {
		t.Errorf("open = %+v, %v", s.Interrupted, err)
	}
	wantFates(t, v, "all", model.FateOpen, model.FateVoid, model.FateOpen, model.FateDone)
}

func TestWishesForChangesStayUntilTheAgentAnswers(t *testing.T) {
	t.Parallel()
	v := decidingVault(t, blockedVault())
	seen := model.FingerprintOf([]byte(payRequest)).String()
	asked := func(id, note, hash, end string) []line {
		return []line{
			{"id": id, "phase": "planned", "at": eleven, "choice": "changes", "kind": "request", "path": payFile, "seen": hash, "note": note},
			reached(id, end),
		}
	}
	for _, tt := range []struct {
		name  string
		lines []line
		want  string
	}{
		{"about another text", asked("1", "old", model.FingerprintOf(nil).String(), "done"), ""},
		{"that never took effect", asked("2", "void", seen, "void"), ""},
		{"that holds", asked("3", "first", seen, "done"), "first"},
		{"the last one counts", asked("4", "second", seen, "done"), "second"},
	} {
		lay(t, v, tt.lines...)
		s, err := v.Load(t.Context(), eleven)
		if err != nil {
			t.Fatal(err)
		}
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
			v := decidingVault(t, files{"temp": "new", "target": "old"})
			if err := publish(v.where.Disk); err == nil || !errors.Is(err, os.ErrExist) {
				t.Errorf("onto an existing file: %v", err)
			}
			sameFiles(t, "after the refusal", treeOf(t, v.where.Dir), files{"temp": "new", "target": "old"})
			if err := os.Remove(filepath.Join(v.where.Dir, "target")); err != nil {
				t.Fatal(err)
			}
			if err := publish(v.where.Disk); err != nil {
				t.Error(err)
			}
			sameFiles(t, "afterwards", treeOf(t, v.where.Dir), files{"target": "new"})
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
			v := decidingVault(t, files{"a": "old"})
			err := v.where.Disk.Replace("a", "temp", []byte(tt.was), []byte("new"))
			if replaced := tt.want == "new"; errors.Is(err, model.ErrConflict) == replaced || (err == nil) != replaced {
				t.Errorf("replace: %v", err)
			}
			sameFiles(t, "afterwards", treeOf(t, v.where.Dir), files{"a": tt.want})
		})
	}
}
