package vault

import (
	"io/fs"
	"os"
	"strings"
)

// shelf holds the folders that one load has listed: several readers look into the same
// ones, and all of them see the same there.
type shelf struct{ folders map[string]listed }

type listed struct {
	entries []fs.DirEntry
	err     error
}

// list gives what lies in a folder in name order, at most maxFolder entries and one
// more where there are more. Nobody changes what it gives.
func (d disk) list(dir string) ([]fs.DirEntry, error) {
	if d.shelf == nil {
		return readDir(d.root, dir)
	}
	found, ok := d.shelf.folders[dir]
	if !ok {
		if d.shelf.folders == nil {
			d.shelf.folders = map[string]listed{}
		}
		found.entries, found.err = readDir(d.root, dir)
		d.shelf.folders[dir] = found
	}
	return found.entries, found.err
}

// way is the way from the root to the folder that was used last, every folder on it
// open: to open file after file in one folder costs one call each.
type way struct {
	names []string
	roots []*os.Root
}

// near gives an open folder and the name of a file in it: the root and the whole name,
// or the folder around the file where a way is kept.
func (d disk) near(name string) (*os.Root, string, error) {
	slash := strings.LastIndexByte(name, '/')
	if d.way == nil || slash < 0 {
		return d.root, name, nil
	}
	root, err := d.way.to(d.root, name[:slash])
	return root, name[slash+1:], err
}

func (w *way) to(root *os.Root, dir string) (*os.Root, error) {
	if n := len(w.names); n > 0 && w.names[n-1] == dir {
		return w.roots[n-1], nil
	}
	for n := len(w.names); n > 0 && !strings.HasPrefix(dir, w.names[n-1]+"/"); n = len(w.names) {
		w.leave()
	}
	for len(w.names) == 0 || w.names[len(w.names)-1] != dir {
		at, done := root, 0
		if n := len(w.names); n > 0 {
			at, done = w.roots[n-1], len(w.names[n-1])+1
		}
		step := dir[done:]
		if i := strings.IndexByte(step, '/'); i >= 0 {
			step = step[:i]
		}
		next, err := at.OpenRoot(step)
		if err != nil {
			return nil, err
		}
		w.names, w.roots = append(w.names, dir[:done+len(step)]), append(w.roots, next)
	}
	return w.roots[len(w.roots)-1], nil
}

// leave goes one folder up.
func (w *way) leave() {
	last := len(w.names) - 1
	// It was open for reading only.
	_ = w.roots[last].Close()
	w.names, w.roots = w.names[:last], w.roots[:last]
}

func (w *way) close() {
	for len(w.names) > 0 {
		w.leave()
	}
}
