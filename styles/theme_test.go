package styles

import (
	"fmt"
	"strconv"
	"strings"
	"testing"

	"github.com/charmbracelet/x/ansi"
	"github.com/muesli/termenv"
)

// allOptions are all ways to draw.
func allOptions() []Options {
	var all []Options
	for _, profile := range []termenv.Profile{termenv.TrueColor, termenv.ANSI256, termenv.ANSI, termenv.Ascii} {
		for bits := range 8 {
			o := Options{ASCII: bits&1 != 0, NoColor: bits&2 != 0, Dark: bits&4 != 0, Profile: profile}
			if all = append(all, o); !o.ASCII && !o.NoColor {
				o.Contrast = true
				all = append(all, o)
			}
		}
	}
	return all
}

func TestRenderIsExactlyAsWideAsAskedAndClosesItsStyles(t *testing.T) {
	t.Parallel()
	for _, o := range allOptions() {
		theme := New(o)
		var line Line
		for role := range roleCount {
			line = append(line, Span{Text: theme.Show("a\x1bb\u202e漢"), Role: role})
		}
		for _, first := range []Role{RolePlain, RoleSelected} {
			line[0].Role = first
			for _, w := range []int{0, 1, 2, 7, 80, 400, 1000} {
				row := theme.Render(line, w)
				if got := ansi.StringWidth(row); got != w {
					t.Errorf("%+v: %d cells, want %d", o, got, w)
				}
				checkStyles(t, o, row)
			}
			if got := ansi.Strip(theme.Render(line, -1)); got != line.String() {
				t.Errorf("%+v: whole line is %q, want %q", o, got, line.String())
			}
		}
	}
}

// checkStyles fails where a row has escape sequences that it must not have, or
// does not end without style.
func checkStyles(t *testing.T, o Options, row string) {
	t.Helper()
	if o.NoColor || o.Profile == termenv.Ascii {
		if strings.Contains(row, "\x1b") {
			t.Errorf("%+v: escape sequences in %q", o, row)
		}
		return
	}
	on := false
	for _, part := range strings.Split(row, "\x1b[")[1:] {
		codes, _, found := strings.Cut(part, "m")
		if !found || strings.Trim(codes, "0123456789;") != "" {
			t.Fatalf("%+v: not a style in %q", o, row)
		}
		if now := codes != "0"; now == on {
			t.Errorf("%+v: styles are not paired in %q", o, row)
		}
		on = codes != "0"
	}
	if on {
		t.Errorf("%+v: a style is left on in %q", o, row)
	}
}

func TestTokensAreDrawnAsEscapesWhateverTheRole(t *testing.T) {
	t.Parallel()
	theme := New(Options{Dark: true})
	escape, bad := theme.plain[RoleEscape], theme.plain[RoleBad]
	for raw, want := range map[string]string{
		"a\x1bb": bad + "a" + reset + escape + "⟦ESC⟧" + reset + bad + "b" + reset,
		"\x1b":   escape + "⟦ESC⟧" + reset,
		"⟦":      escape + "⟦U+27E6⟧" + reset,
		"⇒€":     bad + "⇒€" + reset,
	} {
		if got := theme.Render(Line{{Text: theme.Show(raw), Role: RoleBad}}, -1); got != want {
			t.Errorf("%q is drawn as %q, want %q", raw, got, want)
		}
	}
	source := theme.Source([]byte("\tx"))
	want := escape + "⇥" + reset + bad + "   x" + reset + escape + "⟦no newline at end⟧" + reset
	if got := theme.Render(Line{{Text: source[0], Role: RoleBad}}, -1); got != want {
		t.Errorf("a tab is drawn as %q, want %q", got, want)
	}
}

func TestOnlyEscapesHaveTheStyleOfEscapes(t *testing.T) {
	t.Parallel()
	for _, o := range allOptions() {
		theme := New(o)
		if !theme.color {
			continue
		}
		for role := range roleCount {
			if role == RoleEscape {
				continue
			}
			if theme.plain[role] == theme.plain[RoleEscape] || theme.row[role] == theme.row[RoleEscape] {
				t.Errorf("%+v: role %d looks like an escape", o, role)
			}
		}
	}
}

