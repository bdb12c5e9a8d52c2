package vault_test

import (
	"errors"
	"fmt"
	"maps"
	"os"
	"os/exec"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"golang.org/x/sys/unix"

	"coldstart/model"
	"coldstart/testdata/must"
	"coldstart/vault/disk"
	"coldstart/vault/places"
	"coldstart/vault/vaulttest"
)

// call is the n-th system call of one kind that a child makes.
type call struct {
	name string
	n    int
}

// needsTracer skips where system calls cannot be tampered with.
func needsTracer(t *testing.T) {
	t.Helper()
	if racing {
		t.Skip("the race detector makes starting a process many times slower")
	}
	if err := exec.CommandContext(t.Context(), "strace", "-qq", "-o", os.DevNull, "-e", "inject=fsync:error=EIO", "true").Run(); err != nil {
		t.Skipf("strace cannot be used here (%v); the kill tests with steps of our own run everywhere", err)
	}
}

// underTracer runs e with its system calls traced or tampered with.
func (e errand) underTracer(t *testing.T, options ...string) (out outcome, killed bool) {
	t.Helper()
	e.Traced = true
	cmd, text := e.command(t, "strace")
	cmd.Args = slices.Concat([]string{"strace", "-qq"}, options, []string{testProgram(t)})
	return reportOf(t, cmd.Run(), text)
}

// callsOf lists the calls of some kinds that a decision makes, in their order.
func callsOf(t *testing.T, tt faultCase, kinds []string) []call {
	t.Helper()
	_, e := tt.fresh(t)
	log := filepath.Join(e.Base, "calls")
	e.underTracer(t, "-o", log, "-e", "trace=newfstatat,"+strings.Join(kinds, ","))
	b := must.Get(os.ReadFile(log))(t)
	seen := map[string]int{}
	var calls []call
	inside := false
	for line := range strings.Lines(string(b)) {
		name, _, _ := strings.Cut(line, "(")
		seen[name]++
		switch {
		case strings.Contains(line, markBegin):
			inside = true
		case strings.Contains(line, markEnd):
			inside = false
		case inside && slices.Contains(kinds, name):
			calls = append(calls, call{name, seen[name]})
		}
	}
	if len(calls) == 0 {
		t.Fatalf("no calls in the trace:\n%s", b)
	}
	return calls
}

// faultCase is one kind of decision on a vault.
type faultCase struct {
	crashCase
	end files
}

// faultCases are all kinds of decisions, or the first one for the ordinary tests.
func faultCases(t *testing.T) []faultCase {
	t.Helper()
	var all []faultCase
	for _, c := range crashCases {
		all = append(all, faultCase{c, ends(t, c.fresh)})
		if !faultsWanted() {
			break
		}
	}
	return all
}

// killCalls are the calls at which a decision is killed.
var killCalls = []string{"openat", "write", "fsync", "linkat", "renameat", "renameat2", "unlinkat", "mkdirat"}

// faultsOfCalls are the errors of single calls.
var faultsOfCalls = map[string][]string{
	"openat":     {"EIO", "ENOSPC", "EROFS", "EACCES", "EMFILE", "EINTR"},
	"newfstatat": {"EIO", "EACCES"},
	"getdents64": {"EIO", "ESTALE"},
	"read":       {"EIO", "ESTALE"},
	"flock":      {"ENOLCK", "EIO"},
	"fcntl":      {"EAGAIN", "EINVAL"},
	"close":      {"EIO", "EDQUOT"},
	"write":      {"EIO", "ENOSPC", "EDQUOT", "EFBIG"},
	"fsync":      {"EIO", "ENOSPC", "EINVAL"},
	"fchmod":     {"EIO", "EPERM"},
	"flistxattr": {"EIO", "EOPNOTSUPP"},
	"linkat":     {"EIO", "ENOSPC", "EROFS", "EACCES", "EXDEV", "EPERM", "ENOSYS"},
	"renameat":   {"EIO", "ENOSPC", "EROFS", "EACCES", "EXDEV"},
	"renameat2":  {"EIO", "ENOSPC", "EROFS", "EACCES", "EXDEV", "EINVAL", "ENOSYS"},
	"unlinkat":   {"EIO", "EROFS", "EACCES"},
	"mkdirat":    {"EIO", "ENOSPC", "EROFS", "EACCES"},
}

// readingCalls happen so often that each gets one of its errors in turn.
var readingCalls = []string{"openat", "newfstatat", "getdents64", "read", "fcntl", "close"}

// ordinaryCalls are those of the ordinary tests, which have to be quick.
var ordinaryCalls = []string{"linkat", "renameat", "renameat2", "unlinkat"}

func wantedCalls(kinds []string) []string {
	if faultsWanted() {
		return kinds
	}
	return slices.DeleteFunc(slices.Clone(kinds), func(k string) bool { return !slices.Contains(ordinaryCalls, k) })
}

