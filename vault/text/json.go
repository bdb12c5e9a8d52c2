package text

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"unicode/utf16"
)

// QuoteASCII returns text as a JSON string without any character outside ASCII.
func QuoteASCII(text string) string {
	// A string can always be encoded.
	quoted, _ := json.Marshal(text)
	return EscapeASCII(string(quoted))
}

// EscapeASCII spells a JSON text without any character outside ASCII. Such characters stand
// in strings only.
func EscapeASCII(value string) string {
	var out strings.Builder
	for _, r := range value {
		switch {
		case r < 0x7F:
			out.WriteRune(r)
		case r <= 0xFFFF:
			fmt.Fprintf(&out, `\u%04x`, r)
		default:
			high, low := utf16.EncodeRune(r)
			fmt.Fprintf(&out, `\u%04x\u%04x`, high, low)
		}
	}
	return out.String()
}

// QuoteJSON writes a text as JSON, without the escapes that only web pages need.
func QuoteJSON(text string) string {
	var out strings.Builder
	encoder := json.NewEncoder(&out)
	encoder.SetEscapeHTML(false)
	// A text can always be encoded.
	_ = encoder.Encode(text)
	return strings.TrimSuffix(out.String(), "\n")
}

// Unquote returns the text that a valid JSON value stands for, "" when it is not a string.
func Unquote(raw []byte) string {
	if len(raw) < 2 || raw[0] != '"' {
		return ""
	}
	if bytes.IndexByte(raw, '\\') < 0 {
		return string(raw[1 : len(raw)-1])
	}
	var s string
	if json.Unmarshal(raw, &s) != nil {
		return ""
	}
	return s
}

// Bounds on JSON. A text that is read as a tree needs five levels in practice (seed.json),
// a line of an event log three; the library's own limit is 10,000 levels.
const (
	// maxNesting is how deep arrays and objects of a tree may be in each other, and
	// maxValues how many values it may have.
	maxNesting = 200
	maxValues  = 200_000
	// maxLineNesting is maxNesting for a line of a log and for a value that is read in parts.
	maxLineNesting = 1_000
)

// Value is one value of a JSON text: where it is, and what is in it. Nothing is
// decoded, so that a part can be replaced by its bytes.
type Value struct {
	// From and To are the offsets of the value's first byte and after its last one.
	From, To int
	// KeyFrom and KeyTo are those of its key with the quotes, in an object.
	KeyFrom, KeyTo int
	// Parts are what an array or an object holds, in order.
	Parts []Value
}

// JSONError says where a text stops being JSON: the line, from 1, and the offset.
type JSONError struct {
	Line, At int
	Reason   string
}

// Error names the line and the reason.
func (e *JSONError) Error() string { return fmt.Sprintf("line %d: %s", e.Line, e.Reason) }

// ReadJSON reads a text that is one JSON value, with or without a byte order mark. With an
// error it returns the values before the broken place; open arrays and objects then run to
// the end of the text.
func ReadJSON(b []byte) (Value, *JSONError) {
	at := 0
	switch {
	case bytes.HasPrefix(b, []byte{0xFF, 0xFE}), bytes.HasPrefix(b, []byte{0xFE, 0xFF}):
		return Value{}, &JSONError{1, 0, "the text is UTF-16; JSON is UTF-8"}
	case bytes.HasPrefix(b, BOM):
		at = len(BOM)
	}
	if at = SkipBlanks(b, at); at == len(b) {
		return Value{}, &JSONError{1 + bytes.Count(b, []byte("\n")), at, "the file is empty"}
	}
	s := scanner{b: b, deepest: maxNesting, most: maxValues, keep: maxNesting}
	root, ok := s.value(at, 1)
	if ok {
		if at = SkipBlanks(b, root.To); at < len(b) {
			ok = s.fail(at, "there is more text after the value")
		}
	}
	if !ok {
		s.err.Line = 1 + bytes.Count(b[:s.err.At], []byte("\n"))
		return root, &s.err
	}
	return root, nil
}

// Parts reads the JSON value at an offset, with its parts down to a level. A broken value
// has the parts before the broken place.
func Parts(b []byte, at, levels int) (v Value, ok bool) {
	s := scanner{b: b, deepest: maxLineNesting, keep: levels}
	v, ok = s.value(at, 1)
	if n := len(v.Parts); !ok && n > 0 && v.Parts[n-1].To == len(b) && !json.Valid(b[v.Parts[n-1].From:]) {
		v.Parts = v.Parts[:n-1]
	}
	return v, ok
}

