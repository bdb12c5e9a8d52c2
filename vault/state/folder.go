// Package state keeps what the operator said to this program alone, outside the vault:
// the pin, what rests, what was seen last, and messages to the next session.
package state

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"

	"coldstart/model"
	"coldstart/vault/disk"
	"coldstart/vault/places"
)

// Folder is the vault's folder in the operator's state folder.
type Folder struct{ vault *places.Vault }

// Of gives the state folder of an opened vault.
func Of(w *places.Vault) *Folder { return &Folder{vault: w} }

// NoRecord says why the record of decisions cannot be kept in the state folder, "" when
// it can. It asks and makes nothing.
func (f *Folder) NoRecord() string {
	dir := f.vault.StateDir()
	info, err := os.Stat(dir)
	for disk.IsMissing(err) && dir != filepath.Dir(dir) {
		dir = filepath.Dir(dir)
		info, err = os.Stat(dir)
	}
	const what = "the record of decisions cannot be kept: "
	switch {
	case err != nil:
		return what + disk.FileError("looking at", dir, err).Error()
	case !info.IsDir():
		return fmt.Sprintf("%s%s is %s and not a folder; set XDG_STATE_HOME to a folder", what, dir, disk.KindOf(info.Mode()))
	case disk.Writable(dir) != nil:
		return what + "no permission to write in " + dir
	}
	return ""
}

// LedgerName is the ledger's file.
const LedgerName = "ledger.jsonl"

// SyncStateDirs makes the names of a new ledger and its folders durable.
func (v *Folder) SyncStateDirs() error {
	for _, dir := range []string{v.vault.StateDir(), v.vault.Opts.StateDir, filepath.Dir(v.vault.Opts.StateDir)} {
		f, err := os.Open(dir)
		if err != nil {
			return err
		}
		if err := errors.Join(disk.SyncFolder(f), f.Close()); err != nil {
			return err
		}
	}
	return nil
}

const (
	// maxLook is the largest list in bytes of what the operator saw last.
	maxLook = 32 << 20
	// MaxLookTitle is the longest title in it.
	MaxLookTitle = 200
	// MaxKeptText bounds each text that is kept with it, MaxKeptTexts all together.
	MaxKeptText = 64 << 10
	// MaxKeptTexts bounds them together.
	MaxKeptTexts = 4 << 20
	// maxOwnFile is the largest file in bytes of the operator's pin or of their message to
	// the next session.
	maxOwnFile = 64 << 10
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
func (v *Folder) readKept(f ownFile, into any) error {
	if v.vault.Opts.StateDir == "" {
		return nil
	}
	at := filepath.Join(v.vault.StateDir(), f.name)
	b, err := disk.ReadBounded(at, f.limit)
	switch {
	case disk.IsMissing(err):
		return nil
	case errors.Is(err, disk.ErrTooLarge):
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
func (v *Folder) writeKept(f ownFile, content any) error {
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
func (v *Folder) holding(ctx context.Context, f ownFile, change func() error) error {
	if v.vault.Opts.StateDir == "" {
		return fmt.Errorf("there is no folder for %s; set HOME, or XDG_STATE_HOME to an absolute path: %w", f.what, model.ErrReadOnly)
	}
	held, err := v.lockState(ctx)
	if err != nil {
		return err
	}
	return errors.Join(change(), held.Release())
}

// damaged is the problem that a kept file is, and what follows from it.
func (f ownFile) damaged(err error, follows string) model.Problem {
	return model.Problem{Path: f.name, Reason: err.Error(), Hint: follows + "; the vault itself is not affected"}
}

// writeState replaces a file in the operator's state folder as a whole.
func (v *Folder) writeState(name string, b []byte) error {
	at := filepath.Join(v.vault.StateDir(), name)
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
		err = disk.SyncFile(f)
	}
	if err = errors.Join(err, f.Close()); err == nil {
		err = os.Rename(f.Name(), at)
	}
	if err != nil {
		return errors.Join(err, os.Remove(f.Name()))
	}
	return v.SyncStateDirs()
}
