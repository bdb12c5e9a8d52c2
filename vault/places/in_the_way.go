package places

import (
	"fmt"
	"path"
	"slices"
	"strings"

	"coldstart/model"
	"coldstart/vault/disk"
)

// displaces reports whether a file in the root has the place of a folder of this
// meaning. A folder of that meaning beside it makes its name an ordinary one, but not
// where it is the one that agents look for; and so does an ending.
func (l Layout) displaces(f Folder, name string) bool {
	return f != FolderNone && l.Places.Folders.Named(f) == nil && !strings.ContainsAny(name, ".~") &&
		(len(l.Dirs[f]) == 0 || name == FolderNames[f])
}

// Awaited are the folders that are looked for by their whole path.
func (p Places) Awaited() []string {
	dirs := slices.Concat(p.workFolders(), []string{p.Problems()})
	for _, name := range p.eventLogs() {
		dirs = append(dirs, path.Dir(name))
	}
	for _, n := range p.Lines {
		if n.HoldsWork() {
			dirs = append(dirs, n.Path)
		}
	}
	return dirs
}

// displaced names what lies in the place of such a folder, or of one around it. A place
// that the settings name is told of as such.
func (p Places) displaced(d disk.Disk) (problems []model.Problem) {
	for _, dir := range p.Awaited() {
		part, is := d.InTheWay(dir)
		named := slices.ContainsFunc(p.Lines, func(n namedPlace) bool { return n.Path == part })
		if part != "" && !named {
			problems = append(problems, disk.NoFolder(part, part, is))
		}
	}
	return problems
}

// NoPlace says what lies where decisions need a folder, "" when nothing does. They do
// without a daily log, which they tell then.
func (w *Where) NoPlace(l Layout) string {
	for _, f := range []Folder{FolderApproved, FolderRejected} {
		if part, is := w.Disk.InTheWay(l.Main(f)); part != "" {
			return fmt.Sprintf("%s is %s, where decisions need a folder", part, disk.KindOf(is))
		}
	}
	return ""
}
