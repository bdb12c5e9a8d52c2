package vault

import "coldstart/model"

// place is where a file lies. Everything lies in the vault, except for a memory
// that the operator keeps elsewhere.
type place struct {
	disk disk
	name string
}

// placeOf gives the place of the file that ref names.
func (v *Vault) placeOf(ref model.Ref) (place, error) {
	switch ref.Kind {
	case model.KindMemory, model.KindProposal, model.KindLearning:
		return v.seedPlace(ref.Path)
	case model.KindResearch:
		// What a decision on a problem edits is the project's configuration.
		return place{v.disk, configOf(ref.Path)}, nil
	}
	return place{v.disk, ref.Path}, nil
}
