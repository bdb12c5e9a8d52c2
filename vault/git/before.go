package git

import (
	"context"
	"errors"
	"fmt"
	"strconv"
	"strings"
	"time"
)

// ErrNothingBefore is returned where git has no earlier text of a file.
var ErrNothingBefore = errors.New("git has no earlier version of it")

// Before returns the bytes of the file in the last commit before a time, at most limit of them;
// a longer version counts as none. It writes nothing.
func Before(ctx context.Context, f File, at time.Time, limit int64) ([]byte, error) {
	ctx, cancel := bounded(ctx)
	defer cancel()
	r, err := find(ctx, f)
	if err != nil {
		return nil, err
	}
	if strings.ContainsAny(r.prefix+f.Name, "\n\r") {
		return nil, ErrNothingBefore
	}
	commit, err := r.run(ctx, nil, "--literal-pathspecs", "rev-list", "--max-count=1", "--before="+strconv.FormatInt(at.Unix(), 10), "HEAD", "--", r.literal(f.Name))
	if err != nil && exitCode(err) == 0 {
		return nil, err
	}
	if err != nil || commit == "" {
		return nil, ErrNothingBefore
	}
	object := []byte(commit + ":" + r.prefix + f.Name + "\n")
	head, err := r.run(ctx, object, "cat-file", "--batch-check")
	if err != nil {
		return nil, err
	}
	var id, kind string
	var size int64
	if n, _ := fmt.Sscanf(head, "%s %s %d", &id, &kind, &size); n != 3 || kind != "blob" || size > limit {
		return nil, ErrNothingBefore
	}
	out, err := r.run(ctx, []byte(id+"\n"), "cat-file", "--batch")
	if err != nil {
		return nil, err
	}
	_, text, _ := strings.Cut(out, "\n")
	return []byte(text), nil
}

// literal is a name in the repository's folder that is not taken for an option.
func (r *repository) literal(name string) string { return "./" + name }

// Author returns who made the newest commit that touched a file, and when they wrote it: of what is checked out, or
// of what is being merged into it. It fails with ErrNothingBefore where there is none. It writes nothing.
func Author(ctx context.Context, f File) (name string, at time.Time, err error) {
	ctx, cancel := bounded(ctx)
	defer cancel()
	r, err := find(ctx, f)
	if err != nil {
		return "", at, err
	}
	out, err := r.run(ctx, nil, "--literal-pathspecs", "rev-list", "--max-count=1", "--ignore-missing", "--format=%at%x09%an",
		"HEAD", "MERGE_HEAD", "REBASE_HEAD", "CHERRY_PICK_HEAD", "--", r.literal(f.Name))
	if err != nil && exitCode(err) == 0 {
		return "", at, err
	}
	// The first line names the commit.
	_, line, _ := strings.Cut(out, "\n")
	stamp, name, ok := strings.Cut(line, "\t")
	seconds, bad := strconv.ParseInt(stamp, 10, 64)
	if err != nil || !ok || bad != nil {
		return "", at, ErrNothingBefore
	}
	return name, time.Unix(seconds, 0), nil
}
