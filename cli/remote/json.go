package remote

import (
	"bytes"
	"encoding/base64"
	"encoding/json"
	"errors"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"time"
	"unicode/utf8"
)

// Values are sent as JSON, a struct by the names of its fields. A field that is zero is left out, one that is not
// known is ignored, so that a program with more fields and one with fewer understand each other. A map is a list of
// keys and values in one order, so that equal values have equal bytes. A time is its seconds, nanoseconds and, away
// from UTC, its zone. Bytes and hashes are in base64, and so is, behind a mark, a text that is no UTF-8, so that every
// name of a file comes back as it is.
//
// encoding/json does none of this without a tag on each field of the model, and reads a line without
// a bound for the memory that it takes.

const (
	// mostMemory is how much memory the values of one answer may take.
	mostMemory = 256 << 20
	// deepest is how deep values may lie in each other.
	deepest = 64
	// widestZone is how many seconds a zone may be away from UTC, zoneSize how many bytes one takes.
	widestZone, zoneSize = 24 * 60 * 60, 256
	// marked is before a text in base64.
	marked = "\x7f"
)

var (
	errCut   = errors.New("a message is not JSON, or incomplete")
	errLarge = errors.New("a message takes too much memory")
	errOdd   = errors.New("a message has a value that cannot be")
)

// wire is the way of values in one direction: what was written, or what is still to be read. Reading allocates no
// more than room bytes, whatever is written there, and nothing behind the first failure.
type wire struct {
	b       []byte
	reading bool
	room    int
	// newer is true where the other side may send words that nobody knows here: they become none.
	newer bool
	err   error
}

// encode adds a value to what was encoded before.
func encode(b []byte, v reflect.Value) []byte {
	w := wire{b: b}
	w.value(v, 0)
	return w.b
}

// decode reads one value that fills b, which is JSON, and says how much memory it takes.
func decode(b []byte, into reflect.Value, newer bool) (memory int, err error) {
	w := wire{b: b, reading: true, room: mostMemory, newer: newer}
	w.value(into, 0)
	return mostMemory - w.room, w.err
}

func (w *wire) fail(err error) {
	if w.err == nil {
		w.err = err
	}
	w.b = nil
}

// value writes or reads a value. Types of other kinds are not sent; a test holds that.
func (w *wire) value(v reflect.Value, depth int) {
	if depth > deepest {
		w.fail(errOdd)
		return
	}
	if w.isNull(v) {
		return
	}
	switch v.Kind() {
	case reflect.Bool:
		w.truth(v)
	case reflect.Int, reflect.Int8, reflect.Int16, reflect.Int32, reflect.Int64:
		w.number(v)
	case reflect.String:
		if text := w.text(v.String()); w.reading {
			v.SetString(text)
		}
	case reflect.Array:
		w.bytes(v)
	case reflect.Slice:
		w.list(v, depth)
	case reflect.Map:
		w.mapping(v, depth)
	case reflect.Pointer:
		if w.reading && w.take(v.Type().Elem().Size(), 1) {
			v.Set(reflect.New(v.Type().Elem()))
		}
		if !v.IsNil() {
			w.value(v.Elem(), depth+1)
		}
	case reflect.Interface:
		w.failure(v, depth)
	case reflect.Struct:
		if v.Type() == reflect.TypeFor[time.Time]() {
			w.time(v)
			return
		}
		w.fields(v, depth)
	}
}

// isNull writes or reads what stands for nothing, and reports whether it was that.
func (w *wire) isNull(v reflect.Value) bool {
	if w.reading {
		if w.next() != 'n' {
			return false
		}
		w.skip()
		return true
	}
	switch v.Kind() {
	case reflect.Slice, reflect.Map, reflect.Pointer, reflect.Interface:
		if v.IsNil() {
			w.b = append(w.b, "null"...)
			return true
		}
	}
	return false
}

func (w *wire) truth(v reflect.Value) {
	if !w.reading {
		w.b = strconv.AppendBool(w.b, v.Bool())
		return
	}
	word := w.skip()
	if v.SetBool(string(word) == "true"); !v.Bool() && string(word) != "false" {
		w.fail(errOdd)
	}
}

func (w *wire) number(v reflect.Value) {
	if !w.reading {
		w.b = strconv.AppendInt(w.b, v.Int(), 10)
		return
	}
	n, err := strconv.ParseInt(string(w.skip()), 10, v.Type().Bits())
	known := true
	if v.Type().PkgPath() != "" {
		count := int64(typingOf(v.Type()).words)
		known = count == 0 || n >= 0 && n < count
	}
	switch {
	case err != nil || !known && !w.newer:
		w.fail(errOdd)
	case known:
		v.SetInt(n)
	}
}

