package gate

import (
	"encoding/json"
	"reflect"
	"strings"
	"testing"
)

func TestCanonical(t *testing.T) {
	t.Parallel()
	for raw, want := range map[string]string{
		`{ "b" : 1, "a" : [ true, null ] }`: `{"a":[true,null],"b":1}`,
		`{"a":1.0,"b":1e2,"c":1}`:           `{"a":1.0,"b":1e2,"c":1}`,
		`{"a":"\u0061<&>\n"}`:               `{"a":"a<&>\n"}`,
		`{"a":{"z":{},"y":[]}}`:             `{"a":{"y":[],"z":{}}}`,
		"\"x\"\n":                           `"x"`,
		`{"a":"😀"}`:                         `{"a":"😀"}`,
		`{"a":"\ud83d\ude00"}`:              `{"a":"😀"}`,
		`{"a":"�"}`:                         `{"a":"�"}`,
	} {
		if got, err := Canonical([]byte(raw)); err != nil || got != want {
			t.Errorf("%s: %s, %v", raw, got, err)
		}
	}
	for raw, want := range map[string]string{
		``:                         "ends early",
		`{"a":1,"a":2}`:            `"a" twice`,
		`{"a":1,"\u0061":2}`:       `"a" twice`,
		`{"a":1} {}`:               "something follows",
		`{"a":1`:                   "no JSON",
		`{"a":}`:                   "no JSON",
		`{a:1}`:                    "no JSON",
		`[1,]`:                     "no JSON",
		"{\"a\":\"\xff\"}":         "no characters",
		`{"a":"\ud800"}`:           "half a character",
		strings.Repeat("[", 100):   "deeper",
		strings.Repeat(" ", 5<<20): "longer",
	} {
		if got, err := Canonical([]byte(raw)); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%.40s: %s, %v", raw, got, err)
		}
	}
}

// What comes out means the same, and stays as it is.
func FuzzCanonical(f *testing.F) {
	for _, raw := range []string{`{"a":[1,"x",null],"b":{}}`, `1e400`, `{"a":1,"a":2}`, `"\ud800"`} {
		f.Add([]byte(raw))
	}
	f.Fuzz(func(t *testing.T, raw []byte) {
		text, err := Canonical(raw)
		if err != nil {
			return
		}
		again, err := Canonical([]byte(text))
		if err != nil || again != text {
			t.Errorf("%q becomes %q: %v", text, again, err)
		}
		var a, b any
		if json.Unmarshal(raw, &a) == nil && (json.Unmarshal([]byte(text), &b) != nil || !reflect.DeepEqual(a, b)) {
			t.Errorf("%q means something else than %q", text, raw)
		}
	})
}
