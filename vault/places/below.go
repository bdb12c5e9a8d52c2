package places

import (
	"cmp"
	"context"
	"errors"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"coldstart/vault/dialect"
	"coldstart/vault/disk"
)

const (
	// rootDepth is how many levels below a start are searched for vaults.
	rootDepth = 2
	// maxRoots is how many vaults below one folder are listed.
	maxRoots = 100
	// mostSearched is how many folders are looked into: a large repository must not open slowly.
	mostSearched = 300
	// mostMarked is how many folders are looked into for what other programs left.
	mostMarked = 40
	// mostNames is how many names are looked at in each folder, allNames in all.
	mostNames = 1000
	allNames  = 10_000
)

// searched is what a search may still look at: folders, names, and folders with the mark of another program.
type searched struct{ folders, names, marked int }

func newSearch() *searched { return &searched{mostSearched, allNames, mostMarked} }

// list returns some entries of a folder. It is false at the end of what may be looked at.
func (s *searched) list(d disk.Disk, dir string) ([]fs.DirEntry, bool) {
	if s.folders == 0 || s.names <= 0 {
		return nil, false
	}
	entries := d.ListSome(dir, min(mostNames, s.names))
	s.folders, s.names = s.folders-1, s.names-len(entries)
	return entries, true
}

// FindBelow returns the absolute paths of the vaults at most two levels below a folder, in name
// order: repositories keep their vault in a folder, and some keep several. Hidden folders, those
// of packages and of builds, links and what lies in vaults are not searched.
func (p Places) FindBelow(ctx context.Context, start string) ([]string, error) {
	return Around{Places: p}.FindBelow(ctx, start)
}

// FindBelow is that of the places, and in a repository finds the folders in which other programs left something too.
func (a Around) FindBelow(ctx context.Context, start string) ([]string, error) {
	found, err := a.search(ctx, start, newSearch())
	slices.Sort(found)
	return found[:min(len(found), maxRoots)], err
}

// search looks for vaults and for what other programs left as far as it may, in the higher folders first.
func (a Around) search(ctx context.Context, start string, left *searched) (found []string, err error) {
	p := a.Places
	abs, err := filepath.Abs(start)
	if err != nil {
		return nil, disk.FileError("looking for vaults in", start, err)
	}
	root, err := disk.OpenFolder(abs)
	if err != nil {
		return nil, disk.FileError("looking for vaults in", start, err)
	}
	defer root.Close()
	d := disk.Disk{Root: root, Fast: disk.NewFastReader(root)}
	defer d.Fast.Close()
	if !InRepository(abs) {
		a.Marks = nil
	}
	level := []string{"."}
	for range rootDepth + 1 {
		var next []string
		for _, dir := range level {
			if err := ctx.Err(); err != nil {
				return nil, err
			}
			entries, ok := left.list(d, dir)
			if !ok {
				return found, nil
			}
			l := layoutOf(entries, p, func(name string) bool { return d.IsFolder(path.Join(dir, name)) }, func(name string) []fs.DirEntry {
				inside, _ := left.list(d, path.Join(dir, name))
				return inside
			})
			inside := func(name string) []fs.DirEntry {
				inside, _ := left.list(d, path.Join(dir, name))
				return inside
			}
			isVault := p.signedBy(root, dir, entries) || len(l.Dirs) >= FewestFolders || hasPlans(l, inside) || hasRequests(l, inside)
			if at := filepath.Join(abs, filepath.FromSlash(dir)); dir != "." && (isVault || a.leftIn(at, entries, left)) {
				found = append(found, at)
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

// leftIn reports whether other programs left something in a folder with these entries, which is no repository or worktree of
// its own.
func (a Around) leftIn(dir string, entries []fs.DirEntry, left *searched) bool {
	marked := false
	for _, e := range entries {
		if e.Name() == ".git" && (e.IsDir() || filepath.Base(filepath.Dir(gitFile(filepath.Join(dir, ".git")))) == "worktrees") {
			return false
		}
		marked = marked || slices.Contains(a.Marks, e.Name())
	}
	if !marked || left.marked == 0 || a.Left == nil {
		return false
	}
	left.marked--
	return a.Left(dir)
}

// fewestPlans is how many plans make a vault of a folder that has Plans/ alone.
const fewestPlans = 3

// hasPlans reports whether a folder with Plans/ alone is a vault all the same, since several files
// there are called plans. A name that begins with a date may be anybody's.
func hasPlans(l Layout, list func(name string) []fs.DirEntry) bool {
	if len(l.Dirs) != 1 || len(l.Dirs[FolderPlans]) != 1 {
		return false
	}
	n := 0
	for _, e := range list(l.Dirs[FolderPlans][0]) {
		if name := e.Name(); e.Type().IsRegular() && HasEnding(name, PlanEndings) && dialect.NamesPlan(name) && (name[0] < '0' || name[0] > '9') {
			n++
		}
	}
	return n >= fewestPlans
}

// pendingWord is the only name of a folder that other projects do not have and that is a vault by its files alone.
const pendingWord = "pendingapproval"

// hasRequests reports whether a folder with Pending_Approval/ alone is a vault all the same, since a text waits there.
func hasRequests(l Layout, list func(name string) []fs.DirEntry) bool {
	if len(l.Dirs) != 1 || len(l.Dirs[FolderPending]) != 1 || dialect.FolderWord(l.Dirs[FolderPending][0]) != pendingWord {
		return false
	}
	return slices.ContainsFunc(list(l.Dirs[FolderPending][0]), func(e fs.DirEntry) bool {
		return e.Type().IsRegular() && HasEnding(e.Name(), PlanEndings)
	})
}

// Nested returns the vaults below a vault that has one folder of the life cycle at most: it may hide
// what was meant.
func (a Around) Nested(ctx context.Context, dir string) ([]string, error) {
	p := a.Places
	root, err := disk.OpenFolder(dir)
	if err != nil {
		return nil, disk.FileError("looking for vaults in", dir, err)
	}
	l, err := readLayout(disk.Disk{Root: root}, p)
	signed := p.signed(root)
	if err := errors.Join(err, root.Close()); err != nil || signed || len(l.Dirs) >= FewestFolders {
		return nil, err
	}
	return a.FindBelow(ctx, dir)
}

// signedBy reports whether a folder with these entries has one of the signs. It is stricter than
// IsVault together with what is asked of its folders: nobody pointed at this folder, and many
// others have one called Plans or Done.
func (p Places) signedBy(root *os.Root, dir string, entries []fs.DirEntry) bool {
	for _, sign := range p.signs() {
		first, _, _ := strings.Cut(sign, "/")
		if _, there := slices.BinarySearchFunc(entries, first, func(e fs.DirEntry, name string) int { return cmp.Compare(e.Name(), name) }); !there {
			continue
		}
		if _, err := root.Lstat(path.Join(dir, sign)); err == nil {
			return true
		}
	}
	return false
}

// holdsNoVault reports a folder that is passed over on the search for vaults, by its own name.
func holdsNoVault(name string) bool {
	return IsSkipped(name) || slices.Contains([]string{"vendor", "build", "dist", "target", "out", "bin", "obj", "venv", "__pycache__"}, name)
}
