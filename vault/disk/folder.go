package disk

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"syscall"

	"coldstart/model"
)

// WithoutLinks gives the absolute spellings of a path: as it is, and with its links
// followed.
func WithoutLinks(path string) []string {
	var all []string
	if abs, err := filepath.Abs(path); err == nil {
		all = append(all, abs)
	}
	if real, err := filepath.EvalSymlinks(path); err == nil {
		if real, err = filepath.Abs(real); err == nil {
			all = append(all, real)
		}
	}
	return all
}

// LinkIn gives the first part of a path that is a link, "" when there is none.
func (d Disk) LinkIn(name string) string {
	for i, c := range name + "/" {
		if c != '/' {
			continue
		}
		info, err := d.Root.Lstat(name[:i])
		if err != nil {
			return ""
		}
		if info.Mode()&fs.ModeSymlink != 0 {
			return name[:i]
		}
	}
	return ""
}

// InTheWay gives the first part of a folder's path that is there and is no folder, and
// what it is; "" when there is none. Links are told by linkIn.
func (d Disk) InTheWay(name string) (part string, is fs.FileMode) {
	for i, c := range name + "/" {
		if c != '/' {
			continue
		}
		info, err := d.Root.Lstat(name[:i])
		switch {
		case err != nil || info.Mode()&fs.ModeSymlink != 0:
			return "", 0
		case !info.IsDir():
			return name[:i], info.Mode()
		}
	}
	return "", 0
}

// NoFolder reports what lies where a folder would be looked into.
func NoFolder(name, wanted string, is fs.FileMode) model.Problem {
	return model.Problem{
		Path: name, Reason: fmt.Sprintf("%s where the folder %s is looked for; nothing that belongs in it is shown", KindOf(is), wanted),
		Hint: "move it away, and put the folder back in its place",
	}
}

// IsNowhere reports that a file is not there, nor perhaps the folder that it would lie in:
// a file in its place is told of as such.
func IsNowhere(err error) bool {
	return errors.Is(err, fs.ErrNotExist) || errors.Is(err, syscall.ENOTDIR)
}

// IsFolder reports a folder that no link leads to.
func (d Disk) IsFolder(name string) bool {
	info, err := d.Root.Lstat(name)
	return err == nil && info.IsDir() && d.LinkIn(name) == ""
}

// ReadDir lists a folder in name order, at most maxFolder entries.
func ReadDir(root *os.Root, name string) ([]fs.DirEntry, error) {
	dir, err := root.Open(name)
	if err != nil {
		return nil, err
	}
	return entriesOf(dir)
}

// entriesOf lists an open folder, and closes it.
func entriesOf(dir *os.File) ([]fs.DirEntry, error) {
	defer dir.Close()
	entries, err := dir.ReadDir(MaxFolder + 1)
	if err != nil && len(entries) == 0 && !IsEOF(err) {
		return nil, err
	}
	slices.SortFunc(entries, func(a, b fs.DirEntry) int {
		return strings.Compare(a.Name(), b.Name())
	})
	return entries, nil
}

// IsFurniture reports names that are never work: hidden files, folder readmes and
// templates. Surveyed vaults keep all of them among their plans and requests.
func IsFurniture(name string) bool {
	lower := strings.ToLower(name)
	return strings.HasPrefix(name, ".") || strings.HasPrefix(name, "_") ||
		strings.HasPrefix(lower, "readme") || strings.Contains(lower, "template")
}
