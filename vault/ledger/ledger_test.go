package ledger

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"coldstart/model"
	"coldstart/testdata/must"
	"coldstart/vault/disk"
	"coldstart/vault/places"
)

// The forms of the ledger: lines without a number are of the first.
func TestWhichFormsAreRead(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		name, line string
		decisions  int
		err        string
	}{
		{"the first form", `{"id":"1","phase":"planned","at":"2026-02-21T11:00:00Z"}`, 1, ""},
		{"this form", `{"id":"1","phase":"planned","form":2,"at":"2026-02-21T11:00:00Z"}`, 1, ""},
		{"a later form", `{"id":"1","phase":"planned","form":3,"at":"2026-02-21T11:00:00Z"}`, 1, "a newer version"},
		{"no line of ours", `{"phase":"planned"}`, 0, ""},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			v := places.New(nil, t.TempDir(), places.Options{StateDir: t.TempDir()})
			l := Open(v)
			must.Do(t, os.MkdirAll(filepath.Dir(l.file()), 0o700))
			must.Do(t, os.WriteFile(l.file(), []byte(tt.line+"\n"), 0o600))
			all, _, err := l.Read()
			if len(all) != tt.decisions || (err == nil) != (tt.err == "") || err != nil && !strings.Contains(err.Error(), tt.err) {
				t.Errorf("%d decisions, error %v", len(all), err)
			}
		})
	}
}

// What is written now says its form.
func TestADecisionIsWrittenWithItsForm(t *testing.T) {
	t.Parallel()
	l := Open(places.New(nil, t.TempDir(), places.Options{StateDir: t.TempDir()}))
	for _, r := range []Record{{ID: "1", Phase: PhasePlanned}, {ID: "1", Phase: PhaseDone}} {
		must.Do(t, l.Add(r))
	}
	b, err := os.ReadFile(l.file())
	if err != nil || strings.Count(string(b), `"form":2`) != 1 {
		t.Errorf("%v %s", err, b)
	}
}

// A rule without an effect would be told as a change of any other file, in the sentence by which
// one approves.
func TestEachRuleSaysWhatItsChangesDo(t *testing.T) {
	t.Parallel()
	for rule := range RuleFiles {
		ops := []Operation{NewFile("a", nil, 0o600), {Do: OpRemove, Path: "b"}}
		Follow(rule, ops)
		if e := ops[0].Shown.Effect; e == 0 || e.String() == model.Effect(0).String() {
			t.Errorf("%s: the change has the effect %q", rule, e)
		}
		for _, o := range ops {
			if o.Rule != rule || o.What != RuleFiles[rule] {
				t.Errorf("%s: %+v", rule, o)
			}
		}
	}
}

func TestLinesThatAreNewSinceAMark(t *testing.T) {
	t.Parallel()
	const plan = "# Objective\n\n- [ ] one\n- [ ] one\n- [ ] two"
	ours := []string{"- Operator: Approved", "status: Active"}
	long := strings.Repeat("x\n", mostLines+1)
	for _, tt := range []struct {
		name, was, now string
		line           string
		number         int
		taken          bool
	}{
		{"the same", plan, plan, "", 0, false},
		{"our line", plan, plan + "\n- Operator: Approved\n", "", 0, false},
		{"blanks and line ends", plan, strings.ReplaceAll(plan, "\n", " \r\n") + "\n\n", "", 0, false},
		{"another order", plan, "- [ ] two\n- [ ] one\n- [ ] one\n# Objective", "", 0, false},
		{"a tick of one of two that are the same", plan, strings.Replace(plan, "[ ] one", "[x] one", 1), "- [x] one", 3, true},
		{"a line more that was there", plan, plan + "\n- [ ] two", "- [ ] two", 6, false},
		{"the last of several", plan, "new\n" + plan + "\nnewer\n\n", "newer", 7, false},
		{"a line less", plan, strings.Replace(plan, "- [ ] one\n", "", 1), "", 0, true},
		{"our line taken out", plan + "\nstatus: Active", plan, "", 0, false},
		{"everything taken out", plan, "", "", 0, true},
		{"too long to know", long, long + "more", "", 0, false},
		{"of an empty file", "", "", "", 0, false},
	} {
		t.Run(tt.name, func(t *testing.T) {
			line, number, taken := MarkOf("plan.md", []byte(tt.was)).Since([]byte(tt.now), ours)
			if line != tt.line || number != tt.number || taken != tt.taken {
				t.Errorf("got %q on line %d, taken %v; want %q on line %d, taken %v", line, number, taken, tt.line, tt.number, tt.taken)
			}
		})
	}
}

