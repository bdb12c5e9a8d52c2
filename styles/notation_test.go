package styles

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"unicode/utf8"

	"coldstart/testdata/hostile/cases"
)

func TestShowWritesTheNotation(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ name, raw, unicode, ascii string }{
		{"nothing", "", "", ""},
		{"plain", "Send invoice 12 (v2) ~ {a|b} \\ `x`", "Send invoice 12 (v2) ~ {a|b} \\ `x`", "Send invoice 12 (v2) ~ {a|b} \\ `x`"},
		{"line break", "a\nb", "a⟦LF⟧b", "a<<LF>>b"},
		{"carriage return", "10\r99", "10⟦CR⟧99", "10<<CR>>99"},
		{"escape sequence", "\x1b[2J", "⟦ESC⟧[2J", "<<ESC>>[2J"},
		{"tab", "a\tb", "a⟦TAB⟧b", "a<<TAB>>b"},
		{"delete", "a\x7f", "a⟦DEL⟧", "a<<DEL>>"},
		{"C1", "\u009B31m", "⟦U+009B CSI⟧31m", "<<U+009B CSI>>31m"},
		{"stray byte", "a\x9bm", "a⟦\\x9B⟧m", "a<<\\x9B>>m"},
		{"stray bytes", "\xff\xff\xff\xff\xff", "⟦5 × \\xFF⟧", "<<5 x \\xFF>>"},
		{"surrogate", "\xed\xa0\x80", "⟦\\xED⟧⟦\\xA0⟧⟦\\x80⟧", "<<\\xED>><<\\xA0>><<\\x80>>"},
		{"stray lead bytes before a sound one", "\xe4\xe4\xe4\xe4\xe4\xb8\xad", "⟦4 × \\xE4⟧中", "<<4 x \\xE4>><<U+4E2D>>"},
		{"bidi override", "a\u202eb", "a⟦U+202E RLO⟧b", "a<<U+202E RLO>>b"},
		{"zero width", "a\u200bb", "a⟦U+200B ZWSP⟧b", "a<<U+200B ZWSP>>b"},
		{"no-break space", "a\u00a0b", "a⟦U+00A0 NBSP⟧b", "a<<U+00A0 NBSP>>b"},
		{"byte order mark", "\ufeffa", "⟦U+FEFF BOM⟧a", "<<U+FEFF BOM>>a"},
		{"tag", "\U000e0041", "⟦U+E0041⟧", "<<U+E0041>>"},
		{"private use", "\ue000", "⟦U+E000⟧", "<<U+E000>>"},
		{"replacement character", "\ufffd", "⟦U+FFFD⟧", "<<U+FFFD>>"},
		{"run of escapes", strings.Repeat("\x00", 300), "⟦300 × NUL⟧", "<<300 x NUL>>"},
		{"short run of escapes", "\x00\x00\x00", "⟦NUL⟧⟦NUL⟧⟦NUL⟧", "<<NUL>><<NUL>><<NUL>>"},
		{"run of named escapes", strings.Repeat("\u200b", 4), "⟦4 × U+200B ZWSP⟧", "<<4 x U+200B ZWSP>>"},
		{"eight blanks", "a        b", "a        b", "a        b"},
		{"nine blanks", "a         b", "a⟦9 spaces⟧b", "a<<9 spaces>>b"},
		{"many blanks", strings.Repeat(" ", 240), "⟦240 spaces⟧", "<<240 spaces>>"},
		{"brackets", "⟦ESC⟧", "⟦U+27E6⟧ESC⟦U+27E7⟧", "<<U+27E6>>ESC<<U+27E7>>"},
		{"brackets that look alike", "〚ESC〛", "⟦U+301A⟧ESC⟦U+301B⟧", "<<U+301A>>ESC<<U+301B>>"},
		{"tab mark", "⇥   ", "⟦U+21E5⟧   ", "<<U+21E5>>   "},
		{"ASCII brackets", "<<ESC>>", "<<ESC>>", "<<U+003C>><ESC>>"},
		{"ASCII brackets in a row", "<<<", "<<<", "<<U+003C>><<U+003C>><"},
		{"ASCII bracket before a token", "<\x1b", "<⟦ESC⟧", "<<U+003C>><<ESC>>"},
		{"one ASCII bracket", "a < b", "a < b", "a < b"},
		{"letters", "Grüße, 漢字", "Grüße, 漢字", "Gr<<U+00FC>><<U+00DF>>e, <<U+6F22>><<U+5B57>>"},
		{"combining mark", "e\u0301", "e\u0301", "e<<U+0301>>"},
		{"combining mark without a base", "\u0301e", "⟦U+0301⟧e", "<<U+0301>>e"},
		{"combining mark after a blank", "a \u0301", "a ⟦U+0301⟧", "a <<U+0301>>"},
		{"combining mark after a token", "\x1b\u0301", "⟦ESC⟧⟦U+0301⟧", "<<ESC>><<U+0301>>"},
		{"fifty combining marks", "e" + strings.Repeat("\u0301", 50), "e" + strings.Repeat("\u0301", 4) + "⟦46 × U+0301⟧", "e<<50 x U+0301>>"},
		{"five different marks", "e\u0301\u0302\u0303\u0304\u0305", "e\u0301\u0302\u0303\u0304⟦U+0305⟧", "e<<U+0301>><<U+0302>><<U+0303>><<U+0304>><<U+0305>>"},
		{"emoji selector", "⚠\ufe0f", "⚠\ufe0f", "<<U+26A0>><<U+FE0F VS16>>"},
		{"two emoji selectors", "⚠\ufe0f\ufe0f", "⚠\ufe0f⟦U+FE0F VS16⟧", "<<U+26A0>><<U+FE0F VS16>><<U+FE0F VS16>>"},
		{"emoji selector after a letter", "a\ufe0f", "a⟦U+FE0F VS16⟧", "a<<U+FE0F VS16>>"},
		{"other selector", "☺\ufe00", "☺⟦U+FE00⟧", "<<U+263A>><<U+FE00>>"},
		{"skin tone", "✋🏽", "✋⟦U+1F3FD⟧", "<<U+270B>><<U+1F3FD>>"},
		{"family", "👨\u200d👩", "👨⟦U+200D ZWJ⟧👩", "<<U+1F468>><<U+200D ZWJ>><<U+1F469>>"},
		{"Hangul parts", "\u1112\u1161\u11ab", "\u1112\u1161\u11ab", "<<U+1112>><<U+1161>><<U+11AB>>"},
		{"Hangul vowels in a row", "\u1112\u1161\u1161", "\u1112\u1161⟦U+1161⟧", "<<U+1112>><<U+1161>><<U+1161>>"},
	} {
		for name, theme := range themes() {
			want := c.unicode
			if theme.ascii {
				want = c.ascii
			}
			shown := theme.Show(c.raw)
			if shown.String() != want {
				t.Errorf("%s, %s: shown as %q, want %q", c.name, name, shown, want)
			}
			checkWidth(t, shown)
			if back, err := theme.Decode(shown.String()); err != nil || back != c.raw {
				t.Errorf("%s, %s: read back as %q, %v", c.name, name, back, err)
			}
		}
	}
}

