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

	"coldstart/model"
)

// Disk reads and changes files below one root. All names are slash-separated and
// relative; os.Root keeps them inside.
type Disk struct {
	Root *os.Root
	// Before is called ahead of every change, so that tests can stop the process between
	// any two of them. It is nil otherwise.
	Before func(op, name string)
	// OnlyNamed does without files that have no name, as tests do that want to see what
	// happens where the system has none.
	OnlyNamed bool
	// Brief limits reading to the newest files and the ends of logs.
	Brief bool
	// Cache has the folders that were listed already, nil outside a load.
	Cache *FolderCache
	// Fast is nil outside a load, and where only os.Root can read.
	Fast *FastReader
	// Buffer is reused for every file that is read whole or by its ends, so that reading one ends
	// the use of the one before. With nil each file has its own.
	Buffer *[]byte
	// Budget is what a load may read of texts, nil outside one.
	Budget *Budget
}

// Step announces a change to Before.
func (d Disk) Step(op, name string) {
	if d.Before != nil {
		d.Before(op, name)
	}
}

// ErrNotRegular is returned for a link, folder, pipe or device where a file is wanted. It
// is never opened.
var ErrNotRegular = errors.New("not a regular file")

// ErrTooLarge is returned for files over a limit.
var ErrTooLarge = errors.New("too large")

// Read returns the whole content of a regular file of at most limit bytes. It does not
// follow a link at the end of name.
func (d Disk) Read(name string, limit int64) ([]byte, fs.FileInfo, error) {
	b, info, err := d.ReadWhole(name, limit)
	if err != nil {
		return nil, nil, FileError("reading", name, err)
	}
	return b, info, nil
}

// ReadWhole is Read with the error of the system.
func (d Disk) ReadWhole(name string, limit int64) ([]byte, fs.FileInfo, error) {
	return d.readWhole(name, limit, false)
}

// readWhole is ReadWhole, of a text only if asked for one.
func (d Disk) readWhole(name string, limit int64, text bool) ([]byte, fs.FileInfo, error) {
	b, info, err := d.Fast.read(name, limit, d.Buffer, text)
	if !errors.Is(err, errUseRoot) {
		return b, info, err
	}
	f, info, err := d.Open(name, os.O_RDONLY)
	if err != nil {
		return nil, nil, err
	}
	defer f.Close()
	b, err = readOpened(f, info, limit, d.Buffer, text)
	return b, info, err
}

// readOpened returns the whole content of an open file, which may be growing.
func readOpened(f seeker, info fs.FileInfo, limit int64, buffer *[]byte, text bool) ([]byte, error) {
	if info.Size() > limit {
		return nil, fmt.Errorf("%w: %d bytes, the limit is %d", ErrTooLarge, info.Size(), limit)
	}
	if text {
		if err := holed(f, info); err != nil {
			return nil, err
		}
	}
	var b []byte
	if buffer != nil {
		b = (*buffer)[:0]
		defer func() { *buffer = b }()
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
			// There was room for more, and no more came.
			return b, nil
		case errors.Is(err, io.EOF):
			return b, nil
		case err != nil:
			return nil, err
		}
	}
}

// mostSwaps is how often in a row another file may take a name while it is opened.
const mostSwaps = 10

// Open opens an existing regular file. It checks before opening, so that nothing else is
// ever opened, and again afterwards. Where a program puts a new file there in between, it tries
// again.
func (d Disk) Open(name string, flag int) (f *os.File, info fs.FileInfo, err error) {
	for range mostSwaps {
		if f, info, err = d.openOnce(name, flag); !errors.Is(err, model.ErrConflict) {
			break
		}
	}
	return f, info, err
}

func (d Disk) openOnce(name string, flag int) (*os.File, fs.FileInfo, error) {
	if e, known := d.Cache.entry(name); known && e == nil {
		return nil, nil, missing("open", name)
	}
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

// KindOf names the kind of a file for people: "a folder".
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
	_, there := d.kind(name)
	return there
}

