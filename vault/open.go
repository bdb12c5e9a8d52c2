package vault

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"time"

	"coldstart/model"
	"coldstart/vault/decision"
	"coldstart/vault/load"
	"coldstart/vault/places"
	"coldstart/vault/session"
	"coldstart/vault/state"
)

// Options are the settings of one opened vault.
type Options = places.Options

// Vault is one opened vault. Its methods may be called from several goroutines.
type Vault struct {
	where   *places.Where
	state   *state.Folder
	load    *load.Loader
	decide  *decision.Decider
	session *session.Recorder
	watch   *watch
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
	v := &Vault{where: places.NewWhere(root, abs, o)}
	v.watch = newWatch(v.where)
	v.state = state.Of(v.where)
	v.load = load.New(v.where, v.state, v.watch.unrest.spare)
	v.decide = decision.New(v.where, v.state, v.load)
	v.session = session.New(v.where, v.state, v.load, v.decide)
	return v, nil
}

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
