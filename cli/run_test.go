package cli

import (
	"bytes"
	"context"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"coldstart/testdata/must"
)

// result is what one run left behind.
type result struct {
	code     int
	out, err string
}

// machine is an environment in dir with a state folder of its own, without a
// terminal, at the moment of the demo.
func machine(t testing.TB, dir string) Env {
	t.Helper()
	return Env{
		find:  func(name string) (string, error) { return name, nil },
		Stdin: strings.NewReader(""), Dir: dir, Operator: "sam",
		Getenv: variables{"XDG_STATE_HOME": t.TempDir()}.get,
		Now:    demoStart, Demo: os.DirFS(".."), screen: tellScreen,
	}
}

func run(env Env, args ...string) result {
	var out, err bytes.Buffer
	env.Stdout, env.Stderr = &out, &err
	code := Run(context.Background(), args, env)
	return result{code, out.String(), err.String()}
}

// demoVault is a fresh copy of the example vault.
func demoVault(t *testing.T) string {
	t.Helper()
	dir := filepath.Join(t.TempDir(), "demo")
	must.Do(t, os.CopyFS(dir, os.DirFS(filepath.Join("..", "testdata", "demo"))))
	return dir
}

// write makes a file with its folders.
func write(t testing.TB, dir, name, text string) {
	t.Helper()
	path := filepath.Join(dir, filepath.FromSlash(name))
	must.Do(t, os.MkdirAll(filepath.Dir(path), 0o755))
	must.Do(t, os.WriteFile(path, []byte(text), 0o644))
}

// full is a stream on a full disk.
type full struct{}

func (full) Write([]byte) (int, error) { return 0, errors.New("no space left") }

func TestOutputThatCannotBeWrittenIsAFailure(t *testing.T) {
	t.Parallel()
	for _, args := range [][]string{{"status"}, {"status", "--json"}, {"help"}, {"version"}} {
		env := machine(t, demoVault(t))
		var err bytes.Buffer
		env.Stdout, env.Stderr = full{}, &err
		if code := Run(context.Background(), args, env); code != exitFailed {
			t.Errorf("%s: exit code %d", args, code)
		}
		if want := "error: writing the output: no space left\n"; err.String() != want {
			t.Errorf("%s: got %q, want %q", args, err.String(), want)
		}
	}
}

func TestACancelledRunFails(t *testing.T) {
	t.Parallel()
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	env := machine(t, demoVault(t))
	var out, err bytes.Buffer
	env.Stdout, env.Stderr = &out, &err
	if code := Run(ctx, []string{"approve", "2026-013"}, env); code != exitFailed || out.Len() > 0 {
		t.Errorf("exit code %d, output %q, errors %q", code, out.String(), err.String())
	}
}

func TestWithoutAStateFolderTheVaultIsOnlyRead(t *testing.T) {
	t.Parallel()
	env := machine(t, demoVault(t))
	env.Getenv = variables{}.get
	if got := run(env, "status"); got.code != exitDone || !strings.Contains(got.out, "Warning: read-only — no folder for the ledger") {
		t.Errorf("got %+v", got)
	}
	if got := run(env, "approve", "2026-013"); got.code != exitFailed || !strings.Contains(got.err, "set HOME") {
		t.Errorf("got %+v", got)
	}
}

func TestTheScreenFailingFailsTheRun(t *testing.T) {
	t.Parallel()
	env := machine(t, demoVault(t))
	env.StdinIsTerminal, env.StdoutIsTerminal = true, true
	env.Now = func() time.Time { return time.Time{} }
	env.screen = brokenScreen
	for _, args := range [][]string{{}, {"demo"}} {
		if got := run(env, args...); got.code != exitFailed || !strings.Contains(got.err, "error: the screen broke\n") {
			t.Errorf("%q: got %+v", args, got)
		}
	}
}

