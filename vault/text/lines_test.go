package text

import (
	"bytes"
	"errors"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"pgregory.net/rapid"
)

func TestLineAtKnowsEveryLineEnd(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		name, text string
		want       []string
	}{
		{"line feeds", "a\n\nb\n", []string{"a", "", "b"}},
		{"no line end at the end", "a\nb", []string{"a", "b"}},
		{"Windows", "a\r\n\r\nb\r\n", []string{"a", "", "b"}},
		{"written twice in text mode", "a\r\r\n\r\r\nb\r\r\n", []string{"a", "", "b"}},
		{"carriage returns alone", "a\rb\rc", []string{"a", "b", "c"}},
		{"mixed", "a\nb\rc\r\nd", []string{"a", "b", "c", "d"}},
		{"nothing", "", nil},
	} {
		t.Run(tt.name, func(t *testing.T) {
			var got []string
			b := []byte(tt.text)
			for at := 0; at < len(b); {
				line, next := LineAt(b, at)
				got = append(got, string(line))
				at = next
			}
			if !slices.Equal(got, tt.want) {
				t.Errorf("got %q, want %q", got, tt.want)
			}
		})
	}
}

func TestLineAtWalksEveryByteOnce(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		b := []byte(rapid.StringOf(rapid.SampledFrom([]rune("ab\r\n"))).Draw(t, "text"))
		var back []byte
		for at := 0; at < len(b); {
			line, next := LineAt(b, at)
			if next <= at || bytes.ContainsAny(line, "\r\n") {
				t.Fatalf("line %q at %d goes on at %d", line, at, next)
			}
			if end := b[at+len(line) : next]; len(bytes.Trim(end, "\r\n")) > 0 {
				t.Fatalf("line end %q holds text", end)
			}
			back = append(back, b[at:next]...)
			at = next
		}
		if !bytes.Equal(back, b) {
			t.Fatalf("got %q back", back)
		}
	})
}

func TestUnfencedLines(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct{ name, text, want string }{
		{"no fence", "a\nb  \n", "a|b"},
		{"backticks", "a\n```\nx\n```\nb", "a|b"},
		{"tildes with a word, indented", "a\n  ~~~sh\nx\n  ~~~\nb", "a|b"},
		{"a longer fence holds a shorter one", "a\n````\n```\nx\n```\n````\nb", "a|b"},
		{"a longer fence closes a shorter one", "a\n```\nx\n`````\nb", "a|b"},
		{"the other kind does not close", "a\n```\n~~~\nx\n```\nb", "a|b"},
		{"a fence with a word does not close", "a\n```\n```sh\nx\n```\nb", "a|b"},
		{"one line of code is no fence", "a\n```npm test```\nb", "a|```npm test```|b"},
		{"two backticks are no fence", "a\n``\nb", "a|``|b"},
		{"a fence that is never closed hides nothing", "a\n```\nb\nc", "a|b|c"},
		{"nor do fences after it", "a\n~~~\nb\n```\nc\n```\nd", "a|b|```|c|```|d"},
		{"nothing", "", ""},
	} {
		t.Run(tt.name, func(t *testing.T) {
			var lines []string
			for _, line := range Unfenced([]byte(tt.text)) {
				lines = append(lines, line)
			}
			if got := strings.Join(lines, "|"); got != tt.want {
				t.Errorf("got %q, want %q", got, tt.want)
			}
		})
	}
}

func TestUnfencedCanStopEarly(t *testing.T) {
	t.Parallel()
	for _, line := range Unfenced([]byte("a\nb\n```\n")) {
		if line != "a" {
			t.Fatalf("went on to %q", line)
		}
		break
	}
}

func TestCheckUTF8NamesTheLine(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]int{
		"a\nü 你\n": 0, "": 0,
		"a\xff": 1, "a\r\nb\r\n\xe4\n": 3, "\xff\xfe-\x00-\x00": 1,
	} {
		var at *LineError
		line := 0
		if err := CheckUTF8([]byte(text)); errors.As(err, &at) {
			line = at.Line
		}
		if line != want {
			t.Errorf("%q: got line %d, want %d", text, line, want)
		}
	}
}

