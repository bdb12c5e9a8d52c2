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
)

// File gives the absolute path of the file that ref is about, for the operator's own
// editor. It is a regular file that lies in the vault, and no link leads to it. File
// fails with model.ErrReadOnly where nothing may be changed, with model.ErrNotFound, and
// with model.ErrNotAllowed for what lies elsewhere.
func (v *Vault) File(ctx context.Context, ref model.Ref) (string, error) {
	if err := ctx.Err(); err != nil {
		return "", err
	}
	if err := v.here(); err != nil {
		return "", err
	}
	if v.opts.ReadOnly {
		return "", fmt.Errorf("editing %s: %w", ref.Path, model.ErrReadOnly)
	}
	at := place{v.disk, ref.Path}
	switch ref.Kind {
	case model.KindResearch:
		at.name = path.Join(ref.Path, problemFile)
	case model.KindMemory, model.KindProposal, model.KindLearning:
		var err error
		if at, err = v.seedPlace(ref.Path); err != nil {
			return "", err
		}
		if at.disk.root != v.disk.root {
			return "", fmt.Errorf("editing %s: it lies outside the vault: %w", ref.Path, model.ErrNotAllowed)
		}
	}
	f, _, err := v.disk.open(at.name, os.O_RDONLY)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return "", fmt.Errorf("editing %s: %w", at.name, model.ErrNotFound)
	case err != nil:
		return "", fileError("editing", at.name, err)
	}
	if err := f.Close(); err != nil {
		return "", fileError("editing", at.name, err)
	}
	if link := v.disk.linkIn(at.name); link != "" {
		return "", fmt.Errorf("editing %s: %s is a link: %w", at.name, link, model.ErrNotAllowed)
	}
	return filepath.Join(v.dir, filepath.FromSlash(at.name)), nil
}
