package text

import (
	"bytes"
	"errors"
	"fmt"
	"reflect"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"gopkg.in/yaml.v3"
	"pgregory.net/rapid"

	"coldstart/testdata/examples"
	"coldstart/testdata/must"
)

// keysOf returns a front matter as "key=value|key=value".
func keysOf(fm *Front) string {
	if fm == nil {
		return "none"
	}
	var out []string
	for _, f := range fm.Fields {
		out = append(out, f.Key+"="+f.Value)
	}
	return strings.Join(out, "|")
}

func TestFrontmatterValues(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct{ name, text, want string }{
		{"none", "# Objective\n", "none"},
		{"empty file", "", "none"},
		{"a rule after text is none", "text\n---\na: b\n---\n", "none"},
		{"four dashes are no fence", "----\na: b\n----\n", "none"},
		{"plain words", "---\na: b\nc: d e\n---\nbody", "a=b|c=d e"},
		{"empty block", "---\n---\n", ""},
		{"only comments", "---\n# a: b\n---\n", ""},
		{"blank lines before it", "\n \n---\na: b\n---\n", "a=b"},
		{"byte order mark", "\xEF\xBB\xBF---\na: b\n---\n", "a=b"},
		{"Windows", "---\r\na: b\r\nc: d\r\n---\r\n", "a=b|c=d"},
		{"written twice in text mode", "---\r\r\na: b\r\r\nc: \"d\r\r\n  e\"\r\r\n---\r\r\n", "a=b|c=d e"},
		{"carriage returns alone", "---\ra: b\rc: d\r---\rbody", "a=b|c=d"},
		{"blanks behind the fences", "--- \t\na: b\n---  \n", "a=b"},
		{"closed by dots", "---\na: b\n...\n---\n", "a=b"},
		{"closed at the end of the file", "---\na: b\n---", "a=b"},
		{"tabs", "---\na:\tb\t\n---\n", "a=b"},
		{"quotes", "---\na: 'b'\nc: \"d: e\"\nf: ''\n---\n", "a=b|c=d: e|f="},
		{"quotes inside quotes", "---\na: 'it''s'\nb: \"say \\\"x\\\"\"\n---\n", "a=it's|b=say \"x\""},
		{"null", "---\na: null\nb: ~\nc:\nd: Null\ne: 'null'\n---\n", "a=|b=|c=|d=|e=null"},
		{"comments", "---\n# first\na: b # c\nd: e#f\ng: # h\n---\n", "a=b|d=e#f|g="},
		{"a mark of a comment inside quotes", "---\na: 'b # c'\n---\n", "a=b # c"},
		{"types stay text", "---\na: 2026\nb: 001\nc: 12:30\nd: true\ne: 2026-01-01\nf: -5\n---\n", "a=2026|b=001|c=12:30|d=true|e=2026-01-01|f=-5"},
		{"folded plain text", "---\na: b\n  c\nd: e\n---\n", "a=b c|d=e"},
		{"folded double quotes", "---\na: \"b \\\n  \\ c \\u2014 \\xE9\"\nd: e\n---\n", "a=b  c \u2014 \u00E9|d=e"},
		{"block text that holds a rule", "---\na: |\n  b\n  ---\n  c\nd: e\n---\n", "a=b\n---\nc\n|d=e"},
		{"lists", "---\na: [b, c]\nd:\n- e\n- f\ng:\n  - h\n---\n", "a=b, c|d=e, f|g=h"},
		{"nested keys are not top-level keys", "---\na:\n  status: b\nstatus: c\n---\n", "a=|status=c"},
		{"quoted keys", "---\n\"a\": b\n'c': d\n---\n", "a=b|c=d"},
		{"a key without a name", "---\n? {a: b}\n: c\nd: e\n---\n", "=c|d=e"},
		{"braces", "---\n{a: b, c: d}\n---\n", "a=b|c=d"},
		{"an indented block", "---\n  a: b\n  c: d\n---\n", "a=b|c=d"},
		{"aliases are not followed", "---\na: &x b\nc: *x\n---\n", "a=b|c="},
		{"a key inside a quoted text is no key", "---\na: \"b\nstatus: Done\"\nc: d\n---\n", "a=b status: Done|c=d"},
		{"YAML's other line ends", "---\na: b\u2028c: d\n---\n", "a=b|c=d"},
		{"links are values", "---\na: https://x.example/y\n---\n", "a=https://x.example/y"},
		{"keys with blanks and dashes", "---\nmy key: a\nx-y : b\n---\n", "my key=a|x-y=b"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			fm, err := ReadFront([]byte(tt.text))
			if got := keysOf(fm); err != nil || got != tt.want {
				t.Errorf("got %q and error %v, want %q", got, err, tt.want)
			}
		})
	}
}

