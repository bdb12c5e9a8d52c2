package dialect

import (
	"path"
	"strings"
)

// Folders says which folders of a vault the operator named for a meaning. The folders
// that mean so by their names do not any more. Nil is a vault in which nothing was
// named. It is made once and not changed behind that.
type Folders struct {
	named []named
	// set are the meanings for which there is a name.
	set map[Folder]bool
}

// named is a folder with its path in the vault.
type named struct {
	path    string
	meaning Folder
}

// Name gives a meaning to the folder with this path, and takes it from those that
// have it by their names.
func (o *Folders) Name(f Folder, dir string) {
	o.named = append(o.named, named{dir, f})
	if o.set == nil {
		o.set = map[Folder]bool{}
	}
	o.set[f] = true
}

// Of gives what a folder is for by its path, with slashes. The operator's names come
// first and are matched as they stand, at the end of the path, since texts and archives
// put other folders in front of them; the longest one holds. usual gives what a name
// means by itself.
func (o *Folders) Of(dir string, usual func(name string) Folder) Folder {
	if o == nil {
		return usual(path.Base(dir))
	}
	found, longest := FolderNone, 0
	for _, n := range o.named {
		if len(n.path) > longest && endsIn(dir, n.path) {
			found, longest = n.meaning, len(n.path)
		}
	}
	if longest > 0 {
		return found
	}
	if f := usual(path.Base(dir)); !o.set[f] {
		return f
	}
	return FolderNone
}

// Named lists the folders that were named for a meaning, in the operator's order.
func (o *Folders) Named(f Folder) (dirs []string) {
	if o == nil {
		return nil
	}
	for _, n := range o.named {
		if n.meaning == f {
			dirs = append(dirs, n.path)
		}
	}
	return dirs
}

// endsIn reports whether a path is another one or has it behind other folders.
func endsIn(dir, end string) bool {
	front, ok := strings.CutSuffix(dir, end)
	return ok && (front == "" || strings.HasSuffix(front, "/"))
}
