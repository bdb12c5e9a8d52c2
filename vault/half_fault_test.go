//go:build linux

package vault_test

import (
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"os/exec"
	"path"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"sync"
	"syscall"
	"testing"

	"golang.org/x/sys/unix"

	"coldstart/model"
	"coldstart/testdata/must"
	"coldstart/vault/disk"
	"coldstart/vault/places"
	"coldstart/vault/vaulttest"
)

// TestNoDecisionIsHalfDone takes away room, rights and single calls, for as long as a decision
// and the next start last, and gives them back. It counts half decisions: what the answer
// called made, open or failed while the files say otherwise, what is unfinished and not
// shown, and what the start after that does not finish.
func TestNoDecisionIsHalfDone(t *testing.T) {
	t.Parallel()
	c := &halves{}
	t.Run("no file can be removed", c.nothingCanBeRemoved)
	t.Run("full disk", c.fullDisk)
	t.Run("full folder", c.fullFolder)
	t.Run("full state folder", c.fullStateFolder)
	t.Run("read-only", c.readOnly)
	t.Run("folders remounted read-only in mid-decision", c.folderRemounted)
	t.Run("a disk that fails in mid-decision", c.diskFails)
	counted(t, c.cases, 0)
	t.Attr("half-decisions", strconv.Itoa(c.half))
}

// halves counts decisions that were disturbed, and those that were half done.
type halves struct {
	mu          sync.Mutex
	cases, half int
}

// disturbed is one decision that something is in the way of.
type disturbed struct {
	faultCase
	v   *vaulttest.Vault
	out outcome
	// mend takes away what is in the way, and gives the vault if it had to be opened again.
	mend func() *vaulttest.Vault
}

// judge looks at the files and at what is shown of them: while it lasts, after a start in
// vain, and after the one that nothing is in the way of.
func (c *halves) judge(t *testing.T, what string, d disturbed) {
	t.Helper()
	faults := d.faults(t, false)
	// It may fail, and changes nothing for the worse.
	_, _ = d.v.Recover(t.Context(), eleven)
	faults = append(faults, d.faults(t, false)...)
	if again := d.mend(); again != nil {
		d.v = again
	}
	if _, err := d.v.Recover(t.Context(), eleven); err != nil {
		faults = append(faults, fmt.Sprintf("the next start: %v", err))
	}
	faults = append(faults, d.faults(t, true)...)
	c.mu.Lock()
	defer c.mu.Unlock()
	c.cases++
	if len(faults) > 0 {
		c.half++
		t.Errorf("%s: %s\n%+v", what, strings.Join(faults, "\n"), d.out)
	}
}

// faults says in what the answer, the files and what is shown disagree. In the end nothing
// may be left.
func (d disturbed) faults(t *testing.T, end bool) (faults []string) {
	t.Helper()
	tree := treeOf(t, d.v.Dir())
	nothingLost(t, d.files, d.end, tree)
	got := files{}
	var private []string
	for name, text := range withoutEmptyFolders(tree) {
		base := path.Base(name)
		switch {
		case strings.Contains("/"+name, "/"+filler+"/"):
		case !strings.HasPrefix(base, disk.PrivatePrefix):
			got[name] = text
		case path.Ext(name) == ".claim" && !end:
			// It holds nothing up, and the next start removes it.
		case path.Ext(name) != disk.KeptEnding:
			private = append(private, name)
		}
	}
	got = named(got)
	old, new := maps.Equal(got, named(withoutEmptyFolders(d.files))), maps.Equal(got, withoutEmptyFolders(d.faultCase.end))
	open := mustLoad(t, d.v).Interrupted
	made, unsure := d.out.Err == "", strings.Contains(d.out.Err, "the next start checks")
	for _, is := range []struct {
		bad  bool
		text string
	}{
		{len(open) == 0 && !old && !new, "half done, and nothing says so"},
		{len(open) == 0 && len(private) > 0, "left over, and nothing says so"},
		{len(open) == 0 && made && !new, "called made, and it is not"},
		{len(open) == 0 && !made && !unsure && !old, "called failed, and it is not"},
		{made && old && !d.holdsByItself(), "called made, and nothing is done"},
		{end && len(open) > 0, fmt.Sprintf("not finished: %v", open)},
	} {
		if is.bad {
			faults = append(faults, fmt.Sprintf("%s: %q", is.text, append(private, changedNames(d.files, got)...)))
		}
	}
	return faults
}

