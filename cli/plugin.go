package cli

import (
	"errors"
	"fmt"
	"path/filepath"

	"github.com/spf13/cobra"

	"coldstart/cli/say"
	"coldstart/model"
	"coldstart/vault/setup"
)

// plugin writes a plugin for Claude Code.
type plugin struct{ *hookCommand }

func newPlugin(c *call) *cobra.Command {
	p := &plugin{&hookCommand{call: c}}
	cmd := &cobra.Command{
		Use: "plugin DIR [--wait D] [--bridge] [--yes]", Example: "coldstart agent plugin ../coldstart-plugin",
		Short: "Write a plugin for Claude Code: hooks, server and what an agent has to know",
		Long: `The folder gets the hooks, the MCP server and a skill with the guide. Start
Claude Code with claude --plugin-dir DIR. Running the command again updates the
files that it wrote, and overwrites no other.`,
		Args: needs("a folder for the plugin"), RunE: c.running(p.run),
		ValidArgsFunction: func(*cobra.Command, []string, string) ([]string, cobra.ShellCompDirective) {
			return nil, cobra.ShellCompDirectiveFilterDirs
		},
	}
	cmd.Flags().DurationVar(&p.wait, "wait", 0, "let the gate wait `TIME` for a decision, as in 10m")
	cmd.Flags().BoolVar(&p.bridge, "bridge", false, "bring the agent's own questions into the queue")
	cmd.Flags().BoolVar(&p.yes, "yes", false, "write without asking")
	return cmd
}

func (c *plugin) run() (int, error) {
	if err := c.checkWait(); err != nil {
		return 0, err
	}
	a, err := c.chosen()
	if err != nil {
		return 0, err
	}
	dir, err := c.vaultDir()
	if err != nil {
		return 0, err
	}
	if dir, err = filepath.Abs(dir); err != nil {
		return 0, fmt.Errorf("finding the vault: %w", err)
	}
	w, err := c.wanted(a, dir)
	if err != nil {
		return 0, err
	}
	plan, err := setup.PlanPlugin(setup.PluginWish{Dir: inDir(c.env.Dir, c.args[0]), Hooks: w, Places: c.conf.Places})
	var refused *setup.Refusal
	switch {
	case errors.As(err, &refused):
		return 0, say.Failed(model.ErrNotAllowed, refused.Reason, refused.Hint)
	case err != nil:
		return 0, err
	}
	if len(plan.Changes()) == 0 {
		c.out.Say("nothing to do: the plugin is complete")
		return exitDone, nil
	}
	c.out.Changes(plan.Changes())
	made, err := c.written(c.args[0], c.yes, func() error {
		_, err := plan.Make(c.ctx, c.env.Now())
		if err != nil {
			return say.Hinted(err, "the same command continues from there")
		}
		return nil
	})
	if !made {
		return exitDone, err
	}
	c.out.Say("written; start it with: claude --plugin-dir %s", model.ShellQuoted(inDir(c.env.Dir, c.args[0])))
	c.out.Say("to remove it, delete the folder")
	c.hintGate(w)
	return exitDone, nil
}
