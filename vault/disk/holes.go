package disk

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
)

// ErrNoText is returned for a file with so many NUL bytes in a row that it is no text. A
// hole in a file is NUL bytes that take no room on the disk, and is not read.
var ErrNoText = errors.New("no text")

// mostNULs is how many NUL bytes in a row a text may have.
const mostNULs = 4 << 10

// seeker is an open file.
type seeker interface {
	io.Reader
	Seek(offset int64, whence int) (int64, error)
}

// ReadText is Read of a file that is read for what it says, within the budget of the load.
// One that is no text fails with ErrNoText, if possible before it is read.
func (d Disk) ReadText(name string, limit int64) ([]byte, fs.FileInfo, error) {
	b, info, err := d.ReadWholeText(name, limit)
	if err != nil {
		return nil, nil, FileError("reading", name, err)
	}
	return b, info, nil
}

// ReadWholeText is ReadText with the error of the system.
func (d Disk) ReadWholeText(name string, limit int64) ([]byte, fs.FileInfo, error) {
	b, info, err := d.readWhole(name, limit, true)
	d.Budget.opened()
	d.Budget.spend(int64(len(b)))
	if err == nil {
		err = noText(b)
	}
	if err != nil {
		return nil, nil, err
	}
	return b, info, nil
}

func tooManyNULs(from int64) error {
	return fmt.Errorf("%w: more than %d NUL bytes in a row, from byte %d on", ErrNoText, mostNULs, from+1)
}

// noText fails for bytes that are no text. It looks at one byte of each mostNULs, which as
// many in a row cannot pass by.
func noText(b []byte) error {
	for at := 0; at < len(b); at += mostNULs {
		from, to := at, at
		for ; from > 0 && b[from] == 0 && b[from-1] == 0 && at-from < mostNULs; from-- {
		}
		for ; to < len(b) && b[to] == 0 && to-at <= mostNULs; to++ {
		}
		if to-from > mostNULs {
			return tooManyNULs(int64(from))
		}
	}
	return nil
}

// holed fails for a file with a hole that a text cannot have.
func holed(f seeker, info fs.FileInfo) error {
	if !mayHaveHoles(info) {
		return nil
	}
	for at := int64(0); ; {
		from, to, ok := nextHole(f, at, info.Size())
		if !ok {
			break
		}
		if to-from > mostNULs {
			return tooManyNULs(from)
		}
		at = to
	}
	_, err := f.Seek(0, io.SeekStart)
	return err
}

// nextHole finds the first hole at an offset or behind it, in a file of some size. It is
// not ok where there is none, or where the system does not know.
func nextHole(f seeker, at, size int64) (from, to int64, ok bool) {
	from, err := f.Seek(at, seekHole)
	if err != nil || from < at || from >= size {
		return 0, 0, false
	}
	to, err = f.Seek(from, seekData)
	switch {
	case isNoData(err):
		return from, size, true
	case err != nil || to <= from:
		return 0, 0, false
	}
	return from, min(to, size), true
}
