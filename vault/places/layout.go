package places

import (
	"fmt"
	"io/fs"
	"path"
	"slices"
	"strings"

	"coldstart/model"
	"coldstart/vault/dialect"
	"coldstart/vault/disk"
)

// Folder is the meaning of a folder of the vault.
type Folder = dialect.Folder

// What the folders of a vault are for.
const (
	FolderNone        = dialect.FolderNone        // no meaning
	FolderPlans       = dialect.FolderPlans       // plans
	FolderPending     = dialect.FolderPending     // requests that wait
	FolderApproved    = dialect.FolderApproved    // approved requests
	FolderRejected    = dialect.FolderRejected    // rejected requests
	FolderNeedsAction = dialect.FolderNeedsAction // what waits for triage
	FolderInbox       = dialect.FolderInbox       // the same
	FolderInProgress  = dialect.FolderInProgress  // work in progress
	FolderDone        = dialect.FolderDone        // finished work
	FolderLogs        = dialect.FolderLogs        // the logs of the days
)

// FolderNames are the names of new folders, as the seed documents spell them.
var FolderNames = map[Folder]string{
	FolderPlans:       "Plans",
	FolderPending:     "Pending_Approval",
	FolderApproved:    "Approved",
	FolderRejected:    "Rejected",
	FolderNeedsAction: "Needs_Action",
	FolderInbox:       "Inbox",
	FolderInProgress:  "In_Progress",
	FolderDone:        "Done",
	FolderLogs:        "Logs",
}

// common are names that folders of all kinds of projects have, too: they mean something only in
// a folder that is a vault by others.
var common = []string{"completed", "archive", "archives", "archived"}

// FolderOf returns what a folder in the vault's root is for, by its name alone.
func FolderOf(name string) Folder {
	f := dialect.FolderOf(name)
	if f == dialect.FolderSignals || f == FolderDone && slices.Contains(common, dialect.FolderWord(name)) {
		return FolderNone
	}
	return f
}

// commonFolderOf is FolderOf for the names that alone make no vault.
func commonFolderOf(name string) Folder {
	if slices.Contains(common, dialect.FolderWord(name)) {
		return FolderDone
	}
	return FolderNone
}

// containers are names of folders in the root that hold the folders of requests.
var containers = []string{"approvals", "approval", "requests"}

func isContainer(name string) bool { return slices.Contains(containers, dialect.FolderWord(name)) }

// Layout says which folders a vault has and how it spells them.
type Layout struct {
	Places Places
	// Dirs are the existing folders of each meaning.
	Dirs map[Folder][]string
	// Unchosen is true for a folder that was found, not named, and is no vault: its folders mean
	// nothing, whatever they are called, and nothing of a vault is made in it.
	Unchosen bool
	// Around is true where nothing is read in folders that are repositories.
	Around bool
}

// Layout reads the names in the vault's root.
func (v *Vault) Layout() (Layout, error) { return v.LayoutFrom(v.Disk) }

// LayoutFrom is Layout by what a load lists anyway.
func (v *Vault) LayoutFrom(d disk.Disk) (Layout, error) {
	l, err := readLayout(d, v.Opts.Places)
	if v.Opts.Around {
		l = l.withoutRepositories(v.Disk.Root)
		l.Around = true
	}
	if err == nil && v.Opts.UpTo != "" && !l.isVault() && !l.Places.signed(v.Disk.Root) {
		l = Layout{Places: l.Places, Dirs: map[Folder][]string{}, Unchosen: true}
	}
	return l, err
}

// readLayout reads the names in the vault's root. Of several folders with one meaning the
// one in the seed's spelling comes first, or the one that the settings name first.
func readLayout(d disk.Disk, places Places) (Layout, error) {
	entries, err := d.List(".")
	return layoutOf(entries, places, d.IsFolder, func(name string) []fs.DirEntry { return d.ListSome(name, mostNames) }), err
}

// layoutOf is the layout of a folder with these entries. List gives the entries of a folder in it.
func layoutOf(entries []fs.DirEntry, places Places, isFolder func(name string) bool, list func(name string) []fs.DirEntry) Layout {
	l := Layout{Places: places, Dirs: map[Folder][]string{}}
	l.take("", entries, FolderOf)
	for _, e := range entries {
		if !e.IsDir() || !isContainer(e.Name()) {
			continue
		}
		inside := Layout{Places: places, Dirs: map[Folder][]string{}}
		if inside.take(e.Name(), list(e.Name()), requestFolderOf); len(inside.Dirs) < FewestFolders {
			continue
		}
		for f, names := range inside.Dirs {
			l.Dirs[f] = append(l.Dirs[f], names...)
		}
	}
	for f, names := range l.Dirs {
		slices.SortFunc(names, func(a, b string) int {
			if a == FolderNames[f] {
				return -1
			}
			if b == FolderNames[f] {
				return 1
			}
			return strings.Compare(a, b)
		})
	}
	if l.isVault() {
		l.take("", entries, commonFolderOf)
	}
	for _, f := range placeFolders {
		if named := places.Folders.Named(f); named != nil {
			l.Dirs[f] = slices.DeleteFunc(named, func(name string) bool { return !isFolder(name) })
		}
		if len(l.Dirs[f]) == 0 {
			delete(l.Dirs, f)
		}
	}
	return l
}

