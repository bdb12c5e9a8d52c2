package places

import (
	"path"
	"strings"

	"coldstart/model"
	"coldstart/vault/disk"
)

// LeftOut finds what the name of which is never that of work, in the folders where
// everything else is: a request that is called a template is to be missed by nobody.
func LeftOut(d disk.Disk, l Layout) (names []string, _ []model.Problem) {
	for _, f := range []Folder{FolderPlans, FolderPending, FolderNeedsAction, FolderInbox} {
		for _, dir := range l.Dirs[f] {
			names = furnitureIn(d, dir, 0, names)
		}
	}
	return names, nil
}

// furnitureIn looks where walk looks. What cannot be read is told there.
func furnitureIn(d disk.Disk, dir string, depth int, names []string) []string {
	entries, _ := d.List(dir)
	for _, e := range entries[:min(len(entries), disk.MaxFolder)] {
		name := path.Join(dir, e.Name())
		switch {
		case isKeeper(e.Name()):
		case disk.IsFurniture(e.Name()):
			names = append(names, name)
		case e.IsDir() && depth < MaxDepth:
			names = furnitureIn(d, name, depth+1, names)
		}
	}
	return names
}

// isKeeper reports the hidden names without an ending that programs leave in every
// folder, such as .gitkeep and .DS_Store.
func isKeeper(name string) bool { return strings.LastIndexByte(name, '.') == 0 }
