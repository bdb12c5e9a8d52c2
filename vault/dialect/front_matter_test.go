package dialect

import (
	"fmt"
	"strings"
	"testing"
)

// asText returns a front matter as "line key=value" with its end and its warnings.
func (f frontMatter) asText() string {
	var b strings.Builder
	for _, e := range f.entries {
		fmt.Fprintf(&b, "%d %s=%s; ", e.line, e.key, e.value)
	}
	fmt.Fprintf(&b, "to %d", f.Last)
	for _, warning := range f.warnings {
		fmt.Fprintf(&b, "; warning in %d", warning.Line)
	}
	return b.String()
}

func TestFrontMatter(t *testing.T) {
	t.Parallel()
	for name, tt := range map[string]struct{ text, want string }{
		"none":                       {"# Title\ntext: x", "to 0"},
		"empty file":                 {"", "to 0"},
		"only a fence":               {"---", "to 0"},
		"usual":                      {"---\na: 1\nb: 2\n---\nc: 3", "2 a=1; 3 b=2; to 4"},
		"blank rows before":          {"\n \n---\na: 1\n---", "4 a=1; to 5"},
		"dots":                       {"---\na: 1\n...\nb: 2", "2 a=1; to 3"},
		"comment first":              {"---\n# made by a program\na: 1\n---", "3 a=1; to 4"},
		"only comments":              {"---\n# made by a program", "to 0"},
		"blank row inside":           {"---\na: 1\n\nb: 2\n---", "2 a=1; 4 b=2; to 5"},
		"both of two are kept":       {"---\na: 1\nA: 2\nA: 1\n---", "2 a=1; 3 a=2; to 5"},
		"quoted key":                 {"---\n\"a\": 1\n---", "2 a=1; to 3"},
		"text of a block":            {"---\nbody: |\n  to: x\n  ---\n\n  end\nto: y\n---", "2 body=to: x --- end; 7 to=y; to 8"},
		"folded value":               {"---\na: one\n  two: three\nb: 2\n---", "2 a=one two: three; 4 b=2; to 5"},
		"items":                      {"---\na:\n  - x: 1\n  - y\nb: 2\n---", "2 a=x: 1, y; 5 b=2; to 6"},
		"items at the margin":        {"---\na:\n- x\n- y\n---", "2 a=x, y; to 5"},
		"item below a value":         {"---\na: 1\n- x\n---", "2 a=1; to 4; warning in 3"},
		"nested":                     {"---\na:\n  b: 1\n  c:\n    d: 2\n  e: 3\n---", "3 .b=1; 4 .c=; 5 .d=2; 6 .e=3; 2 a=; to 7"},
		"indented before any key":    {"---\n# x\n  a: 1\n---\n", "to 0"},
		"rule behind a title":        {"# T\n\n---\n\na: 1\n---", "to 0"},
		"behind a title":             {"# T\n\n---\na: 1\n---", "4 a=1; to 5"},
		"behind a title, unclosed":   {"# T\n---\na: 1\n\ntext", "to 0"},
		"behind a smaller heading":   {"## T\n---\na: 1\n---", "to 0"},
		"glued":                      {"---\na: 1---\n\ntext", "2 a=1; to 2; warning in 2"},
		"value that ends like that":  {"---\na: 1---\nb: 2\n---", "2 a=1---; 3 b=2; to 4"},
		"value that is a rule":       {"---\na: ---\n\n---", "2 a=---; to 4"},
		"unclosed":                   {"---\na: 1\n\ntext\n---\n", "2 a=1; to 2; warning in 1"},
		"unclosed before a heading":  {"---\na: 1\n# T\n\ntext", "2 a=1; to 2; warning in 1"},
		"unclosed to the end":        {"---\na: 1\nb: 2", "2 a=1; 3 b=2; to 3; warning in 1"},
		"indented fence":             {"---\na: 1\n ---\n---", "2 a=1 ---; to 4"},
		"no blank behind the colon":  {"---\na: 1\nhttp://x.example\n---", "2 a=1; to 4; warning in 3"},
		"odd keys":                   {"---\na: 1\n*b: 2\n---", "2 a=1; to 4; warning in 3"},
		"longer than two hundred":    {"---\n" + strings.Repeat("a: 1\n", 201) + "---\n", "2 a=1; to 201; warning in 1"},
		"as long as two hundred":     {"---\n" + strings.Repeat("a: 1\n", 199) + "---\n", "2 a=1; to 201"},
		"backslash joins the rows":   {"---\na: \"one\\\n  \\ two\"\n---", "2 a=one two; to 4"},
		"quotes over several rows":   {"---\na: \"one\n  two\"\n---", "2 a=one two; to 4"},
		"number and indented number": {"---\na: 1\n  2\n---", "2 a=1 2; to 4"},
	} {
		t.Run(name, func(t *testing.T) {
			if got := readFront(tt.text).asText(); got != tt.want {
				t.Errorf("got  %s\nwant %s", got, tt.want)
			}
		})
	}
}

func TestLongValuesAreCut(t *testing.T) {
	t.Parallel()
	p := planOf("---\ntitle: a\n" + strings.Repeat("  "+strings.Repeat("b", 90)+"\n", 150) + "---\n")
	if n := len(p.Title.Text); n < maxText || n > maxText+len("…") || !strings.HasSuffix(p.Title.Text, "…") {
		t.Errorf("the title has %d bytes", n)
	}
}
