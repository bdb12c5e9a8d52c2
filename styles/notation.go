package styles

import (
	"strconv"
	"strings"
	"unicode/utf8"
)

const (
	maxBlanks = 8 // more blanks or tabs in a row than this are counted
	minRun    = 4 // this many equal escapes in a row, or more, are counted

	tabMark  = '⇥'                     // stands for a tab in source lines
	tabDrawn = string(tabMark) + "   " // four cells
)

// notation is one way of writing special characters.
type notation struct {
	ascii bool // pure ASCII, tokens in << >>
	fold  bool // count long runs of blanks
	tabs  bool // draw a tab as a mark and blanks (in ASCII a token all the same)
	// ends escapes what could pass for our mark of an empty line: ¶, in ASCII a _ at the end.
	ends bool
}

// brackets returns what starts and ends a token, and what is between a
// count and its unit.
func brackets(ascii bool) (open, shut, times string) {
	if ascii {
		return "<<", ">>", " x "
	}
	return "⟦", "⟧", " × "
}

// show writes raw in the notation. It is the one function through which
// untrusted text passes on its way to the screen.
func show(raw string, as notation) Text {
	if as.keeps(raw) {
		return Text{s: raw, cells: int32(len(raw)), ascii: as.ascii}
	}
	w := writer{notation: as, out: make([]byte, 0, len(raw)+len(raw)/4+16)}
	w.write(raw)
	return w.text()
}

func (as notation) keeps(raw string) bool {
	blanks := 0
	for i := 0; i < len(raw); i++ {
		switch c := raw[i]; {
		case c < ' ' || c >= 0x7F:
			return false
		case c == ' ':
			blanks++
			if as.fold && blanks > maxBlanks {
				return false
			}
			continue
		case c == '<' && as.ascii && i > 0 && raw[i-1] == '<', c == '_' && as.endsIn(raw[i:]):
			return false
		}
		blanks = 0
	}
	return true
}

// endsIn reports whether rest is the mark of an empty line in ASCII.
func (as notation) endsIn(rest string) bool {
	return as.ends && as.ascii && rest == drawn[SymBlankLine][1]
}

type writer struct {
	notation
	out   []byte
	cells int
	base  base
}

func (w *writer) text() Text {
	return Text{s: string(w.out), cells: int32(w.cells), ascii: w.ascii}
}

func (w *writer) write(raw string) {
	for i := 0; i < len(raw); {
		switch c := raw[i]; {
		case c == ' ':
			n := run(raw[i:], 1)
			w.blanks(raw[i : i+n])
			i += n
		case c == '\t' && w.tabs && !w.ascii:
			n := run(raw[i:], 1)
			w.drawTabs(n)
			i += n
		case c == '_' && w.endsIn(raw[i:]):
			w.token(raw[i:])
			i++
		case c > ' ' && c < 0x7F:
			w.keepApart(c)
			w.out = append(w.out, c)
			w.cells++
			w.base = base{rune: rune(c), cells: 1}
			i++
		default:
			i += w.special(raw[i:])
		}
	}
}

func (w *writer) blanks(blanks string) {
	w.base = base{}
	if w.fold && len(blanks) > maxBlanks {
		w.token(strconv.Itoa(len(blanks)) + " spaces")
		return
	}
	w.out = append(w.out, blanks...)
	w.cells += len(blanks)
}

func (w *writer) drawTabs(n int) {
	if n > maxBlanks {
		w.repeat(n, unitName('\t'))
		return
	}
	w.base = base{}
	for range n {
		w.out = append(w.out, tabDrawn...)
		w.cells += measure(tabDrawn, false)
	}
}

// special writes the code point at the start of s, or the whole run of equal
// code points where they are escaped, and returns how many bytes it took.
func (w *writer) special(s string) int {
	r, size := utf8.DecodeRuneInString(s)
	bad := r == utf8.RuneError && size == 1
	if w.ends && !w.ascii && s[:size] == drawn[SymBlankLine][0] {
		w.base = base{}
		w.token(s[:size])
		return size
	}
	if !bad && !w.ascii && r >= utf8.RuneSelf {
		if cells, ok := w.base.next(r, s[:size]); ok {
			w.out = append(w.out, s[:size]...)
			w.cells += cells
			return size
		}
	}
	name := unitName(r)
	if bad {
		name = byteName(s[0])
	}
	n := run(s, size)
	w.repeat(n, name)
	return n * size
}

func (w *writer) repeat(n int, name string) {
	w.base = base{}
	if n >= minRun {
		_, _, times := brackets(w.ascii)
		w.token(strconv.Itoa(n) + times + name)
		return
	}
	for range n {
		w.token(name)
	}
}

func (w *writer) token(body string) {
	open, shut, _ := brackets(w.ascii)
	w.keepApart(open[0])
	start := len(w.out)
	w.out = append(w.out, open...)
	w.out = append(w.out, body...)
	w.out = append(w.out, shut...)
	w.cells += tokenCells(w.out[start:])
}

