package vault

import (
	"bytes"
	"fmt"
)

// jsonValue is one value of a JSON text: where it stands, and what stands in it.
// Nothing is decoded, so that a part can be replaced by its bytes.
type jsonValue struct {
	// from and to are the offsets of the value's first byte and behind its last one.
	from, to int
	// keyFrom and keyTo are those of its key with the quotes, in an object.
	keyFrom, keyTo int
	// parts are what an array or an object holds, in order.
	parts []jsonValue
}

// jsonError says where a text stops being JSON.
type jsonError struct {
	at     int
	reason string
}

func (e *jsonError) Error() string { return fmt.Sprintf("byte %d: %s", e.at, e.reason) }

// readJSON reads a text that is one JSON value, with or without a byte order mark.
// Nesting and the number of values are bounded. With an error it gives what stands
// before the broken place, where arrays and objects run to the end of the text.
func readJSON(b []byte) (jsonValue, *jsonError) {
	at := 0
	switch {
	case bytes.HasPrefix(b, []byte{0xFF, 0xFE}), bytes.HasPrefix(b, []byte{0xFE, 0xFF}):
		return jsonValue{}, &jsonError{0, "the text is UTF-16; JSON is UTF-8"}
	case bytes.HasPrefix(b, bom):
		at = len(bom)
	}
	if at = skipBlanks(b, at); at == len(b) {
		return jsonValue{}, &jsonError{at, "the file is empty"}
	}
	t := jsonScan{b: b}
	root, err := t.value(at, 1)
	if err == nil {
		if at = skipBlanks(b, root.to); at < len(b) {
			err = &jsonError{at, "there is more text behind the value"}
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
func (t *jsonScan) value(at, depth int) (jsonValue, *jsonError) {
	if at == len(t.b) {
		return jsonValue{}, t.broken(at)
	}
	if t.values++; t.values > maxSeedValues {
		return jsonValue{}, &jsonError{at, fmt.Sprintf("there are more than %d values", maxSeedValues)}
	}
	end := 0
	switch t.b[at] {
	case '{', '[':
		if depth > maxSeedNesting {
			return jsonValue{}, &jsonError{at, fmt.Sprintf("values are nested deeper than %d", maxSeedNesting)}
		}
		return t.container(at, depth)
	case '"':
		end = stringEnd(t.b, at)
	default:
		end = wordEnd(t.b, at)
	}
	if end < 0 {
		return jsonValue{}, t.broken(at)
	}
	return jsonValue{from: at, to: end}, nil
}

func (t *jsonScan) container(at, depth int) (jsonValue, *jsonError) {
	v, closing := jsonValue{from: at, to: len(t.b)}, t.b[at]+2 // as ASCII has it
	if at = skipBlanks(t.b, at+1); at < len(t.b) && t.b[at] == closing {
		v.to = at + 1
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
		if part.to > 0 {
			part.keyFrom, part.keyTo = keyFrom, keyTo
			v.parts = append(v.parts, part)
		}
		if err != nil {
			return v, err
		}
		at = skipBlanks(t.b, part.to)
		switch {
		case at == len(t.b):
			return v, t.broken(at)
		case t.b[at] == closing:
			v.to = at + 1
			return v, nil
		case t.b[at] != ',':
			return v, t.broken(at)
		}
		comma := at
		if at = skipBlanks(t.b, at+1); at < len(t.b) && t.b[at] == closing {
			return v, &jsonError{comma, "a comma with nothing behind it"}
		}
	}
}

// broken says what is wrong at an offset where something else had to stand.
func (t *jsonScan) broken(at int) *jsonError {
	reason := "this is not JSON"
	switch {
	case at == len(t.b):
		reason = "the file ends in the middle"
	case t.b[at] == '/' || t.b[at] == '#':
		reason = "a comment, which JSON does not have"
	case t.b[at] == '"' && stringEnd(t.b, at) < 0:
		reason = "a text without an end, or with a character that JSON does not allow in it"
	}
	return &jsonError{at, reason}
}

// kind tells objects and arrays by '{' and '[', texts by '"', true, false and null by
// their first letter, and numbers by '0'. A value that is not there has none.
func (v jsonValue) kind(b []byte) byte {
	if v.to <= v.from {
		return 0
	}
	if c := b[v.from]; c != '-' && (c < '0' || c > '9') {
		return c
	}
	return '0'
}

// is reports whether there is a value of this kind.
func (v *jsonValue) is(b []byte, kind byte) bool { return v != nil && v.kind(b) == kind }

// key is the decoded key of a member.
func (v jsonValue) key(b []byte) string { return text(b[v.keyFrom:v.keyTo]) }

// member gives the last member of an object with this key, which is the one that
// counts for the agents; nil when there is none.
func (v *jsonValue) member(b []byte, key string) *jsonValue {
	if !v.is(b, '{') {
		return nil
	}
	for i := len(v.parts) - 1; i >= 0; i-- {
		if v.parts[i].key(b) == key {
			return &v.parts[i]
		}
	}
	return nil
}
