package places

import (
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

// FewestFolders is how many folders with a meaning make a vault where none of them is telling.
const FewestFolders = 2

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
	root, err := disk.OpenFolder(dir)
	if err != nil {
		return false
	}
	defer root.Close()
	if p.signed(root) {
		return true
	}
	l, err := readLayout(disk.Disk{Root: root}, p)
	return err == nil && l.isVault()
}

// holdsVault reports whether a folder around a repository is a vault. It is stricter than IsVault:
// nobody who works in the repository may have made the folders beside it.
func (p Places) holdsVault(dir string) bool {
	root, err := disk.OpenFolder(dir)
	if err != nil {
		return false
	}
	defer root.Close()
	if p.signed(root) {
		return true
	}
	l, err := readLayout(disk.Disk{Root: root}, p)
	return err == nil && len(l.withoutRepositories(root).Dirs) >= FewestFolders
}

// withoutRepositories leaves out the folders that are repositories: what is in them belongs there,
// whatever they are called.
func (l Layout) withoutRepositories(root *os.Root) Layout {
	for f, names := range l.Dirs {
		l.Dirs[f] = slices.DeleteFunc(names, func(name string) bool {
			_, err := root.Lstat(path.Join(name, ".git"))
			return err == nil
		})
		if len(l.Dirs[f]) == 0 {
			delete(l.Dirs, f)
		}
	}
	return l
}

// isVault reports a folder that looks like a vault by its folders alone.
func (l Layout) isVault() bool {
	for _, f := range telling {
		if len(l.Dirs[f]) > 0 {
			return true
		}
	}
	return len(l.Dirs) >= FewestFolders
}

// mostInstead is how many names of a strange folder are listed.
const mostInstead = 5

// MarkStrange notes that nothing was left in a folder, and what it has instead.
func (v *Vault) MarkStrange(l Layout, s *model.Snapshot) {
	if len(l.Dirs) > 0 || l.Places.signed(v.Disk.Root) || s.Events.Path != "" || len(s.Plans)+len(s.Work)+len(s.Traces)+len(s.Problems) > 0 {
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
