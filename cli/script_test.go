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

	"coldstart/cli/program"
	"coldstart/cli/remote"
	"coldstart/testdata/must"
	"coldstart/testdata/whole"
	"coldstart/tui"
)

// The variables that scripts steer the program under test with.
const (
	moduleVar   = "COLDSTART_TEST_MODULE"   // where testdata/demo lies
	terminalVar = "COLDSTART_TEST_TERMINAL" // these streams count as terminals: "none", "stdin", "both"
	clientVar   = "COLDSTART_TEST_CLIENT"   // the process of the agent that runs the one under test
	aboveVar    = "COLDSTART_TEST_ABOVE"    // a program that runs the one under test; "real": those that do
)

var update = flag.Bool("update", false, "write what scripts compare with cmp into them")

// toolsDir is the first folder on the PATH while the tests run, for programs that they make.
var toolsDir string

// withTools is all tests of the package.
type withTools struct{ *testing.M }

// Run makes the folder of tools, and removes it after the tests.
func (m withTools) Run() int {
	var err error
	if toolsDir, err = os.MkdirTemp("", "coldstart-tools-"); err != nil {
		fmt.Fprintln(os.Stderr, err)
		return 1
	}
	defer os.RemoveAll(toolsDir)
	os.Setenv("PATH", toolsDir+string(filepath.ListSeparator)+os.Getenv("PATH"))
	return m.M.Run()
}

func TestMain(m *testing.M) {
	whole.Quick()
	testscript.Main(withTools{m}, map[string]func(){"coldstart": func() {
		env := scripted(FromOS(nil), os.Getenv)
		os.Exit(Run(context.Background(), os.Args[1:], env))
	}, "bank": bank})
}

// scripted gives an environment what scripts say, and a screen that only tells how it
// was opened.
func scripted(env Env, getenv func(string) string) Env {
	env.Demo, env.screen, env.Zone, env.Operator = os.DirFS(getenv(moduleVar)), tellScreen, time.UTC, operator(getenv, func() string { return "" }, "bench")
	if terminals := getenv(terminalVar); terminals != "" {
		env.StdinIsTerminal, env.StdoutIsTerminal = terminals != "none", terminals == "both"
	}
	if work := getenv("WORK"); work != "" {
		env.connect = hostsIn(filepath.Join(work, "hosts"))
	}
	// An agent may run the tests.
	if above := getenv(aboveVar); above != "real" {
		env.above = func() [][]string { return [][]string{{"sh"}, strings.Fields(above)} }
	}
	env.client = func() string { return getenv(clientVar) }
	return env
}

// hostsIn has the machines of a test: each is the home folder of its destination, in which the program
// runs instead of ssh. One without a folder cannot be reached.
func hostsIn(dir string) func(remote.Config) *remote.Conn {
	return func(c remote.Config) *remote.Conn {
		home := filepath.Join(dir, c.Host.SSH)
		c.Command = func(ctx context.Context) *exec.Cmd {
			if _, err := os.Stat(home); err != nil {
				return exec.CommandContext(ctx, filepath.Join(dir, "nothing"))
			}
			cmd := exec.CommandContext(ctx, "coldstart", remote.Serving)
			cmd.Dir, cmd.Env = home, []string{"HOME=" + home, "PATH=" + os.Getenv("PATH"), "USER=mira", moduleVar + "=" + os.Getenv(moduleVar)}
			return cmd
		}
		return remote.New(c)
	}
}

// runHere is the script command "run args...": it runs the program within the test, which is
// far quicker than "exec coldstart args...". A person types it, as far as the program can see,
// and reads what it says through a pipe.
func runHere(ts *testscript.TestScript, neg bool, args []string) {
	if code := codeHere(ts, args); (code == exitDone) == neg {
		ts.Fatalf("exit code %d", code)
	}
}

func codeHere(ts *testscript.TestScript, args []string) int {
	env := scripted(Env{
		Stdin: strings.NewReader(""), StdinIsTerminal: true, Stdout: ts.Stdout(), Stderr: ts.Stderr(),
		Getenv: ts.Getenv, Dir: ts.MkAbs("."), Now: time.Now, find: program.Find,
		self: ownProgram(ts.Getenv),
	}, ts.Getenv)
	return Run(context.Background(), args, env)
}

// ownProgram is the program of a script on its PATH, which is this one.
func ownProgram(getenv func(string) string) string {
	for _, dir := range filepath.SplitList(getenv("PATH")) {
		file := filepath.Join(dir, "coldstart")
		if _, err := os.Stat(file); err == nil {
			return file
		}
	}
	return ""
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
	for _, h := range o.Hosts {
		if _, err := fmt.Fprintf(out, "screen of host %s: %s\n", h.Name, tellHost(ctx, h, o.Now())); err != nil {
			return err
		}
	}
	return nil
}

// tellHost says what the vaults of a host are called.
func tellHost(ctx context.Context, h tui.Host, now time.Time) string {
	vaults, err := h.Vaults(ctx)
	if err != nil {
		return err.Error()
	}
	said := ""
	for _, v := range vaults {
		snapshot, err := v.Store.Load(ctx, now)
		said += fmt.Sprintf("%s on %s (%d requests, read-only %q, %v) ", v.Name, v.Host, len(snapshot.Requests), snapshot.ReadOnly, err)
	}
	return said
}

func TestScripts(t *testing.T) {
	module := must.Get(filepath.Abs(".."))(t)
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
		Cmds: map[string]func(*testscript.TestScript, bool, []string){"run": runHere, "code": wantCode, "tree": wantTree, "appendto": appendTo},
	})
}

// wantCode is the script command "code N run args..." or "code N exec program
// args...": it runs a program and fails when it exits with another code than N.
func wantCode(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) < 2 {
		ts.Fatalf("usage: code N run args... or code N exec program args...")
	}
	want, err := strconv.Atoi(args[0])
	ts.Check(err)
	var got int
	if args[1] == "run" {
		got = codeHere(ts, args[2:])
	} else {
		got = codeOf(ts, args[2:])
	}
	if got != want {
		ts.Fatalf("exit code %d, want %d", got, want)
	}
}

func codeOf(ts *testscript.TestScript, args []string) int {
	var exit *exec.ExitError
	switch err := ts.Exec(args[0], args[1:]...); {
	case errors.As(err, &exit):
		return exit.ExitCode()
	case err != nil:
		ts.Fatalf("running %s: %v", args[0], err)
	}
	return exitDone
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
