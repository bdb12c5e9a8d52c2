package cli

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"runtime/debug"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"coldstart/cli/answer"
	"coldstart/cli/gate"
	"coldstart/cli/program"
	"coldstart/cli/say"
	"coldstart/cli/settings"
	"coldstart/model"
	"coldstart/model/phrase"
	"coldstart/model/rule"
	"coldstart/styles"
	"coldstart/tui"
	"coldstart/tui/confirm"
	"coldstart/vault"
	"coldstart/vault/hook"
	"coldstart/vault/setup"
)

func newDashboard(c *call) *cobra.Command {
	everywhere := false
	cmd := &cobra.Command{
		Use: "coldstart [VAULT]", Example: "coldstart .",
		Short: "Open the dashboard",
		Long: `Without VAULT it opens the nearest vault or repository with agents' work.
--all lists every repository on this machine with agents' work.
--host opens the vaults of one host in the settings, --hosts those of all
hosts and of this machine. --linear reads one line at a time, for screen
readers. Without a terminal it prints coldstart status.`,
		Args: c.folder, RunE: c.running(func() (int, error) {
			if everywhere {
				return c.runEverywhere()
			}
			return c.runDashboard()
		}),
	}
	linearFlag(cmd)
	cmd.Flags().BoolVar(&everywhere, "all", false, "list all repositories of this machine with agents' work")
	cmd.Flags().Bool("version", false, "print the version of this program")
	c.hostsFlag(cmd)
	return c.turning(cmd, map[string]string{"version": "version"})
}

func (c *call) runDashboard() (int, error) {
	if len(c.args) > 0 {
		if c.has("vault") {
			return 0, say.Usage("there are two vaults", "use either VAULT or --vault DIR")
		}
		c.vaults = c.args
	}
	hosts, err := c.hosts()
	switch {
	case err != nil:
		return 0, err
	case len(hosts) > 0 && !c.onTerminal():
		return c.reportOf(hosts)
	}
	c.onlyLookUnderAgent()
	var vaults []*vault.Vault
	closeAll := func() {}
	if !c.has("host") {
		vaults, closeAll, err = c.openHere()
	}
	defer closeAll()
	if err != nil {
		return 0, err
	}
	if !c.onTerminal() {
		return c.openScreen(vaults, nil, false, c.now)
	}
	beside := c.openBeside()
	defer closeVaults(beside)
	return c.openScreen(append(vaults, beside...), hosts, false, c.now)
}

// reportOf prints the report of hosts where there is no terminal.
func (c *call) reportOf(hosts []settings.OwnHost) (int, error) {
	c.hint(noTerminal)
	if c.has("host") {
		return c.runThere(hosts[0], "status")
	}
	return c.statusOfAll(hosts)
}

const noTerminal = "no terminal; printing coldstart status"

// onlyLookUnderAgent takes decisions away from a screen that an agent runs.
func (c *call) onlyLookUnderAgent() {
	if mark, ok := c.agentAbove(); ok && c.onTerminal() {
		c.lookOnly = runsUnder(mark)
		c.hint(c.lookOnly + "; " + c.howToAllow())
	}
}

// runEverywhere shows the list of all repositories, or prints it.
func (c *call) runEverywhere() (int, error) {
	if c.onTerminal() && !c.conf.On("linear") {
		if err := c.aboutEverything(); err != nil {
			return 0, err
		}
		c.onlyLookUnderAgent()
		return c.openScreen(nil, nil, false, c.now)
	}
	s, err := c.everywhere()
	if err != nil {
		return 0, err
	}
	all := c.repositories(s)
	if c.out.Repositories(s, all, c.atHome); len(all) == 0 {
		c.out.Say("No agent has worked on this machine yet.")
		c.noSessions(phrase.SeeDemo)
	}
	return exitDone, nil
}

func closeVaults(vaults []*vault.Vault) {
	for _, v := range vaults {
		v.Close()
	}
}

// openBeside opens what is here besides. What cannot be opened is named.
func (c *call) openBeside() (vaults []*vault.Vault) {
	for _, dir := range c.beside {
		v, err := c.openAt(dir)
		if err != nil {
			c.hint("also here, and not shown: " + phrase.Error(err))
			continue
		}
		vaults = append(vaults, v)
	}
	return vaults
}

