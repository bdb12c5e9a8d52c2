package model

import (
	"reflect"
	"testing"
	"time"
)

// TestAPlanThatDiffersAnywhereIsNotTheSame changes each field of a plan, and those of its reading.
func TestAPlanThatDiffersAnywhereIsNotTheSame(t *testing.T) {
	t.Parallel()
	var read Plan
	fill(reflect.ValueOf(&read).Elem(), 1)
	if now := read; !read.Same(&now) {
		t.Fatal("a copy differs")
	}
	var each func(of reflect.Value, name string, now *Plan)
	each = func(of reflect.Value, name string, now *Plan) {
		for i := range of.NumField() {
			f, at := of.Field(i), name+of.Type().Field(i).Name
			if f.Kind() == reflect.Struct && f.Type() != reflect.TypeFor[time.Time]() {
				each(f, at+".", now)
				continue
			}
			was := reflect.New(f.Type()).Elem()
			was.Set(f)
			fill(f, 2)
			if read.Same(now) {
				t.Errorf("a change of %s is not seen", at)
			}
			f.Set(was)
		}
	}
	now := read
	each(reflect.ValueOf(&now).Elem(), "", &now)
	if !read.Same(&now) {
		t.Error("it was not changed back")
	}
}

// fill returns a value and all in it something that depends on n.
func fill(v reflect.Value, n int) {
	switch v.Kind() {
	case reflect.String:
		v.SetString(string(rune('a' + n)))
	case reflect.Bool:
		v.SetBool(n%2 == 1)
	case reflect.Int, reflect.Int8, reflect.Int32, reflect.Int64:
		v.SetInt(int64(n))
	case reflect.Uint8:
		v.SetUint(uint64(n))
	case reflect.Slice:
		v.Set(reflect.MakeSlice(v.Type(), 1, 1))
	case reflect.Array:
		fill(v.Index(0), n)
	case reflect.Pointer:
		v.Set(reflect.New(v.Type().Elem()))
	case reflect.Struct:
		if v.Type() == reflect.TypeFor[time.Time]() {
			v.Set(reflect.ValueOf(time.Unix(int64(n), 0)))
			return
		}
		for i := range v.NumField() {
			fill(v.Field(i), n)
		}
	}
}
