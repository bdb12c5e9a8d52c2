package vault

import (
	"fmt"
	"os"
	"path"
	"path/filepath"

	"coldstart/model"
)

// signs are the things in a folder that make it a vault on their own: where the
// other sources of the contract keep their state.
func (p Places) signs() []string {
	return append([]string{".claude/haios", p.researchConfig(), seedName}, p.events...)
}

// telling are the folders whose presence alone makes their parent a vault. Of the
// others, which also occur in folders of other programs, two are needed.
var telling = []folder{folderPlans, folderPending}

const fewestFolders = 2

// Find gives the absolute path of the nearest folder at or above start that looks
// like a vault. A part of a vault that would pass for one by itself, as the
// archive Done/Plans makes Done, gives the vault around it. It fails with
// model.ErrNotFound when there is none. Nothing is written.
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

// mayBePart reports a folder that has a meaning by its name, or lies on the way to one
// that was named.
func (p Places) mayBePart(dir string) bool {
	if dir == filepath.Dir(dir) {
		return false
	}
	if folderAt(p.folders, filepath.ToSlash(dir)) != folderNone {
		return true
	}
	for _, n := range p.lines {
		for up := path.Dir(n.path); up != "."; up = path.Dir(up) {
			if path.Base(up) == filepath.Base(dir) {
				return true
			}
		}
	}
	return false
}

// signed reports whether one of the signs is there.
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
		if len(l.dirs[f]) > 0 {
			return true
		}
	}
	return len(l.dirs) >= fewestFolders
}

// mostInstead is how many names of a strange folder are told.
const mostInstead = 5

// markStrange says when nothing in the folder is what a vault has, and what is there.
func (v *Vault) markStrange(l layout, s *model.Snapshot) {
	if len(l.dirs) > 0 || l.places.signed(v.disk.root) || s.Events.Path != "" || len(s.Work)+len(s.Traces)+len(s.Problems) > 0 {
		return
	}
	s.Strange = true
	// What cannot be listed was told before.
	entries, _ := readDir(v.disk.root, ".")
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
