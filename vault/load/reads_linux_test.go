package load_test

import (
	"bytes"
	"encoding/binary"
	"errors"
	"os"
	"path"
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

// TestAChangeOpensOneFile asks the system which files were opened.
func TestAChangeOpensOneFile(t *testing.T) {
	t.Parallel()
	v := memorable(t, time.Hour)
	loadChanged(t, v)
	opened := openings(t, v.Dir())
	loadChanged(t, v)
	if names := opened(); len(names) > 0 {
		t.Errorf("with nothing changed these were opened: %q", names)
	}
	name := filepath.Join(v.Dir(), "Plans", "PLAN-2026-014.md")
	b := must.Get(os.ReadFile(name))(t)
	must.Do(t, os.WriteFile(name, append(b, "\n- [ ] One step more\n"...), 0o644))
	opened()
	loadChanged(t, v)
	if names := opened(); len(names) != 1 || names[0] != filepath.Base(name) {
		t.Errorf("one changed plan had these opened: %q", names)
	}
	mustLoad(t, v)
	if names := opened(); len(names) < 40 {
		t.Errorf("a whole load opened no more than %q", names)
	}
}

// openings returns the names of the files below a folder that were opened since it was
// asked last.
func openings(t *testing.T, dir string) func() []string {
	return happened(t, dir, unix.IN_OPEN, unix.IN_OPEN)
}

// happened watches the files below a folder, and returns the names of those to which the one thing happened since it
// was asked last. The same thing twice counts once unless something else that is watched came between.
func happened(t *testing.T, dir string, watched, which uint32) func() []string {
	t.Helper()
	fd, err := unix.InotifyInit1(unix.IN_NONBLOCK | unix.IN_CLOEXEC)
	if err != nil {
		t.Skipf("the system reports no openings: %v", err)
	}
	t.Cleanup(func() { unix.Close(fd) })
	must.Do(t, filepath.WalkDir(dir, func(path string, e os.DirEntry, err error) error {
		if err == nil && e.IsDir() {
			_, err = unix.InotifyAddWatch(fd, path, watched)
		}
		return err
	}))
	return func() (names []string) {
		buffer := make([]byte, 64<<10)
		for {
			n, err := unix.Read(fd, buffer)
			if n <= 0 || err != nil {
				return names
			}
			for b := buffer[:n]; len(b) >= unix.SizeofInotifyEvent; {
				mask, length := binary.NativeEndian.Uint32(b[4:]), binary.NativeEndian.Uint32(b[12:])
				name := string(bytes.TrimRight(b[unix.SizeofInotifyEvent:unix.SizeofInotifyEvent+length], "\x00"))
				if mask&which != 0 && mask&unix.IN_ISDIR == 0 && name != "" {
					names = append(names, name)
				}
				b = b[unix.SizeofInotifyEvent+length:]
			}
		}
	}
}

// A decision takes bytes and meaning of its file from one read: no other program can come between two of them. It opens
// the file once less than when it read the bytes anew.
func TestADecisionReadsNoBytesAnew(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		name, file string
		choice     model.Choice
		most       int
	}{
		{"a request", payFile, model.ChoiceApprove, 2},
		{"an approved file that changed", "Approved/pay.md", model.ChoiceAck, 1},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			v := decidingVault(t, files{planFile: examples.BlockedPlan, payFile: payRequest, "Approved/": "", "Logs/": ""})
			if tt.choice == model.ChoiceAck {
				mustDecide(t, v, wish(t, v, payFile, model.ChoiceApprove, ""))
				v.Overwrite(t, tt.file, payRequest+"more\n")
			}
			d := wish(t, v, tt.file, tt.choice, "because")
			read := happened(t, v.Where.Dir, unix.IN_OPEN|unix.IN_CLOSE_NOWRITE, unix.IN_CLOSE_NOWRITE)
			must.Get(v.Preview(t.Context(), d))(t)
			opened := 0
			for _, name := range read() {
				if name == path.Base(tt.file) {
					opened++
				}
			}
			if opened > tt.most {
				t.Errorf("%s was opened %d times, want %d at most", tt.file, opened, tt.most)
			}
		})
	}
}
