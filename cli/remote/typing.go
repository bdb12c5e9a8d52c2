package remote

import (
	"coldstart/model"
	"fmt"
	"reflect"
	"sync"
	"time"
)

const (
	// version moves when a key that is sent goes or changes its type: programs with another one do not understand each other.
	version = 1
	// rules moves when a doubt, a refusal or an operation comes, goes or changes: programs with another number look
	// at each other's vaults, and decide nothing there. A test compares both numbers with testdata/sent.txt.
	rules = 1
)

// typing is how values of a type are sent.
type typing struct {
	fields []field
	// at is the place of a field by its key.
	at map[string]int
	// words is how many values have a word, 0 for a type of plain numbers.
	words int
}

type field struct {
	name string
	// key is the name as it is written, with its colon.
	key string
}

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
	for _, v := range []any{firstLine{}, envelope{}, failure{}, signAsk{}, signAnswer{}, thing{}, loaded{}, nothing{}, Listed{}, Line{}, Output{},
		vaultsAsk{}, loadAsk{}, readAsk{}, linesAsk{}, stepAsk{}, gitAsk{}, excerptAsk{}, undoableAsk{}, textAsk{}, wakeAsk{}, messageAsk{}, settleAsk{},
		[]model.Change{}, []model.SessionKey{}, []byte{}, map[model.SessionKey][]byte{}, model.Decision{}, model.Document{}, model.Excerpt{},
		model.Fingerprint{}, model.Inspection{}, model.LeftInGit{}, model.Look{}, model.Message{}, model.Pin{}, model.Preview{}, model.Receipt{},
		model.Ref{}, model.Settled{}, model.Snapshot{}, model.Snooze{}, model.Undoable{}, model.Watching{}, "", 0, time.Time{}} {
		types = append(types, reflect.TypeOf(v))
	}
	return types
}

func typingOf(t reflect.Type) typing {
	if known, ok := typings()[t]; ok {
		return known
	}
	return newTyping(t)
}

func newTyping(t reflect.Type) typing {
	out := typing{words: words(t)}
	if t.Kind() != reflect.Struct || t == reflect.TypeFor[time.Time]() {
		return out
	}
	out.at = map[string]int{}
	for f := range t.Fields() {
		name := f.Name
		if tag := f.Tag.Get("json"); tag != "" {
			name = tag
		}
		out.at[name] = len(out.fields)
		out.fields = append(out.fields, field{name, string(quote(nil, name)) + ":"})
	}
	return out
}

// describe notes a type and those it is made of.
func describe(t reflect.Type, known map[reflect.Type]typing) {
	if _, ok := known[t]; ok {
		return
	}
	known[t] = newTyping(t)
	switch t.Kind() {
	case reflect.Slice, reflect.Array, reflect.Pointer:
		describe(t.Elem(), known)
	case reflect.Map:
		describe(t.Key(), known)
		describe(t.Elem(), known)
	case reflect.Struct:
		if t == reflect.TypeFor[time.Time]() {
			return
		}
		for f := range t.Fields() {
			describe(f.Type, known)
		}
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