func TestFrontmatterErrorsNameTheLineInTheFile(t *testing.T) {
	t.Parallel()
	long := strings.Repeat("k: "+strings.Repeat("v", 997)+"\n", 70)
	for _, tt := range []struct {
		name, text, reason string
		line               int
		left               string // what can be read all the same
	}{
		{"a colon in a value", "---\na: b\nc: d: e\nf: g\n---\n", "a colon inside a value", 3, "a=b|c=d: e|f=g"},
		{"in the first line", "---\nc: d: e\n---\n", "a colon inside a value", 2, "c=d: e"},
		{"below blank lines", "\n\n---\na: b\nc: d: e\n---\n", "a colon inside a value", 5, "a=b|c=d: e"},
		{"Windows", "---\r\na: b\r\nc: d: e\r\n---\r\n", "a colon inside a value", 3, "a=b|c=d: e"},
		{"written twice in text mode", "---\r\r\na: b\r\r\nc: d: e\r\r\n---\r\r\n", "a colon inside a value", 3, "a=b|c=d: e"},
		{"text behind a list", "---\na: b\nc: [Step 1] d\ne: f\n---\n", "text after a bracket", 3, "a=b|c=[Step 1] d|e=f"},
		{"text behind quotes", "---\na: b\nc: \"d\" <e@f.example>\ng: h\n---\n", "text after a closing quote", 3, "a=b|c=\"d\" <e@f.example>|g=h"},
		{"an open list", "---\na: b\nc: [d\ne: f\n---\n", "a bracket is never closed", 3, "a=b|c=[d|e=f"},
		{"an open quote", "---\na: b\nc: \"d\ne: f\n---\n", "a quote is never closed", 3, "a=b|c=\"d|e=f"},
		{"a forbidden first character", "---\na: b\nc: @d\ne: f\n---\n", "a value that begins with @", 3, "a=b|c=@d|e=f"},
		{"an unknown alias", "---\na: b\nc: *d\ne: f\n---\n", "a value that begins with *", 3, "a=b|c=*d|e=f"},
		{"a line that is no pair", "---\na: b\nno pair\nc: d\n---\n", "a line without a colon", 3, "a=b|c=d"},
		{"a list out of line", "---\na: b\nc:\n  - d\n - e\nf: g\n---\n", "a line out of place", 4, "a=b|c=|f=g"},
		{"a control character", "---\na: b\nc: d\x01\n---\n", "a control character", 3, "a=b|c=d\x01"},
		{"a key given twice", "---\na: b\nc: d\na: e\n---\n", `key "a" appears twice, first on line 2`, 4, "a=b|c=d|a=e"},
		{"a key given twice in two notations", "---\na: b\n\"a\": e\n---\n", `key "a" appears twice, first on line 2`, 3, "a=b|a=e"},
		{"a list instead of keys", "---\n- a\n- b\n---\n", "not a list of keys and values", 2, ""},
		{"a word instead of keys", "---\nword\n---\n", "not a list of keys and values", 2, ""},
		{"two documents", "---\na: b\n--- c\n---\n", "more than one YAML document", 2, "a=b"},
		{"never closed", "---\na: b\nc: d\n\n# Heading\ne: f\n", "never closed", 1, "a=b|c=d"},
		{"never closed, no blank line", "---\na: b\n# Heading\nc: d\n", "never closed", 1, "a=b"},
		{"nothing but a fence", "---\n", "never closed", 1, ""},
		{"nothing but a fence, no line end", "---", "never closed", 1, ""},
		{"closing fence glued to a value", "\n---\na: b---\n\n# Heading\n", "never closed", 2, "a=b---"},
		{"too long", "---\na: b\n\n" + long + "---\nbody\n", "longer than 65536 bytes", 1, "a=b"},
		{"too long in one line", "---\na: b\nc: " + strings.Repeat("d", MaxFront) + "\n---\n", "longer than 65536 bytes", 1, "a=b"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			fm, err := ReadFront([]byte(tt.text))
			var at *LineError
			if !errors.As(err, &at) {
				t.Fatalf("got error %v and %q", err, keysOf(fm))
			}
			if at.Line != tt.line || !strings.Contains(at.Reason, tt.reason) || strings.Contains(at.Reason, "line 0") {
				t.Errorf("got line %d: %s; want line %d: … %s", at.Line, at.Reason, tt.line, tt.reason)
			}
			if got := keysOf(fm); got != tt.left {
				t.Errorf("could still read %q, want %q", got, tt.left)
			}
		})
	}
}

