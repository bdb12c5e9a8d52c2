package text

import (
	"bytes"
	"encoding/json"
	"errors"
	"slices"
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

// here marks the byte at which a text stops making sense.
const here = "◉"

// marked splits a text at its mark.
func marked(t *testing.T, text string) (whole string, at int) {
	t.Helper()
	before, after, ok := strings.Cut(text, here)
	if !ok {
		t.Fatalf("%q has no mark", text)
	}
	return before + after, len(before)
}

func TestJSONFaultsHaveNamesAndAPlace(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct{ text, name, cause string }{
		{`{"type": "Note", "result": "wa◉`, "the line stops in the middle", "The line stops in the middle of a word. No quote and no brace close it."},
		{`{"type": "Note", "result": "wait, ◉`, "the line stops in the middle", "The line stops inside quotes. No quote and no brace close it."},
		{`{"type": "a\◉`, "the line stops in the middle", "middle of a word"},
		{`{"type": "Note"◉`, "the line stops in the middle", "The line stops too early. No brace closes it."},
		{`{"type": ◉`, "the line stops in the middle", "too early"},
		{`{"type"◉`, "the line stops in the middle", "too early"},
		{`{"type": tru◉`, "the line stops in the middle", "middle of a word"},
		{"{\"type\": \"Caf◉\xc3", "the line stops in the middle", "middle of a character"},
		{"{\"type\": \"Caf◉\xe9\"}", "not UTF-8", "Byte 0xE9 is not UTF-8. In Latin-1 it is é."},
		{`{"type": "a" ◉"b": 1}`, "a comma or a quote is missing", "A comma is missing before this"},
		{`{"say": "he said "◉no" to me"}`, "a comma or a quote is missing", "a quote inside a text has no backslash"},
		{`{"a": 1◉,}`, "one comma too many", "No value belongs to this comma."},
		{`{"a": [1◉, ]}`, "one comma too many", ""},
		{`{"a": 1,◉, "b": 2}`, "one comma too many", ""},
		{`{"a": ◉, "b": 2}`, "a value is missing", ""},
		{`{"a" ◉1}`, "a colon is missing", ""},
		{`{◉a: 1}`, "a key without quotes", ""},
		{`{◉'a': 1}`, "single quotes", "JSON takes double quotes only."},
		{`{"a": ◉None}`, "None in place of null", "None is Python. JSON writes null."},
		{`{"a": ◉True}`, "True in place of true", ""},
		{`{"a": ◉yes}`, "a text without quotes", ""},
		{`{"a": 0◉1.}`, "a comma or a quote is missing", ""},
		{`{"a": ◉-}`, "not a number", ""},
		{`{"a": 1} ◉// note`, "more than one value on this line", "The line continues after its closing brace."},
		{`{"a": ◉// note`, "a comment", ""},
		{"{\"a\": \"one◉\ttwo\"}", "a control character inside quotes", ""},
		{`{"a": "C:◉\users of this"}`, "an escape that JSON does not have", ""},
		{`◉plain words`, "no object in braces", ""},
		{`◉[1]`, "not a JSON object", ""},
		{"◉<<<<<<< mine\n{}\n=======\n{}\n>>>>>>> theirs\n", "git merge conflict, not resolved", "Git found two versions here, and none was chosen."},
	} {
		text, at := marked(t, tt.text)
		f := JSONFault([]byte(text), "line")
		if f.Name != tt.name || f.Column != at+1 || !strings.Contains(f.Cause, tt.cause) {
			t.Errorf("%s: got %q in column %d (%s); want %q in column %d", tt.text, f.Name, f.Column, f.Cause, tt.name, at+1)
		}
	}
}

func TestFrontMatterFaultsHaveNamesAndAPlace(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		name, text, fault, help string
		line                    int
	}{
		{"conflict marks of git", "---\na: b\n◉<<<<<<< laptop\nstatus: Active\n=======\nstatus: Blocked\n>>>>>>> shop\n---\n", "git merge conflict, not resolved", "Keep one of the two, and delete the marks on lines 3, 5 and 7.", 3},
		{"a tab", "---\na: b\nnode_history:\n◉\t- node: DO\n---\n", "a tab as indent", "spaces", 4},
		{"a tab behind blanks", "---\na:\n ◉\tb: c\n---\n", "a tab as indent", "spaces", 3},
		{"a missing quote", "---\na: b\nc: ◉\"d\ne: f\n---\n", "a quote is never closed", "Close the quote", 3},
		{"a quote alone", "---\na: b\nc: ◉'\n---\n", "a quote is never closed", "Close the quote", 3},
		{"text behind quotes", "---\na: \"b\" ◉c\n---\n", "text after a closing quote", "one pair of quotes", 2},
		{"a colon", "---\na: Note◉: the berth\n---\n", "a colon inside a value", "Put the value in quotes.", 2},
		{"an at sign", "---\na: ◉@all\n---\n", "a value that begins with @", "quotes", 2},
		{"a bracket", "---\na: ◉[b\n---\n", "a bracket is never closed", "Close it", 2},
		{"a key twice", "---\na: b\nc: d\n◉a: e\n---\n", "duplicate key", "Delete one", 4},
		{"no end", "◉---\na: b\n", "front matter is never closed", "Put --- on a line of its own", 1},
		{"windows", "---\r\na: b\r\nc: ◉\"d\r\ne: f\r\n---\r\n", "a quote is never closed", "Close the quote", 3},
	} {
		text, at := marked(t, tt.text)
		_, err := ReadFront([]byte(text))
		var got *LineError
		if !errors.As(err, &got) {
			t.Errorf("%s: %v", tt.name, err)
			continue
		}
		column := at - bytes.LastIndexByte([]byte(text[:at]), '\n')
		if got.Line != tt.line || got.Fault.Column != column || got.Fault.Name != tt.fault || !strings.Contains(got.Fault.Help, tt.help) || got.Fault.Cause == "" {
			t.Errorf("%s: line %d, %+v; want line %d, column %d, %q", tt.name, got.Line, got.Fault, tt.line, column, tt.fault)
		}
	}
}

