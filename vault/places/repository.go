package places

import (
	"os"
	"path/filepath"
	"slices"
	"strings"

	"coldstart/vault/disk"
)

// RepositoryOf gives the folders of the repository around a folder: its root, and its other
// worktrees. Outside of a repository it is the folder itself. Nothing is run, and no other
// worktree is touched.
func RepositoryOf(dir string) (dirs []string) {
	root := dir
	for up := dir; ; up = filepath.Dir(up) {
		if isRepository(up) {
			root = up
			break
		}
		if up == filepath.Dir(up) {
			return []string{dir}
		}
	}
	dirs = append(dirs, root)
	common := filepath.Join(root, ".git")
	if at := gitFile(common); at != "" {
		// A worktree: its own folder lies in worktrees/NAME of the repository's.
		if !filepath.IsAbs(at) {
			at = filepath.Join(root, at)
		}
		if filepath.Base(filepath.Dir(at)) != "worktrees" {
			return dirs
		}
		common = filepath.Dir(filepath.Dir(at))
		if filepath.Base(common) == ".git" {
			dirs = append(dirs, filepath.Dir(common))
		}
	}
	entries, err := os.ReadDir(filepath.Join(common, "worktrees"))
	if err != nil {
		return dirs
	}
	for _, e := range entries[:min(len(entries), mostWorktrees)] {
		b, err := disk.ReadBounded(filepath.Join(common, "worktrees", e.Name(), "gitdir"), maxGitFile)
		if at := filepath.Clean(strings.TrimSpace(string(b))); err == nil && filepath.IsAbs(at) && !slices.Contains(dirs, filepath.Dir(at)) {
			dirs = append(dirs, filepath.Dir(at))
		}
	}
	return dirs
}

const (
	// mostWorktrees is how many worktrees of a repository are known.
	mostWorktrees = 200
	// maxGitFile is the largest file of git that names a folder.
	maxGitFile = 8 << 10
)

// gitFile gives the folder that a file .git names, "" for a folder .git.
func gitFile(name string) string {
	info, err := os.Lstat(name)
	if err != nil || !info.Mode().IsRegular() {
		return ""
	}
	b, err := disk.ReadBounded(name, maxGitFile)
	if at, ok := strings.CutPrefix(string(b), "gitdir:"); err == nil && ok {
		return filepath.Clean(strings.TrimSpace(at))
	}
	return ""
}
