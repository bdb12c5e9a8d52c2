package text

import (
	"bytes"
	"encoding/json"
	"slices"
	"strings"
	"testing"
)

// nestedArrays is an object with arrays in each other, so many deep with itself.
func nestedArrays(deep int) []byte {
	return []byte(`{"a":` + strings.Repeat("[", deep-1) + strings.Repeat("]", deep-1) + `}`)
}

func TestJSONObjectMembers(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		text string
		end  int
		want []string
	}{
		{`{}`, 2, nil},
		{" \t{ } \r\n", 8, nil},
		{`{"a":1,"b":"x, y}","a":[1,{"a":2}]}`, 35, []string{"a 1", `b "x, y}"`, `a [1,{"a":2}]`}},
		{"{ \"a\" :\ttrue , \"\" : null }", 26, []string{"a true", " null"}},
		{`{"\u0061\"":{"b":[]}}`, 21, []string{`\u0061\" {"b":[]}`}},
		{`{"a":-0.5e+10}{"b":1}`, 14, []string{"a -0.5e+10"}},
		{`{"a":1} x`, 8, []string{"a 1"}},
		{`{"a":1,}`, -1, []string{"a 1"}},
		{`{"a":1`, -1, []string{"a 1"}},
		{`[]`, -1, nil},
		{``, -1, nil},
	} {
		var got []string
		j := Object{Member: func(key, value []byte) { got = append(got, string(key)+" "+string(value)) }}
		if end := j.Read([]byte(tt.text)); end != tt.end || !slices.Equal(got, tt.want) {
			t.Errorf("%s: got %q up to %d, want %q up to %d", tt.text, got, end, tt.want, tt.end)
		}
	}
}

func TestJSONObjectIsBoundedInDepth(t *testing.T) {
	t.Parallel()
	j := Object{Member: func([]byte, []byte) {}}
	for _, tt := range []struct {
		deep int
		want bool
	}{{2, true}, {maxLineNesting, true}, {maxLineNesting + 1, false}, {100_000, false}} {
		arrays := nestedArrays(tt.deep)
		if got := j.Read(arrays) == len(arrays); got != tt.want {
			t.Errorf("%d nested arrays: %v, want %v", tt.deep, got, tt.want)
		}
		objects := []byte(strings.Repeat(`{"a":`, tt.deep-1) + "{}" + strings.Repeat("}", tt.deep-1))
		if got := j.Read(objects) == len(objects); got != tt.want {
			t.Errorf("%d nested objects: %v, want %v", tt.deep, got, tt.want)
		}
	}
}

// depthOf counts how deep brackets are in each other, outside of strings.
func depthOf(b []byte) int {
	deep, deepest := 0, 0
	for i := 0; i < len(b); i++ {
		switch b[i] {
		case '"':
			for i++; i < len(b) && b[i] != '"'; i++ {
				if b[i] == '\\' {
					i++
				}
			}
		case '{', '[':
			deep++
			deepest = max(deepest, deep)
		case '}', ']':
			deep--
		}
	}
	return deepest
}

// FuzzJSONObject holds the reader against the library: the same verdict on any
// text, and members that are the library's.
func FuzzJSONObject(f *testing.F) {
	for _, text := range []string{
		`{"type": "SessionStarted", "session": 1, "n": [true, {"x": -1.5e9}], "s": "a\u00e9\n"}`,
		`{"a":01}`, `{"a":1.}`, `{"a":-}`, `{"a":1e}`, `{"a":.5}`, `{"a":truе}`, `{"a":nul}`, `{"a":NaN}`, `{"a":"\x"}`,
		`{"a":"\u12g4"}`, "{\"a\":\"\x01\"}", "{\"a\":\"\x7f\xff\"}", `{"a":[1,]}`, `{"a":[}`, `{"a":{"b"}}`, `{a:1}`, `{"a":1}{"b":2}`, `[{}]`, `{"a":"\`, `{"a":"\u1`,
	} {
		f.Add([]byte(text))
	}
	f.Add(nestedArrays(50))
	f.Fuzz(func(t *testing.T, b []byte) {
		type entry struct{ key, value string }
		var got []entry
		j := Object{Member: func(key, value []byte) { got = append(got, entry{string(key), string(value)}) }}
		end := j.Read(b)
		trimmed := bytes.TrimLeft(b, " \t\r\n")
		want := json.Valid(b) && trimmed[0] == '{' && depthOf(b) <= maxLineNesting
		if (end == len(b)) != want {
			t.Fatalf("%q is read up to %d of %d, the library says %v", b, end, len(b), want)
		}
		if end > 0 && !json.Valid(b[:end]) {
			t.Fatalf("%q is no object", b[:end])
		}
		if !want {
			return
		}
		last, merged := map[string]string{}, map[string]json.RawMessage{}
		for _, e := range got {
			var key string
			if err := json.Unmarshal([]byte(`"`+e.key+`"`), &key); err != nil {
				t.Fatalf("key %q: %v", e.key, err)
			}
			last[key] = e.value
		}
		if err := json.Unmarshal(b, &merged); err != nil || len(merged) != len(last) {
			t.Fatalf("%q has %d members, the library finds %d (%v)", b, len(last), len(merged), err)
		}
		for key, value := range merged {
			if string(value) != last[key] {
				t.Fatalf("%q is %q, the library says %q", key, last[key], value)
			}
		}
	})
}
