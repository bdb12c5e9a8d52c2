package styles

import "testing"

func TestMarksAreToldApartWithoutColour(t *testing.T) {
	t.Parallel()
	for name, theme := range themes() {
		symbols, words := map[string]Mark{}, map[string]Mark{}
		for m := MarkNone + 1; m < markCount; m++ {
			symbol, word := theme.MarkSymbol(m).String(), theme.MarkWord(m).String()
			if other, taken := symbols[symbol]; taken || symbol == "" {
				t.Errorf("%s: marks %d and %d share the symbol %q", name, m, other, symbol)
			}
			if other, taken := words[word]; taken || word == "" {
				t.Errorf("%s: marks %d and %d share the word %q", name, m, other, word)
			}
			symbols[symbol], words[word] = m, m
			if got := theme.MarkSymbol(m).Width(); got != 1 {
				t.Errorf("%s: symbol %q has %d cells, want 1", name, symbol, got)
			}
			checkOrnament(t, theme, theme.MarkSymbol(m))
			checkOrnament(t, theme, theme.MarkWord(m))
		}
	}
}

// checkOrnament fails where a drawing text is not as safe as any other.
func checkOrnament(t *testing.T, theme *Theme, text Text) {
	t.Helper()
	if got := show(text.s, notation{ascii: theme.ascii}); got != text {
		t.Errorf("%q would be shown as %q", text, got)
	}
	checkWidth(t, text)
}

func TestNoMarkIsEmpty(t *testing.T) {
	t.Parallel()
	for _, theme := range themes() {
		for _, m := range []Mark{MarkNone, -1, markCount} {
			if theme.MarkSymbol(m).Width()+theme.MarkWord(m).Width() > 0 || theme.MarkRole(m) != RolePlain {
				t.Errorf("mark %d is not empty", m)
			}
		}
	}
}
