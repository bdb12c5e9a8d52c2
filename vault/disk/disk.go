// Package disk reads and writes files below one root: bounded, durable, and
// without following links. It knows no plan.
package disk

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"slices"
	"syscall"
	"time"

	"coldstart/model"
)

const (
	// BriefLock is how long a session's start waits for a decision that is being made.
	BriefLock = 200 * time.Millisecond
)

// End sets an open file of whole lines to where its last limit bytes begin, behind a
// line's end, and tells whether anything stands before that.
func End(f *os.File, info fs.FileInfo, limit int64) (cut bool, err error) {
	if info.Size() <= limit {
		return false, nil
	}
	at := info.Size() - limit
	part := make([]byte, 64<<10)
	for {
		n, err := f.ReadAt(part, at)
		if i := bytes.IndexByte(part[:n], '\n'); i >= 0 {
			at += int64(i) + 1
			break
		}
		if at += int64(n); IsEOF(err) {
			break
		} else if err != nil {
			return false, err
		}
	}
	_, err = f.Seek(at, io.SeekStart)
	return true, err
}

// Disk is every way in which files below one root are read and changed. All
// names are slash-separated and relative; os.Root keeps them inside.
type Disk struct {
	Root *os.Root
	// Before is called ahead of every change with its name; tests use it to stop
	// the process between any two of them. It is nil otherwise.
	Before func(op, name string)
	// Brief bounds how much is looked at.
	Brief bool
	// Shelf has the folders that are listed already, nil outside a load.
	Shelf *Shelf
	// Quick is nil outside a load, and where os.Root is the only way.
	Quick *quick
	// Room is where whole files are read into, one after the other: what was read before
	// is gone then. nil gives each its own.
	Room *[]byte
}

// Step is called ahead of every change, with its name.
func (d Disk) Step(op, name string) {
	if d.Before != nil {
		d.Before(op, name)
	}
}

// ErrNotRegular is returned for links, folders, pipes and devices that lie where
// a file is wanted. They are named, never opened.
var ErrNotRegular = errors.New("not a regular file")

// ErrTooLarge is returned for files over a limit.
var ErrTooLarge = errors.New("too large")

// Read gives the whole content of a regular file. It neither follows a link at
// the end of name nor waits on a pipe, and refuses more than limit bytes.
func (d Disk) Read(name string, limit int64) ([]byte, fs.FileInfo, error) {
	b, info, err := d.ReadWhole(name, limit)
	if err != nil {
		return nil, nil, FileError("reading", name, err)
	}
	return b, info, nil
}

// ReadWhole is Read with the system's own error.
func (d Disk) ReadWhole(name string, limit int64) ([]byte, fs.FileInfo, error) {
	b, info, err := d.Quick.read(name, limit, d.Room)
	if !errors.Is(err, errSlowly) {
		return b, info, err
	}
	f, info, err := d.Open(name, os.O_RDONLY)
	if err != nil {
		return nil, nil, err
	}
	defer f.Close()
	b, err = readOpened(f, info, limit, d.Room)
	if err != nil {
		return nil, nil, err
	}
	return b, info, nil
}

// readOpened gives the whole content of an open file, which may be growing.
func readOpened(f io.Reader, info fs.FileInfo, limit int64, room *[]byte) ([]byte, error) {
	if info.Size() > limit {
		return nil, fmt.Errorf("%w: %d bytes, the limit is %d", ErrTooLarge, info.Size(), limit)
	}
	var b []byte
	if room != nil {
		b = (*room)[:0]
		defer func() { *room = b }()
	}
	b = slices.Grow(b, int(info.Size())+1)
	for {
		if len(b) == cap(b) {
			b = append(b, 0)[:len(b)]
		}
		n, err := f.Read(b[len(b):cap(b)])
		b = b[:len(b)+n]
		switch {
		case int64(len(b)) > limit:
			return nil, fmt.Errorf("%w: the limit is %d bytes", ErrTooLarge, limit)
		case err == nil && int64(len(b)) == info.Size() && len(b) < cap(b):
			// There was room for more, and there was no more.
			return b, nil
		case errors.Is(err, io.EOF):
			return b, nil
		case err != nil:
			return nil, err
		}
	}
}