func TestASelectedRowIsSelectedToItsEnd(t *testing.T) {
	t.Parallel()
	theme := New(Options{Dark: true})
	line := Line{{Text: theme.Symbol(SymCursor), Role: RoleSelected}, {Text: Plain("late"), Role: RoleBad}}
	want := theme.row[RoleSelected] + "▌" + reset + theme.row[RoleBad] + "late" + reset + theme.row[RolePlain] + "   " + reset
	if got := theme.Render(line, 8); got != want {
		t.Errorf("got %q, want %q", got, want)
	}
	background := selectedRow.code(Options{Dark: true}, true)
	for role := range roleCount {
		if !strings.Contains(theme.row[role], background) {
			t.Errorf("role %d has no background on the selected row", role)
		}
		if strings.Contains(theme.plain[role], background) {
			t.Errorf("role %d has the background of the selected row", role)
		}
	}
}

func TestAnASCIIThemeDrawsOnlyASCII(t *testing.T) {
	t.Parallel()
	theme := New(Options{ASCII: true, NoColor: true})
	line := Line{
		{Text: Plain("⚡ Loading… → step 4 ✋ <<x>> é "), Role: RoleTitle},
		{Text: Plain("\u202e"), Role: RoleBad},
		{Text: theme.Show("é"), Role: RoleBad},
		{Text: Plain("漢字漢字").Fit(5), Role: RoleBad},
	}
	want := "! Loading~ > step 4 [hand] <<U+003C>><x>> <<U+00E9>> <<U+202E RLO>><<U+00E9>><<U+6F22>><<U+5B57>>~"
	if got := theme.Render(line, -1); got != want {
		t.Errorf("got %q, want %q", got, want)
	}
	if got := theme.Render(Line{{Text: Plain("approve")}}, 5); got != "appr~" {
		t.Errorf("a cut literal is %q", got)
	}
}

func TestProfilesBringColoursDown(t *testing.T) {
	t.Parallel()
	for profile, want := range map[termenv.Profile]string{
		termenv.TrueColor: "\x1b[38;2;134;197;236m",
		termenv.ANSI256:   "\x1b[38;5;",
		termenv.ANSI:      "\x1b[36m",
	} {
		if got := New(Options{Profile: profile, Dark: true}).plain[RoleAccent]; !strings.HasPrefix(got, want) {
			t.Errorf("%s: accent starts with %q, want %q", profile.Name(), got, want)
		}
	}
}

func TestGreysStayGreyWith256Colours(t *testing.T) {
	t.Parallel()
	for _, c := range []adaptiveColor{rule, selectedRow} {
		for _, dark := range []bool{true, false} {
			code := c.code(Options{Profile: termenv.ANSI256, Dark: dark}, true)
			step, err := strconv.Atoi(strings.TrimPrefix(code, "48;5;"))
			neutral := step >= 232 || step >= 16 && (step-16)%43 == 0 // ramp, diagonal of the cube
			if err != nil || !neutral {
				t.Errorf("%s becomes %s", c.pick(dark).full, code)
			}
		}
	}
}

func TestARoleOutOfRangeIsPlain(t *testing.T) {
	t.Parallel()
	theme := New(Options{})
	for _, role := range []Role{-1, roleCount, 99} {
		if got := theme.Render(Line{{Text: Plain("x"), Role: role}}, 2); got != "x " {
			t.Errorf("role %d is drawn as %q", role, got)
		}
	}
}

func ExampleTheme_Show() {
	theme := New(Options{})
	fmt.Println(theme.Show("pay 10\r99 to \u202emoc.elpmaxe"))
	// Output: pay 10⟦CR⟧99 to ⟦U+202E RLO⟧moc.elpmaxe
}

// A sentence of ours keeps its punctuation in ASCII, and what a vault says in it stays safe.
func TestASentenceOfOursInASCII(t *testing.T) {
	t.Parallel()
	const words = "adds “\x1b” to the plan’s log · … – done"
	if got, want := New(Options{ASCII: true}).Said(words).String(), `adds "<<ESC>>" to the plan's log - ~ - done`; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
	if got, want := New(Options{}).Said(words).String(), "adds “⟦ESC⟧” to the plan’s log · … – done"; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
}
