package vault

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"slices"
	"syscall"

	"coldstart/model"
)

// disk is every way in which files below one root are read and changed. All
// names are slash-separated and relative; os.Root keeps them inside.
type disk struct {
	root *os.Root
	// before is called ahead of every change with its name; tests use it to stop
	// the process between any two of them. It is nil otherwise.
	before func(op, name string)
	// brief bounds how much is looked at.
	brief bool
	// shelf has the folders that are listed already, nil outside a load.
	shelf *shelf
	// quick is nil outside a load, and where os.Root is the only way.
	quick *quick
	// room is where whole files are read into, one after the other: what was read before
	// is gone then. nil gives each its own.
	room *[]byte
}

func (d disk) step(op, name string) {
	if d.before != nil {
		d.before(op, name)
	}
}

// errNotRegular is returned for links, folders, pipes and devices that lie where
// a file is wanted. They are named, never opened.
var errNotRegular = errors.New("not a regular file")

// errTooLarge is returned for files over a limit.
var errTooLarge = errors.New("too large")

// read gives the whole content of a regular file. It neither follows a link at
// the end of name nor waits on a pipe, and refuses more than limit bytes.
func (d disk) read(name string, limit int64) ([]byte, fs.FileInfo, error) {
	b, info, err := d.readWhole(name, limit)
	if err != nil {
		return nil, nil, fileError("reading", name, err)
	}
	return b, info, nil
}

func (d disk) readWhole(name string, limit int64) ([]byte, fs.FileInfo, error) {
	b, info, err := d.quick.read(name, limit, d.room)
	if !errors.Is(err, errSlowly) {
		return b, info, err
	}
	f, info, err := d.open(name, os.O_RDONLY)
	if err != nil {
		return nil, nil, err
	}
	defer f.Close()
	b, err = readOpened(f, info, limit, d.room)
	if err != nil {
		return nil, nil, err
	}
	return b, info, nil
}

// readOpened gives the whole content of an open file, which may be growing.
func readOpened(f io.Reader, info fs.FileInfo, limit int64, room *[]byte) ([]byte, error) {
	if info.Size() > limit {
		return nil, fmt.Errorf("%w: %d bytes, the limit is %d", errTooLarge, info.Size(), limit)
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
			return nil, fmt.Errorf("%w: the limit is %d bytes", errTooLarge, limit)
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

// open opens an existing regular file. Whether it is one is asked before, so that
// nothing else is ever opened, and again of what was opened.
func (d disk) open(name string, flag int) (*os.File, fs.FileInfo, error) {
	seen, err := d.root.Lstat(name)
	if err != nil {
		return nil, nil, err
	}
	if !seen.Mode().IsRegular() {
		return nil, nil, fmt.Errorf("%w: %s", errNotRegular, kindOf(seen.Mode()))
	}
	f, err := d.root.OpenFile(name, flag|syscall.O_NONBLOCK, 0)
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

func kindOf(m fs.FileMode) string {
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

// exists reports whether anything at all has this name.
func (d disk) exists(name string) bool {
	_, err := d.root.Lstat(name)
	return err == nil
}

// fileError says what we were doing with which file. The path that the operating
// system's error repeats is dropped.
func fileError(doing, name string, err error) error {
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

func isEOF(err error) bool { return errors.Is(err, io.EOF) }
