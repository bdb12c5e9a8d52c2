package vault

import (
	"context"
	"errors"
	"fmt"
	"io/fs"

	"coldstart/model"
	"coldstart/vault/source/events"
	"coldstart/vault/source/journal"
	"coldstart/vault/source/memory"
)

func openError(dir string, err error) error {
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return fmt.Errorf("opening the vault %s: %w", dir, model.ErrNotFound)
	case errors.Is(err, fs.ErrPermission):
		return fmt.Errorf("opening the vault %s: permission denied", dir)
	}
	return fmt.Errorf("opening the vault %s: not a folder", dir)
}

// Close ends a watch and gives the vault's handles back.
func (v *Vault) Close() error {
	v.watch.close()
	return errors.Join(v.where.Disk.Root.Close(), v.where.Named.Close(), v.where.Home.Close())
}

// Dir is the vault's absolute path.
func (v *Vault) Dir() string { return v.where.Dir }

// Read gives the exact bytes of the file that ref names. It fails with
// model.ErrNotFound when the file is gone.
func (v *Vault) Read(ctx context.Context, ref model.Ref) (model.Document, error) {
	if err := ctx.Err(); err != nil {
		return model.Document{}, err
	}
	if err := v.where.Here(); err != nil {
		return model.Document{}, err
	}
	switch ref.Kind {
	case model.KindOther:
		return model.Document{}, fmt.Errorf("reading %s: of this file only the name is shown: %w", ref.Path, model.ErrNotAllowed)
	case model.KindSession:
		return events.ReadSession(v.where, ref)
	case model.KindEntry, model.KindJournal, model.KindResearch:
		return journal.ReadResearchText(v.where, ref)
	case model.KindMemory, model.KindProposal, model.KindLearning:
		return memory.ReadMemoryText(v.where, ref)
	}
	b, _, err := v.where.Disk.Read(ref.Path, limitOf(ref.Kind))
	if errors.Is(err, fs.ErrNotExist) {
		err = fmt.Errorf("reading %s: %w", ref.Path, model.ErrNotFound)
	}
	if err != nil {
		return model.Document{}, err
	}
	return model.Document{Ref: ref, Bytes: b, Seen: model.FingerprintOf(b)}, nil
}
