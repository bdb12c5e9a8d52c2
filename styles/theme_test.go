package styles

import (
	"fmt"
	"math"
	"strconv"
	"strings"
	"testing"
	"unicode"

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

// grounds are the backgrounds that terminals have.
var grounds = map[bool][]string{
	true:  {"#000000", "#1E1E1E", "#282C34"},
	false: {"#FFFFFF", "#FAFAFA"},
}

// The least contrast of text is that of WCAG 2: 4.5 (level AA), with high contrast 7
// (AAA). Rules and borders are not text.
func TestColoursAreLegible(t *testing.T) {
	t.Parallel()
	for _, o := range allOptions() {
		if o.ASCII || o.NoColor || o.Profile != termenv.TrueColor && o.Profile != termenv.ANSI256 {
			continue
		}
		least := 4.5
		if o.Contrast {
			least = 7
		}
		row := colourOf(t, o, o.cursorRow(), true)
		for role := range roleCount {
			text, least := colourOf(t, o, o.style(role).color, false), least
			if text == "" {
				continue
			}
			if role == RoleFrame {
				least = 1.7
			}
			backgrounds := grounds[o.Dark]
			if row != "" {
				backgrounds = append([]string{row}, backgrounds...)
			}
			for _, background := range backgrounds {
				if c := contrast(t, text, background); c < least {
					t.Errorf("%+v, role %d: %s on %s has contrast %.1f, want %.1f", o, role, text, background, c, least)
				}
			}
		}
	}
}

// In high contrast nothing is dimmed, and what is not told by a colour of known
// contrast has the terminal's own.
func TestHighContrastTakesNoColourOfUnknownContrast(t *testing.T) {
	t.Parallel()
	for _, o := range allOptions() {
		theme := New(o)
		if !o.Contrast || !theme.color {
			continue
		}
		for role := range roleCount {
			for _, drawn := range []string{theme.plain[role], theme.row[role]} {
				codes := strings.Split(strings.TrimSuffix(strings.TrimPrefix(drawn, "\x1b["), "m"), ";")
				for i, code := range codes {
					if code == "38" || code == "48" {
						break
					}
					if !strings.Contains(" 1 3 4 7  ", " "+code+" ") {
						t.Errorf("%+v, role %d: %q of %v", o, role, code, codes[i:])
					}
				}
			}
		}
	}
}

// colourOf is the colour that a terminal shows for a adaptive, "" for one of its own.
func colourOf(t *testing.T, o Options, s adaptiveColor, background bool) string {
	t.Helper()
	code := s.code(o, background)
	parts := strings.Split(code, ";")
	if len(parts) < 3 {
		return ""
	}
	var numbers []uint8
	for _, p := range parts[2:] {
		n, err := strconv.ParseUint(p, 10, 8)
		if err != nil {
			t.Fatalf("%q: %v", code, err)
		}
		numbers = append(numbers, uint8(n))
	}
	if len(numbers) == 3 {
		return hex(numbers[0], numbers[1], numbers[2])
	}
	r, g, b, _ := ansi.IndexedColor(numbers[0]).RGBA()
	return hex(uint8(r>>8), uint8(g>>8), uint8(b>>8))
}

func hex(channels ...uint8) string {
	out := "#"
	for _, c := range channels {
		out += strings.ToUpper(strconv.FormatUint(uint64(c)|0x100, 16)[1:])
	}
	return out
}

func contrast(t *testing.T, a, b string) float64 {
	la, lb := luminance(t, a), luminance(t, b)
	return (max(la, lb) + 0.05) / (min(la, lb) + 0.05)
}

func luminance(t *testing.T, hex string) float64 {
	t.Helper()
	n, err := strconv.ParseUint(strings.TrimPrefix(hex, "#"), 16, 32)
	if err != nil {
		t.Fatal(err)
	}
	channel := func(v uint64) float64 {
		c := float64(v&0xFF) / 255
		if c <= 0.04045 {
			return c / 12.92
		}
		return math.Pow((c+0.055)/1.055, 2.4)
	}
	return 0.2126*channel(n>>16) + 0.7152*channel(n>>8) + 0.0722*channel(n)
}

func TestContrastIsThatOfTheGuidelines(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		a, b string
		want float64
	}{{"#000000", "#FFFFFF", 21}, {"#FFFFFF", "#FFFFFF", 1}, {"#777777", "#FFFFFF", 4.48}} {
		if got := contrast(t, tt.a, tt.b); math.Abs(got-tt.want) > 0.01 {
			t.Errorf("%s on %s: %.3f, want %.2f", tt.a, tt.b, got, tt.want)
		}
	}
}

func TestBlankedLeavesOutSecretsAndNothingElse(t *testing.T) {
	t.Parallel()
	const secret = "sk-proj-aB3dE5fG7hJ9kL1mN3pQ5rS7tU9vW1xY3z"
	for _, tt := range []struct{ before, after string }{
		{"token: ", "\nand more\n"},
		{"ä one ", " two"},
	} {
		want := tt.before + strings.Repeat(" ", len(secret)) + tt.after
		if got := New(Options{}).Blanked(tt.before + secret + tt.after); got != want {
			t.Errorf("%q becomes %q", tt.before+secret+tt.after, got)
		}
	}
	if plain := "no secret in here\n"; New(Options{}).Blanked(plain) != plain {
		t.Errorf("%q becomes %q", plain, New(Options{}).Blanked(plain))
	}
}

func TestSparklines(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		counts         []int
		most           int
		unicode, ascii string
	}{
		{nil, 0, "", ""},
		{[]int{0, 0}, 0, "··", "00"},
		{[]int{1, 0, 1}, 1, "█·█", "101"},
		{[]int{0, 1, 2, 3, 4, 5, 6, 7}, 7, "·▂▃▄▅▆▇█", "01234567"},
		{[]int{1, 1000, 500, 12, -3}, 1000, "▁█▄▁·", "19990"},
		{[]int{1, 9}, 0, "██", "19"},
	} {
		if got := New(Options{}).Sparkline(tt.counts, tt.most); got.String() != tt.unicode || got.Width() != len(tt.counts) {
			t.Errorf("%v is %q of %d cells, want %q", tt.counts, got, got.Width(), tt.unicode)
		}
		if got := New(Options{ASCII: true}).Sparkline(tt.counts, tt.most); got.String() != tt.ascii {
			t.Errorf("%v is %q in ASCII, want %q", tt.counts, got, tt.ascii)
		}
	}
}

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
		for needs, count := range map[int]string{0: "", 3: "(3) "} {
			show, want := New(tt.options).WindowTitle(tt.name, needs), "\x1b]2;"+count+"coldstart: "+tt.want+"\x07"
			if show != want {
				t.Errorf("%q: got %q, want %q", tt.name, show, want)
			}
		}
	}
}

func FuzzWindowTitle(f *testing.F) {
	f.Add("a\x07b")
	f.Fuzz(func(t *testing.T, name string) {
		show := New(Options{}).WindowTitle(name, 0)
		inner, _ := strings.CutPrefix(show, "\x1b]2;")
		inner, closed := strings.CutSuffix(inner, "\x07")
		if !closed || strings.ContainsFunc(inner, unicode.IsControl) {
			t.Errorf("%q becomes %q", name, show)
		}
	})
}
