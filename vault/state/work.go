package state

import (
	"bytes"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"coldstart/vault/disk"
	"coldstart/vault/text"
)

// What an agent writes, as the start of a session, is no decision and not in the ledger. A
// small file tells for as long as it lasts in which folders private files may lie, so that
// the next start removes what a killed one left.

// Work is a write for an agent that was begun.
type Work struct {
	// ID is in the names of its private files.
	ID string
	// Folders are the folders in the vault in which they may lie.
	Folders []string
}

const workPrefix = "writing-"

// BeginWork notes a write ahead of its first private file.
func (f *Folder) BeginWork(w Work) error {
	if err := f.writeState(workPrefix+w.ID, []byte(strings.Join(w.Folders, "\n")+"\n")); err != nil {
		return fmt.Errorf("recording what is being written: %w", err)
	}
	return nil
}

// EndWork takes the note of a write away once it has left nothing.
func (f *Folder) EndWork(id string) error {
	return missingIsFine(os.Remove(filepath.Join(f.vault.StateDir(), workPrefix+id)))
}

// Works are the writes that were begun and did not end, for whoever holds the lock.
func (f *Folder) Works() ([]Work, error) {
	names, err := f.named()
	var works []Work
	for _, name := range names {
		b, failed := disk.ReadBounded(filepath.Join(f.vault.StateDir(), name), maxOwnFile)
		if failed != nil {
			err = errors.Join(err, failed)
			continue
		}
		folders := slices.DeleteFunc(text.Lines(bytes.TrimSpace(b)), func(l string) bool { return l == "" })
		works = append(works, Work{strings.TrimPrefix(name, workPrefix), folders})
	}
	return works, err
}

// Untidy reports whether something was begun and did not end.
func (f *Folder) Untidy() bool {
	// What cannot be read is met again under the lock.
	works, _ := f.named()
	return len(works) > 0
}

// named lists the notes of writes.
func (f *Folder) named() ([]string, error) {
	entries, err := os.ReadDir(f.vault.StateDir())
	if disk.IsMissing(err) {
		return nil, nil
	}
	var names []string
	for _, e := range entries {
		if strings.HasPrefix(e.Name(), workPrefix) {
			names = append(names, e.Name())
		}
	}
	return names, err
}

func missingIsFine(err error) error {
	if disk.IsMissing(err) {
		return nil
	}
	return err
}
