//go:build linux

package vault_test

import (
	"errors"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"testing"
	"time"

	"golang.org/x/sys/unix"

	"coldstart/testdata/must"
	"coldstart/vault/places"
	"coldstart/vault/vaulttest"
)

// cutDisk is an ext4 file system in a file, whose power can be cut.
type cutDisk struct {
	image, at string
}

// powerCut takes the power away ahead of every change of a decision, and right after
// its success was reported.
func (table *faultTable) powerCut(t *testing.T) {
	needsRoot(t)
	for _, tt := range faultCases(t) {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			fresh := newCutDisk(t, tt.files)
			e := errand{Base: fresh.base(), State: "state", Operator: "ines"}
			disk := cutDisk{fresh.image + ".cut", fresh.at}
			for k, killed := 1, true; killed; k++ {
				run(t, "cp", "--sparse=always", fresh.image, disk.image)
				disk.mount(t)
				v := disk.open(t)
				d := wish(t, v, tt.path, tt.choice, tt.note)
				v.Close()
				e.Decision, e.KillAt = &d, k
				var out outcome
				out, killed = e.inChild(t)
				disk.cut(t)
				disk.mount(t)
				v = disk.open(t)
				if !killed {
					// What was reported is on the disk without any repair.
					if out.Err != "" || len(out.Notices) > 0 {
						t.Errorf("the decision: %+v", out)
					}
					// But for the right to write, which nobody has by now.
					tree := named(treeOf(t, v.Dir()))
					for _, name := range claims(t, v) {
						delete(tree, name)
					}
					sameFiles(t, "after the message", withoutEmptyFolders(tree), withoutEmptyFolders(tt.end))
				}
				if _, err := v.Recover(t.Context(), eleven); err != nil {
					t.Errorf("Recover: %v", err)
				}
				decided := settled(t, v, tt.files, tt.end)
				v.Close()
				disk.unmount(t)
				if t.Failed() {
					t.Fatalf("power cut ahead of change %d", k)
				}
				name := "power cut at a step"
				if !killed {
					name = "power cut at the message"
				}
				table.add(name, decided, false)
			}
		})
	}
}

// newCutDisk makes a file system with a vault on it.
func newCutDisk(t *testing.T, f files) cutDisk {
	t.Helper()
	dir := t.TempDir()
	disk := cutDisk{filepath.Join(dir, "image"), filepath.Join(dir, "disk")}
	must.Do(t, errors.Join(os.Mkdir(disk.at, 0o755), os.WriteFile(disk.image, nil, 0o644), os.Truncate(disk.image, 16<<20)))
	if _, err := exec.LookPath("mkfs.ext4"); err != nil {
		t.Skip("there is no mkfs.ext4")
	}
	run(t, "mkfs.ext4", "-q", "-F", "-m", "0", disk.image)
	if text, err := exec.CommandContext(t.Context(), "mount", "-o", "loop", disk.image, disk.at).CombinedOutput(); err != nil {
		t.Skipf("cannot mount an image here: %s", text)
	}
	t.Cleanup(func() { _ = unix.Unmount(disk.at, unix.MNT_DETACH) })
	makeFiles(t, filepath.Join(disk.base(), "vault"), maps.Clone(f))
	makeFiles(t, filepath.Join(disk.base(), "state"), nil)
	disk.unmount(t)
	return disk
}

func (d cutDisk) base() string { return filepath.Join(d.at, "base") }

func (d cutDisk) open(t *testing.T) *vaulttest.Vault {
	t.Helper()
	v := must.Get(vaulttest.Open(filepath.Join(d.base(), "vault"), places.Options{StateDir: filepath.Join(d.base(), "state"), Operator: "ines"}))(t)
	return v
}

func (d cutDisk) mount(t *testing.T) {
	t.Helper()
	run(t, "mount", "-o", "loop", d.image, d.at)
}

// unmount tries for a while: a process that another test just started has all open
// files for a moment.
func (d cutDisk) unmount(t *testing.T) {
	t.Helper()
	var err error
	for range 200 {
		if err = unix.Unmount(d.at, 0); err == nil {
			return
		}
		time.Sleep(10 * time.Millisecond)
	}
	t.Fatalf("unmounting %s: %v", d.at, err)
}

// cut drops everything that was not brought to the disk.
func (d cutDisk) cut(t *testing.T) {
	t.Helper()
	const shutdown, withoutLog = 0x8004587d, 2
	f := must.Get(os.Open(d.at))(t)
	err := errors.Join(unix.IoctlSetPointerInt(int(f.Fd()), shutdown, withoutLog), f.Close())
	if err != nil {
		t.Fatalf("cutting the power: %v", err)
	}
	d.unmount(t)
}

func run(t *testing.T, name string, args ...string) {
	t.Helper()
	if text, err := exec.CommandContext(t.Context(), name, args...).CombinedOutput(); err != nil {
		t.Fatalf("%s %q: %v: %s", name, args, err, text)
	}
}
