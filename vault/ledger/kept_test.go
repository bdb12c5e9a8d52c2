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
	"coldstart/testdata/must"
	"coldstart/vault/disk"
	"coldstart/vault/state"
	"coldstart/vault/vaulttest"
)

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
