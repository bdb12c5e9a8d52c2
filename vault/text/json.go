package text

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"unicode/utf16"
)

// QuoteASCII gives text as a JSON string without any character outside ASCII.
func QuoteASCII(text string) string {
	// A string can always be encoded.
	quoted, _ := json.Marshal(text)
	var out strings.Builder
	for _, r := range string(quoted) {
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

// Unquote gives the text that a valid JSON value stands for, "" when it is no string.
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

// MaxLineNesting is how deep arrays and objects may stand in each other on one line
// of an event log. The library's own limit is 10,000, real lines need three.
const MaxLineNesting = 1_000

// Object reads one JSON object in one pass and without recursion, more than
// twice as fast as the library only checks it. Up to MaxLineNesting its verdict is the
// library's, which does not look at UTF-8 either.
type Object struct {
	// Member is called for each entry of the object itself, in order, with the key
	// between its quotes as it was written and the exact text of the value. It may
	// have been called when the object turns out to be broken further on.
	Member func(key, value []byte)
	// open are the closing brackets that are still owed, kept for their memory.
	open []byte
}

// Read gives the offset behind the object at the beginning of b and the blanks
// around it, -1 when there is none. An object alone ends at len(b).
func (j *Object) Read(b []byte) int {
	at := SkipBlanks(b, 0)
	if at == len(b) || b[at] != '{' {
		return -1
	}
	if at = SkipBlanks(b, at+1); at < len(b) && b[at] == '}' {
		return SkipBlanks(b, at+1)
	}
	for {
		keyEnd, from := keyAt(b, at)
		if from < 0 {
			return -1
		}
		key := b[at+1 : keyEnd-1]
		if at = j.value(b, from); at < 0 {
			return -1
		}
		j.Member(key, b[from:at])
		if at = SkipBlanks(b, at); at == len(b) {
			return -1
		}
		switch b[at] {
		case ',':
			at = SkipBlanks(b, at+1)
		case '}':
			return SkipBlanks(b, at+1)
		default:
			return -1
		}
	}
}

// value gives the offset behind the value at an offset, -1 when there is none.
func (j *Object) value(b []byte, at int) int {
	j.open = j.open[:0]
	for at >= 0 && at < len(b) {
		switch c := b[at]; c {
		case '{', '[':
			closing := c + 2 // as ASCII has it
			j.open = append(j.open, closing)
			at = SkipBlanks(b, at+1)
			switch {
			case len(j.open) >= MaxLineNesting || at == len(b):
				return -1
			case b[at] == closing:
			case c == '{':
				_, at = keyAt(b, at)
				continue
			default:
				continue
			}
		case '"':
			at = StringEnd(b, at)
		default:
			at = wordEnd(b, at)
		}
		var more bool
		if at, more = j.behind(b, at); !more {
			return at
		}
	}
	return -1
}

// behind closes what is closed behind a value. When there is more, it gives the
// offset of the next value.
func (j *Object) behind(b []byte, at int) (next int, more bool) {
	for at >= 0 && len(j.open) > 0 {
		owed := j.open[len(j.open)-1]
		if at = SkipBlanks(b, at); at == len(b) {
			return -1, false
		}
		switch b[at] {
		case owed:
			j.open = j.open[:len(j.open)-1]
			at++
		case ',':
			if at = SkipBlanks(b, at+1); owed == '}' {
				_, at = keyAt(b, at)
			}
			return at, true
		default:
			return -1, false
		}
	}
	return at, false
}

// keyAt reads a key, its colon and the blanks around. It gives the offset behind
// the key and that of the value, -1 when there is no key.
func keyAt(b []byte, at int) (keyEnd, value int) {
	keyEnd = StringEnd(b, at)
	if keyEnd < 0 {
		return -1, -1
	}
	if at = SkipBlanks(b, keyEnd); at == len(b) || b[at] != ':' {
		return -1, -1
	}
	return keyEnd, SkipBlanks(b, at+1)
}

// Member is one entry of a JSON object: its key, and where the key, the value
// and the end of the value stand.
type Member struct {
	Key          string
	At, From, To int
}

// Members lists the entries of the object at an offset of valid JSON and gives
// where its closing bracket stands. It is not ok for other values, and for what is
// nested deeper than MaxLineNesting.
func Members(b []byte, at int) (members []Member, end int, ok bool) {
	if at >= len(b) || b[at] != '{' {
		return nil, 0, false
	}
	var j Object
	for at = SkipBlanks(b, at+1); at < len(b) && b[at] != '}'; {
		keyEnd, from := keyAt(b, at)
		if from < 0 {
			return nil, 0, false
		}
		m := Member{At: at, From: from, To: j.value(b, from)}
		if m.To < 0 {
			return nil, 0, false
		}
		m.Key = JSONText(b[at:keyEnd])
		members = append(members, m)
		if at = SkipBlanks(b, m.To); at < len(b) && b[at] == ',' {
			at = SkipBlanks(b, at+1)
		}
	}
	return members, at, at < len(b)
}

// Elements lists where the elements of the array at an offset of valid JSON
// stand.
func Elements(b []byte, at int) (elements []Span, ok bool) {
	if at >= len(b) || b[at] != '[' {
		return nil, false
	}
	var j Object
	for at = SkipBlanks(b, at+1); at < len(b) && b[at] != ']'; {
		to := j.value(b, at)
		if to < 0 {
			return nil, false
		}
		elements = append(elements, Span{at, to})
		if at = SkipBlanks(b, to); at < len(b) && b[at] == ',' {
			at = SkipBlanks(b, at+1)
		}
	}
	return elements, at < len(b)
}

// JSONText reads a JSON string, "" for any other value.
func JSONText(b []byte) string {
	var text string
	if json.Unmarshal(b, &text) != nil {
		return ""
	}
	return text
}

// Value is one value of a JSON text: where it stands, and what stands in it.
// Nothing is decoded, so that a part can be replaced by its bytes.
type Value struct {
	// From and to are the offsets of the value's first byte and behind its last one.
	From, To int
	// KeyFrom and keyTo are those of its key with the quotes, in an object.
	KeyFrom, KeyTo int
	// Parts are what an array or an object holds, in order.
	Parts []Value
}

// JSONError says where a text stops being JSON.
type JSONError struct {
	At     int
	Reason string
}

// Error says it in a sentence.
func (e *JSONError) Error() string { return fmt.Sprintf("byte %d: %s", e.At, e.Reason) }

// ReadJSON reads a text that is one JSON value, with or without a byte order mark.
// Nesting and the number of values are bounded. With an error it gives what stands
// before the broken place, where arrays and objects run to the end of the text.
func ReadJSON(b []byte) (Value, *JSONError) {
	at := 0
	switch {
	case bytes.HasPrefix(b, []byte{0xFF, 0xFE}), bytes.HasPrefix(b, []byte{0xFE, 0xFF}):
		return Value{}, &JSONError{0, "the text is UTF-16; JSON is UTF-8"}
	case bytes.HasPrefix(b, BOM):
		at = len(BOM)
	}
	if at = SkipBlanks(b, at); at == len(b) {
		return Value{}, &JSONError{at, "the file is empty"}
	}
	t := jsonScan{b: b}
	root, err := t.value(at, 1)
	if err == nil {
		if at = SkipBlanks(b, root.To); at < len(b) {
			err = &JSONError{at, "there is more text behind the value"}
		}
	}
	return root, err
}

// jsonScan is a text that is being read.
type jsonScan struct {
	b      []byte
	values int
}

// value reads the value at an offset, the depth-th one from outside. One that could
// not be read at all has no bytes.
func (t *jsonScan) value(at, depth int) (Value, *JSONError) {
	if at == len(t.b) {
		return Value{}, t.broken(at)
	}
	if t.values++; t.values > MaxValues {
		return Value{}, &JSONError{at, fmt.Sprintf("there are more than %d values", MaxValues)}
	}
	end := 0
	switch t.b[at] {
	case '{', '[':
		if depth > MaxNesting {
			return Value{}, &JSONError{at, fmt.Sprintf("values are nested deeper than %d", MaxNesting)}
		}
		return t.container(at, depth)
	case '"':
		end = StringEnd(t.b, at)
	default:
		end = wordEnd(t.b, at)
	}
	if end < 0 {
		return Value{}, t.broken(at)
	}
	return Value{From: at, To: end}, nil
}

func (t *jsonScan) container(at, depth int) (Value, *JSONError) {
	v, closing := Value{From: at, To: len(t.b)}, t.b[at]+2 // as ASCII has it
	if at = SkipBlanks(t.b, at+1); at < len(t.b) && t.b[at] == closing {
		v.To = at + 1
		return v, nil
	}
	for {
		keyFrom, keyTo := 0, 0
		if closing == '}' {
			keyFrom = at
			if keyTo, at = keyAt(t.b, at); keyTo < 0 {
				return v, t.broken(keyFrom)
			}
		}
		part, err := t.value(at, depth+1)
		if part.To > 0 {
			part.KeyFrom, part.KeyTo = keyFrom, keyTo
			v.Parts = append(v.Parts, part)
		}
		if err != nil {
			return v, err
		}
		at = SkipBlanks(t.b, part.To)
		switch {
		case at == len(t.b):
			return v, t.broken(at)
		case t.b[at] == closing:
			v.To = at + 1
			return v, nil
		case t.b[at] != ',':
			return v, t.broken(at)
		}
		comma := at
		if at = SkipBlanks(t.b, at+1); at < len(t.b) && t.b[at] == closing {
			return v, &JSONError{comma, "a comma with nothing behind it"}
		}
	}
}

// broken says what is wrong at an offset where something else had to stand.
func (t *jsonScan) broken(at int) *JSONError {
	reason := "this is not JSON"
	switch {
	case at == len(t.b):
		reason = "the file ends in the middle"
	case t.b[at] == '/' || t.b[at] == '#':
		reason = "a comment, which JSON does not have"
	case t.b[at] == '"' && StringEnd(t.b, at) < 0:
		reason = "a text without an end, or with a character that JSON does not allow in it"
	}
	return &JSONError{at, reason}
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

// Member gives the last member of an object with this key, which is the one that
// counts for the agents; nil when there is none.
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

// SkipBlanks gives the offset of the first byte at or behind at that is no blank.
func SkipBlanks(b []byte, at int) int {
	for at < len(b) && (b[at] == ' ' || b[at] == '\t' || b[at] == '\r' || b[at] == '\n') {
		at++
	}
	return at
}

// StringEnd gives the offset behind the JSON string at an offset, -1 when there
// is none.
func StringEnd(b []byte, at int) int {
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

// escapeEnd gives the offset of the last byte of the escape at an offset, -1 when
// JSON knows none like it.
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

// wordEnd gives the offset behind the number, true, false or null at an offset,
// -1 when there is none.
func wordEnd(b []byte, at int) int {
	switch b[at] {
	case 't':
		return literalEnd(b, at, "true")
	case 'f':
		return literalEnd(b, at, "false")
	case 'n':
		return literalEnd(b, at, "null")
	case '-':
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

func literalEnd(b []byte, at int, word string) int {
	if !bytes.HasPrefix(b[at:], []byte(word)) {
		return -1
	}
	return at + len(word)
}

// digitsEnd gives the offset behind one or more digits, -1 when there is none.
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

// MaxNesting is how deep arrays and objects of a JSON text that is read as a tree may
// stand in each other; seed.json needs five levels. MaxValues is how many values it
// may have.
const (
	MaxNesting = 200
	MaxValues  = 200_000
)

// CheckJSON names the line in which a text stops being JSON.
func CheckJSON(text []byte) error {
	err := json.Unmarshal(text, new(json.RawMessage))
	var at *json.SyntaxError
	if !errors.As(err, &at) {
		return err
	}
	read := text[:min(int(at.Offset), len(text))]
	return &LineError{1 + bytes.Count(read, []byte("\n")), "it is not valid JSON: " + at.Error()}
}

// start is where a part begins, with its key.
func (v Value) start() int {
	if v.KeyTo > 0 {
		return v.KeyFrom
	}
	return v.From
}
