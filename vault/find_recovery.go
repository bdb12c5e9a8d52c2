package vault

import (
	"fmt"
	"io/fs"
	"path"
	"strings"

	"coldstart/model"
)

// workFiles finds the work items: one folder each, with a WORK.md in it. A folder
// that is a link is not followed.
func workFiles(d disk, _ layout) (names []string, problems []model.Problem) {
	for _, dir := range workFolders {
		if !d.exists(dir) {
			continue
		}
		entries, err := readDir(d.root, dir)
		if err != nil {
			problems = append(problems, model.Problem{
				Path: dir, Reason: fileError("reading", dir, err).Error(), Hint: "check the folder's permissions",
			})
		}
		for _, e := range entries {
			if name := path.Join(dir, e.Name(), workFile); e.IsDir() && d.exists(name) {
				names = append(names, name)
			}
		}
	}
	return names, problems
}

// traceFiles finds every trace.md of the vault. Hidden folders and those of
// package managers are left out, and so is everything behind a link.
func traceFiles(d disk, _ layout) (names []string, problems []model.Problem) {
	seen := 0
	err := fs.WalkDir(d.root.FS(), ".", func(name string, e fs.DirEntry, err error) error {
		seen++
		switch {
		case seen > maxVaultEntries:
			problems = append(problems, model.Problem{
				Path: name, Reason: fmt.Sprintf("more than %d files in this vault; traces behind this one are not looked for", maxVaultEntries),
				Hint: "open the folder of the workflow instead",
			})
			return fs.SkipAll
		case err != nil && e != nil && e.IsDir():
			return fs.SkipDir
		case err != nil:
			return nil
		case e.IsDir() && name != "." && (strings.HasPrefix(e.Name(), ".") || e.Name() == "node_modules"):
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
