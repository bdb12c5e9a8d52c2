package vault

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path"
	"path/filepath"

	"coldstart/model"
	"coldstart/vault/disk"
	"coldstart/vault/places"
	"coldstart/vault/source/memory"
)

// File gives the absolute path of the file that ref is about, for the operator's own
// editor. It is a regular file that lies in the vault, and no link leads to it. File
// fails with model.ErrReadOnly where nothing may be changed, with model.ErrNotFound, and
// with model.ErrNotAllowed for what lies elsewhere.
func (v *Vault) File(ctx context.Context, ref model.Ref) (string, error) {
	if err := ctx.Err(); err != nil {
		return "", err
	}
	if err := v.where.Here(); err != nil {
		return "", err
	}
	if v.where.Opts.ReadOnly {
		return "", fmt.Errorf("editing %s: %w", ref.Path, model.ErrReadOnly)
	}
	at := disk.Place{Disk: v.where.Disk, Name: ref.Path}
	switch ref.Kind {
	case model.KindResearch:
		at.Name = path.Join(ref.Path, places.ProblemFile)
	case model.KindMemory, model.KindProposal, model.KindLearning:
		var err error
		if at, err = memory.SeedPlace(v.where, ref.Path); err != nil {
			return "", err
		}
		if at.Disk.Root != v.where.Disk.Root {
			return "", fmt.Errorf("editing %s: it lies outside the vault: %w", ref.Path, model.ErrNotAllowed)
		}
	}
	f, _, err := v.where.Disk.Open(at.Name, os.O_RDONLY)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return "", fmt.Errorf("editing %s: %w", at.Name, model.ErrNotFound)
	case err != nil:
		return "", disk.FileError("editing", at.Name, err)
	}
	if err := f.Close(); err != nil {
		return "", disk.FileError("editing", at.Name, err)
	}
	if link := v.where.Disk.LinkIn(at.Name); link != "" {
		return "", fmt.Errorf("editing %s: %s is a link: %w", at.Name, link, model.ErrNotAllowed)
	}
	return filepath.Join(v.where.Dir, filepath.FromSlash(at.Name)), nil
}
