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

// seeds are texts that have something for every rule of the notation.
var seeds = []string{
	"", "plain text", "a\x1b]52;c;AAAA\x07b", "\x9b31m", "10\r99", "a\tb\t\tc", "⟦ESC⟧", "<<ESC>>", "<\x1b<<", "⇥   ",
	"e\u0301\u0302\u0303\u0304\u0305\u0305\u0305\u0305\u0305", "⚠\ufe0f\ufe0f", "✋🏽", "🇩🇪🇩", "\u1112\u1161\u11ab", "\u202eabc\u202c",
	"         nine", "\xe4\xe4\xe4\xe4\xe4\xb8\xad", "漢字 नि กำ", "\u00a0\u2028\ufeff\ufffd\U000e0041", "a\r\nb\r\n", "a\nb", "\n\n", "\u2e3b",
	"\u302e\u302e", "a\u302e\u0489", "\u0d4ea", "x ⟦5 × NUL⟧", "\x00\x00\x00\x00",
}

// checkText fails where a Text is unsafe or its width is wrong.
func checkText(t *testing.T, text Text) {
	t.Helper()
	for _, r := range text.s {
		if why := dangerous(r); why != "" {
			t.Fatalf("%+q contains U+%04X: %s", text.s, r, why)
		}
		if text.ascii && r > 0x7E {
			t.Fatalf("%+q contains U+%04X", text.s, r)
		}
	}
	if !utf8.ValidString(text.s) {
		t.Fatalf("%+q is not UTF-8", text.s)
	}
	checkWidth(t, text)
}

func FuzzShow(f *testing.F) {
	for _, seed := range seeds {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, raw string) {
		for name, theme := range themes() {
			shown := theme.Show(raw)
			checkText(t, shown)
			if back, err := theme.Decode(shown.s); err != nil || back != raw {
				t.Fatalf("%s: %q is shown as %q and read back as %q, %v", name, raw, shown, back, err)
			}
			label := theme.Label(raw)
			checkText(t, label)
			if strings.Contains(label.s, "  ") || strings.Trim(label.s, " ") != label.s {
				t.Fatalf("%s: label of %q is %q", name, raw, label)
			}
			// What nobody has shown is refused or read back as it is.
			if read, err := theme.Decode(raw); err == nil && theme.Show(read).s != raw && !strings.ContainsRune(raw, tabMark) {
				t.Fatalf("%s: %q is read as %q", name, raw, read)
			}
		}
		checkText(t, Plain(raw))
		checkText(t, asciiText(Plain(raw)))
	})
}

func FuzzSource(f *testing.F) {
	for _, seed := range seeds {
		f.Add([]byte(seed))
		f.Add([]byte(seed + "\r\n" + seed + "\n" + seed))
	}
	f.Fuzz(func(t *testing.T, raw []byte) {
		for name, theme := range themes() {
			lines := theme.Source(raw)
			for _, line := range lines {
				checkText(t, line)
			}
			if back, err := theme.DecodeSource(lines); err != nil || string(back) != string(raw) {
				t.Fatalf("%s: %q is shown as %q and read back as %q, %v", name, raw, shownLines(lines), back, err)
			}
		}
	})
}

func FuzzFit(f *testing.F) {
	for i, seed := range seeds {
		f.Add(seed, i)
	}
	f.Fuzz(func(t *testing.T, raw string, w int) {
		w = w % 200
		for _, theme := range themes() {
			text := theme.Source([]byte(raw))[0]
			cut := text.Fit(w)
			checkText(t, cut)
			if cut.Width() > max(w, 0) {
				t.Fatalf("%q cut to %d cells has %d: %q", text, w, cut.Width(), cut)
			}
			if cut != text && w > 0 {
				head := strings.TrimSuffix(cut.s, ellipsis(theme.ascii).s)
				checkCut(t, text, head)
			}
			short := text.FitMiddle(w)
			checkText(t, short)
			if short.Width() > max(w, 0) {
				t.Fatalf("%q cut in its middle to %d cells has %d: %q", text, w, short.Width(), short)
			}
			padded := text.Pad(w)
			checkText(t, padded)
			if padded.Width() != max(w, 0) {
				t.Fatalf("%q padded to %d cells has %d", text, w, padded.Width())
			}
			line := Line{{Text: text, Role: RoleBad}, {Text: Plain(raw), Role: RoleSelected}, {Text: text, Role: RolePlain}}
			if got := line.Pad(w).Width(); got != max(w, 0) {
				t.Fatalf("line padded to %d cells has %d", w, got)
			}
			row := theme.Render(line, max(w, 0))
			checkStyles(t, Options{}, row)
		}
	})
}

// checkCut fails where head is not a start of text or ends inside a token or a
// character.
func checkCut(t *testing.T, text Text, head string) {
	t.Helper()
	rest, ok := strings.CutPrefix(text.s, head)
	if !ok {
		t.Fatalf("%q is no start of %q", head, text)
	}
	open, shut, _ := brackets(text.ascii)
	if strings.LastIndex(head, open) > strings.LastIndex(head, shut) {
		t.Fatalf("%q is cut inside a token: %q", text, head)
	}
	next, _ := utf8.DecodeRuneInString(rest)
	if unicode.Is(unicode.M, next) {
		t.Fatalf("%q is cut before a mark: %q", text, head)
	}
}

// checkLineWrap fails where a wrapped line is not the line, or a row too wide that holds
// more than one character.
func checkLineWrap(t *testing.T, line Line, w int) {
	t.Helper()
	joined := ""
	for _, row := range line.Wrap(w) {
		for _, span := range row {
			checkText(t, span.Text)
		}
		if first := row.String(); row.Width() > max(w, 1) && row.Width() > widest(first) {
			t.Fatalf("%q wrapped at %d has a row of %d: %q", line, w, row.Width(), first)
		}
		joined += row.String()
	}
	if joined != line.String() {
		t.Fatalf("%q wrapped at %d is %q", line, w, joined)
	}
}

// widest is how wide the first piece of s is that must not be cut.
func widest(s string) int {
	_, cells := unit(s, false)
	return cells
}

func FuzzWrap(f *testing.F) {
	for i, seed := range seeds {
		f.Add(seed, i+1)
	}
	f.Fuzz(func(t *testing.T, raw string, w int) {
		w = w % 200
		for _, theme := range themes() {
			text := theme.Source([]byte(raw))[0]
			rows := text.Wrap(w)
			joined := ""
			for i, row := range rows {
				checkText(t, row)
				size := 0
				if row.s != "" {
					size, _ = unit(row.s, row.ascii)
				}
				if row.Width() > max(w, 1) && size != len(row.s) {
					t.Fatalf("%q wrapped at %d has a row of %d: %q", text, w, row.Width(), row)
				}
				if row.s == "" && (i > 0 || text.s != "") {
					t.Fatalf("%q wrapped at %d has an empty row", text, w)
				}
				joined += row.s
			}
			if len(rows) == 0 || joined != text.s {
				t.Fatalf("%q wrapped at %d is %q", text, w, joined)
			}
			checkLineWrap(t, Line{{Text: theme.Show(raw)}, {Text: theme.Show("*"), Role: RoleTitle}, {Text: text}}, w)
			if w < 40 {
				continue
			}
			// No token is wider than 40 cells, so that none may be cut.
			end := 0
			for _, row := range rows[:len(rows)-1] {
				end += len(row.s)
				checkCut(t, text, text.s[:end])
			}
		}
	})
}
