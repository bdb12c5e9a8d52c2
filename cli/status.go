package cli

import (
	"fmt"

	"github.com/spf13/cobra"

	"coldstart/cli/answer"
	"coldstart/cli/say"
	"coldstart/model"
)

func newStatus(c *call) *cobra.Command {
	var short bool
	cmd := &cobra.Command{
		Use: "status [--json | --short]", Example: "coldstart status",
		Short: "Print the session-start report; never writes",
		Long: `--short prints one line and exits with 0 when nothing needs you, 10 when
something does, and 11 when work is blocked by it.`,
		Args: none, RunE: c.running(func() (int, error) { return c.runStatus(short) }),
	}
	c.jsonFlag(cmd)
	cmd.Flags().BoolVar(&short, "short", false, "write one line")
	return cmd
}

func (c *call) runStatus(short bool) (int, error) {
	if c.json && short {
		return 0, say.Usage("--json and --short exclude each other", "use one of them")
	}
	if !c.json && !short {
		vaults, closeAll, err := c.openAll()
		defer closeAll()
		if err != nil {
			return 0, err
		}
		return exitDone, c.reportAll(vaults, c.now())
	}
	s, err := c.load()
	if err != nil {
		return 0, err
	}
	if short {
		switch needed, blocked := c.out.StatusShort(s); {
		case blocked > 0:
			return exitBlocked, nil
		case needed > 0:
			return exitNeedsYou, nil
		}
		return exitDone, nil
	}
	return exitDone, c.writeJSON(answer.StatusJSON(s))
}

// load reads the vault that the command line means, once.
func (c *call) load() (model.Snapshot, error) {
	v, err := c.open()
	if err != nil {
		return model.Snapshot{}, err
	}
	defer v.Close()
	s, err := v.Load(c.ctx, c.now())
	if n := len(s.Problems); n > 0 && !c.reports() {
		c.hint(fmt.Sprintf("files or lines that could not be read: %d, see coldstart problems", n))
	}
	if len(s.Others) > 0 && (c.cmd.Name() == "plans" || c.cmd.Name() == "approvals") {
		c.hint("other files: " + answer.OthersWords(s.Others) + ", see coldstart problems")
	}
	return s, err
}

// reports tells commands that show the problems themselves.
func (c *call) reports() bool { return c.cmd.Name() == "status" || c.cmd.Name() == "problems" }
