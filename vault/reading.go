package vault

import (
	"context"

	"coldstart/model"
	"coldstart/vault/disk"
	"coldstart/vault/places"
	"coldstart/vault/source"
)

// loading begins to read the vault, with what was kept of the load before; nil keeps
// nothing.
func (v *Vault) loading(m *source.Cache) *source.Reading {
	l := &source.Reading{Where: v.where, Disk: v.where.Disk, Memo: m}
	l.Disk.Shelf = &disk.Shelf{}
	if m != nil {
		l.Began = v.where.Opts.Clock()
	}
	return l
}

// readKind reads the files of one kind into a snapshot, as they are now.
func (v *Vault) readKind(ctx context.Context, r source.Source, l places.Layout, s *model.Snapshot) error {
	return v.loading(nil).ReadKind(ctx, r, l, s)
}