// holdsByItself reports a decision that the ledger alone makes.
func (d disturbed) holdsByItself() bool {
	return d.choice == model.ChoiceChanges && path.Ext(d.path) != ".md"
}

func changedNames(start, now files) (names []string) {
	for name, text := range now {
		if named(start)[name] != text {
			names = append(names, name)
		}
	}
	return names
}

// here decides in this process.
func here(t *testing.T, v *vaulttest.Vault, d model.Decision) (out outcome) {
	t.Helper()
	receipt, err := v.Decide(t.Context(), d)
	if out.Notices = receipt.Notices; err != nil {
		out.Err = err.Error()
	}
	return out
}

// nothingCanBeRemoved fails the n-th removal and all after it.
func (c *halves) nothingCanBeRemoved(t *testing.T) {
	needsTracer(t)
	for _, tt := range faultCases(t) {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			for _, call := range callsOf(t, tt, []string{"unlinkat"}) {
				for _, fault := range []string{"EPERM", "EROFS"} {
					v, e := tt.fresh(t)
					out, _ := e.underTracer(t, "-o", os.DevNull, "-e", "trace=unlinkat",
						"-e", fmt.Sprintf("inject=unlinkat:error=%s:when=%d+", fault, call.n))
					c.judge(t, fmt.Sprintf("%s from removal %d on", fault, call.n), disturbed{tt, v, out, func() *vaulttest.Vault { return nil }})
				}
			}
		})
	}
}

// onDisk makes a vault on a small file system of its own, with the ledger on it or not.
func (tt faultCase) onDisk(t *testing.T, ledgerToo bool, size string) (base string, v *vaulttest.Vault, d model.Decision) {
	t.Helper()
	base = filepath.Join(t.TempDir(), "disk")
	makeFiles(t, base, nil)
	mounted(t, "tmpfs", base, "tmpfs", 0, size)
	makeFiles(t, filepath.Join(base, "vault"), tt.files)
	state := "../state"
	if ledgerToo {
		state = "state"
	}
	v = openVault(t, base, state)
	return base, v, wish(t, v, tt.path, tt.choice, tt.note)
}

// filler is a folder that takes up room, in the vault or beside it.
const filler = "filler"

// fullDisk leaves a few pages or entries of the vault's disk.
func (c *halves) fullDisk(t *testing.T) {
	needsRoot(t)
	for _, tt := range faultCases(t) {
		t.Run(tt.name, func(t *testing.T) {
			for _, ledgerToo := range []bool{false, true} {
				for free := range 12 {
					base, v, d := tt.onDisk(t, ledgerToo, "size=256k")
					c.filled(t, disturbed{faultCase: tt, v: v}, d, base, func(dir string) { fillUp(t, dir, free) })
				}
				for free := range 8 {
					base, v, d := tt.onDisk(t, ledgerToo, "nr_inodes=80")
					c.filled(t, disturbed{faultCase: tt, v: v}, d, base, func(dir string) { useInodes(t, dir, free) })
				}
			}
		})
	}
}

// filled decides where a folder in dir takes up all the room.
func (c *halves) filled(t *testing.T, d disturbed, wish model.Decision, dir string, fill func(dir string)) {
	t.Helper()
	dir = filepath.Join(dir, filler)
	fill(dir)
	d.out = here(t, d.v, wish)
	d.mend = func() *vaulttest.Vault {
		must.Do(t, os.RemoveAll(dir))
		return nil
	}
	c.judge(t, "full", d)
}

// decidedFolders are those in which decisions write.
var decidedFolders = []string{"Approved", "Rejected", "Pending_Approval", "Plans", "Logs", ".math/problems/wheels"}

