package events

import (
	"bytes"
	"errors"
	"io"
	"runtime"
	"unicode/utf8"

	"coldstart/vault/disk"
	"coldstart/vault/text"
)

// A log can be larger than memory, and nearly all of its lines only say that a session goes on. So it is
// cut into chunks of whole lines, which are looked through side by side; what is left of a run of such
// lines is how many they were, and the last one. In order, these few go through reader.take.

const (
	// chunkSize is how much of a log is looked through at once. A longer line makes a chunk longer.
	chunkSize = 256 << 10
	// mostLookers is how many chunks are looked through at the same time.
	mostLookers = 8
)

// chunk is a stretch of whole lines; the last line of a log may lack its end.
type chunk struct {
	lines []byte
	// last is true for the end of the log, which more lines make longer.
	last bool
	// end is where the chunk ends in the file, -1 where that is not known.
	end int64
	// long is how long a line is that was passed over because of its length, which then is all of the
	// chunk; ended is true if it has an end.
	long  int
	ended bool

	runs []run
	done chan struct{}
}

// run is how many lines there were, of which the last one alone matters.
type run struct {
	lines int
	last  []byte
}

// cutter cuts a log into chunks. Where one ends follows from the bytes in it and those behind it alone,
// but for the last: read from the end of any of them on, a log is cut as it is from its beginning.
type cutter struct {
	r *lineFeeds
	// size is how long a chunk is, in bytes.
	size int
	rest []byte
	err  error
	// free are the buffers of chunks that were taken.
	free chan []byte
}

func (c *cutter) buffer() []byte {
	size := c.size
	for size <= len(c.rest) {
		size *= 2
	}
	if size == c.size {
		select {
		case b := <-c.free:
			return b[:0]
		default:
		}
	}
	return make([]byte, 0, size)
}

// next is the next chunk. What follows the last line end ahead of a fault of the disk is lost.
func (c *cutter) next() (*chunk, error) {
	b := append(c.buffer(), c.rest...)
	for c.err == nil {
		n := 0
		n, c.err = io.ReadFull(c.r, b[len(b):cap(b)])
		b = b[:len(b)+n]
		switch end := bytes.LastIndexByte(b, '\n') + 1; {
		case end == 0 && len(b) > disk.MaxLine:
			return c.passOver(len(b))
		case end == 0 && c.err == nil:
			b = append(make([]byte, 0, 2*cap(b)), b...)
		case c.err == nil:
			c.rest = append(c.rest[:0], b[end:]...)
			return &chunk{lines: b[:end], end: c.r.offset(len(c.rest))}, nil
		}
	}
	if c.rest = nil; !isEnd(c.err) {
		b = b[:bytes.LastIndexByte(b, '\n')+1]
	}
	if len(b) == 0 {
		return nil, c.err
	}
	return &chunk{lines: b, last: true}, nil
}

// passOver goes behind a line that is too long, of which size bytes were read.
func (c *cutter) passOver(size int) (*chunk, error) {
	b := make([]byte, c.size)
	for c.rest = nil; c.err == nil; {
		n := 0
		n, c.err = c.r.Read(b)
		if end := bytes.IndexByte(b[:n], '\n') + 1; end > 0 {
			c.rest = bytes.Clone(b[end:n])
			return &chunk{long: size + end, ended: true, end: -1}, nil
		}
		size += n
	}
	if !isEnd(c.err) {
		return nil, c.err
	}
	return &chunk{long: size, last: true}, nil
}

func isEnd(err error) bool { return errors.Is(err, io.EOF) || errors.Is(err, io.ErrUnexpectedEOF) }

// eachChunk calls take for each chunk of a log in order, after look, which runs for several at once.
func eachChunk(r *lineFeeds, size int, look, take func(*chunk)) error {
	lookers := min(runtime.GOMAXPROCS(0), mostLookers)
	in := make(chan *chunk, lookers)
	cut := cutter{r: r, size: size, free: make(chan []byte, 2*lookers)}
	var failed error
	go func() {
		defer close(in)
		room := make(chan struct{}, lookers)
		for {
			c, err := cut.next()
			if err != nil {
				failed = err
				return
			}
			c.done = make(chan struct{})
			room <- struct{}{}
			go func() {
				defer close(c.done)
				look(c)
				<-room
			}()
			in <- c
		}
	}()
	for c := range in {
		<-c.done
		take(c)
		if cap(c.lines) == size {
			select {
			case cut.free <- c.lines:
			default:
			}
		}
	}
	if isEnd(failed) {
		return nil
	}
	return failed
}

// looker looks through the lines of one chunk.
type looker struct {
	object text.Object
	fields fields
	// clean is true for a chunk without an escape and of UTF-8 throughout.
	clean bool
	// named is where the next word is that may begin or end a session.
	named int
	// idBack and timeBack are how far from the end of its line a word was last. It mostly is there again.
	idBack, timeBack int
}

