package text

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"gopkg.in/yaml.v3"
)

// Front is the block between two fences at the top of a Markdown file,
// with the byte range of every top-level entry, so that one value can be changed
// without touching any other byte.
type Front struct {
	// Start and end enclose the lines between the fences; body is where the text
	// after the closing fence begins.
	Start, End, Body int
	// Line is the number of the first line between the fences.
	Line   int
	Fields []Field
	// top is what the YAML library read, nil where it was not needed.
	top *yaml.Node
}

// Field is one top-level "key: value" entry. Offsets are in the whole file.
type Field struct {
	Key string
	// Line counts from 1.
	Line int
	// From is where the value's text begins on the key's line (after the colon and
	// blanks); to is the end of the entry, without its last line end, and spans
	// the continuation lines of a long value. Both are zero for an entry in an
	// unusual notation, which can be read but not edited.
	From, To int
	Value    string
}

// ReadFront finds the front matter of b. It gives nil and no error when
// there is none. With an error the fields that could be read by line are still
// there, since an unreadable request must be listed all the same.
func ReadFront(b []byte) (*Front, error) {
	fm, err := FindFront(b, MaxFront)
	switch {
	case fm == nil:
		return nil, nil
	case err != nil:
		fm.EndAtBlank(b)
		return fm, err
	}
	return fm, fm.Scan(b)
}

// FindFront finds the fences of a front matter of at most limit bytes and
// reads nothing between them. The end is not known when it fails.
func FindFront(b []byte, limit int) (*Front, error) {
	at, line := 0, 1
	if bytes.HasPrefix(b, BOM) {
		at = len(BOM)
	}
	text, next := LineAt(b, at)
	for next < len(b) && len(bytes.TrimSpace(text)) == 0 {
		at, line = next, line+1
		text, next = LineAt(b, at)
	}
	if !IsFence(text) {
		return nil, nil
	}
	fm := &Front{Start: next, Line: line + 1}
	for at = next; at < len(b); at = next {
		if at-fm.Start > limit {
			return fm, &LineError{line, fmt.Sprintf("front matter is longer than %d bytes", limit)}
		}
		text, next = LineAt(b, at)
		if IsFence(text) || string(bytes.TrimRight(text, " \t")) == "..." {
			fm.End, fm.Body = at, next
			return fm, nil
		}
	}
	return fm, &LineError{line, "front matter is never closed"}
}

// IsFence tells a line of three dashes alone.
func IsFence(line []byte) bool {
	return bytes.HasPrefix(line, []byte("---")) && len(bytes.TrimRight(line[3:], " \t")) == 0
}

// EndAtBlank reads what can be read of a front matter whose end is not marked: it
// is taken to end before the first blank line or heading.
func (fm *Front) EndAtBlank(b []byte) {
	fm.End = fm.Start
	for fm.End < len(b) {
		text, next := LineAt(b, fm.End)
		if len(bytes.TrimSpace(text)) == 0 || text[0] == '#' || next-fm.Start > MaxFront {
			break
		}
		fm.End = next
	}
	fm.Body = fm.End
	// That its end is missing is reported already.
	_ = fm.Scan(b)
}

// Scan finds the entries and reads their values.
func (fm *Front) Scan(b []byte) error {
	simple := true
	// What the fields say shares the memory of one text.
	text := string(b[fm.Start:fm.End])
	for at, number := fm.Start, fm.Line; at < fm.End; number++ {
		line, next := LineAt(b, at)
		trimmed := bytes.TrimRight(line, " \t")
		simple = simple && IsPlain(trimmed)
		switch {
		case len(trimmed) == 0, trimmed[0] == '#':
		case trimmed[0] == ' ', trimmed[0] == '\t', trimmed[0] == '-':
			simple = false
			if n := len(fm.Fields); n > 0 {
				fm.Fields[n-1].To = at + len(trimmed)
			}
		default:
			f, ok := ScanField(trimmed, at, number)
			if !ok {
				simple = false
				break
			}
			var plain bool
			f.Value, plain = PlainValue(text[f.From-fm.Start : f.To-fm.Start])
			simple = simple && plain && IsPlainKey(f.Key)
			fm.Fields = append(fm.Fields, f)
		}
		at = next
	}
	if !simple {
		if err := fm.decode(b); err != nil {
			return err
		}
	}
	return fm.duplicate()
}

