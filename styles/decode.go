package styles

import (
	"errors"
	"fmt"
	"strconv"
	"strings"
	"unicode/utf8"
)

// errNotShown says that a text is nothing that the theme shows.
var errNotShown = errors.New("text is not in the notation")

// maxDecoded bounds what a few counted tokens can grow into, in bytes.
const maxDecoded = 64 << 20

// Decode returns the text that [Theme.Show] showed as shown. It gives an error
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

// decode reads the notation. It accepts more than show writes; callers compare.
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

// nextMark returns where in s the next token or tab mark starts, or the length
// of s.
func nextMark(s string, ascii bool) int {
	if ascii {
		if i := strings.Index(s, "<<"); i >= 0 {
			return i
		}
		return len(s)
	}
	for i := 0; ; i++ {
		// Both marks start with this byte, and so do few other characters.
		step := strings.IndexByte(s[i:], "⟦"[0])
		if step < 0 {
			return len(s)
		}
		i += step
		if strings.HasPrefix(s[i:], "⟦") || strings.HasPrefix(s[i:], string(tabMark)) {
			return i
		}
	}
}

// readToken returns the text that the inside of a token stands for and how
// often it is repeated.
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

// readUnit returns the code point or the stray byte that a unit names.
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
	if r, ok := controlNamed(unit); ok {
		return string(r), nil
	}
	return "", fmt.Errorf("decode shown text: %w: unknown token %q", errNotShown, unit)
}
