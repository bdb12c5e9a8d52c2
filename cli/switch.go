package cli

import (
	"coldstart/model"
	"coldstart/vault"
)

// runSwitch makes a research problem the current one.
func runSwitch(c *call) (int, error) {
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
