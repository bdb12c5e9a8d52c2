package remote

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"io"
	"maps"
	"reflect"
	"slices"
	"sync"
	"time"

	"coldstart/model"
)

// shape is the hash of all types that are sent, with the names of their fields, and the words that
// their numbers stand for. Two programs with the same shape read the same in the same bytes.
var shape = sync.OnceValue(func() string {
	h := sha256.New()
	known := map[reflect.Type]bool{}
	for _, name := range slices.Sorted(maps.Keys(methods())) {
		m := methods()[name]
		fmt.Fprintf(h, "%s\n", name)
		describe(h, m.asks, known)
		describe(h, m.answers, known)
	}
	describe(h, reflect.TypeFor[failure](), known)
	describe(h, reflect.TypeFor[message](), known)
	describe(h, reflect.TypeFor[signAsk](), known)
	describe(h, reflect.TypeFor[signAnswer](), known)
	describe(h, reflect.TypeFor[model.Snapshot](), known)
	return hex.EncodeToString(h.Sum(nil))
})

// mostWords is how many values of a type with words are looked at.
const mostWords = 64

// describe writes what a type is made of, each named type once.
func describe(w io.Writer, t reflect.Type, known map[reflect.Type]bool) {
	fmt.Fprintf(w, "%s %s\n", t, t.Kind())
	if known[t] || t == reflect.TypeFor[time.Time]() {
		return
	}
	known[t] = true
	switch t.Kind() {
	case reflect.Slice, reflect.Array, reflect.Pointer:
		describe(w, t.Elem(), known)
	case reflect.Map:
		describe(w, t.Key(), known)
		describe(w, t.Elem(), known)
	case reflect.Struct:
		for f := range t.Fields() {
			fmt.Fprintf(w, "%s ", f.Name)
			describe(w, f.Type, known)
		}
	case reflect.Int:
		for n := range words(t) {
			fmt.Fprintf(w, "%d %s\n", n, wordOf(t, n))
		}
	}
}

// words is how many values of a type have a word, 0 for a type of plain numbers. The first one without
// has the word of -1, which stands for nothing.
func words(t reflect.Type) int {
	if _, ok := reflect.Zero(t).Interface().(fmt.Stringer); !ok || t.Kind() != reflect.Int {
		return 0
	}
	nothing := wordOf(t, -1)
	for n := 1; n < mostWords; n++ {
		if wordOf(t, n) == nothing {
			return n
		}
	}
	return mostWords
}

// wordOf is the word of a value of a type that has words.
func wordOf(t reflect.Type, n int) string {
	return fmt.Sprint(reflect.ValueOf(n).Convert(t).Interface())
}
