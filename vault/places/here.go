package places

import (
	"errors"
	"fmt"
	"io/fs"
	"os"

	"coldstart/model"
	"coldstart/vault/disk"
)

// Here fails when the folder at the vault's path is not the one that was opened.
// The opened one could still be read and written, wherever it lies now; but agents
// work at the path.
func (w *Where) Here() error {
	at, err := os.Stat(w.Dir)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return fmt.Errorf("reading %s: the vault was moved away or deleted: %w", w.Dir, model.ErrNotFound)
	case err != nil:
		return disk.FileError("reading", w.Dir, err)
	}
	opened, err := w.Disk.Root.Stat(".")
	if err != nil {
		return disk.FileError("reading", w.Dir, err)
	}
	if !os.SameFile(at, opened) {
		return fmt.Errorf("reading %s: the vault was moved away and another folder lies there now; quit and open it anew: %w", w.Dir, model.ErrConflict)
	}
	return nil
}
