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
