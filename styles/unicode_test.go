package styles

import (
	"strings"
	"testing"
	"unicode"
	"unicode/utf8"

	"github.com/charmbracelet/x/ansi"

	"coldstart/testdata/whole"
)

// themes are one theme for each notation.
func themes() map[string]*Theme {
	return map[string]*Theme{
		"Unicode": New(Options{}),
		"ASCII":   New(Options{ASCII: true}),
	}
}

// dangerous says, independently of the notation's own classes, why a code point
// must not be in a Text, or "".
func dangerous(r rune) string {
	switch {
	case r == ' ':
		return ""
	case r == utf8.RuneError:
		return "replacement character"
	case unicode.IsControl(r):
		return "control"
	case unicode.Is(unicode.Cf, r):
		return "format character"
	case unicode.Is(unicode.Bidi_Control, r):
		return "bidi control"
	case unicode.Is(unicode.Z, r):
		return "space or separator"
	case unicode.Is(unicode.C, r):
		return "private use, surrogate or other"
	case !unicode.In(r, unicode.L, unicode.M, unicode.N, unicode.P, unicode.S):
		return "unassigned"
	case unicode.Is(unicode.Noncharacter_Code_Point, r):
		return "noncharacter"
	case unicode.Is(unicode.Other_Default_Ignorable_Code_Point, r):
		return "default ignorable"
	case unicode.Is(unicode.Variation_Selector, r) && r != vs15 && r != vs16:
		return "variation selector"
	case strings.ContainsRune("\u00AD\u115F\u1160\u3164\uFFA0\u2800\u034F\u180E\uFFFC", r):
		return "blank letter"
	case r >= 0x1F3FB && r <= 0x1F3FF:
		return "skin tone"
	case r >= 0xE0000 && r <= 0xE0FFF:
		return "tag or selector"
	}
	return ""
}

// step leaves most of the large blocks of like characters out, unless all are wanted.
func step(r rune) rune {
	if r < 0x3000 || r >= 0xE0000 && r < 0xE1000 {
		return 1
	}
	return rune(whole.Rounds(23, 1))
}

func TestEveryCodePointIsDrawnInACellOrEscapedAndReadBack(t *testing.T) {
	t.Parallel()
	for name, theme := range themes() {
		drawn := 0
		for r := rune(0); r <= unicode.MaxRune; r += step(r) {
			if !utf8.ValidRune(r) {
				continue
			}
			raw := string(r)
			shown := theme.Show(raw)
			if shown.s == raw {
				drawn++
				if why := dangerous(r); why != "" {
					t.Errorf("%s: U+%04X is drawn: %s", name, r, why)
				}
				if unicode.Is(unicode.M, r) {
					t.Errorf("%s: mark U+%04X is drawn without a base", name, r)
				}
				if shown.Width() < 1 {
					t.Errorf("%s: U+%04X is drawn without a width", name, r)
				}
				if theme.ascii && r > 0x7E {
					t.Errorf("%s: U+%04X is drawn", name, r)
				}
			} else if tokenSize(shown.s, theme.ascii) != len(shown.s) {
				t.Errorf("%s: U+%04X is neither drawn nor one token: %q", name, r, shown.s)
			}
			checkWidth(t, shown)
			if w := ansi.StringWidthWc(shown.s); w > shown.Width() {
				t.Errorf("%s: %+q is %d cells by code points, only %d counted", name, shown.s, w, shown.Width())
			}
			if back, err := theme.Decode(shown.s); err != nil || back != raw {
				t.Errorf("%s: U+%04X is read back as %q, %v", name, r, back, err)
			}
		}
		if name == "Unicode" && drawn < whole.Rounds(15_000, 140_000) {
			t.Errorf("only %d code points are drawn", drawn)
		}
	}
}

func TestEveryCodePointAfterABaseIsDrawnOrEscaped(t *testing.T) {
	t.Parallel()
	theme := New(Options{})
	for _, base := range []string{"a", "☺", "\u1100", "1"} {
		for r := rune(0x80); r <= 0xE0FFF; r += step(r) {
			if r >= 0x20000 && r < 0xE0000 {
				r = 0xE0000 // between lie ideographs and nothing
			}
			if !utf8.ValidRune(r) {
				continue
			}
			shown := theme.Show(base + string(r))
			if strings.HasSuffix(shown.s, string(r)) {
				if why := dangerous(r); why != "" {
					t.Errorf("U+%04X is drawn after %q: %s", r, base, why)
				}
				if (r == vs15 || r == vs16) && base != "☺" {
					t.Errorf("U+%04X is drawn after %q", r, base)
				}
			}
			checkWidth(t, shown)
		}
	}
}

// checkWidth fails where the renderer's idea of the width exceeds ours, so that
// it would cut a row, or where the width is not that of the cells.
func checkWidth(t *testing.T, text Text) {
	t.Helper()
	if w := ansi.StringWidth(text.s); w > text.Width() {
		t.Errorf("%+q: %d cells by graphemes, only %d counted", text.s, w, text.Width())
	}
	if w := measure(text.s, text.ascii); w != text.Width() {
		t.Errorf("%+q: measures %d, counted %d", text.s, w, text.Width())
	}
}

func TestWidthIsTheWidestPlausible(t *testing.T) {
	t.Parallel()
	theme := New(Options{})
	for raw, want := range map[string]int{
		"plain":              5,
		"é":                  1,
		"e\u0301":            1,
		"漢字":                 4,
		"नि":                 2,
		"⚠":                  1,
		"⚠\uFE0F":            2,
		"❤\uFE0E":            2,
		"✋":                  2,
		"🇩🇪":                 4,
		"\u1112\u1161\u11AB": 4,
		"1\u20E3":            2,
		"─━│":                3,
		"\u2E3B":             4,
		"䷀":                  2,
		"🌡":                  2,
		"\x1b":               5,
	} {
		if got := theme.Show(raw).Width(); got != want {
			t.Errorf("width of %+q = %d, want %d", raw, got, want)
		}
	}
}
