package cli

import (
	"github.com/spf13/cobra"

	"coldstart/model"
	"coldstart/vault"
)

func newSwitch(c *call) *cobra.Command {
	d := &decision{call: c}
	cmd := &cobra.Command{
		Use: "switch SLUG", Example: "coldstart switch skid-patch-rotation",
		Short: "Make another research problem the current one",
		Long:  "SLUG is the name of the problem's folder, as coldstart journal lists it.",
		Args:  needs("the problem to switch to"), RunE: c.running(d.switchProblem), ValidArgsFunction: c.argument(researchOffers),
	}
	c.decisionFlags(cmd, d, false)
	return cmd
}

// switchProblem makes a research problem the current one.
func (c *decision) switchProblem() (int, error) {
	if _, err := c.checkedNote(model.ChoiceSwitch); err != nil {
		return 0, err
	}
	return c.deciding(func(v *vault.Vault, s model.Snapshot) (int, error) {
		problem, err := problemNamed(s.Research, c.args[0])
		if err != nil {
			return 0, err
		}
		d := model.Decision{Ref: problem.Ref(), Choice: model.ChoiceSwitch, At: s.At}
		if problem.Current {
			return c.alreadySo(v, s, d)
		}
		return c.decideOn(v, s, d)
	})
}
