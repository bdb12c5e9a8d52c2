package places

import (
	"context"
	"fmt"
	"os"
	"path"
	"path/filepath"
	"slices"

	"coldstart/model"
	"coldstart/vault/disk"
)

// signs are the files and folders that make a folder a vault on their own.
func (p Places) signs() []string {
	return append([]string{".claude/haios", p.ResearchConfig(), SeedName}, p.events...)
}

// telling are the folders that make their parent a vault on their own. Of the others, which
// other programs have too, two are needed.
var telling = []Folder{FolderPlans, FolderPending}

const fewestFolders = 2

// Find gives the absolute path of the nearest vault at or above start. From a part of a
// vault that looks like one itself, as Done does with an archive Done/Plans, it gives the
// vault around it. It fails with model.ErrNotFound.
func (p Places) Find(start string) (string, error) {
	abs, err := filepath.Abs(start)
	if err != nil {
		return "", fmt.Errorf("looking for a vault at or above %s: %w", start, err)
	}
	for dir := abs; ; dir = filepath.Dir(dir) {
		if p.IsVault(dir) {
			return p.outermost(dir), nil
		}
		if dir == filepath.Dir(dir) {
			return "", fmt.Errorf("looking for a vault at or above %s: %w", start, model.ErrNotFound)
		}
	}
}

func (p Places) outermost(dir string) string {
	outer := dir
	for p.mayBePart(dir) {
		dir = filepath.Dir(dir)
		if p.IsVault(dir) {
			outer = dir
		}
	}
	return outer
}

// mayBePart reports a folder that has a meaning by its name, or lies on the way to a named
// one.
func (p Places) mayBePart(dir string) bool {
	if dir == filepath.Dir(dir) {
		return false
	}
	if FolderAt(p.Folders, filepath.ToSlash(dir)) != FolderNone {
		return true
	}
	for _, n := range p.Lines {
		for up := path.Dir(n.Path); up != "."; up = path.Dir(up) {
			if path.Base(up) == filepath.Base(dir) {
				return true
			}
		}
	}
	return false
}

// signed reports whether a folder has one of the signs.
func (p Places) signed(root *os.Root) bool {
	for _, sign := range p.signs() {
		if _, err := root.Lstat(sign); err == nil {
			return true
		}
	}
	return false
}

// IsVault reports whether a folder itself looks like a vault.
func (p Places) IsVault(dir string) bool {
	root, err := os.OpenRoot(dir)
	if err != nil {
		return false
	}
	defer root.Close()
	if p.signed(root) {
		return true
	}
	l, err := readLayout(root, p)
	if err != nil {
		return false
	}
	for _, f := range telling {
		if len(l.Dirs[f]) > 0 {
			return true
		}
	}
	return len(l.Dirs) >= fewestFolders
}

// mostInstead is how many names of a strange folder are listed.
const mostInstead = 5

// MarkStrange notes that a folder has nothing of a vault, and what it has instead.
func (v *Vault) MarkStrange(l Layout, s *model.Snapshot) {
	if len(l.Dirs) > 0 || l.Places.signed(v.Disk.Root) || s.Events.Path != "" || len(s.Work)+len(s.Traces)+len(s.Problems) > 0 {
		return
	}
	s.Strange = true
	// A folder that cannot be listed is among the problems.
	entries, _ := disk.ReadDir(v.Disk.Root, ".")
	for i, e := range entries {
		if i == mostInstead {
			s.Instead = append(s.Instead, fmt.Sprintf("and %d more", len(entries)-i))
			break
		}
		s.Instead = append(s.Instead, e.Name())
	}
}

// IsFolder reports whether path names a folder, itself or through a link.
func IsFolder(path string) bool {
	info, err := os.Stat(path)
	return err == nil && info.IsDir()
}

const (
	// rootDepth is how many levels below a start are searched for vaults.
	rootDepth = 2
	// maxRoots is how many vaults below one folder are listed.
	maxRoots = 100
)

// FindBelow gives the absolute paths of the vaults at most two levels below a folder that
// is none itself, in name order: repositories keep their vault in a folder, and some keep
// several. Hidden folders, links and vaults are not searched.
func (p Places) FindBelow(ctx context.Context, start string) ([]string, error) {
	abs, err := filepath.Abs(start)
	if err != nil {
		return nil, disk.FileError("looking for vaults in", start, err)
	}
	root, err := os.OpenRoot(abs)
	if err != nil {
		return nil, disk.FileError("looking for vaults in", start, err)
	}
	defer root.Close()
	var found []string
	level := []string{"."}
	for range rootDepth {
		var next []string
		for _, dir := range level {
			if err := ctx.Err(); err != nil {
				return nil, err
			}
			for _, name := range foldersIn(root, dir) {
				if p.holdsVault(filepath.Join(abs, filepath.FromSlash(name))) {
					found = append(found, filepath.Join(abs, filepath.FromSlash(name)))
					continue
				}
				next = append(next, name)
			}
		}
		level = next
	}
	slices.Sort(found)
	return found[:min(len(found), maxRoots)], nil
}

// foldersIn lists the folders in a folder that may hold a vault. One that cannot be read
// has none.
func foldersIn(root *os.Root, dir string) []string {
	entries, _ := disk.ReadDir(root, dir)
	var names []string
	for _, e := range entries {
		if e.IsDir() && !IsSkipped(e.Name()) {
			names = append(names, path.Join(dir, e.Name()))
		}
	}
	return names
}

// holdsVault is stricter than IsVault: nobody pointed at this folder, and many others have
// one called Plans or Done.
func (p Places) holdsVault(dir string) bool {
	root, err := os.OpenRoot(dir)
	if err != nil {
		return false
	}
	defer root.Close()
	if p.signed(root) {
		return true
	}
	l, err := readLayout(root, p)
	return err == nil && len(l.Dirs) >= fewestFolders
}
