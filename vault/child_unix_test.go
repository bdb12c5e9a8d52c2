//go:build unix

package vault_test

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"syscall"
	"testing"

	"coldstart/model"
	"coldstart/testdata/must"
	"coldstart/testdata/whole"
	"coldstart/vault/places"
	"coldstart/vault/vaulttest"
)

// errand is what a child process does with a vault.
type errand struct {
	Base, State string
	Operator    string
	// Decision is made, or open ones are recovered when it is nil.
	Decision *model.Decision
	// Settles is the id of a decision that the child settles instead.
	Settles string
	// Starts makes the child start a session instead.
	Starts bool
	// KillAt is the number of the change ahead of which the child kills itself.
	KillAt int
	// Traced makes the child look for two files that are not there, around what it does,
	// so that a trace of its system calls tells where that begins and ends.
	Traced bool
	// Handles is how many files the child may have open, 0 for as many as it likes.
	Handles uint64
	// Race makes the child say on descriptor 3 that it is ready, and wait until its
	// input ends.
	Race bool
}

// outcome is what a child process reports.
type outcome struct {
	Already  bool
	Err      string
	Kind     string
	Receipts int
	Notices  []string
	ReadOnly string
}

const markBegin, markEnd = "/coldstart-begin", "/coldstart-end"

const errandVariable = "COLDSTART_TEST_ERRAND"

// init keeps a child on its first thread: a tracer counts calls by thread, and other
// threads are not traced.
func init() {
	if os.Getenv(errandVariable) != "" {
		runtime.LockOSThread()
	}
}

// stride is how far apart the places lie at which a child is killed.
var stride = whole.Rounds(8, 1)

func TestMain(m *testing.M) {
	text := os.Getenv(errandVariable)
	if dir := os.Getenv(watcherVariable); dir != "" {
		fmt.Fprintln(os.Stderr, takeAll(dir))
		os.Exit(1)
	}
	if text == "" {
		whole.Quick()
		os.Exit(m.Run())
	}
	var e errand
	err := json.Unmarshal([]byte(text), &e)
	if err == nil {
		err = json.NewEncoder(os.Stdout).Encode(e.run())
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
	os.Exit(0)
}

func (e errand) run() outcome {
	v, err := vaulttest.Open(filepath.Join(e.Base, "vault"), places.Options{StateDir: filepath.Join(e.Base, e.State), Operator: e.Operator})
	if err != nil {
		return outcome{Err: err.Error()}
	}
	defer v.Close()
	changes := 0
	v.Where.Disk.Before = func(string, string) {
		if changes++; changes == e.KillAt {
			killMyself()
		}
	}
	if e.Race {
		if err := waitForStart(); err != nil {
			return outcome{Err: err.Error()}
		}
	}
	var out outcome
	if !e.Traced {
		s, err := v.Load(context.Background(), eleven)
		if err != nil {
			return outcome{Err: err.Error()}
		}
		out.ReadOnly = s.ReadOnly
	}
	if err := e.limitHandles(v); err != nil {
		return outcome{Err: err.Error()}
	}
	e.mark(markBegin)
	err = e.decide(v, &out)
	e.mark(markEnd)
	if err == nil {
		return out
	}
	out.Err = err.Error()
	for _, kind := range []error{model.ErrConflict, model.ErrNotFound, model.ErrNotAllowed, model.ErrLocked, model.ErrReadOnly} {
		if errors.Is(err, kind) {
			out.Kind = kind.Error()
		}
	}
	return out
}

// decide makes or recovers decisions.
func (e errand) decide(v *vaulttest.Vault, out *outcome) error {
	if e.Starts {
		_, err := v.StartSession(context.Background(), "", "Spindle", "", eleven)
		return err
	}
	if e.Settles != "" {
		_, err := v.Settle(context.Background(), e.Settles, eleven)
		return err
	}
	if e.Decision == nil {
		receipts, err := v.Recover(context.Background(), eleven)
		out.Receipts = len(receipts)
		return err
	}
	receipt, err := v.Decide(context.Background(), *e.Decision)
	out.Already, out.Notices = receipt.Already, receipt.Notices
	return err
}

// limitHandles takes file handles away. The first file that is opened makes Go open
// some for itself, without which it cannot go on.
func (e errand) limitHandles(v *vaulttest.Vault) error {
	if e.Handles == 0 {
		return nil
	}
	f, err := v.Where.Disk.Root.Open(".")
	if err != nil {
		return err
	}
	return errors.Join(f.Close(), syscall.Setrlimit(syscall.RLIMIT_NOFILE, &syscall.Rlimit{Cur: e.Handles, Max: e.Handles}))
}

func (e errand) mark(name string) {
	if e.Traced {
		// Nothing has this name.
		_, _ = os.Stat(name)
	}
}

// waitForStart returns when the parent lets go of all children at once.
func waitForStart() error {
	ready := os.NewFile(3, "ready")
	if _, err := ready.Write([]byte{'r'}); err != nil {
		return err
	}
	if err := ready.Close(); err != nil {
		return err
	}
	_, err := io.ReadAll(os.Stdin)
	return err
}

func killMyself() {
	_ = syscall.Kill(os.Getpid(), syscall.SIGKILL)
	select {}
}

// command prepares a child process that runs e.
func (e errand) command(t *testing.T, program string) (*exec.Cmd, *bytes.Buffer) {
	t.Helper()
	text := must.Get(json.Marshal(e))(t)
	cmd := exec.CommandContext(t.Context(), program)
	cmd.Env = append(os.Environ(), errandVariable+"="+string(text))
	var out bytes.Buffer
	cmd.Stdout, cmd.Stderr = &out, os.Stderr
	return cmd, &out
}

// inChild runs e in a child process and tells whether the child was killed. Alone there, it races with nobody.
func (e errand) inChild(t *testing.T) (out outcome, killed bool) {
	t.Helper()
	if racing {
		t.Skip("the race detector makes starting a process many times slower")
	}
	cmd, text := e.command(t, testProgram(t))
	return reportOf(t, cmd.Run(), text)
}

func testProgram(t *testing.T) string {
	t.Helper()
	program := must.Get(os.Executable())(t)
	return program
}

func reportOf(t *testing.T, err error, text *bytes.Buffer) (out outcome, killed bool) {
	t.Helper()
	if exit, ok := errors.AsType[*exec.ExitError](err); ok {
		if status, ok := exit.Sys().(syscall.WaitStatus); ok && status.Signaled() && status.Signal() == syscall.SIGKILL {
			return out, true
		}
	}
	if err != nil {
		t.Fatalf("child: %v", err)
	}
	if err := json.Unmarshal(text.Bytes(), &out); err != nil {
		t.Fatalf("child said %q: %v", text, err)
	}
	return out, false
}
