package places

import (
	"context"
	"fmt"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"coldstart/model"
	"coldstart/vault/disk"
)

// signs are the things in a folder that make it a vault on their own: where the
// other sources of the contract keep their state.
func (p Places) signs() []string {
	return append([]string{".claude/haios", p.ResearchConfig(), SeedName}, p.events...)
}

// telling are the folders whose presence alone makes their parent a vault. Of the
// others, which also occur in folders of other programs, two are needed.
var telling = []Folder{FolderPlans, FolderPending}

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
		if len(l.Dirs[f]) > 0 {
			return true
		}
	}
	return len(l.Dirs) >= fewestFolders
}

// mostInstead is how many names of a strange folder are told.
const mostInstead = 5

// MarkStrange says when nothing in the folder is what a vault has, and what is there.
func (w *Where) MarkStrange(l Layout, s *model.Snapshot) {
	if len(l.Dirs) > 0 || l.Places.signed(w.Disk.Root) || s.Events.Path != "" || len(s.Work)+len(s.Traces)+len(s.Problems) > 0 {
		return
	}
	s.Strange = true
	// What cannot be listed was told before.
	entries, _ := disk.ReadDir(w.Disk.Root, ".")
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
	// rootDepth is how many folders below a start a vault is looked for.
	rootDepth = 2
	// maxRoots is how many vaults below one folder are told apart.
	maxRoots = 100
)

// FindBelow gives the absolute paths of the vaults below a folder that is none
// itself, at most two folders down and in the order of their names: repositories
// keep their vault in a folder, and some keep several. Hidden folders, links and
// what lies inside a vault are not looked into. Nothing is written.
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

// foldersIn lists the folders in a folder that may hold a vault. What cannot be
// read holds none that could be opened.
func foldersIn(root *os.Root, dir string) []string {
	entries, _ := disk.ReadDir(root, dir)
	var names []string
	for _, e := range entries {
		if e.IsDir() && !strings.HasPrefix(e.Name(), ".") && e.Name() != "node_modules" {
			names = append(names, path.Join(dir, e.Name()))
		}
	}
	return names
}

// holdsVault is stricter than IsVault: nobody pointed at this folder, and a
// single folder called Plans or Done occurs in many others.
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
