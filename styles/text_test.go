package styles

import (
	"strings"
	"testing"
	"time"

	"pgregory.net/rapid"
)

func TestFitCutsBetweenCharactersAndTokens(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		raw            string
		w              int
		unicode, ascii string
	}{
		{"approve", 7, "approve", "approve"},
		{"approve", 6, "appro…", "appro~"},
		{"approve", 1, "…", "~"},
		{"approve", 0, "", ""},
		{"approve", -3, "", ""},
		{"", 0, "", ""},
		{"ab\x1bcd", 7, "ab…", "ab~"},
		{"ab\x1bcd", 8, "ab⟦ESC⟧…", "ab~"},
		{"ab\x1bcd", 9, "ab⟦ESC⟧cd", "ab~"},
		{"\u202e", 5, "…", "~"},
	} {
		for name, theme := range themes() {
			want := c.unicode
			if theme.ascii {
				want = c.ascii
			}
			if got := theme.Show(c.raw).Fit(c.w).String(); got != want {
				t.Errorf("%s: %q in %d cells is %q, want %q", name, c.raw, c.w, got, want)
			}
		}
	}
	for _, c := range []struct {
		raw  string
		w    int
		want string
	}{
		{"漢字漢字", 4, "漢…"},
		{"漢字漢字", 5, "漢字…"},
		{"ae\u0301\u0302\u0303oo", 3, "ae\u0301\u0302\u0303…"},
		{"🇩🇪🇫🇷", 6, "🇩🇪…"},
		{"⚠\ufe0fabc", 2, "…"},
		{"\u1112\u1161\u11ab\u1112", 4, "…"},
	} {
		if got := Plain(c.raw).Fit(c.w).String(); got != c.want {
			t.Errorf("%q in %d cells is %q, want %q", c.raw, c.w, got, c.want)
		}
	}
}

func TestFitMiddleKeepsBothEnds(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		raw  string
		w    int
		want string
	}{
		{"APPROVAL_mail_01.md", 19, "APPROVAL_mail_01.md"},
		{"APPROVAL_mail_01.md", 12, "APPROVA…1.md"},
		{"APPROVAL_mail_02.md", 12, "APPROVA…2.md"},
		{"one two three", 9, "one t…ree"},
		{"one  two  six", 9, "one…six"},
		{"漢字漢字漢字", 8, "漢字…字"},
		{"abc", 2, "a…"},
		{"abc", 1, "…"},
		{"abc", 0, ""},
		{"abc", -4, ""},
		{"", 4, ""},
	} {
		if got := Plain(c.raw).FitMiddle(c.w).String(); got != c.want {
			t.Errorf("%q in %d cells is %q, want %q", c.raw, c.w, got, c.want)
		}
	}
	if got := (&Theme{ascii: true}).Show("pay the berth").FitMiddle(9).String(); got != "pay t~rth" {
		t.Errorf("in ASCII: %q", got)
	}
}

func TestPadIsExactlyAsWideAsAsked(t *testing.T) {
	t.Parallel()
	for raw, want := range map[string]string{
		"":         "     ",
		"abc":      "abc  ",
		"approve":  "appr…",
		"漢字漢字":     "漢字…",
		"a漢字漢":     "a漢… ",
		"\u202eab": "…    ",
	} {
		if got := Plain(raw).Pad(5); got.String() != want || got.Width() != 5 {
			t.Errorf("Pad(%q) = %q with %d cells, want %q", raw, got, got.Width(), want)
		}
	}
	if got := Plain("abc").Pad(-1); got.String() != "" || got.Width() != 0 {
		t.Errorf("Pad(-1) = %q", got)
	}
}

func TestWrapBreaksAfterBlanksAndKeepsThem(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		raw  string
		w    int
		want string // rows joined by "|"
	}{
		{"", 5, ""},
		{"abc", 5, "abc"},
		{"Send the invoice now", 9, "Send the |invoice |now"},
		{"Send the invoice now", 8, "Send |the |invoice |now"},
		{"abcdefgh", 3, "abc|def|gh"},
		{"ab cdefghij k", 5, "ab |cdefg|hij k"},
		{"abcde fgh", 5, "abcde| fgh"},
		{"see Plans/fleet-offer.md", 9, "see |Plans/|fleet-|offer.md"},
		{"a/bcdefghij", 5, "a/bcd|efghi|j"},
		{"a    b", 3, "a  |  b"},
		{"a\x1bb", 5, "a|⟦ESC⟧|b"},
		{"a\x1bb", 6, "a⟦ESC⟧|b"},
		{"go \x1b\x1b on", 8, "go |⟦ESC⟧|⟦ESC⟧ on"},
		{"ab\u202ecd", 6, "ab⟦U+2|02E RL|O⟧cd"},
		{"漢字漢", 3, "漢|字|漢"},
		{"a漢", 1, "a|漢"},
		{"abc", 0, "a|b|c"},
		{"e\u0301e\u0301", 1, "e\u0301|e\u0301"},
		{"go" + strings.Repeat(" ", 10) + "on", 11, "go|⟦10 spaces⟧|on"},
	} {
		var rows []string
		for _, row := range New(Options{}).Show(c.raw).Wrap(c.w) {
			checkWidth(t, row)
			rows = append(rows, row.String())
		}
		if got := strings.Join(rows, "|"); got != c.want {
			t.Errorf("%q in %d cells is %q, want %q", c.raw, c.w, got, c.want)
		}
	}
}

