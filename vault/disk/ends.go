package disk

import (
	"bytes"
	"fmt"
	"io"
	"io/fs"
	"os"
	"time"
)

// Ends are the first and the last part of a file of lines, in whole lines but for the last one of
// the file.
type Ends struct {
	Head, Tail []byte
	// First and Last are the parts as they were read, wherever lines begin and end.
	First, Last []byte
	// Gap is how many bytes lie between them. Without a gap Head is the whole file.
	Gap int64
	// Size and Changed are those of the file.
	Size    int64
	Changed time.Time
	// Torn is true if the last line has no end.
	Torn bool
}

// End is the last part that was read: Tail, or Head where it is the whole file.
func (e Ends) End() []byte {
	if e.Gap > 0 {
		return e.Tail
	}
	return e.Head
}

// ReadEnds reads at most head bytes from the beginning of a regular file and tail bytes from its
// end. It follows no link at the end of name.
func (d Disk) ReadEnds(name string, head, tail int64) (Ends, fs.FileInfo, error) {
	f, info, err := d.openToRead(name)
	if err != nil {
		return Ends{}, nil, FileError("reading", name, err)
	}
	defer f.Close()
	e := Ends{Size: info.Size(), Changed: info.ModTime()}
	b := d.room(min(e.Size, head+tail))
	if e.Size <= head+tail {
		e.Head, err = readPart(f, 0, b)
		e.First, e.Last = e.Head, e.Head
	} else if e.Head, err = readPart(f, 0, b[:head:head]); err == nil {
		e.Tail, err = readPart(f, e.Size-tail, b[head:])
		e.First, e.Last = e.Head, e.Tail
		e.Gap = e.Size - head - tail
		whole := wholeLines(e.Head)
		rest := bytes.IndexByte(e.Tail, '\n') + 1
		e.Gap += int64(len(e.Head)-whole) + int64(rest)
		e.Head, e.Tail = e.Head[:whole], e.Tail[rest:]
	}
	if err != nil {
		return Ends{}, nil, FileError("reading", name, err)
	}
	if end := e.End(); len(end) > 0 {
		e.Torn = end[len(end)-1] != '\n'
	}
	return e, info, nil
}

// wholeLines is where the last whole line ends. Going on from line to line is quicker than
// bytes.LastIndexByte, which looks at one byte after the other.
func wholeLines(b []byte) (end int) {
	for {
		n := bytes.IndexByte(b[end:], '\n')
		if n < 0 {
			return end
		}
		end += n + 1
	}
}

// part is an open file, of which parts are read.
type part interface {
	io.ReaderAt
	io.Closer
}

func (d Disk) openToRead(name string) (part, fs.FileInfo, error) {
	if f, info, err := d.Fast.openFile(name); err == nil {
		return f, info, nil
	}
	f, info, err := d.Open(name, os.O_RDONLY)
	if err != nil {
		return nil, nil, err
	}
	return f, info, nil
}

// Changed is when a file or folder was last written, zero where it is not there.
func (d Disk) Changed(name string) time.Time {
	info, err := d.Lstat(name)
	if err != nil {
		return time.Time{}
	}
	return info.ModTime()
}

// room returns so many bytes to read into.
func (d Disk) room(size int64) []byte {
	if d.Buffer == nil {
		return make([]byte, size)
	}
	if int64(cap(*d.Buffer)) < size {
		*d.Buffer = make([]byte, size)
	}
	return (*d.Buffer)[:size]
}

// readPart fills b, or less of it where the file has become shorter.
func readPart(f io.ReaderAt, at int64, b []byte) ([]byte, error) {
	n, err := f.ReadAt(b, at)
	if err != nil && err != io.EOF {
		return nil, fmt.Errorf("reading %d bytes from %d on: %w", len(b), at, err)
	}
	return b[:n], nil
}