func TestFrontmatterAtItsLimitIsRead(t *testing.T) {
	t.Parallel()
	line := "k: " + strings.Repeat("v", MaxFront-len("k: \n")) + "\n"
	fm, err := ReadFront([]byte("---\n" + line + "---\n"))
	if err != nil || len(fm.Get("k")) != MaxFront-4 {
		t.Errorf("got error %v", err)
	}
}

func TestFrontmatterRanges(t *testing.T) {
	t.Parallel()
	const text = "\n---\na:  b # c\nd:\n- e\n\n- f\ng: \"h\n  i\"  \nj:\n---\nbody\n"
	fm := must.Get(ReadFront([]byte(text)))(t)
	want := []string{"a@3 [b # c]", "d@4 [\n- e\n\n- f]", "g@8 [\"h\n  i\"]", "j@10 []"}
	for i, f := range fm.Fields {
		if got := fmt.Sprintf("%s@%d [%s]", f.Key, f.Line, text[f.From:f.To]); i >= len(want) || got != want[i] {
			t.Errorf("entry %d is %q, want %q", i, got, want[i])
		}
	}
	if len(fm.Fields) != len(want) || text[fm.Body:] != "body\n" {
		t.Errorf("got %d entries and the body %q", len(fm.Fields), text[fm.Body:])
	}
}

func TestFrontmatterLookups(t *testing.T) {
	t.Parallel()
	fm := must.Get(ReadFront([]byte("---\na: null\nb: x\nc: y\n---\n")))(t)
	if got := fm.First("z", "a", "b", "c"); got != "x" {
		t.Errorf("first gives %q, want the first value that is there", got)
	}
	if got := fm.First("z", "a"); got != "" {
		t.Errorf("first gives %q for absent values", got)
	}
	var none *Front
	if none.Get("a") != "" || none.First("a") != "" || none.Find("a") != nil {
		t.Error("a file without front matter has values")
	}
}

func FuzzFrontmatter(f *testing.F) {
	examples.Fronts(f)
	f.Fuzz(func(t *testing.T, b []byte) {
		fm, err := ReadFront(b)
		var at *LineError
		if err != nil && (!errors.As(err, &at) || at.Line < 1 || at.Reason == "") {
			t.Fatalf("error without a line: %v", err)
		}
		if fm == nil {
			return
		}
		if fm.Start < 3 || fm.End < fm.Start || fm.Body < fm.End || fm.Body > len(b) || fm.Line < 2 {
			t.Fatalf("front matter is [%d:%d], body at %d, first line %d, of %d bytes", fm.Start, fm.End, fm.Body, fm.Line, len(b))
		}
		at0, line := fm.Start, fm.Line
		for _, e := range fm.Fields {
			if e.Line < line {
				t.Fatalf("entry %q on line %d stands behind line %d", e.Key, e.Line, line)
			}
			line = e.Line
			if e.From == 0 && e.To == 0 {
				continue
			}
			if e.From < at0 || e.To < e.From || e.To > fm.End {
				t.Fatalf("entry %q is [%d:%d], the one before ends at %d, all end at %d", e.Key, e.From, e.To, at0, fm.End)
			}
			at0 = e.To
		}
	})
}

