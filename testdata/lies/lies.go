// Package lies makes values as another machine could send them: each of the right type, and all of it
// made up, so that one part contradicts the other.
package lies

import (
	"fmt"
	"reflect"
	"time"

	"pgregory.net/rapid"

	"coldstart/model"
)

// Draw makes a value of a type.
func Draw[T any](t *rapid.T) T {
	var v T
	Fill(t, reflect.ValueOf(&v).Elem(), 0)
	return v
}

// Fill makes a value that lies so deep in others: nil, empty and filled lists, odd numbers, texts that
// are no UTF-8. A number of a type with words stands for one of them.
func Fill(t *rapid.T, v reflect.Value, depth int) {
	switch v.Kind() {
	case reflect.Bool:
		v.SetBool(rapid.Bool().Draw(t, "bool"))
	case reflect.Int, reflect.Int8, reflect.Int16, reflect.Int32, reflect.Int64:
		v.SetInt(number(t, v))
	case reflect.Uint, reflect.Uint8, reflect.Uint16, reflect.Uint32, reflect.Uint64:
		n := rapid.Uint64().Draw(t, "uint")
		if v.OverflowUint(n) {
			n = uint64(uint8(n))
		}
		v.SetUint(n)
	case reflect.String:
		v.SetString(text(t))
	case reflect.Slice:
		if n := few(t, depth); n >= 0 {
			v.Set(reflect.MakeSlice(v.Type(), n, n))
			for i := range n {
				Fill(t, v.Index(i), depth+1)
			}
		}
	case reflect.Array:
		// A hash: one of two, so that some are the same.
		v.Index(0).SetUint(rapid.Uint64Range(0, 1).Draw(t, "hash"))
	case reflect.Map:
		if n := few(t, depth); n >= 0 {
			v.Set(reflect.MakeMap(v.Type()))
			for range n {
				key, of := reflect.New(v.Type().Key()).Elem(), reflect.New(v.Type().Elem()).Elem()
				Fill(t, key, depth+1)
				Fill(t, of, depth+1)
				v.SetMapIndex(key, of)
			}
		}
	case reflect.Pointer:
		if rapid.Bool().Draw(t, "there") {
			v.Set(reflect.New(v.Type().Elem()))
			Fill(t, v.Elem(), depth+1)
		}
	case reflect.Interface:
		if err := failure(t); err != nil {
			v.Set(reflect.ValueOf(err))
		}
	case reflect.Struct:
		if v.Type() == reflect.TypeFor[time.Time]() {
			v.Set(reflect.ValueOf(moment(t)))
			return
		}
		for i := range v.NumField() {
			if !v.Type().Field(i).IsExported() {
				continue
			}
			Fill(t, v.Field(i), depth+1)
		}
	}
}

// few is how long a list is, -1 for none at all.
func few(t *rapid.T, depth int) int { return rapid.IntRange(-1, max(0, 2-depth/4)).Draw(t, "count") }

func number(t *rapid.T, v reflect.Value) int64 {
	if _, worded := v.Interface().(fmt.Stringer); worded && v.Kind() == reflect.Int {
		var known []int64
		nothing := fmt.Sprint(reflect.ValueOf(-1).Convert(v.Type()))
		for n := range 64 {
			if n == 0 || fmt.Sprint(reflect.ValueOf(n).Convert(v.Type())) != nothing {
				known = append(known, int64(n))
			}
		}
		return rapid.SampledFrom(known).Draw(t, "word")
	}
	n := rapid.OneOf(rapid.Int64Range(-2, 4), rapid.Int64()).Draw(t, "int")
	if v.OverflowInt(n) {
		n = int64(int8(n))
	}
	return n
}

// text is one of a few, so that some things name each other, or any bytes.
func text(t *rapid.T) string {
	switch rapid.IntRange(0, 5).Draw(t, "known") {
	case 0, 1:
		return ""
	case 2, 3, 4:
		return rapid.SampledFrom([]string{
			"a", "b", "Plans/a.md", "Plans/b.md", "a/trace.md", "2026-03-14", "one\ntwo\n", "\x1b[2J", "status: active\n# A\n- [ ] x", "~/a", "waits for step 1", "coldstart",
		}).Draw(t, "text")
	}
	return string(rapid.SliceOfN(rapid.Byte(), 0, 4).Draw(t, "bytes"))
}

func moment(t *rapid.T) time.Time {
	near := time.Date(2026, time.March, 14, 7, 0, 0, 0, time.UTC).Unix()
	at := time.Unix(rapid.OneOf(rapid.Int64Range(near-4000, near+4000), rapid.Int64Range(-1<<40, 1<<40), rapid.Int64()).Draw(t, "seconds"),
		rapid.Int64Range(0, 999_999_999).Draw(t, "nanos")).UTC()
	if offset := rapid.IntRange(-50_000, 50_000).Draw(t, "zone"); offset > 0 {
		at = at.In(time.FixedZone("", offset))
	}
	if rapid.Bool().Draw(t, "never") {
		return time.Time{}
	}
	return at
}

// failure is an error that can be told to another machine, or none.
func failure(t *rapid.T) error {
	return rapid.SampledFrom([]error{
		nil, model.ErrConflict, model.ErrNotFound, model.ErrNotAllowed, model.ErrLocked, model.ErrReadOnly, model.ErrNoVault,
	}).Draw(t, "failure")
}
