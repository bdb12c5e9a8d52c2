// Package settings reads and edits the operator's settings of coldstart.
package settings

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"time"

	"github.com/aymanbagabas/go-udiff"

	"coldstart/model"
	"coldstart/vault/disk"
	"coldstart/vault/text"
)

// Edited is a file outside any vault with edits that are not written yet.
type Edited struct {
	File string
	// Was is what the file has, Next what it will have; nil when it is missing.
	Was, Next []byte
	// names is how many names the file has.
	names uint64
}

// ReadEdited reads a file of at most so many bytes, which may be missing.
func ReadEdited(file string, most int64) (Edited, error) {
	e := Edited{File: file}
	root, err := disk.OpenFolder(filepath.Dir(file))
	if errors.Is(err, fs.ErrNotExist) {
		return e, nil
	}
	if err != nil {
		return e, disk.FileError("reading", file, err)
	}
	defer root.Close()
	b, info, err := disk.Disk{Root: root}.ReadWhole(filepath.Base(file), most)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return e, nil
	case err != nil:
		return e, disk.FileError("reading", file, err)
	}
	e.Was, e.Next, e.names = b, b, disk.LinkCount(info)
	return e, nil
}

// Path is the file.
func (e *Edited) Path() string { return e.File }

// Exists reports whether the file was there.
func (e *Edited) Exists() bool { return e.Was != nil }

// Parted reports whether Write parts the file from another name of it, which keeps the old text.
func (e *Edited) Parted() bool { return e.names > 1 }

// Gone reports whether the edits take the file away.
func (e *Edited) Gone() bool { return e.Was != nil && e.Next == nil }

// Changes are the lines that the edits so far add and remove, from the top of the file to its end.
func (e *Edited) Changes() []model.Change {
	change := model.Change{Kind: model.ChangeEdit, Path: e.File}
	switch {
	case e.Was == nil && e.Next == nil:
		return nil
	case e.Was == nil:
		change.Kind = model.ChangeCreate
	case e.Next == nil:
		change.Kind = model.ChangeRemove
	}
	var changes []model.Change
	for _, l := range udiff.Lines(string(e.Was), string(e.Next)) {
		change.Before, change.After = text.Lines(e.Was[l.Start:l.End]), text.Lines([]byte(l.New))
		changes = append(changes, change)
	}
	return changes
}

// Linked fails when the folder of the file is a link: what it leads to was not named.
func (e *Edited) Linked() error {
	dir := filepath.Dir(e.File)
	info, err := os.Lstat(dir)
	if err != nil || info.Mode()&fs.ModeSymlink == 0 {
		return nil
	}
	return fmt.Errorf("writing %s: its folder %s is a link, which is not followed: %w", e.File, dir, model.ErrNotAllowed)
}

// Write writes the edits. It fails with model.ErrConflict when the file has changed since it was
// read.
func (e *Edited) Write(at time.Time) error {
	if err := e.Linked(); err != nil {
		return err
	}
	dir, name := filepath.Split(e.File)
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return fmt.Errorf("creating the folder of %s: %w", e.File, err)
	}
	root, err := disk.OpenFolder(dir)
	if err != nil {
		return disk.FileError("writing", e.File, err)
	}
	defer root.Close()
	d, temp := disk.Disk{Root: root}, disk.TempName(".", disk.NewID(at))
	switch {
	case e.Was == nil:
		err = d.Create(name, temp, e.Next, disk.DefaultMode)
	case e.Next == nil:
		_, err = disk.Place{Disk: d, Name: name}.Remove(temp, model.FingerprintOf(e.Was).String(), false)
	default:
		err = d.Replace(name, temp, e.Was, e.Next)
	}
	if errors.Is(err, fs.ErrExist) {
		err = fmt.Errorf("writing %s: another program has just created it: %w", e.File, model.ErrConflict)
	}
	return err
}