// IsPlain reports whether a line has no character that YAML forbids or takes
// for a line end of its own.
func IsPlain(line []byte) bool {
	return bytes.IndexFunc(line, func(r rune) bool {
		return r != '\t' && unicode.IsControl(r) || r == '\u2028' || r == '\u2029' || r == '\uFEFF' || r == utf8.RuneError
	}) < 0
}

// IsPlainKey tells a key that means the same to every reader of YAML.
func IsPlainKey(key string) bool {
	return strings.IndexFunc(key, func(r rune) bool {
		return r != '_' && r != '-' && r != ' ' && !unicode.IsLetter(r) && !unicode.IsDigit(r)
	}) < 0
}

// ScanField reads one "key: value" at the margin; at is the offset of the line.
func ScanField(line []byte, at, number int) (Field, bool) {
	colon := bytes.IndexByte(line, ':')
	if colon <= 0 || (colon+1 < len(line) && line[colon+1] != ' ' && line[colon+1] != '\t') {
		return Field{}, false
	}
	from := colon + 1
	for from < len(line) && (line[from] == ' ' || line[from] == '\t') {
		from++
	}
	key := strings.TrimSpace(string(line[:colon]))
	return Field{Key: key, Line: number, From: at + from, To: at + len(line)}, true
}

func (fm *Front) duplicate() error {
	seen := make(map[string]int, len(fm.Fields))
	for _, f := range fm.Fields {
		if first, ok := seen[f.Key]; ok {
			return &LineError{f.Line, fmt.Sprintf("key %q is given twice, first in line %d", f.Key, first)}
		}
		seen[f.Key] = f.Line
	}
	return nil
}

// Get gives a value, empty when the key is absent or its value is null.
func (fm *Front) Get(key string) string {
	if f := fm.Find(key); f != nil {
		return f.Value
	}
	return ""
}

// First gives the first value of several keys that is not empty.
func (fm *Front) First(keys ...string) string {
	for _, key := range keys {
		if v := fm.Get(key); v != "" {
			return v
		}
	}
	return ""
}

// Find gives the entry of a key, nil when there is none.
func (fm *Front) Find(key string) *Field {
	if fm == nil {
		return nil
	}
	for i := range fm.Fields {
		if fm.Fields[i].Key == key {
			return &fm.Fields[i]
		}
	}
	return nil
}

// HoldsHeading reports whether a line between the fences is a heading of a section
// or an entry, which to YAML is a comment.
func (fm *Front) HoldsHeading(b []byte) bool {
	for at := fm.Start; at < fm.End; {
		line, next := LineAt(b, at)
		if level, _ := HeadingAt(string(line)); level == 2 || level == 3 {
			return true
		}
		at = next
	}
	return false
}

// Short fails when the front matter is too long without a list of some bytes.
func (fm *Front) Short(list int) error {
	if fm.End-fm.Start-list > MaxFront {
		return &LineError{fm.Line, fmt.Sprintf("front matter is longer than %d bytes", MaxFront)}
	}
	return nil
}

// Blanked gives a copy of b with blanks in place of all text of a part.
func Blanked(b []byte, part Span) []byte {
	b = bytes.Clone(b)
	for i := part.From; i < part.To; i++ {
		if b[i] != '\r' && b[i] != '\n' {
			b[i] = ' '
		}
	}
	return b
}

// Node gives a value as the YAML library read it, nil when it is absent or was
// read without the library.
func (fm *Front) Node(key string) *yaml.Node {
	if fm.top == nil {
		return nil
	}
	for i := 0; i+1 < len(fm.top.Content); i += 2 {
		if fm.top.Content[i].Value == key {
			return fm.top.Content[i+1]
		}
	}
	return nil
}

// MaxFront is the largest front matter in bytes.
const MaxFront = 64 << 10

