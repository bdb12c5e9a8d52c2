package cli

import (
	"bufio"
	"context"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"testing"

	"coldstart/testdata/must"
)

// watching is a watch that runs in the background.
type watching struct {
	out, err *bufio.Scanner
	ended    chan int
}

func watch(ctx context.Context, t *testing.T, env Env, args ...string) watching {
	t.Helper()
	out, outEnd, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	errs, errEnd, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { out.Close(); errs.Close() })
	env.Stdout, env.Stderr = outEnd, errEnd
	w := watching{bufio.NewScanner(out), bufio.NewScanner(errs), make(chan int, 1)}
	go func() {
		code := Run(ctx, append([]string{"watch"}, args...), env)
		outEnd.Close()
		errEnd.Close()
		w.ended <- code
	}()
	return w
}

func next(t *testing.T, s *bufio.Scanner) string {
	t.Helper()
	if !s.Scan() {
		t.Fatalf("no line: %v", s.Err())
	}
	return s.Text()
}

// watched runs an example of the command until it has said something.
func watched(t *testing.T, env Env, args ...string) result {
	t.Helper()
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	w := watch(ctx, t, env, args[1:]...)
	line := next(t, w.out)
	cancel()
	return result{code: <-w.ended, out: line}
}

func TestWatchPrintsTheShortStatusWhenItChanges(t *testing.T) {
	env := machine(t, demoVault(t))
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	w := watch(ctx, t, env)
	before := next(t, w.out)
	write(t, env.Dir, "Pending_Approval/new.md", "Please send this.\n")
	if after := next(t, w.out); !strings.HasPrefix(before, "coldstart: 17 need you") || !strings.HasPrefix(after, "coldstart: 18 need you") {
		t.Errorf("%q became %q", before, after)
	}
	cancel()
	if code := <-w.ended; code != exitDone {
		t.Errorf("exit code %d", code)
	}
}

func TestWatchNotifiesOfWhatIsNew(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("needs a program to run and a signal to send")
	}
	env := machine(t, demoVault(t))
	told := filepath.Join(t.TempDir(), "told")
	program := filepath.Join(t.TempDir(), "program")
	script := "#!/bin/sh\nprintf '%s|%s|%s|%s|%s\\n' \"$#\" \"$1\" \"$2\" \"$COLDSTART_ID\" \"$COLDSTART_HASH\" >>" + told + "\n"
	must.Do(t, os.WriteFile(program, []byte(script), 0o755))
	w := watch(t.Context(), t, env, "--notify", "--command", "--", program, "-x; touch y")
	if ready := next(t, w.err); ready != "hint: watching demo; ctrl+c ends it" {
		t.Fatalf("got %q", ready)
	}
	const name = "$(touch z) -- \x1b[2J.md"
	write(t, env.Dir, "Pending_Approval/"+name, "password: hunter2hunter2\n")
	line := next(t, w.out)
	if !strings.HasPrefix(line, "coldstart: ") || strings.Contains(line, "\x1b") || !strings.Contains(line, "waits for approval") || strings.Contains(line, "hunter2") {
		t.Errorf("got %q", line)
	}
	// What is there already is not told again, what comes back is.
	must.Do(t, os.Remove(filepath.Join(env.Dir, "Pending_Approval", name)))
	write(t, env.Dir, "Pending_Approval/second.md", "The second one\n")
	if second := next(t, w.out); !strings.Contains(second, "The second one") || strings.Contains(second, "more") {
		t.Errorf("got %q", second)
	}
	interruptSelf(t)
	if code := <-w.ended; code != exitDone {
		t.Errorf("exit code %d", code)
	}
	b, err := os.ReadFile(told)
	if want := "2|-x; touch y|" + line + "|Pending_Approval/" + name + "|"; err != nil || !strings.HasPrefix(string(b), want) {
		t.Errorf("the program got %q, %v, want %q", b, err, want)
	}
}

// interruptSelf sends this process the signal that watch waits for.
func interruptSelf(t *testing.T) {
	t.Helper()
	self, err := os.FindProcess(os.Getpid())
	if err == nil {
		err = self.Signal(os.Interrupt)
	}
	if err != nil {
		t.Fatal(err)
	}
}

func TestWatchUsage(t *testing.T) {
	env := machine(t, demoVault(t))
	for _, tt := range []struct {
		args []string
		code int
		want string
	}{
		{[]string{"here"}, exitUsage, `unexpected argument "here"`},
		{[]string{"--command", "--", "true"}, exitUsage, "--command needs --notify"},
		{[]string{"--notify", "--command"}, exitUsage, "needs a program after --"},
		{[]string{"--notify", "--command", "--", "no-such-program"}, exitFailed, "looking for the program"},
	} {
		if got := run(env, append([]string{"watch"}, tt.args...)...); got.code != tt.code || !strings.Contains(got.err, tt.want) {
			t.Errorf("%q: got %+v", tt.args, got)
		}
	}
}

func TestAFailingNoticeProgramIsTold(t *testing.T) {
	failing, err := exec.LookPath("false")
	if err != nil {
		t.Skip("needs a program that fails")
	}
	env := machine(t, demoVault(t))
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	w := watch(ctx, t, env, "--notify", "--command", "--", failing)
	next(t, w.err)
	write(t, env.Dir, "Pending_Approval/new.md", "Please.\n")
	next(t, w.out)
	if got := next(t, w.err); !strings.HasPrefix(got, "hint: the program of --command failed: exit status 1") {
		t.Errorf("got %q", got)
	}
	cancel()
	if code := <-w.ended; code != exitDone {
		t.Errorf("exit code %d", code)
	}
}
