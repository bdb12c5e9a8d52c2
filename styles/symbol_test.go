package styles

import "testing"

func TestSymbolsAreSafeAndSmall(t *testing.T) {
	t.Parallel()
	for name, theme := range themes() {
		for s := range symCount {
			symbol := theme.Symbol(s)
			want := 1
			switch {
			case s == SymChecked || s == SymUnchecked:
				want = 3
			case s == SymEnter && theme.ascii:
				want = 5
			case s == SymHand && theme.ascii:
				want = 6
			case s == SymArrow && theme.ascii, (s == SymBolt || s == SymHand) && !theme.ascii:
				want = 2
			}
			if symbol.Width() != want {
				t.Errorf("%s: symbol %d is %q, %d cells, want %d", name, s, symbol, symbol.Width(), want)
			}
			checkOrnament(t, theme, symbol)
		}
		for _, s := range []Sym{-1, symCount} {
			if theme.Symbol(s).Width() != 0 {
				t.Errorf("%s: symbol %d is not empty", name, s)
			}
		}
	}
}

func TestRulesAreExactlyAsWideAsAsked(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		ascii        bool
		thin, heavy  string
		width, cells int
	}{
		{false, "─────", "━━━━━", 5, 5},
		{true, "-----", "=====", 5, 5},
		{false, "", "", 0, 0},
		{true, "", "", -2, 0},
	} {
		theme := New(Options{ASCII: c.ascii})
		if got := theme.Rule(c.width); got.String() != c.thin || got.Width() != c.cells {
			t.Errorf("Rule(%d) = %q", c.width, got)
		}
		if got := theme.HeavyRule(c.width); got.String() != c.heavy || got.Width() != c.cells {
			t.Errorf("HeavyRule(%d) = %q", c.width, got)
		}
	}
}
