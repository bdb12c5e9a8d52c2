package vault

import (
	"fmt"
	"io/fs"
	"path"
	"strings"

	"coldstart/model"
)

// watched lists the files with one of the endings below the folders of one
// meaning, in name order. Links, pipes and folders that are named like a wanted
// file become problems; they are never opened.
func (d disk) watched(l layout, f folder, endings ...string) (names []string, problems []model.Problem) {
	for _, dir := range l.dirs[f] {
		names, problems = d.walk(dir, 0, endings, names, problems)
	}
	return names, problems
}

func (d disk) walk(dir string, depth int, endings, names []string, problems []model.Problem) ([]string, []model.Problem) {
	entries, err := d.list(dir)
	if err != nil {
		return names, append(problems, unreadFolder(dir, err))
	}
	if len(entries) > maxFolder {
		entries = entries[:maxFolder]
		problems = append(problems, tooMany(dir))
	}
	for _, e := range entries {
		name := path.Join(dir, e.Name())
		wanted := hasEnding(e.Name(), endings)
		switch {
		case isFurniture(e.Name()):
		case e.IsDir() && (!wanted || path.Ext(e.Name()) != ".md"):
			if depth == maxDepth {
				problems = append(problems, tooDeep(name))
				continue
			}
			names, problems = d.walk(name, depth+1, endings, names, problems)
		case e.Type()&fs.ModeSymlink != 0 && path.Ext(name) == "":
			problems = append(problems, linkedFolder(name))
		case !wanted:
		case e.Type().IsRegular():
			names = append(names, name)
		default:
			problems = append(problems, notAFile(name, e.Type()))
		}
	}
	return names, problems
}

func notAFile(name string, mode fs.FileMode) model.Problem {
	return model.Problem{
		Path: name, Reason: kindOf(mode) + " with the name of a file; it is not opened",
		Hint: "remove it or replace it by a regular file",
	}
}

func unreadFolder(dir string, err error) model.Problem {
	return model.Problem{
		Path: dir, Reason: fileError("reading", dir, err).Error(), Hint: "check the folder's permissions", Unread: true,
	}
}

// linkedFolder reports a link that stands where a folder would be looked into.
func linkedFolder(name string) model.Problem {
	return model.Problem{
		Path: name, Reason: "a link; it is not followed, so what lies behind it is not shown",
		Hint: "replace it by the folder itself",
	}
}

func tooMany(dir string) model.Problem {
	return model.Problem{
		Path: dir, Reason: fmt.Sprintf("more than %d entries; the rest is not shown", maxFolder),
		Hint: "move old files to another folder",
	}
}

func tooDeep(name string) model.Problem {
	return model.Problem{
		Path: name, Reason: fmt.Sprintf("more than %d folders deep; it is not looked into", maxDepth),
		Hint: "move its files further up",
	}
}

// hasEnding reports whether a name has one of the endings. An empty list takes
// every name but that of our own notes.
func hasEnding(name string, endings []string) bool {
	ext := strings.ToLower(path.Ext(name))
	if len(endings) == 0 {
		return ext != remarkEnding
	}
	for _, e := range endings {
		if ext == e {
			return true
		}
	}
	return false
}

// isFurniture reports names that are never work: hidden files, folder readmes and
// templates. Surveyed vaults keep all of them among their plans and requests.
func isFurniture(name string) bool {
	lower := strings.ToLower(name)
	return strings.HasPrefix(name, ".") || strings.HasPrefix(name, "_") ||
		strings.HasPrefix(lower, "readme") || strings.Contains(lower, "template")
}