func TestNoCellHoldsMoreThan64Bytes(t *testing.T) {
	t.Parallel()
	theme := New(Options{})
	for _, raw := range []string{
		"e" + strings.Repeat("\u0301", 100_000),
		"\u1112" + strings.Repeat("\u1161", 1000),
		"\u1112\u1161" + strings.Repeat("\u11ab", 1000),
		strings.Repeat("\u1112", 1000),
		strings.Repeat("🇩", 1000),
		strings.Repeat("\u0d4e", 1000),
		"⚠" + strings.Repeat("\ufe0f", 1000),
		"न" + strings.Repeat("\u093f", 1000),
	} {
		for s := theme.Show(raw).s; s != ""; {
			size, cells := unit(s, false)
			if size > 64 || cells < 1 {
				t.Fatalf("%+q: %d bytes in %d cells", s[:size], size, cells)
			}
			s = s[size:]
		}
	}
}

func TestDecodeRefusesWhatShowDoesNotWrite(t *testing.T) {
	t.Parallel()
	unicode := []string{
		"a\x1b", "a\n", "\xff", "a⟧", "⟦", "⟦ESC", "⟦⟧", "⟦esc⟧", "⟦U+0041⟧", "⟦U+001B⟧", "⟦U+202e RLO⟧", "⟦U+202E⟧",
		"⟦U+202E RLO ⟧", "⟦U+0202E RLO⟧", "⟦U+FFFFFFFF⟧", "⟦U+D800⟧", "⟦\\x41⟧", "⟦\\x9b⟧", "⟦3 × ESC⟧", "⟦04 × ESC⟧", "⟦-4 × ESC⟧",
		"⟦8 spaces⟧", "⟦x spaces⟧", "         ", "⟦ESC⟧⟦ESC⟧⟦ESC⟧⟦ESC⟧", "⇥", "⟦999999999999 × ESC⟧",
		"⟦999999999999999999999999 spaces⟧", "⟦9 ×  ⟧", "⟦no newline at end⟧", "e⟦U+0301⟧", "\u202e",
	}
	for _, shown := range unicode {
		if raw, err := New(Options{}).Decode(shown); !errors.Is(err, errNotShown) {
			t.Errorf("%q is read as %q, %v", shown, raw, err)
		}
	}
	for _, shown := range []string{"é", "<<", "<<ESC", "<<ESC>", "<<ESC×>>", "⟦ESC⟧", "<<U+003C>>", "<<4 × ESC>>", "<<U+00C9", "⇥   "} {
		if raw, err := New(Options{ASCII: true}).Decode(shown); !errors.Is(err, errNotShown) {
			t.Errorf("ASCII %q is read as %q, %v", shown, raw, err)
		}
	}
}

