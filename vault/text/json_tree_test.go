package text

import (
	"bytes"
	"encoding/json"
	"strings"
	"testing"
)

func TestBrokenJSONIsNamedWithItsPlace(t *testing.T) {
	t.Parallel()
	deep := strings.Repeat("[", 50_000)
	for _, tt := range []struct {
		name, text string
		at         int
		reason     string
	}{
		{"empty", "", 0, "the file is empty"},
		{"blanks only", " \n\t", 3, "the file is empty"},
		{"a byte order mark only", "\ufeff", 3, "the file is empty"},
		{"UTF-16", "\xff\xfe{\x00}\x00", 0, "UTF-16"},
		{"UTF-16, the other way round", "\xfe\xff\x00{\x00}", 0, "UTF-16"},
		{"cut off in an object", `{"a": [1, 2`, 11, "ends in the middle"},
		{"cut off behind a comma", `{"a": 1,`, 8, "ends in the middle"},
		{"cut off behind a colon", `{"a":`, 5, "ends in the middle"},
		{"cut off in a text", `{"a": "b`, 6, "a string that does not end"},
		{"a line feed in a text", "[\"a\nb\"]", 1, "a string that does not end"},
		{"a wrong escape", `["\x"]`, 1, "a string that does not end"},
		{"trailing comma in a list", `[1, 2,]`, 5, "a comma with nothing after it"},
		{"trailing comma in an object", `{"a": 1, }`, 7, "a comma with nothing after it"},
		{"trailing text", `{} x`, 3, "more text after the value"},
		{"two values", `{}{}`, 2, "more text after the value"},
		{"line comment", "{\n// why\n}", 2, "JSON has no comments"},
		{"block comment", `[1 /* why */]`, 3, "JSON has no comments"},
		{"comment of another language", `# why`, 0, "JSON has no comments"},
		{"not a number", `{"a": NaN}`, 6, "this is not JSON"},
		{"leading zero", `[01]`, 2, "this is not JSON"},
		{"plus", `[+1]`, 1, "this is not JSON"},
		{"single quotes", `{'a': 1}`, 1, "this is not JSON"},
		{"no colon", `{"a" 1}`, 1, "this is not JSON"},
		{"no comma", `[1 2]`, 3, "this is not JSON"},
		{"wrong bracket", `[1}`, 2, "this is not JSON"},
		{"too deep", deep + strings.Repeat("]", 50_000), maxNesting, "nested deeper than 200"},
		{"too deep and cut off", deep, maxNesting, "nested deeper than 200"},
		{"too many", "[" + strings.Repeat("0,", maxValues) + "0]", 2*maxValues - 1, "more than 200000 values"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			_, err := ReadJSON([]byte(tt.text))
			if err == nil || err.At != tt.at || !strings.Contains(err.Reason, tt.reason) {
				t.Errorf("got %v, want byte %d: %s", err, tt.at, tt.reason)
			}
		})
	}
}

func TestJSONIsReadUpToWhereItIsBroken(t *testing.T) {
	t.Parallel()
	b := []byte(`{"a": 1, "b": [2, {"c": "d", "e"`)
	root, err := ReadJSON(b)
	if err == nil || err.At != 29 || err.Error() != "line 1: this is not JSON" {
		t.Fatalf("the error is %v", err)
	}
	if a := root.Member(b, "a"); a == nil || string(b[a.From:a.To]) != "1" {
		t.Errorf("a is %+v", a)
	}
	list := root.Member(b, "b")
	if list == nil || len(list.Parts) != 2 || list.To != len(b) {
		t.Fatalf("b is %+v", list)
	}
	if c := list.Parts[1].Member(b, "c"); c == nil || string(b[c.From:c.To]) != `"d"` {
		t.Errorf("c is %+v", c)
	}
}

func TestTheLastOfSeveralMembersCounts(t *testing.T) {
	t.Parallel()
	b := []byte(`{"a": 1, "A": 2, "\u0061": 3, "b": null}`)
	root, _ := ReadJSON(b)
	for key, want := range map[string]string{"a": "3", "A": "2", "b": "null"} {
		if v := root.Member(b, key); v == nil || string(b[v.From:v.To]) != want {
			t.Errorf("%s is %+v, want %s", key, v, want)
		}
	}
	if v := root.Member(b, "c"); v != nil {
		t.Errorf("c is %+v", v)
	}
	if v := root.Parts[0].Member(b, "a"); v != nil {
		t.Errorf("a number has the member %+v", v)
	}
}

// rebuilt writes a value anew out of its parts; what is between them is left
// out, as json.Compact does.
func rebuilt(b []byte, v Value) string {
	parts := make([]string, len(v.Parts))
	for i, part := range v.Parts {
		parts[i] = rebuilt(b, part)
		if v.Is(b, '{') {
			parts[i] = string(b[part.KeyFrom:part.KeyTo]) + ":" + parts[i]
		}
	}
	switch v.Kind(b) {
	case '{':
		return "{" + strings.Join(parts, ",") + "}"
	case '[':
		return "[" + strings.Join(parts, ",") + "]"
	}
	return string(b[v.From:v.To])
}

// FuzzReadJSON holds the reader against the library: the same verdict within the
// bounds, and the same values at the places that it names.
func FuzzReadJSON(f *testing.F) {
	for _, text := range []string{
		`{"a": [1, true, {"b": -1.5e9}], "c": "d\u00e9\n", "e": {}, "f": []}`, "\ufeff[ ]\r\n", ` null `, `[01]`, `{"a":1,}`, `{a:1}`, `"\ud800"`, "\"\xff\"", `[1]]`, `-`,
	} {
		f.Add([]byte(text))
	}
	f.Fuzz(func(t *testing.T, b []byte) {
		if valid, deep := strictJSON.Valid(b); valid != (json.Valid(b) && !deep) {
			t.Fatalf("%q: valid is %v", b, valid)
		}
		root, err := ReadJSON(b)
		plain := bytes.TrimPrefix(b, BOM)
		if want := json.Valid(plain) && depthOf(plain) <= maxNesting; (err == nil) != want {
			t.Fatalf("%q: %v, the library says %v", b, err, want)
		}
		if err != nil {
			if err.At < 0 || err.At > len(b) {
				t.Fatalf("%q: the place is %d", b, err.At)
			}
			return
		}
		var want bytes.Buffer
		if err := json.Compact(&want, plain); err != nil {
			t.Fatal(err)
		}
		if got := rebuilt(b, root); got != want.String() {
			t.Fatalf("%q reads as %s, want %s", b, got, want.String())
		}
	})
}