// fullFolder has one folder of the vault on a file system that is full.
func (c *halves) fullFolder(t *testing.T) {
	needsRoot(t)
	for _, tt := range faultCases(t) {
		t.Run(tt.name, func(t *testing.T) {
			for _, folder := range decidedFolders {
				for free := range 3 {
					v := decidingVault(t, tt.files)
					full := filepath.Join(v.Dir(), folder)
					makeFiles(t, full, nil)
					had := treeOf(t, full)
					mounted(t, "tmpfs", full, "tmpfs", 0, "size=64k")
					delete(had, "./")
					makeFiles(t, full, had)
					d := wish(t, v, tt.path, tt.choice, tt.note)
					c.filled(t, disturbed{faultCase: tt, v: v}, d, full, func(dir string) { fillUp(t, dir, free) })
				}
			}
		})
	}
}

// fullStateFolder has no room for the ledger, or little.
func (c *halves) fullStateFolder(t *testing.T) {
	needsRoot(t)
	for _, tt := range faultCases(t) {
		t.Run(tt.name, func(t *testing.T) {
			for free := range 4 {
				v := decidingVault(t, tt.files)
				state := v.Where.Opts.StateDir
				makeFiles(t, state, nil)
				mounted(t, "tmpfs", state, "tmpfs", 0, "size=64k")
				d := wish(t, v, tt.path, tt.choice, tt.note)
				c.filled(t, disturbed{faultCase: tt, v: v}, d, state, func(dir string) { fillUp(t, dir, free) })
			}
		})
	}
}

// readOnly has the vault, one of its folders, or the state folder mounted read-only.
func (c *halves) readOnly(t *testing.T) {
	needsRoot(t)
	for _, tt := range faultCases(t) {
		t.Run(tt.name, func(t *testing.T) {
			for _, folder := range append([]string{".", "../state"}, decidedFolders...) {
				v := decidingVault(t, tt.files)
				d := wish(t, v, tt.path, tt.choice, tt.note)
				full := filepath.Join(v.Dir(), folder)
				makeFiles(t, full, nil)
				mounted(t, full, full, "bind mount", unix.MS_BIND, "")
				mounted(t, full, full, "bind mount", unix.MS_BIND|unix.MS_REMOUNT|unix.MS_RDONLY, "")
				// The vault's own handle was opened ahead of the mount.
				fresh := openVault(t, filepath.Dir(v.Dir()), "state")
				out := here(t, fresh, d)
				c.judge(t, folder+" is read-only", disturbed{tt, fresh, out, func() *vaulttest.Vault { remount(t, full, unix.MS_BIND); return nil }})
			}
		})
	}
}

// remount returns a mounted folder other flags. That is refused while something is written.
func remount(t *testing.T, at string, flags uintptr) {
	t.Helper()
	if err := unix.Mount("", at, "", unix.MS_REMOUNT|flags, ""); err != nil && !errors.Is(err, unix.EBUSY) {
		t.Fatalf("remounting %s: %v", at, err)
	}
}

// folderRemounted makes the folders of the vault read-only ahead of each step.
func (c *halves) folderRemounted(t *testing.T) {
	needsRoot(t)
	for _, tt := range faultCases(t) {
		t.Run(tt.name, func(t *testing.T) {
			v := decidingVault(t, tt.files)
			steps := 0
			v.Where.Disk.Before = func(string, string) { steps++ }
			here(t, v, wish(t, v, tt.path, tt.choice, tt.note))
			for at := 1; at <= steps; at++ {
				v := decidingVault(t, tt.files)
				var folders []string
				for _, folder := range decidedFolders {
					full := filepath.Join(v.Dir(), folder)
					if _, err := os.Lstat(full); err == nil {
						mounted(t, full, full, "bind mount", unix.MS_BIND, "")
						folders = append(folders, full)
					}
				}
				all := func(flags uintptr) {
					for _, full := range folders {
						remount(t, full, unix.MS_BIND|flags)
					}
				}
				fresh := openVault(t, filepath.Dir(v.Dir()), "state")
				d := wish(t, fresh, tt.path, tt.choice, tt.note)
				step := 0
				fresh.Where.Disk.Before = func(string, string) {
					if step++; step >= at {
						all(unix.MS_RDONLY)
					}
				}
				out := here(t, fresh, d)
				fresh.Where.Disk.Before = nil
				c.judge(t, fmt.Sprintf("folders read-only from step %d on", at), disturbed{tt, fresh, out, func() *vaulttest.Vault { all(0); return nil }})
			}
		})
	}
}

