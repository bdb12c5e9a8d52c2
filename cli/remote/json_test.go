package remote

import (
	"encoding/json"
	"reflect"
	"runtime"
	"slices"
	"strings"
	"testing"
	"time"

	"pgregory.net/rapid"

	"coldstart/model"
	"coldstart/testdata/lies"
)

// Nothing of a snapshot, a decision or a receipt changes on the way.
func TestAnyValueSurvivesTheWay(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		of := rapid.SampledFrom([]reflect.Type{
			reflect.TypeFor[model.Snapshot](), reflect.TypeFor[model.Decision](), reflect.TypeFor[model.Receipt](),
			reflect.TypeFor[map[model.SessionKey][]byte](), reflect.TypeFor[model.Look](), reflect.TypeFor[loaded](),
		}).Draw(t, "type")
		sent, got := reflect.New(of).Elem(), reflect.New(of).Elem()
		lies.Fill(t, sent, 0)
		bytes := encode(nil, sent)
		if _, err := decode(bytes, got, false); err != nil || !json.Valid(bytes) {
			t.Fatalf("%v: %s", err, bytes)
		}
		if !reflect.DeepEqual(sent.Interface(), got.Interface()) {
			t.Fatalf("sent %+v\ngot %+v", sent, got)
		}
		// Equal values have equal bytes, so that a snapshot which did not change is recognised.
		if again := encode(nil, got); string(again) != string(bytes) {
			t.Fatal("the bytes differ the second time")
		}
	})
}

// A text comes back as it is: what is no UTF-8, and what begins as such a text is sent.
func TestATextComesBack(t *testing.T) {
	t.Parallel()
	for _, text := range []string{"", "ü\n<&>\u2028\"\\", "\x00\x1f", "a\x80b", "\xff", marked, marked + "YQ==", marked + "\xff", "\ufffd"} {
		sent := encoded([]string{text})
		if got, err := decoded[[]string](sent); err != nil || len(got) != 1 || got[0] != text || !json.Valid(sent) {
			t.Errorf("%q is sent as %s and comes as %q, %v", text, sent, got, err)
		}
	}
	for _, odd := range []string{`"` + marked + `!"`, `"` + marked + `YQ"`, `7`, `["a"]`} {
		if got, err := decoded[string]([]byte(odd)); !nonsense(err) {
			t.Errorf("%s is read as %q, %v", odd, got, err)
		}
	}
}

// A number that stands for nothing in its type is refused, so that no table has to expect it.
func TestANumberStandsForSomething(t *testing.T) {
	t.Parallel()
	for _, n := range []int{-1, 0, 2, 3, 64, 1 << 40} {
		known := n == 0 || n == 2
		if _, err := decoded[model.WorkRule](encoded(n)); nonsense(err) == known {
			t.Errorf("the rule %d: %v", n, err)
		}
		if _, err := decoded[map[string][]model.Weight](encoded(map[string][]int{"a": {n}})); nonsense(err) == known {
			t.Errorf("the weight %d: %v", n, err)
		}
		if _, err := decoded[int](encoded(n)); err != nil {
			t.Errorf("the count %d: %v", n, err)
		}
	}
}

// What is sent are plain values: the other side can put nothing into them that runs.
func TestOnlyPlainValuesAreSent(t *testing.T) {
	t.Parallel()
	known := map[reflect.Type]bool{}
	var walk func(of reflect.Type, path string)
	walk = func(of reflect.Type, path string) {
		if known[of] || of == reflect.TypeFor[time.Time]() || of == reflect.TypeFor[error]() {
			return
		}
		known[of] = true
		switch of.Kind() {
		case reflect.Slice, reflect.Pointer:
			walk(of.Elem(), path)
		case reflect.Array:
			if of.Elem().Kind() != reflect.Uint8 {
				t.Errorf("%s: a list of fixed length can be sent for bytes only", path)
			}
		case reflect.Map:
			walk(of.Key(), path)
			walk(of.Elem(), path)
		case reflect.Struct:
			if of.NumField() == 0 {
				t.Errorf("%s: a type without fields takes no byte, so a count of it has no bound", path)
			}
			for f := range of.Fields() {
				if of == reflect.TypeFor[model.Snapshot]() && f.Name == "index" {
					continue // The reader makes it.
				}
				if !f.IsExported() {
					t.Errorf("%s.%s is not sent", path, f.Name)
				}
				walk(f.Type, path+"."+f.Name)
			}
		case reflect.Int:
			if n := words(of); of.PkgPath() != "" && (n == 0 || n == mostWords) {
				t.Errorf("%s: %s has %d words, so that nobody knows which numbers stand for something", path, of, n)
			}
		case reflect.Bool, reflect.String, reflect.Uint8:
		case reflect.Int8, reflect.Int16, reflect.Int32, reflect.Int64:
			if of.PkgPath() == reflect.TypeFor[model.Snapshot]().PkgPath() {
				t.Errorf("%s: %s is no int, and the words of other numbers are not checked", path, of)
			}
		default:
			t.Errorf("%s is a %s", path, of.Kind())
		}
	}
	for _, t := range sent() {
		walk(t, t.Name())
	}
	if len(known) < 100 {
		t.Errorf("only %d types were looked at", len(known))
	}
}

// Every method of a vault can be asked.
func TestEveryMethodOfAVaultIsAsked(t *testing.T) {
	t.Parallel()
	vault := reflect.TypeFor[Vault]()
	for m := range vault.Methods() {
		name := m.Name
		if name == "LoadChanged" {
			name = askLoad
		}
		if _, ok := methods()[name]; !ok {
			t.Errorf("%s cannot be asked", m.Name)
		}
	}
}

// Values that would take too much are refused before memory is taken for them.
func TestALineTakesNoMemory(t *testing.T) {
	var deep model.Undoable
	if _, err := decode([]byte(strings.Repeat(`{"Newer":[`, 100)+strings.Repeat("]}", 100)), reflect.ValueOf(&deep).Elem(), true); !nonsense(err) {
		t.Errorf("deep: %v", err)
	}
	var before, after runtime.MemStats
	many := strings.Repeat("{},", 10<<20)
	for name, hostile := range map[string]string{
		"many rows":    "[" + many + "{}]",
		"many of many": `[{"Doubts":[` + many + `{}]}]`,
	} {
		var into []model.Request
		runtime.ReadMemStats(&before)
		_, err := decode([]byte(hostile), reflect.ValueOf(&into).Elem(), true)
		runtime.ReadMemStats(&after)
		if !nonsense(err) {
			t.Errorf("%s: %v", name, err)
		}
		if taken := after.TotalAlloc - before.TotalAlloc; taken > mostMemory+(64<<20) {
			t.Errorf("%s: took %d bytes", name, taken)
		}
	}
}

// What a method of a vault takes or returns has a typing.
func TestTheTypesOfAVaultAreListed(t *testing.T) {
	t.Parallel()
	for m := range reflect.TypeFor[Vault]().Methods() {
		for _, of := range append(slices.Collect(m.Type.Ins()), m.Type.Out(0)) {
			if _, listed := typings()[of]; !listed && of.Kind() != reflect.Interface {
				t.Errorf("%s: %s is not in the list of what is sent", m.Name, of)
			}
		}
	}
}
