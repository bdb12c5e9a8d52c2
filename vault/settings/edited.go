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

// edited is a file outside any vault with edits that are not written yet.
type edited struct {
	file string
	// was is what the file has, next what it will have; nil when it is missing.
	was, next []byte
	// names is how many names the file has.
	names uint64
}

// readEdited reads a file of at most so many bytes, which may be missing.
func readEdited(file string, most int64) (edited, error) {
	e := edited{file: file}
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
	e.was, e.next, e.names = b, b, disk.LinkCount(info)
	return e, nil
}

// Path is the file.
func (e *edited) Path() string { return e.file }

// Exists reports whether the file was there.
func (e *edited) Exists() bool { return e.was != nil }

// Parted reports whether Write parts the file from another name of it, which keeps the old text.
func (e *edited) Parted() bool { return e.names > 1 }

// Gone reports whether the edits take the file away.
func (e *edited) Gone() bool { return e.was != nil && e.next == nil }

// Changes are the lines that the edits so far add and remove, from the top of the file to its end.
func (e *edited) Changes() []model.Change {
	change := model.Change{Kind: model.ChangeEdit, Path: e.file}
	switch {
	case e.was == nil && e.next == nil:
		return nil
	case e.was == nil:
		change.Kind = model.ChangeCreate
	case e.next == nil:
		change.Kind = model.ChangeRemove
	}
	var changes []model.Change
	for _, l := range udiff.Lines(string(e.was), string(e.next)) {
		change.Before, change.After = text.Lines(e.was[l.Start:l.End]), text.Lines([]byte(l.New))
		changes = append(changes, change)
	}
	return changes
}

// linked fails when the folder of the file is a link: what it leads to was not named.
func (e *edited) linked() error {
	dir := filepath.Dir(e.file)
	info, err := os.Lstat(dir)
	if err != nil || info.Mode()&fs.ModeSymlink == 0 {
		return nil
	}
	return fmt.Errorf("writing %s: its folder %s is a link, which is not followed: %w", e.file, dir, model.ErrNotAllowed)
}

// Write writes the edits. It fails with model.ErrConflict when the file has changed since it was
// read.
func (e *edited) Write(at time.Time) error {
	if err := e.linked(); err != nil {
		return err
	}
	dir, name := filepath.Split(e.file)
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return fmt.Errorf("creating the folder of %s: %w", e.file, err)
	}
	root, err := disk.OpenFolder(dir)
	if err != nil {
		return disk.FileError("writing", e.file, err)
	}
	defer root.Close()
	d, temp := disk.Disk{Root: root}, disk.TempName(".", disk.NewID(at))
	switch {
	case e.was == nil:
		err = d.Create(name, temp, e.next, disk.DefaultMode)
	case e.next == nil:
		_, err = disk.Place{Disk: d, Name: name}.Remove(temp, model.FingerprintOf(e.was).String(), false)
	default:
		err = d.Replace(name, temp, e.was, e.next)
	}
	if errors.Is(err, fs.ErrExist) {
		err = fmt.Errorf("writing %s: another program has just created it: %w", e.file, model.ErrConflict)
	}
	return err
}
