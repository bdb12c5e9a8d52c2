package research

import (
	"slices"
	"testing"
	"unicode"

	"golang.org/x/text/unicode/norm"
)

// Each Latin letter that Unicode takes apart into a letter of ASCII and accents is typed without them.
func TestAccentsAreThoseOfUnicode(t *testing.T) {
	t.Parallel()
	// What is typed for these is no matter of accents.
	others := []rune("đħıłøŧßæœþςё")
	known := 0
	for r := rune(unicode.MaxASCII + 1); r <= 0x1EFF; r++ {
		if !unicode.Is(unicode.Latin, r) && !unicode.Is(unicode.Greek, r) || !unicode.IsLower(r) || slices.Contains(others, r) {
			continue
		}
		apart := []rune(norm.NFD.String(string(r)))
		want := string(r)
		if len(apart) > 1 && (apart[0] <= unicode.MaxASCII || unicode.Is(unicode.Greek, apart[0])) {
			want = string(apart[0])
			known++
		}
		if got := unaccented(r); got != want {
			t.Errorf("%c %U is %q, want %q", r, r, got, want)
		}
	}
	for plain, letters := range map[string]string{"d": "đ", "h": "ħ", "i": "ı", "l": "ł", "o": "ø", "t": "ŧ", "ss": "ß", "ae": "æ", "oe": "œ", "th": "þ", "σ": "ς", "е": "ё"} {
		for _, r := range letters {
			if got := unaccented(r); got != plain {
				t.Errorf("%c is %q, want %q", r, got, plain)
			}
		}
	}
	if known < 250 {
		t.Errorf("only %d letters have accents", known)
	}
}
