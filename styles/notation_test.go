package styles

import (
	"errors"
	"strings"
	"testing"
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