// Object reads one JSON object and keeps nothing, in less than half the time that the
// library takes to check it. Up to maxLineNesting levels the two agree on what is valid;
// neither looks at UTF-8.
type Object struct {
	// Member is called for each member of the object, in order, with the key as written
	// between its quotes and the exact text of the value, even if the object is broken
	// further on.
	Member func(key, value []byte)
	// Constants takes NaN, Infinity and -Infinity for numbers, which Python writes and reads.
	Constants bool
}

// Read returns the offset after the object at the beginning of b and the blanks around it,
// -1 when there is none.
func (j *Object) Read(b []byte) int {
	at := SkipBlanks(b, 0)
	if at == len(b) || b[at] != '{' {
		return -1
	}
	s := scanner{b: b, deepest: maxLineNesting, member: j.Member, constants: j.Constants}
	v, ok := s.container(at, 1)
	if !ok {
		return -1
	}
	return SkipBlanks(b, v.To)
}

// IsPythonJSON reports whether a text is one JSON value for Python, and whether it is nested
// so deep that Python gives up with an error of another kind than for bad JSON.
func IsPythonJSON(b []byte) (valid, deep bool) {
	s := scanner{b: b, deepest: maxLineNesting, constants: true}
	v, ok := s.value(SkipBlanks(b, 0), 1)
	return ok && SkipBlanks(b, v.To) == len(b), s.deep
}

// scanner reads the values of a JSON text in one pass.
type scanner struct {
	b []byte
	// deepest and most bound the levels and the number of values, where most is not 0;
	// keep is how many levels of parts are kept.
	deepest, most, keep int
	values              int
	// member is called for the members of the outermost object.
	member func(key, value []byte)
	// constants takes Python's constants for numbers; deep says that deepest was reached.
	constants, deep bool
	err             JSONError
	// wants is what stands at the offset of err in a valid text.
	wants wanted
}

// value reads the value at an offset, the depth-th one from outside. One that could
// not be read at all has no bytes.
func (s *scanner) value(at, depth int) (Value, bool) {
	if at >= len(s.b) {
		return Value{}, s.broken(at)
	}
	if s.values++; s.most > 0 && s.values > s.most {
		return Value{}, s.fail(at, fmt.Sprintf("there are more than %d values", s.most))
	}
	end := 0
	switch s.b[at] {
	case '{', '[':
		if s.deep = depth > s.deepest; s.deep {
			return Value{}, s.fail(at, fmt.Sprintf("values are nested deeper than %d", s.deepest))
		}
		return s.container(at, depth)
	case '"':
		end = stringEnd(s.b, at)
	default:
		if end = wordEnd(s.b, at); end < 0 && s.constants {
			end = constantEnd(s.b, at)
		}
	}
	if end < 0 {
		return Value{}, s.broken(at)
	}
	return Value{From: at, To: end}, true
}

func (s *scanner) container(at, depth int) (Value, bool) {
	v, closing := Value{From: at, To: len(s.b)}, s.b[at]+2 // as ASCII has it
	if at = SkipBlanks(s.b, at+1); at < len(s.b) && s.b[at] == closing {
		v.To = at + 1
		return v, true
	}
	for {
		keyFrom, keyTo := 0, 0
		if closing == '}' {
			keyFrom = at
			if keyTo, at = keyAt(s.b, at); keyTo < 0 {
				s.wants = wantsKey
				return v, s.broken(keyFrom)
			}
		}
		part, ok := s.value(at, depth+1)
		if depth <= s.keep && part.To > 0 {
			part.KeyFrom, part.KeyTo = keyFrom, keyTo
			v.Parts = append(v.Parts, part)
		}
		if !ok {
			return v, false
		}
		if depth == 1 && s.member != nil {
			s.member(s.b[keyFrom+1:keyTo-1], s.b[part.From:part.To])
		}
		at = SkipBlanks(s.b, part.To)
		switch {
		case at == len(s.b):
			return v, s.broken(at)
		case s.b[at] == closing:
			v.To = at + 1
			return v, true
		case s.b[at] != ',':
			s.wants = wantsComma
			return v, s.broken(at)
		}
		comma := at
		if at = SkipBlanks(s.b, at+1); at < len(s.b) && s.b[at] == closing {
			return v, s.fail(comma, "a comma with nothing after it")
		}
	}
}

