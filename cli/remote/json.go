package remote

import (
	"bytes"
	"encoding/base64"
	"encoding/hex"
	"encoding/json"
	"errors"
	"reflect"
	"slices"
	"strconv"
	"time"
	"unicode/utf8"
)

// Values are sent as JSON, a struct by the names of its fields. A field that is zero is left out, one that is not
// known is ignored, so that a program with more fields and one with fewer understand each other. A map is in the order
// of its keys, so that equal values have equal bytes; unless its keys are texts it is a list of pairs. A hash is in
// hex, other bytes are in base64. A time is its seconds, nanoseconds and, away from UTC, its zone. A byte that is no
// UTF-8 is sent as the half of a surrogate, \udc80 and above, so that every name of a file comes back as it is.
//
// encoding/json does none of this without a tag on each field of the model, and reads a line without
// a bound for the memory that it takes.

// encode adds a value to what was encoded before.
func encode(b []byte, v reflect.Value) []byte {
	switch v.Kind() {
	case reflect.Bool:
		return strconv.AppendBool(b, v.Bool())
	case reflect.Int, reflect.Int8, reflect.Int16, reflect.Int32, reflect.Int64:
		return strconv.AppendInt(b, v.Int(), 10)
	case reflect.Uint, reflect.Uint8, reflect.Uint16, reflect.Uint32, reflect.Uint64:
		return strconv.AppendUint(b, v.Uint(), 10)
	case reflect.String:
		return quote(b, v.String())
	case reflect.Array: // of bytes
		b = append(b, '"')
		for i := range v.Len() {
			b = hex.AppendEncode(b, []byte{byte(v.Index(i).Uint())})
		}
		return append(b, '"')
	case reflect.Slice, reflect.Map, reflect.Pointer, reflect.Interface:
		if v.IsNil() {
			return append(b, "null"...)
		}
		return encodeFilled(b, v)
	case reflect.Struct:
		if t, ok := reflect.TypeAssert[time.Time](v); ok {
			return encodeTime(b, t)
		}
		return encodeFields(b, v)
	}
	// No type that is sent has another kind; a test holds that.
	return append(b, "null"...)
}

func encodeFilled(b []byte, v reflect.Value) []byte {
	switch v.Kind() {
	case reflect.Pointer:
		return encode(b, v.Elem())
	case reflect.Interface:
		err, _ := reflect.TypeAssert[error](v)
		return encode(b, reflect.ValueOf(failureOf(err)))
	case reflect.Map:
		return encodeMap(b, v)
	}
	if v.Type() == reflect.TypeFor[json.RawMessage]() {
		return append(b, v.Bytes()...)
	}
	if v.Type().Elem().Kind() == reflect.Uint8 {
		return append(base64.StdEncoding.AppendEncode(append(b, '"'), v.Bytes()), '"')
	}
	b = append(b, '[')
	for i := range v.Len() {
		b = encode(comma(b), v.Index(i))
	}
	return append(b, ']')
}

// comma parts a value from the one before it.
func comma(b []byte) []byte {
	if last := b[len(b)-1]; last == '[' || last == '{' {
		return b
	}
	return append(b, ',')
}

func encodeFields(b []byte, v reflect.Value) []byte {
	b = append(b, '{')
	for i, f := range typingOf(v.Type()).fields {
		if field := v.Field(i); !field.IsZero() {
			b = encode(append(comma(b), f.key...), field)
		}
	}
	return append(b, '}')
}

func encodeMap(b []byte, v reflect.Value) []byte {
	open, between, end, shut := "{", ":", "", "}"
	if v.Type().Key().Kind() != reflect.String {
		open, between, end, shut = "[", ",", "]", "]"
	}
	var pairs [][]byte
	for key, value := range v.Seq2() {
		var pair []byte
		if end != "" {
			pair = append(pair, '[')
		}
		pair = append(encode(pair, key), between...)
		pairs = append(pairs, append(encode(pair, value), end...))
	}
	slices.SortFunc(pairs, bytes.Compare)
	return append(append(append(b, open...), bytes.Join(pairs, []byte(","))...), shut...)
}

func encodeTime(b []byte, t time.Time) []byte {
	b = strconv.AppendInt(append(b, '['), t.Unix(), 10)
	b = strconv.AppendInt(append(b, ','), int64(t.Nanosecond()), 10)
	if t.Location() != time.UTC {
		_, offset := t.Zone()
		b = strconv.AppendInt(append(b, ','), int64(offset), 10)
	}
	return append(b, ']')
}

