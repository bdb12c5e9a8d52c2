package text

import (
	"slices"
	"testing"
)

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
