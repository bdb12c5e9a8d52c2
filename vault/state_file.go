package vault

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"

	"coldstart/model"
)

// ownFile is a small file of the operator's own in the state folder, beside the ledger. It
// can be deleted at any time. The vault knows nothing of it.
type ownFile struct {
	name string
	// what says what is kept in it: "what rests".
	what string
	// limit is how many bytes of it are read.
	limit int64
}

// readKept reads such a file; one that is not there leaves into as it is.
func (v *Vault) readKept(f ownFile, into any) error {
	if v.opts.StateDir == "" {
		return nil
	}
	at := filepath.Join(v.stateDir(), f.name)
	b, err := readBounded(at, f.limit)
	switch {
	case isNowhere(err):
		return nil
	case errors.Is(err, errTooLarge):
		err = errors.New("it is too long")
	}
	if err == nil {
		err = json.Unmarshal(b, into)
	}
	if err != nil {
		return fmt.Errorf("reading %s: %s can be deleted: %w", f.what, at, err)
	}
	return nil
}

// writeKept puts a new file in the place of the old one.
func (v *Vault) writeKept(f ownFile, content any) error {
	text, err := json.MarshalIndent(content, "", "  ")
	if err == nil {
		err = v.writeState(f.name, append(text, '\n'))
	}
	if err != nil {
		return fmt.Errorf("writing %s: %w", f.what, err)
	}
	return nil
}

// holding runs change while nobody else writes in the state folder. It fails with
// model.ErrReadOnly where there is none, and with model.ErrLocked.
func (v *Vault) holding(ctx context.Context, f ownFile, change func() error) error {
	if v.opts.StateDir == "" {
		return fmt.Errorf("there is no folder for %s; set HOME, or XDG_STATE_HOME to an absolute path: %w", f.what, model.ErrReadOnly)
	}
	held, err := v.lockState(ctx)
	if err != nil {
		return err
	}
	return errors.Join(change(), held.release())
}

// damaged is the problem that a kept file is, and what follows from it.
func (f ownFile) damaged(err error, follows string) model.Problem {
	return model.Problem{Path: f.name, Reason: err.Error(), Hint: follows + "; the vault itself is not affected"}
}

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
