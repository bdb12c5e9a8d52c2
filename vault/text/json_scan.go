package text

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"iter"
	"math/bits"
	"strconv"
	"strings"
	"unicode/utf16"
	"unicode/utf8"
)

// Grammar is what counts as JSON.
type Grammar int

const (
	// strictJSON is what the standard says.
	strictJSON Grammar = iota
	// PythonJSON takes NaN, Infinity and -Infinity for numbers, as Python writes and reads them.
	PythonJSON
	// LooseJSON takes more: only that values begin and end is checked. It is the fastest.
	LooseJSON
)

// Valid reports whether a text is one JSON value, and whether it is nested so deep that Python gives up with
// an error of another kind than for bad JSON.
func (g Grammar) Valid(b []byte) (valid, deep bool) {
	s := Scan{b: b, grammar: g, deepest: maxLineNesting}
	s.skip()
	return s.Whole(), s.deep
}

// Scan goes through one JSON text once, from its beginning to its end, and decodes nothing that is
// not asked for.
//
//	s := text.NewScan(line)
//	for key := range s.Members() {
//		if string(key) == "type" {
//			kind = text.Decoded(s.Raw(), 64)
//		}
//	}
//	whole := s.Whole()
type Scan struct {
	b       []byte
	at      int
	grammar Grammar
	// depth is how many arrays and objects are open, deepest how many may be; deep says that there were more.
	depth, deepest int
	deep           bool
	// values counts those of a tree, of which there may be most, if it is not 0.
	values, most int
	// broken says that the text is not JSON at an offset, where something else is wanted. reason is "" where the
	// bytes there tell it.
	broken bool
	bad    int
	wants  wanted
	reason string
}

// NewScan begins in front of the text's value, and reads it as LooseJSON.
func NewScan(b []byte) *Scan { return &Scan{b: b, grammar: LooseJSON} }

// Whole reports whether the text was one value and nothing else. It is asked at the end.
func (s *Scan) Whole() bool { return !s.broken && s.at > 0 && s.Kind() == 0 && s.at == len(s.b) }

// Kind is the first byte of the next value: of a string a quotation mark. It is 0 at the end.
func (s *Scan) Kind() byte {
	if s.at >= len(s.b) || s.b[s.at] <= ' ' {
		s.at = SkipBlanks(s.b, s.at)
	}
	if s.at >= len(s.b) {
		return 0
	}
	return s.b[s.at]
}

// Members goes through the members of an object: their keys, as written, without the quotes. A
// member whose value is not read by then is skipped. Another value than an object is skipped,
// and has none. A loop that is left early leaves the text broken.
func (s *Scan) Members() iter.Seq[[]byte] {
	return func(yield func([]byte) bool) {
		s.each('{', func(keyFrom, keyTo int) bool { return yield(s.b[keyFrom+1 : keyTo-1]) })
	}
}

// Elements goes through the elements of an array, as Members does: by their places, from 0.
func (s *Scan) Elements() iter.Seq[int] {
	return func(yield func(int) bool) {
		i := -1
		s.each('[', func(int, int) bool {
			i++
			return yield(i)
		})
	}
}

// each calls part at each value of an object or an array, with the range of its key, and passes over the value if it
// is not read by then. Where part returns false, the text is broken.
func (s *Scan) each(open byte, part func(keyFrom, keyTo int) bool) {
	if s.broken || s.Kind() != open {
		s.skip()
		return
	}
	if s.depth++; s.deepest > 0 && s.depth > s.deepest {
		s.deep = true
		s.fail(s.at, wantsValue, fmt.Sprintf("values are nested deeper than %d", s.deepest))
		return
	}
	closing := open + 2 // as ASCII has it
	s.at++
	for more := s.Kind() != closing; more; {
		keyFrom, keyTo := 0, 0
		if open == '{' {
			keyFrom, keyTo = s.key()
		}
		s.Kind()
		from := s.at
		if !s.broken && part != nil && !part(keyFrom, keyTo) {
			s.fail(from, wantsValue, "")
		}
		if s.at == from {
			s.skip()
		}
		if more = !s.broken && s.Kind() != closing; more {
			s.comma(closing)
		}
		if s.broken {
			return
		}
	}
	s.at++
	s.depth--
}

// comma goes behind the comma between two parts.
func (s *Scan) comma(closing byte) {
	at := s.at
	if s.Kind() != ',' {
		s.fail(at, wantsComma, "")
		return
	}
	if s.at++; s.Kind() == closing {
		s.fail(at, wantsValue, "a comma with nothing after it")
	}
}

// key goes behind a key and its colon, and returns where the key is.
func (s *Scan) key() (from, to int) {
	s.Kind()
	from = s.at
	if to = s.stringEnd(from); to >= 0 {
		if s.at = to; s.Kind() == ':' {
			s.at++
			return from, to
		}
	}
	s.fail(from, wantsKey, "")
	return from, from
}

