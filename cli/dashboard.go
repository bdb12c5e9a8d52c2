package cli

import (
	"fmt"
	"strings"
	"time"

	"coldstart/tui"
	"coldstart/vault"
)

func runDashboard(c *call) (int, error) {
	if len(c.args) > 0 {
		if c.set.has("vault") {
			return 0, usage("a vault is given twice", "either VAULT or --vault DIR")
		}
		c.set.vault, c.set.given = c.args[0], append(c.set.given, "vault")
	}
	v, err := c.open()
	if err != nil {
		return 0, err
	}
	defer v.Close()
	return c.openScreen(v, "", c.now)
}

// openScreen shows the dashboard, or prints the report where no person can press
// a key.
func (c *call) openScreen(v *vault.Vault, title string, now func() time.Time) (int, error) {
	if !c.env.StdinIsTerminal || !c.env.StdoutIsTerminal {
		c.hint("there is no terminal here, so this is the report of coldstart status")
		s, err := v.Load(c.ctx, now())
		if err != nil {
			return 0, err
		}
		c.statusText(s)
		return exitDone, nil
	}
	if err := c.err.flush(); err != nil {
		return 0, err
	}
	return exitDone, c.env.screen(c.ctx, v, tui.Options{
		Theme: c.out.theme, Now: now, Title: title, Notice: c.finish(v, now()),
	}, c.env.Stdin, c.env.Stdout)
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
