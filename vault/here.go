package vault

import (
	"errors"
	"fmt"
	"io/fs"
	"os"

	"coldstart/model"
)

// here fails when the folder at the vault's path is not the one that was opened.
// The opened one could still be read and written, wherever it lies now; but agents
// work at the path.
func (v *Vault) here() error {
	at, err := os.Stat(v.dir)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return fmt.Errorf("reading %s: the vault was moved away or deleted: %w", v.dir, model.ErrNotFound)
	case err != nil:
		return fileError("reading", v.dir, err)
	}
	opened, err := v.disk.root.Stat(".")
	if err != nil {
		return fileError("reading", v.dir, err)
	}
	if !os.SameFile(at, opened) {
		return fmt.Errorf("reading %s: the vault was moved away and another folder lies there now; quit and open it anew: %w", v.dir, model.ErrConflict)
	}
	return nil
}