// kind is what has a name, there false for nothing. A load answers from what it listed, as far as that tells.
func (d Disk) kind(name string) (kind fs.FileMode, there bool) {
	if e, known := d.Cache.entry(name); known {
		if e == nil {
			return 0, false
		}
		return e.Type(), true
	}
	if k, met := d.Cache.asked(name); met {
		return k.kind, k.there
	}
	info, err := d.Lstat(name)
	if err == nil {
		kind = info.Mode().Type()
	}
	d.Cache.keep(name, asked{kind, err == nil})
	return kind, err == nil
}

func missing(op, name string) error { return &fs.PathError{Op: op, Path: name, Err: syscall.ENOENT} }

// Lstat is that of os.Root, with fewer calls in a load, and not for os.SameFile. What a load saw missing in a folder
// is missing.
func (d Disk) Lstat(name string) (fs.FileInfo, error) {
	if e, known := d.Cache.entry(name); known && e == nil {
		return nil, missing("lstat", name)
	}
	if info, ok := d.Fast.lstat(name); ok {
		return info, nil
	}
	return d.Root.Lstat(name)
}

// FileError says what failed on which file, without the path that the system's error
// repeats.
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

// SeekTail moves to the first whole line in the last limit bytes of a file, and reports
// whether anything stands before it.
func SeekTail(f *os.File, info fs.FileInfo, limit int64) (cut bool, err error) {
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
		if at += int64(n); errors.Is(err, io.EOF) {
			break
		} else if err != nil {
			return false, err
		}
	}
	_, err = f.Seek(at, io.SeekStart)
	return true, err
}

// Torn reports whether a file's last line has no end, as after a power cut. A line that
// another program is just writing looks the same, so the file has to look so twice at the
// same length.
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
	// MaxEntries is how many entries are read from one folder.
	MaxEntries = 100_000
	// MaxLine is the longest line of an event log, in bytes.
	MaxLine = 4 << 20
	// MaxVaultEntries is how many names of a vault are looked at in search of traces.
	MaxVaultEntries = 200_000
)

// DefaultMode is the permissions of new files that take them from no other file.
const DefaultMode = 0o644

// ReadBounded reads a file outside the vault of at most limit bytes. It waits for no other program:
// what is no file, such as a pipe, is not read.
func ReadBounded(name string, limit int64) ([]byte, error) {
	f, err := os.OpenFile(name, os.O_RDONLY|syscall.O_NONBLOCK, 0)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	info, err := f.Stat()
	if err != nil {
		return nil, err
	}
	if !info.Mode().IsRegular() && name != os.DevNull {
		return nil, fmt.Errorf("%w: %s", ErrNotRegular, KindOf(info.Mode()))
	}
	b, err := io.ReadAll(io.LimitReader(f, limit+1))
	if err == nil && int64(len(b)) > limit {
		return nil, fmt.Errorf("%w: the limit is %d bytes", ErrTooLarge, limit)
	}
	return b, err
}

// ReadRegular reads a regular file outside the vault of at most limit bytes. It waits for no pipe.
func ReadRegular(name string, limit int64) ([]byte, error) {
	f, err := os.OpenFile(name, os.O_RDONLY|syscall.O_NONBLOCK, 0)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	info, err := f.Stat()
	switch {
	case err != nil:
		return nil, err
	case !info.Mode().IsRegular():
		return nil, fmt.Errorf("%w: %s", ErrNotRegular, KindOf(info.Mode()))
	case info.Size() > limit:
		return nil, fmt.Errorf("%w: %d bytes, the limit is %d", ErrTooLarge, info.Size(), limit)
	}
	b, err := io.ReadAll(io.LimitReader(f, limit+1))
	if err == nil && int64(len(b)) > limit {
		return nil, fmt.Errorf("%w: the limit is %d bytes", ErrTooLarge, limit)
	}
	return b, err
}
