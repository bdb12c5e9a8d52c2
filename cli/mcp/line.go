package mcp

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
)

// tooLong is the error for a line that is too long to be kept. Later lines can still be read.
type tooLong struct {
	// id is that of the message, nil where none was found.
	id json.RawMessage
	// settles is true for an answer to the server, which is not answered itself.
	settles bool
}

func (*tooLong) Error() string { return fmt.Sprintf("the message is longer than %d bytes", maxMessage) }

// readLine returns the next line without its end, and never buffers more than maxMessage
// bytes. A longer one is only skimmed for its id, so that the client learns which of its
// messages it was.
func readLine(r *bufio.Reader) ([]byte, error) {
	var line []byte
	var long *skim
	for {
		piece, err := r.ReadSlice('\n')
		switch {
		case long != nil:
			long.read(piece)
		case len(line)+len(piece) > maxMessage+1:
			long = &skim{}
			long.read(line)
			long.read(piece)
			line = nil
		default:
			line = append(line, piece...)
		}
		switch {
		case errors.Is(err, bufio.ErrBufferFull):
			continue
		case err != nil && (!errors.Is(err, io.EOF) || len(line) == 0 && long == nil):
			return nil, err
		case long != nil:
			return nil, &tooLong{long.id, long.outcome && !long.method}
		}
		return bytes.TrimRight(line, "\r\n"), nil
	}
}

// skim finds the id of a message that comes in pieces, wherever it stands in its object. It
// keeps no more than one name and one value.
type skim struct {
	id json.RawMessage
	// method and outcome tell that the message has a method, and a result or an error.
	method, outcome bool

	depth           int
	quoted, escaped bool
	// name is the field of the message that is being read, token its text or number so far.
	name  string
	token []byte
	list  bool
}

func (s *skim) read(piece []byte) {
	for _, c := range piece {
		if s.quoted {
			s.keep(c)
			s.quoted = s.escaped || c != '"'
			s.escaped = !s.escaped && c == '\\'
			continue
		}
		switch c {
		case '"':
			s.quoted = true
			s.keep(c)
		case '{', '[':
			s.list = s.list || s.depth == 0 && c == '['
			s.depth++
		case '}', ']':
			s.value()
			s.depth--
		case ',':
			s.value()
		case ':':
			s.named()
		case ' ', '\t', '\r', '\n':
		default:
			s.keep(c)
		}
	}
}

// keep adds to what is being read of the message itself, up to a byte more than an id may have.
func (s *skim) keep(c byte) {
	if s.depth == 1 && len(s.token) <= maxID {
		s.token = append(s.token, c)
	}
}

// named ends the name of a field.
func (s *skim) named() {
	if s.depth != 1 {
		return
	}
	s.name = ""
	// What is no text is no name.
	_ = json.Unmarshal(s.token, &s.name)
	s.token = s.token[:0]
}

// value ends the value of a field. As in a message that is parsed, the last id counts.
func (s *skim) value() {
	if s.depth != 1 || s.list {
		return
	}
	switch s.name {
	case "id":
		s.id = nil
		if len(s.token) > 0 && isID(s.token) {
			s.id = bytes.Clone(s.token)
		}
	case "method":
		s.method = true
	case "result", "error":
		s.outcome = true
	}
	s.name, s.token = "", s.token[:0]
}