// What is read by line is what the library reads, whatever the lines are.
func TestListsAreReadAsTheLibraryReadsThem(t *testing.T) {
	t.Parallel()
	keys := []string{"node", "entered", "exited", "x_1", "Y", "null", "1x", "a b", "a-b", "", "é", "<<", `"q"`, "# c", "node:", "node "}
	parts := []string{"DO", "null", "~", "", "true", "7", "2026-03-06 11:40:12", "'2026-03-09T11:00:40'", `""`, "''", `"`, "'", "[]", "[ ]", "{}", "[a]", "- ", "-", "#", " #", ":", ": ", ":x", "&a", "*a", "!x", "|", ">",
		"%", "@", "`", "?", "? ", "---", "...", "\t", "\r", "\u0085", "\u00a0", "\u2028", "\ufeff", "\x80", "é", "🚲", "two words", " ", `\`, "=", "<<"}
	fronts := []string{"- ", "- ", "  ", "  ", "", "", "  - ", "    ", " - ", "   ", "-  ", "-\t", "\t", "- - ", "-", "#", "  # ", "- # "}
	ordinary := []string{"- node: DO", "- entered: 2026-03-06 11:40:12", "  exited: '2026-03-09T11:00:40'", "  exited: null", "  node:", "  exited: ''", "  node: \"two words\"", "  - node: DO", "    exited: ~",
		"history:", "other:", "blocked_by: []", "a: b", "", "# c", "last: '1.0'"}
	lists := 0
	rapid.Check(t, func(t *rapid.T) {
		var lines []string
		for range rapid.IntRange(0, 7).Draw(t, "lines") {
			if rapid.IntRange(0, 7).Draw(t, "odd") > 0 {
				lines = append(lines, rapid.SampledFrom(ordinary).Draw(t, "line"))
				continue
			}
			value := strings.Join(rapid.SliceOfN(rapid.SampledFrom(parts), 0, 2).Draw(t, "value"), "")
			lines = append(lines, rapid.SampledFrom(fronts).Draw(t, "front")+rapid.SampledFrom(keys).Draw(t, "key")+rapid.SampledFrom([]string{": ", ": ", ": ", ":", "", ":  "}).Draw(t, "colon")+value)
		}
		lines = slices.Insert(lines, 0, rapid.SampledFrom([]string{"history:", "history:", "history: ", "a: b", "history: x"}).Draw(t, "first"))
		if readAsTheLibrary(t, "---\n"+strings.Join(lines, "\n")+"\n---\n") {
			lists++
		}
	})
	if lists == 0 {
		t.Error("no list was read by line")
	}
}

func FuzzPlainLists(f *testing.F) {
	examples.Fronts(f)
	f.Add([]byte(workFront))
	f.Fuzz(func(t *testing.T, b []byte) { readAsTheLibrary(t, string(b)) })
}

// readAsTheLibrary reports whether a text has a list that is read by line, and fails where the library reads
// it otherwise.
func readAsTheLibrary(t rapid.TB, whole string) bool {
	b := []byte(whole)
	fm, err := FindFront(b, MaxFront)
	if fm == nil || err != nil || !fm.scanLines(b) || fm.text == "" || fm.duplicate() != nil {
		return false
	}
	library := &Front{Block: fm.Block, Fields: slices.Clone(fm.Fields)}
	if err := library.decode(b); err != nil {
		t.Fatalf("%q is read by line; the library says %v", whole, err)
	}
	if len(fm.Fields) != len(library.Fields) || len(fm.Fields) > 0 && !reflect.DeepEqual(fm.Fields, library.Fields) {
		t.Fatalf("%q is read as %+v; the library says %+v", whole, fm.Fields, library.Fields)
	}
	for _, f := range fm.Fields {
		if got, want := fm.List(f.Key), rowsOf(library.Node(f.Key)); !slices.Equal(got, want) {
			t.Fatalf("%s of %q is %+v; the library says %+v", f.Key, whole, got, want)
		}
		if got, want := fm.Node(f.Key), library.Node(f.Key); got != nil && !reflect.DeepEqual(got, want) || got == nil && want.Kind != yaml.ScalarNode {
			t.Fatalf("the node %s of %q is %+v; the library says %+v", f.Key, whole, got, want)
		}
	}
	return len(fm.rows) > 0
}

// rowsOf are the keys and values of a list as the library reads it.
func rowsOf(list *yaml.Node) (rows []Row) {
	if list.Kind != yaml.SequenceNode {
		return nil
	}
	for i, item := range list.Content {
		for k := 0; k+1 < len(item.Content); k += 2 {
			value := item.Content[k+1]
			rows = append(rows, Row{i + 1, item.Content[k].Value, NodeText(value), IsNull(value)})
		}
	}
	return rows
}

// workFront is a front matter as programs write it for a work item.
const workFront = "---\nid: E2-7\nblocked_by: []\nnode_history:\n- node: backlog\n  entered: 2026-03-06 11:40:12\n  exited: '2026-03-09T11:00:40'\n- node: DO\n  exited: null\nversion: '1.0'\n---\n"

func TestTheHistoryOfAWorkItemIsReadByLine(t *testing.T) {
	t.Parallel()
	fm, err := ReadFront([]byte(workFront))
	want := []Row{{1, "node", "backlog", false}, {1, "entered", "2026-03-06 11:40:12", false}, {1, "exited", "2026-03-09T11:00:40", false}, {2, "node", "DO", false}, {2, "exited", "", true}}
	if got := fm.List("node_history"); err != nil || fm.top != nil || !slices.Equal(got, want) {
		t.Errorf("got %+v, %v", got, err)
	}
	if fm.Get("version") != "1.0" || fm.List("version") != nil || fm.List("blocked_by") != nil {
		t.Errorf("the fields are %+v", fm.Fields)
	}
}

// setValue is b with a value set.
func setValue(b []byte, key, word string) ([]byte, error) {
	splices, err := SetValues(b, NewValue{key, word})
	if err != nil {
		return nil, err
	}
	return Apply(b, splices), nil
}

func TestSetValueChangesNothingElse(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct{ name, was, want string }{
		{"plain", "---\nid: x\nstatus: Blocked\nz: y\n---\nbody", "---\nid: x\nstatus: Active\nz: y\n---\nbody"},
		{"several blanks", "---\nstatus:   Blocked\n---\n", "---\nstatus:   Active\n---\n"},
		{"a tab", "---\nstatus:\tBlocked\n---\n", "---\nstatus:\tActive\n---\n"},
		{"blanks behind", "---\nstatus: Blocked \t\n---\n", "---\nstatus: Active \t\n---\n"},
		{"comment", "---\nstatus: Blocked  # by hand\n---\n", "---\nstatus: Active  # by hand\n---\n"},
		{"comment after a tab", "---\nstatus: Blocked\t# by hand\n---\n", "---\nstatus: Active\t# by hand\n---\n"},
		{"no comment without a blank", "---\nstatus: Blocked#1\n---\n", "---\nstatus: Active\n---\n"},
		{"double quotes", "---\nstatus: \"Blocked\"\n---\n", "---\nstatus: Active\n---\n"},
		{"single quotes and comment", "---\nstatus: 'it''s # so' # by hand\n---\n", "---\nstatus: Active # by hand\n---\n"},
		{"escapes and comment", "---\nstatus: \"a \\\" # b\" # by hand\n---\n", "---\nstatus: Active # by hand\n---\n"},
		{"empty", "---\nstatus:\nz: y\n---\n", "---\nstatus: Active\nz: y\n---\n"},
		{"empty with a blank", "---\nstatus: \n---\n", "---\nstatus: Active \n---\n"},
		{"only a comment", "---\nstatus: # none\n---\n", "---\nstatus: Active # none\n---\n"},
		{"null", "---\nstatus: null\n---\n", "---\nstatus: Active\n---\n"},
		{"folded plain text", "---\nstatus: one\n  two\n  three\nz: y\n---\n", "---\nstatus: Active\nz: y\n---\n"},
		{"folded quotes", "---\nstatus: \"one \\\n  \\ two\"\nz: y\n---\n", "---\nstatus: Active\nz: y\n---\n"},
		{"folded quotes and comment", "---\nstatus: \"one\n  two\"  # c\nz: y\n---\n", "---\nstatus: Active  # c\nz: y\n---\n"},
		{"block text", "---\nstatus: | # c\n  one # no comment\n\n  two\nz: y\n---\n", "---\nstatus: Active\nz: y\n---\n"},
		{"list at the margin", "---\nstatus:\n- one\n- two\nz: y\n---\n", "---\nstatus: Active\nz: y\n---\n"},
		{"list in brackets", "---\nstatus: [one, two] # c\nz: y\n---\n", "---\nstatus: Active # c\nz: y\n---\n"},
		{"list at the margin of the key before", "---\ntags:\n- one\nstatus: Blocked\n---\n", "---\ntags:\n- one\nstatus: Active\n---\n"},
		{"nested look-alike", "---\na:\n  status: x\nstatus: Blocked\nb:\n  status: y\n---\n", "---\na:\n  status: x\nstatus: Active\nb:\n  status: y\n---\n"},
		{"look-alike in a text", "---\na: |\n  status: x\nstatus: Blocked\n---\n", "---\na: |\n  status: x\nstatus: Active\n---\n"},
		{"look-alike in the body", "---\nstatus: Blocked\n---\nstatus: Blocked\n", "---\nstatus: Active\n---\nstatus: Blocked\n"},
		{"look-alike keys", "---\nold_status: x\nstatus: Blocked\nstatus_word: y\n---\n", "---\nold_status: x\nstatus: Active\nstatus_word: y\n---\n"},
		{"Windows", "---\r\nstatus: Blocked\r\nz: y\r\n---\r\n", "---\r\nstatus: Active\r\nz: y\r\n---\r\n"},
		{"written twice in text mode", "---\r\r\nstatus: Blocked # c\r\r\n---\r\r\n", "---\r\r\nstatus: Active # c\r\r\n---\r\r\n"},
		{"folded on Windows", "---\r\nstatus: \"a \\\r\n  \\ b\"\r\nz: y\r\n---\r\n", "---\r\nstatus: Active\r\nz: y\r\n---\r\n"},
		{"carriage returns alone", "---\rstatus: Blocked\rz: y\r---\r", "---\rstatus: Active\rz: y\r---\r"},
		{"byte order mark", "\xEF\xBB\xBF---\nstatus: Blocked\n---\n", "\xEF\xBB\xBF---\nstatus: Active\n---\n"},
		{"bytes that are no text in the body", "---\nstatus: Blocked\n---\n\xff\xfe", "---\nstatus: Active\n---\n\xff\xfe"},
		{"no line end at the end", "---\nstatus: Blocked\n---", "---\nstatus: Active\n---"},
		{"already so", "---\nstatus: Active\n---\n", "---\nstatus: Active\n---\n"},
		{"an anchor that nobody uses", "---\nstatus: &a Blocked\nz: y\n---\n", "---\nstatus: Active\nz: y\n---\n"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			was := []byte(tt.was)
			got, err := setValue(was, "status", "Active")
			if err != nil || string(got) != tt.want {
				t.Errorf("got %q and error %v\nwant %q", got, err, tt.want)
			}
			if string(was) != tt.was {
				t.Errorf("the given bytes became %q", was)
			}
		})
	}
}

func TestSetValueToNull(t *testing.T) {
	t.Parallel()
	got, err := setValue([]byte("---\nblocked_reason: \"a \\\n  \\ b\"\nstatus: Blocked\n---\n"), "blocked_reason", "null")
	if err != nil || string(got) != "---\nblocked_reason: null\nstatus: Blocked\n---\n" {
		t.Errorf("got %q and error %v", got, err)
	}
}

func TestSetValueRefuses(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct{ name, was, want, reason string }{
		{"no front matter", "# Plan\n", "Active", "there is no status"},
		{"no such key", "---\nid: x\n---\n", "Active", "there is no status"},
		{"only a nested key", "---\na:\n  status: x\n---\n", "Active", "there is no status"},
		{"another case", "---\nStatus: x\n---\n", "Active", "there is no status"},
		{"key given twice", "---\nstatus: a\nstatus: b\n---\n", "Active", "line 3: key"},
		{"another key given twice", "---\nstatus: a\nb: c\nb: d\n---\n", "Active", "line 4: key"},
		{"not valid YAML", "---\nstatus: a\nb: c: d\n---\n", "Active", "line 3: front matter is not valid YAML"},
		{"never closed", "---\nstatus: a\n", "Active", "never closed"},
		{"quoted key", "---\n\"status\": a\n---\n", "Active", "unusual way"},
		{"braces", "---\n{status: a}\n---\n", "Active", "unusual way"},
		{"anchor that others use", "---\nstatus: &a x\nb: *a\n---\n", "Active", "would leave the front matter wrong"},
		{"a wanted word that is no word", "---\nstatus: a\n---\n", "x: y", "would leave the front matter wrong"},
		{"a wanted word that would end the block", "---\nstatus: a\n---\n", "x\n---", "would leave the front matter wrong"},
		{"a wanted word that would be a comment", "---\nstatus: a\n---\n", "#x", "status would read otherwise"},
		{"a wanted word that would add a key", "---\nstatus: a\n---\n", "x\ny: z", "would leave the front matter wrong"},
		{"a text that looks like an entry", "---\na: \"b\nstatus: c\"\n---\n", "Active", "there is no status"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			got, err := setValue([]byte(tt.was), "status", tt.want)
			if got != nil || !errors.Is(err, ErrEdit) || !strings.Contains(err.Error(), tt.reason) {
				t.Errorf("got %q and error %v, want an error with %q", got, err, tt.reason)
			}
		})
	}
}

func FuzzSetValue(f *testing.F) {
	examples.Fronts(f)
	f.Fuzz(func(t *testing.T, b []byte) {
		next, err := setValue(b, "status", "Active")
		if err != nil {
			if !errors.Is(err, ErrEdit) {
				t.Fatalf("unexpected kind of error: %v", err)
			}
			return
		}
		was, err := ReadFront(b)
		if err != nil {
			t.Fatalf("edited a front matter with an error: %v", err)
		}
		now, err := ReadFront(next)
		if err != nil {
			t.Fatalf("%q became unreadable: %v", next, err)
		}
		value := was.Find("status")
		if !bytes.HasPrefix(next, b[:value.From]) || !bytes.HasSuffix(next, b[value.To:]) {
			t.Fatalf("%q became %q: more than [%d:%d] changed", b, next, value.From, value.To)
		}
		if len(was.Fields) != len(now.Fields) {
			t.Fatalf("%q became %q", keysOf(was), keysOf(now))
		}
		for i, old := range was.Fields {
			want := old.Value
			if old.Key == "status" {
				want = "Active"
			}
			if got := now.Fields[i]; got.Key != old.Key || got.Value != want {
				t.Fatalf("%s: %q became %s: %q", old.Key, old.Value, got.Key, got.Value)
			}
		}
	})
}

func FuzzYAMLText(f *testing.F) {
	for _, seed := range []string{"", "----", "a\\\"b", "\x00\u0085\u2028\ufeff\uffff\u202e", "null", "✋ 🜁"} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, words string) {
		if !utf8.ValidString(words) {
			return
		}
		quoted := QuoteYAML(words)
		if strings.Contains(quoted, "--") || strings.ContainsAny(quoted, "\r\n") {
			t.Errorf("QuoteYAML(%q) = %s", words, quoted)
		}
		var back string
		if err := yaml.Unmarshal([]byte("x: "+quoted), &struct{ X *string }{&back}); err != nil || back != words {
			t.Errorf("QuoteYAML(%q) = %s, which reads as %q, %v", words, quoted, back, err)
		}
	})
}
