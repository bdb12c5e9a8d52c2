package vault

import (
	"io/fs"
	"os"
	"path"
	"slices"
	"strings"
	"unicode"

	"coldstart/model"
	"coldstart/vault/dialect"
)

// folder is a part of the vault with a meaning of its own.
type folder = dialect.Folder

const (
	folderNone        = dialect.FolderNone
	folderPlans       = dialect.FolderPlans
	folderPending     = dialect.FolderPending
	folderApproved    = dialect.FolderApproved
	folderRejected    = dialect.FolderRejected
	folderNeedsAction = dialect.FolderNeedsAction
	folderInbox       = dialect.FolderInbox
	folderInProgress  = dialect.FolderInProgress
	folderDone        = dialect.FolderDone
	folderLogs        = dialect.FolderLogs
)

// folderNames holds the names as the seed documents spell them; they are used
// when a folder has to be made.
var folderNames = map[folder]string{
	folderPlans:       "Plans",
	folderPending:     "Pending_Approval",
	folderApproved:    "Approved",
	folderRejected:    "Rejected",
	folderNeedsAction: "Needs_Action",
	folderInbox:       "Inbox",
	folderInProgress:  "In_Progress",
	folderDone:        "Done",
	folderLogs:        "Logs",
}

// folderWords maps a folder's name without case, digits and punctuation to its
// meaning. Real vaults also write the singular of two of them.
var folderWords = map[string]folder{
	"plans": folderPlans, "plan": folderPlans,
	"pendingapproval": folderPending, "pendingapprovals": folderPending, "pending": folderPending,
	"approved":    folderApproved,
	"rejected":    folderRejected,
	"needsaction": folderNeedsAction,
	"inbox":       folderInbox,
	"inprogress":  folderInProgress,
	"done":        folderDone,
	"logs":        folderLogs, "log": folderLogs,
}

// folderOf gives what a folder in the vault's root is for by its name alone.
func folderOf(name string) folder {
	word := strings.Map(func(r rune) rune {
		if unicode.IsLetter(r) {
			return unicode.ToLower(r)
		}
		return -1
	}, name)
	return folderWords[word]
}

// layout says which folders a vault has and how it spells them.
type layout struct {
	places Places
	// dirs are the folders of each meaning that are there.
	dirs map[folder][]string
}

func (v *Vault) layout() (layout, error) { return readLayout(v.disk.root, v.opts.Places) }

// readLayout looks at the names in the vault's root. The seed's own spelling
// comes first where a vault has several; of folders that the operator named, the one
// that was named first.
func readLayout(root *os.Root, places Places) (layout, error) {
	l := layout{places, map[folder][]string{}}
	entries, err := readDir(root, ".")
	if err != nil {
		return l, err
	}
	for _, e := range entries {
		if f := folderAt(places.folders, e.Name()); f != folderNone && e.IsDir() {
			l.dirs[f] = append(l.dirs[f], e.Name())
		}
	}
	for f, names := range l.dirs {
		slices.SortFunc(names, func(a, b string) int {
			if a == folderNames[f] {
				return -1
			}
			if b == folderNames[f] {
				return 1
			}
			return strings.Compare(a, b)
		})
	}
	d := disk{root: root}
	for _, f := range placeFolders {
		if named := places.folders.Named(f); named != nil {
			l.dirs[f] = slices.DeleteFunc(named, func(name string) bool { return !d.isFolder(name) })
		}
		if len(l.dirs[f]) == 0 {
			delete(l.dirs, f)
		}
	}
	return l, nil
}

// isFolder reports a folder that no link leads to.
func (d disk) isFolder(name string) bool {
	info, err := d.root.Lstat(name)
	return err == nil && info.IsDir() && d.linkIn(name) == ""
}

// unreadRoot names what readLayout passes over although it could matter: watched
// folders that are links or no folders at all, places that the operator named and that
// are not there, and what lies beyond the limit of entries.
func unreadRoot(root *os.Root, l layout) []model.Problem {
	problems := append(l.places.missing(root), l.places.displaced(disk{root: root})...)
	entries, err := readDir(root, ".")
	if err != nil {
		return problems
	}
	for _, e := range entries {
		switch f := folderAt(l.places.folders, e.Name()); {
		case f == folderNone || e.IsDir():
		case e.Type()&fs.ModeSymlink != 0:
			problems = append(problems, linkedFolder(e.Name()))
		case l.displaces(f, e.Name()):
			problems = append(problems, noFolder(e.Name(), folderNames[f], e.Type()))
		}
	}
	if len(entries) > maxFolder {
		problems = append(problems, tooMany("."))
	}
	return problems
}

// main gives the folder that new files of this meaning go to, in the spelling of
// the vault; when it has none yet the first one that the operator named, else the
// seed's spelling.
func (l layout) main(f folder) string {
	for _, names := range [][]string{l.dirs[f], l.places.folders.Named(f)} {
		if len(names) > 0 {
			return names[0]
		}
	}
	return folderNames[f]
}

// contains reports whether name lies somewhere below a folder of this meaning.
func (l layout) contains(f folder, name string) bool {
	name = path.Clean(name)
	return slices.ContainsFunc(l.dirs[f], func(dir string) bool { return name == dir || within(dir, name) })
}

// readDir lists a folder in name order, at most maxFolder entries.
func readDir(root *os.Root, name string) ([]fs.DirEntry, error) {
	dir, err := root.Open(name)
	if err != nil {
		return nil, err
	}
	return entriesOf(dir)
}

// entriesOf lists an open folder, and closes it.
func entriesOf(dir *os.File) ([]fs.DirEntry, error) {
	defer dir.Close()
	entries, err := dir.ReadDir(maxFolder + 1)
	if err != nil && len(entries) == 0 && !isEOF(err) {
		return nil, err
	}
	slices.SortFunc(entries, func(a, b fs.DirEntry) int {
		return strings.Compare(a.Name(), b.Name())
	})
	return entries, nil
}