// clocked returns the ledger of a vault whose clock is ahead, with one decision in it.
func clocked(t *testing.T, clock func() time.Time) *Ledger {
	t.Helper()
	dir := t.TempDir()
	if _, local := disk.FileSystemOf(dir); !local {
		t.Skip("no stamp is trusted on this file system")
	}
	l := Open(places.New(nil, dir, places.Options{StateDir: dir, Clock: clock}))
	must.Do(t, l.Add(Record{ID: "1", Phase: PhasePlanned}))
	return l
}

func anHourAhead() time.Time { return time.Now().Add(time.Hour) }

// The ledger is opened again when its stamp is another, or had not rested, and then alone.
func TestTheLedgerIsReadOncePerStamp(t *testing.T) {
	t.Parallel()
	const one, two = `{"id":"1","phase":"planned"}` + "\n", `{"id":"2","phase":"planned"}` + "\n"
	for _, tt := range []struct {
		name  string
		clock func() time.Time
		then  func(l *Ledger) error
		same  bool
		ids   string
	}{
		{"nothing happened", anHourAhead, func(*Ledger) error { return nil }, true, "[1]"},
		{"it had not rested", time.Now, func(*Ledger) error { return nil }, false, "[1]"},
		{"there is no clock", nil, func(*Ledger) error { return nil }, false, "[1]"},
		{"this program wrote", anHourAhead, func(l *Ledger) error { return l.Add(Record{ID: "2", Phase: PhasePlanned}) }, false, "[1 2]"},
		{"another program wrote", anHourAhead, func(l *Ledger) error { return Open(l.vault).Add(Record{ID: "2", Phase: PhasePlanned}) }, false, "[1 2]"},
		{"it was cut off", anHourAhead, func(l *Ledger) error { return os.Truncate(l.file(), 0) }, false, "[]"},
		{"it was removed", anHourAhead, func(l *Ledger) error { return os.Remove(l.file()) }, false, "[]"},
		{"another text of its length and time took its name", anHourAhead, func(l *Ledger) error {
			info, err := os.Stat(l.file())
			if err != nil {
				return err
			}
			other := filepath.Join(filepath.Dir(l.file()), "other")
			if err := os.WriteFile(other, []byte(two), 0o600); err != nil {
				return err
			}
			if err := os.Chtimes(other, info.ModTime(), info.ModTime()); err != nil {
				return err
			}
			return os.Rename(other, l.file())
		}, false, "[2]"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			l := clocked(t, tt.clock)
			must.Do(t, os.WriteFile(l.file(), []byte(one), 0o600))
			before, _, err := l.Read()
			if err != nil || len(before) != 1 {
				t.Fatalf("%+v, %v", before, err)
			}
			must.Do(t, tt.then(l))
			after, bad, err := l.Read()
			ids := []string{}
			for _, r := range after {
				ids = append(ids, r.ID)
			}
			if err != nil || bad > 0 || fmt.Sprint(ids) != tt.ids {
				t.Errorf("it has %v, %d bad lines, %v; want %s", ids, bad, err, tt.ids)
			}
			if same := len(after) > 0 && &before[0] == &after[0]; same != tt.same {
				t.Errorf("it was taken from memory: %v, want %v", same, tt.same)
			}
			sound, err := l.Sound()
			if shared := len(sound) > 0 && &sound[0] == &after[0]; err != nil || tt.same && !shared {
				t.Errorf("the gate reads it again: %v", err)
			}
		})
	}
}

// A ledger that cannot be read is not remembered as one without decisions.
func TestAFailureIsNotRemembered(t *testing.T) {
	t.Parallel()
	l := clocked(t, anHourAhead)
	for range 2 {
		must.Do(t, os.WriteFile(l.file(), []byte(`{"id":"1","phase":"planned","form":9}`+"\n"), 0o600))
		for range 2 {
			if _, _, err := l.Read(); err == nil {
				t.Error("a later form was read")
			}
		}
	}
}
