package draw

import (
	"strings"
	"testing"

	"pgregory.net/rapid"

	"coldstart/styles"
)

func rowsOf(th *styles.Theme, text string, n Numbered, w int) []string {
	var out []string
	for _, r := range Source(th, th.Source([]byte(text)), n, w) {
		out = append(out, strings.TrimRight(r.Line.String(), " "))
	}
	return out
}

func TestSourceNumbersLines(t *testing.T) {
	t.Parallel()
	th := styles.New(styles.Options{})
	note := map[int][]Note{2: {{Mark: th.MarkSymbol(styles.MarkWarn), Text: styles.Plain("look twice"), Role: styles.RoleBad}}}
	for _, tt := range []struct {
		name, text string
		n          Numbered
		w          int
		want       string
	}{
		{"plain", "a\n\nb\n", Numbered{First: 1, Last: 3}, 20, "  1 a|  2|  3 b"},
		{"folded", "a\n\nb\n\n\n\n", Numbered{First: 1, Last: 6, Fold: true}, 20, "  1 a ¶|  3 b ¶ × 3"},
		{"folded from the start", "\n\nb\n", Numbered{First: 1, Last: 3, Fold: true}, 20, "  1 ¶ × 2|  3 b"},
		{"a note is never folded", "a\nb\n\nc\n", Numbered{First: 1, Last: 4, Fold: true, Notes: note}, 20, "  1 a|  2 b|  ▲ look twice|  3 ¶|  4 c"},
		{"a part", "a\nb\n", Numbered{First: 21, Last: 101}, 20, " 21 a| 22 b"},
		{"many lines", "a\n", Numbered{First: 7, Last: 12345}, 20, "    7 a"},
		{"wrapped", "one two three\n", Numbered{First: 1, Last: 1}, 12, "  1 one two|    three"},
		{"a pilcrow of the file", "a ¶\n", Numbered{First: 1, Last: 1, Fold: true}, 20, "  1 a ⟦¶⟧"},
		{"nothing", "", Numbered{First: 1, Last: 1, Fold: true}, 20, "  1 ⟦empty file⟧"},
	} {
		if got := strings.Join(rowsOf(th, tt.text, tt.n, tt.w), "|"); got != tt.want {
			t.Errorf("%s: %q, want %q", tt.name, got, tt.want)
		}
	}
	ascii := styles.New(styles.Options{ASCII: true})
	if got := strings.Join(rowsOf(ascii, "a _\n\nb_c\n", Numbered{First: 1, Last: 3, Fold: true}, 20), "|"); got != "  1 a <<_>> _|  3 b_c" {
		t.Errorf("in ASCII: %q", got)
	}
}

// Whatever the text and the width, the rows of a line are the line, and nothing of a file stands in
// the margin.
func TestSourceKeepsEveryLineWhole(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		th := styles.New(styles.Options{ASCII: rapid.Bool().Draw(t, "ascii")})
		text := rapid.StringMatching(`([ -~¶\n]|é|猫|\x{202E}){0,80}`).Draw(t, "text")
		n := Numbered{First: rapid.IntRange(1, 2000).Draw(t, "first"), Fold: rapid.Bool().Draw(t, "fold")}
		lines := th.Source([]byte(text))
		n.Last = n.First + len(lines)
		w := rapid.IntRange(n.Margin()+2, 60).Draw(t, "width")
		got := map[int]string{}
		for _, r := range Source(th, lines, n, w) {
			if r.Line.Width() > w {
				t.Fatalf("%q is wider than %d", r.Line.String(), w)
			}
			margin, rest := r.Line[0].Text, r.Line[1:]
			if margin.Width() != n.Margin()-1 || strings.Trim(margin.String(), " 0123456789") != "" {
				t.Fatalf("the margin is %q", margin.String())
			}
			got[r.Number] += strings.TrimPrefix(rest.String(), " ")
		}
		mark := th.Symbol(styles.SymBlankLine).String()
		for i := range lines {
			shown, ok := got[n.First+i]
			want := lines[i].String()
			if !ok && n.Fold && want == "" {
				continue
			}
			if shown != want && !strings.HasPrefix(shown, want+" "+mark) && (want != "" || !strings.HasPrefix(shown, mark)) {
				t.Fatalf("line %d is %q, want %q", i, shown, want)
			}
		}
	})
}
