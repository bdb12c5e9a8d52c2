package cli

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/rogpeppe/go-internal/testscript"

	"coldstart/tui"
)

// The variables that scripts steer the program under test with.
const (
	moduleVar   = "COLDSTART_TEST_MODULE"   // where testdata/demo lies
	terminalVar = "COLDSTART_TEST_TERMINAL" // set: streams count as terminals
)

var update = flag.Bool("update", false, "write what scripts compare with cmp into them")

func TestMain(m *testing.M) {
	testscript.Main(m, map[string]func(){"coldstart": func() { os.Exit(runScripted()) }})
}

// runScripted is main with a screen that only tells how it was opened.
func runScripted() int {
	env := FromOS(os.DirFS(os.Getenv(moduleVar)))
	env.screen, env.Zone = tellScreen, time.UTC
	if os.Getenv(terminalVar) != "" {
		env.StdinIsTerminal, env.StdoutIsTerminal = true, true
	}
	return Run(context.Background(), os.Args[1:], env)
}

func tellScreen(ctx context.Context, vaults []tui.Vault, o tui.Options, _ io.Reader, out io.Writer) error {
	for _, v := range vaults {
		snapshot, err := v.Store.Load(ctx, o.Now())
		if err != nil {
			return err
		}
		commits := ""
		if o.Commit {
			commits = ", commits"
		}
		_, err = fmt.Fprintf(out, "screen of %s %q at %s, %d plans, notice %q%s\n",
			v.Name, o.Title, o.Now().UTC().Format("15:04"), len(snapshot.Plans), v.Notice, commits)
		if err != nil {
			return err
		}
	}
	return nil
}

func TestScripts(t *testing.T) {
	module, err := filepath.Abs("..")
	if err != nil {
		t.Fatal(err)
	}
	dir := filepath.Join("testdata", "script")
	var some []string
	if underRace {
		for _, name := range []string{"agent_loop", "approve", "mcp", "several", "undo"} {
			some = append(some, filepath.Join(dir, name+".txtar"))
		}
		dir = ""
	}
	testscript.Run(t, testscript.Params{
		Dir:                 dir,
		Files:               some,
		RequireExplicitExec: true,
		RequireUniqueNames:  true,
		UpdateScripts:       *update,
		Setup: func(env *testscript.Env) error {
			env.Setenv(moduleVar, module)
			env.Setenv("XDG_STATE_HOME", filepath.Join(env.WorkDir, ".state"))
			env.Setenv("USER", "sam")
			return nil
		},
		Cmds: map[string]func(*testscript.TestScript, bool, []string){"code": wantCode, "tree": wantTree, "appendto": appendTo},
	})
}

// wantCode is the script command "code N program args...": it runs a program and
// fails when it exits with another code than N.
func wantCode(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) < 2 {
		ts.Fatalf("usage: code N program args...")
	}
	want, err := strconv.Atoi(args[0])
	ts.Check(err)
	got := 0
	var exit *exec.ExitError
	switch err := ts.Exec(args[1], args[2:]...); {
	case errors.As(err, &exit):
		got = exit.ExitCode()
	case err != nil:
		ts.Fatalf("running %s: %v", args[1], err)
	}
	if got != want {
		ts.Fatalf("exit code %d, want %d", got, want)
	}
}

// appendTo is the script command "appendto file text": it adds the text of one file to
// the end of another.
func appendTo(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) != 2 {
		ts.Fatalf("usage: appendto file text")
	}
	f, err := os.OpenFile(ts.MkAbs(args[0]), os.O_WRONLY|os.O_APPEND, 0)
	ts.Check(err)
	_, err = f.WriteString(ts.ReadFile(args[1]))
	ts.Check(errors.Join(err, f.Close()))
}

// wantTree is the script command "tree folder names...": it fails unless exactly
// these files and folders, by their paths below the folder, are in it.
func wantTree(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) == 0 {
		ts.Fatalf("usage: tree folder names...")
	}
	var names []string
	ts.Check(fs.WalkDir(os.DirFS(ts.MkAbs(args[0])), ".", func(name string, _ fs.DirEntry, err error) error {
		if name != "." {
			names = append(names, name)
		}
		return err
	}))
	if got, want := strings.Join(names, " "), strings.Join(args[1:], " "); got != want {
		ts.Fatalf("%s holds %q, want %q", args[0], got, want)
	}
}

func brokenScreen(context.Context, []tui.Vault, tui.Options, io.Reader, io.Writer) error {
	return errors.New("the screen broke")
}
