// Package state keeps the operator's own state outside the vault: pin, snoozes, last visit, and the message
// to the next session.
package state

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"

	"coldstart/model"
	"coldstart/vault/disk"
	"coldstart/vault/places"
)

// Folder is the vault's folder in the operator's state folder.
type Folder struct {
	vault *places.Vault
	sight sight
}

// Of returns the state folder of an opened vault.
func Of(v *places.Vault) *Folder { return &Folder{vault: v} }

// NoRecord says why the ledger cannot be kept in the state folder, "" when it
// can. It changes nothing.
func (f *Folder) NoRecord() string {
	dir := f.vault.StateDir()
	info, err := os.Stat(dir)
	for disk.IsMissing(err) && dir != filepath.Dir(dir) {
		dir = filepath.Dir(dir)
		info, err = os.Stat(dir)
	}
	const what = "the ledger cannot be kept: "
	switch {
	case err != nil:
		return what + disk.FileError("looking at", dir, err).Error()
	case !info.IsDir():
		return fmt.Sprintf("%s%s is %s and not a folder; set XDG_STATE_HOME to a folder", what, dir, disk.KindOf(info.Mode()))
	case disk.Writable(dir) != nil:
		return what + "no permission to write to " + dir
	}
	return ""
}

// Misplaced reports a state folder in the vault.
func (f *Folder) Misplaced() []model.Problem {
	if f.vault.Opts.StateDir == "" || !disk.Holds(f.vault.Dir, f.vault.Opts.StateDir) {
		return nil
	}
	return []model.Problem{{
		Path: LedgerName, Reason: "your ledger is in the vault, where agents can write, so coldstart does not act on it",
		Hint: "set XDG_STATE_HOME to a folder outside the vault, and move " + f.vault.Opts.StateDir + " there",
	}}
}

// LedgerName is the ledger's file name.
const LedgerName = "ledger.jsonl"

// AsksName is the file with what the gate held up, package gate's.
const AsksName = model.AlarmsPath

// RulesName is the file that says which rules for the gate were seen, beside the folders of all vaults.
const RulesName = "gate-rules.json"

// HeardName is the file that says in which sessions the gate was called.
const HeardName = "gate-heard.json"

// Sync makes the names of new files and folders durable.
func (f *Folder) Sync() error {
	for _, dir := range []string{f.vault.StateDir(), f.vault.Opts.StateDir, filepath.Dir(f.vault.Opts.StateDir)} {
		file, err := os.Open(dir)
		if err != nil {
			return err
		}
		if err := errors.Join(disk.SyncFolder(file), file.Close()); err != nil {
			return err
		}
	}
	return nil
}

// AddLine adds one line to a file of the state folder, and brings it to the disk before it returns.
// The caller holds the lock.
func (f *Folder) AddLine(name string, line []byte) error {
	if err := os.MkdirAll(f.vault.StateDir(), 0o700); err != nil {
		return err
	}
	file, err := os.OpenFile(filepath.Join(f.vault.StateDir(), name), os.O_RDWR|os.O_CREATE|os.O_APPEND, 0o600)
	if err != nil {
		return err
	}
	defer file.Close()
	info, err := file.Stat()
	if err != nil {
		return err
	}
	line = slices.Concat(line, []byte{'\n'})
	if disk.Torn(file) {
		line = slices.Insert(line, 0, '\n')
	}
	if _, err := file.Write(line); err != nil {
		// Half a line would count as damage for good, and nobody else writes here.
		return errors.Join(err, file.Truncate(info.Size()))
	}
	if err := disk.SyncFile(file); err != nil {
		return err
	}
	if info.Size() > 0 {
		return nil
	}
	return f.Sync()
}

const (
	// maxLook is how many bytes are read of what the operator saw last.
	maxLook = 32 << 20
	// MaxLookTitle is the longest title in it, in bytes.
	MaxLookTitle = 200
	// MaxKeptText is the longest text that is kept with it, in bytes.
	MaxKeptText = 64 << 10
	// MaxKeptTexts is how many bytes all these texts have together.
	MaxKeptTexts = 4 << 20
	// maxOwnFile is how many bytes are read of the pin, and of the message.
	maxOwnFile = 64 << 10
)

// ownFile is a small file beside the ledger. It can be deleted at any time.
type ownFile struct {
	name string
	// what names the content for people: "the pin".
	what string
	// limit is how many bytes of it are read.
	limit int64
}

// readKept reads a file into a value, which stays as it is when there is none.
func (f *Folder) readKept(o ownFile, into any) error {
	if f.vault.Opts.StateDir == "" {
		return nil
	}
	at := filepath.Join(f.vault.StateDir(), o.name)
	b, err := disk.ReadBounded(at, o.limit)
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
		return fmt.Errorf("reading %s: %s can be deleted: %w", o.what, at, err)
	}
	return nil
}

// writeKept replaces a file.
func (f *Folder) writeKept(o ownFile, content any) error {
	text, err := json.MarshalIndent(content, "", "  ")
	if err == nil {
		err = f.writeState(o.name, append(text, '\n'))
	}
	if err != nil {
		return fmt.Errorf("writing %s: %w", o.what, err)
	}
	return nil
}

// holding runs change under the lock of the state folder. It fails with model.ErrReadOnly
// where there is no such folder, and with model.ErrLocked.
func (f *Folder) holding(ctx context.Context, o ownFile, change func() error) error {
	if f.vault.Opts.StateDir == "" {
		return fmt.Errorf("no folder for %s; set HOME, or XDG_STATE_HOME to an absolute path: %w", o.what, model.ErrReadOnly)
	}
	held, err := f.lockState(ctx)
	if err != nil {
		return err
	}
	return errors.Join(change(), held.Release())
}

// damaged reports a file that cannot be read, and what follows from that.
func (o ownFile) damaged(err error, follows string) model.Problem {
	return model.Problem{Path: o.name, Reason: err.Error(), Hint: follows + "; the vault itself is not affected"}
}

// Replace replaces a file in the state folder, whole and on the disk, for who holds its lock.
func (f *Folder) Replace(name string, b []byte) error { return f.writeState(name, b) }

// writeState replaces a file in the state folder, with mode 0600.
func (f *Folder) writeState(name string, b []byte) error {
	at := filepath.Join(f.vault.StateDir(), name)
	if err := os.MkdirAll(filepath.Dir(at), 0o700); err != nil {
		return err
	}
	file, err := os.CreateTemp(filepath.Dir(at), ".new-*")
	if err != nil {
		return err
	}
	_, err = file.Write(b)
	if err == nil {
		err = disk.SyncFile(file)
	}
	if err = errors.Join(err, file.Close()); err == nil {
		err = os.Rename(file.Name(), at)
	}
	if err != nil {
		return errors.Join(err, os.Remove(file.Name()))
	}
	return f.Sync()
}
