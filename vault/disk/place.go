package disk

import (
	"errors"
	"io/fs"
	"path"
	"path/filepath"
	"strings"
	"syscall"

	"coldstart/model"
)

// Place is where a file lies. Everything lies in the vault, except for a memory
// that the operator keeps elsewhere.
type Place struct {
	Disk Disk
	Name string
}

// Folder is the path of the folder that a place is in.
func (at Place) Folder() string {
	return filepath.Join(at.Disk.Root.Name(), filepath.FromSlash(path.Dir(at.Name)))
}

// Clear is clearTemps for one folder.
func (at Place) Clear(id string) (notices []string, err error) {
	names, err := at.private(id)
	if err != nil {
		return nil, err
	}
	for _, name := range names {
		if path.Ext(name) == tempEnding {
			if err := at.Disk.Remove(name); err != nil {
				return nil, err
			}
			continue
		}
		ours := func(b []byte) bool { return isAsideText(name, b) }
		gone, err := at.Disk.Discard(name, ours, largestKept)
		if !gone && (errors.Is(err, model.ErrConflict) || errors.Is(err, ErrBusy)) {
			kept, _ := errors.AsType[*KeptError](at.Disk.Keep(name, err))
			if kept.Names[0] != name {
				notices = append(notices, kept.Notice())
				continue
			}
			err = kept
		}
		if err != nil {
			return nil, err
		}
	}
	return notices, nil
}

// private lists the unfinished files of one decision in a folder. What is no folder
// any more has none, and must not keep a decision open.
func (at Place) private(id string) ([]string, error) {
	info, err := at.Disk.Root.Stat(at.Name)
	if errors.Is(err, fs.ErrNotExist) || errors.Is(err, syscall.ENOTDIR) || err == nil && !info.IsDir() {
		return nil, nil
	}
	if err != nil {
		return nil, FileError("reading", at.Name, err)
	}
	dir, err := at.Disk.Root.Open(at.Name)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, FileError("reading", at.Name, err)
	}
	defer dir.Close()
	var names []string
	for {
		some, err := dir.Readdirnames(MaxFolder)
		for _, name := range some {
			ext := path.Ext(name)
			if strings.HasPrefix(name, PrivatePrefix+id) && (ext == tempEnding || ext == AsideEnding) {
				names = append(names, path.Join(at.Name, name))
			}
		}
		switch {
		case IsEOF(err):
			return names, nil
		case err != nil:
			return nil, FileError("reading", at.Name, err)
		}
	}
}
