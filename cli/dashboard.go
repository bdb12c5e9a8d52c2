package cli

import (
	"errors"
	"fmt"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"coldstart/cli/program"
	"coldstart/styles"
	"coldstart/tui"
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
			return 0, usage("a vault is given twice", "either VAULT or --vault DIR")
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
	if err := c.err.flush(); err != nil {
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
	o := tui.Options{Theme: c.out.theme, Now: now, Title: title, Commit: c.conf.on("commit"), Watch: !c.has("now"),
		Looks: !c.has("now") && !c.conf.on("read-only"), Clipboard: c.clipboard(), Editor: c.editor, Mouse: c.conf.on("mouse"),
		WindowTitle: c.conf.on("window-title") && !bare(c.env.Getenv),
		Views:       c.conf.ownViews(), Keys: c.conf.rebindings(), Actions: c.conf.ownActions(),
		Program: func(dir string, words []string) tui.Process { return program.New(dir, words) },
	}
	screen := c.env.screen
	if c.conf.on("linear") {
		// In plain lines nothing is said by colour or by letters that are drawn.
		screen, o.Theme = tui.Linear, c.err.theme
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
				c.out.line()
			}
			c.out.line(words(styles.RoleHeading, "Vault "), c.out.exact(styles.RoleTitle, v.Dir()))
		}
		s, err := v.Load(c.ctx, now)
		if err != nil {
			failed = errors.Join(failed, err)
			continue
		}
		c.out.messageNews(s)
		c.out.status(s)
	}
	return failed
}

// joined puts two sentences in a row; either may be empty.
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
		return notice + "; not finished: " + err.Error()
	case err != nil:
		return "not finished: " + err.Error()
	}
	return notice
}