// openAll opens every vault that the command line names. closeAll closes what was opened,
// also after an error.
func (c *call) openAll() (vaults []*vault.Vault, closeAll func(), err error) {
	closeAll = func() { closeVaults(vaults) }
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

// openScreen shows the dashboard, or prints the report when there is no terminal.
func (c *call) openScreen(vaults []*vault.Vault, hosts []settings.OwnHost, demo bool, now func() time.Time) (int, error) {
	if !c.onTerminal() {
		c.hint(noTerminal)
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
		shown[i] = c.shown(vaults[i], name, now)
		if demo {
			// The folder of the demo is nobody else's, and its agents have no hooks.
			shown[i].Again, shown[i].Told = nil, nil
		}
	}
	// With a fixed clock nothing changes, so nothing is watched.
	o := tui.Options{Theme: c.out.Theme, Now: now, Nearest: len(c.beside) > 0, Commit: c.conf.On("commit"), Fits: gate.Covers, Watch: !c.has("now"),
		Looks: !c.has("now") && !c.conf.On("read-only"), AwayAfter: c.conf.AwayAfter(), Clipboard: c.clipboard(), Hints: say.Hints, Begin: c.beginning(), Editor: c.editor, AddRule: c.addRule, Mouse: c.conf.On("mouse") && !bare(c.env.Getenv), Motion: c.conf.On("motion"),
		WindowTitle: c.conf.On("window-title") && !bare(c.env.Getenv), Call: c.caller(),
		Views: c.conf.OwnViews(), Keys: c.conf.Rebindings(), Actions: c.conf.OwnActions(),
		Program: func(dir string, words []string) tui.Process { return program.New(dir, words) },
		Unable: func(name string) string {
			if _, err := program.Find(name); err != nil {
				return name + " is not on your PATH"
			}
			return ""
		},
	}
	if demo {
		o.Title, o.Unable = "demo", func(string) string { return "the sessions of the demo are invented" }
	} else {
		// The operator's own sessions stay out of the demo.
		o.Machine = c.machine()
	}
	far, closeAll := c.screenHosts(hosts)
	defer closeAll()
	o.Hosts = far
	screen := c.env.screen
	if c.conf.On("linear") {
		// Plain lines have no colours.
		screen, o.Theme = tui.Linear, c.err.Theme
	}
	return exitDone, c.leftOpen(hosts, screen(c.ctx, shown, o, c.env.Stdin, c.env.Stdout))
}

// shown is a vault for the screen.
func (c *call) shown(v *vault.Vault, name string, now func() time.Time) tui.Vault {
	return tui.Vault{
		Told: func(s model.Snapshot, tool, dir string) (confirm.Told, error) { return c.told(v, s, tool, dir) },
		Name: name, Dir: v.Dir(), Store: c.guarded(newReleasing(v)), Notice: c.finish(v, now(), "; decide again"), Close: func() { v.Close() },
		Again: func() (tui.Vault, error) {
			again, err := c.openAt(v.Dir())
			if err != nil {
				return tui.Vault{}, err
			}
			return c.shown(again, name, now), nil
		},
	}
}

// told reports what the start hook of an agent hands over in a folder, "" for the vault.
func (c *call) told(v *vault.Vault, s model.Snapshot, tool, dir string) (told confirm.Told, err error) {
	for _, a := range hook.Agents() {
		if a.Title != tool {
			continue
		}
		for _, file := range c.hookFiles(a, cmp.Or(dir, v.Dir())) {
			f, err := hook.ReadHooks(a, file)
			// A file that cannot be read has no hook that runs.
			told.Hook = told.Hook || err == nil && f.Reports()
		}
	}
	if !told.Hook {
		return told, nil
	}
	receipts, err := v.HandOvers()
	if err != nil {
		return told, err
	}
	made, err := v.Made(answer.LastReport(s, "", receipts))
	if err != nil {
		return told, err
	}
	message := s.Message
	if !message.Waits() {
		message = model.Message{}
	}
	told.Size, told.Lines = answer.Told(c.out.Theme, answer.HandoverParts(s, made, message))
	return told, nil
}

// reportAll prints the report of each vault that can be read.
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
	if len(vaults) > 0 {
		others := c.waitingBeside(vaults[0].Dir(), now)
		c.out.Beside(others, len(c.beside)-len(others))
	}
	return failed
}

// waitingBeside counts what waits in the first of what is here besides.
func (c *call) waitingBeside(opened string, now time.Time) (others []answer.Beside) {
	for i, name := range vaultNames(append([]string{opened}, c.beside...))[1:] {
		if i == mostBeside {
			break
		}
		o := answer.Beside{Name: name, Dir: c.typed(c.beside[i])}
		v, err := c.openAt(c.beside[i])
		if err == nil {
			var s model.Snapshot
			s, err = v.Load(c.ctx, now)
			o.Needs = len(rule.NeedsYou(s))
			v.Close()
		}
		o.Unread = err
		others = append(others, o)
	}
	return others
}