// diskFails lets the vault's disk turn read-only by itself ahead of each step, as ext4 does
// after a failure, and mounts it again for the start that nothing is in the way of.
func (c *halves) diskFails(t *testing.T) {
	needsRoot(t)
	for _, tt := range faultCases(t) {
		t.Run(tt.name, func(t *testing.T) {
			reached := true
			for at := 1; reached; at++ {
				base := filepath.Join(t.TempDir(), "disk")
				makeFiles(t, base, nil)
				image := base + ".img"
				mustRun(t, "truncate", "-s", "2M", image)
				mustRun(t, "mkfs.ext4", "-q", "-F", image)
				mustRun(t, "mount", "-o", "loop", image, base)
				off := func() { _ = unix.Unmount(base, unix.MNT_DETACH) }
				t.Cleanup(off)
				makeFiles(t, filepath.Join(base, "vault"), tt.files)
				unix.Sync()
				v := openVault(t, base, "../state")
				d := wish(t, v, tt.path, tt.choice, tt.note)
				step := 0
				reached = false
				v.Where.Disk.Before = func(string, string) {
					if step++; step == at {
						reached = true
						mustRun(t, "mount", "-o", "remount,abort", base)
					}
				}
				out := here(t, v, d)
				v.Where.Disk.Before = nil
				c.judge(t, fmt.Sprintf("the disk fails at step %d", at), disturbed{tt, v, out, func() *vaulttest.Vault {
					v.Close()
					off()
					mustRun(t, "mount", "-o", "loop", image, base)
					return openVault(t, base, "../state")
				}})
				off()
			}
		})
	}
}

func mustRun(t *testing.T, name string, args ...string) {
	t.Helper()
	if text, err := exec.CommandContext(t.Context(), name, args...).CombinedOutput(); err != nil {
		t.Fatalf("%s %q: %v: %s", name, args, err, text)
	}
}

// Before a decision it is said what is full, without writing.
func TestAFullDiskIsTold(t *testing.T) {
	t.Parallel()
	if os.Geteuid() != 0 {
		t.Skip("only root can mount file systems")
	}
	v := decidingVault(t, blockedVault().With(files{"Logs/": ""}))
	logs := filepath.Join(v.Dir(), "Logs")
	for size, full := range map[string]bool{"size=64k": false, "size=4k": true, "nr_inodes=1": true} {
		t.Run(size, func(t *testing.T) {
			mounted(t, "tmpfs", logs, "tmpfs", 0, size)
			around, err := v.Surroundings()
			if err != nil || slices.Contains(around.Full, "Logs") != full || slices.Contains(around.Full, "Plans") {
				t.Errorf("full: %q, %v", around.Full, err)
			}
		})
	}
}

// overLower decides in a vault that lies on the lower side of an overlay, as in a
// container's image: files are copied up when they change.
func (table *faultTable) overLower(t *testing.T, tt faultCase) {
	t.Run("the lower side of an overlay", func(t *testing.T) {
		base := t.TempDir()
		mounted(t, "tmpfs", base, "tmpfs", 0, "size=4m")
		lower, upper, work, merged := filepath.Join(base, "lower"), filepath.Join(base, "upper"), filepath.Join(base, "work"), filepath.Join(base, "vault")
		makeFiles(t, lower, tt.files)
		for _, dir := range []string{upper, work, merged} {
			makeFiles(t, dir, nil)
		}
		mounted(t, "overlay", merged, "overlay", 0, fmt.Sprintf("lowerdir=%s,upperdir=%s,workdir=%s", lower, upper, work))
		v := openVault(t, base, "state")
		d := wish(t, v, tt.path, tt.choice, tt.note)
		out, _ := errand{Base: base, State: "state", Operator: "ines", Decision: &d}.inChild(t)
		decided, noticed := tt.honest(t, v, out)
		if !decided || noticed {
			t.Errorf("%+v", out)
		}
		table.add("vault on an overlay", decided, noticed)
	})
}

