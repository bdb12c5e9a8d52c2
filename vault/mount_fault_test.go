//go:build linux

package vault_test

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"testing"

	"golang.org/x/sys/unix"

	"coldstart/testdata/must"
)

// needsRoot skips what takes minutes or the right to mount.
func needsRoot(t *testing.T) {
	t.Helper()
	switch {
	case !faultsWanted():
		t.Skip("only with COLDSTART_FAULTS=1: it mounts file systems and takes long")
	case os.Geteuid() != 0:
		t.Skip("only root can mount file systems")
	}
}

// mounted mounts something until the test ends, or skips where that is impossible.
func mounted(t *testing.T, source, target, kind string, flags uintptr, data string) {
	t.Helper()
	if err := unix.Mount(source, target, kind, flags, data); err != nil {
		t.Skipf("cannot mount a %s here: %v", kind, err)
	}
	t.Cleanup(func() { _ = unix.Unmount(target, unix.MNT_DETACH) })
}

// limits makes decisions with few file handles and with a small largest file.
func (table *faultTable) limits(t *testing.T) {
	if !faultsWanted() {
		t.Skip("only with COLDSTART_FAULTS=1: it takes long")
	}
	_, err := exec.LookPath("prlimit")
	for _, tt := range faultCases(t) {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			for handles := uint64(5); handles < 16; handles++ {
				e, v := tt.prepare(t)
				e.Traced, e.Handles = true, handles
				out, _ := e.inChild(t)
				decided, noticed := tt.honest(t, v, out)
				if t.Failed() {
					t.Fatalf("%d handles: %+v", handles, out)
				}
				table.add("too many open files", decided, noticed)
			}
			for largest := 0; largest < 2000 && err == nil; largest += 90 {
				e, v := tt.prepare(t)
				cmd, text := e.command(t, "prlimit")
				cmd.Args = []string{"prlimit", fmt.Sprintf("--fsize=%d", largest), testProgram(t)}
				out, _ := reportOf(t, cmd.Run(), text)
				decided, noticed := tt.honest(t, v, out)
				if t.Failed() {
					t.Fatalf("files of %d bytes: %+v", largest, out)
				}
				table.add("file too large", decided, noticed)
			}
		})
	}
}

// otherFileSystems decides where room or entries run out, where a folder is read-only,
// and where folders lie on file systems of their own.
func (table *faultTable) otherFileSystems(t *testing.T) {
	needsRoot(t)
	for _, tt := range faultCases(t) {
		t.Run(tt.name, func(t *testing.T) {
			for free := range 12 {
				table.smallDisk(t, tt, fmt.Sprintf("full disk, %d pages left", free), "size=256k", func(base string) {
					fillUp(t, filepath.Join(base, "filler"), free)
				})
			}
			for free := range 8 {
				table.smallDisk(t, tt, fmt.Sprintf("no inodes, %d left", free), "nr_inodes=80", func(base string) {
					useInodes(t, filepath.Join(base, "filler"), free)
				})
			}
			for _, folder := range []string{"Approved", "Rejected", "Pending_Approval", "Plans", "Logs", ".math/problems/wheels"} {
				table.readOnlyFolder(t, tt, folder)
				table.folderOfItsOwn(t, tt, folder)
			}
			table.readOnlyFolder(t, tt, ".")
			table.overLower(t, tt)
		})
	}
}

func (table *faultTable) smallDisk(t *testing.T, tt faultCase, name, size string, fill func(base string)) {
	t.Run(name, func(t *testing.T) {
		base := t.TempDir()
		mounted(t, "tmpfs", base, "tmpfs", 0, size)
		makeFiles(t, filepath.Join(base, "vault"), tt.files)
		v := openVault(t, base, "state")
		d := wish(t, v, tt.path, tt.choice, tt.note)
		fill(base)
		out, _ := errand{Base: base, State: "state", Operator: "ines", Decision: &d}.inChild(t)
		must.Do(t, os.RemoveAll(filepath.Join(base, "filler")))
		decided, noticed := tt.honest(t, v, out)
		table.add(name[:len("full disk")], decided, noticed)
	})
}

// fillUp leaves a number of pages of a small file system free.
func fillUp(t *testing.T, dir string, free int) {
	t.Helper()
	must.Do(t, os.Mkdir(dir, 0o755))
	page := make([]byte, os.Getpagesize())
	n := 0
	for ; os.WriteFile(filepath.Join(dir, fmt.Sprint(n)), page, 0o644) == nil; n++ {
	}
	removeFiles(t, dir, n, free)
}

// useInodes leaves a number of entries free.
func useInodes(t *testing.T, dir string, free int) {
	t.Helper()
	must.Do(t, os.Mkdir(dir, 0o755))
	n := 0
	for ; os.WriteFile(filepath.Join(dir, fmt.Sprint(n)), nil, 0o644) == nil; n++ {
	}
	removeFiles(t, dir, n-1, free)
}

func removeFiles(t *testing.T, dir string, last, count int) {
	t.Helper()
	for n := range count {
		must.Do(t, os.Remove(filepath.Join(dir, fmt.Sprint(last-n))))
	}
}

func (table *faultTable) readOnlyFolder(t *testing.T, tt faultCase, folder string) {
	t.Run(folder+" is read-only", func(t *testing.T) {
		e, v := tt.prepare(t)
		full := filepath.Join(v.Dir(), folder)
		makeFiles(t, full, nil)
		mounted(t, full, full, "bind mount", unix.MS_BIND, "")
		mounted(t, full, full, "bind mount", unix.MS_BIND|unix.MS_REMOUNT|unix.MS_RDONLY, "")
		out, _ := e.inChild(t)
		for range 2 {
			if err := unix.Unmount(full, 0); err != nil {
				break
			}
		}
		decided, noticed := tt.honest(t, v, out)
		table.add("folder is read-only", decided, noticed)
	})
}

func (table *faultTable) folderOfItsOwn(t *testing.T, tt faultCase, folder string) {
	t.Run(folder+" on a file system of its own", func(t *testing.T) {
		e, v := tt.prepare(t)
		full := filepath.Join(v.Dir(), folder)
		makeFiles(t, full, nil)
		had := treeOf(t, full)
		mounted(t, "tmpfs", full, "tmpfs", 0, "size=1m")
		delete(had, "./")
		makeFiles(t, full, had)
		out, _ := e.inChild(t)
		decided, noticed := tt.honest(t, v, out)
		if !decided || noticed {
			t.Errorf("%+v", out)
		}
		table.add("folder on its own disk", decided, noticed)
	})
}
