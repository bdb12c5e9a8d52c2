package styles

import (
	"strings"
	"unicode/utf8"
)

// asciiFor has the ASCII characters that stand for the punctuation of this
// program's literals, one cell for one cell.
var asciiFor = map[rune]string{
	'…': "~", '·': "-", '•': "*", '—': "-", '–': "-", '−': "-", '×': "x",
	'─': "-", '━': "=", '│': "|", '┃': "|", '→': ">", '←': "<", '↑': "^", '↓': "v",
	'“': `"`, '”': `"`, '„': `"`, '‘': "'", '’': "'",
}

// standIn returns the ASCII that stands for a character of a literal: that of
// the symbol or mark it is, or the character itself.
func standIn(character string, r rune) string {
	if stand, ok := asciiFor[r]; ok {
		return stand
	}
	for _, symbol := range drawn {
		if symbol[0] == character {
			return symbol[1]
		}
	}
	for _, sign := range signs {
		if sign.symbol == character {
			return sign.ascii
		}
	}
	return character
}

// asciiLine writes a line in ASCII. Text shown by an ASCII theme is already;
// this is for [Plain], which knows no theme.
func asciiLine(l Line) Line {
	adapted := make(Line, len(l))
	for i, span := range l {
		adapted[i] = Span{Text: asciiText(span.Text), Role: span.Role}
	}
	return adapted
}

// asciiText rewrites a text of the Unicode notation.
func asciiText(t Text) Text {
	as := notation{ascii: true}
	if t.ascii {
		return t
	}
	if as.keeps(t.s) {
		t.ascii = true
		return t
	}
	w := writer{notation: as}
	for rest := t.s; rest != ""; {
		if size := tokenSize(rest, false); size > 0 {
			body := rest[len("⟦") : size-len("⟧")]
			w.token(strings.Replace(body, " × ", " x ", 1))
			rest = rest[size:]
			continue
		}
		r, size := utf8.DecodeRuneInString(rest)
		w.write(standIn(rest[:size], r))
		rest = rest[size:]
	}
	return w.text()
}
