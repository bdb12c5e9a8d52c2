package styles

import (
	"strconv"
	"strings"

	"coldstart/styles/secrets"
)

// Row is one line of untrusted text, of which any part can be shown. Its secrets are those of
// the whole text.
type Row struct {
	theme  *Theme
	raw    string
	hidden []secrets.Part
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
	var hidden []secrets.Part
	if t.masks {
		hidden = t.secrets.In(strings.Join(lines, "\n"))
	}
	rows := make([]Row, len(lines))
	at := 0
	for i, line := range lines {
		rows[i] = Row{theme: t, raw: line}
		end := at + len(line)
		for len(hidden) > 0 && hidden[0].From < end {
			rows[i].hidden = append(rows[i].hidden, secrets.Part{From: hidden[0].From - at, To: min(hidden[0].To, end) - at})
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
	return shownPart(r.raw, secrets.Part{From: from, To: to}, r.hidden, notation{ascii: r.theme.ascii, fold: true})
}

// shownPart shows a part of a text with masks for its secrets, and tokens about the whole at
// the end.
func shownPart(text string, p secrets.Part, hidden []secrets.Part, as notation, facts ...string) Text {
	if len(hidden)+len(facts) == 0 {
		return show(text[p.From:p.To], as)
	}
	w := writer{notation: as}
	at := p.From
	for _, f := range hidden {
		if f.To > at && f.From < p.To {
			w.write(text[at:max(at, f.From)])
			w.mask(f)
			at = min(f.To, p.To)
		}
	}
	w.write(text[at:p.To])
	for _, fact := range facts {
		w.token(fact)
	}
	return w.text()
}

func (w *writer) mask(f secrets.Part) { w.token(maskWord + strconv.Itoa(f.To-f.From) + " bytes") }

func (t *Theme) showMasked(raw string, as notation) Text {
	return shownPart(raw, secrets.Part{From: 0, To: len(raw)}, t.secrets.In(raw), as)
}

// labelMasked is a label of a text with secrets, which are found before line endings are folded.
func (t *Theme) labelMasked(raw string, found []secrets.Part, as notation) Text {
	w := writer{notation: as}
	at := 0
	for _, f := range append(found, secrets.Part{From: len(raw), To: len(raw)}) {
		between := raw[at:f.From]
		words := foldLabel(between)
		if at > 0 && between != strings.TrimLeftFunc(between, isWhite) {
			words = " " + words
		}
		if f.From < len(raw) && between != strings.TrimRightFunc(between, isWhite) {
			words = strings.TrimRight(words, " ") + " "
		}
		shown := t.showMasked(words, as)
		w.out, w.cells = append(w.out, shown.s...), w.cells+shown.Width()
		if f.To > f.From {
			w.mask(f)
		}
		at = f.To
	}
	return w.text()
}

// Beginning is at most so many bytes of a text, and no part of a character, a key or a password.
func Beginning(text string, most int) string { return secrets.Beginning(text, most) }

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
	return t.masks && len(t.secrets.In(string(raw))) > 0
}

// Blanked returns a text with blanks for the bytes of keys and passwords. All other bytes keep
// their places, so that it can be searched, and every part of it shown by itself.
func (t *Theme) Blanked(text string) string {
	hidden := t.secrets.In(text)
	if len(hidden) == 0 {
		return text
	}
	out := []byte(text)
	for _, h := range hidden {
		for i := h.From; i < h.To; i++ {
			out[i] = ' '
		}
	}
	return string(out)
}
