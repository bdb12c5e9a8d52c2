package vault

import "io/fs"

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
		return d.quick.list(d.root, dir)
	}
	found, ok := d.shelf.folders[dir]
	if !ok {
		if d.shelf.folders == nil {
			d.shelf.folders = map[string]listed{}
		}
		found.entries, found.err = d.quick.list(d.root, dir)
		d.shelf.folders[dir] = found
	}
	return found.entries, found.err
}