// notToBeChanged decides where a file or a folder may not be changed: by a mark that
// holds for root too, and by the rights of an ordinary user.
func (table *faultTable) notToBeChanged(t *testing.T) {
	needsRoot(t)
	for _, tt := range faultCases(t) {
		t.Run(tt.name, func(t *testing.T) {
			for _, name := range []string{
				"Plans", "Pending_Approval", "Approved", "Rejected", "Logs", planFile, payFile, payFile + ".note", dayFile, eventFile, tracePath, places.SeedName, journalName, configName,
			} {
				table.marked(t, tt, name, "i")
				table.marked(t, tt, name, "a")
			}
			for _, folder := range []string{"Plans", "Pending_Approval", "Approved", "Rejected", "Logs", "."} {
				table.ofAnother(t, tt, folder)
			}
		})
	}
}

// marked decides while a file cannot be changed (i), or only be added to (a).
func (table *faultTable) marked(t *testing.T, tt faultCase, name, mark string) {
	t.Run(name+" has the mark "+mark, func(t *testing.T) {
		v, e := tt.fresh(t)
		full := filepath.Join(v.Dir(), name)
		if _, err := os.Lstat(full); errors.Is(err, fs.ErrNotExist) {
			return
		}
		if text, err := exec.CommandContext(t.Context(), "chattr", "+"+mark, full).CombinedOutput(); err != nil {
			t.Skipf("files cannot be marked here: %s", text)
		}
		off := func() { _ = exec.Command("chattr", "-"+mark, full).Run() }
		t.Cleanup(off)
		out, _ := e.inChild(t)
		off()
		decided, noticed := tt.honest(t, v, out)
		table.add("marked with chattr +"+mark, decided, noticed)
	})
}

// nobody is an account without rights of its own.
const nobody = 65534

// ofAnother decides as an ordinary user who owns the files but may not write in one of
// the folders.
func (table *faultTable) ofAnother(t *testing.T, tt faultCase, folder string) {
	t.Run("an ordinary user may not write in "+folder, func(t *testing.T) {
		v, e := tt.fresh(t)
		full := filepath.Join(v.Dir(), folder)
		if _, err := os.Lstat(full); errors.Is(err, fs.ErrNotExist) {
			return
		}
		giveAway(t, e.Base, nobody)
		must.Do(t, errors.Join(os.Chown(full, 0, 0), os.Chmod(full, 0o555)))
		cmd, text := e.command(t, copiedProgram(t, e.Base))
		cmd.SysProcAttr = &syscall.SysProcAttr{Credential: &syscall.Credential{Uid: nobody, Gid: nobody}}
		out, _ := reportOf(t, cmd.Run(), text)
		giveAway(t, e.Base, 0)
		decided, noticed := tt.honest(t, v, out)
		table.add("folder of another account", decided, noticed)
	})
}

// giveAway makes everything below a folder an account's, and lets it come there.
func giveAway(t *testing.T, base string, uid int) {
	t.Helper()
	err := filepath.WalkDir(base, func(name string, e fs.DirEntry, err error) error {
		if err == nil {
			err = os.Lchown(name, uid, uid)
		}
		if err == nil && e.IsDir() {
			err = os.Chmod(name, 0o755)
		}
		return err
	})
	for dir := filepath.Dir(base); err == nil && strings.HasPrefix(dir, os.TempDir()+"/"); dir = filepath.Dir(dir) {
		err = os.Chmod(dir, 0o755)
	}
	if err != nil {
		t.Fatal(err)
	}
}

// copiedProgram is the test program where any account can start it.
func copiedProgram(t *testing.T, dir string) string {
	t.Helper()
	// Another process copies it: one that this process writes is busy while a test beside this one starts a program.
	name := filepath.Join(dir, "program")
	if out, err := exec.Command("cp", testProgram(t), name).CombinedOutput(); err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	return name
}
