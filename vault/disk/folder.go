package disk

import (
	"errors"
	"io"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"unicode/utf8"
)

// WithoutLinks returns a path in its absolute forms: as it is, and with links followed.
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

// LeadsTo returns the absolute path of a file with all links followed, also where it is still missing: a
// program that writes it would create it there.
func LeadsTo(path string) string {
	path, err := filepath.Abs(path)
	if err != nil {
		return path
	}
	for range mostLinks {
		if real, err := filepath.EvalSymlinks(path); err == nil {
			return real
		}
		target, err := os.Readlink(path)
		if err != nil {
			break
		}
		if !filepath.IsAbs(target) {
			target = filepath.Join(filepath.Dir(path), target)
		}
		path = target
	}
	parent := filepath.Dir(path)
	if parent == path {
		return path
	}
	return filepath.Join(LeadsTo(parent), filepath.Base(path))
}

// mostLinks is how many links are followed one after another.
const mostLinks = 40

// Holds reports whether a file or folder is dir or lies in it, by name or through links.
func Holds(dir, path string) bool {
	for _, d := range WithoutLinks(dir) {
		for _, p := range WithoutLinks(path) {
			rel, err := filepath.Rel(d, p)
			if err == nil && filepath.IsLocal(rel) {
				return true
			}
		}
	}
	return false
}

// LinkIn returns the first part of a path that is a link, "" when there is none.
func (d Disk) LinkIn(name string) string {
	for i, c := range name + "/" {
		if c != '/' {
			continue
		}
		switch kind, there := d.kind(name[:i]); {
		case !there:
			return ""
		case kind&fs.ModeSymlink != 0:
			return name[:i]
		}
	}
	return ""
}

// ErrElsewhere is returned for a link that leads out of the root, or on a way that is not followed.
var ErrElsewhere = errors.New("it leads elsewhere")

// Follow returns the name of the file or folder to which a link leads within the root, and what it
// is. The folder of name is reached without a link.
func (d Disk) Follow(name string) (to string, info fs.FileInfo, err error) {
	for range mostLinks {
		info, err = d.Root.Lstat(name)
		if err != nil || info.Mode()&fs.ModeSymlink == 0 {
			return name, info, err
		}
		if to, err = d.Root.Readlink(name); err != nil {
			return "", nil, err
		}
		if name = d.within(path.Dir(name), to); name == "" {
			return to, nil, ErrElsewhere
		}
	}
	return "", nil, syscall.ELOOP
}

// within returns the name below the root that a link in a folder leads to, "" where it has none or
// other links lie on the way.
func (d Disk) within(dir, target string) string {
	name := path.Join(dir, target)
	if filepath.IsAbs(target) {
		name = ".."
		for _, root := range WithoutLinks(d.Root.Name()) {
			if below, ok := strings.CutPrefix(target, root+"/"); ok {
				name = below
			}
		}
	}
	plain := path.Clean(target) == strings.TrimPrefix(target, "./")
	if !plain || !filepath.IsLocal(name) || d.LinkIn(path.Dir(name)) != "" {
		return ""
	}
	return name
}

// InTheWay returns the first part of a folder's path that exists and is no folder, "" when
// there is none. Links are LinkIn's.
func (d Disk) InTheWay(name string) (part string, is fs.FileMode) {
	for i, c := range name + "/" {
		if c != '/' {
			continue
		}
		switch kind, there := d.kind(name[:i]); {
		case !there || kind&fs.ModeSymlink != 0:
			return "", 0
		case !kind.IsDir():
			return name[:i], kind
		}
	}
	return "", 0
}

// IsMissing reports that a file is not there, or that a part of its path is no folder.
func IsMissing(err error) bool {
	return errors.Is(err, fs.ErrNotExist) || errors.Is(err, syscall.ENOTDIR)
}

// IsFolder reports whether name is a folder that is reached without a link.
func (d Disk) IsFolder(name string) bool {
	kind, _ := d.kind(name)
	return kind.IsDir() && d.LinkIn(name) == ""
}

// ReadDir lists a folder as List does, without a cache.
func ReadDir(root *os.Root, name string) ([]fs.DirEntry, error) { return Disk{Root: root}.List(name) }

// ListSome returns at most so many entries of a folder, which of them the system decides, in name
// order. A folder that cannot be read has none.
func (d Disk) ListSome(dir string, most int) []fs.DirEntry {
	f, err := d.Fast.openDir(d.Root, dir)
	if err != nil {
		return nil
	}
	entries, _ := entriesOf(f, most)
	return entries
}

// entriesOf lists at most so many entries of an open folder, and closes it.
func entriesOf(dir *os.File, most int) ([]fs.DirEntry, error) {
	defer dir.Close()
	entries, err := dir.ReadDir(most)
	if err != nil && len(entries) == 0 && !errors.Is(err, io.EOF) {
		return nil, err
	}
	slices.SortFunc(entries, func(a, b fs.DirEntry) int {
		return strings.Compare(a.Name(), b.Name())
	})
	return entries, nil
}