func (table *faultTable) killAtEveryCall(t *testing.T) {
	needsTracer(t)
	for _, tt := range faultCases(t) {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			for _, c := range callsOf(t, tt, wantedCalls(killCalls)) {
				v, e := tt.fresh(t)
				_, killed := e.underTracer(t, "-o", os.DevNull, "-e", "trace="+c.name,
					"-e", fmt.Sprintf("inject=%s:signal=SIGKILL:when=%d", c.name, c.n))
				what := fmt.Sprintf("killed at %s %d", c.name, c.n)
				if !killed {
					t.Fatalf("%s: it was not", what)
				}
				if _, err := v.Recover(t.Context(), eleven); err != nil {
					t.Errorf("%s: Recover: %v", what, err)
				}
				decided := settled(t, v, tt.files, tt.end)
				if t.Failed() {
					t.Fatal(what)
				}
				table.add("killed at "+c.name, decided, false)
			}
		})
	}
}

func (table *faultTable) oneCallFails(t *testing.T) {
	needsTracer(t)
	for _, tt := range faultCases(t) {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			turn := 0
			for _, c := range callsOf(t, tt, wantedCalls(slices.Sorted(maps.Keys(faultsOfCalls)))) {
				faults := faultsOfCalls[c.name]
				if slices.Contains(readingCalls, c.name) || !faultsWanted() {
					turn++
					faults = faults[turn%len(faults):][:1]
				}
				for _, fault := range faults {
					v, e := tt.fresh(t)
					out, _ := e.underTracer(t, "-o", os.DevNull, "-e", "trace="+c.name,
						"-e", fmt.Sprintf("inject=%s:error=%s:when=%d", c.name, fault, c.n))
					decided, noticed := tt.honest(t, v, out)
					if t.Failed() {
						t.Fatalf("%s %d: %s: %+v", c.name, c.n, fault, out)
					}
					table.add(c.name+" fails once", decided, noticed)
				}
			}
		})
	}
}

// lastingFaults are calls that a system does not offer at all. Decisions have another
// way for each. The first three fcntl are those of the runtime.
var lastingFaults = []string{
	"renameat2:error=ENOSYS", "renameat2:error=EINVAL", "renameat2:error=EPERM", "linkat:error=EPERM", "linkat:error=EOPNOTSUPP",
	"fsync:error=EINVAL", "fcntl:error=EINVAL:when=4+", "fchown:error=EPERM",
}

func (table *faultTable) aCallIsMissing(t *testing.T) {
	needsTracer(t)
	for _, tt := range faultCases(t) {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			for _, fault := range lastingFaults {
				name, _, _ := strings.Cut(fault, ":")
				v, e := tt.fresh(t)
				out, _ := e.underTracer(t, "-o", os.DevNull, "-e", "trace="+name, "-e", "inject="+fault)
				decided, noticed := tt.honest(t, v, out)
				if !decided || noticed {
					t.Errorf("decided %v with notices %v", decided, noticed)
				}
				if t.Failed() {
					t.Fatalf("%s: %+v", fault, out)
				}
				table.add(name+" is missing", decided, noticed)
			}
		})
	}
}

// honest expects that a decision came out as it was reported, and that the next start
// leaves the old state or the new one.
func (tt faultCase) honest(t *testing.T, v *vaulttest.Vault, out outcome) (decided, noticed bool) {
	t.Helper()
	said := strings.Join(append(out.Notices, out.Err), "\n")
	tt.rightState(t, "before the next start", v, said, out)
	receipts, err := v.Recover(t.Context(), eleven)
	if err != nil {
		t.Errorf("Recover: %v", err)
	}
	for _, r := range receipts {
		if r.Void && out.Err == "" {
			t.Errorf("a decision that was reported was dropped: %+v", r)
		}
		said += "\n" + strings.Join(r.Notices, "\n")
	}
	if open := openLedger(t, v); len(open) > 0 {
		t.Errorf("open intents: %+v", open)
	}
	decided = tt.rightState(t, afterNextStart, v, said, out)
	return decided, len(out.Notices) > 0
}

// afterNextStart is when nothing disturbs any more: what could not be written has been.
const afterNextStart = "after the next start"

