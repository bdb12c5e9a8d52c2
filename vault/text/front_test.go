package text

import (
	"errors"
	"fmt"
	"strings"
	"testing"

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
		{"a key given twice", "---\na: b\nc: d\na: e\n---\n", `key "a" is given twice, first on line 2`, 4, "a=b|c=d|a=e"},
		{"a key given twice in two notations", "---\na: b\n\"a\": e\n---\n", `key "a" is given twice, first on line 2`, 3, "a=b|a=e"},
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

// frontmatterSeeds start the fuzzers with every shape the tables know.
func frontSeeds(f *testing.F) {
	for _, s := range []string{
		"---\na: b # c\nstatus: \"Blocked\" # d\nb: 'x''y'\n---\nbody\n",
		"---\r\nstatus: Blocked\r\nblocked_reason: \"a \\\r\n  \\ b\"\r\n---\r\n",
		"\xEF\xBB\xBF---\nstatus:\ntags:\n- a\n- b\n---\n- [ ] ✋ x\n",
		"---\na: \"b\nstatus: Done\"\n\"status\": x\n---\n",
		"---\n{a: b}\n---\n", "---\na: &x b\nstatus: *x\n---\n", "---\na: |\n  b\n  ---\nstatus: >-\n  c\n---\n",
		"---\nstatus: a\n", "---\n--- a\n...\n", "---\n? a\n: b\nstatus: c\n---\n", "---\rstatus: b\r---\r", "---\na: b\u2028status: c\n---\n",
		"---\n<<: {status: a}\nstatus: b\n---\n", "---\nstatus: !!str a\n---\n", "---\nstatus:\n  # c\n  a\n---\n",
	} {
		f.Add([]byte(s))
	}
}

func FuzzFrontmatter(f *testing.F) {
	frontSeeds(f)
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
