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

// WorkFiles finds the work items: one folder each, with a WORK.md in it.
func WorkFiles(d disk.Disk, l Layout) (names []string, problems []model.Problem) {
	for _, dir := range l.Places.workFolders() {
		if link := d.LinkIn(dir); link != "" {
			problems = append(problems, LinkedFolder(link))
			continue
		}
		if !d.IsFolder(dir) {
			continue
		}
		entries, err := d.List(dir)
		if err != nil {
			problems = append(problems, UnreadFolder(dir, err))
		}
		if len(entries) > disk.MaxEntries {
			entries = entries[:disk.MaxEntries]
			problems = append(problems, TooMany(dir))
		}
		for _, e := range entries {
			item := path.Join(dir, e.Name())
			name := path.Join(item, WorkFile)
			switch {
			case e.Type()&fs.ModeSymlink != 0:
				problems = append(problems, LinkedFolder(item))
			case e.IsDir():
				inside, err := d.List(item)
				if err != nil {
					problems = append(problems, UnreadFolder(item, err))
				}
				if slices.ContainsFunc(inside, func(e fs.DirEntry) bool { return e.Name() == WorkFile }) {
					names = append(names, name)
				}
			}
		}
	}
	return names, problems
}

// EventFiles finds the event log: the first of its places that exists.
func EventFiles(d disk.Disk, l Layout) (names []string, problems []model.Problem) {
	for _, name := range l.Places.eventLogs() {
		if link := d.LinkIn(path.Dir(name)); link != "" {
			problems = append(problems, LinkedFolder(link))
		} else if d.Exists(name) {
			return []string{name}, problems
		}
	}
	return nil, problems
}

// TraceFiles finds every trace.md of the vault, except in skipped folders and behind links. In
// a folder that nobody chose only those near its root are looked for.
func TraceFiles(d disk.Disk, l Layout) ([]string, []model.Problem) {
	if l.Unchosen {
		return nearTraces(d), nil
	}
	f := traceFinder{disk: d, most: disk.MaxVaultEntries, around: l.Around}
	if d.Brief {
		f.most = briefEntries
	}
	f.folder(".")
	return f.names, f.problems
}

const (
	// NearDepth is how many levels of a folder that nobody chose are searched for traces.
	NearDepth = 2
	// NearFolders is how many folders of it are looked into.
	NearFolders = 100
)

func nearTraces(d disk.Disk) (names []string) {
	level, left := []string{"."}, &searched{folders: NearFolders, names: allNames}
	for range NearDepth + 1 {
		var next []string
		for _, dir := range level {
			entries, ok := left.list(d, dir)
			if !ok {
				return names
			}
			for _, e := range entries {
				switch name := path.Join(dir, e.Name()); {
				case e.IsDir() && !holdsNoVault(e.Name()):
					next = append(next, name)
				case e.Name() == TraceFile && e.Type().IsRegular():
					names = append(names, name)
				}
			}
		}
		level = next
	}
	return names
}

type traceFinder struct {
	disk       disk.Disk
	seen, most int
	around     bool
	names      []string
	problems   []model.Problem
}

// folder searches a folder and those below it. It is false at the limit.
func (f *traceFinder) folder(dir string) bool {
	entries, err := f.disk.List(dir)
	if err != nil {
		f.problems = append(f.problems, UnreadFolder(dir, err))
	}
	if f.around && dir != "." && slices.ContainsFunc(entries, func(e fs.DirEntry) bool { return e.Name() == ".git" }) {
		return true
	}
	for _, e := range entries {
		if f.seen++; f.seen > f.most {
			f.problems = append(f.problems, model.Problem{
				Path: path.Join(dir, e.Name()), Reason: fmt.Sprintf("more than %d files in this vault; traces after this one are not looked for", f.most),
				Hint: "open the folder of the workflow instead",
			})
			return false
		}
		switch {
		case e.IsDir() && IsSkipped(e.Name()):
		case e.IsDir() && !f.folder(path.Join(dir, e.Name())):
			return false
		case e.IsDir():
		case e.Name() == TraceFile && e.Type().IsRegular():
			f.names = append(f.names, path.Join(dir, e.Name()))
		case e.Name() == TraceFile:
			f.problems = append(f.problems, notAFile(path.Join(dir, e.Name()), e.Type()))
		}
	}
	return true
}

