package styles

import (
	"strings"
	"unicode/utf8"
)

// Relayed shows the lines of a text that coldstart wrote on another machine for people there. What it
// made visible already stays as it is, and so do its runs of blanks; whatever else is special is shown as
// [Theme.Show] does, since that machine may write anything. Such a text can imitate tokens.
func (t *Theme) Relayed(text string) []Text {
	rows := t.Rows(text)
	lines := make([]Text, len(rows))
	for i, row := range rows {
		w := writer{notation: notation{ascii: t.ascii}}
		at := 0
		for _, f := range row.hidden {
			w.relay(row.raw[at:f.From])
			w.mask(f)
			at = f.To
		}
		w.relay(row.raw[at:])
		lines[i] = w.text()
	}
	return lines
}

// relay writes raw, in which tokens stay tokens.
func (w *writer) relay(raw string) {
	open, shut, _ := brackets(w.ascii)
	for {
		before, rest, found := strings.Cut(raw, open)
		w.write(before)
		if !found {
			return
		}
		body, _, shuts := strings.Cut(rest[:min(len(rest), longestToken)], shut)
		w.base = base{}
		if !shuts || !isTokenBody(body) {
			w.write(open)
			raw = rest
			continue
		}
		w.token(body)
		raw = rest[len(body)+len(shut):]
	}
}

// isTokenBody reports whether a text can stand in a token: a name, a count or what a mask says.
func isTokenBody(body string) bool {
	return body != "" && !strings.ContainsFunc(body, func(r rune) bool {
		return r != '×' && (r < ' ' || r >= utf8.RuneSelf || r == 0x7F || r == '<' || r == '>')
	})
}

// longestToken is more than any token of ours has after its beginning, in bytes.
const longestToken = 100
