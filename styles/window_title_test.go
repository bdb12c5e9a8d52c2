package styles

import (
	"strings"
	"testing"
	"unicode"
)

func TestTheWindowTitleIsOurs(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		name, want string
		options    Options
	}{
		{"saltmarsh", "saltmarsh", Options{}},
		{"Werkstatt für Räder", "Werkstatt für Räder", Options{}},
		{"für", "f<<U+00FC>>r", Options{ASCII: true}},
		{"a\x07\x1b]52;c;b3duZWQ=\x07", "a⟦BEL⟧⟦ESC⟧]52;c;b3duZWQ=⟦BEL⟧", Options{}},
		{"a\x1b\\b\u009cc\xff", `a⟦ESC⟧\b⟦U+009C ST⟧c⟦\xFF⟧`, Options{}},
		{"\u202edrow", "⟦U+202E RLO⟧drow", Options{}},
		{strings.Repeat("a", 100), strings.Repeat("a", 59) + "…", Options{}},
	} {
		show, restore := New(tt.options).WindowTitle(tt.name)
		if want := "\x1b[22;2t\x1b]2;coldstart: " + tt.want + "\x07"; show != want {
			t.Errorf("%q: got %q, want %q", tt.name, show, want)
		}
		if restore != "\x1b[23;2t" {
			t.Errorf("%q is restored with %q", tt.name, restore)
		}
	}
}

func FuzzWindowTitle(f *testing.F) {
	f.Add("a\x07b")
	f.Fuzz(func(t *testing.T, name string) {
		show, _ := New(Options{}).WindowTitle(name)
		inner, _ := strings.CutPrefix(show, "\x1b[22;2t\x1b]2;")
		inner, closed := strings.CutSuffix(inner, "\x07")
		if !closed || strings.ContainsFunc(inner, unicode.IsControl) {
			t.Errorf("%q becomes %q", name, show)
		}
	})
}
