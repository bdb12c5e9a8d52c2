package vault

import (
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
)

// readBounded reads a file of the operator's own, which lies outside the vault.
func readBounded(name string, limit int64) ([]byte, error) {
	f, err := os.Open(name)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	b, err := io.ReadAll(io.LimitReader(f, limit+1))
	if err == nil && int64(len(b)) > limit {
		return nil, fmt.Errorf("%w: the limit is %d bytes", errTooLarge, limit)
	}
	return b, err
}

// writeState replaces a file in the operator's state folder as a whole.
func (v *Vault) writeState(name string, b []byte) error {
	at := filepath.Join(v.stateDir(), name)
	if err := os.MkdirAll(filepath.Dir(at), 0o700); err != nil {
		return err
	}
	// The mode of such a file is 0600.
	f, err := os.CreateTemp(filepath.Dir(at), ".new-*")
	if err != nil {
		return err
	}
	_, err = f.Write(b)
	if err == nil {
		err = syncFile(f)
	}
	if err = errors.Join(err, f.Close()); err == nil {
		err = os.Rename(f.Name(), at)
	}
	if err != nil {
		return errors.Join(err, os.Remove(f.Name()))
	}
	return v.syncStateDirs()
}