// take adds the folders among the entries of a folder that have a meaning.
func (l Layout) take(dir string, entries []fs.DirEntry, usual func(name string) Folder) {
	for _, e := range entries {
		name := path.Join(dir, e.Name())
		if f := l.Places.Folders.Of(name, usual); f != FolderNone && e.IsDir() {
			l.Dirs[f] = append(l.Dirs[f], name)
		}
	}
}

// requestFolderOf is FolderOf for the folders of requests alone.
func requestFolderOf(name string) Folder {
	if f := FolderOf(name); holdsRequests(f) {
		return f
	}
	return FolderNone
}

// UnreadRoot reports what readLayout passes over although it could matter: links and files
// in the place of folders, named places that are not there, and too many entries. Where there is
// no folder of a vault a file log or done is just that.
func UnreadRoot(d disk.Disk, l Layout) []model.Problem {
	problems := append(l.Places.missing(d.Root), l.Places.displaced(d)...)
	entries, err := d.List(".")
	if err != nil {
		return problems
	}
	for _, e := range entries {
		switch f := FolderAt(l.Places.Folders, e.Name()); {
		case f == FolderNone || e.IsDir():
		case e.Type()&fs.ModeSymlink != 0:
			problems = append(problems, LinkedFolder(e.Name()))
		case (len(l.Dirs) > 0 || e.Name() == FolderNames[f]) && l.displaces(f, e.Name()):
			problems = append(problems, notAFolder(e.Name(), FolderNames[f], e.Type()))
		}
	}
	if len(entries) > disk.MaxEntries {
		problems = append(problems, TooMany("."))
	}
	return problems
}

// Main returns the folder for new files of this meaning: an existing one, unless its name is a common
// one, else the one that the settings name first, else the seed's spelling.
func (l Layout) Main(f Folder) string {
	named := l.Places.Folders.Named(f)
	for _, names := range [][]string{l.Dirs[f], named} {
		if len(names) > 0 && (named != nil || commonFolderOf(names[0]) == FolderNone) {
			return names[0]
		}
	}
	return FolderNames[f]
}

// Holds reports whether a name is one of the folders with a meaning, or lies in one.
func (l Layout) Holds(name string) bool {
	for f := range l.Dirs {
		if l.Contains(f, name) {
			return true
		}
	}
	return false
}

// Contains reports whether name lies somewhere below a folder of this meaning.
func (l Layout) Contains(f Folder, name string) bool {
	name = path.Clean(name)
	return slices.ContainsFunc(l.Dirs[f], func(dir string) bool { return name == dir || within(dir, name) })
}

// displaces reports whether a file in the root takes the place of a folder of this meaning.
// It does not when it has an ending, or when such a folder exists under another name than
// the one that agents look for.
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

// displaced reports what lies in the place of such a folder, or of one around it. A named
// place is missing's to report.
func (p Places) displaced(d disk.Disk) (problems []model.Problem) {
	for _, dir := range p.Awaited() {
		part, is := d.InTheWay(dir)
		named := slices.ContainsFunc(p.Lines, func(n namedPlace) bool { return n.Path == part })
		if part != "" && !named {
			problems = append(problems, notAFolder(part, part, is))
		}
	}
	return problems
}

// NoPlace says what lies where decisions need a folder, "" when nothing does.
func (v *Vault) NoPlace(l Layout) string {
	for _, f := range []Folder{FolderApproved, FolderRejected} {
		if link := v.Disk.LinkIn(l.Main(f)); link != "" {
			return fmt.Sprintf("%s is a link, but decisions need a folder; replace it with one", link)
		}
		if part, is := v.Disk.InTheWay(l.Main(f)); part != "" {
			return fmt.Sprintf("%s is %s, but decisions need a folder", part, disk.KindOf(is))
		}
	}
	return ""
}

// Folders lists the folders of plans, requests and the like, in name order.
func (v *Vault) Folders() (names []string, err error) {
	l, err := v.Layout()
	if err != nil {
		return nil, disk.FileError("reading", v.Dir, err)
	}
	for _, dirs := range l.Dirs {
		names = append(names, dirs...)
	}
	slices.Sort(names)
	return names, nil
}

// Spelling is the name of a folder with a meaning: in this vault and in the seed documents.
type Spelling struct {
	Name string
	Seed string
}

// Spellings lists the folders that have a meaning by their names, in name order.
func (v *Vault) Spellings() ([]Spelling, error) {
	l, err := v.Layout()
	if err != nil {
		return nil, disk.FileError("reading", v.Dir, err)
	}
	var out []Spelling
	for f, names := range l.Dirs {
		if l.Places.Folders.Named(f) != nil {
			continue
		}
		for _, name := range names {
			out = append(out, Spelling{Name: name, Seed: FolderNames[f]})
		}
	}
	slices.SortFunc(out, func(a, b Spelling) int { return strings.Compare(a.Name, b.Name) })
	return out, nil
}
