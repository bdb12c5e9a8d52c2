// Package git commits the files that a decision changed, reads earlier commits of a file, and lists
// uncommitted work. Agents can write to the repository, so none of its hooks, filters and configured
// programs is run. Everything is done with git's plumbing, in an index of its own, so that what the user
// has staged stays out.
package git

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
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
	errBecame       = errors.New("what it became is not committed, and a removal alone would lose it elsewhere")
	errShrunk       = errors.New("the file in the folder lacks lines that git has of it")
	errElsewhere    = errors.New("the settings of this repository put its files elsewhere")
)

const (
	// limit is how long git may take in all.
	limit = 10 * time.Second
	// tries is how often a commit is tried while another git is at work, with a pause in between.
	tries = 4
	pause = 150 * time.Millisecond
)

// File is a file of a repository.
type File struct {
	// Dir is the absolute path of the file's folder, Name the file in it.
	Dir, Name string
	// Content is what is committed, whatever is in the file now. Of one that is Gone the removal is
	// committed.
	Content []byte
	Mode    fs.FileMode
	Gone    bool
	// To is the path of the file that a Gone one became. Without that one in a commit its removal is in
	// none either: elsewhere both would be missing.
	To string
	// Grows says that the file is only added to, so that no commit takes out what HEAD has of it.
	Grows bool
	// Shuns reports whether agents may have put a program at a path. Such a git is not run.
	Shuns func(program string) bool
}

// Message is what a commit says of itself: its subject, which is all of its text, and its time.
type Message struct {
	Subject string
	At      time.Time
}

// Missed is a file that is in no commit, and why.
type Missed struct {
	File File
	Why  error
}

// Holds reports whether the file's folder, or the nearest one above it, is in a repository. It
// writes nothing.
func Holds(ctx context.Context, f File) bool {
	ctx, cancel := bounded(ctx)
	defer cancel()
	_, err := find(ctx, f)
	return err == nil
}

func bounded(ctx context.Context) (context.Context, context.CancelFunc) {
	return context.WithTimeoutCause(ctx, limit, fmt.Errorf("git took longer than %s", limit))
}

// Commit commits the files on top of HEAD, with nothing else, and updates their entries in the
// user's index. Files of several repositories get a commit in each. It makes no commit, and misses
// nothing, where HEAD has these files as they are given.
func Commit(ctx context.Context, m Message, files []File) (made bool, missed []Missed) {
	ctx, cancel := bounded(ctx)
	defer cancel()
	groups, missed := grouped(ctx, files)
	for _, g := range groups {
		if err := g.mayCommit(ctx); err != nil {
			missed = append(missed, g.leaveAll(err)...)
			continue
		}
		left, err := g.leaveIgnored(ctx)
		if missed = append(missed, left...); err != nil {
			missed = append(missed, g.leaveAll(err)...)
		}
		missed = append(missed, g.leave(func(f File, path string) error { return g.shrunk(ctx, f, path) })...)
	}
	for _, g := range groups {
		missed = append(missed, g.leave(func(f File, _ string) error {
			if f.Gone && slices.ContainsFunc(missed, func(m Missed) bool { return filepath.Join(m.File.Dir, m.File.Name) == f.To }) {
				return errBecame
			}
			return nil
		})...)
	}
	for _, g := range groups {
		did, err := g.commit(ctx, m)
		if made = made || did; err != nil {
			missed = append(missed, g.leaveAll(err)...)
		}
	}
	return made, missed
}

// leave leaves out the files for which there is a reason, and gives them as missed.
func (g *group) leave(why func(f File, path string) error) (missed []Missed) {
	files, paths := g.files, g.paths
	g.files, g.paths = nil, nil
	for i, f := range files {
		if err := why(f, paths[i]); err != nil {
			missed = append(missed, Missed{f, err})
			continue
		}
		g.files, g.paths = append(g.files, f), append(g.paths, paths[i])
	}
	return missed
}

