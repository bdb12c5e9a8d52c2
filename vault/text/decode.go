package text

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"strings"
	"unicode/utf16"
	"unicode/utf8"
)

// Encoding is the character encoding of a file.
type Encoding int

// The encodings of files. UTF-16 is recognized by its byte order mark only.
const (
	UTF8 Encoding = iota
	UTF8Marked
	UTF16LittleEndian
	UTF16BigEndian
)

// Notes says what was unusual about the bytes of a file. The zero value means
// plain UTF-8 with one kind of line ending.
type Notes struct {
	Encoding Encoding
	// Invalid counts the places that are not text in the encoding. Each reads as
	// U+FFFD.
	Invalid int
	// Nulls counts the NUL characters that were left out.
	Nulls int
	// OddLineEnds is true when some line ends neither in LF nor in CR LF.
	OddLineEnds bool
}

// Words lists what a person should know about the bytes, nothing when they are plain.
func (n Notes) Words() []string {
	var out []string
	switch n.Encoding {
	case UTF8Marked:
		out = append(out, "begins with a byte order mark")
	case UTF16LittleEndian, UTF16BigEndian:
		out = append(out, "is UTF-16, which few agents can read")
	}
	if n.Invalid > 0 {
		out = append(out, fmt.Sprintf("invalid characters: %d", n.Invalid))
	}
	if n.Nulls > 0 {
		out = append(out, fmt.Sprintf("NUL characters omitted: %d", n.Nulls))
	}
	if n.OddLineEnds {
		out = append(out, "has doubled line endings or lone carriage returns")
	}
	return out
}

const byteOrderMark = "\uFEFF"

// Decode returns the text of a file with LF as its only line ending, and the line
// numbers of the file. It reads UTF-16 with a byte order mark, else UTF-8. Carriage
// returns, with a line feed after them or not, are one line ending. Decoding a result
// again changes nothing.
func Decode(b []byte) (text string, n Notes) {
	switch {
	case bytes.HasPrefix(b, []byte{0xFF, 0xFE}):
		n.Encoding = UTF16LittleEndian
		text = fromUTF16(b[2:], binary.LittleEndian, &n)
	case bytes.HasPrefix(b, []byte{0xFE, 0xFF}):
		n.Encoding = UTF16BigEndian
		text = fromUTF16(b[2:], binary.BigEndian, &n)
	default:
		text = fromUTF8(b, &n)
	}
	if n.Nulls = strings.Count(text, "\x00"); n.Nulls > 0 {
		text = strings.ReplaceAll(text, "\x00", "")
	}
	// A mark can be doubled, or follow a NUL.
	return strings.TrimLeft(oneLineEnd(text, &n), byteOrderMark), n
}

func fromUTF8(b []byte, n *Notes) string {
	text, marked := strings.CutPrefix(string(b), byteOrderMark)
	if marked {
		n.Encoding = UTF8Marked
	}
	if utf8.ValidString(text) {
		return text
	}
	good := strings.ToValidUTF8(text, "\uFFFD")
	n.Invalid = strings.Count(good, "\uFFFD") - strings.Count(text, "\uFFFD")
	return good
}

func fromUTF16(b []byte, order binary.ByteOrder, n *Notes) string {
	units := make([]uint16, len(b)/2)
	written := 0
	for i := range units {
		units[i] = order.Uint16(b[2*i:])
		if units[i] == utf8.RuneError {
			written++
		}
	}
	text := string(utf16.Decode(units))
	n.Invalid = strings.Count(text, "\uFFFD") - written + len(b)%2
	return text
}

// oneLineEnd makes every line ending LF.
func oneLineEnd(text string, n *Notes) string {
	at := strings.IndexByte(text, '\r')
	if at < 0 {
		return text
	}
	var out strings.Builder
	out.Grow(len(text))
	for ; at >= 0; at = strings.IndexByte(text, '\r') {
		out.WriteString(text[:at])
		out.WriteByte('\n')
		rest := strings.TrimLeft(text[at:], "\r")
		returns := len(text) - at - len(rest)
		text = strings.TrimPrefix(rest, "\n")
		n.OddLineEnds = n.OddLineEnds || returns > 1 || len(text) == len(rest)
	}
	out.WriteString(text)
	return out.String()
}
