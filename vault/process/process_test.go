package process

import (
	"os"
	"os/exec"
	"path/filepath"
	"reflect"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"coldstart/testdata/must"
)

// say writes what /proc would have of a process.
func say(t *testing.T, proc string, pid, parent int, cmdline, comm string) {
	t.Helper()
	dir := filepath.Join(proc, strconv.Itoa(pid))
	must.Do(t, os.MkdirAll(dir, 0o755))
	for name, text := range map[string]string{
		"cmdline": cmdline, "comm": comm, "status": "Name:\tx\nPPid:\t" + strconv.Itoa(parent) + "\nUid:\t0\n",
	} {
		must.Do(t, os.WriteFile(filepath.Join(dir, name), []byte(text), 0o644))
	}
}

func TestAbove(t *testing.T) {
	t.Parallel()
	proc := t.TempDir()
	say(t, proc, 9, 7, "sh\x00-c\x00x y\x00", "sh\n")
	say(t, proc, 7, 5, "claude\x00\x00\x00\x00", "claude\n") // a title written over the arguments
	say(t, proc, 5, 1, "", "kworker\n")
	say(t, proc, 1, 0, "/sbin/init\x00", "init\n")
	want := [][]string{{"sh", "-c", "x y"}, {"claude"}, {"kworker"}, {"/sbin/init"}}
	if got := above(proc, 9); !reflect.DeepEqual(got, want) {
		t.Errorf("got %q, want %q", got, want)
	}
	if got := nearest(proc, 9, func(args []string) bool { return args[0] == "kworker" }); got != "process 5 " {
		t.Errorf("the nearest is %q", got)
	}
	if got := nearest(proc, 9, func([]string) bool { return false }); got != "" {
		t.Errorf("none is %q", got)
	}
	if got := above(proc, 4711); got != nil {
		t.Errorf("of a process that is not there: %q", got)
	}
}

// A list that leads into itself ends, and so does a file without an end.
func TestAboveIsBounded(t *testing.T) {
	t.Parallel()
	proc := t.TempDir()
	long := make([]byte, 1<<20)
	for i := range long {
		long[i] = 'x'
	}
	say(t, proc, 3, 3, string(long), "x")
	got := above(proc, 3)
	if len(got) != mostAbove || len(got[0][0]) != maxStatus {
		t.Errorf("%d programs, the first of %d bytes", len(got), len(got[0][0]))
	}
}

func TestAboveKnowsWhoRunsThisTest(t *testing.T) {
	t.Parallel()
	if runtime.GOOS != "linux" {
		t.Skip("only Linux has /proc as it is read here")
	}
	if got := Above(); len(got) == 0 || got[0][0] == "" {
		t.Errorf("got %q", got)
	}
}

// A process is known by its number and its start, and one that ended is not.
func TestStarted(t *testing.T) {
	first, ok := Started(os.Getpid())
	if again, still := Started(os.Getpid()); !ok || !still || again != first {
		t.Errorf("this test: %q %v, then %q %v", first, ok, again, still)
	}
	cmd := exec.Command("sleep", "60")
	if err := cmd.Start(); err != nil {
		t.Skip("no sleep here:", err)
	}
	if _, ok := Started(cmd.Process.Pid); !ok {
		t.Error("a running process is not found")
	}
	must.Do(t, cmd.Process.Kill())
	_ = cmd.Wait()
	if _, ok := Started(cmd.Process.Pid); ok {
		t.Error("a process that ended is found")
	}
	if _, ok := Started(0); ok {
		t.Error("process 0 is found")
	}
}