// quote adds a text.
func quote(b []byte, s string) []byte {
	b = append(b, '"')
	for len(s) > 0 {
		n := 0
		for n < len(s) && s[n] >= ' ' && s[n] < utf8.RuneSelf && s[n] != '"' && s[n] != '\\' {
			n++
		}
		if b, s = append(b, s[:n]...), s[n:]; s == "" {
			break
		}
		r, size := utf8.DecodeRuneInString(s)
		switch {
		case r == utf8.RuneError && size == 1:
			b = append(append(b, `\udc`...), hex.EncodeToString([]byte{s[0]})...)
		case r < ' ':
			b = append(append(b, `\u00`...), hex.EncodeToString([]byte{s[0]})...)
		case r == '"' || r == '\\':
			b = append(b, '\\', s[0])
		default:
			b = append(b, s[:size]...)
		}
		s = s[size:]
	}
	return append(b, '"')
}

const (
	// mostMemory is how much memory the values of one answer may take.
	mostMemory = 256 << 20
	// deepest is how deep values may lie in each other.
	deepest = 64
	// widestZone is how many seconds a zone may be away from UTC.
	widestZone = 24 * 60 * 60
)

var (
	errCut   = errors.New("a message is no JSON, or ends before its end")
	errLarge = errors.New("a message takes too much memory")
	errOdd   = errors.New("a message has a value that cannot be")
)

// decoder reads values in bytes that are JSON. It allocates no more than room bytes, whatever is written there.
type decoder struct {
	rest []byte
	room int
	// newer is true where the other side may send words that nobody knows here: they become none.
	newer bool
	zones map[int]*time.Location
}

// decode reads one value that fills b, which is JSON, and says how much memory it takes.
func decode(b []byte, into reflect.Value, newer bool) (memory int, err error) {
	d := decoder{rest: b, room: mostMemory, newer: newer}
	err = d.value(into, 0)
	return mostMemory - d.room, err
}

func (d *decoder) value(into reflect.Value, depth int) error {
	if depth > deepest {
		return errOdd
	}
	if into.Type() == reflect.TypeFor[json.RawMessage]() {
		into.SetBytes(d.skip())
		return nil
	}
	switch c := d.peek(); {
	case c == 'n':
		d.skip()
		return nil
	case into.Kind() == reflect.Pointer:
		if err := d.take(into.Type().Elem().Size(), 1); err != nil {
			return err
		}
		into.Set(reflect.New(into.Type().Elem()))
		return d.value(into.Elem(), depth+1)
	case into.Kind() == reflect.Interface:
		return d.failure(into, depth)
	case c == '"':
		return d.texts(into)
	case c == '[':
		return d.list(into, depth)
	case c == '{' && into.Kind() == reflect.Map && into.Type().Key().Kind() == reflect.String:
		return d.mapping(into, depth)
	case c == '{' && into.Kind() == reflect.Struct && into.Type() != reflect.TypeFor[time.Time]():
		return d.fields(into, depth)
	}
	return d.plain(into, string(d.skip()))
}

// plain reads a number or a truth.
func (d *decoder) plain(into reflect.Value, word string) error {
	switch {
	case into.Kind() == reflect.Bool && (word == "true" || word == "false"):
		into.SetBool(word == "true")
		return nil
	case into.CanInt():
		n, err := strconv.ParseInt(word, 10, into.Type().Bits())
		if into.Type().PkgPath() == "" {
			into.SetInt(n)
			return oddly(err)
		}
		if count := typingOf(into.Type()).words; count > 0 && (n < 0 || n >= int64(count)) {
			if !d.newer {
				return errOdd
			}
			n = 0
		}
		into.SetInt(n)
		return oddly(err)
	case into.CanUint():
		n, err := strconv.ParseUint(word, 10, into.Type().Bits())
		into.SetUint(n)
		return oddly(err)
	}
	return errOdd
}

func oddly(err error) error {
	if err != nil {
		return errOdd
	}
	return nil
}

// peek skips spaces.
func (d *decoder) peek() byte {
	for len(d.rest) > 0 && d.rest[0] <= ' ' {
		d.rest = d.rest[1:]
	}
	if len(d.rest) == 0 {
		return 0
	}
	return d.rest[0]
}

