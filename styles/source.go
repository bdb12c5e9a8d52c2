package styles

import (
	"bytes"
	"strings"

	"coldstart/styles/secrets"
)

// Tokens at the end of the last source line, about the whole file. No file can contain them,
// since brackets are escaped.
const (
	emptyFile   = "empty file"
	noLastBreak = "no newline at end"
	allCRLF     = "CRLF line endings"
)

// Source shows a whole file, one Text for each line. Nothing is left out: from
// the lines the exact bytes can be rebuilt, as the tests do.
//
// Lines are split at LF. A tab is drawn as "⇥" and three blanks (in ASCII as
// <<TAB>>). A CR is shown as ⟦CR⟧, unless every line of the file ends in CRLF:
// then the last line ends in ⟦CRLF line endings⟧ instead. A last line without a
// line break ends in ⟦no newline at end⟧. An empty file is one line,
// ⟦empty file⟧. A ¶ is ⟦¶⟧ (in ASCII a _ at the end of a line <<_>>), since that is how our
// views mark that an empty line follows.
func (t *Theme) Source(raw []byte) []Text {
	as := notation{ascii: t.ascii, fold: true, tabs: true, ends: true}
	if len(raw) == 0 {
		return []Text{shownPart("", secrets.Part{}, nil, as, emptyFile)}
	}
	text, whole := strings.CutSuffix(string(raw), "\n")
	var facts []string
	if !whole {
		facts = append(facts, noLastBreak)
	}
	crlf := everyLineEndsCRLF(raw)
	if crlf {
		facts = append(facts, allCRLF)
	}
	var hidden []secrets.Part
	if t.masks {
		hidden = t.secrets.In(text)
	}
	lines := make([]Text, 0, bytes.Count(raw, []byte{'\n'})+1)
	for at := 0; ; {
		end, more := len(text), false
		if i := strings.IndexByte(text[at:], '\n'); i >= 0 {
			end, more = at+i, true
		}
		to, n := end, 0
		if crlf && (more || whole) && end > at && text[end-1] == '\r' {
			to--
		}
		for n < len(hidden) && hidden[n].From < end {
			n++
		}
		if !more {
			return append(lines, shownPart(text, secrets.Part{From: at, To: to}, hidden[:n], as, facts...))
		}
		lines = append(lines, shownPart(text, secrets.Part{From: at, To: to}, hidden[:n], as))
		hidden, at = hidden[n:], end+1
	}
}

func everyLineEndsCRLF(raw []byte) bool {
	breaks := bytes.Count(raw, []byte{'\n'})
	return breaks > 0 && breaks == bytes.Count(raw, []byte("\r\n"))
}
