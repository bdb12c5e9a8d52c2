package vault

import (
	"errors"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"
	"time"

	"coldstart/model"
)

func addRecords(t *testing.T, v *Vault, records ...record) {
	t.Helper()
	for _, r := range records {
		if err := v.appendLedger(r); err != nil {
			t.Fatal(err)
		}
	}
}

func TestTheLedgerGivesBackWhatWasWritten(t *testing.T) {
	v := decidingVault(t, files{})
	d := model.Decision{
		Ref: model.Ref{Kind: model.KindRequest, Path: "Pending_Approval/\u202e\n.md"}, Choice: model.ChoiceReject,
		Seen: model.FingerprintOf([]byte("x")), Note: "no", At: eleven.Add(time.Nanosecond),
	}
	addRecords(t, v, v.newRecord(d, newID(d.At)))
	records, bad, err := v.readLedger()
	if err != nil || bad != 0 || len(records) != 1 || !reflect.DeepEqual(records[0].decision(), d) || records[0].Operator != "ines" {
		t.Fatalf("got %+v, %d bad, %v", records, bad, err)
	}
	for _, name := range []string{"", ledgerName} {
		info, err := os.Stat(filepath.Join(v.stateDir(), name))
		if err != nil || info.Mode().Perm()&0o077 != 0 {
			t.Errorf("others can read %q: %v, %v", name, info.Mode(), err)
		}
	}
}

func TestATornLedgerKeepsItsOtherLines(t *testing.T) {
	v := decidingVault(t, blockedVault())
	addRecords(t, v, record{ID: "1", Phase: phaseIntent, Path: "a"})
	name := filepath.Join(v.stateDir(), ledgerName)
	whole, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	torn := string(whole) + `{"id":"2","phase":"int`
	if err := os.WriteFile(name, []byte(torn), 0o600); err != nil {
		t.Fatal(err)
	}
	addRecords(t, v, record{ID: "3", Phase: phaseIntent, Path: "c"})
	records, bad, err := v.readLedger()
	if err != nil || bad != 1 || len(records) != 2 || records[0].ID != "1" || records[1].ID != "3" {
		t.Errorf("got %+v, %d bad, %v", records, bad, err)
	}
	if now, err := os.ReadFile(name); err != nil || !strings.HasPrefix(string(now), torn+"\n") {
		t.Errorf("the torn line was not kept: %q, %v", now, err)
	}
	s, err := v.Load(t.Context(), eleven)
	if err != nil || len(s.Problems) != 1 || s.Problems[0].Reason != "1 lines cannot be read" {
		t.Errorf("problems = %+v, %v", s.Problems, err)
	}
}

func TestALedgerThatCannotBeReadStopsDecisionsOnly(t *testing.T) {
	v := decidingVault(t, blockedVault())
	if err := os.MkdirAll(filepath.Join(v.stateDir(), ledgerName), 0o700); err != nil {
		t.Fatal(err)
	}
	s, err := v.Load(t.Context(), eleven)
	if err != nil || len(s.Requests) != 1 || len(s.Problems) != 1 || !strings.Contains(s.Problems[0].Reason, "reading the ledger") {
		t.Errorf("Load = %+v, %v", s, err)
	}
	if receipts, err := v.Recover(t.Context(), eleven); err == nil || len(receipts) > 0 {
		t.Errorf("Recover = %+v, %v", receipts, err)
	}
	before := treeOf(t, v.dir)
	if _, err := v.Decide(t.Context(), wish(t, v, payFile, model.ChoiceApprove, "")); err == nil || !strings.Contains(err.Error(), "reading the ledger") {
		t.Errorf("Decide: %v", err)
	}
	sameFiles(t, "afterwards", treeOf(t, v.dir), before)
}

func TestOpenIntentsAreThoseWithoutAnEnd(t *testing.T) {
	open := openIntents([]record{
		{ID: "1", Phase: phaseIntent, Path: "a"}, {ID: "2", Phase: phaseIntent, Path: "b"}, {ID: "3", Phase: phaseIntent, Path: "c"},
		{ID: "1", Phase: phasePublished}, {ID: "2", Phase: phaseVoid}, {ID: "4", Phase: phaseIntent, Path: "d"},
		{ID: "4", Phase: phasePublished}, {ID: "4", Phase: phaseDone}, {ID: "5", Phase: phaseDone},
	})
	if len(open) != 2 || open[0].ID != "1" || open[0].Phase != phasePublished || open[0].Path != "a" || open[1].ID != "3" || open[1].Phase != phaseIntent {
		t.Errorf("open = %+v", open)
	}
}

func TestWishesForChangesStayUntilTheAgentAnswers(t *testing.T) {
	v := decidingVault(t, blockedVault())
	seen := model.FingerprintOf([]byte(payRequest)).String()
	asked := func(id, note, hash string, end phase) []record {
		return []record{
			{ID: id, Phase: phaseIntent, At: eleven, Choice: "changes", Kind: "request", Path: payFile, Seen: hash, Note: note},
			{ID: id, Phase: end},
		}
	}
	for _, tt := range []struct {
		name    string
		records []record
		want    string
	}{
		{"about another text", asked("1", "old", model.FingerprintOf(nil).String(), phaseDone), ""},
		{"that never took effect", asked("2", "void", seen, phaseVoid), ""},
		{"that holds", asked("3", "first", seen, phaseDone), "first"},
		{"the last one counts", asked("4", "second", seen, phaseDone), "second"},
	} {
		addRecords(t, v, tt.records...)
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

func TestIDsTellTheTimeAndDiffer(t *testing.T) {
	a, b := newID(eleven), newID(eleven.In(time.FixedZone("", 7200)))
	if a == b || anyID.FindString(a) != a || anyID.FindString(b) != b {
		t.Errorf("ids %q and %q", a, b)
	}
}

func TestPublishingNeverReplaces(t *testing.T) {
	for name, publish := range map[string]func(d disk) error{
		"by link":   func(d disk) error { return d.publish("temp", "target") },
		"by rename": func(d disk) error { return d.publishByRename("temp", "target") },
	} {
		t.Run(name, func(t *testing.T) {
			v := decidingVault(t, files{"temp": "new", "target": "old"})
			if err := publish(v.disk); err == nil || !errors.Is(err, os.ErrExist) {
				t.Errorf("onto an existing file: %v", err)
			}
			sameFiles(t, "after the refusal", treeOf(t, v.dir), files{"temp": "new", "target": "old"})
			if err := os.Remove(filepath.Join(v.dir, "target")); err != nil {
				t.Fatal(err)
			}
			if err := publish(v.disk); err != nil {
				t.Error(err)
			}
			sameFiles(t, "afterwards", treeOf(t, v.dir), files{"target": "new"})
		})
	}
}

func TestReplaceComparesFirst(t *testing.T) {
	for name, tt := range map[string]struct{ was, want string }{
		"same":           {"old", "new"},
		"changed":        {"odd", "old"},
		"grown":          {"ol", "old"},
		"shorter by now": {"older", "old"},
	} {
		t.Run(name, func(t *testing.T) {
			v := decidingVault(t, files{"a": "old"})
			err := v.disk.replace("a", "temp", []byte(tt.was), []byte("new"))
			if replaced := tt.want == "new"; errors.Is(err, model.ErrConflict) == replaced || (err == nil) != replaced {
				t.Errorf("replace: %v", err)
			}
			sameFiles(t, "afterwards", treeOf(t, v.dir), files{"a": tt.want})
		})
	}
}