// past skips spaces and one of the signs, and reports whether it was there.
func (d *decoder) past(sign byte) bool {
	if d.peek() != sign {
		return false
	}
	d.rest = d.rest[1:]
	return true
}

// skip returns the next value as it is written.
func (d *decoder) skip() []byte {
	n := 0
	switch c := d.peek(); {
	case c == '"':
		n = textEnd(d.rest)
	case c == '{' || c == '[':
		n = nestEnd(d.rest)
	default:
		for n < len(d.rest) && d.rest[n] > ' ' && d.rest[n] != ',' && d.rest[n] != ']' && d.rest[n] != '}' {
			n++
		}
	}
	value := d.rest[:n:n]
	d.rest = d.rest[n:]
	return value
}

// textEnd is where a text ends, behind its quote.
func textEnd(b []byte) int {
	for i := 1; ; {
		n := bytes.IndexByte(b[i:], '"')
		if n < 0 {
			return len(b)
		}
		i += n + 1
		slashes := 0
		for b[i-2-slashes] == '\\' {
			slashes++
		}
		if slashes%2 == 0 {
			return i
		}
	}
}

// nestEnd is where an object or a list ends.
func nestEnd(b []byte) int {
	depth := 0
	for i := 0; i < len(b); i++ {
		switch b[i] {
		case '"':
			i += textEnd(b[i:]) - 1
		case '{', '[':
			depth++
		case '}', ']':
			if depth--; depth == 0 {
				return i + 1
			}
		}
	}
	return len(b)
}

// take books the memory of n values.
func (d *decoder) take(size uintptr, n int) error {
	if size > 0 && n > d.room/int(size) {
		return errLarge
	}
	d.room -= n * int(size)
	return nil
}

// text reads a text as it is written between its quotes.
func (d *decoder) text() ([]byte, error) {
	if d.peek() != '"' {
		return nil, errOdd
	}
	text := d.skip()
	return text[1 : len(text)-1], d.take(1, len(text))
}

func (d *decoder) texts(into reflect.Value) error {
	text, err := d.text()
	if err != nil {
		return err
	}
	switch {
	case into.Kind() == reflect.String:
		into.SetString(unquoted(text))
		return nil
	case into.Kind() == reflect.Slice && into.Type().Elem().Kind() == reflect.Uint8:
		b := make([]byte, base64.StdEncoding.DecodedLen(len(text)))
		n, err := base64.StdEncoding.Decode(b, text)
		into.SetBytes(b[:n])
		return oddly(err)
	case into.Kind() == reflect.Array && into.Type().Elem().Kind() == reflect.Uint8 && len(text) == 2*into.Len():
		b := make([]byte, into.Len())
		_, err := hex.Decode(b, text)
		reflect.Copy(into, reflect.ValueOf(b))
		return oddly(err)
	}
	return errOdd
}

// unquoted is a text of JSON without what stands for other bytes.
func unquoted(text []byte) string {
	i := bytes.IndexByte(text, '\\')
	if i < 0 {
		return string(text)
	}
	b := append(make([]byte, 0, len(text)), text[:i]...)
	for text = text[i:]; len(text) > 0; {
		if text[0] != '\\' {
			n := max(bytes.IndexByte(text, '\\'), 0)
			if n == 0 {
				n = len(text)
			}
			b, text = append(b, text[:n]...), text[n:]
			continue
		}
		if text[1] != 'u' {
			at := bytes.IndexByte([]byte(`bfnrt`), text[1])
			b = append(b, append([]byte("\b\f\n\r\t"), text[1])[(at+6)%6])
			text = text[2:]
			continue
		}
		r := unit(text)
		text = text[6:]
		switch low := unit(text); {
		case r >= 0xdc80 && r <= 0xdcff:
			b = append(b, byte(r))
			continue
		case r >= 0xd800 && r < 0xdc00 && low >= 0xdc00 && low < 0xe000:
			r, text = (r-0xd800)<<10|(low-0xdc00)+0x10000, text[6:]
		}
		b = utf8.AppendRune(b, r)
	}
	return string(b)
}

// unit is what \u and four digits stand for, 0 for anything else.
func unit(text []byte) rune {
	if len(text) < 6 || text[0] != '\\' || text[1] != 'u' {
		return 0
	}
	n, _ := strconv.ParseUint(string(text[2:6]), 16, 16)
	return rune(n)
}