// Open opens an existing regular file. Whether it is one is asked before, so that
// nothing else is ever opened, and again of what was opened.
func (d Disk) Open(name string, flag int) (*os.File, fs.FileInfo, error) {
	seen, err := d.Root.Lstat(name)
	if err != nil {
		return nil, nil, err
	}
	if !seen.Mode().IsRegular() {
		return nil, nil, fmt.Errorf("%w: %s", ErrNotRegular, KindOf(seen.Mode()))
	}
	f, err := d.Root.OpenFile(name, flag|syscall.O_NONBLOCK, 0)
	if err != nil {
		return nil, nil, err
	}
	info, err := f.Stat()
	if err == nil && !(os.SameFile(seen, info) && info.Mode().IsRegular()) {
		err = model.ErrConflict
	}
	if err != nil {
		return nil, nil, errors.Join(err, f.Close())
	}
	return f, info, nil
}

// KindOf says what a name stands for.
func KindOf(m fs.FileMode) string {
	switch {
	case m.IsRegular():
		return "a file"
	case m.IsDir():
		return "a folder"
	case m&fs.ModeSymlink != 0:
		return "a link"
	case m&fs.ModeNamedPipe != 0:
		return "a pipe"
	case m&fs.ModeSocket != 0:
		return "a socket"
	}
	return "a device"
}

// Exists reports whether anything at all has this name.
func (d Disk) Exists(name string) bool {
	_, err := d.Root.Lstat(name)
	return err == nil
}

// FileError says what we were doing with which file. The path that the operating
// system's error repeats is dropped.
func FileError(doing, name string, err error) error {
	var pathErr *fs.PathError
	var linkErr *os.LinkError
	switch {
	case errors.As(err, &pathErr):
		err = pathErr.Err
	case errors.As(err, &linkErr):
		err = linkErr.Err
	}
	return fmt.Errorf("%s %s: %w", doing, name, err)
}

// IsEOF reports the end of a file.
func IsEOF(err error) bool { return errors.Is(err, io.EOF) }

// Torn reports whether a file's last line has no end, as after a power cut. Another
// program's line that is just being written looks the same, but not for long: the
// file has to be found so twice at the same length.
func Torn(f *os.File) bool {
	const looks = 4
	seen := int64(-1)
	for range looks {
		info, err := f.Stat()
		if err != nil || info.Size() == 0 {
			return false
		}
		var last [1]byte
		if _, err = f.ReadAt(last[:], info.Size()-1); err != nil || last[0] == '\n' {
			return false
		}
		if info.Size() == seen {
			break
		}
		seen = info.Size()
	}
	return true
}

const (
	// MaxFolder is the most entries read from one folder.
	MaxFolder = 100_000
	// MaxLine is the longest line of an event log in bytes.
	MaxLine = 4 << 20
	// MaxVaultEntries is how many names of the whole vault are looked at in search
	// of traces.
	MaxVaultEntries = 200_000
)

// DefaultMode is the permissions of new files that have no model among the files
// they belong to.
const DefaultMode = 0o644

// Shelf holds the folders that one load has listed: several readers look into the same
// ones, and all of them see the same there.
type Shelf struct{ folders map[string]listed }

type listed struct {
	entries []fs.DirEntry
	err     error
}

// List gives what lies in a folder in name order, at most maxFolder entries and one
// more where there are more. Nobody changes what it gives.
func (d Disk) List(dir string) ([]fs.DirEntry, error) {
	if d.Shelf == nil {
		return d.Quick.list(d.Root, dir)
	}
	found, ok := d.Shelf.folders[dir]
	if !ok {
		if d.Shelf.folders == nil {
			d.Shelf.folders = map[string]listed{}
		}
		found.entries, found.err = d.Quick.list(d.Root, dir)
		d.Shelf.folders[dir] = found
	}
	return found.entries, found.err
}

// ReadBounded reads a file of the operator's own, which lies outside the vault.
func ReadBounded(name string, limit int64) ([]byte, error) {
	f, err := os.Open(name)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	b, err := io.ReadAll(io.LimitReader(f, limit+1))
	if err == nil && int64(len(b)) > limit {
		return nil, fmt.Errorf("%w: the limit is %d bytes", ErrTooLarge, limit)
	}
	return b, err
}
