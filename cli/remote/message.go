package remote

import (
	"bufio"
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"reflect"
	"strings"
	"time"
)

const (
	// greeting begins the first line of either side. What comes before it is what the login shell there prints.
	greeting = "\x00coldstart-1"
	// mostBanner and longestHello bound, in bytes, what comes before the greeting, and the line that it begins.
	mostBanner, longestHello = 64 << 10, 1 << 10
	// mostMessage is how long a message may be.
	mostMessage = 64 << 20
)

// hello is what a side says of itself: one line, parted by tabs, which every version reads.
type hello struct {
	// Version is the program's, Shape that of what it sends.
	Version, Shape string
	// Account is who is asked, or who asks, as user@host.
	Account string
	// Key is what who asks signs with, empty for no signatures.
	Key string
	// At is the time by the clock of who is asked, zero where it says none.
	At time.Time
	// Bound is true where the login of who asks runs nothing but what answers here, whatever it asks for.
	Bound bool
}

// isBound is the word of a hello that is Bound.
const isBound = "bound"

func (h hello) write(w io.Writer) error {
	words := []string{greeting, plainWord(h.Version), h.Shape, plainWord(h.Account), plainWord(h.Key), h.At.UTC().Format(time.RFC3339)}
	if h.Bound {
		words = append(words, isBound)
	}
	_, err := io.WriteString(w, strings.Join(words, "\t")+"\n")
	return err
}

// plainWord keeps the line of a hello one line.
func plainWord(text string) string {
	text = strings.Map(func(r rune) rune {
		if r < ' ' || r == 0x7f {
			return ' '
		}
		return r
	}, text)
	return text[:min(len(text), longestHello/4)]
}

// errSilent says that the other side is no coldstart.
var errSilent = errors.New("it does not answer as coldstart does")

// readHello skips what comes before the greeting.
func readHello(r *bufio.Reader) (hello, error) {
	var seen []byte
	for !bytes.HasSuffix(seen, []byte(greeting)) {
		c, err := r.ReadByte()
		if err != nil {
			return hello{}, err
		}
		if seen = append(seen, c); len(seen) > mostBanner+len(greeting) {
			return hello{}, fmt.Errorf("%w: it printed %d bytes and no greeting", errSilent, mostBanner)
		}
	}
	var line []byte
	for {
		c, err := r.ReadByte()
		if err != nil {
			return hello{}, err
		}
		if c == '\n' {
			break
		}
		if line = append(line, c); len(line) > longestHello {
			return hello{}, errSilent
		}
	}
	words := strings.Split(string(line), "\t")
	if len(words) < 4 || words[0] != "" {
		return hello{}, errSilent
	}
	h := hello{Version: words[1], Shape: words[2], Account: words[3]}
	if len(words) > 4 {
		h.Key = words[4]
	}
	if len(words) > 5 {
		// Without it nothing is said of the clock.
		h.At, _ = time.Parse(time.RFC3339, words[5])
	}
	h.Bound = len(words) > 6 && words[6] == isBound
	return h, nil
}

// What a message is.
const (
	// isAsk asks method Name of the vault at Dir, empty for a question to the host.
	isAsk uint8 = iota
	// isAnswer and isFailure answer the question with the number.
	isAnswer
	isFailure
	// isCancel says that nobody waits for an answer any more.
	isCancel
	// isPing asks for an isPong, to see whether the other side lives.
	isPing
	isPong
	// isSign asks for the signature of what the question with the number decides; isSigned is that.
	isSign
	isSigned
)

// message is what goes over a connection: its length in four bytes, then its encoded fields.
type message struct {
	Kind   uint8
	Number uint64
	Name   string
	Dir    string
	Body   []byte
}

var errLong = errors.New("a message is too long")

// framed is a message as it is sent.
func (m message) framed() ([]byte, error) {
	b := encode(make([]byte, 4, 64+len(m.Body)), reflect.ValueOf(m))
	if len(b)-4 > mostMessage {
		return nil, errLong
	}
	binary.BigEndian.PutUint32(b, uint32(len(b)-4))
	return b, nil
}

// readMessage keeps no more than what arrived.
func readMessage(r io.Reader) (message, error) {
	var head [4]byte
	if _, err := io.ReadFull(r, head[:]); err != nil {
		return message{}, err
	}
	length := binary.BigEndian.Uint32(head[:])
	if length > mostMessage {
		return message{}, errLong
	}
	var text bytes.Buffer
	if _, err := io.CopyN(&text, r, int64(length)); err != nil {
		return message{}, errCut
	}
	var m message
	_, err := decode(text.Bytes(), reflect.ValueOf(&m).Elem())
	return m, err
}

func encoded[T any](v T) []byte { return encode(nil, reflect.ValueOf(v)) }

func decoded[T any](b []byte) (T, error) {
	var v T
	_, err := decodeInto(b, &v)
	return v, err
}

// decodeInto says how much memory the value takes.
func decodeInto[T any](b []byte, into *T) (memory int, err error) {
	return decode(b, reflect.ValueOf(into).Elem())
}
