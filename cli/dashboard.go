package cli

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"runtime/debug"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"coldstart/cli/answer"
	"coldstart/cli/program"
	"coldstart/cli/say"
	"coldstart/model"
	"coldstart/styles"
	"coldstart/tui"
	"coldstart/tui/phrase"
	"coldstart/vault"
)

func newDashboard(c *call) *cobra.Command {
	cmd := &cobra.Command{
		Use: "coldstart [VAULT] [--linear]", Example: "coldstart .",
		Short: "Open the dashboard",
		Long: `Without VAULT the nearest vault at or above the working directory is opened.
Without a terminal the report of coldstart status is printed instead.
--linear asks for one line at a time and draws nothing, for screen readers: every
decision can be made, behind its whole text.`,
		Args: atMost(1), RunE: c.running(c.runDashboard),
	}
	linearFlag(cmd)
	return cmd
}

func (c *call) runDashboard() (int, error) {
	if len(c.args) > 0 {
		if c.has("vault") {
			return 0, say.Usage("a vault is given twice", "either VAULT or --vault DIR")
		}
		c.vaults = c.args
	}
	vaults, closeAll, err := c.openAll()
	defer closeAll()
	if err != nil {
		return 0, err
	}
	return c.openScreen(vaults, "", c.now)
}

// openAll opens every vault that the command line means. What it opened is closed
// by closeAll, also after an error.
func (c *call) openAll() (vaults []*vault.Vault, closeAll func(), err error) {
	closeAll = func() {
		for _, v := range vaults {
			v.Close()
		}
	}
	dirs, err := c.vaultDirs()
	if err != nil {
		return nil, closeAll, err
	}
	for _, dir := range dirs {
		v, err := c.openAt(dir)
		if err != nil {
			return vaults, closeAll, err
		}
		vaults = append(vaults, v)
	}
	return vaults, closeAll, nil
}

// openScreen shows the dashboard, or prints the report where no person can press
// a key.
func (c *call) openScreen(vaults []*vault.Vault, title string, now func() time.Time) (int, error) {
	if !c.env.StdinIsTerminal || !c.env.StdoutIsTerminal {
		c.hint("there is no terminal here, so this is the report of coldstart status")
		return exitDone, c.reportAll(vaults, now())
	}
	if err := c.err.Flush(); err != nil {
		return 0, err
	}
	dirs := make([]string, len(vaults))
	for i, v := range vaults {
		dirs[i] = v.Dir()
	}
	shown := make([]tui.Vault, len(vaults))
	for i, name := range vaultNames(dirs) {
		shown[i] = tui.Vault{Name: name, Store: newThrifty(vaults[i]), Dir: dirs[i], Notice: joined(c.finish(vaults[i], now()), c.others)}
	}
	// A fixed clock shows one moment; the files of that moment belong to it.
	o := tui.Options{Theme: c.out.Theme, Now: now, Title: title, Commit: c.conf.On("commit"), Watch: !c.has("now"),
		Looks: !c.has("now") && !c.conf.On("read-only"), Clipboard: c.clipboard(), Editor: c.editor, Mouse: c.conf.On("mouse"),
		WindowTitle: c.conf.On("window-title") && !bare(c.env.Getenv),
		Views:       c.conf.OwnViews(), Keys: c.conf.Rebindings(), Actions: c.conf.OwnActions(),
		Program: func(dir string, words []string) tui.Process { return program.New(dir, words) },
	}
	screen := c.env.screen
	if c.conf.On("linear") {
		// In plain lines nothing is said by colour or by letters that are drawn.
		screen, o.Theme = tui.Linear, c.err.Theme
	}
	return exitDone, screen(c.ctx, shown, o, c.env.Stdin, c.env.Stdout)
}

// reportAll prints the report of each vault. One that cannot be read does not keep
// the others from being reported.
func (c *call) reportAll(vaults []*vault.Vault, now time.Time) error {
	var failed error
	for i, v := range vaults {
		if len(vaults) > 1 {
			if i > 0 {
				c.out.Line()
			}
			c.out.Line(answer.Words(styles.RoleHeading, "Vault "), c.out.Exact(styles.RoleTitle, v.Dir()))
		}
		s, err := v.Load(c.ctx, now)
		if err != nil {
			failed = errors.Join(failed, err)
			continue
		}
		c.out.MessageNews(s)
		c.out.Status(s)
	}
	return failed
}

func joined(a, b string) string {
	if a == "" || b == "" {
		return a + b
	}
	return a + "; " + b
}