// finish completes decisions that a killed process left half done, and says so. A failure
// is part of the notice: the vault can still be looked at. Again is what to do about one
// that was dropped.
func (c *call) finish(v *vault.Vault, now time.Time, again string) (notice string) {
	receipts, err := v.Recover(c.ctx, now)
	var said []string
	for _, r := range receipts {
		d := r.Decision
		switch {
		case r.TakenBack:
			said = append(said, d.TakenBack())
		case r.Void:
			said = append(said, fmt.Sprintf("discarded an interrupted decision (%s %s)%s", d.Choice, d.Ref.Path, again))
		default:
			said = append(said, fmt.Sprintf("completed an interrupted decision: %s %s", d.Choice, d.Ref.Path))
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
	testdata = "testdata"
	demoName = "saltmarsh-wheelworks"
	// demoOperator decides there, so that no name of this machine is on a screen that is shown around.
	demoOperator = "sam@bench"
)

func newDemo(c *call) *cobra.Command {
	cmd := &cobra.Command{
		Use: "demo [--linear]", Example: "coldstart demo",
		Short: "Open a copy of the built-in example vault",
		Long: "The copy is in a temporary folder, which is removed when the screen closes.\n" +
			"Its clock starts at " + model.FormatUTC(demoStart()) + " without --now.",
		Args: none, RunE: c.running(c.runDemo),
	}
	linearFlag(cmd)
	return cmd
}

// runDemo opens a copy of the example vault with a ledger of its own, and removes both in
// the end.
func (c *call) runDemo() (exit int, err error) {
	files, err := fs.Sub(c.env.Demo, testdata)
	if err != nil {
		return 0, fmt.Errorf("finding the built-in vault: %w", err)
	}
	if c.has("vault") {
		return 0, say.Usage("coldstart demo opens its own vault", "leave out --vault")
	}
	if c.has("seed") {
		return 0, say.Usage("coldstart demo has its own memory", "leave out --seed")
	}
	if c.confErr != nil {
		return 0, c.confErr
	}
	now := c.demoClock()
	demo, err := vault.NewDemo(files, demoName, now())
	if err != nil {
		return 0, err
	}
	defer func() { err = errors.Join(err, demo.Remove()) }()
	// The operator's own memory stays out of the demo.
	v, err := vault.Open(demo.Dir, vault.Options{
		StateDir: demo.StateDir, ReadOnly: c.conf.On("read-only"), ReadOnlyWhy: c.readOnlyWhy(),
		Operator: demoOperator, WorkRule: c.conf.WorkRule(), Clock: c.env.Now, Stores: demo.Stores,
	})
	if err != nil {
		return 0, err
	}
	defer v.Close()
	if err := c.lookedBefore(v, now()); err != nil {
		return 0, err
	}
	c.hint("this is a copy of the built-in vault in " + demo.Dir + "; it is removed on exit")
	return c.openScreen([]*vault.Vault{v}, nil, true, now)
}

// lookedBefore makes Friday evening the last look at the demo, so that it has a night to tell of.
func (c *call) lookedBefore(v *vault.Vault, now time.Time) error {
	if c.conf.On("read-only") {
		return nil
	}
	s, err := v.Load(c.ctx, now)
	if err != nil {
		return err
	}
	look := s.Look()
	look.At = now.Add(-demoNight)
	return v.KeepLook(c.ctx, look)
}

// demoNight is from Friday 17:25 to the start of the demo.
const demoNight = 13*time.Hour + 37*time.Minute

func (c *call) demoClock() func() time.Time {
	if c.has("now") {
		return c.now
	}
	start := c.env.Now()
	return func() time.Time { return demoStart().Add(c.env.Now().Sub(start)) }
}

// beginning is what the screen can do where nothing was left.
func (c *call) beginning() tui.Beginning {
	b := tui.Beginning{Plan: c.planVault, Guide: func(dir string) (string, error) { return setup.Guide(dir, c.conf.Places) }}
	if c.env.self == "" {
		return b
	}
	b.Demo = []string{c.env.self, "demo"}
	for _, name := range []string{"ascii", "theme"} {
		if c.has(name) {
			b.Demo = append(b.Demo, "--"+name+"="+c.cmd.Flags().Lookup(name).Value.String())
		}
	}
	return b
}

// planVault lists what coldstart init would change in a folder, with the example, and gives what
// makes it.
func (c *call) planVault(dir string) (string, []model.Making, func() error, error) {
	plan, err := c.planInit(setup.Wish{Dir: dir, Example: true})
	return c.atHome(plan.Dir), plan.Makings(), func() error {
		_, err := c.makeInit(plan)
		return err
	}, err
}

// releasing is a vault that gives memory back to the system after each load and each text: they
// need more than is kept, and a screen may be idle for hours.
type releasing struct {
	*vault.Vault
	release *time.Timer
}

// releaseAfter gives the screen time to draw what was read.
const releaseAfter = time.Second

func newReleasing(v *vault.Vault) releasing {
	return releasing{v, time.AfterFunc(releaseAfter, debug.FreeOSMemory)}
}

// Load loads the vault.
func (r releasing) Load(ctx context.Context, now time.Time) (model.Snapshot, error) {
	defer r.release.Reset(releaseAfter)
	return r.Vault.Load(ctx, now)
}

// LoadChanged loads what changed.
func (r releasing) LoadChanged(ctx context.Context, now time.Time) (model.Snapshot, error) {
	defer r.release.Reset(releaseAfter)
	return r.Vault.LoadChanged(ctx, now)
}

// Read reads one text.
func (r releasing) Read(ctx context.Context, ref model.Ref) (model.Document, error) {
	defer r.release.Reset(releaseAfter)
	return r.Vault.Read(ctx, ref)
}
