package styles

import (
	"strings"
	"testing"
	"unicode"
	"unicode/utf8"
)

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
