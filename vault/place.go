package vault

import (
	"coldstart/model"
	"coldstart/vault/disk"
	"coldstart/vault/places"
	"coldstart/vault/source/memory"
)

// placeOf gives the place of the file that ref names.
func (v *Vault) placeOf(ref model.Ref) (disk.Place, error) {
	switch ref.Kind {
	case model.KindMemory, model.KindProposal, model.KindLearning:
		return memory.SeedPlace(v.where, ref.Path)
	case model.KindResearch:
		// What a decision on a problem edits is the project's configuration.
		return disk.Place{Disk: v.where.Disk, Name: places.ConfigOf(ref.Path)}, nil
	}
	return disk.Place{Disk: v.where.Disk, Name: ref.Path}, nil
}