func (g *group) leaveAll(why error) []Missed {
	return g.leave(func(File, string) error { return why })
}

// shrunk fails for a file that grows, where HEAD has more of it than what would be committed: it may
// not be checked out, or somebody removed it. What ends a JSON list moves down, and a checkout may
// have changed the ends of lines.
func (g *group) shrunk(ctx context.Context, f File, path string) error {
	if !f.Grows || f.Gone {
		return nil
	}
	had, err := g.run(ctx, nil, "cat-file", "blob", "HEAD:"+path)
	if exitCode(err) != 0 {
		return nil // HEAD has none
	}
	if err != nil {
		return err
	}
	plain := func(s string) string { return strings.ReplaceAll(s, "\r\n", "\n") }
	if !strings.HasPrefix(plain(string(f.Content)), strings.TrimRight(plain(had), " \t\r\n]}")) {
		return errShrunk
	}
	return nil
}

// group are files of one repository.
type group struct {
	*repository
	files []File
	// paths are those of the files from the top of the repository.
	paths []string
}

// grouped finds the repository of each file.
func grouped(ctx context.Context, files []File) (groups []*group, missed []Missed) {
	type found struct {
		*repository
		err error
	}
	known := map[string]found{}
	for _, f := range files {
		r, asked := known[f.Dir]
		if !asked {
			r.repository, r.err = find(ctx, f)
			known[f.Dir] = r
		}
		if r.err != nil {
			missed = append(missed, Missed{f, r.err})
			continue
		}
		i := slices.IndexFunc(groups, func(g *group) bool { return g.gitDir == r.gitDir })
		if i < 0 {
			atTop := *r.repository
			atTop.dir = r.top
			i, groups = len(groups), append(groups, &group{repository: &atTop})
		}
		groups[i].files, groups[i].paths = append(groups[i].files, f), append(groups[i].paths, r.prefix+f.Name)
	}
	return groups, missed
}

// commit makes the commit.
func (g *group) commit(ctx context.Context, m Message) (made bool, err error) {
	if len(g.files) == 0 {
		return false, nil
	}
	g.env = append(g.env, "GIT_AUTHOR_DATE="+stamp(m.At), "GIT_COMMITTER_DATE="+stamp(m.At))
	entries, err := g.entries(ctx)
	if err != nil {
		return false, err
	}
	scratch, err := os.MkdirTemp("", "coldstart-git-")
	if err != nil {
		return false, fmt.Errorf("making a temporary folder: %w", err)
	}
	defer os.RemoveAll(scratch)
	for try := 1; ; try++ {
		made, err = g.onHead(ctx, m, entries, filepath.Join(scratch, fmt.Sprint("index", try)))
		if err == nil || try == tries || !atWork(err) {
			return made, err
		}
		select {
		case <-ctx.Done():
			return false, context.Cause(ctx)
		case <-time.After(pause):
		}
	}
}

// atWork reports whether a commit failed as it does while another git moves the branch, or holds the
// index, for a moment.
func atWork(err error) bool {
	f, ok := errors.AsType[*failure](err)
	return ok && (f.command == "update-index" || f.command == "update-ref")
}

// stamp is a time as git reads it.
func stamp(at time.Time) string { return fmt.Sprintf("@%d %s", at.Unix(), at.Format("-0700")) }

// mayCommit fails where a commit is not wanted or would interfere with the user's work.
func (r *repository) mayCommit(ctx context.Context) error {
	if what := Open(r.gitDir); what != "" {
		return fmt.Errorf("a %s is in progress in the repository", what)
	}
	for _, who := range []string{"GIT_AUTHOR_IDENT", "GIT_COMMITTER_IDENT"} {
		if _, err := r.run(ctx, nil, "var", who); exitCode(err) > 0 {
			return errNoAuthor
		} else if err != nil {
			return err
		}
	}
	return nil
}