// Two or three words have to do in a row.
func TestALongNameHasAShortOne(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]string{
		`{"type": "Note`: "line cut short", "<<<<<<< mine\n{}\n=======\n{}\n>>>>>>> theirs\n": "merge conflict", `{"type": }`: "",
	} {
		if got := JSONFault([]byte(text), "line"); got.Short != want || got.Name == "" {
			t.Errorf("%s: %+v, want %q", text, got, want)
		}
	}
	if got := JSONFault([]byte("{"), "file").Short; got != "file cut short" {
		t.Errorf("%q", got)
	}
}

func TestABadByteHasItsPlace(t *testing.T) {
	t.Parallel()
	text, _ := marked(t, "a\r\nb ◉\xff\n")
	var got *LineError
	if !errors.As(CheckUTF8([]byte(text)), &got) || got.Line != 2 || got.Fault.Column != 3 || got.Fault.Name != "not UTF-8" {
		t.Errorf("%+v", got)
	}
}

func FuzzJSONFault(f *testing.F) {
	for _, seed := range []string{`{"a": "b`, "{'a': 1}", `{"a": 1,}`, "<<<<<<< a\n=======\n>>>>>>> b\n", "\xff", "", `{"a": "\u12`} {
		f.Add([]byte(seed))
	}
	f.Fuzz(func(t *testing.T, b []byte) {
		if (&Object{Grammar: PythonJSON}).Read(b) == len(b) {
			return
		}
		fault := JSONFault(b, "line")
		if fault.Column < 1 || fault.Column > len(b)+1 || fault.Name == "" || fault.Cause == "" {
			t.Errorf("%q: %+v", b, fault)
		}
	})
}
