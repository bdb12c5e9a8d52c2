package load_test

import (
	"errors"
	"path/filepath"
	"reflect"
	"sync"
	"testing"
	"time"

	"golang.org/x/sys/unix"

	"coldstart/model"
	"coldstart/testdata/examples"
	"coldstart/testdata/must"
	"coldstart/vault/places"
	"coldstart/vault/state"
	"coldstart/vault/vaulttest"
)

// clockedVault returns a vault with some files, in which every stamp has rested.
func clockedVault(t *testing.T, f files) *vaulttest.Vault {
	t.Helper()
	base := t.TempDir()
	makeFiles(t, filepath.Join(base, "vault"), f)
	ahead := func() time.Time { return time.Now().Add(time.Hour) }
	v := must.Get(vaulttest.Open(filepath.Join(base, "vault"), places.Options{StateDir: filepath.Join(base, "state"), Operator: "ines", Clock: ahead}))(t)
	t.Cleanup(func() { v.Close() })
	return v
}

// ledgerReads counts how often the ledger was read since it was asked last. Whoever only reads a file closes it as one
// that was not written.
func ledgerReads(t *testing.T, v *vaulttest.Vault) func() int {
	t.Helper()
	closed := happened(t, v.Where.StateDir(), unix.IN_OPEN|unix.IN_CLOSE_NOWRITE, unix.IN_CLOSE_NOWRITE)
	return func() (reads int) {
		for _, name := range closed() {
			if name == state.LedgerName {
				reads++
			}
		}
		return reads
	}
}

var twoRequests = files{
	planFile: examples.BlockedPlan, "Pending_Approval/pay.md": payRequest, "Pending_Approval/other.md": otherRequest, "Logs/": "",
}

const otherRequest = "---\naction: email\n---\nWrite to the chandler.\n"

// A load reads the ledger once, whatever asks it, and the next one not at all. An approval that comes
// behind a load does not read it either: it only adds lines, which the load behind it reads.
func TestTheLedgerIsReadOnce(t *testing.T) {
	t.Parallel()
	v := clockedVault(t, twoRequests)
	mustDecide(t, v, wish(t, v, "Pending_Approval/pay.md", model.ChoiceApprove, ""))
	next := wish(t, v, "Pending_Approval/other.md", model.ChoiceApprove, "")
	again := must.Get(vaulttest.Open(v.Where.Dir, v.Where.Opts))(t)
	defer again.Close()
	reads := ledgerReads(t, again)
	for _, tt := range []struct {
		name string
		do   func() error
		want int
	}{
		{"the first load", func() error { _, err := again.Load(t.Context(), loadTime); return err }, 1},
		{"the next load", func() error { _, err := again.Load(t.Context(), loadTime); return err }, 0},
		{"what the gate held up", func() error { _, err := again.Gate().Asks(loadTime); return err }, 0},
		{"a reply", func() error { _, err := again.Reply(t.Context(), "pay.md", loadTime); return err }, 0},
		{"an approval", func() error { _, err := again.Decide(t.Context(), next); return err }, 0},
		{"the load behind it", func() error { _, err := again.Load(t.Context(), loadTime); return err }, 1},
		{"the history", func() error { _, err := again.History(); return err }, 0},
	} {
		if err := tt.do(); err != nil {
			t.Fatalf("%s: %v", tt.name, err)
		}
		if got := reads(); got != tt.want {
			t.Errorf("%s read the ledger %d times, want %d", tt.name, got, tt.want)
		}
	}
}

// An approval by a program that has just started reads the ledger once.
func TestAnApprovalReadsTheLedgerOnce(t *testing.T) {
	t.Parallel()
	v := clockedVault(t, twoRequests)
	mustDecide(t, v, wish(t, v, "Pending_Approval/pay.md", model.ChoiceApprove, ""))
	next := wish(t, v, "Pending_Approval/other.md", model.ChoiceApprove, "")
	again := must.Get(vaulttest.Open(v.Where.Dir, v.Where.Opts))(t)
	defer again.Close()
	reads := ledgerReads(t, again)
	must.Get(again.Recover(t.Context(), loadTime))(t)
	must.Get(again.Decide(t.Context(), next))(t)
	if got := reads(); got != 1 {
		t.Errorf("the ledger was read %d times", got)
	}
}

// Loads, the gate and decisions share what the ledger said, and none of them changes it.
func TestNobodyChangesWhatTheLedgerSaid(t *testing.T) {
	t.Parallel()
	v := clockedVault(t, twoRequests)
	mustDecide(t, v, wish(t, v, "Pending_Approval/pay.md", model.ChoiceApprove, ""))
	receipt := mustDecide(t, v, wish(t, v, "Pending_Approval/other.md", model.ChoiceReject, "no"))
	mustDecide(t, v, vaulttest.UndoOf(t, v, receipt.ID))
	var all sync.WaitGroup
	for range 4 {
		all.Go(func() { _, _ = v.Load(t.Context(), loadTime) })
		all.Go(func() { _, _ = v.Reply(t.Context(), "other.md", loadTime) })
		all.Go(func() { _, _ = v.Gate().Asks(loadTime) })
		all.Go(func() { _, _ = v.History() })
		all.Go(func() { _, _ = v.Recover(t.Context(), loadTime) })
	}
	if _, err := v.Reply(t.Context(), "other.md", loadTime); err != nil {
		t.Error(err)
	}
	s := mustLoad(t, v)
	for _, p := range s.History {
		if _, err := v.Undoable(p.ID, s); err != nil && !errors.Is(err, model.ErrNotFound) {
			t.Error(err)
		}
	}
	all.Wait()
	shared := must.Get(v.History())(t)
	again := must.Get(vaulttest.Open(v.Where.Dir, v.Where.Opts))(t)
	defer again.Close()
	if fresh, err := again.History(); err != nil || !reflect.DeepEqual(fresh, shared) {
		t.Errorf("what was shared was changed, %v:\n%+v\nwant\n%+v", err, shared, fresh)
	}
}
