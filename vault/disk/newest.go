package disk

import (
	"bytes"
	"errors"
	"io"
	"io/fs"
	"os"
)

// ErrLate is returned by a read when loading took too long.
var ErrLate = errors.New("loading took too long")

const (
	// mostExtents is how many parts of a file between its holes are told apart.
	mostExtents = 2 << 10
	// mostGrowth is how many bytes of a file are read that come while it is read.
	mostGrowth = 64 << 20
)

// Newest reads the newest bytes of a file of lines, from a whole line on and without its
// holes. A hole ends a line.
type Newest struct {
	// Bytes may be read; Left are not, since they stand before them.
	Bytes, Left int64
	// Holes are the bytes of the holes that were passed over.
	Holes int64

	f      *os.File
	budget *Budget
	parts  []extent
	// skip is true ahead of the first whole line, nuls behind a hole: NUL bytes fill the
	// block up to the first line.
	skip, nuls bool
	last       byte
}

// extent is a part of a file that has data.
type extent struct{ from, to int64 }

// NewestOf returns the newest data of an open file, at most so many bytes.
func NewestOf(f *os.File, info fs.FileInfo, most int64, budget *Budget) *Newest {
	size := info.Size()
	parts, from := extentsOf(f, info)
	n := &Newest{f: f, budget: budget, Left: from, last: '\n', nuls: from > 0, Holes: size - from}
	for _, p := range parts {
		n.Holes -= p.to - p.from
	}
	first := len(parts)
	for ; first > 0 && n.Bytes < most; first-- {
		p := &parts[first-1]
		if room := most - n.Bytes; p.to-p.from > room {
			p.from, n.skip = p.to-room, true
		}
		n.Bytes += p.to - p.from
	}
	if n.parts = parts[first:]; first > 0 || n.skip {
		n.Left = size
		if len(n.parts) > 0 {
			n.Left = n.parts[0].from
		}
	}
	n.nuls = n.nuls || len(n.parts) > 0 && n.parts[0].from > 0 && !n.skip
	for i := range n.parts {
		if p := &n.parts[i]; p.to == size {
			p.to += mostGrowth
		} else {
			p.to -= nulsBefore(f, *p)
		}
	}
	return n
}

// nulsBefore counts the NUL bytes that fill the last block ahead of a hole.
func nulsBefore(f *os.File, p extent) int64 {
	block := make([]byte, min(p.to-p.from, blockSize))
	// What cannot be read is met again when it is read.
	n, _ := f.ReadAt(block, p.to-int64(len(block)))
	if n < len(block) {
		return 0
	}
	return int64(len(block) - len(bytes.TrimRight(block, "\x00")))
}

// blockSize is how large the blocks of a file are, on most systems.
const blockSize = 4 << 10

// extentsOf lists the parts of a file that have data, all from an offset on: the newest ones
// where there are too many.
func extentsOf(f seeker, info fs.FileInfo) (parts []extent, from int64) {
	size := info.Size()
	if !mayHaveHoles(info) {
		return []extent{{0, size}}, 0
	}
	for {
		parts, all := extentsFrom(f, from, size)
		if all {
			return parts, from
		}
		from += (size - from + 1) / 2
	}
}

// extentsFrom lists the parts behind an offset. It is false where there are too many.
func extentsFrom(f seeker, at, size int64) (parts []extent, all bool) {
	for at < size {
		from, err := f.Seek(at, seekData)
		if isNoData(err) {
			break
		}
		if err != nil || from < at {
			return append(parts, extent{at, size}), true
		}
		to, err := f.Seek(from, seekHole)
		if err != nil || to <= from {
			to = size
		}
		parts = append(parts, extent{from, min(to, size)})
		if at = to; len(parts) > mostExtents {
			return nil, false
		}
	}
	return parts, true
}

// From leaves out the bytes ahead of a place where a line begins. It is false, and leaves out nothing,
// where not all of the file is to be read, or where it ends before.
func (n *Newest) From(at int64) bool {
	if n.Left > 0 || n.Holes > 0 || at > n.Bytes || len(n.parts) != 1 {
		return false
	}
	n.parts[0].from = at
	return true
}

// Ends returns the first and the last bytes ahead of a place in the file.
func (n *Newest) Ends(at int64) ([]byte, error) {
	size := min(at, blockSize)
	b := make([]byte, 2*size)
	for i, from := range []int64{0, at - size} {
		got, err := n.f.ReadAt(b[int64(i)*size:][:size], from)
		if n.budget.spend(int64(got)); int64(got) < size {
			return nil, err
		}
	}
	return b, nil
}

// Read reads on. It fails with ErrLate when loading took too long.
func (n *Newest) Read(p []byte) (int, error) {
	for len(p) > 0 && len(n.parts) > 0 {
		if n.budget.Late() {
			return 0, ErrLate
		}
		part := &n.parts[0]
		if part.from == part.to {
			if n.parts = n.parts[1:]; len(n.parts) == 0 && n.last == '\n' {
				break
			}
			n.skip, n.nuls = false, true
			if n.last != '\n' {
				n.last, p[0] = '\n', '\n'
				return 1, nil
			}
			continue
		}
		size, err := n.f.ReadAt(p[:min(int64(len(p)), part.to-part.from)], part.from)
		n.budget.spend(int64(size))
		part.from += int64(size)
		kept := n.trimmed(p[:size])
		if size = copy(p, kept); size > 0 {
			n.last = p[size-1]
			return size, nil
		}
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			return 0, err
		}
	}
	if len(p) == 0 {
		return 0, nil
	}
	return 0, io.EOF
}

// trimmed removes what stands ahead of the first whole line, and NUL bytes behind a hole.
func (n *Newest) trimmed(b []byte) []byte {
	if n.skip {
		i := bytes.IndexByte(b, '\n')
		if i < 0 {
			return nil
		}
		b, n.skip = b[i+1:], false
	}
	if n.nuls {
		b = bytes.TrimLeft(b, "\x00")
		n.nuls = len(b) == 0
	}
	return b
}