// finish completes decisions that a killed process left half done and says so.
// What cannot be finished does not keep anybody from looking at the vault.
func (c *call) finish(v *vault.Vault, now time.Time) (notice string) {
	receipts, err := v.Recover(c.ctx, now)
	var said []string
	for _, r := range receipts {
		d := r.Decision
		if r.Void {
			said = append(said, fmt.Sprintf("an interrupted decision (%s %s) had not taken effect; decide again", d.Choice, d.Ref.Path))
		} else {
			said = append(said, fmt.Sprintf("finished an interrupted decision: %s %s", d.Choice.Past(), d.Ref.Path))
		}
	}
	notice = strings.Join(said, "; ")
	switch {
	case err != nil && notice != "":
		return notice + "; not finished: " + phrase.Error(err)
	case err != nil:
		return "not finished: " + phrase.Error(err)
	}
	return notice
}

func demoStart() time.Time { return time.Date(2026, time.March, 14, 7, 2, 0, 0, time.UTC) }

const (
	demoFolder = "testdata/demo"
	// demoName is the business whose vault it is.
	demoName = "saltmarsh-wheelworks"
)

func newDemo(c *call) *cobra.Command {
	cmd := &cobra.Command{
		Use: "demo [--linear]", Example: "coldstart demo",
		Short: "Open a copy of the built-in example vault",
		Long: "The copy lies in a temporary folder and is removed when the screen closes.\n" +
			"Its clock starts at " + model.FormatUTC(demoStart()) + " unless --now is given.",
		Args: none, RunE: c.running(c.runDemo),
	}
	linearFlag(cmd)
	return cmd
}

// runDemo opens a copy of the example vault, with a record of decisions of its
// own, and removes both in the end.
func (c *call) runDemo() (exit int, err error) {
	files, err := fs.Sub(c.env.Demo, demoFolder)
	if err != nil {
		return 0, fmt.Errorf("finding the built-in vault: %w", err)
	}
	if c.has("vault") {
		return 0, say.Usage("coldstart demo opens its own vault", "leave --vault out")
	}
	if c.has("seed") {
		return 0, say.Usage("coldstart demo has a memory of its own", "leave --seed out")
	}
	if c.confErr != nil {
		return 0, c.confErr
	}
	now := c.demoClock()
	demo, err := vault.NewTempCopy(files, demoName, now())
	if err != nil {
		return 0, err
	}
	defer func() { err = errors.Join(err, demo.Remove()) }()
	// The memory in the operator's home is not for trying things out.
	v, err := vault.Open(demo.Dir, vault.Options{
		StateDir: demo.StateDir, ReadOnly: c.conf.On("read-only"), ReadOnlyBy: c.conf.AskedFor("read-only"),
		Operator: c.env.Operator, WorkRule: c.conf.WorkRule(), Clock: c.env.Now,
	})
	if err != nil {
		return 0, err
	}
	defer v.Close()
	c.hint("this is a copy of the built-in vault in " + demo.Dir + "; it is removed in the end")
	return c.openScreen([]*vault.Vault{v}, "demo", now)
}

func (c *call) demoClock() func() time.Time {
	if c.has("now") {
		return c.now
	}
	start := c.env.Now()
	return func() time.Time { return demoStart().Add(c.env.Now().Sub(start)) }
}

// clipboard says how the screen may copy.
func (c *call) clipboard() tui.Clipboard {
	clip := tui.Clipboard{Between: between(c.env.Getenv)}
	switch {
	case !c.conf.On("clipboard"):
		clip.Off = "copying is switched off in the settings"
	case bare(c.env.Getenv):
		clip.Off = "this terminal has no clipboard"
	}
	return clip
}

// bare reports whether the terminal takes no operating system commands, and might show
// them.
func bare(getenv func(string) string) bool {
	term := getenv("TERM")
	return term == "dumb" || term == "linux"
}

// between gives the program that runs the terminal we see; the innermost one that tells
// of itself counts.
func between(getenv func(string) string) styles.Between {
	switch {
	case getenv("TMUX") != "":
		return styles.Tmux
	case getenv("STY") != "":
		return styles.Screen
	}
	return styles.Nothing
}

// thrifty is a vault that gives memory back to the system some time after each load: a
// screen stands for hours between two of them, and a load needs more than what it finds.
type thrifty struct {
	*vault.Vault
	back *time.Timer
}

// loadRest is how long after a load its memory is given back: by then the screen has
// made what it shows of it.
const loadRest = time.Second

func newThrifty(v *vault.Vault) thrifty {
	return thrifty{v, time.AfterFunc(loadRest, debug.FreeOSMemory)}
}

// Load is that of the vault.
func (t thrifty) Load(ctx context.Context, now time.Time) (model.Snapshot, error) {
	defer t.back.Reset(loadRest)
	return t.Vault.Load(ctx, now)
}

// LoadChanged is that of the vault.
func (t thrifty) LoadChanged(ctx context.Context, now time.Time) (model.Snapshot, error) {
	defer t.back.Reset(loadRest)
	return t.Vault.LoadChanged(ctx, now)
}