// Raw is the next value as written, nil for none.
func (s *Scan) Raw() []byte {
	s.Kind()
	from := s.at
	if s.skip(); s.broken {
		return nil
	}
	return s.b[from:s.at]
}

// skip goes behind the next value.
func (s *Scan) skip() {
	if s.broken {
		return
	}
	end := -1
	switch c := s.Kind(); {
	case c == '"':
		end = s.stringEnd(s.at)
	case c == '{' || c == '[':
		if s.grammar != LooseJSON {
			s.each(c, nil)
			return
		}
		end = looseEnd(s.b, s.at)
	case s.at == len(s.b):
	case s.grammar == LooseJSON:
		for end = s.at; end < len(s.b) && s.b[end] > ' ' && strings.IndexByte(",:}]\"{[", s.b[end]) < 0; {
			end++
		}
		if end == s.at {
			end = -1
		}
	default:
		if end = wordEnd(s.b, s.at); end < 0 && s.grammar == PythonJSON {
			end = afterAny(s.b, s.at, "NaN", "Infinity", "-Infinity")
		}
	}
	if end < 0 {
		s.fail(s.at, wantsValue, "")
		return
	}
	s.at = end
}

// fail notes the first place where the text is broken.
func (s *Scan) fail(at int, wants wanted, reason string) {
	if !s.broken {
		s.broken, s.bad, s.wants, s.reason = true, at, wants, reason
	}
}

// fault says what is wrong with a broken text.
func (s *Scan) fault() *JSONError {
	e := &JSONError{1 + bytes.Count(s.b[:s.bad], []byte("\n")), s.bad, s.reason}
	switch at := s.bad; {
	case e.Reason != "":
	case at == len(s.b):
		e.Reason = "the file ends in the middle"
	case s.b[at] == '/' || s.b[at] == '#':
		e.Reason = "JSON has no comments"
	case s.b[at] == '"' && s.stringEnd(at) < 0:
		e.Reason = "a string that does not end or has a character JSON does not allow"
	default:
		e.Reason = "this is not JSON"
	}
	return e
}

// looseEnd returns the offset after the object or array at an offset, -1 where it does not end.
func looseEnd(b []byte, at int) int {
	for depth := 0; at < len(b); {
		switch b[at] {
		case '"':
			if at = looseStringEnd(b, at); at < 0 {
				return -1
			}
			continue
		case '{', '[':
			depth++
		case '}', ']':
			depth--
		}
		if at++; depth == 0 {
			return at
		}
	}
	return -1
}

// stringEnd returns the offset after the string at an offset, -1 where there is none.
func (s *Scan) stringEnd(at int) int {
	switch {
	case at >= len(s.b) || s.b[at] != '"':
		return -1
	case s.grammar == LooseJSON:
		return looseStringEnd(s.b, at)
	}
	end, _ := stringEnd(s.b, at)
	return end
}

// looseStringEnd is stringEnd with any bytes and escapes.
func looseStringEnd(b []byte, at int) int {
	from := at + 1
	for at = from; ; {
		n := quoteIn(b[at:])
		if n < 0 {
			return -1
		}
		at += n
		slashes := 0
		for at-slashes > from && b[at-slashes-1] == '\\' {
			slashes++
		}
		if at++; slashes%2 == 0 {
			return at
		}
	}
}

// quoteIn is the place of the first quotation mark, -1 for none. Where one is near, a look at eight
// bytes at once finds it faster than the library, which is made for long ways.
func quoteIn(b []byte) int {
	const near, ones, highs = 16, 0x0101010101010101, 0x8080808080808080
	i := 0
	for ; i < near && i+8 <= len(b); i += 8 {
		x := binary.LittleEndian.Uint64(b[i:]) ^ '"'*ones
		if found := (x - ones) &^ x & highs; found != 0 {
			return i + bits.TrailingZeros64(found)/8
		}
	}
	n := bytes.IndexByte(b[i:], '"')
	if n < 0 {
		return -1
	}
	return i + n
}

// SkipBlanks returns the offset of the first byte at or after at that is not a blank.
func SkipBlanks(b []byte, at int) int {
	for at < len(b) && (b[at] == ' ' || b[at] == '\t' || b[at] == '\r' || b[at] == '\n') {
		at++
	}
	return at
}

// stringEnd returns the offset after the JSON string that begins at an offset, or -1 and where it breaks.
func stringEnd(b []byte, at int) (end, bad int) {
	for at++; at < len(b); at++ {
		c := b[at]
		if c > '"' && c != '\\' || c == ' ' || c == '!' {
			continue
		}
		switch c {
		case '"':
			return at + 1, -1
		case '\\':
			if end = escapeEnd(b, at); end < 0 {
				return -1, at
			}
			at = end
		default:
			return -1, at
		}
	}
	return -1, at
}

