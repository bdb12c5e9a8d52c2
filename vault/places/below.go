package places

import (
	"cmp"
	"context"
	"errors"
	"io"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"coldstart/vault/disk"
)

const (
	// rootDepth is how many levels below a start are searched for vaults.
	rootDepth = 2
	// maxRoots is how many vaults below one folder are listed.
	maxRoots = 100
	// mostSearched is how many folders are looked into, mostNames how many names in each: a
	// large repository must not open slowly.
	mostSearched, mostNames = 300, 2000
)

// FindBelow gives the absolute paths of the vaults at most two levels below a folder, in name
// order: repositories keep their vault in a folder, and some keep several. Hidden folders, those
// of packages and of builds, links and what lies in vaults are not searched.
func (p Places) FindBelow(ctx context.Context, start string) ([]string, error) {
	left := mostSearched
	found, err := p.search(ctx, start, &left)
	slices.Sort(found)
	return found[:min(len(found), maxRoots)], err
}

// search looks into at most so many folders, the higher ones first, and counts them down.
func (p Places) search(ctx context.Context, start string, left *int) (found []string, err error) {
	abs, err := filepath.Abs(start)
	if err != nil {
		return nil, disk.FileError("looking for vaults in", start, err)
	}
	root, err := os.OpenRoot(abs)
	if err != nil {
		return nil, disk.FileError("looking for vaults in", start, err)
	}
	defer root.Close()
	level := []string{"."}
	for range rootDepth + 1 {
		var next []string
		for _, dir := range level {
			if err := ctx.Err(); err != nil {
				return nil, err
			}
			if *left--; *left < 0 {
				return found, nil
			}
			entries := someEntries(root, dir)
			l := layoutOf(entries, p, func(name string) bool { return disk.Disk{Root: root}.IsFolder(path.Join(dir, name)) })
			isVault := p.signedBy(root, dir, entries) || len(l.Dirs) >= fewestFolders
			if dir != "." && isVault {
				found = append(found, filepath.Join(abs, filepath.FromSlash(dir)))
				continue
			}
			isVault = isVault || l.isVault()
			for _, e := range entries {
				if name := path.Join(dir, e.Name()); e.IsDir() && !holdsNoVault(e.Name()) && !(isVault && p.isPart(name)) {
					next = append(next, name)
				}
			}
		}
		level = next
	}
	return found, nil
}

// someEntries lists a part of a folder in name order. One that cannot be read has none.
func someEntries(root *os.Root, dir string) []fs.DirEntry {
	f, err := root.Open(dir)
	if err != nil {
		return nil
	}
	defer f.Close()
	entries, err := f.ReadDir(mostNames)
	if err != nil && !errors.Is(err, io.EOF) {
		return nil
	}
	slices.SortFunc(entries, func(a, b fs.DirEntry) int { return cmp.Compare(a.Name(), b.Name()) })
	return entries
}

// signedBy reports whether a folder with these entries has one of the signs. It is stricter than
// IsVault together with what is asked of its folders: nobody pointed at this folder, and many
// others have one called Plans or Done.
func (p Places) signedBy(root *os.Root, dir string, entries []fs.DirEntry) bool {
	for _, sign := range p.signs() {
		first, _, _ := strings.Cut(sign, "/")
		_, there := slices.BinarySearchFunc(entries, first, func(e fs.DirEntry, name string) int { return cmp.Compare(e.Name(), name) })
		if _, err := root.Lstat(path.Join(dir, sign)); there && err == nil {
			return true
		}
	}
	return false
}

// holdsNoVault reports a folder that is passed over on the search for vaults, by its own name.
func holdsNoVault(name string) bool {
	return IsSkipped(name) || slices.Contains([]string{"vendor", "build", "dist", "target", "out", "bin", "obj", "venv", "__pycache__"}, name)
}
