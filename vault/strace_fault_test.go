//go:build linux

package vault_test

import (
	"fmt"
	"maps"
	"os"
	"os/exec"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"coldstart/model"
	"coldstart/testdata/must"
	"coldstart/vault/disk"
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
	e, _ := tt.prepare(t)
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
	name   string
	files  files
	path   string
	choice model.Choice
	note   string
	end    files
}

// faultCases are all kinds of decisions, or the first one for the ordinary tests.
func faultCases(t *testing.T) []faultCase {
	t.Helper()
	var all []faultCase
	for _, c := range crashCases {
		all = append(all, faultCase{c.name, c.files, c.path, c.choice, c.note, wholeOutcome(t, c.files, c.path, c.choice, c.note)})
		if !faultsWanted() {
			break
		}
	}
	return all
}

// prepare makes a fresh vault and the errand of deciding in it.
func (tt faultCase) prepare(t *testing.T) (errand, *vaulttest.Vault) {
	t.Helper()
	v := decidingVault(t, tt.files)
	d := wish(t, v, tt.path, tt.choice, tt.note)
	return errand{Base: filepath.Dir(v.Dir()), State: "state", Operator: "ines", Decision: &d}, v
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
				e, v := tt.prepare(t)
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
					e, v := tt.prepare(t)
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
				e, v := tt.prepare(t)
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
