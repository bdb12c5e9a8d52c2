package ledger

import (
	"fmt"
	"os"
	"path/filepath"
	"testing"
	"time"

	"coldstart/testdata/must"
	"coldstart/vault/disk"
	"coldstart/vault/places"
)

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