func TestPlainKeepsItsBlanksButNoControls(t *testing.T) {
	t.Parallel()
	if got := Plain("a" + strings.Repeat(" ", 20) + "b\x1b\n⟦").String(); got != "a"+strings.Repeat(" ", 20)+"b⟦ESC⟧⟦LF⟧⟦U+27E6⟧" {
		t.Errorf("got %q", got)
	}
}

func TestShowOfPrintableASCIIAllocatesNothing(t *testing.T) {
	theme := New(Options{})
	raw := "EMAIL_invoice-2041_2026-01-05.md"
	if n := testing.AllocsPerRun(100, func() { theme.Show(raw); theme.Label(raw) }); n > 0 {
		t.Errorf("%v allocations", n)
	}
}

func TestLabelFoldsWhiteSpaceAndDropsWhatTerminalsDisagreeOn(t *testing.T) {
	t.Parallel()
	for raw, want := range map[string]string{
		"":                         "",
		"  \n ":                    "",
		"Send invoice":             "Send invoice",
		"  Send\n\tthe \r\n mail ": "Send the mail",
		"a  b":                     "a b",
		"⚠\ufe0f late ✋🏽":          "⚠ late ✋",
		"a\u200b\x1b[2Jb":          "a⟦U+200B ZWSP⟧⟦ESC⟧[2Jb",
		"a\vb\u00a0c":              "a⟦VT⟧b⟦U+00A0 NBSP⟧c",
		"\xff a":                   "⟦\\xFF⟧ a",
		strings.Repeat(" ", 99):    "",
	} {
		if got := New(Options{}).Label(raw).String(); got != want {
			t.Errorf("Label(%q) = %q, want %q", raw, got, want)
		}
	}
}

