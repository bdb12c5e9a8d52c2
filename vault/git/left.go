package git

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"time"
)

const (
	// mostCommits and mostLeft are how many commits and files are listed.
	mostCommits = 20
	mostLeft    = 200
	// mostAnswer is how many bytes of an answer of git are read.
	mostAnswer = 16 << 20
)

// State is where the work in a repository stands.
type State struct {
	// Branch is empty for a commit that is on none.
	Branch string
	// Ahead and Behind count the commits that only it has, and only the branch that it follows.
	Ahead, Behind int
	// Commits are the newest first; of MoreCommits there is only the number, at least.
	Commits     []Made
	MoreCommits int
	// Files differ from the last commit; MoreFiles are not listed.
	Files     []Change
	MoreFiles int
}

// Made is a commit.
type Made struct {
	ID, Author, Subject string
	At                  time.Time
}

// Change is a file that differs from the last commit, by its path from the top of the repository:
// changed, new, gone or in conflict; with the lines added and removed where git counts them. Untouched
// is true for one that, by its time, was last written before the time that was asked about.
type Change struct {
	Path, Kind     string
	Added, Removed int
	Untouched      bool
}

// Left returns the branch of the repository around f.Dir, the commits in it since a time, the newest
// first, and what is not committed. With the zero time it asks for no commits. It writes nothing.
func Left(ctx context.Context, f File, since time.Time) (left State, err error) {
	ctx, cancel := bounded(ctx)
	defer cancel()
	r, err := find(ctx, f)
	if errors.Is(err, errNoRepository) {
		return left, errNoneAround
	}
	if err != nil {
		return left, err
	}
	top, err := r.isHere(ctx)
	if err != nil {
		return left, err
	}
	// A commit that HEAD names by itself is on no branch.
	if left.Branch, err = r.run(ctx, nil, "symbolic-ref", "--quiet", "--short", "HEAD"); err != nil && exitCode(err) == 0 {
		return left, err
	}
	head, err := r.run(ctx, nil, "rev-parse", "--verify", "--quiet", "HEAD^{commit}")
	if err != nil && exitCode(err) == 0 {
		return left, err
	}
	if head != "" && left.Branch != "" {
		// A branch that follows none is neither.
		if counts, err := r.run(ctx, nil, "rev-list", "--count", "--left-right", "@{upstream}...HEAD", "--"); err == nil {
			behind, ahead, _ := strings.Cut(counts, "\t")
			left.Behind, _ = strconv.Atoi(behind)
			left.Ahead, _ = strconv.Atoi(ahead)
		}
	}
	if head != "" && !since.IsZero() {
		if left.Commits, left.MoreCommits, err = r.commitsSince(ctx, since); err != nil {
			return left, err
		}
	}
	left.Files, left.MoreFiles, err = r.uncommitted(ctx, head != "")
	for i := range left.Files {
		left.Files[i].Untouched = writtenBefore(filepath.Join(top, filepath.FromSlash(left.Files[i].Path)), since)
	}
	return left, err
}

// mostHistory is how many commits of a repository are searched.
const mostHistory = 1000

// History returns the newest commits of the repository around f.Dir, and whether there are more. A folder without a repository or
// commits has none. It writes nothing.
func History(ctx context.Context, f File) (commits []Made, more int, err error) {
	ctx, cancel := bounded(ctx)
	defer cancel()
	r, err := find(ctx, f)
	if errors.Is(err, errNoRepository) || errors.Is(err, errNoGit) {
		return nil, 0, nil
	}
	if err != nil {
		return nil, 0, err
	}
	if _, err := r.isHere(ctx); err != nil {
		return nil, 0, err
	}
	head, err := r.run(ctx, nil, "rev-parse", "--verify", "--quiet", "HEAD^{commit}")
	if head == "" {
		if exitCode(err) != 0 {
			err = nil
		}
		return nil, 0, err
	}
	return r.commits(ctx, mostHistory, 1)
}

