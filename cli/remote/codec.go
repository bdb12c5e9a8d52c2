package remote

import (
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"reflect"
	"slices"
	"time"
)

// Values are sent without names, field after field: both sides have the same types (see shape). A number
// is a varint. A text, list or map begins with its count; where there can be none at all, with 0 for
// that, else the count and one. A map is in the order of its encoded keys, so that equal values have equal bytes. A time
// is its seconds, nanoseconds and zone.

// encode adds a value to what was encoded before.
func encode(b []byte, v reflect.Value) []byte {
	switch v.Kind() {
	case reflect.Bool:
		if v.Bool() {
			return append(b, 1)
		}
		return append(b, 0)
	case reflect.Int, reflect.Int8, reflect.Int16, reflect.Int32, reflect.Int64:
		return binary.AppendVarint(b, v.Int())
	case reflect.Uint8:
		return append(b, byte(v.Uint()))
	case reflect.Uint, reflect.Uint16, reflect.Uint32, reflect.Uint64:
		return binary.AppendUvarint(b, v.Uint())
	case reflect.String:
		b = binary.AppendUvarint(b, uint64(v.Len()))
		return append(b, v.String()...)
	case reflect.Slice:
		if v.IsNil() {
			return append(b, 0)
		}
		b = binary.AppendUvarint(b, uint64(v.Len())+1)
		if v.Type().Elem().Kind() == reflect.Uint8 {
			return append(b, v.Bytes()...)
		}
		return encodeEach(b, v)
	case reflect.Array:
		return encodeEach(b, v)
	case reflect.Map:
		return encodeMap(b, v)
	case reflect.Pointer:
		if v.IsNil() {
			return append(b, 0)
		}
		return encode(append(b, 1), v.Elem())
	case reflect.Interface: // an error
		err, ok := reflect.TypeAssert[error](v)
		if !ok {
			return append(b, 0)
		}
		return encode(append(b, 1), reflect.ValueOf(failureOf(err)))
	case reflect.Struct:
		if t, ok := reflect.TypeAssert[time.Time](v); ok {
			return encodeTime(b, t)
		}
		for i := range v.NumField() {
			b = encode(b, v.Field(i))
		}
	}
	// No type that is sent has another kind; a test holds that.
	return b
}

func encodeEach(b []byte, v reflect.Value) []byte {
	for i := range v.Len() {
		b = encode(b, v.Index(i))
	}
	return b
}

func encodeMap(b []byte, v reflect.Value) []byte {
	if v.IsNil() {
		return append(b, 0)
	}
	b = binary.AppendUvarint(b, uint64(v.Len())+1)
	var pairs [][]byte
	for key, value := range v.Seq2() {
		pairs = append(pairs, encode(encode(nil, key), value))
	}
	slices.SortFunc(pairs, bytes.Compare)
	return append(b, slices.Concat(pairs...)...)
}

func encodeTime(b []byte, t time.Time) []byte {
	b = binary.AppendVarint(b, t.Unix())
	b = binary.AppendUvarint(b, uint64(t.Nanosecond()))
	if t.Location() == time.UTC {
		return append(b, 0)
	}
	_, offset := t.Zone()
	return binary.AppendVarint(append(b, 1), int64(offset))
}

const (
	// mostMemory is how much memory the values of one message may take.
	mostMemory = 256 << 20
	// deepest is how deep values may lie in each other.
	deepest = 64
	// widestZone is how many seconds a zone may be away from UTC.
	widestZone = 24 * 60 * 60
)

var (
	errCut   = errors.New("a message ends in the middle of a value")
	errLarge = errors.New("a message takes too much memory")
	errOdd   = errors.New("a message has a value that cannot be")
)

// decoder reads values. It allocates no more than room bytes, whatever a count says.
type decoder struct {
	rest  []byte
	room  int
	zones map[int]*time.Location
	// counts are how many words the types have that were met.
	counts map[reflect.Type]int
}

// decode reads one value that fills b, and says how much memory it takes.
func decode(b []byte, into reflect.Value) (memory int, err error) {
	d := decoder{rest: b, room: mostMemory}
	if err := d.value(into, 0); err != nil {
		return 0, err
	}
	if len(d.rest) > 0 {
		return 0, errOdd
	}
	return mostMemory - d.room, nil
}

func (d *decoder) value(into reflect.Value, depth int) error {
	if depth > deepest {
		return errOdd
	}
	switch into.Kind() {
	case reflect.Bool:
		n, err := d.uint()
		if err == nil && n > 1 {
			err = errOdd
		}
		into.SetBool(n == 1)
		return err
	case reflect.Int, reflect.Int8, reflect.Int16, reflect.Int32, reflect.Int64:
		n, err := d.int()
		if err == nil && (into.OverflowInt(n) || !d.stands(n, into.Type())) {
			return errOdd
		}
		into.SetInt(n)
		return err
	case reflect.Uint8:
		if len(d.rest) == 0 {
			return errCut
		}
		into.SetUint(uint64(d.rest[0]))
		d.rest = d.rest[1:]
		return nil
	case reflect.Uint, reflect.Uint16, reflect.Uint32, reflect.Uint64:
		n, err := d.uint()
		if err == nil && into.OverflowUint(n) {
			return errOdd
		}
		into.SetUint(n)
		return err
	case reflect.String:
		n, err := d.uint()
		if err != nil {
			return err
		}
		text, err := d.bytes(n)
		into.SetString(string(text))
		return err
	case reflect.Slice:
		return d.slice(into, depth)
	case reflect.Array:
		return d.each(into, depth)
	case reflect.Map:
		return d.mapping(into, depth)
	case reflect.Pointer:
		return d.pointer(into, depth)
	case reflect.Struct:
		return d.fields(into, depth)
	case reflect.Interface:
		return d.failure(into, depth)
	}
	return fmt.Errorf("%w: %s", errOdd, into.Type())
}

