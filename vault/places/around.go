package places

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
)

// Around looks for what there is to open at a folder.
type Around struct {
	Places Places
	// Left reports whether other programs left something in a folder.
	Left func(dir string) bool
	// Marks are the names in a folder any of which may show that other programs left something there: only such folders below
	// the root are looked into.
	Marks []string
	// Worked reports whether agents worked in a folder, by the sessions that their programs keep.
	Worked func(dir string) bool
	// Home is the operator's home folder, empty for none. What other programs left in it and
	// above it is not about the work in a folder below.
	Home string
}

// Found says what there is to open.
type Found struct {
	// Dirs are to be opened: the nearest folder with something in it, else the vaults below, else
	// the root of the repository if agents worked there, else the folder where the search began.
	Dirs []string
	// Nothing is true where there is nothing to open: Dirs is where the search began.
	Nothing bool
	// Beside are the other folders with something in them: up to the root of the repository, and
	// vaults below.
	Beside []string
	// UpTo is the folder up to which was looked: the root of the repository, if there is one.
	UpTo       string
	Repository bool
}

// From looks at a folder, above it, and below. In a repository what lies in it comes first,
// whatever lies around it.
func (a Around) From(ctx context.Context, start string) (Found, error) {
	start, err := filepath.Abs(start)
	if err != nil {
		return Found{}, fmt.Errorf("looking for a vault: finding the working directory: %w", err)
	}
	way, inRepository := a.way(start)
	top := way[len(way)-1]
	found := Found{Repository: inRepository, UpTo: filepath.VolumeName(start) + string(filepath.Separator)}
	bases := []string{start}
	if inRepository {
		found.UpTo, bases = top, []string{top, start}
	}
	onWay := a.on(way, false)
	if len(onWay) == 0 {
		if around, ok := a.Places.Above(top); ok {
			onWay = []string{around}
		}
	}
	below, err := a.below(ctx, bases, onWay)
	switch {
	case err != nil:
		return Found{}, err
	case len(onWay) > 0:
		found.Dirs, found.Beside = onWay[:1], append(onWay[1:], below...)
	case len(below) > 0:
		found.Dirs = below
	case inRepository && a.Worked != nil && a.Worked(top):
		found.Dirs = []string{top}
	default:
		found.Dirs, found.Nothing = []string{start}, true
	}
	return found, nil
}

// way are the folders in which other programs count, from start up to the root of its
// repository or below the home folder.
func (a Around) way(start string) (way []string, inRepository bool) {
	home, homeErr := os.Stat(a.Home)
	for dir := start; ; dir = filepath.Dir(dir) {
		if dir != start {
			at, err := os.Stat(dir)
			if dir == filepath.Dir(dir) || err == nil && homeErr == nil && os.SameFile(at, home) {
				return way, false
			}
		}
		way = append(way, dir)
		if isRepository(dir) {
			return way, true
		}
		if dir == filepath.Dir(dir) {
			return way, false
		}
	}
}

// above are the folders around a folder, the nearest first.
func above(dir string) (way []string) {
	for up := filepath.Dir(dir); up != dir; up = filepath.Dir(dir) {
		way, dir = append(way, up), up
	}
	return way
}

// isRepository reports a folder that is the root of a repository or of a worktree.
func isRepository(dir string) bool {
	_, err := os.Lstat(filepath.Join(dir, ".git"))
	return err == nil
}

// Above returns the nearest vault around a folder. The folder itself does not count.
func (p Places) Above(dir string) (vault string, found bool) {
	around := Around{Places: p}.on(above(dir), isRepository(dir))
	if len(around) == 0 {
		return "", false
	}
	return around[0], true
}

// on finds the folders with something in them on a way up, which may begin outside of a
// repository. A part of a vault that looks like one itself, as Done does with an archive
// Done/Plans, stands for the vault around it.
func (a Around) on(way []string, outside bool) (found []string) {
	vaults := make([]bool, len(way))
	for i, dir := range way {
		if vaults[i] = a.Places.IsVault(dir); outside {
			vaults[i] = a.Places.holdsVault(dir)
		}
		outside = outside || isRepository(dir)
	}
	for i := 0; i < len(way); i++ {
		switch {
		case vaults[i]:
			i = a.outermost(way, vaults, i)
			found = append(found, way[i])
		case a.Left != nil && a.Left(way[i]):
			found = append(found, way[i])
		}
	}
	return found
}

func (a Around) outermost(way []string, vaults []bool, at int) (outer int) {
	outer = at
	for ; at+1 < len(way) && a.Places.mayBePart(way[at]); at++ {
		if vaults[at+1] {
			outer = at + 1
		}
	}
	return outer
}

// below finds vaults below some folders, besides those that are known.
func (a Around) below(ctx context.Context, bases, known []string) (found []string, err error) {
	left := newSearch()
	for _, base := range slices.Compact(bases) {
		if slices.ContainsFunc(known, func(dir string) bool { return a.Places.isWithin(dir, base) }) {
			continue
		}
		dirs, err := a.search(ctx, base, left)
		if err != nil {
			return nil, err
		}
		for _, dir := range dirs {
			if !slices.Contains(known, dir) && !slices.Contains(found, dir) {
				found = append(found, dir)
			}
		}
	}
	slices.Sort(found)
	return found[:min(len(found), maxRoots)], nil
}

// isWithin reports whether a folder is one of the folders of a vault, or lies in one.
func (p Places) isWithin(vault, dir string) bool {
	rel, err := filepath.Rel(vault, dir)
	if err != nil || !filepath.IsLocal(rel) {
		return false
	}
	return p.IsVault(vault) && p.isPart(filepath.ToSlash(rel))
}

// isPart reports whether a path in a vault is one of its folders or lies in one.
func (p Places) isPart(rel string) bool {
	first, _, _ := strings.Cut(rel, "/")
	return FolderAt(p.Folders, first) != FolderNone || p.Folders.Of(first, commonFolderOf) != FolderNone || isContainer(first) || slices.ContainsFunc(p.Lines, func(n namedPlace) bool {
		return n.Path == rel || within(n.Path, rel)
	})
}

// Meant returns the folders that a named folder means: itself with something in it, else the
// vaults below it, else the vault that it is a part of, else itself.
func (a Around) Meant(ctx context.Context, dir string) ([]string, error) {
	if !IsFolder(dir) || a.Places.IsVault(dir) || a.Left != nil && a.Left(dir) {
		return []string{dir}, nil
	}
	below, err := a.FindBelow(ctx, dir)
	if err != nil || len(below) > 0 {
		return below, err
	}
	abs, err := filepath.Abs(dir)
	if err != nil {
		return nil, fmt.Errorf("looking for a vault around %s: %w", dir, err)
	}
	if vault, ok := a.Places.Above(abs); ok && a.Places.isWithin(vault, abs) {
		return []string{vault}, nil
	}
	return []string{dir}, nil
}
