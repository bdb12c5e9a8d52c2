package vault

import "coldstart/model"

func (v *Vault) prepareProposal(d model.Decision, id string, l layout) (prepared, error) {
	return prepared{}, refused(d, model.ErrNotAllowed, "nothing decides on proposals yet")
}
