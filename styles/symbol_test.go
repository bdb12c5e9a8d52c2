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

func TestBarShowsProgressHonestly(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		done, total, width int
		unicode, ascii     string
	}{
		{0, 10, 10, "▱▱▱▱▱▱▱▱▱▱", "----------"},
		{5, 10, 10, "▰▰▰▰▰▱▱▱▱▱", "#####-----"},
		{10, 10, 10, "▰▰▰▰▰▰▰▰▰▰", "##########"},
		{1, 1000, 5, "▰▱▱▱▱", "#----"},
		{999, 1000, 5, "▰▰▰▰▱", "####-"},
		{20, 10, 3, "▰▰▰", "###"},
		{-1, 10, 3, "▱▱▱", "---"},
		{1, 0, 3, "▱▱▱", "---"},
		{1, 2, 1, "▱", "-"},
		{1 << 62, 1 << 62, 4, "▰▰▰▰", "####"},
		{1, 2, 0, "", ""},
		{1, 2, -1, "", ""},
	} {
		for name, theme := range themes() {
			want := c.unicode
			if theme.ascii {
				want = c.ascii
			}
			bar := theme.Bar(c.done, c.total, c.width)
			if bar.String() != want || bar.Width() != max(c.width, 0) {
				t.Errorf("%s: %d of %d in %d cells is %q, want %q", name, c.done, c.total, c.width, bar, want)
			}
		}
	}
}
