package disk

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"testing"
)

// stepping is a disk of its own that runs do at each step.
func stepping(t *testing.T, do func(op, name string)) Disk {
	t.Helper()
	root, err := os.OpenRoot(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { root.Close() })
	return Disk{Root: root, Before: do}
}

func TestANewFileHasItsNameOnlyOnceItsTextIsOnTheDisk(t *testing.T) {
	t.Parallel()
	for _, named := range []bool{false, true} {
		var steps []string
		d := stepping(t, func(op, _ string) { steps = append(steps, op) })
		d.OnlyNamed = named
		if err := d.Create("a", "temp", []byte("text"), 0o644); err != nil {
			t.Fatal(err)
		}
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
