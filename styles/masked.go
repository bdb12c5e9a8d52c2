package styles

import (
	"strconv"
	"strings"
)

// hiddenIn finds the secrets of a text of any number of lines. Every view of a
// text asks here for the whole of it and shows its parts by the answer, so that
// none shows what another one masks. No secret reaches over a line ending.
func hiddenIn(text string) []part {
	if strings.IndexByte(text, 0) >= 0 {
		return hiddenBetweenNulls(text)
	}
	found := privateKeys(text)
	means := namesNothing
	for at := 0; at < len(text); {
		end := lineEnd(text, at)
		line := text[at:end]
		here := secretsIn(line)
		if means != namesNothing {
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

// hiddenBetweenNulls looks through the NUL characters of a text, as UTF-16 has one
// beside each letter.
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

// privateKeys finds the bodies of private keys, line by line. Without an end, a
// blank line ends the key, but for the one after the headers that old keys have.
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

// untilBlank returns where the blank line begins that ends a key. The text starts
// after the words on the key's first line.
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

// Row is one line of a text of others, of which any part can be shown. The secrets
// in it are those of the whole text.
type Row struct {
	theme  *Theme
	raw    string
	hidden []part
}

// Rows returns the lines of a text, without their ends. A text that ends in a line
// end has no empty line after it.
func (t *Theme) Rows(text string) []Row {
	lines := strings.Split(strings.TrimSuffix(text, "\n"), "\n")
	for i, line := range lines {
		lines[i] = strings.TrimRight(line, "\r")
	}
	return t.RowsOf(lines)
}

// RowsOf returns the lines of one text that are at hand without their ends.
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

// Raw is the line as it is in the file, for looking at and not for showing.
func (r Row) Raw() string { return r.raw }

// Masked reports whether a secret is in the line that is not shown.
func (r Row) Masked() bool { return len(r.hidden) > 0 }

// Whole shows the line.
func (r Row) Whole() Text { return r.Part(0, len(r.raw)) }

// Part shows what is from one offset of Raw to another. Of a secret that begins
// or ends there no part is shown.
func (r Row) Part(from, to int) Text {
	return shownPart(r.raw, part{from, to}, r.hidden, notation{ascii: r.theme.ascii, fold: true})
}

// shownPart shows a part of a text, with the length of each secret in its place,
// and tokens about the whole after it.
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

// labelMasked is a label of a text that has secrets: they are looked for before the
// line ends are gone that they are between.
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

// maskWord begins the token that stands for a secret.
const maskWord = "masked: "

// Masking returns the theme that shows no keys and passwords of a vault: in their
// place is how long they are. They cannot be read back from it.
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

// Masks reports whether the theme leaves out secrets, and a text has one.
func (t *Theme) Masks(raw []byte) bool {
	return t.masks && len(hiddenIn(string(raw))) > 0
}

// Blanked returns a text with a blank in place of each byte of a key or password.
// All other bytes stay where they are. What is looked for in it is not found in a
// secret, and every part of it may be shown by itself.
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
