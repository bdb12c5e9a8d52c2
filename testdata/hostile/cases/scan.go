package cases

import (
	"fmt"
	"unicode"
	"unicode/utf8"
)

// Scan reports the first character of a text that must never reach a terminal: one
// that is no UTF-8, that controls, that does not show, or that turns the direction
// of others. Line feeds pass; what a program writes itself, such as colours, has to
// be taken out before.
func Scan(text string) error {
	for at := 0; at < len(text); {
		r, size := utf8.DecodeRuneInString(text[at:])
		switch {
		case r == utf8.RuneError:
			return stray(text, at, fmt.Sprintf("the byte %#x", text[at]))
		case r == '\n' || r == ' ' || r == '\ufe0e' || r == '\ufe0f':
		case !unicode.IsPrint(r), unicode.In(r, neverPrinted...), r == '\u2800', r >= 0xfdd0 && r <= 0xfdef, r&0xfffe == 0xfffe:
			return stray(text, at, fmt.Sprintf("%U", r))
		}
		at += size
	}
	return nil
}

// neverPrinted are the properties of characters that do not show, of which package
// unicode takes some for printable.
var neverPrinted = []*unicode.RangeTable{
	unicode.C, unicode.Z, unicode.Bidi_Control, unicode.Other_Default_Ignorable_Code_Point, unicode.Variation_Selector,
}

func stray(text string, at int, what string) error {
	return fmt.Errorf("%s at byte %d of %q", what, at, text[max(0, at-40):min(len(text), at+40)])
}