// keepApart is called before writing the byte next. In ASCII two "<" would look like the start of
// a token, so the first one is rewritten as a token.
func (w *writer) keepApart(next byte) {
	last := len(w.out) - 1
	if !w.ascii || next != '<' || last < 0 || w.out[last] != '<' {
		return
	}
	w.out = w.out[:last]
	w.cells--
	w.token(unitName('<'))
}

// run returns how many times in a row s starts with its first size bytes,
// which are one code point or one byte that belongs to none.
func run(s string, size int) int {
	n, unit := 1, s[:size]
	for strings.HasPrefix(s[n*size:], unit) {
		if unit[0] >= utf8.RuneSelf {
			// A stray lead byte may be followed by a sound one.
			if _, got := utf8.DecodeRuneInString(s[n*size:]); got != size {
				break
			}
		}
		n++
	}
	return n
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

func tokenSize(s string, ascii bool) int {
	open, shut, _ := brackets(ascii)
	if !strings.HasPrefix(s, open) {
		return 0
	}
	if end := strings.Index(s, shut); end > 0 {
		return end + len(shut)
	}
	return 0
}

func tokenCells[T string | []byte](token T) int {
	cells := 0
	for i := 0; i < len(token); {
		if token[i] < utf8.RuneSelf {
			cells++
			i++
			continue
		}
		r, size := utf8.DecodeRuneInString(string(token[i:min(i+utf8.UTFMax, len(token))]))
		cells += runeCells(r, string(token[i:i+size]))
		i += size
	}
	return cells
}

var controlNames = [32]string{
	"NUL", "SOH", "STX", "ETX", "EOT", "ENQ", "ACK", "BEL",
	"BS", "TAB", "LF", "VT", "FF", "CR", "SO", "SI",
	"DLE", "DC1", "DC2", "DC3", "DC4", "NAK", "SYN", "ETB",
	"CAN", "EM", "SUB", "ESC", "FS", "GS", "RS", "US",
}

var upperControlNames = [32]string{
	"PAD", "HOP", "BPH", "NBH", "IND", "NEL", "SSA", "ESA",
	"HTS", "HTJ", "VTS", "PLD", "PLU", "RI", "SS2", "SS3",
	"DCS", "PU1", "PU2", "STS", "CCH", "MW", "SPA", "EPA",
	"SOS", "SGC", "SCI", "CSI", "ST", "OSC", "PM", "APC",
}

var specialNames = map[rune]string{
	0x00A0: "NBSP", 0x00AD: "SHY", 0x034F: "CGJ", 0x061C: "ALM",
	0x2002: "EN SPACE", 0x2003: "EM SPACE", 0x2007: "FIGURE SPACE", 0x2009: "THIN SPACE",
	0x200B: "ZWSP", 0x200C: "ZWNJ", 0x200D: "ZWJ", 0x200E: "LRM", 0x200F: "RLM",
	0x2028: "LS", 0x2029: "PS",
	0x202A: "LRE", 0x202B: "RLE", 0x202C: "PDF", 0x202D: "LRO", 0x202E: "RLO",
	0x202F: "NNBSP", 0x205F: "MMSP", 0x2060: "WJ",
	0x2066: "LRI", 0x2067: "RLI", 0x2068: "FSI", 0x2069: "PDI",
	0x3000: "WIDE SPACE", vs15: "VS15", vs16: "VS16", 0xFEFF: "BOM",
}

const deleteName = "DEL"

func unitName(r rune) string {
	switch {
	case r < 0x20:
		return controlNames[r]
	case r == 0x7F:
		return deleteName
	}
	name := codePoint(r)
	if r >= 0x80 && r <= 0x9F {
		return name + " " + upperControlNames[r-0x80]
	}
	if special, ok := specialNames[r]; ok {
		return name + " " + special
	}
	return name
}

// codePoint returns the usual way to write a code point: U+ and at least four
// hexadecimal digits.
func codePoint(r rune) string {
	hex := strings.ToUpper(strconv.FormatInt(int64(r), 16))
	if len(hex) < 4 {
		hex = "0000"[len(hex):] + hex
	}
	return "U+" + hex
}

func byteName(b byte) string {
	const digits = "0123456789ABCDEF"
	return string([]byte{'\\', 'x', digits[b>>4], digits[b&0xF]})
}

// asciiFor has the ASCII for the punctuation of literals, one cell for one cell.
var asciiFor = map[rune]string{
	'…': "~", '·': "-", '•': "*", '—': "-", '–': "-", '−': "-", '×': "x",
	'─': "-", '━': "=", '│': "|", '┃': "|", '→': ">", '←': "<", '↑': "^", '↓': "v",
	'“': `"`, '”': `"`, '„': `"`, '‘': "'", '’': "'",
}

// asciiOf returns the ASCII for a character of a literal, or the character itself.
func asciiOf(character string, r rune) string {
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

// asciiLine writes a line in ASCII, for [Plain], which knows no theme.
func asciiLine(l Line) Line {
	adapted := make(Line, len(l))
	for i, span := range l {
		adapted[i] = span
		adapted[i].Text = asciiText(span.Text)
	}
	return adapted
}

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
		w.write(asciiOf(rest[:size], r))
		rest = rest[size:]
	}
	return w.text()
}