// text writes a text, or reads one.
func (w *wire) text(s string) string {
	if !w.reading {
		if strings.HasPrefix(s, marked) || !utf8.ValidString(s) {
			w.b = base64.StdEncoding.AppendEncode(append(w.b, `"`+marked...), []byte(s))
			w.b = append(w.b, '"')
		} else {
			w.b = quote(w.b, s)
		}
		return s
	}
	token := w.skip()
	if len(token) == 0 || token[0] != '"' {
		w.fail(errOdd)
	}
	if !w.take(1, len(token)) {
		return ""
	}
	text, err := unquoted(token)
	if err != nil {
		w.fail(errOdd)
	}
	return text
}

// unquoted is the text that a value of JSON is.
func unquoted(token []byte) (text string, err error) {
	if bytes.IndexByte(token, '\\') < 0 {
		text = string(token[1 : len(token)-1])
	} else {
		err = json.Unmarshal(token, &text)
	}
	if coded, ok := strings.CutPrefix(text, marked); ok && err == nil {
		var b []byte
		b, err = base64.StdEncoding.DecodeString(coded)
		text = string(b)
	}
	return text, err
}

// quote adds a text that is UTF-8.
func quote(b []byte, s string) []byte {
	for i := range len(s) {
		if s[i] < ' ' || s[i] == '"' || s[i] == '\\' {
			quoted, _ := json.Marshal(s)
			return append(b, quoted...)
		}
	}
	return append(append(append(b, '"'), s...), '"')
}

// bytes writes or reads the bytes of a list or an array, in base64.
func (w *wire) bytes(v reflect.Value) {
	if !w.reading {
		b := make([]byte, v.Len())
		reflect.Copy(reflect.ValueOf(b), v)
		w.b = append(base64.StdEncoding.AppendEncode(append(w.b, '"'), b), '"')
		return
	}
	b, err := base64.StdEncoding.DecodeString(w.text(""))
	switch {
	case err != nil || v.Kind() == reflect.Array && len(b) != v.Len():
		w.fail(errOdd)
	case v.Kind() == reflect.Array:
		reflect.Copy(v, reflect.ValueOf(b))
	default:
		v.SetBytes(b)
	}
}

// next skips spaces, and returns the sign that comes.
func (w *wire) next() byte {
	for len(w.b) > 0 && w.b[0] <= ' ' {
		w.b = w.b[1:]
	}
	if len(w.b) == 0 {
		return 0
	}
	return w.b[0]
}

// sign writes a sign, or reads it.
func (w *wire) sign(sign byte) {
	switch {
	case !w.reading:
		w.b = append(w.b, sign)
	case w.next() == sign:
		w.b = w.b[1:]
	default:
		w.fail(errOdd)
	}
}

// part parts value i from the one before it.
func (w *wire) part(i int) {
	if i > 0 {
		w.sign(',')
	}
}

// skip takes the next value as it is written.
func (w *wire) skip() []byte {
	w.next()
	n := valueEnd(w.b)
	value := w.b[:n:n]
	w.b = w.b[n:]
	return value
}

// valueEnd is where the value ends that JSON begins with.
func valueEnd(b []byte) int {
	depth := 0
	for i := 0; i < len(b); i++ {
		switch c := b[i]; {
		case c == '"':
			i += textEnd(b[i:])
		case c == '{' || c == '[':
			depth++
			continue
		case depth == 0 && (c == ',' || c == ':' || c == '}' || c == ']' || c <= ' '):
			return i
		case c == '}' || c == ']':
			depth--
		default:
			continue
		}
		if depth == 0 {
			return min(i+1, len(b))
		}
	}
	return len(b)
}

// textEnd is where the quote behind a text is.
func textEnd(b []byte) (end int) {
	for slashes := 1; slashes%2 != 0; {
		n := bytes.IndexByte(b[end+1:], '"')
		if n < 0 {
			return len(b) - 1
		}
		end += n + 1
		for slashes = 0; b[end-1-slashes] == '\\'; {
			slashes++
		}
	}
	return end
}

// take books the memory of n values, and reports whether there is room for them.
func (w *wire) take(size uintptr, n int) bool {
	if w.err == nil && size > 0 && n > w.room/int(size) {
		w.fail(errLarge)
	}
	if w.err == nil {
		w.room -= n * int(size)
	}
	return w.err == nil
}

