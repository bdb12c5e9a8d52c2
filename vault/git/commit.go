// Package git makes one commit of one file, reads what was committed of one before, and says what
// is left to commit. Agents
// can write to the repository, so none of its hooks, filters and configured programs is run.
// Everything is done with git's plumbing, in an index of its own, so that what the user has
// staged stays out.
package git

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"time"
)

// The reasons why nothing can be committed.
var (
	errNoGit        = errors.New("git is not installed")
	errNoRepository = errors.New("the file is not in a git repository")
	errNoAuthor     = errors.New("git has no author; set user.name and user.email")
	errIgnored      = errors.New("git ignores the file")
	errNoneAround   = errors.New("the folder is in no git repository")
	errElsewhere    = errors.New("the settings of this repository put its files elsewhere")
)

// limit is how long git may take in all.
const limit = 10 * time.Second

// File is what one commit is made of.
type File struct {
	// Dir is the absolute path of the file's folder, Name the file in it.
	Dir, Name string
	// Content is what is committed, whatever is in the file now.
	Content []byte
	Mode    fs.FileMode
	// Subject is the whole message.
	Subject string
	At      time.Time
	// Shuns reports whether agents may have put a program at a path. Such a git is not run.
	Shuns func(program string) bool
}

// Holds reports whether the folder dir is in a repository. It writes nothing.
func Holds(ctx context.Context, f File) bool {
	ctx, cancel := bounded(ctx)
	defer cancel()
	_, err := find(ctx, f)
	return err == nil
}

func bounded(ctx context.Context) (context.Context, context.CancelFunc) {
	return context.WithTimeoutCause(ctx, limit, fmt.Errorf("git took longer than %s", limit))
}

// Commit commits the file on top of HEAD and updates its entry in the user's index. It makes
// no commit, and no error, when HEAD has this content. An error with made is about the index.
func Commit(ctx context.Context, f File) (made bool, err error) {
	ctx, cancel := bounded(ctx)
	defer cancel()
	r, err := find(ctx, f)
	if err != nil {
		return false, err
	}
	r.env = append(r.env, "GIT_AUTHOR_DATE="+stamp(f.At), "GIT_COMMITTER_DATE="+stamp(f.At))
	if err := r.mayCommit(ctx, f.Name); err != nil {
		return false, err
	}
	scratch, err := os.MkdirTemp("", "coldstart-git-")
	if err != nil {
		return false, fmt.Errorf("making a temporary folder: %w", err)
	}
	defer os.RemoveAll(scratch)
	entry, commit, err := r.commit(ctx, f, filepath.Join(scratch, "index"))
	if err != nil || commit == "" {
		return false, err
	}
	if _, err := r.run(ctx, nil, "update-index", "--add", "--cacheinfo", entry); err != nil {
		return true, fmt.Errorf("committed, but git still shows the file as changed: %w", err)
	}
	return true, nil
}

// stamp is a time as git reads it.
func stamp(at time.Time) string { return fmt.Sprintf("@%d %s", at.Unix(), at.Format("-0700")) }

// mayCommit fails where a commit is not wanted or would interfere with the user's work.
func (r *repository) mayCommit(ctx context.Context, name string) error {
	for _, state := range []struct{ file, what string }{
		{"MERGE_HEAD", "a merge"}, {"CHERRY_PICK_HEAD", "a cherry-pick"}, {"REVERT_HEAD", "a revert"},
		{"rebase-merge", "a rebase"}, {"rebase-apply", "a rebase"},
	} {
		if _, err := os.Lstat(filepath.Join(r.gitDir, state.file)); err == nil {
			return fmt.Errorf("%s is in progress in the repository", state.what)
		}
	}
	for _, who := range []string{"GIT_AUTHOR_IDENT", "GIT_COMMITTER_IDENT"} {
		if _, err := r.run(ctx, nil, "var", who); exitCode(err) > 0 {
			return errNoAuthor
		} else if err != nil {
			return err
		}
	}
	switch _, err := r.run(ctx, nil, "check-ignore", "-q", "--", "./"+name); {
	case err == nil:
		return errIgnored
	case exitCode(err) != 1:
		return err
	}
	return nil
}

// commit writes the objects and moves the branch, or a detached HEAD. It returns the file's
// index entry, and no commit when there is nothing new.
func (r *repository) commit(ctx context.Context, f File, index string) (entry, commit string, err error) {
	head, err := r.run(ctx, nil, "rev-parse", "--verify", "--quiet", "HEAD^{commit}")
	if err != nil && exitCode(err) != 1 {
		return "", "", err
	}
	blob, err := r.run(ctx, f.Content, "hash-object", "-w", "--no-filters", "--stdin")
	if err != nil {
		return "", "", err
	}
	mode := "100644"
	if f.Mode&0o100 != 0 {
		mode = "100755"
	}
	entry = mode + "," + blob + "," + r.prefix + f.Name
	tree, err := r.tree(ctx, head, entry, index)
	if err != nil {
		return "", "", err
	}
	args, old := []string{"commit-tree", tree}, strings.Repeat("0", len(blob))
	if head != "" {
		had, err := r.run(ctx, nil, "rev-parse", "--verify", "--quiet", head+"^{tree}")
		if err != nil || had == tree {
			return "", "", err
		}
		args, old = append(args, "-p", head), head
	}
	if commit, err = r.run(ctx, []byte(f.Subject+"\n"), append(args, "-F", "-")...); err != nil {
		return "", "", err
	}
	_, err = r.run(ctx, nil, "update-ref", "-m", "commit: "+f.Subject, "HEAD", commit, old)
	return entry, commit, err
}

// tree writes the tree of head with one entry added or replaced.
func (r *repository) tree(ctx context.Context, head, entry, index string) (string, error) {
	own := *r
	own.env = append(r.env[:len(r.env):len(r.env)], "GIT_INDEX_FILE="+index)
	if head != "" {
		if _, err := own.run(ctx, nil, "read-tree", head); err != nil {
			return "", err
		}
	}
	if _, err := own.run(ctx, nil, "update-index", "--add", "--cacheinfo", entry); err != nil {
		return "", err
	}
	return own.run(ctx, nil, "write-tree", "--missing-ok")
}
