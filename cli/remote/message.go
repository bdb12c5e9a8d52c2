package remote

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"reflect"
	"strconv"
	"strings"
	"time"
	"unicode/utf8"
)

const (
	// mostBanner bounds, in bytes, what comes before the greeting.
	mostBanner = 64 << 10
	// mostLine is how long a line may be, mostPart how much of a longer message is in one.
	mostLine, mostPart = 1 << 20, 256 << 10
	// mostMessage is how long all parts of a message may be, and all things of one answer.
	mostMessage = 64 << 20
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

// opening begins a greeting. Before there were lines, one began with earlier.
const opening, earlier = `{"v":`, "\x00coldstart-"

// reader reads lines of the other side, with room for the longest.
func reader(r io.Reader) *bufio.Reader { return bufio.NewReaderSize(r, mostLine) }

// readHello skips what comes before the greeting: what the login shell there prints.
func readHello(r *bufio.Reader) (hello, error) {
	for seen := 0; ; {
		line, err := r.ReadSlice('\n')
		if seen += len(line); seen > mostBanner {
			return hello{}, fmt.Errorf("%w: it printed %d bytes and no greeting", errSilent, mostBanner)
		}
		if err != nil {
			return hello{}, err
		}
		if at := bytes.Index(line, []byte(earlier)); at >= 0 {
			_, said, _ := strings.Cut(string(line[at:]), "\t")
			program, _, _ := strings.Cut(said, "\t")
			return hello{Program: program}, errOtherVersion
		}
		at := bytes.Index(line, []byte(opening))
		if at < 0 || !bytes.Contains(line[at:], []byte(`"hello":`)) || !json.Valid(line[at:]) {
			continue
		}
		var g firstLine
		if _, err := decode(line[at:], reflect.ValueOf(&g).Elem(), true); err != nil {
			continue
		}
		if g.V != version {
			return g.Hello, errOtherVersion
		}
		return g.Hello, nil
	}
}

// What a message is: the key of its body.
const (
	// isAsk asks method Name of the vault at Dir, empty for a question to the host.
	isAsk = "args"
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
	// isPart is some of the body of the message whose line comes next, for a body that is longer than a line.
	isPart = "part"
)

// message is what goes over a connection: one line of JSON, or parts and then a line.
type message struct {
	Kind   string
	Number uint64
	Name   string
	Dir    string
	// Body is JSON.
	Body []byte
}

// envelope is a message as it is read.
type envelope struct {
	Number uint64          `json:"id"`
	Dir    string          `json:"vault"`
	Name   string          `json:"do"`
	Args   json.RawMessage `json:"args"`
	Thing  json.RawMessage `json:"thing"`
	End    json.RawMessage `json:"end"`
	Error  json.RawMessage `json:"error"`
	Cancel json.RawMessage `json:"cancel"`
	Ping   json.RawMessage `json:"ping"`
	Pong   json.RawMessage `json:"pong"`
	Sign   json.RawMessage `json:"sign"`
	Signed json.RawMessage `json:"signed"`
	Part   json.RawMessage `json:"part"`
}

// message is the one thing that the line says.
func (e envelope) message() (m message, err error) {
	m = message{Number: e.Number, Name: e.Name, Dir: e.Dir}
	for _, said := range []struct {
		kind string
		body []byte
	}{{isAsk, e.Args}, {isThing, e.Thing}, {isAnswer, e.End}, {isFailure, e.Error}, {isCancel, e.Cancel}, {isPing, e.Ping},
		{isPong, e.Pong}, {isSign, e.Sign}, {isSigned, e.Signed}, {isPart, e.Part}} {
		switch {
		case said.body == nil:
		case m.Kind != "":
			return m, errOdd
		default:
			m.Kind, m.Body = said.kind, said.body
		}
	}
	if m.Kind == "" {
		return m, errOdd
	}
	return m, nil
}

var errLong = errors.New("a message is too long")

// line adds the message as one line, whatever its length.
func (m message) line(b []byte) []byte {
	b = append(b, '{')
	if m.Number != 0 {
		b = append(strconv.AppendUint(append(b, `"id":`...), m.Number, 10), ',')
	}
	if m.Kind == isAsk {
		b = append(quote(append(b, `"vault":`...), m.Dir), ',')
		b = append(quote(append(b, `"do":`...), m.Name), ',')
	}
	b = append(append(b, '"'), m.Kind...)
	b = append(b, `":`...)
	if m.Body == nil {
		return append(b, "{}}\n"...)
	}
	return append(append(b, m.Body...), "}\n"...)
}

// add adds the message as it is sent.
func (m message) add(b []byte) ([]byte, error) {
	body := m.Body
	if len(body) > mostMessage {
		return b, errLong
	}
	if len(body) <= mostPart {
		return m.line(b), nil
	}
	for len(body) > 0 {
		n := min(len(body), mostPart)
		for n < len(body) && !utf8.RuneStart(body[n]) {
			n--
		}
		b = message{Kind: isPart, Number: m.Number, Body: quote(nil, string(body[:n]))}.line(b)
		body = body[n:]
	}
	m.Body = []byte("null")
	return m.line(b), nil
}

// readMessage reads the next message. Its body may be gone with the next one.
func readMessage(r *bufio.Reader) (message, error) {
	var parts []byte
	for number := uint64(0); ; {
		line, err := r.ReadSlice('\n')
		switch {
		case errors.Is(err, bufio.ErrBufferFull):
			return message{}, errLong
		case errors.Is(err, io.EOF) && len(line) > 0:
			return message{}, errCut
		case err != nil:
			return message{}, err
		}
		if !json.Valid(line) {
			return message{}, errCut
		}
		var e envelope
		if _, err := decode(line, reflect.ValueOf(&e).Elem(), true); err != nil {
			return message{}, err
		}
		m, err := e.message()
		switch {
		case err != nil:
			return message{}, err
		case parts != nil && m.Number != number || parts != nil && m.Kind != isPart && string(m.Body) != "null":
			return message{}, errOdd
		case m.Kind != isPart && parts == nil:
			return m, nil
		case m.Kind != isPart && !json.Valid(parts):
			return message{}, errCut
		case m.Kind != isPart:
			m.Body = parts
			return m, nil
		}
		text, err := decoded[string](m.Body)
		switch {
		case err != nil || text == "":
			return message{}, errOdd
		case len(parts)+len(text) > mostMessage:
			return message{}, errLong
		}
		number, parts = m.Number, append(parts, text...)
	}
}

func encoded[T any](v T) []byte { return encode(nil, reflect.ValueOf(v)) }

func decoded[T any](b []byte) (T, error) {
	var v T
	_, err := decode(b, reflect.ValueOf(&v).Elem(), false)
	return v, err
}