// count is how many values the list has that comes next.
func (w *wire) count() (n int) {
	if w.next() != '[' {
		w.fail(errOdd)
		return 0
	}
	ahead := wire{b: w.b[1:], reading: true}
	for c := ahead.next(); c != ']' && c != 0; n++ {
		ahead.skip()
		if c = ahead.next(); c == ',' {
			ahead.sign(c)
		}
	}
	return n
}

func (w *wire) list(v reflect.Value, depth int) {
	switch {
	case v.Type() == reflect.TypeFor[json.RawMessage]() && w.reading:
		v.SetBytes(w.skip())
		return
	case v.Type() == reflect.TypeFor[json.RawMessage]():
		w.b = append(w.b, v.Bytes()...)
		return
	case v.Type().Elem().Kind() == reflect.Uint8:
		w.bytes(v)
		return
	case w.reading:
		if n := w.count(); w.take(v.Type().Elem().Size(), n) {
			v.Set(reflect.MakeSlice(v.Type(), n, n))
		}
	}
	w.sign('[')
	for i := 0; i < v.Len() && w.err == nil; i++ {
		w.part(i)
		w.value(v.Index(i), depth+1)
	}
	w.sign(']')
}

// mapping writes or reads the keys and values of a map, one behind the other.
func (w *wire) mapping(v reflect.Value, depth int) {
	t := v.Type()
	if !w.reading {
		var pairs [][]byte
		for key, value := range v.Seq2() {
			pairs = append(pairs, encode(append(encode(nil, key), ','), value))
		}
		slices.SortFunc(pairs, bytes.Compare)
		w.b = append(append(append(w.b, '['), bytes.Join(pairs, []byte(","))...), ']')
		return
	}
	n := w.count()
	// A map has room to grow.
	if n%2 != 0 || !w.take(2*(t.Key().Size()+t.Elem().Size()), n/2) {
		w.fail(errOdd)
		return
	}
	v.Set(reflect.MakeMap(t))
	w.sign('[')
	for i := 0; i < n && w.err == nil; i += 2 {
		key, value := reflect.New(t.Key()).Elem(), reflect.New(t.Elem()).Elem()
		w.part(i)
		w.value(key, depth+1)
		w.part(i + 1)
		w.value(value, depth+1)
		v.SetMapIndex(key, value)
	}
	w.sign(']')
}

func (w *wire) fields(v reflect.Value, depth int) {
	t := typingOf(v.Type())
	w.sign('{')
	if !w.reading {
		n := 0
		for i, f := range t.fields {
			if field := v.Field(i); !field.IsZero() {
				w.part(n)
				w.b = append(w.b, f.key...)
				w.value(field, depth+1)
				n++
			}
		}
	}
	for n := 0; w.reading && w.err == nil && w.next() != '}'; n++ {
		w.part(n)
		w.next()
		key := w.skip()
		w.sign(':')
		i, known := t.at[string(key)]
		if !known {
			w.skip()
			continue
		}
		v.Field(i).SetZero()
		w.value(v.Field(i), depth+1)
	}
	w.sign('}')
}

// failure writes or reads an error.
func (w *wire) failure(v reflect.Value, depth int) {
	var f failure
	if !w.reading {
		f = failureOf(v.Interface().(error))
	}
	w.value(reflect.ValueOf(&f).Elem(), depth)
	if !w.reading || w.err != nil {
		return
	}
	if err := reflect.ValueOf(f.err()); err.Type().AssignableTo(v.Type()) {
		v.Set(err)
	} else {
		w.fail(errOdd)
	}
}

func (w *wire) time(v reflect.Value) {
	if t, _ := reflect.TypeAssert[time.Time](v); !w.reading {
		w.b = strconv.AppendInt(append(w.b, '['), t.Unix(), 10)
		w.b = strconv.AppendInt(append(w.b, ','), int64(t.Nanosecond()), 10)
		if t.Location() != time.UTC {
			_, offset := t.Zone()
			w.b = strconv.AppendInt(append(w.b, ','), int64(offset), 10)
		}
		w.b = append(w.b, ']')
		return
	}
	var parts []int64
	w.value(reflect.ValueOf(&parts).Elem(), 0)
	switch {
	case w.err != nil:
		return
	case len(parts) < 2 || parts[1] < 0 || parts[1] >= int64(time.Second):
		w.fail(errOdd)
		return
	}
	at := time.Unix(parts[0], parts[1]).UTC()
	if len(parts) > 2 {
		if parts[2] < -widestZone || parts[2] > widestZone || !w.take(zoneSize, 1) {
			w.fail(errOdd)
			return
		}
		at = at.In(time.FixedZone("", int(parts[2])))
	}
	v.Set(reflect.ValueOf(at))
}