// decode reads the entries with the YAML library, for front matters that are more
// than plain lines. What it finds counts; the scan by line only adds where an
// entry stands. Aliases are not followed, so a small file cannot unfold into a
// large one.
func (fm *Front) decode(b []byte) error {
	var doc, more yaml.Node
	decoder := yaml.NewDecoder(bytes.NewReader(PlainLines(b, fm.Start, fm.End)))
	err := decoder.Decode(&doc)
	if errors.Is(err, io.EOF) {
		fm.Fields = nil
		return nil
	}
	if err != nil {
		return fm.yamlError(b, err)
	}
	if !errors.Is(decoder.Decode(&more), io.EOF) {
		return &LineError{fm.Line, "front matter holds more than one YAML document"}
	}
	top := doc.Content[0]
	if top.Kind != yaml.MappingNode {
		return &LineError{fm.Line, "front matter is not a list of keys and values"}
	}
	fm.top = top
	places := make(map[int]Field, len(fm.Fields))
	for _, f := range fm.Fields {
		places[f.Line] = f
	}
	fm.Fields = fm.Fields[:0]
	for i := 0; i+1 < len(top.Content); i += 2 {
		key, value := top.Content[i], top.Content[i+1]
		line := fm.Line + key.Line - 1
		f, placed := places[line]
		if !placed || f.Key != key.Value {
			f = Field{Key: key.Value, Line: line}
		}
		f.Value = NodeText(value)
		fm.Fields = append(fm.Fields, f)
	}
	return nil
}

// yamlError names the line in the file. The library names lines before the wrong
// one for some faults, so the first entry that is wrong by itself is looked for.
func (fm *Front) yamlError(b []byte, err error) error {
	line, text := fm.Line, PlainLines(b, fm.Start, fm.End)
	for _, f := range fm.Fields {
		start := bytes.LastIndexAny(b[:f.From], "\r\n") + 1
		entry := PlainLines(b, start, f.To)
		if alone := yaml.Unmarshal(entry, new(yaml.Node)); alone != nil {
			line, text, err = f.Line, entry, alone
			break
		}
	}
	reason := strings.TrimPrefix(err.Error(), "yaml: ")
	if m := yamlLine.FindStringSubmatch(reason); m != nil {
		if n, convErr := strconv.Atoi(m[1]); convErr == nil {
			line += min(n, bytes.Count(text, []byte("\n"))) - 1
		}
		reason = strings.Replace(reason, m[0], "", 1)
	}
	return &LineError{line, "front matter is not valid YAML: " + reason}
}

// SetValue changes the value of one top-level key to the plain word want and
// nothing else: a comment behind the value, the line end and every other byte
// stay. A value that runs over several lines is replaced as a whole. It refuses
// when the front matter is not valid, the key is absent, or when reading the
// result does not give exactly the one wanted difference.
func SetValue(b []byte, key, want string) ([]byte, error) {
	was, err := ReadFront(b)
	if err != nil {
		return nil, fmt.Errorf("%w: %w", ErrEdit, err)
	}
	f := was.Find(key)
	if f == nil {
		return nil, fmt.Errorf("%w: there is no %s", ErrEdit, key)
	}
	if f.From == 0 {
		return nil, fmt.Errorf("%w: %s is written in an unusual way", ErrEdit, key)
	}
	_, comment := SplitComment(string(b[f.From:f.To]))
	if strings.HasPrefix(comment, "#") {
		comment = " " + comment
	}
	next := append([]byte(nil), b[:f.From]...)
	if b[f.From-1] == ':' {
		next = append(next, ' ')
	}
	next = append(next, want...)
	next = append(next, comment...)
	next = append(next, b[f.To:]...)
	if err := sameButFor(was, b, next, key, NotNull(want)); err != nil {
		return nil, err
	}
	return next, nil
}

// sameButFor fails unless next reads like b with the one value changed to want.
func sameButFor(was *Front, b, next []byte, key, want string) error {
	now, err := ReadFront(next)
	if err != nil || len(now.Fields) != len(was.Fields) || len(next)-now.Body != len(b)-was.Body {
		return fmt.Errorf("%w: the result would not be the same front matter", ErrEdit)
	}
	for i, f := range now.Fields {
		expect := was.Fields[i].Value
		if f.Key == key {
			expect = want
		}
		if f.Key != was.Fields[i].Key || f.Value != expect {
			return fmt.Errorf("%w: changing %s would change %s", ErrEdit, key, f.Key)
		}
	}
	return nil
}
