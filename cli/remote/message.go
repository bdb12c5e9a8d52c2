package remote

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"reflect"
	"time"
)

const (
	// mostBanner bounds, in bytes, what comes before the greeting.
	mostBanner = 64 << 10
	// mostMessage is how long the body of a message may be, and all things of one answer; mostLine is a whole line.
	mostMessage, mostLine = 64 << 20, 65 << 20
	// mostThings is how many things one answer may have.
	mostThings = 200_000
)

// firstLine is the first line of a side.
type firstLine struct {
	V     int   `json:"v"`
	Hello hello `json:"hello"`
}

// hello is what a side says of itself.
type hello struct {
	// Program is its version, Rules are those it decides by.
	Program string `json:"program"`
	Rules   int    `json:"rules"`
	// Account is who is asked, or who asks, as user@host.
	Account string `json:"account"`
	// Key is what who asks signs with, empty for no signatures.
	Key string `json:"key"`
	// Now is the time by the clock of who is asked, zero where it says none.
	Now time.Time `json:"now"`
	// Bound is true where the login of who asks runs nothing but what answers here, whatever it asks for.
	Bound bool `json:"bound"`
}

func (h hello) write(w io.Writer) error {
	_, err := w.Write(append(encoded(firstLine{version, h}), '\n'))
	return err
}

// otherRules says why nothing may be decided between two sides, empty where it may.
func (h hello) otherRules(other hello) string {
	if h.Rules == other.Rules {
		return ""
	}
	return "coldstart " + clean(h.Program) + " of " + clean(h.Account) + " decides by other rules than coldstart " + clean(other.Program) + " of " + clean(other.Account)
}

// errSilent says that the other side is no coldstart.
var errSilent = errors.New("it does not answer as coldstart does")

// opening begins a greeting.
const opening = `{"v":`

// readHello skips what comes before the greeting: what the login shell there prints.
func readHello(r *bufio.Reader) (hello, error) {
	for seen := 0; ; {
		line, err := readLine(r, mostBanner-seen)
		seen += len(line)
		if errors.Is(err, errLong) {
			err = fmt.Errorf("%w: it printed %d bytes and no greeting", errSilent, mostBanner)
		}
		if err != nil {
			return hello{}, err
		}
		at := bytes.Index(line, []byte(opening))
		if at < 0 || !bytes.Contains(line[at:], []byte(`"hello":`)) || !json.Valid(line[at:]) {
			continue
		}
		var g firstLine
		_, err = decode(line[at:], reflect.ValueOf(&g).Elem(), true)
		switch {
		case err != nil:
		case g.V != version:
			return g.Hello, errOtherVersion
		default:
			return g.Hello, nil
		}
	}
}

// What a message is.
const (
	// isAsk asks method Name of the vault at Dir, empty for a question to the host.
	isAsk = "ask"
	// isThing is a part of the answer to the question with the number; isAnswer or isFailure is its end.
	isThing   = "thing"
	isAnswer  = "end"
	isFailure = "error"
	// isCancel says that nobody waits for an answer any more.
	isCancel = "cancel"
	// isPing asks for an isPong, to see whether the other side lives.
	isPing = "ping"
	isPong = "pong"
	// isSign asks for the signature of what the question with the number decides; isSigned is that.
	isSign   = "sign"
	isSigned = "signed"
)

// message is what goes over a connection: a line of JSON.
type message struct {
	Number int    `json:"id"`
	Kind   string `json:"is"`
	Dir    string `json:"vault"`
	Name   string `json:"do"`
	// Body is JSON.
	Body json.RawMessage `json:"of"`
}

var errLong = errors.New("a message is too long")

// add adds the message as it is sent.
func (m message) add(b []byte) ([]byte, error) {
	if len(m.Body) > mostMessage {
		return b, errLong
	}
	return append(encode(b, reflect.ValueOf(m)), '\n'), nil
}

// readLine reads a line of so many bytes at most. It may be gone with the next one.
func readLine(r *bufio.Reader, most int) (line []byte, err error) {
	for {
		part, err := r.ReadSlice('\n')
		switch {
		case len(line)+len(part) > most:
			return nil, errLong
		case err == nil && line == nil:
			return part, nil
		}
		if line = append(line, part...); !errors.Is(err, bufio.ErrBufferFull) {
			return line, err
		}
	}
}

// readMessage reads the next message. Its body may be gone with the next one.
func readMessage(r *bufio.Reader) (m message, err error) {
	line, err := readLine(r, mostLine)
	switch {
	case errors.Is(err, io.EOF) && len(line) > 0, err == nil && !json.Valid(line):
		return m, errCut
	case err != nil:
		return m, err
	}
	return decoded[message](line)
}

func encoded[T any](v T) []byte { return encode(nil, reflect.ValueOf(v)) }

func decoded[T any](b []byte) (T, error) {
	var v T
	_, err := decode(b, reflect.ValueOf(&v).Elem(), false)
	return v, err
}