// A number is used again: the start tells, or when a process began, else it is a guess.
func TestRuns(t *testing.T) {
	t.Parallel()
	proc := t.TempDir()
	put := func(name, words string) {
		must.Do(t, os.MkdirAll(filepath.Dir(filepath.Join(proc, name)), 0o755))
		must.Do(t, os.WriteFile(filepath.Join(proc, name), []byte(words), 0o644))
	}
	// It began 50 s after the machine.
	put("7/stat", "7 (an (odd) name) S 1 7 7 0 -1 0 0 0 0 0 0 0 0 0 20 0 1 0 5000 0 0\n")
	put("stat", "cpu  1 2 3\nintr 5 "+strings.Repeat("0 ", 20_000)+"\nbtime 1700000000\n")
	began := time.Unix(1_700_000_050, 0)
	for name, c := range map[string]struct {
		start       string
		before      time.Time
		alive, sure bool
	}{
		"the same":                         {"5000", time.Time{}, true, true},
		"another start":                    {"4711", began, false, true},
		"no start, it began long after":    {"", began.Add(-time.Hour), false, true},
		"no start, it may be the same":     {"", began.Add(time.Second), true, false},
		"no start, and no time is known":   {"", time.Time{}, true, false},
		"the same, whatever the time says": {"5000", began.Add(-time.Hour), true, true},
	} {
		if alive, sure := runs(proc, 7, c.start, c.before); alive != c.alive || sure != c.sure {
			t.Errorf("%s: alive %v, sure %v", name, alive, sure)
		}
	}
}

// Who writes into a file is known by the file itself: a reader is none, nor who writes into a copy.
func TestWriters(t *testing.T) {
	t.Parallel()
	proc, dir := t.TempDir(), t.TempDir()
	file := func(name, words string) string {
		must.Do(t, os.MkdirAll(filepath.Dir(name), 0o755))
		must.Do(t, os.WriteFile(name, []byte(words), 0o644))
		return name
	}
	written, read, copied := file(dir+"/rollout-1.jsonl", ""), file(dir+"/rollout-2.jsonl", ""), file(dir+"/rollout-3.jsonl", "")
	gone := dir + "/rollout-4.jsonl"
	for fd, open := range map[string]struct{ at, flags string }{
		"self/fd/0": {"/dev/null", "0100002"}, "7/fd/0": {"/dev/null", "0100002"},
		"7/fd/12": {written, "02102001"}, "8/fd/3": {written, "0100000"}, "9/fd/3": {read, "0100000"},
		"9/fd/4": {file(dir+"/backup/rollout-3.jsonl", ""), "02102001"}, "9/fd/5": {gone + " (deleted)", "02102001"}, "sys/fd/1": {copied, "02"},
	} {
		name := filepath.Join(proc, filepath.FromSlash(fd))
		file(filepath.Join(filepath.Dir(name)+"info", filepath.Base(name)), "pos:\t0\nflags:\t"+open.flags+"\nmnt_id:\t31\n")
		must.Do(t, os.MkdirAll(filepath.Dir(name), 0o755))
		if err := os.Symlink(open.at, name); err != nil {
			t.Skip("no links here:", err)
		}
	}
	if got, want := writers(proc, []string{written, read, copied, gone}), map[string]int{written: 7}; !reflect.DeepEqual(got, want) {
		t.Errorf("got %v, want %v", got, want)
	}
	if got := writers(t.TempDir(), []string{written}); len(got) > 0 {
		t.Errorf("a system without open files is said to tell of %v", got)
	}
}

// The processes of a program are known by its name, each with its folder.
func TestNamed(t *testing.T) {
	t.Parallel()
	proc, dir := t.TempDir(), t.TempDir()
	say(t, proc, 7, 1, "opencode\x00-s\x00ses_1\x00", "opencode\n")
	say(t, proc, 8, 1, "node\x00opencode\x00", "node\n")
	say(t, proc, 9, 1, "opencode\x00", "opencode\n")
	if err := os.Symlink(dir, filepath.Join(proc, "7", "cwd")); err != nil {
		t.Skip("no links here:", err)
	}
	all := named(proc, "opencode")
	slices.SortFunc(all, func(a, b Program) int { return a.PID - b.PID })
	if want := []Program{{7, []string{"opencode", "-s", "ses_1"}, dir}, {9, []string{"opencode"}, ""}}; !reflect.DeepEqual(all, want) {
		t.Errorf("got %+v, want %+v", all, want)
	}
}
