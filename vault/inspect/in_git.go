package inspect

import (
	"context"
	"errors"
	"io/fs"
	"os"
	"time"

	"coldstart/model"
	"coldstart/vault/git"
)

// Commits returns those of the repository around the vault. Why there are none is a part of the answer.
func (in *Inspector) Commits(ctx context.Context) (h model.History, err error) {
	commits, more, err := git.History(ctx, in.vault.GitFile(in.vault.Dir, ""))
	for _, c := range commits {
		h.Commits = append(h.Commits, model.Commit(c))
	}
	if h.More = more; err != nil {
		h.None = err.Error()
	}
	return h, ctx.Err()
}

// LeftInGit says what git knows of the work in a folder since a time: that of a session, or the
// vault where it is empty. Why it knows nothing is a part of the answer.
func (in *Inspector) LeftInGit(ctx context.Context, dir string, since time.Time) (model.LeftInGit, error) {
	if dir == "" {
		dir = in.vault.Dir
	}
	info, err := os.Stat(dir)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return model.LeftInGit{Dir: dir, None: "the folder is gone"}, nil
	case err != nil:
		return model.LeftInGit{Dir: dir, None: "the folder cannot be opened"}, nil
	case !info.IsDir():
		return model.LeftInGit{Dir: dir, None: "it is no longer a folder"}, nil
	}
	state, err := git.Left(ctx, in.vault.GitFile(dir, ""), since)
	left := model.LeftInGit{Dir: dir, Branch: state.Branch, Ahead: state.Ahead, Behind: state.Behind, MoreCommits: state.MoreCommits, MoreFiles: state.MoreFiles}
	for _, c := range state.Commits {
		left.Commits = append(left.Commits, model.Commit(c))
	}
	for _, f := range state.Files {
		left.Files = append(left.Files, model.Uncommitted{Path: f.Path, Change: f.Kind, Added: f.Added, Removed: f.Removed, Untouched: f.Untouched})
	}
	if err != nil {
		left.None = err.Error()
	}
	return left, ctx.Err()
}
