package vault

import (
	"fmt"
	"io/fs"
	"path"
	"slices"
	"strings"

	"coldstart/model"
)

// workFiles finds the work items: one folder each, with a WORK.md in it. Links are
// named and not followed.
func workFiles(d disk, l layout) (names []string, problems []model.Problem) {
	for _, dir := range l.places.workFolders() {
		if link := d.linkIn(dir); link != "" {
			problems = append(problems, linkedFolder(link))
			continue
		}
		if !d.isFolder(dir) {
			continue
		}
		entries, err := d.list(dir)
		if err != nil {
			problems = append(problems, unreadFolder(dir, err))
		}
		if len(entries) > maxFolder {
			entries = entries[:maxFolder]
			problems = append(problems, tooMany(dir))
		}
		for _, e := range entries {
			item := path.Join(dir, e.Name())
			name := path.Join(item, workFile)
			switch {
			case e.Type()&fs.ModeSymlink != 0:
				problems = append(problems, linkedFolder(item))
			case e.IsDir():
				inside, err := d.list(item)
				if err != nil {
					problems = append(problems, unreadFolder(item, err))
				}
				if slices.ContainsFunc(inside, func(e fs.DirEntry) bool { return e.Name() == workFile }) {
					names = append(names, name)
				}
			}
		}
	}
	return names, problems
}

// eventFiles finds the event log: the first of its places that exists.
func eventFiles(d disk, l layout) (names []string, problems []model.Problem) {
	for _, name := range l.places.eventLogs() {
		if link := d.linkIn(path.Dir(name)); link != "" {
			problems = append(problems, linkedFolder(link))
		} else if d.exists(name) {
			return []string{name}, problems
		}
	}
	return nil, problems
}

// linkIn gives the first part of a path that is a link, "" when there is none.
func (d disk) linkIn(name string) string {
	for i, c := range name + "/" {
		if c != '/' {
			continue
		}
		info, err := d.root.Lstat(name[:i])
		if err != nil {
			return ""
		}
		if info.Mode()&fs.ModeSymlink != 0 {
			return name[:i]
		}
	}
	return ""
}

// traceFiles finds every trace.md of the vault. Hidden folders and those of
// package managers are left out, and so is everything behind a link.
func traceFiles(d disk, _ layout) ([]string, []model.Problem) {
	f := traceFinder{disk: d, most: maxVaultEntries}
	if d.brief {
		f.most = briefEntries
	}
	f.folder(".")
	return f.names, f.problems
}

type traceFinder struct {
	disk       disk
	seen, most int
	names      []string
	problems   []model.Problem
}

// folder looks into one folder and those below it. It is false at the limit.
func (f *traceFinder) folder(dir string) bool {
	entries, err := f.disk.list(dir)
	if err != nil {
		f.problems = append(f.problems, unreadFolder(dir, err))
	}
	for _, e := range entries {
		name := path.Join(dir, e.Name())
		if f.seen++; f.seen > f.most {
			f.problems = append(f.problems, model.Problem{
				Path: name, Reason: fmt.Sprintf("more than %d files in this vault; traces behind this one are not looked for", f.most),
				Hint: "open the folder of the workflow instead",
			})
			return false
		}
		switch {
		case e.IsDir() && isSideline(name, e):
		case e.IsDir() && !f.folder(name):
			return false
		case e.IsDir():
		case e.Name() == traceFile && e.Type().IsRegular():
			f.names = append(f.names, name)
		case e.Name() == traceFile:
			f.problems = append(f.problems, notAFile(name, e.Type()))
		}
	}
	return true
}

// isSideline reports folders in which nobody keeps the work itself.
func isSideline(name string, e fs.DirEntry) bool {
	return name != "." && (strings.HasPrefix(e.Name(), ".") || e.Name() == "node_modules")
}