// leaveIgnored leaves out what git ignores and does not have yet, and gives it as missed, but for
// files that are gone.
func (g *group) leaveIgnored(ctx context.Context) (missed []Missed, err error) {
	var ask bytes.Buffer
	for _, p := range g.paths {
		ask.WriteString(g.literal(p) + "\x00")
	}
	out, err := g.run(ctx, ask.Bytes(), "check-ignore", "-z", "--stdin")
	switch {
	case exitCode(err) == 1:
		return nil, nil
	case err != nil:
		return nil, err
	}
	ignored := strings.Split(out, "\x00")
	missed = g.leave(func(f File, path string) error {
		if slices.Contains(ignored, g.literal(path)) {
			return errIgnored
		}
		return nil
	})
	return slices.DeleteFunc(missed, func(m Missed) bool { return m.File.Gone }), nil
}

// entry is a file in an index. One without a blob is gone.
type entry struct{ mode, blob, path string }

// entries writes the contents of the files to the repository.
func (g *group) entries(ctx context.Context) (all []entry, err error) {
	for i, f := range g.files {
		e := entry{mode: "100644", path: g.paths[i]}
		if f.Mode&0o100 != 0 {
			e.mode = "100755"
		}
		if !f.Gone {
			if e.blob, err = g.run(ctx, f.Content, "hash-object", "-w", "--no-filters", "--stdin"); err != nil {
				return nil, err
			}
		}
		all = append(all, e)
	}
	return all, nil
}

// indexInfo are entries as update-index reads them, with ids as long as one of the repository's.
func indexInfo(entries []entry, like string) []byte {
	var lines bytes.Buffer
	for _, e := range entries {
		if e.blob == "" {
			e.mode, e.blob = "0", strings.Repeat("0", len(like))
		}
		lines.WriteString(e.mode + " " + e.blob + "\t" + e.path + "\x00")
	}
	return lines.Bytes()
}

// onHead writes the tree and the commit, and moves the branch, or a detached HEAD. The user's index
// gets the entries first: with an older one, the user's next commit would take this one back.
func (r *repository) onHead(ctx context.Context, m Message, entries []entry, index string) (made bool, err error) {
	head, err := r.run(ctx, nil, "rev-parse", "--verify", "--quiet", "HEAD^{commit}")
	if err != nil && exitCode(err) != 1 {
		return false, err
	}
	like := head
	for _, e := range entries {
		like = cmp.Or(like, e.blob)
	}
	if like == "" {
		return false, nil // there is nothing that could be gone
	}
	changes := indexInfo(entries, like)
	tree, err := r.tree(ctx, head, changes, index)
	if err != nil {
		return false, err
	}
	args, old := []string{"commit-tree", tree}, strings.Repeat("0", len(tree))
	if head != "" {
		had, err := r.run(ctx, nil, "rev-parse", "--verify", "--quiet", head+"^{tree}")
		if err != nil || had == tree {
			return false, err
		}
		args, old = append(args, "-p", head), head
	}
	commit, err := r.run(ctx, []byte(m.Subject+"\n"), append(args, "-F", "-")...)
	if err != nil {
		return false, err
	}
	if _, err := r.run(ctx, changes, "update-index", "-z", "--index-info"); err != nil {
		return false, err
	}
	_, err = r.run(ctx, nil, "update-ref", "-m", "commit: "+m.Subject, "HEAD", commit, old)
	return err == nil, err
}

// tree writes the tree of head with these changes.
func (r *repository) tree(ctx context.Context, head string, changes []byte, index string) (string, error) {
	own := *r
	own.env = append(r.env[:len(r.env):len(r.env)], "GIT_INDEX_FILE="+index)
	if head != "" {
		if _, err := own.run(ctx, nil, "read-tree", head); err != nil {
			return "", err
		}
	}
	if _, err := own.run(ctx, changes, "update-index", "-z", "--index-info"); err != nil {
		return "", err
	}
	return own.run(ctx, nil, "write-tree", "--missing-ok")
}