// Every byte of the hostile vaults can be read back from the lines of their source.
func TestHostileSourceIsReadBack(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	if _, _, err := cases.MakeAll(dir, cases.Options{}); err != nil {
		t.Fatal(err)
	}
	err := filepath.WalkDir(dir, func(name string, entry fs.DirEntry, err error) error {
		if err != nil || !entry.Type().IsRegular() {
			return err
		}
		raw, err := os.ReadFile(name)
		if err != nil {
			return err
		}
		for _, theme := range []*Theme{New(Options{}), New(Options{ASCII: true})} {
			if back, err := theme.DecodeSource(theme.Source(raw)); err != nil || !bytes.Equal(back, raw) {
				t.Errorf("%s: %d bytes come back as %d, error %v", name, len(raw), len(back), err)
			}
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
}

// DecodeSource returns the bytes of the file that [Theme.Source] showed as
// lines. It returns an error for lines that Source cannot have made.
func (t *Theme) DecodeSource(lines []Text) ([]byte, error) {
	if len(lines) == 0 {
		return nil, fmt.Errorf("decode source lines: %w: even an empty file has one line", errNotShown)
	}
	last := lines[len(lines)-1].s
	last, crlf := t.cutToken(last, allCRLF)
	last, open := t.cutToken(last, noLastBreak)
	last, empty := t.cutToken(last, emptyFile)
	lineEnd := "\n"
	if crlf {
		lineEnd = "\r\n"
	}
	var raw bytes.Buffer
	for i, line := range lines {
		s := line.s
		if i == len(lines)-1 {
			s = last
		}
		text, err := decode(s, t.ascii)
		if err != nil {
			return nil, fmt.Errorf("decode source line %d: %w", i+1, err)
		}
		raw.WriteString(text)
		if i < len(lines)-1 || !open && !empty {
			raw.WriteString(lineEnd)
		}
	}
	if err := t.sameSource(raw.Bytes(), lines); err != nil {
		return nil, err
	}
	return raw.Bytes(), nil
}

func (t *Theme) cutToken(line, body string) (string, bool) {
	open, shut, _ := brackets(t.ascii)
	return strings.CutSuffix(line, open+body+shut)
}

// sameSource fails where raw is not shown as lines.
func (t *Theme) sameSource(raw []byte, lines []Text) error {
	again := t.Source(raw)
	if len(again) != len(lines) {
		return fmt.Errorf("decode source lines: %w: %d lines for %d", errNotShown, len(lines), len(again))
	}
	for i := range again {
		if again[i].s != lines[i].s {
			return fmt.Errorf("decode source line %d: %w: it is shown otherwise", i+1, errNotShown)
		}
	}
	return nil
}

// errNotShown means that a text is not what the theme shows.
var errNotShown = errors.New("text is not in the notation")

// maxDecoded bounds what a few counted tokens can grow into, in bytes.
const maxDecoded = 64 << 20

// Decode returns the text that [Theme.Show] showed as shown. It returns an error
// for a text that Show cannot have made, for example a row cut by [Text.Fit].
func (t *Theme) Decode(shown string) (string, error) {
	raw, err := decode(shown, t.ascii)
	if err != nil {
		return "", err
	}
	as := notation{ascii: t.ascii, fold: true, tabs: strings.ContainsRune(shown, tabMark)}
	if show(raw, as).s != shown {
		return "", fmt.Errorf("decode shown text: %w: it is shown otherwise", errNotShown)
	}
	return raw, nil
}

func decode(s string, ascii bool) (string, error) {
	open, shut, times := brackets(ascii)
	var out strings.Builder
	for len(s) > 0 {
		next := nextMark(s, ascii)
		out.WriteString(s[:next])
		s = s[next:]
		switch {
		case s == "":
		case strings.HasPrefix(s, open):
			size := tokenSize(s, ascii)
			if size == 0 {
				return "", fmt.Errorf("decode shown text: %w: %q has no end", errNotShown, open)
			}
			unit, n, err := readToken(s[len(open):size-len(shut)], times)
			if err != nil {
				return "", err
			}
			if n > (maxDecoded-out.Len())/len(unit) {
				return "", fmt.Errorf("decode shown text: %w: more than %d bytes", errNotShown, maxDecoded)
			}
			out.WriteString(strings.Repeat(unit, n))
			s = s[size:]
		case strings.HasPrefix(s, tabDrawn):
			out.WriteByte('\t')
			s = s[len(tabDrawn):]
		default:
			return "", fmt.Errorf("decode shown text: %w: a tab mark without its blanks", errNotShown)
		}
	}
	return out.String(), nil
}

// readToken returns the text that a token stands for and how often it is repeated.
func readToken(body, times string) (unit string, n int, err error) {
	unit, n = body, 1
	count, rest, counted := strings.Cut(body, times)
	if !counted {
		count, counted = strings.CutSuffix(body, " spaces")
		rest = " "
	}
	if counted {
		if n, err = strconv.Atoi(count); err != nil || n < 0 {
			return "", 0, fmt.Errorf("decode shown text: %w: %q is not a count", errNotShown, count)
		}
		unit = rest
	}
	if unit == " " {
		return unit, n, nil
	}
	unit, err = readUnit(unit)
	return unit, n, err
}

func readUnit(unit string) (string, error) {
	if hex, ok := strings.CutPrefix(unit, `\x`); ok {
		if b, err := strconv.ParseUint(hex, 16, 8); err == nil {
			return string([]byte{byte(b)}), nil
		}
	}
	if hex, ok := strings.CutPrefix(unit, "U+"); ok {
		hex, _, _ = strings.Cut(hex, " ")
		r, err := strconv.ParseUint(hex, 16, 21)
		if err == nil && utf8.ValidRune(rune(r)) {
			return string(rune(r)), nil
		}
	}
	if unit == drawn[SymBlankLine][0] || unit == drawn[SymBlankLine][1] {
		return unit, nil
	}
	if r, ok := controlNamed(unit); ok {
		return string(r), nil
	}
	return "", fmt.Errorf("decode shown text: %w: unknown token %q", errNotShown, unit)
}

func controlNamed(name string) (rune, bool) {
	if name == deleteName {
		return 0x7F, true
	}
	for i, control := range controlNames {
		if control == name {
			return rune(i), true
		}
	}
	return 0, false
}

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