// FolderCache holds the folders that one load has listed, and what else it asked for, so that all its sources see
// the same.
type FolderCache struct {
	folders map[string]*listed
	// single are names in folders that were not listed.
	single map[string]asked
	parted map[[2]string][2][]fs.DirEntry
}

type asked struct {
	kind  fs.FileMode
	there bool
}

func (c *FolderCache) asked(name string) (a asked, met bool) {
	if c != nil {
		a, met = c.single[name]
	}
	return a, met
}

func (c *FolderCache) keep(name string, a asked) {
	switch {
	case c == nil:
		return
	case c.single == nil:
		c.single = map[string]asked{}
	}
	c.single[name] = a
}

type listed struct {
	entries []fs.DirEntry
	err     error
	// alike has the names as any file system may compare them, once one was looked for in vain. It is nil where
	// letters beyond ASCII make that hard to tell.
	alike map[string]bool
	asked bool
}

// entry finds a name in the folder where it would be, nil for none. Known is false where neither that folder nor one
// above it was listed and tells.
func (c *FolderCache) entry(name string) (e fs.DirEntry, known bool) {
	if c == nil || name == "." || !fs.ValidPath(name) {
		return nil, false
	}
	in := c.folders[path.Dir(name)]
	switch {
	case in == nil:
		above, known := c.entry(path.Dir(name))
		return nil, known && (above == nil || above.Type().IsRegular())
	case in.err != nil:
		return nil, IsMissing(in.err)
	case len(in.entries) > MaxEntries:
		return nil, false
	}
	base := path.Base(name)
	if i, ok := slices.BinarySearchFunc(in.entries, base, func(e fs.DirEntry, base string) int { return strings.Compare(e.Name(), base) }); ok {
		return in.entries[i], true
	}
	return nil, !in.mayHave(base)
}

// mayHave reports whether some file system could take a name for one in the folder that is spelled otherwise.
func (l *listed) mayHave(base string) bool {
	if !l.asked {
		l.asked, l.alike = true, make(map[string]bool, len(l.entries))
		for _, e := range l.entries {
			if !isASCII(e.Name()) {
				l.alike = nil
				break
			}
			l.alike[strings.ToLower(e.Name())] = true
		}
	}
	return l.alike == nil || !isASCII(base) || l.alike[strings.ToLower(base)]
}

func isASCII(name string) bool {
	return !strings.ContainsFunc(name, func(c rune) bool { return c >= utf8.RuneSelf })
}

// List returns the entries of a folder in name order: at most MaxEntries, and one more where
// there are more. The list is shared and must not be changed.
func (d Disk) List(dir string) ([]fs.DirEntry, error) {
	if d.Cache == nil {
		return d.Fast.list(d.Root, dir)
	}
	found, ok := d.Cache.folders[dir]
	if !ok {
		if d.Cache.folders == nil {
			d.Cache.folders = map[string]*listed{}
		}
		found = &listed{}
		found.entries, found.err = d.Fast.list(d.Root, dir)
		d.Cache.folders[dir] = found
	}
	return found.entries, found.err
}

// Parted is List with those that fit apart, at most MaxEntries in all; more says that there are more. A load puts the
// question, which has a name, once to each entry.
func (d Disk) Parted(dir, question string, fits func(fs.DirEntry) bool) (fit, rest []fs.DirEntry, more bool, err error) {
	entries, err := d.List(dir)
	if err != nil {
		return nil, nil, false, err
	}
	key := [2]string{dir, question}
	if more = len(entries) > MaxEntries; d.Cache != nil {
		if parts, ok := d.Cache.parted[key]; ok {
			return parts[0], parts[1], more, nil
		}
	}
	fit = make([]fs.DirEntry, 0, min(len(entries), MaxEntries))
	for _, e := range entries[:min(len(entries), MaxEntries)] {
		if fits(e) {
			fit = append(fit, e)
		} else {
			rest = append(rest, e)
		}
	}
	if d.Cache != nil {
		if d.Cache.parted == nil {
			d.Cache.parted = map[[2]string][2][]fs.DirEntry{}
		}
		d.Cache.parted[key] = [2][]fs.DirEntry{fit, rest}
	}
	return fit, rest, more, nil
}

// OpenFolder opens the folder at an absolute path. Anything else there is an error at once: a pipe
// would wait for somebody who writes into it.
func OpenFolder(dir string) (*os.Root, error) {
	info, err := os.Stat(dir)
	if err != nil {
		return nil, err
	}
	if !info.IsDir() {
		return nil, &fs.PathError{Op: "open", Path: dir, Err: syscall.ENOTDIR}
	}
	return os.OpenRoot(dir)
}
