package remote

import (
	"cmp"
	"fmt"
	"reflect"
	"strconv"
	"sync"
	"time"

	"coldstart/model"
)

const (
	// version moves when a key that is sent goes or changes its type: programs with another one do not understand each other.
	version = 3
	// rules moves when a doubt, a refusal or an operation comes, goes or changes: programs with another number look
	// at each other's vaults, and decide nothing there. A test compares both numbers with testdata/sent.txt.
	rules = 5
)

// typing is how values of a type are sent.
type typing struct {
	fields []field
	// at is the place of a field by its quoted name.
	at map[string]int
	// words is how many values have a word, 0 for a type of plain numbers.
	words int
}

// field is a field of a struct. key is the name as it is written, with its colon.
type field struct{ name, key string }

// typings are those of all types that are sent.
var typings = sync.OnceValue(func() map[reflect.Type]typing {
	all := map[reflect.Type]typing{}
	for _, t := range sent() {
		describe(t, all)
	}
	return all
})

// sent are the types that stand in lines by themselves, and those that the methods of a vault take and return. They are written
// out: to walk over the methods of a type makes the linker keep every method of the program.
func sent() []reflect.Type {
	var types []reflect.Type
	for _, v := range []any{firstLine{}, message{}, failure{}, signAsk{}, signAnswer{}, thing{}, loaded{}, args{}, []Listed{}, Output{},
		[]model.Change{}, map[model.SessionKey][]byte{}, model.Document{}, model.Excerpt{}, model.Inspection{}, model.LeftInGit{},
		model.Preview{}, model.Receipt{}, model.Settled{}, model.Snapshot{}, model.Undoable{}, model.Watching{}} {
		types = append(types, reflect.TypeOf(v))
	}
	return types
}

func typingOf(t reflect.Type) typing {
	if known, ok := typings()[t]; ok {
		return known
	}
	all := map[reflect.Type]typing{}
	describe(t, all)
	return all[t]
}

// describe notes a type and those it is made of.
func describe(t reflect.Type, known map[reflect.Type]typing) {
	if _, ok := known[t]; ok {
		return
	}
	out := typing{words: words(t)}
	known[t] = out
	switch {
	case t.Kind() == reflect.Map:
		describe(t.Key(), known)
		describe(t.Elem(), known)
	case t.Kind() == reflect.Slice || t.Kind() == reflect.Array || t.Kind() == reflect.Pointer:
		describe(t.Elem(), known)
	case t.Kind() == reflect.Struct && t != reflect.TypeFor[time.Time]():
		out.at = map[string]int{}
		for f := range t.Fields() {
			if !f.IsExported() {
				continue
			}
			name := cmp.Or(f.Tag.Get("json"), f.Name)
			out.at[strconv.Quote(name)] = len(out.fields)
			out.fields = append(out.fields, field{name, strconv.Quote(name) + ":"})
			describe(f.Type, known)
		}
		known[t] = out
	}
}

// mostWords is how many values of a type with words are looked at.
const mostWords = 64

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
