package places

import (
	"os"
	"path/filepath"
	"slices"
	"strings"

	"coldstart/model"
	"coldstart/model/rule"
	"coldstart/vault/disk"
	"coldstart/vault/git"
)

// GitFile is a file, or with no name a folder, to ask git about. A git that agents may have put there is
// not run.
func (v *Vault) GitFile(dir, name string) git.File {
	return git.File{
		Dir: dir, Name: name, Shuns: func(program string) bool { return disk.Holds(dir, program) || disk.Holds(v.Dir, program) },
	}
}

// RepositoryOf returns the folders of the repository around a folder: its root, and its other
// worktrees. Outside of a repository it is the folder itself. Nothing is run, and no other
// worktree is touched.
func RepositoryOf(dir string) (dirs []string) {
	dirs, _ = repositoryOf(dir)
	return dirs
}

// Look tells what a folder is by touching it, the folders around it, and what git keeps in one of
// them. Nothing is run, and no other worktree is touched.
func Look(dir string) (s rule.Sight) {
	if _, err := os.Stat(dir); disk.IsMissing(err) {
		return rule.Sight{Root: dir, Gone: true}
	}
	dirs, main := repositoryOf(dir)
	if main == "" {
		return rule.Sight{Root: dir}
	}
	return rule.Sight{Root: main, Trees: slices.DeleteFunc(dirs, func(d string) bool { return d == main }), Repository: true}
}

// repositoryOf returns the folders of a repository, the root of the worktree around dir first, and
// which of them is the main one: empty outside of a repository.
func repositoryOf(dir string) (dirs []string, main string) {
	root, ok := rootAround(dir)
	if !ok {
		return []string{dir}, ""
	}
	dirs, main = append(dirs, root), root
	common := filepath.Join(root, ".git")
	if at := gitDirOf(root); at != common {
		// A worktree: its own folder lies in worktrees/NAME of the repository's.
		if filepath.Base(filepath.Dir(at)) != "worktrees" {
			return dirs, root
		}
		common = filepath.Dir(filepath.Dir(at))
		if filepath.Base(common) == ".git" {
			main = filepath.Dir(common)
			dirs = append(dirs, main)
		} else {
			// The repository has no folder to work in; all its worktrees say the same.
			main = common
		}
	}
	entries, err := os.ReadDir(filepath.Join(common, "worktrees"))
	if err != nil {
		return dirs, main
	}
	for _, e := range entries[:min(len(entries), mostWorktrees)] {
		says := textOf(filepath.Join(common, "worktrees", e.Name(), "gitdir"))
		if at := filepath.Clean(says); filepath.IsAbs(at) && !slices.Contains(dirs, filepath.Dir(at)) {
			dirs = append(dirs, filepath.Dir(at))
		}
	}
	if main == common {
		main = slices.Min(dirs)
	}
	return dirs, main
}

// InRepository reports whether a folder is the root of a repository or lies in one.
func InRepository(dir string) bool {
	_, ok := rootAround(dir)
	return ok
}

// OpenMerge says what git has open in the repository around a folder. Nothing is run.
func OpenMerge(dir string) model.OpenMerge {
	m, _ := MergeIn(dir)
	return m
}

// MergeIn is OpenMerge that also gives the folder in which git keeps that, "" outside of a repository.
func MergeIn(dir string) (m model.OpenMerge, kept string) {
	root, ok := rootAround(dir)
	if !ok {
		return "", ""
	}
	kept = gitDirOf(root)
	return model.OpenMerge(git.Open(kept)), kept
}

// mostConflicts is how many files in conflict are named.
const mostConflicts = 2

// Conflicts are the files in conflict of the repository around a folder, as paths from there.
func Conflicts(dir string) model.Conflicts {
	root, ok := rootAround(dir)
	if !ok {
		return model.Conflicts{}
	}
	first, n := git.InConflict(gitDirOf(root), mostConflicts)
	for i, name := range first {
		if there, err := filepath.Rel(dir, filepath.Join(root, filepath.FromSlash(name))); err == nil {
			first[i] = filepath.ToSlash(there)
		}
	}
	return model.Conflicts{First: first, More: n - len(first)}
}

// rootAround is the root of the working tree around a folder, which may be the folder itself.
func rootAround(dir string) (root string, ok bool) {
	for ; !isRepository(dir); dir = filepath.Dir(dir) {
		if dir == filepath.Dir(dir) {
			return "", false
		}
	}
	return dir, true
}

// gitDirOf is where git keeps the state of the working tree at root: .git, or the folder that a file
// .git names, in a worktree or a submodule.
func gitDirOf(root string) string {
	at := gitFile(filepath.Join(root, ".git"))
	switch {
	case at == "":
		return filepath.Join(root, ".git")
	case filepath.IsAbs(at):
		return at
	}
	return filepath.Join(root, at)
}

// InInner reports whether a folder in one of dirs lies in a repository of its own there.
func InInner(dir string, dirs []string) bool {
	for up := dir; !slices.Contains(dirs, up) && up != filepath.Dir(up); up = filepath.Dir(up) {
		if isRepository(up) {
			return true
		}
	}
	return false
}

const (
	// mostWorktrees is how many worktrees of a repository are known.
	mostWorktrees = 200
	// maxGitFile is the largest file of git that names a folder.
	maxGitFile = 8 << 10
)

// gitFile returns the folder that a file .git names, "" for a folder .git.
func gitFile(name string) string {
	if at, ok := strings.CutPrefix(textOf(name), "gitdir:"); ok {
		return filepath.Clean(strings.TrimSpace(at))
	}
	return ""
}

// textOf is what a file of git says, without blanks around it; "" for one that is no regular file,
// as a pipe, or cannot be read.
func textOf(name string) string {
	if info, err := os.Lstat(name); err != nil || !info.Mode().IsRegular() {
		return ""
	}
	b, err := disk.ReadBounded(name, maxGitFile)
	if err != nil {
		return ""
	}
	return strings.TrimSpace(string(b))
}
