package text

import (
	"bytes"
	"encoding/binary"
	"iter"
	"math/bits"
	"strconv"
	"strings"
	"unicode/utf16"
	"unicode/utf8"
)

// Scan goes through one JSON text once, from its beginning to its end, and decodes nothing that is
// not asked for. It takes more than JSON allows: only that values begin and end is checked.
//
//	s := text.NewScan(line)
//	for key := range s.Members() {
//		if string(key) == "type" {
//			kind = text.Decoded(s.Raw(), 64)
//		}
//	}
//	whole := s.Whole()
type Scan struct {
	b      []byte
	at     int
	broken bool
}

// NewScan begins in front of the text's value.
func NewScan(b []byte) *Scan { return &Scan{b: b} }

// Whole reports whether the text was one value and nothing else. It is asked at the end.
func (s *Scan) Whole() bool { return !s.broken && s.at > 0 && s.next() == 0 && s.at == len(s.b) }

// Kind is the first byte of the next value: of a string a quotation mark. It is 0 at the end.
func (s *Scan) Kind() byte { return s.next() }

// next is the next byte that is no blank.
func (s *Scan) next() byte {
	for ; s.at < len(s.b); s.at++ {
		switch c := s.b[s.at]; c {
		case ' ', '\t', '\r', '\n':
		default:
			return c
		}
	}
	return 0
}

// Members goes through the members of an object: their keys, as written, without the quotes. A
// member whose value is not read by then is skipped. Another value than an object is skipped,
// and has none. A loop that is left early leaves the text broken.
func (s *Scan) Members() iter.Seq[[]byte] {
	return func(yield func([]byte) bool) {
		s.each('{', '}', func() bool {
			key := s.Raw()
			if len(key) < 2 || key[0] != '"' || s.next() != ':' {
				s.broken = true
				return false
			}
			s.at++
			return s.value(func() bool { return yield(key[1 : len(key)-1]) })
		})
	}
}

// Elements goes through the elements of an array, as Members does: by their places, from 0.
func (s *Scan) Elements() iter.Seq[int] {
	return func(yield func(int) bool) {
		i := -1
		s.each('[', ']', func() bool {
			i++
			return s.value(func() bool { return yield(i) })
		})
	}
}

// each calls part at the beginning of each part of an object or an array.
func (s *Scan) each(open, end byte, part func() bool) {
	if s.broken || s.next() != open {
		s.skip()
		return
	}
	s.at++
	if s.next() == end {
		s.at++
		return
	}
	for !s.broken {
		if !part() {
			s.broken = true
			return
		}
		c := s.next()
		s.at++
		if c == end {
			return
		}
		s.broken = s.broken || c != ','
	}
}

// value lets a loop read the next value, and skips one that it did not read.
func (s *Scan) value(read func() bool) bool {
	s.next()
	from := s.at
	if !read() {
		return false
	}
	if s.at == from {
		s.skip()
	}
	return !s.broken
}

// Raw is the next value as written, nil for none.
func (s *Scan) Raw() []byte {
	s.next()
	from := s.at
	if s.skip(); s.broken {
		return nil
	}
	return s.b[from:s.at]
}

// skip goes behind the next value.
func (s *Scan) skip() {
	switch c := s.next(); c {
	case '"':
		s.skipString()
	case '{', '[':
		s.skipAll()
	case 0, ',', ':', '}', ']': // 0 is the end, or a byte that is no value either
		s.broken = true
	default:
		for s.at < len(s.b) && s.b[s.at] > ' ' && !strings.ContainsRune(",:}]\"{[", rune(s.b[s.at])) {
			s.at++
		}
	}
}

// skipAll goes behind an object or an array.
func (s *Scan) skipAll() {
	for depth := 0; s.at < len(s.b) && !s.broken; {
		switch s.b[s.at] {
		case '"':
			s.skipString()
			continue
		case '{', '[':
			depth++
		case '}', ']':
			depth--
		}
		if s.at++; depth == 0 {
			return
		}
	}
	s.broken = true
}

// skipString goes behind a string.
func (s *Scan) skipString() {
	from := s.at + 1
	for at := from; ; {
		n := quoteIn(s.b[at:])
		if n < 0 {
			s.broken = true
			return
		}
		at += n
		slashes := 0
		for at-slashes > from && s.b[at-slashes-1] == '\\' {
			slashes++
		}
		if at++; slashes%2 == 0 {
			s.at = at
			return
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

// Decoded is the text of a string as written in JSON, of at most so many bytes; "" for another
// value. What is no UTF-8 becomes U+FFFD.
func Decoded(raw []byte, most int) string {
	if len(raw) < 2 || raw[0] != '"' {
		return ""
	}
	raw = raw[1 : len(raw)-1]
	if bytes.IndexByte(raw[:min(len(raw), most)], '\\') < 0 {
		return strings.ToValidUTF8(string(cut(raw, most)), "\uFFFD")
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
	return strings.ToValidUTF8(string(cut(out, most)), "\uFFFD")
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