// rightState compares a vault with what was said of it, and reports whether it is the
// new state.
func (tt faultCase) rightState(t *testing.T, when string, v *vaulttest.Vault, said string, out outcome) (decided bool) {
	t.Helper()
	got, tree := files{}, treeOf(t, v.Dir())
	nothingLost(t, tt.files, tt.end, tree)
	for name, text := range withoutEmptyFolders(tree) {
		base := path.Base(name)
		if strings.HasPrefix(base, disk.PrivatePrefix) {
			open := len(openLedger(t, v)) > 0
			if !open && !strings.Contains(said, base) {
				t.Errorf("%s: %s is left over and not named", when, name)
			}
			continue
		}
		got[name] = text
	}
	// A journal is named after its folder where the problem's title cannot be read.
	if text, ok := got[journalName]; ok {
		got[journalName] = strings.Replace(text, "# Research Journal: wheels\n", "# Research Journal: Even wheels\n", 1)
	}
	got = named(got)
	start, end := named(withoutEmptyFolders(tt.files)), withoutEmptyFolders(tt.end)
	decided = !maps.Equal(got, start)
	for _, name := range slices.Sorted(maps.Keys(start.With(end).With(got))) {
		text, there := got[name]
		was, wasThere := start[name]
		is, isThere := end[name]
		old, new := there == wasThere && text == was, there == isThere && text == is
		certain := out.Err != "" && !strings.Contains(said, "may hold the decision")
		switch {
		case !old && !new:
			t.Errorf("%s: %s is neither the old text nor the new one: %q", when, name, text)
		case certain && !old:
			t.Errorf("%s: %s changed although the decision failed: %q", when, name, text)
		case out.Err == "" && len(out.Notices) == 0 && !new:
			t.Errorf("%s: %s did not change although nothing was said of it: %q", when, name, text)
		case out.Err == "" && !new && when == afterNextStart && !strings.Contains(said, "no plan was changed"):
			t.Errorf("%s: %s is not as the decision leaves it, although nothing was in the way any more: %q", when, name, text)
		case out.Err == "" && !new && tt.isMain(name):
			t.Errorf("%s: %s did not change although the decision was made: %q", when, name, text)
		}
	}
	return decided
}

// isMain reports whether a file is the decision itself, not what follows from it.
func (tt faultCase) isMain(name string) bool {
	file, _, _ := strings.Cut(tt.path, "#")
	switch {
	case tt.choice == model.ChoiceSwitch:
		return name == configName
	case tt.choice == model.ChoiceApprove, tt.choice == model.ChoiceReject:
		dir := strings.Split(name, "/")[0]
		return (dir == "Approved" || dir == "Rejected") && path.Ext(name) == ".md"
	}
	return name == file && tt.choice != model.ChoiceChanges
}

// TestEveryFaultEndsInTheOldStateOrTheNewOne disturbs decisions in every way that the
// system lets us, and counts how often they ended in the old state and in the new one.
func TestEveryFaultEndsInTheOldStateOrTheNewOne(t *testing.T) {
	t.Parallel()
	table := &faultTable{rows: map[string]*faultRow{}}
	for _, family := range []struct {
		name string
		run  func(t *testing.T)
	}{
		{"killed at every call", table.killAtEveryCall},
		{"one call fails", table.oneCallFails},
		{"a call is missing", table.aCallIsMissing},
		{"limits", table.limits},
		{"other file systems", table.otherFileSystems},
		{"files and folders that may not be changed", table.notToBeChanged},
		{"power cut", table.powerCut},
	} {
		t.Run(family.name, family.run)
	}
	counted(t, table.tell(t), 0)
}

// faultTable counts how disturbed decisions ended. A case that ends otherwise fails
// its test.
type faultTable struct {
	mu   sync.Mutex
	rows map[string]*faultRow
}

type faultRow struct{ old, new, noticed int }

func (table *faultTable) add(fault string, decided, noticed bool) {
	table.mu.Lock()
	defer table.mu.Unlock()
	row := table.rows[fault]
	if row == nil {
		row = &faultRow{}
		table.rows[fault] = row
	}
	switch {
	case decided && noticed:
		row.noticed++
	case decided:
		row.new++
	default:
		row.old++
	}
}

// tell gives each row to the table of testdata/trust, and the number of all cases.
func (table *faultTable) tell(t *testing.T) (cases int) {
	t.Helper()
	for _, name := range slices.Sorted(maps.Keys(table.rows)) {
		r := *table.rows[name]
		tried := r.old + r.new + r.noticed
		t.Attr("row", fmt.Sprintf("%-32s %5d tried: %5d in the old state, %5d in the new, %5d in the new with a notice", name, tried, r.old, r.new, r.noticed))
		cases += tried
	}
	return cases
}

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
				v, e := tt.fresh(t)
				e.Traced, e.Handles = true, handles
				out, _ := e.inChild(t)
				decided, noticed := tt.honest(t, v, out)
				if t.Failed() {
					t.Fatalf("%d handles: %+v", handles, out)
				}
				table.add("too many open files", decided, noticed)
			}
			for largest := 0; largest < 2000 && err == nil; largest += 90 {
				v, e := tt.fresh(t)
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
		v, e := tt.fresh(t)
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
		v, e := tt.fresh(t)
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
