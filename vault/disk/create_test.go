package disk

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"testing"

	"coldstart/model"
	"coldstart/testdata/must"
)

// stepping is a disk of its own that runs do at each step.
func stepping(t *testing.T, do func(op, name string)) Disk {
	t.Helper()
	root := must.Get(os.OpenRoot(t.TempDir()))(t)
	t.Cleanup(func() { root.Close() })
	return Disk{Root: root, Before: do}
}

func TestANewFileHasItsNameOnlyOnceItsTextIsOnTheDisk(t *testing.T) {
	t.Parallel()
	for _, named := range []bool{false, true} {
		var steps []string
		d := stepping(t, func(op, _ string) { steps = append(steps, op) })
		d.OnlyNamed = named
		must.Do(t, d.Create("a", "temp", []byte("text"), 0o644))
		at := func(step string) int { return slices.Index(steps, step) }
		if at("write") < 0 || at("sync") < at("write") || at("link") < at("sync") || at("syncdir") < at("link") {
			t.Errorf("with a name of its own %v: the steps are %q", named, steps)
		}
	}
}

// A file that is closed where it should be synced cannot be: the failure tells that it was tried.
func TestANewFileThatCannotBeSyncedFails(t *testing.T) {
	t.Parallel()
	var f *os.File
	synced := false
	d := stepping(t, func(op, _ string) {
		if op == "sync" {
			synced = true
			f.Close()
		}
	})
	var err error
	if f, err = os.Create(filepath.Join(d.Root.Name(), "a")); err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	if err := d.fill(f, "a", []byte("text"), fs.FileMode(0o644), nil); !synced || !errors.Is(err, fs.ErrClosed) {
		t.Errorf("synced %v, with error %v", synced, err)
	}
}

// What is approved is for its owner to write, and a second name takes it away again.
func TestAFileOfOursIsOursAlone(t *testing.T) {
	t.Parallel()
	d := stepping(t, nil)
	must.Get(d.CreateOurs("a", "temp", []byte("text"), 0o666))(t)
	info := must.Get(d.Root.Stat("a"))(t)
	if runtime.GOOS != "windows" && info.Mode().Perm()&OthersWrite != 0 {
		t.Errorf("others may write it: %s", info.Mode())
	}
	linked := false
	var own Disk
	own = stepping(t, func(op, _ string) {
		if op == "check" && !linked {
			linked = true
			if err := own.Root.Link("a", "b"); err != nil {
				t.Error(err)
			}
		}
	})
	_, err := own.CreateOurs("a", "temp", []byte("text"), 0o600)
	if _, changed := errors.AsType[ChangedError](err); !linked || !changed {
		t.Errorf("it stays though another program gave it a second name: %v", err)
	}
}

// What was changed since it was seen is not taken away for good.
func TestOnlyTheSeenTextIsTakenAway(t *testing.T) {
	t.Parallel()
	d := stepping(t, nil)
	must.Do(t, d.Create("a", "temp", []byte("text"), 0o644))
	at := Place{Disk: d, Name: "a"}
	if err := at.TakeAway(".private", model.FingerprintOf([]byte("seen")).String()); !errors.Is(err, model.ErrConflict) {
		t.Errorf("another text than the one that was seen is taken away: %v", err)
	}
	if err := at.GiveBack(".private"); err != nil || !d.Exists("a") {
		t.Errorf("it is not given back: %v", err)
	}
	if err := at.TakeAway(".private", model.FingerprintOf([]byte("text")).String()); err != nil || d.Exists("a") {
		t.Errorf("the text that was seen is not taken away: %v", err)
	}
}