// escapeEnd returns the offset of the last byte of the escape at an offset, -1 when it is
// not valid.
func escapeEnd(b []byte, at int) int {
	at++
	switch {
	case at >= len(b):
		return -1
	case b[at] == 'u':
		for range 4 {
			if at++; at >= len(b) || bytes.IndexByte([]byte("0123456789abcdefABCDEF"), b[at]) < 0 {
				return -1
			}
		}
	case bytes.IndexByte([]byte(`"\/bfnrt`), b[at]) < 0:
		return -1
	}
	return at
}

// wordEnd returns the offset after the number, true, false or null at an offset,
// -1 when there is none.
func wordEnd(b []byte, at int) int {
	if end := afterAny(b, at, "true", "false", "null"); end >= 0 {
		return end
	}
	if b[at] == '-' {
		at++
	}
	if at < len(b) && b[at] == '0' {
		at++
	} else if at = digitsEnd(b, at); at < 0 {
		return -1
	}
	if at < len(b) && b[at] == '.' {
		if at = digitsEnd(b, at+1); at < 0 {
			return -1
		}
	}
	if at < len(b) && (b[at] == 'e' || b[at] == 'E') {
		if at++; at < len(b) && (b[at] == '+' || b[at] == '-') {
			at++
		}
		at = digitsEnd(b, at)
	}
	return at
}

// digitsEnd returns the offset after one or more digits, -1 when there is none.
func digitsEnd(b []byte, at int) int {
	from := at
	for at < len(b) && b[at] >= '0' && b[at] <= '9' {
		at++
	}
	if at == from {
		return -1
	}
	return at
}

// afterAny returns the offset after the first of some words that stands at an offset, -1 for none.
func afterAny(b []byte, at int, words ...string) int {
	for _, word := range words {
		if b[at] == word[0] && bytes.HasPrefix(b[at:], []byte(word)) {
			return at + len(word)
		}
	}
	return -1
}

// Decoded is the text of a string as written in JSON, of at most so many bytes; "" for another
// value. What is no UTF-8 becomes U+FFFD.
func Decoded(raw []byte, most int) string {
	if len(raw) < 2 || raw[0] != '"' {
		return ""
	}
	raw = raw[1 : len(raw)-1]
	if bytes.IndexByte(raw[:min(len(raw), most)], '\\') < 0 {
		return valid(cut(raw, most))
	}
	out := make([]byte, 0, min(len(raw), most+utf8.UTFMax))
	for len(raw) > 0 && len(out) <= most {
		n := bytes.IndexByte(raw, '\\')
		if n < 0 || n > most {
			n = min(len(raw), most+1)
		}
		out, raw = append(out, raw[:n]...), raw[n:]
		if len(raw) > 0 && raw[0] == '\\' {
			out, raw = unescape(out, raw)
		}
	}
	return valid(cut(out, most))
}

// valid returns a text with U+FFFD in place of invalid UTF-8. Most texts are valid, which is quick to check.
func valid(b []byte) string {
	if utf8.Valid(b) {
		return string(b)
	}
	return strings.ToValidUTF8(string(b), "\uFFFD")
}

// cut takes at most so many bytes, and no part of a character or a word.
func cut(b []byte, most int) []byte {
	if len(b) <= most {
		return b
	}
	for most > 0 && !utf8.RuneStart(b[most]) {
		most--
	}
	return b[:BeforeWord(b, most)]
}

// unescape adds what an escape stands for, and gives what follows it.
func unescape(out, raw []byte) (_, rest []byte) {
	if len(raw) == 1 {
		return append(out, raw...), nil
	}
	c, raw := raw[1], raw[2:]
	switch c {
	case 'n':
		c = '\n'
	case 't':
		c = '\t'
	case 'r':
		c = '\r'
	case 'b':
		c = '\b'
	case 'f':
		c = '\f'
	case 'u':
		r, ok := unit(raw)
		if !ok {
			return utf8.AppendRune(out, utf8.RuneError), raw
		}
		if raw = raw[4:]; utf16.IsSurrogate(r) {
			low, ok := rune(0), false
			if bytes.HasPrefix(raw, []byte(`\u`)) {
				low, ok = unit(raw[2:])
			}
			if r = utf16.DecodeRune(r, low); ok && r != utf8.RuneError {
				raw = raw[6:]
			}
		}
		return utf8.AppendRune(out, r), raw
	}
	return append(out, c), raw
}

// unit reads four hexadecimal digits.
func unit(raw []byte) (rune, bool) {
	if len(raw) < 4 {
		return 0, false
	}
	n, err := strconv.ParseUint(string(raw[:4]), 16, 32)
	return rune(n), err == nil
}
