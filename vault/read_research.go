package vault

import "coldstart/model"

func researchFiles(d disk, _ layout) ([]string, []model.Problem) { return nil, nil }

func addResearch(v *Vault, name string, s *model.Snapshot) error { return nil }

func (v *Vault) readResearchText(ref model.Ref) (model.Document, error) { return model.Document{}, nil }

func (v *Vault) prepareEntry(d model.Decision, id string, l layout) (prepared, error) {
	return prepared{}, nil
}

func (v *Vault) prepareSwitch(d model.Decision, id string, l layout) (prepared, error) {
	return prepared{}, nil
}
