package styles

import (
	"strings"
	"testing"
)

// Whatever is marked, the line is the text, and nothing in it is cut in two.
func TestMarkedIsTheTextAsWideAsItWas(t *testing.T) {
	t.Parallel()
	for _, raw := range []string{"", "approve", "a\x1bb", "pay 10\r99 to \u202emoc", "e\u0301\u0302x", "🇩🇪🇫🇷", "漢字", "a\t\tb", "⟦x⟧", "a\u200db"} {
		for name, theme := range themes() {
			text := theme.Show(raw)
			for i := range len(text.s) + 2 {
				hit := make([]bool, i+1)
				hit[i] = true
				line := text.Marked(hit, RoleMuted, RoleMatch)
				if line.String() != text.String() || line.Width() != text.Width() {
					t.Errorf("%s: %q marked at %d is %q, %d cells, want %d", name, raw, i, line.String(), line.Width(), text.Width())
				}
				found := 0
				for _, s := range line {
					if s.Role == RoleMatch {
						found++
						if first, _ := unit(s.Text.s, s.Text.ascii); first != len(s.Text.s) {
							t.Errorf("%s: %q marked at %d marks %q", name, raw, i, s.Text.s)
						}
					}
				}
				if want := i < len(text.s); (found == 1) != want {
					t.Errorf("%s: %q marked at %d has %d marks", name, raw, i, found)
				}
			}
		}
	}
}

func TestMarkedJoinsWhatStandsTogether(t *testing.T) {
	t.Parallel()
	line := Plain("reject").Marked([]bool{false, true, true, false, true, true}, RolePlain, RoleMatch)
	var parts []string
	for _, s := range line {
		parts = append(parts, s.Text.String())
	}
	if got := strings.Join(parts, " "); got != "r ej e ct" {
		t.Errorf("parts are %s", got)
	}
}
