package vault

import (
	"path"
	"strings"

	"coldstart/model"
	"coldstart/vault/dialect"
)

// leftOut finds what the name of which is never that of work, in the folders where
// everything else is: a request that is called a template is to be missed by nobody.
func leftOut(d disk, l layout) (names []string, _ []model.Problem) {
	for _, f := range []folder{folderPlans, folderPending, folderNeedsAction, folderInbox} {
		for _, dir := range l.dirs[f] {
			names = d.furnitureIn(dir, 0, names)
		}
	}
	return names, nil
}

// furnitureIn looks where walk looks. What cannot be read is told there.
func (d disk) furnitureIn(dir string, depth int, names []string) []string {
	entries, _ := d.list(dir)
	for _, e := range entries[:min(len(entries), maxFolder)] {
		name := path.Join(dir, e.Name())
		switch {
		case isKeeper(e.Name()):
		case isFurniture(e.Name()):
			names = append(names, name)
		case e.IsDir() && depth < maxDepth:
			names = d.furnitureIn(name, depth+1, names)
		}
	}
	return names
}

// isKeeper reports the hidden names without an ending that programs leave in every
// folder, such as .gitkeep and .DS_Store.
func isKeeper(name string) bool { return strings.LastIndexByte(name, '.') == 0 }

// addLeftOut lists a file, or a folder that is not looked into, by its name alone.
func addLeftOut(l *loading, name string, s *model.Snapshot) error {
	info, err := l.disk.root.Lstat(name)
	if err != nil {
		return fileError("reading", name, err)
	}
	class := dialect.Classify(dialect.Open(l.v.opts.Places.folders, name, nil))
	o := model.Other{Path: name, Kind: class.Kind.String(), Why: class.Why + "; it was not opened", Size: info.Size()}
	if !info.Mode().IsRegular() {
		o.Kind, o.Size = strings.TrimPrefix(kindOf(info.Mode()), "a "), 0
	}
	s.Others = append(s.Others, o)
	return nil
}