// IsSkipped reports a folder that holds no work, by its own name: a hidden one, or one of a
// package manager.
func IsSkipped(name string) bool {
	return name != "." && strings.HasPrefix(name, ".") || name == "node_modules"
}

// Watched lists the files with one of the endings below the folders of one meaning, in name
// order. A link, pipe or folder with the name of such a file is a problem and never opened.
func Watched(d disk.Disk, l Layout, f Folder, endings ...string) (names []string, problems []model.Problem) {
	return watched(l, walker{disk: d, folder: f, endings: endings})
}

// Others is Watched for files with none of the endings.
func Others(d disk.Disk, l Layout, f Folder, endings ...string) (names []string, problems []model.Problem) {
	return watched(l, walker{disk: d, folder: f, but: endings})
}

func watched(l Layout, w walker) ([]string, []model.Problem) {
	for _, dir := range l.Dirs[w.folder] {
		w.walk(dir, 0)
	}
	return w.names, w.problems
}

// Below is Watched for one folder.
func Below(d disk.Disk, f Folder, dir string, endings []string) (names []string, problems []model.Problem) {
	w := walker{disk: d, folder: f, endings: endings}
	w.walk(dir, 0)
	return w.names, w.problems
}

// walker lists files below folders of one meaning.
type walker struct {
	disk   disk.Disk
	folder Folder
	// endings are those of the files that are wanted, none for all, but those of files that are not.
	endings, but []string
	names        []string
	problems     []model.Problem
}

func (w *walker) walk(dir string, depth int) {
	entries, _, more, err := partedIn(w.disk, w.folder, dir)
	if err != nil {
		w.problems = append(w.problems, UnreadFolder(dir, err))
		return
	}
	if more {
		w.problems = append(w.problems, TooMany(dir))
	}
	for _, e := range entries {
		wanted := isWanted(w.folder, e.Name(), w.endings)
		if e.Type().IsRegular() && (!wanted || len(w.but) > 0 && HasEnding(e.Name(), w.but)) {
			continue
		}
		name := path.Join(dir, e.Name())
		switch {
		case e.IsDir() && (!wanted || path.Ext(e.Name()) != ".md"):
			if depth == MaxDepth {
				w.problems = append(w.problems, tooDeep(name))
				continue
			}
			w.walk(name, depth+1)
		case e.Type()&fs.ModeSymlink != 0 && path.Ext(name) == "":
			w.problems = append(w.problems, LinkedFolder(name))
		case !wanted:
		case e.Type().IsRegular():
			w.names = append(w.names, name)
		default:
			w.problems = append(w.problems, notAFile(name, e.Type()))
		}
	}
}

func notAFile(name string, mode fs.FileMode) model.Problem {
	return model.Problem{
		Path: name, Reason: disk.KindOf(mode) + ", not a file; it is not opened",
		Hint: "remove it or replace it with a regular file",
	}
}

// UnreadFolder reports a folder that cannot be read.
func UnreadFolder(dir string, err error) model.Problem {
	return model.Problem{
		Path: dir, Reason: disk.FileError("reading", dir, err).Error(), Hint: "check the folder's permissions", Unread: true,
	}
}

// LinkedFolder reports a link in the place of a folder.
func LinkedFolder(name string) model.Problem {
	return model.Problem{
		Path: name, Reason: "a link; it is not followed, so its target is not shown",
		Hint: "replace it with the folder itself",
	}
}

// TooMany reports a folder with more entries than are shown.
func TooMany(dir string) model.Problem {
	return model.Problem{
		Path: dir, Reason: fmt.Sprintf("more than %d entries; the rest is not shown", disk.MaxEntries),
		Hint: "move old files to another folder",
	}
}