func TestShorten(t *testing.T) {
	for words, want := range map[string]string{
		"":                            "",
		"The cat walks in.":           "The cat walks in.",
		"The cat. It walks in slowly": "The cat.",
		"The cat walks in slowly and": "The cat walks in …",
		"Unimaginablycomplicated cat": "",
		"Die Katze läuft hin":         "Die Katze läuft hin",
	} {
		if got := Shorten(strings.Fields(words), 20); got != want {
			t.Errorf("%q is %q, want %q", words, got, want)
		}
	}
}

// TestTheLastLineIsNoValueWithoutItsName keeps back what a line before it would have named.
func TestTheLastLineIsNoValueWithoutItsName(t *testing.T) {
	t.Parallel()
	for said, want := range map[string]string{
		"one\nall well": "all well", "kiosk.go": "kiosk.go", "export KEY=\\\nhunter2": "…", "password:\n\n hunter2\n": "…",
		"-----BEGIN\nMIIEpAIBAAKCAQEA0aB1cD2eF3gH4iJ5kL6mN7oP8qR9sT0u": "…", "one\n": "one", "": "",
	} {
		if got := LastLine(said); got != want {
			t.Errorf("%q ends in %q, want %q", said, got, want)
		}
	}
}

func TestDecode(t *testing.T) {
	t.Parallel()
	for name, tt := range map[string]struct {
		bytes, text string
		notes       Notes
	}{
		"plain":                     {"a\nb", "a\nb", Notes{}},
		"Windows":                   {"a\r\nb\r\n", "a\nb\n", Notes{}},
		"written twice":             {"a\r\r\nb", "a\nb", Notes{OddLineEnds: true}},
		"written three times":       {"a\r\r\r\n\r\nb", "a\n\nb", Notes{OddLineEnds: true}},
		"return alone":              {"a\rb", "a\nb", Notes{OddLineEnds: true}},
		"return at the end":         {"a\r", "a\n", Notes{OddLineEnds: true}},
		"mark":                      {"\xEF\xBB\xBFa", "a", Notes{Encoding: UTF8Marked}},
		"two marks":                 {"\xEF\xBB\xBF\xEF\xBB\xBFa", "a", Notes{Encoding: UTF8Marked}},
		"NUL":                       {"a\x00b\x00", "ab", Notes{Nulls: 2}},
		"NUL in a line end":         {"a\r\x00\nb", "a\nb", Notes{Nulls: 1}},
		"invalid":                   {"a\xFFb\xC3", "a\uFFFDb\uFFFD", Notes{Invalid: 2}},
		"written replacement":       {"a\uFFFDb", "a\uFFFDb", Notes{}},
		"UTF-16, low byte first":    {"\xFF\xFEa\x00\r\x00\n\x00\xE9\x00", "a\né", Notes{Encoding: UTF16LittleEndian}},
		"UTF-16, high byte first":   {"\xFE\xFF\x00a\xD8\x3D\xDE\x04", "a😄", Notes{Encoding: UTF16BigEndian}},
		"UTF-16 with half a letter": {"\xFE\xFF\x00a\xD8\x3D\x00", "a\uFFFD", Notes{Encoding: UTF16BigEndian, Invalid: 2}},
		"empty":                     {"", "", Notes{}},
		"only a mark":               {"\xFF\xFE", "", Notes{Encoding: UTF16LittleEndian}},
	} {
		t.Run(name, func(t *testing.T) {
			text, notes := Decode([]byte(tt.bytes))
			if text != tt.text || notes != tt.notes {
				t.Errorf("got %q with %+v, want %q with %+v", text, notes, tt.text, tt.notes)
			}
			if (len(notes.Words()) == 0) != (notes == Notes{}) {
				t.Errorf("%+v reads %q", notes, notes.Words())
			}
		})
	}
}

