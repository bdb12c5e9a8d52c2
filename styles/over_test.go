package styles

import (
	"strings"
	"testing"

	"pgregory.net/rapid"
)

func TestCellsCutBetweenCharacters(t *testing.T) {
	t.Parallel()
	th := New(Options{NoColor: true})
	line := Line{{Text: th.Show("a高い\u202eb"), Role: RoleTitle}, {Text: Plain("cd"), Role: RoleGood}}
	if got := line.String(); got != "a高い⟦U+202E RLO⟧bcd" {
		t.Fatal(got)
	}
	for _, tt := range []struct {
		from, to int
		want     string
	}{
		{0, 3, "a高"}, {0, 2, "a "}, {2, 5, " い"}, {5, 17, "⟦U+202E RLO⟧"}, {6, 17, "           "}, {5, 16, "           "}, {17, 22, "bcd  "}, {40, 42, "  "}, {3, 3, ""},
	} {
		got := line.Cells(tt.from, tt.to)
		if got.Width() != tt.to-tt.from || got.String() != tt.want {
			t.Errorf("cells %d to %d are %q, %d wide, want %q", tt.from, tt.to, got, got.Width(), tt.want)
		}
	}
}

// Whatever is below it and wherever it lies, a row with a box is as wide as the page, and no
// piece of a token is left beside the box.
func TestARowUnderABoxKeepsItsWidth(t *testing.T) {
	t.Parallel()
	th := New(Options{NoColor: true})
	rapid.Check(t, func(rt *rapid.T) {
		w := rapid.IntRange(10, 60).Draw(rt, "w")
		page := Line{{Text: th.Show(rapid.String().Draw(rt, "text")), Role: RoleSelected}, {Text: th.Show(rapid.String().Draw(rt, "more"))}}.Fit(w)
		boxed := rapid.IntRange(4, w).Draw(rt, "box")
		x := rapid.IntRange(0, w-boxed).Draw(rt, "x")
		row := page.Under(th.Framed(Line{{Text: th.Show(rapid.String().Draw(rt, "inside"))}}, boxed), x, w)
		if row.Width() != w {
			rt.Errorf("%q is %d cells wide, want %d", row, row.Width(), w)
		}
		if text := row.String(); strings.Count(text, "⟦") != strings.Count(text, "⟧") {
			rt.Errorf("a token was cut: %q", text)
		}
	})
}

func TestABoxIsDrawnInASCIIToo(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		ascii bool
		want  []string
	}{
		{false, []string{"╭─ Why? ───────╮", "│ too dear     │", "╰─ esc back ───╯", "╭──────────────╮"}},
		{true, []string{"+- Why? -------+", "| too dear     |", "+- esc back ---+", "+--------------+"}},
	} {
		th := New(Options{NoColor: true, ASCII: tt.ascii})
		words := func(s string) Line { return Line{{Text: Plain(s)}} }
		for i, l := range []Line{th.Upper(words("Why?"), 16), th.Framed(words(" too dear"), 16), th.Lower(words("esc back"), 16), th.Upper(nil, 16)} {
			if got := th.Render(l, 16); got != tt.want[i] {
				t.Errorf("got %q, want %q", got, tt.want[i])
			}
		}
	}
}

// A selected row is tinted inside the box only, and what is below the box not at all.
func TestTheTintStaysInTheBox(t *testing.T) {
	t.Parallel()
	th := New(Options{Profile: 0, Dark: true})
	chosen := Line{{Text: th.Symbol(SymCursor), Role: RoleSelected}, {Text: Plain(" chosen")}}
	page := Line{{Text: th.Symbol(SymCursor), Role: RoleSelected}, {Text: Plain(strings.Repeat("page ", 6))}}
	row := th.Render(page.Under(th.Framed(chosen, 14), 6, 30), 30)
	tint := "48;2;29;43;56"
	before, rest, _ := strings.Cut(row, "chosen")
	if strings.Contains(strings.SplitN(before, "│", 2)[0], tint) || !strings.Contains(before, tint) || strings.Contains(strings.SplitN(rest, "│", 2)[1], tint) {
		t.Errorf("the tint leaves the box: %q", row)
	}
}

func TestTurnedKeepsWhatIsMasked(t *testing.T) {
	t.Parallel()
	th := New(Options{Profile: 0, Dark: true}).Masking()
	turned, ok := th.Turned()
	if secret := "password: hunter2hunter2"; !ok || turned.Dark() || turned.Show(secret) != th.Show(secret) {
		t.Errorf("turned %v, dark %v", ok, turned.Dark())
	}
	if _, ok := New(Options{NoColor: true}).Turned(); ok {
		t.Error("a theme without colours turns")
	}
}