// stands reports whether a number stands for something in its type.
func (d *decoder) stands(n int64, t reflect.Type) bool {
	if t.PkgPath() == "" {
		return true
	}
	count, ok := d.counts[t]
	if !ok {
		if d.counts == nil {
			d.counts = map[reflect.Type]int{}
		}
		count = words(t)
		d.counts[t] = count
	}
	return count == 0 || 0 <= n && n < int64(count)
}

func (d *decoder) int() (int64, error) {
	n, size := binary.Varint(d.rest)
	if size <= 0 {
		return 0, errCut
	}
	d.rest = d.rest[size:]
	return n, nil
}

func (d *decoder) uint() (uint64, error) {
	n, size := binary.Uvarint(d.rest)
	if size <= 0 {
		return 0, errCut
	}
	d.rest = d.rest[size:]
	return n, nil
}

// bytes returns the next n bytes, which the caller copies.
func (d *decoder) bytes(n uint64) ([]byte, error) {
	if n > uint64(len(d.rest)) {
		return nil, errCut
	}
	if err := d.take(1, int(n)); err != nil {
		return nil, err
	}
	text := d.rest[:n]
	d.rest = d.rest[n:]
	return text, nil
}

// take books the memory of n values.
func (d *decoder) take(size uintptr, n int) error {
	if size > 0 && n > d.room/int(size) {
		return errLarge
	}
	d.room -= n * int(size)
	return nil
}

// count reads how many values follow, each of which has a byte at least; none says that there is not
// even an empty list.
func (d *decoder) count(size uintptr) (n int, none bool, err error) {
	counted, err := d.uint()
	switch {
	case err != nil || counted == 0:
		return 0, true, err
	case counted-1 > uint64(len(d.rest)):
		return 0, false, errCut
	}
	return int(counted - 1), false, d.take(size, int(counted-1))
}

func (d *decoder) slice(into reflect.Value, depth int) error {
	of := into.Type().Elem()
	n, none, err := d.count(of.Size())
	if err != nil || none {
		return err
	}
	if of.Kind() == reflect.Uint8 {
		text := d.rest[:n:n]
		if n < len(d.rest)/2 {
			// It must not keep the whole message.
			text = append([]byte{}, text...)
		}
		into.SetBytes(text)
		d.rest = d.rest[n:]
		return nil
	}
	into.Set(reflect.MakeSlice(into.Type(), n, n))
	return d.each(into, depth)
}

func (d *decoder) each(into reflect.Value, depth int) error {
	for i := range into.Len() {
		if err := d.value(into.Index(i), depth+1); err != nil {
			return err
		}
	}
	return nil
}

func (d *decoder) mapping(into reflect.Value, depth int) error {
	t := into.Type()
	// A map has room to grow.
	n, none, err := d.count(2 * (t.Key().Size() + t.Elem().Size()))
	if err != nil || none {
		return err
	}
	into.Set(reflect.MakeMapWithSize(t, n))
	for range n {
		key, value := reflect.New(t.Key()).Elem(), reflect.New(t.Elem()).Elem()
		if err := d.value(key, depth+1); err != nil {
			return err
		}
		if err := d.value(value, depth+1); err != nil {
			return err
		}
		into.SetMapIndex(key, value)
	}
	if into.Len() != n {
		return errOdd
	}
	return nil
}

func (d *decoder) failure(into reflect.Value, depth int) error {
	var f *failure
	if err := d.pointer(reflect.ValueOf(&f).Elem(), depth); err != nil || f == nil {
		return err
	}
	err := reflect.ValueOf(f.err())
	if !err.Type().AssignableTo(into.Type()) {
		return errOdd
	}
	into.Set(err)
	return nil
}

func (d *decoder) pointer(into reflect.Value, depth int) error {
	of := into.Type().Elem()
	n, err := d.uint()
	switch {
	case err != nil || n == 0:
		return err
	case n > 1:
		return errOdd
	}
	if err := d.take(of.Size(), 1); err != nil {
		return err
	}
	into.Set(reflect.New(of))
	return d.value(into.Elem(), depth+1)
}

func (d *decoder) fields(into reflect.Value, depth int) error {
	if at, ok := reflect.TypeAssert[*time.Time](into.Addr()); ok {
		return d.time(at)
	}
	for i := range into.NumField() {
		if err := d.value(into.Field(i), depth+1); err != nil {
			return err
		}
	}
	return nil
}

func (d *decoder) time(into *time.Time) error {
	seconds, err := d.int()
	if err != nil {
		return err
	}
	nanos, err := d.uint()
	if err != nil {
		return err
	}
	zoned, err := d.uint()
	if err != nil {
		return err
	}
	if nanos >= uint64(time.Second) || zoned > 1 {
		return errOdd
	}
	*into = time.Unix(seconds, int64(nanos)).UTC()
	if zoned == 0 {
		return nil
	}
	offset, err := d.int()
	if err != nil {
		return err
	}
	if offset < -widestZone || offset > widestZone {
		return errOdd
	}
	*into = into.In(d.zone(int(offset)))
	return nil
}

func (d *decoder) zone(offset int) *time.Location {
	if d.zones[offset] == nil {
		if d.zones == nil {
			d.zones = map[int]*time.Location{}
		}
		d.zones[offset] = time.FixedZone("", offset)
	}
	return d.zones[offset]
}