func FuzzDecode(f *testing.F) {
	f.Add([]byte("a\r\r\n\xEF\xBB\xBF\x00\rb"))
	f.Add([]byte("\xFF\xFEa\x00\r\x00\xFF\xFE"))
	f.Fuzz(func(t *testing.T, b []byte) {
		text, notes := Decode(b)
		if !utf8.ValidString(text) || strings.ContainsAny(text, "\x00\r") || strings.HasPrefix(text, byteOrderMark) {
			t.Errorf("%q is no clean text", text)
		}
		if again, more := Decode([]byte(text)); again != text || more != (Notes{}) {
			t.Errorf("decoding again gives %q with %+v, want %q", again, more, text)
		}
		if notes.Invalid < 0 || notes.Nulls < 0 || len(text) > 3*len(b) {
			t.Errorf("%d bytes become %d with %+v", len(b), len(text), notes)
		}
	})
}

func TestChangedTellsEachLineOnce(t *testing.T) {
	t.Parallel()
	const page = "{\"a\": 1, \"b\": 2},\n{\"a\": 3},\n{\"a\": 4}\n"
	for _, tt := range []struct {
		name          string
		splices       []Splice
		before, after []string
	}{
		{"two changes in a line", []Splice{{6, 7, "5"}, {14, 15, "6"}}, []string{`{"a": 1, "b": 2},`}, []string{`{"a": 5, "b": 6},`}},
		{"one in each of two", []Splice{{24, 25, "5"}, {6, 7, "6"}}, []string{`{"a": 1, "b": 2},`, `{"a": 3},`}, []string{`{"a": 6, "b": 2},`, `{"a": 5},`}},
		{"a line goes, from the middle of it", []Splice{{19, 29, ""}}, []string{`{"a": 3},`}, nil},
	} {
		before, after := Changed([]byte(page), tt.splices)
		if !slices.Equal(before, tt.before) || !slices.Equal(after, tt.after) {
			t.Errorf("%s: %q became %q", tt.name, before, after)
		}
	}
}

func TestReadBox(t *testing.T) {
	t.Parallel()
	for line, want := range map[string]Box{
		"- [ ] write it":       {Text: "write it"},
		"  * [X] 1.2 write it": {Indent: 2, Mark: "X", Text: "1.2 write it"},
		"\t-[-] half":          {Indent: 4, Mark: "-", Text: "half"},
		"- [completed] Build":  {Mark: "completed", Text: "Build"},
		"- [ ]* 7.9 maybe":     {Text: "* 7.9 maybe"},
		"+ [~] queued":         {Mark: "~", Text: "queued"},
	} {
		if got, ok := ReadBox(line); !ok || got != want {
			t.Errorf("%q is %+v, %v, want %+v", line, got, ok, want)
		}
	}
	for _, line := range []string{"", "-", "- x", "[ ] no item", "- [text](address)", "- [a][b]", "- []", "- [ open", "- [a very long text here] x"} {
		if got, ok := ReadBox(line); ok {
			t.Errorf("%q is taken for a box: %+v", line, got)
		}
	}
}

func TestWithoutComments(t *testing.T) {
	t.Parallel()
	for s, want := range map[string]string{
		"a <!-- b\nc --> d":  "a \n d",
		"<!-- open\n- [ ] x": "\n",
		"no comment":         "no comment",
	} {
		if got := WithoutComments(s); got != want {
			t.Errorf("%q becomes %q, want %q", s, got, want)
		}
	}
}

func TestCells(t *testing.T) {
	for line, want := range map[string][]string{
		"| a | b |": {"a", "b"}, "  | a | b": {"a", "b"}, `| a \| b | c |`: {"a | b", "c"}, "| | b |": {"", "b"}, "|": {""},
		"|---|:-:|": {}, "a | b": nil, "": nil, "- [ ] a": nil,
	} {
		if got := Cells(line); !slices.Equal(got, want) || (got == nil) != (want == nil) {
			t.Errorf("%q has the cells %q, want %q", line, got, want)
		}
	}
}

func TestCommandWord(t *testing.T) {
	for s, want := range map[string]string{
		"verdict=approve":     "verdict=approve",
		"specs/004-receipts":  "specs/004-receipts",
		"specs/004-Zähler":    "specs/004-Zähler",
		"verdict=it's; rm -r": `'verdict=it'\''s; rm -r'`,
		"$HOME":               "'$HOME'",
		"":                    "",
		"a\nrm -r .":          "",
		"a\u009bb":            "",
	} {
		if got := CommandWord(s); got != want {
			t.Errorf("%q as %s, want %s", s, got, want)
		}
	}
}