// count is how many values the list has that comes next.
func (d *decoder) count() (n int) {
	ahead := decoder{rest: d.rest[1:]}
	for c := ahead.peek(); c != ']' && c != 0; c = ahead.peek() {
		ahead.skip()
		ahead.past(',')
		n++
	}
	return n
}

func (d *decoder) list(into reflect.Value, depth int) error {
	n := d.count()
	switch {
	case into.Type() == reflect.TypeFor[time.Time]():
		return d.time(into.Addr().Interface().(*time.Time))
	case into.Kind() == reflect.Map && into.Type().Key().Kind() != reflect.String:
		return d.pairs(into, n, depth)
	case into.Kind() != reflect.Slice || into.Type().Elem().Kind() == reflect.Uint8:
		return errOdd
	}
	if err := d.take(into.Type().Elem().Size(), n); err != nil {
		return err
	}
	into.Set(reflect.MakeSlice(into.Type(), n, n))
	d.past('[')
	for i := range n {
		if err := d.value(into.Index(i), depth+1); err != nil {
			return err
		}
		d.past(',')
	}
	d.past(']')
	return nil
}

// entry reads one pair of a map, whose key stands before a sign.
func (d *decoder) entry(into reflect.Value, sign byte, depth int) error {
	t := into.Type()
	if into.IsNil() {
		into.Set(reflect.MakeMap(t))
	}
	// A map has room to grow.
	if err := d.take(2*(t.Key().Size()+t.Elem().Size()), 1); err != nil {
		return err
	}
	key, value := reflect.New(t.Key()).Elem(), reflect.New(t.Elem()).Elem()
	if err := d.value(key, depth+1); err != nil {
		return err
	}
	if !d.past(sign) {
		return errOdd
	}
	if err := d.value(value, depth+1); err != nil {
		return err
	}
	into.SetMapIndex(key, value)
	return nil
}

func (d *decoder) pairs(into reflect.Value, n, depth int) error {
	into.Set(reflect.MakeMap(into.Type()))
	d.past('[')
	for range n {
		if !d.past('[') {
			return errOdd
		}
		if err := d.entry(into, ',', depth); err != nil {
			return err
		}
		if !d.past(']') {
			return errOdd
		}
		d.past(',')
	}
	d.past(']')
	return nil
}

func (d *decoder) mapping(into reflect.Value, depth int) error {
	into.Set(reflect.MakeMap(into.Type()))
	for d.past('{'); !d.past('}'); d.past(',') {
		if err := d.entry(into, ':', depth); err != nil {
			return err
		}
	}
	return nil
}

func (d *decoder) fields(into reflect.Value, depth int) error {
	t := typingOf(into.Type())
	for d.past('{'); !d.past('}'); d.past(',') {
		key, err := d.text()
		if err != nil {
			return err
		}
		d.past(':')
		i, known := t.at[string(key)]
		if !known {
			d.skip()
			continue
		}
		into.Field(i).SetZero()
		if err := d.value(into.Field(i), depth+1); err != nil {
			return err
		}
	}
	return nil
}

func (d *decoder) failure(into reflect.Value, depth int) error {
	var f failure
	if err := d.value(reflect.ValueOf(&f).Elem(), depth); err != nil {
		return err
	}
	err := reflect.ValueOf(f.err())
	if !err.Type().AssignableTo(into.Type()) {
		return errOdd
	}
	into.Set(err)
	return nil
}

func (d *decoder) time(into *time.Time) error {
	var words []int64
	if err := d.value(reflect.ValueOf(&words).Elem(), 0); err != nil {
		return err
	}
	if len(words) < 2 || words[1] < 0 || words[1] >= int64(time.Second) {
		return errOdd
	}
	*into = time.Unix(words[0], words[1]).UTC()
	if len(words) == 2 {
		return nil
	}
	offset := words[2]
	if offset < -widestZone || offset > widestZone {
		return errOdd
	}
	if d.zones[int(offset)] == nil {
		if d.zones == nil {
			d.zones = map[int]*time.Location{}
		}
		d.zones[int(offset)] = time.FixedZone("", int(offset))
	}
	*into = into.In(d.zones[int(offset)])
	return nil
}
