package styles

import (
	"errors"
	"strings"
	"testing"
)

func shownLines(lines []Text) []string {
	var out []string
	for _, line := range lines {
		out = append(out, line.String())
	}
	return out
}

func TestSourceShowsEveryByte(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		name, raw      string
		unicode, ascii string // lines joined by "|"
	}{
		{"empty", "", "⟦empty file⟧", "<<empty file>>"},
		{"one line", "a\n", "a", "a"},
		{"no last line break", "a\nb", "a|b⟦no newline at end⟧", "a|b<<no newline at end>>"},
		{"an empty line", "\n", "", ""},
		{"empty lines", "a\n\n\n", "a||", "a||"},
		{"every line CRLF", "a\r\nb\r\n", "a|b⟦CRLF line endings⟧", "a|b<<CRLF line endings>>"},
		{"CRLF but for the last line", "a\r\nb", "a|b⟦no newline at end⟧⟦CRLF line endings⟧", "a|b<<no newline at end>><<CRLF line endings>>"},
		{"CRLF and a last CR", "a\r\nb\r", "a|b⟦CR⟧⟦no newline at end⟧⟦CRLF line endings⟧", "a|b<<CR>><<no newline at end>><<CRLF line endings>>"},
		{"mixed line ends", "a\r\nb\n", "a⟦CR⟧|b", "a<<CR>>|b"},
		{"CR alone", "a\rb\n", "a⟦CR⟧b", "a<<CR>>b"},
		{"double CR", "a\r\r\n", "a⟦CR⟧⟦CRLF line endings⟧", "a<<CR>><<CRLF line endings>>"},
		{"tab", "\tx\ty\n", "⇥   x⇥   y", "<<TAB>>x<<TAB>>y"},
		{"tab before blanks", "\t   x\n", "⇥      x", "<<TAB>>   x"},
		{"many tabs", strings.Repeat("\t", 9) + "\n", "⟦9 × TAB⟧", "<<9 x TAB>>"},
		{"mark after a tab", "a\t\u0301\n", "a⇥   ⟦U+0301⟧", "a<<TAB>><<U+0301>>"},
		{"many blanks", "a" + strings.Repeat(" ", 240) + "b\n", "a⟦240 spaces⟧b", "a<<240 spaces>>b"},
		{"byte order mark", "\uFEFFa\n", "⟦U+FEFF BOM⟧a", "<<U+FEFF BOM>>a"},
		{"imitated token", "⟦no newline at end⟧\n", "⟦U+27E6⟧no newline at end⟦U+27E7⟧", "<<U+27E6>>no newline at end<<U+27E7>>"},
		{"imitated ASCII token", "<<no newline at end>>\n", "<<no newline at end>>", "<<U+003C>><no newline at end>>"},
		{"bracket before the end", "<", "<⟦no newline at end⟧", "<<U+003C>><<no newline at end>>"},
	} {
		for name, theme := range themes() {
			want := c.unicode
			if theme.ascii {
				want = c.ascii
			}
			lines := theme.Source([]byte(c.raw))
			if got := strings.Join(shownLines(lines), "|"); got != want {
				t.Errorf("%s, %s: shown as %q, want %q", c.name, name, got, want)
			}
			for _, line := range lines {
				checkWidth(t, line)
			}
			if back, err := theme.DecodeSource(lines); err != nil || string(back) != c.raw {
				t.Errorf("%s, %s: read back as %q, %v", c.name, name, back, err)
			}
		}
	}
}

func TestDecodeSourceRefusesWhatSourceDoesNotWrite(t *testing.T) {
	t.Parallel()
	theme := New(Options{})
	for name, lines := range map[string][]Text{
		"no lines":            nil,
		"a cut line":          {theme.Show("abcdef").Fit(3), drawing("⟦ESC", false)},
		"an unfolded run":     {Plain("a" + strings.Repeat(" ", 20))},
		"a tab token":         {theme.Show("\t")},
		"a line break inside": {theme.Show("a\nb")},
		"an early end":        {drawing("a⟦no newline at end⟧", false), Plain("b")},
		"more than nothing":   {drawing("a⟦empty file⟧", false)},
		"no CRLF line":        {drawing("a⟦no newline at end⟧⟦CRLF line endings⟧", false)},
	} {
		if raw, err := theme.DecodeSource(lines); !errors.Is(err, errNotShown) {
			t.Errorf("%s: read as %q, %v", name, raw, err)
		}
	}
}
