package styles

import (
	"strconv"
	"strings"
)

// hiddenIn finds the secrets of a text of any number of lines. Every view asks here for the
// whole text, so that none shows what another one masks. No secret spans lines.
func hiddenIn(text string) []part {
	if strings.IndexByte(text, 0) >= 0 {
		return hiddenBetweenNulls(text)
	}
	found := privateKeys(text)
	means := notSecret
	for at := 0; at < len(text); {
		end := lineEnd(text, at)
		line := text[at:end]
		here := secretsIn(line)
		if means != notSecret {
			here = append(here, valueAlone(line, means)...)
		}
		for _, f := range here {
			found = append(found, part{at + f.from, at + f.to})
		}
		if strings.TrimSpace(line) != "" {
			means = namesNext(line)
		}
		at = end + 1
	}
	return merged(found)
}

func lineEnd(text string, at int) int {
	if i := strings.IndexAny(text[at:], "\r\n"); i >= 0 {
		return at + i
	}
	return len(text)
}

// hiddenBetweenNulls ignores the NUL characters of a text: UTF-16 has one beside each letter.
func hiddenBetweenNulls(text string) []part {
	plain := make([]byte, 0, len(text))
	places := make([]int, 0, len(text))
	for i := range len(text) {
		if text[i] != 0 {
			plain, places = append(plain, text[i]), append(places, i)
		}
	}
	found := hiddenIn(string(plain))
	for i, f := range found {
		found[i] = part{places[f.from], places[f.to-1] + 1}
	}
	return found
}

const (
	keyBegins = "-----BEGIN "
	keyEnds   = "-----END "
	keyDashes = "-----"
	// maxKeyName is how long the words of such a line may be, in bytes.
	maxKeyName = 64
)

// privateKeys finds the bodies of private keys, line by line. A key without an end goes to the
// next blank line, except the one after the headers of old keys.
func privateKeys(text string) []part {
	var found []part
	last := strings.LastIndex(text, keyEnds)
	for at := 0; ; {
		i := strings.Index(text[at:], keyBegins)
		if i < 0 {
			return found
		}
		at += i + len(keyBegins)
		name, _, ok := strings.Cut(text[at:min(at+maxKeyName, len(text))], keyDashes)
		if !ok || !strings.Contains(name, "PRIVATE KEY") {
			continue
		}
		at += len(name) + len(keyDashes)
		stop := at + untilBlank(text[at:])
		if at <= last {
			stop = at + strings.Index(text[at:], keyEnds)
		}
		for from := at; from < stop; {
			end := min(lineEnd(text, from), stop)
			if strings.TrimSpace(text[from:end]) != "" {
				found = append(found, part{from, end})
			}
			from = end + 1
		}
		at = stop
	}
}

// untilBlank returns where the blank line begins that ends a key without an end.
func untilBlank(text string) int {
	goesOn := true
	for at := 0; at < len(text); {
		end := lineEnd(text, at)
		blank := strings.TrimSpace(text[at:end]) == ""
		if blank && !goesOn {
			return at
		}
		goesOn = !blank && strings.Contains(text[at:end], ": ")
		at = end + 1
		if strings.HasPrefix(text[end:], "\r\n") {
			at++
		}
	}
	return len(text)
}

// Row is one line of untrusted text, of which any part can be shown. Its secrets are those of
// the whole text.
type Row struct {
	theme  *Theme
	raw    string
	hidden []part
}

// Rows returns the lines of a text without their ends.
func (t *Theme) Rows(text string) []Row {
	lines := strings.Split(strings.TrimSuffix(text, "\n"), "\n")
	for i, line := range lines {
		lines[i] = strings.TrimRight(line, "\r")
	}
	return t.RowsOf(lines)
}

// RowsOf returns rows for the lines of one text.
func (t *Theme) RowsOf(lines []string) []Row {
	var hidden []part
	if t.masks {
		hidden = hiddenIn(strings.Join(lines, "\n"))
	}
	rows := make([]Row, len(lines))
	at := 0
	for i, line := range lines {
		rows[i] = Row{theme: t, raw: line}
		end := at + len(line)
		for len(hidden) > 0 && hidden[0].from < end {
			rows[i].hidden = append(rows[i].hidden, part{hidden[0].from - at, min(hidden[0].to, end) - at})
			hidden = hidden[1:]
		}
		at = end + 1
	}
	return rows
}

// Raw is the line as it is in the file, never to be shown.
func (r Row) Raw() string { return r.raw }

// Masked reports whether the line has a masked secret.
func (r Row) Masked() bool { return len(r.hidden) > 0 }

// Whole shows the line.
func (r Row) Whole() Text { return r.Part(0, len(r.raw)) }

// Part shows the line from one offset of Raw to another. A secret that is cut is masked too.
func (r Row) Part(from, to int) Text {
	return shownPart(r.raw, part{from, to}, r.hidden, notation{ascii: r.theme.ascii, fold: true})
}

// shownPart shows a part of a text with masks for its secrets, and tokens about the whole at
// the end.
func shownPart(text string, p part, hidden []part, as notation, facts ...string) Text {
	if len(hidden)+len(facts) == 0 {
		return show(text[p.from:p.to], as)
	}
	w := writer{notation: as}
	at := p.from
	for _, f := range hidden {
		if f.to > at && f.from < p.to {
			w.write(text[at:max(at, f.from)])
			w.mask(f)
			at = min(f.to, p.to)
		}
	}
	w.write(text[at:p.to])
	for _, fact := range facts {
		w.token(fact)
	}
	return w.text()
}

func (w *writer) mask(f part) { w.token(maskWord + strconv.Itoa(f.to-f.from) + " bytes") }

func showMasked(raw string, as notation) Text {
	return shownPart(raw, part{0, len(raw)}, hiddenIn(raw), as)
}

// labelMasked is a label of a text with secrets, which are found before line endings are folded.
func labelMasked(raw string, found []part, as notation) Text {
	w := writer{notation: as}
	at := 0
	for _, f := range append(found, part{len(raw), len(raw)}) {
		between := raw[at:f.from]
		words := foldLabel(between)
		if at > 0 && between != strings.TrimLeftFunc(between, isWhite) {
			words = " " + words
		}
		if f.from < len(raw) && between != strings.TrimRightFunc(between, isWhite) {
			words = strings.TrimRight(words, " ") + " "
		}
		shown := showMasked(words, as)
		w.out, w.cells = append(w.out, shown.s...), w.cells+shown.Width()
		if f.to > f.from {
			w.mask(f)
		}
		at = f.to
	}
	return w.text()
}

// maskWord begins the token in place of a secret.
const maskWord = "masked: "

// Masking returns the theme that shows only the length of keys and passwords. They cannot be
// read back from it.
func (t *Theme) Masking() *Theme {
	masking := *t
	masking.masks = true
	return &masking
}

// Revealing returns the theme that shows everything.
func (t *Theme) Revealing() *Theme {
	revealing := *t
	revealing.masks = false
	return &revealing
}

// Masks reports whether the theme masks a secret of this text.
func (t *Theme) Masks(raw []byte) bool {
	return t.masks && len(hiddenIn(string(raw))) > 0
}

// Blanked returns a text with blanks for the bytes of keys and passwords. All other bytes keep
// their places, so that it can be searched, and every part of it shown by itself.
func Blanked(text string) string {
	hidden := hiddenIn(text)
	if len(hidden) == 0 {
		return text
	}
	out := []byte(text)
	for _, h := range hidden {
		for i := h.from; i < h.to; i++ {
			out[i] = ' '
		}
	}
	return string(out)
}
