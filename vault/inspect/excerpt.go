package inspect

import (
	"bufio"
	"context"
	"errors"
	"io"
	"os"

	"coldstart/model"
	"coldstart/vault/disk"
	"coldstart/vault/source/memory"
)

// Bounds on an excerpt: how many bytes of a line it has, and after how many bytes of a file
// its lines are no longer counted.
const (
	mostExcerptLine = 16 << 10
	mostExcerptFile = 64 << 20
)

// Excerpt reads the lines of a problem's file from first on, at most count. Lines end where
// they end for the readers: at a line feed, or a carriage return with or without one.
func (in *Inspector) Excerpt(ctx context.Context, ref model.Ref, first, count int) (model.Excerpt, error) {
	at := disk.Place{Disk: in.vault.Disk, Name: ref.Path}
	f, _, err := at.Disk.Open(at.Name, os.O_RDONLY)
	if err != nil {
		if at, err = memory.PlaceOf(in.vault, ref.Path); err == nil {
			f, _, err = at.Disk.Open(at.Name, os.O_RDONLY)
		}
	}
	if err != nil {
		return model.Excerpt{}, disk.FileError("reading", ref.Path, err)
	}
	defer f.Close()
	out := model.Excerpt{First: max(1, first)}
	r := bufio.NewReaderSize(io.LimitReader(f, mostExcerptFile), 256<<10)
	number, read := 1, int64(0)
	for ; ctx.Err() == nil; number++ {
		line, size, err := shortLine(r)
		read += size
		if size > 0 && number >= out.First && len(out.Lines) < count {
			out.Lines = append(out.Lines, line)
		}
		if errors.Is(err, io.EOF) {
			if size == 0 {
				number--
			}
			break
		} else if err != nil {
			return out, disk.FileError("reading", ref.Path, err)
		}
	}
	if read < mostExcerptFile {
		out.Of = number
	}
	return out, ctx.Err()
}

// shortLine reads one line, keeps its beginning, and counts the bytes with its end.
func shortLine(r *bufio.Reader) (line []byte, size int64, err error) {
	for {
		c, err := r.ReadByte()
		if err != nil {
			return line, size, err
		}
		size++
		switch {
		case c == '\n':
			return line, size, nil
		case c == '\r':
			n, err := returns(r)
			return line, size + n, err
		case len(line) < mostExcerptLine:
			line = append(line, c)
		}
	}
}

// returns reads what else belongs to a line end that began with a carriage return.
func returns(r *bufio.Reader) (n int64, err error) {
	for {
		next, err := r.Peek(1)
		if err != nil || next[0] != '\r' && next[0] != '\n' {
			return n, nil
		}
		// It was peeked at.
		_, _ = r.Discard(1)
		if n++; next[0] == '\n' {
			return n, nil
		}
	}
}
