package git

import (
	"os"
	"path/filepath"
)

// Open says by git's own folder what is under way in a working tree: "merge", "rebase", "cherry-pick",
// "revert", or "am" for a series of patches; "" for nothing. It runs nothing.
func Open(gitDir string) string {
	for _, state := range []struct{ file, what string }{
		// A rebase picks one commit after the other, so it comes first.
		{"rebase-apply/applying", "am"}, {"rebase-apply", "rebase"}, {"rebase-merge", "rebase"},
		{"MERGE_HEAD", "merge"}, {"CHERRY_PICK_HEAD", "cherry-pick"}, {"REVERT_HEAD", "revert"},
	} {
		if _, err := os.Lstat(filepath.Join(gitDir, filepath.FromSlash(state.file))); err == nil {
			return state.what
		}
	}
	return ""
}