// writtenBefore reports whether a file was last written before a time. Of a folder its time says
// nothing about what lies in it.
func writtenBefore(name string, since time.Time) bool {
	info, err := os.Lstat(name)
	return err == nil && !info.IsDir() && info.ModTime().Before(since)
}

// isHere returns the top of the repository. It fails where the settings of the repository put its files
// elsewhere: then git would look through any folder of the machine.
func (r *repository) isHere(ctx context.Context) (top string, err error) {
	if top, err = r.run(ctx, nil, "rev-parse", "--show-toplevel"); err != nil {
		return "", err
	}
	if _, err := os.Lstat(filepath.Join(top, ".git")); err != nil {
		return "", errElsewhere
	}
	return top, nil
}

// commitsSince lists the commits since a time, by the clock of who made them.
func (r *repository) commitsSince(ctx context.Context, since time.Time) (commits []Made, more int, err error) {
	return r.commits(ctx, mostCommits, 9*mostCommits, "--since="+strconv.FormatInt(since.Unix(), 10))
}

// commits lists so many commits by the limits of rev-list, and counts so many behind them.
func (r *repository) commits(ctx context.Context, most, behind int, limits ...string) (commits []Made, more int, err error) {
	out, err := r.run(ctx, nil, slices.Concat([]string{"rev-list", "--max-count=" + strconv.Itoa(most+behind), "--format=%h%x09%ct%x09%an%x09%s"}, limits, []string{"HEAD", "--"})...)
	if err != nil {
		return nil, 0, err
	}
	for line := range strings.SplitSeq(out, "\n") {
		fields := strings.SplitN(line, "\t", 4)
		if len(fields) < 4 {
			// A line that names the commit stands before each.
			continue
		}
		if len(commits) == most {
			more++
			continue
		}
		seconds, _ := strconv.ParseInt(fields[1], 10, 64)
		commits = append(commits, Made{ID: fields[0], At: time.Unix(seconds, 0), Author: fields[2], Subject: fields[3]})
	}
	return commits, more, nil
}

// uncommitted lists what differs from the last commit, and how many lines. No submodule is looked
// into, since git would run with its settings there.
func (r *repository) uncommitted(ctx context.Context, committed bool) (files []Change, more int, err error) {
	out, err := r.run(ctx, nil, "status", "--porcelain=v1", "-z", "--untracked-files=normal", "--no-renames", "--no-ahead-behind", "--ignore-submodules=all")
	if err != nil {
		return nil, 0, err
	}
	at := map[string]int{}
	for entry := range strings.SplitSeq(strings.TrimSuffix(out, "\x00"), "\x00") {
		if len(entry) < 4 {
			continue
		}
		if len(files) == mostLeft {
			more++
			continue
		}
		at[entry[3:]] = len(files)
		files = append(files, Change{Path: entry[3:], Kind: changeOf(entry[:2])})
	}
	if !committed || len(files) == 0 {
		return files, more, nil
	}
	out, err = r.run(ctx, nil, "diff-index", "--numstat", "-z", "--no-renames", "--no-ext-diff", "--no-textconv", "--ignore-submodules=all", "HEAD", "--")
	if err != nil {
		return nil, 0, err
	}
	for entry := range strings.SplitSeq(out, "\x00") {
		fields := strings.SplitN(entry, "\t", 3)
		if len(fields) < 3 {
			continue
		}
		// Of what is no text git counts no lines.
		added, err := strconv.Atoi(fields[0])
		i, ok := at[fields[2]]
		if err != nil || !ok {
			continue
		}
		files[i].Added = added
		files[i].Removed, _ = strconv.Atoi(fields[1])
	}
	return files, more, nil
}

// changeOf is the change of a file by its two letters in git status: those of the index and of the
// folder.
func changeOf(letters string) string {
	switch {
	case strings.Contains(letters, "U") || letters == "AA" || letters == "DD":
		return "in conflict"
	case strings.Contains(letters, "D"):
		return "gone"
	case letters == "??", strings.Contains(letters, "A"):
		return "new"
	}
	return "changed"
}