// TestInterruptedDecision kills an approval between its two halves: the file is
// published and still pending.
func TestInterruptedDecision(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		name     string
		args     []string
		terminal bool
		out, err string
		finished bool
	}{
		{
			name: "the report says so and changes nothing", args: []string{"status"},
			out: "Unfinished: Pending_Approval/a.md: approve of 2026-03-14T07:00:00Z holds; it was interrupted, and its remaining changes are still to be made; opening coldstart,",
		},
		{
			name: "so does the short one", args: []string{"status", "--short"},
			out: "coldstart: 2 need you, 1 decision unfinished · ",
		},
		{
			name: "doctor says so", args: []string{"doctor"},
			out: "warn  Approved/a.md: approve of 2026-03-14T07:00:00Z holds; it was interrupted, and its remaining changes are still to be made\n",
		},
		{
			name: "the dashboard finishes it", terminal: true, finished: true,
			out: `notice "completed an interrupted decision: approve Pending_Approval/a.md"`,
		},
		{
			name: "a dashboard that may not write does not", args: []string{"--read-only"}, terminal: true,
			out: `notice ""`,
		},
		{
			name: "the same decision finishes it", args: []string{"approve", "a"}, finished: true,
			out: "already approved: Approved/a.md\n",
			err: "hint: completed an interrupted decision: approve Pending_Approval/a.md\n",
		},
		{
			name: "a dry run does not", args: []string{"changes", "a", "-m", "x", "--dry-run"},
			out: "would create Pending_Approval/a.md.note\n",
		},
	} {
		t.Run(tt.name, func(t *testing.T) {
			dir := t.TempDir()
			env := machine(t, dir)
			interrupt(t, env)
			env.StdinIsTerminal, env.StdoutIsTerminal = tt.terminal, tt.terminal
			got := run(env, tt.args...)
			if !strings.Contains(got.out, tt.out) || got.err != tt.err {
				t.Errorf("got %+v, want the output %q and the errors %q", got, tt.out, tt.err)
			}
			_, err := os.Stat(filepath.Join(dir, "Pending_Approval", "a.md"))
			if tt.finished != errors.Is(err, fs.ErrNotExist) {
				t.Errorf("pending copy: %v", err)
			}
		})
	}
}

func interrupt(t *testing.T, env Env) {
	t.Helper()
	const text = "Please send this.\n"
	write(t, env.Dir, "Pending_Approval/a.md", text)
	write(t, env.Dir, "Pending_Approval/b.md", text)
	// The first decision makes the ledger, whose folder has a name of its own.
	if got := run(env, "changes", "b", "-m", "Shorter"); got.code != exitDone {
		t.Fatalf("got %+v", got)
	}
	write(t, env.Dir, "Approved/a.md", text)
	state := stateDir(env.Getenv, "linux")
	ledgers, err := filepath.Glob(filepath.Join(state, "*", "ledger.jsonl"))
	if err != nil || len(ledgers) != 1 {
		t.Fatalf("ledgers %q, error %v", ledgers, err)
	}
	const hash = "8ac8f61f9e5550b7f6f4f46771ce0bfc49ff62cd01d1582ce8cc7a747af4f613"
	f := must.Get(os.OpenFile(ledgers[0], os.O_WRONLY|os.O_APPEND, 0))(t)
	defer f.Close()
	for _, phase := range []string{"planned", "published"} {
		must.Get(f.WriteString(`{"id":"20260314T070000Z-0badcafe","phase":"` + phase + `","at":"2026-03-14T07:00:00Z","operator":"sam",` +
			`"choice":"approve","kind":"request","path":"Pending_Approval/a.md","to":"Approved/a.md","seen":"` + hash + `","sent":"` + hash + `",` +
			`"holds":1,"ops":[{"do":"create","path":"Approved/a.md","of":"Pending_Approval/a.md","next":"` + hash + `","back":true},` +
			`{"do":"remove","path":"Pending_Approval/a.md","to":"Pending_Approval/.coldstart-0badcafe","was":"` + hash + `","back":true,"must":true},` +
			`{"rule":"note","what":"the note"},{"rule":"plan","what":"the plan"},{"rule":"day","what":"the day's log"}]}` + "\n"))(t)
	}
}

// variables is an environment for tests.
type variables map[string]string

func (v variables) get(name string) string { return v[name] }
