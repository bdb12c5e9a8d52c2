package styles

import (
	"bytes"
	"strconv"
	"strings"
	"unicode/utf8"
)

// longLine is the size in bytes from which SourceNote names the longest line.
const longLine = 4096

// SourceNote says in words what is unusual about the bytes of a file: that it
// looks like UTF-16, how many bytes are not UTF-8, that it starts with a byte
// order mark, that every line ends in CRLF, and where a very long line is. It
// is empty for an ordinary file.
func (t *Theme) SourceNote(raw []byte) Text {
	var facts []string
	if bytes.HasPrefix(raw, []byte{0xFF, 0xFE}) || bytes.HasPrefix(raw, []byte{0xFE, 0xFF}) {
		facts = append(facts, "looks like UTF-16")
	}
	if bytes.HasPrefix(raw, []byte("\uFEFF")) {
		facts = append(facts, "starts with a byte order mark")
	}
	if n := strayBytes(raw); n > 0 {
		facts = append(facts, "not UTF-8: "+count(n, "byte")+" shown one by one")
	}
	if everyLineEndsCRLF(raw) {
		facts = append(facts, "every line ends in CRLF")
	}
	if number, size := longestLine(raw); size >= longLine {
		facts = append(facts, "line "+strconv.Itoa(number)+" is "+count(size, "byte")+" long")
	}
	return show(strings.Join(facts, "; "), notation{ascii: t.ascii})
}

// strayBytes counts the bytes that belong to no UTF-8 sequence.
func strayBytes(raw []byte) int {
	if utf8.Valid(raw) {
		return 0
	}
	n := 0
	for len(raw) > 0 {
		r, size := utf8.DecodeRune(raw)
		if r == utf8.RuneError && size == 1 {
			n++
		}
		raw = raw[size:]
	}
	return n
}

// longestLine returns the number (from 1) and the size in bytes of the longest
// line.
func longestLine(raw []byte) (number, size int) {
	for i := 1; len(raw) > 0; i++ {
		line, rest, _ := bytes.Cut(raw, []byte{'\n'})
		if len(line) > size {
			number, size = i, len(line)
		}
		raw = rest
	}
	return number, size
}

func count(n int, noun string) string {
	if n == 1 {
		return "1 " + noun
	}
	return strconv.Itoa(n) + " " + noun + "s"
}
