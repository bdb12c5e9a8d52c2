package vault

import (
	"context"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"
)

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
		return nil, fileError("looking for vaults in", start, err)
	}
	root, err := os.OpenRoot(abs)
	if err != nil {
		return nil, fileError("looking for vaults in", start, err)
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
	entries, _ := readDir(root, dir)
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
	return err == nil && len(l.dirs) >= fewestFolders
}