func (s *scanner) fail(at int, reason string) bool {
	s.err = JSONError{At: at, Reason: reason}
	return false
}

// broken says what is wrong at an offset.
func (s *scanner) broken(at int) bool {
	switch {
	case at == len(s.b):
		return s.fail(at, "the file ends in the middle")
	case s.b[at] == '/' || s.b[at] == '#':
		return s.fail(at, "JSON has no comments")
	case s.b[at] == '"' && stringEnd(s.b, at) < 0:
		return s.fail(at, "a string that does not end or has a character JSON does not allow")
	}
	return s.fail(at, "this is not JSON")
}

// keyAt reads a key, its colon and the blanks around. It returns the offset after
// the key and that of the value, -1 when there is no key.
func keyAt(b []byte, at int) (keyEnd, value int) {
	keyEnd = stringEnd(b, at)
	if keyEnd < 0 {
		return -1, -1
	}
	if at = SkipBlanks(b, keyEnd); at == len(b) || b[at] != ':' {
		return -1, -1
	}
	return keyEnd, SkipBlanks(b, at+1)
}

// Kind tells objects and arrays by '{' and '[', texts by '"', true, false and null by
// their first letter, and numbers by '0'. A value that is not there has none.
func (v Value) Kind(b []byte) byte {
	if v.To <= v.From {
		return 0
	}
	if c := b[v.From]; c != '-' && (c < '0' || c > '9') {
		return c
	}
	return '0'
}

// Is reports whether there is a value of this kind.
func (v *Value) Is(b []byte, kind byte) bool { return v != nil && v.Kind(b) == kind }

// Key is the decoded key of a member.
func (v Value) Key(b []byte) string { return Unquote(b[v.KeyFrom:v.KeyTo]) }

// Text is the text that the value stands for, "" when it is not a string.
func (v Value) Text(b []byte) string { return Unquote(b[v.From:v.To]) }

// Member returns the last member of an object with this key, the one that the agents use;
// nil when there is none.
func (v *Value) Member(b []byte, key string) *Value {
	if !v.Is(b, '{') {
		return nil
	}
	for i := len(v.Parts) - 1; i >= 0; i-- {
		if v.Parts[i].Key(b) == key {
			return &v.Parts[i]
		}
	}
	return nil
}

// SkipBlanks returns the offset of the first byte at or after at that is not a blank.
func SkipBlanks(b []byte, at int) int {
	for at < len(b) && (b[at] == ' ' || b[at] == '\t' || b[at] == '\r' || b[at] == '\n') {
		at++
	}
	return at
}

// stringEnd returns the offset after the JSON string at an offset, -1 when there
// is none.
func stringEnd(b []byte, at int) int {
	if at >= len(b) || b[at] != '"' {
		return -1
	}
	for at++; at < len(b); at++ {
		c := b[at]
		if c > '"' && c != '\\' || c == ' ' || c == '!' {
			continue
		}
		switch c {
		case '"':
			return at + 1
		case '\\':
			if at = escapeEnd(b, at); at < 0 {
				return -1
			}
		default:
			return -1
		}
	}
	return -1
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
	for _, word := range [...]string{"true", "false", "null"} {
		if b[at] == word[0] && bytes.HasPrefix(b[at:], []byte(word)) {
			return at + len(word)
		}
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

// constantEnd returns the offset after one of Python's constants at an offset, -1 when there
// is none.
func constantEnd(b []byte, at int) int {
	for _, word := range [...]string{"NaN", "Infinity", "-Infinity"} {
		if bytes.HasPrefix(b[at:], []byte(word)) {
			return at + len(word)
		}
	}
	return -1
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

// CheckJSON fails with a *LineError at the line where a text stops being JSON.
func CheckJSON(text []byte) error {
	err := json.Unmarshal(text, new(json.RawMessage))
	var at *json.SyntaxError
	if !errors.As(err, &at) {
		return err
	}
	f := JSONFault(text, "file")
	before := text[:f.Column-1]
	f.Column -= bytes.LastIndexByte(before, '\n') + 1
	return &LineError{Line: 1 + bytes.Count(before, []byte("\n")), Reason: "invalid JSON: " + f.Name, Fault: f}
}

// start is where a part begins, with its key.
func (v Value) start() int {
	if v.KeyTo > 0 {
		return v.KeyFrom
	}
	return v.From
}
