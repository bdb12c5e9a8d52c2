package text

import (
	"bytes"
	"errors"
	"strings"
	"testing"
)

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
		{`{"a": 1} ◉// note`, "more than one value on this line", "The line goes on after its closing brace."},
		{`{"a": ◉// note`, "a comment", ""},
		{"{\"a\": \"one◉\ttwo\"}", "a control character inside quotes", ""},
		{`{"a": "C:◉\users of this"}`, "an escape that JSON does not have", ""},
		{`◉plain words`, "no object in braces", ""},
		{`◉[1]`, "not a JSON object", ""},
		{"◉<<<<<<< mine\n{}\n=======\n{}\n>>>>>>> theirs\n", "git merge conflict, not resolved", "Git found two versions here, and nobody has chosen one."},
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
		{"a key twice", "---\na: b\nc: d\n◉a: e\n---\n", "a key is given twice", "Delete one", 4},
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
