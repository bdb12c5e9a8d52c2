package vault

import (
	"errors"
	"fmt"
	"io/fs"
	"path"
	"strings"

	"coldstart/model"
)

// workFiles finds the work items: one folder each, with a WORK.md in it. Links are
// named and not followed.
func workFiles(d disk, _ layout) (names []string, problems []model.Problem) {
	for _, dir := range workFolders {
		if link := d.linkIn(dir); link != "" {
			problems = append(problems, linkedFolder(link))
			continue
		}
		if !d.exists(dir) {
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
			_, err := d.root.Lstat(name)
			switch {
			case e.Type()&fs.ModeSymlink != 0:
				problems = append(problems, linkedFolder(item))
			case !e.IsDir(), errors.Is(err, fs.ErrNotExist):
			case err != nil:
				problems = append(problems, unreadFolder(item, err))
			default:
				names = append(names, name)
			}
		}
	}
	return names, problems
}

// firstOf finds the first of several places that exists.
func firstOf(places ...string) func(disk, layout) ([]string, []model.Problem) {
	return func(d disk, _ layout) (names []string, problems []model.Problem) {
		for _, name := range places {
			if link := d.linkIn(path.Dir(name)); link != "" {
				problems = append(problems, linkedFolder(link))
			} else if d.exists(name) {
				return []string{name}, problems
			}
		}
		return nil, problems
	}
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
func traceFiles(d disk, _ layout) (names []string, problems []model.Problem) {
	seen, most := 0, maxVaultEntries
	if d.brief {
		most = briefEntries
	}
	err := fs.WalkDir(d.root.FS(), ".", func(name string, e fs.DirEntry, err error) error {
		seen++
		switch {
		case seen > most:
			problems = append(problems, model.Problem{
				Path: name, Reason: fmt.Sprintf("more than %d files in this vault; traces behind this one are not looked for", most),
				Hint: "open the folder of the workflow instead",
			})
			return fs.SkipAll
		case err != nil && e != nil && e.IsDir():
			problems = append(problems, unreadFolder(name, err))
			return fs.SkipDir
		case err != nil:
			return nil
		case e.IsDir() && isSideline(name, e):
			return fs.SkipDir
		case e.Name() == traceFile && e.Type().IsRegular():
			names = append(names, name)
		case e.Name() == traceFile:
			problems = append(problems, notAFile(name, e.Type()))
		}
		return nil
	})
	if err != nil {
		problems = append(problems, model.Problem{Path: ".", Reason: fileError("looking for traces in", ".", err).Error()})
	}
	return names, problems
}

// isSideline reports folders in which nobody keeps the work itself.
func isSideline(name string, e fs.DirEntry) bool {
	return name != "." && (strings.HasPrefix(e.Name(), ".") || e.Name() == "node_modules")
}
