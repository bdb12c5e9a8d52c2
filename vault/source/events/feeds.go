package events

import (
	"bytes"
	"io"
)

// lineFeeds makes each line end a line feed, so that lines end where they end for Python.
type lineFeeds struct {
	r io.Reader
	// after is true behind a carriage return, where a line feed belongs to the same end.
	after bool
	// taken are the bytes of r so far.
	taken int64
}

// offset is the place in r ahead of the last rest bytes that were given, in which no line ends. It is -1
// behind a carriage return at which more may belong to its end.
func (l *lineFeeds) offset(rest int) int64 {
	if rest == 0 && l.after {
		return -1
	}
	return l.taken - int64(rest)
}

// Read implements io.Reader.
func (l *lineFeeds) Read(b []byte) (n int, err error) {
	size, err := l.r.Read(b)
	l.taken += int64(size)
	rest := b[:size]
	if l.after && size > 0 && rest[0] == '\n' {
		rest = rest[1:]
	}
	l.after = l.after && size == 0
	if size > 0 && len(rest) == size && bytes.IndexByte(rest, '\r') < 0 {
		return size, err
	}
	for len(rest) > 0 {
		at := bytes.IndexByte(rest, '\r')
		if at < 0 {
			return n + copy(b[n:], rest), err
		}
		n += copy(b[n:], rest[:at])
		b[n] = '\n'
		n++
		rest = rest[at+1:]
		l.after = len(rest) == 0
		if !l.after && rest[0] == '\n' {
			rest = rest[1:]
		}
	}
	return n, err
}
