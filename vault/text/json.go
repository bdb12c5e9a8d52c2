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
	if bytes.HasPrefix(b, []byte{0xFF, 0xFE}) || bytes.HasPrefix(b, []byte{0xFE, 0xFF}) {
		return Value{}, &JSONError{1, 0, "the text is UTF-16; JSON is UTF-8"}
	}
	s := Scan{b: b, deepest: maxNesting, most: maxValues}
	if bytes.HasPrefix(b, BOM) {
		s.at = len(BOM)
	}
	var root Value
	if s.Kind() == 0 && s.at == len(b) {
		s.fail(s.at, wantsValue, "the file is empty")
	} else if root = s.tree(maxNesting, false); !s.broken && (s.Kind() != 0 || s.at < len(b)) {
		s.fail(s.at, wantsValue, "there is more text after the value")
	}
	if s.broken {
		return root, s.fault()
	}
	return root, nil
}

// Parts reads the JSON value at an offset, with its parts down to a level. A broken value
// has the parts before the broken place.
func Parts(b []byte, at, levels int) (v Value, ok bool) {
	s := Scan{b: b, at: at, deepest: maxLineNesting}
	v = s.tree(levels, true)
	return v, !s.broken
}

// tree reads the next value with its parts down to a level; whole leaves out a part that is broken. A value that could
// not be read at all has no bytes.
func (s *Scan) tree(levels int, whole bool) Value {
	kind := s.Kind()
	v := Value{From: s.at, To: len(s.b)}
	if s.values++; s.most > 0 && s.values > s.most {
		s.fail(s.at, wantsValue, fmt.Sprintf("there are more than %d values", s.most))
	}
	if levels == 0 || kind != '{' && kind != '[' {
		s.skip()
	} else {
		s.each(kind, func(keyFrom, keyTo int) bool {
			part := s.tree(levels-1, whole)
			if part.To > 0 && !(whole && s.broken) {
				part.KeyFrom, part.KeyTo = keyFrom, keyTo
				v.Parts = append(v.Parts, part)
			}
			return true
		})
	}
	switch {
	case !s.broken:
		v.To = s.at
	case s.at == v.From:
		return Value{}
	}
	return v
}

// Object reads one JSON object and keeps nothing, in less than half the time that the
// library takes to check it. Up to maxLineNesting levels the two agree on what is valid;
// neither looks at UTF-8.
type Object struct {
	// Member is called for each member of the object, in order, with the key as written
	// between its quotes and the exact text of the value, even if the object is broken
	// further on.
	Member  func(key, value []byte)
	Grammar Grammar
}

// Read returns the offset after the object at the beginning of b and the blanks around it,
// -1 when there is none.
func (j *Object) Read(b []byte) int {
	s := Scan{b: b, grammar: j.Grammar, deepest: maxLineNesting}
	if s.Kind() != '{' {
		return -1
	}
	s.each('{', func(keyFrom, keyTo int) bool {
		if value := s.Raw(); value != nil && j.Member != nil {
			j.Member(b[keyFrom+1:keyTo-1], value)
		}
		return true
	})
	if s.broken {
		return -1
	}
	return SkipBlanks(b, s.at)
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