// The few words that matter.
const (
	sessionWord = `"Session`
	idWord      = `"session_id"`
	timeWord    = `"timestamp"`
)

// lookThrough finds the runs of a chunk.
func lookThrough(c *chunk) {
	l := looker{clean: bytes.IndexByte(c.lines, '\\') < 0 && utf8.Valid(c.lines)}
	l.object = text.Object{Member: l.fields.take, Grammar: text.PythonJSON}
	from, n := 0, 0
	var session []byte
	for at := 0; at < len(c.lines); {
		end := at + bytes.IndexByte(c.lines[at:], '\n') + 1
		if end == at {
			end = len(c.lines)
		}
		id, ok := l.goesOn(c.lines, at, end)
		if n > 0 && (!ok || !bytes.Equal(id, session)) {
			c.close(&l, c.lines[from:at], n)
			n = 0
		}
		switch {
		case !ok:
			c.runs = append(c.runs, run{1, c.lines[at:end]})
		case n == 0:
			from, session, n = at, id, 1
		default:
			n++
		}
		at = end
	}
	if n > 0 {
		c.close(&l, c.lines[from:], n)
	}
}

// close ends a run of n lines at the last one of them that can be read. Those behind it stand alone.
func (c *chunk) close(l *looker, lines []byte, n int) {
	var bad []run
	for ; n > 0; n-- {
		at := bytes.LastIndexByte(bytes.TrimSuffix(lines, []byte("\n")), '\n') + 1
		if _, ok := l.read(bytes.TrimSuffix(lines[at:], []byte("\n"))); ok {
			c.runs = append(c.runs, run{n, lines[at:]})
			break
		}
		bad = append(bad, run{1, lines[at:]})
		lines = lines[:at]
	}
	for i := len(bad) - 1; i >= 0; i-- {
		c.runs = append(c.runs, bad[i])
	}
}

// goesOn reports whether the line from at to end only says that a session goes on, and which one: its
// session_id as written, nil for none. A line that is one flat object without an escape is known by its
// words, unless a run ends with it.
func (l *looker) goesOn(b []byte, at, end int) (id []byte, ok bool) {
	line := bytes.TrimSuffix(b[at:end], []byte("\n"))
	if len(line) < 2 || line[0] != '{' || line[len(line)-1] != '}' || end-at > disk.MaxLine {
		return nil, false
	}
	if l.named < at {
		l.named = at + indexSession(b[at:])
	}
	if !l.clean || l.named < end || len(line) > maxEventField || bytes.IndexByte(line[1:], '{') >= 0 || bytes.IndexByte(line, '[') >= 0 || indexAgain(line, timeWord, &l.timeBack) < 0 {
		return l.read(line)
	}
	found := indexAgain(line, idWord, &l.idBack)
	if found < 0 {
		return nil, true
	}
	value := bytes.TrimLeft(line[found+len(idWord):], " \t")
	if len(value) == 0 || value[0] != ':' || bytes.Contains(value, []byte(idWord)) {
		return l.read(line)
	}
	value = bytes.TrimLeft(value[1:], " \t")
	to := bytes.IndexAny(value, ",}")
	if value[0] == '"' {
		to = 1 + bytes.IndexByte(value[1:], '"') + 1
	}
	return bytes.TrimRight(value[:to], " \t"), true
}

// indexSession is where the first word is that may begin or end a session, the length of b for none.
// Its capital letter is rare, which makes it the fastest to look for.
func indexSession(b []byte) int {
	for at := 0; ; at++ {
		found := bytes.IndexByte(b[at:], sessionWord[1])
		if found < 0 {
			return len(b)
		}
		if at += found; at > 0 && bytes.HasPrefix(b[at-1:], []byte(sessionWord)) {
			return at - 1
		}
	}
}

// indexAgain is where a word is in a line, -1 for nowhere; back is how far from the end it was before.
func indexAgain(line []byte, word string, back *int) int {
	if at := len(line) - *back; at >= 0 && bytes.HasPrefix(line[at:], []byte(word)) {
		return at
	}
	at := bytes.Index(line, []byte(word))
	if at >= 0 {
		*back = len(line) - at
	}
	return at
}

// read is goesOn by reading the whole line.
func (l *looker) read(line []byte) (id []byte, ok bool) {
	l.fields = fields{}
	if l.object.Read(line) != len(line) || !utf8.Valid(line) {
		return nil, false
	}
	f := &l.fields
	if f.twice != "" || f.overlong() != "" || len(f.at) == 0 || bytes.IndexByte(f.kind, '\\') >= 0 || bytes.HasPrefix(f.kind, []byte(sessionWord)) {
		return nil, false
	}
	return f.sessionID, true
}
