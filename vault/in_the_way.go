package vault

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"syscall"

	"coldstart/model"
)

// inTheWay gives the first part of a folder's path that is there and is no folder, and
// what it is; "" when there is none. Links are told by linkIn.
func (d disk) inTheWay(name string) (part string, is fs.FileMode) {
	for i, c := range name + "/" {
		if c != '/' {
			continue
		}
		info, err := d.root.Lstat(name[:i])
		switch {
		case err != nil || info.Mode()&fs.ModeSymlink != 0:
			return "", 0
		case !info.IsDir():
			return name[:i], info.Mode()
		}
	}
	return "", 0
}

// noFolder reports what lies where a folder would be looked into.
func noFolder(name, wanted string, is fs.FileMode) model.Problem {
	return model.Problem{
		Path: name, Reason: fmt.Sprintf("%s where the folder %s is looked for; nothing that belongs in it is shown", kindOf(is), wanted),
		Hint: "move it away, and put the folder back in its place",
	}
}

// displaces reports whether a file in the root has the place of a folder of this
// meaning. A folder of that meaning beside it makes its name an ordinary one, but not
// where it is the one that agents look for; and so does an ending.
func (l layout) displaces(f folder, name string) bool {
	return f != folderNone && l.places.folders.Named(f) == nil && !strings.ContainsAny(name, ".~") &&
		(len(l.dirs[f]) == 0 || name == folderNames[f])
}

// awaited are the folders that are looked for by their whole path.
func (p Places) awaited() []string {
	dirs := slices.Concat(p.workFolders(), []string{p.problems()})
	for _, name := range p.eventLogs() {
		dirs = append(dirs, path.Dir(name))
	}
	for _, n := range p.lines {
		if n.holdsWork() {
			dirs = append(dirs, n.path)
		}
	}
	return dirs
}

// displaced names what lies in the place of such a folder, or of one around it. A place
// that the settings name is told of as such.
func (p Places) displaced(d disk) (problems []model.Problem) {
	for _, dir := range p.awaited() {
		part, is := d.inTheWay(dir)
		named := slices.ContainsFunc(p.lines, func(n namedPlace) bool { return n.path == part })
		if part != "" && !named {
			problems = append(problems, noFolder(part, part, is))
		}
	}
	return problems
}

// noPlace says what lies where decisions need a folder, "" when nothing does. They do
// without a daily log, which they tell then.
func (v *Vault) noPlace(l layout) string {
	for _, f := range []folder{folderApproved, folderRejected} {
		if part, is := v.disk.inTheWay(l.main(f)); part != "" {
			return fmt.Sprintf("%s is %s, where decisions need a folder", part, kindOf(is))
		}
	}
	return ""
}

// isNowhere reports that a file is not there, nor perhaps the folder that it would lie in:
// a file in its place is told of as such.
func isNowhere(err error) bool {
	return errors.Is(err, fs.ErrNotExist) || errors.Is(err, syscall.ENOTDIR)
}

// noRecord says why the record of decisions cannot be kept in the state folder, "" when
// it can. It asks and makes nothing.
func (v *Vault) noRecord() string {
	dir := v.stateDir()
	info, err := os.Stat(dir)
	for isNowhere(err) && dir != filepath.Dir(dir) {
		dir = filepath.Dir(dir)
		info, err = os.Stat(dir)
	}
	const what = "the record of decisions cannot be kept: "
	switch {
	case err != nil:
		return what + fileError("looking at", dir, err).Error()
	case !info.IsDir():
		return fmt.Sprintf("%s%s is %s and not a folder; set XDG_STATE_HOME to a folder", what, dir, kindOf(info.Mode()))
	case writable(dir) != nil:
		return what + "no permission to write in " + dir
	}
	return ""
}
