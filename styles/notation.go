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
}

// brackets returns what starts and ends a token, and what stands between a
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

// keeps reports whether raw is ASCII that stays as it is.
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
		case c == '<' && as.ascii && i > 0 && raw[i-1] == '<':
			return false
		}
		blanks = 0
	}
	return true
}

// writer builds a Text from raw text in one pass.
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

// repeat writes n equal escapes.
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

// keepApart is called before something that starts with the byte next. In
// ASCII a "<" must not touch another one, or the two could be taken for the
// start of a token: the first is then written as a token itself.
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

// tokenSize returns the size in bytes of the token at the start of s, or 0.
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

// tokenCells returns the width of a whole token.
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