func tooDeep(name string) model.Problem {
	return model.Problem{
		Path: name, Reason: fmt.Sprintf("more than %d folders deep; it is not searched", MaxDepth),
		Hint: "move its files further up",
	}
}

// endingOf is the ending of a name in small letters. What has a blank in it, as in "Call Dr. Vole",
// is none.
func endingOf(name string) string {
	ext := strings.ToLower(path.Ext(name))
	if ext == "." || strings.ContainsAny(ext, " \t") {
		return ""
	}
	return ext
}

// HasEnding reports whether a name has one of the endings.
func HasEnding(name string, endings []string) bool { return slices.Contains(endings, endingOf(name)) }

// isWanted reports whether a name has one of the endings. An empty list takes every name, except
// that of an operator's note or signature among requests.
func isWanted(f Folder, name string, endings []string) bool {
	if len(endings) == 0 {
		return !holdsRequests(f) || !IsBeside(name)
	}
	return HasEnding(name, endings)
}

// IsBeside reports the name of what the operator's decision left beside a request.
func IsBeside(name string) bool {
	ending := endingOf(name)
	return ending == RemarkEnding || ending == SignedEnding
}

func holdsRequests(f Folder) bool {
	return f == FolderPending || f == FolderApproved || f == FolderRejected
}

// LeftOut finds the ignored files in the folders where everything else counts, so that
// nobody misses a request that is called a template.
func LeftOut(d disk.Disk, l Layout) (names []string, _ []model.Problem) {
	for _, f := range []Folder{FolderPlans, FolderPending, FolderApproved, FolderRejected, FolderNeedsAction, FolderInbox} {
		for _, dir := range l.Dirs[f] {
			names = ignoredIn(d, f, dir, 0, names)
		}
	}
	return names, nil
}

// Ignored lists the ignored names below a folder.
func Ignored(d disk.Disk, f Folder, dir string) []string { return ignoredIn(d, f, dir, 0, nil) }

// ignoredIn lists the ignored names in a folder. Errors are walk's to report.
func ignoredIn(d disk.Disk, f Folder, dir string, depth int, names []string) []string {
	entries, passedOver, _, _ := partedIn(d, f, dir)
	for _, e := range passedOver {
		if !IsKeeper(e.Name()) {
			names = append(names, path.Join(dir, e.Name()))
		}
	}
	for _, e := range entries {
		if e.IsDir() && depth < MaxDepth && !IsKeeper(e.Name()) {
			names = ignoredIn(d, f, path.Join(dir, e.Name()), depth+1, names)
		}
	}
	return names
}

// partedIn are the entries of a folder, those apart that are not opened, by their names.
func partedIn(d disk.Disk, f Folder, dir string) (entries, passedOver []fs.DirEntry, more bool, err error) {
	question := "work"
	if holdsRequests(f) {
		question = "requests"
	}
	return d.Parted(dir, question, func(e fs.DirEntry) bool { return !isPassedOver(f, e) })
}

// isPassedOver reports a file or folder that is not opened, by its name. Among requests, decided
// ones too, a file that may ask for something is opened.
func isPassedOver(f Folder, e fs.DirEntry) bool {
	return dialect.NotWork(e.Name()) != "" && !(holdsRequests(f) && e.Type().IsRegular() && dialect.MayAsk(e.Name()))
}

// IsKeeper reports the hidden names without an ending that programs leave in every folder,
// such as .gitkeep and .DS_Store.
func IsKeeper(name string) bool { return strings.LastIndexByte(name, '.') == 0 }

// notAFolder reports a file where a folder is wanted.
func notAFolder(name, wanted string, is fs.FileMode) model.Problem {
	return model.Problem{
		Path: name, Reason: fmt.Sprintf("%s where the folder %s should be; nothing that belongs in it is shown", disk.KindOf(is), wanted),
		Hint: "move it away and put the folder back",
	}
}
