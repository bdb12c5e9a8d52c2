package vault

import (
	"fmt"
	"os"
	"path/filepath"
	"time"

	"coldstart/model"
	"coldstart/vault/places"
	"coldstart/vault/source"
	"coldstart/vault/state"
)

// Options are the settings of one opened vault.
type Options = places.Options

// Vault is one opened vault. Its methods may be called from several goroutines.
type Vault struct {
	where *places.Where
	state *state.Folder
	watch *watch
	// last is what the load before found, for what cannot be read again.
	last lastLoad
	memo source.Cache
	// spare marks files that are still being written.
	spare func(*model.Snapshot)
}

// Open opens the vault at dir, which must be a folder. Nothing is written.
func Open(dir string, o Options) (*Vault, error) {
	abs, err := filepath.Abs(dir)
	if err != nil {
		return nil, fmt.Errorf("opening the vault %s: %w", dir, err)
	}
	if real, err := filepath.EvalSymlinks(abs); err == nil {
		abs = real
	}
	root, err := os.OpenRoot(abs)
	if err != nil {
		return nil, openError(dir, err)
	}
	if o.Zone == nil {
		o.Zone = time.UTC
	}
	where := places.NewWhere(root, abs, o)
	w := newWatch(where)
	return &Vault{where: where, state: state.Of(where), watch: w, spare: w.unrest.spare}, nil
}