func TestTheZeroTextIsEmpty(t *testing.T) {
	t.Parallel()
	var text Text
	if text.String() != "" || text.Width() != 0 || text.Fit(3) != (Text{}) || len(text.Wrap(3)) != 1 || text != Plain("") {
		t.Errorf("zero Text is %+v", text)
	}
}

func TestBriefIsALabelThatIsCut(t *testing.T) {
	t.Parallel()
	for _, o := range []Options{{}, {ASCII: true}} {
		th := New(o)
		for _, raw := range []string{"", "short", "  a\tb ", strings.Repeat("word \x1b", 50), "高い猫🐱" + strings.Repeat("高", 40)} {
			for w := range 40 {
				if got, want := th.Brief(raw, w).String(), th.Label(raw).Fit(w).String(); got != want {
					t.Errorf("%q in %d cells: %q, want %q", raw, w, got, want)
				}
			}
		}
		for _, raw := range []string{strings.Repeat("x", 1<<20), "a" + strings.Repeat(" ", 1<<20) + "b", strings.Repeat("猫", 1<<18), "a" + strings.Repeat("\u0301", 1<<18), strings.Repeat("\x1b", 1<<20)} {
			for w := range 40 {
				got := th.Brief(raw, w)
				if got.Width() > w || w > 0 && !strings.HasSuffix(got.String(), ellipsis(o.ASCII).String()) {
					t.Errorf("%.5q… in %d cells: %q of %d cells", raw, w, got.String(), got.Width())
				}
			}
		}
	}
}

// TestBriefCostsTheSame holds that rows of long values are drawn as fast as others.
func TestBriefCostsTheSame(t *testing.T) {
	th, raw := New(Options{}).Masking(), strings.Repeat("all is well\x1b ", 1<<20)
	start := time.Now()
	for range 1000 {
		th.Brief(raw, 80)
	}
	if took := time.Since(start); took > 20*time.Second {
		t.Errorf("a thousand rows take %v", took)
	}
}

func TestLineFitCutsAcrossSpans(t *testing.T) {
	t.Parallel()
	line := Line{{Text: Plain("● "), Role: RoleAccent}, {Text: Plain("Send"), Role: RoleTitle}, {}, {Text: Plain(" now"), Role: RoleMuted}}
	for w, want := range map[int]string{
		-1: "", 0: "", 1: "…", 2: "●…", 3: "● …", 5: "● Se…", 6: "● Sen…", 7: "● Send…", 9: "● Send n…", 10: "● Send now", 99: "● Send now",
	} {
		got := line.Fit(w)
		if got.String() != want {
			t.Errorf("in %d cells it is %q, want %q", w, got, want)
		}
		if got.Width() > max(w, 0) {
			t.Errorf("in %d cells it is %d wide", w, got.Width())
		}
	}
	if got := line.Fit(5)[1].Role; got != RoleTitle {
		t.Errorf("the cut has role %v", got)
	}
}

func TestLineFitEndsInTheNotationOfWhatIsCut(t *testing.T) {
	t.Parallel()
	ascii := New(Options{ASCII: true})
	if got := (Line{{Text: ascii.Show("approve")}}).Fit(4).String(); got != "app~" {
		t.Errorf("got %q", got)
	}
}

func TestLinePadIsExactAndLeavesTheLineAlone(t *testing.T) {
	t.Parallel()
	backing := Line{{Text: Plain("漢字")}, {Text: Plain("kept")}}
	line := backing[:1]
	for w := range 9 {
		if got := line.Pad(w).Width(); got != w {
			t.Errorf("Pad(%d) is %d wide", w, got)
		}
	}
	if backing.String() != "漢字kept" {
		t.Errorf("the line became %q", backing)
	}
}

func TestJoinCopies(t *testing.T) {
	t.Parallel()
	left, right := Line{{Text: Plain("a")}}, Line{{Text: Plain("b")}}
	joined := Join(left, nil, right)
	if joined.String() != "ab" || joined.Width() != 2 {
		t.Errorf("joined is %q", joined)
	}
	joined[0].Text = Plain("x")
	if left.String() != "a" {
		t.Error("joining shares spans")
	}
}

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
