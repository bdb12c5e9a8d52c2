package styles

import (
	"bytes"
	"fmt"
	"strings"
)

// Tokens at the end of the last source line, for facts about the whole file.
// No text of a file can produce them, since it cannot produce a bracket.
const (
	emptyFile   = "empty file"
	noLastBreak = "no newline at end"
	allCRLF     = "CRLF line ends"
)

// Source shows a whole file, one Text for each line. Nothing is left out: from
// the lines the exact bytes can be rebuilt with [Theme.DecodeSource].
//
// Lines are split at LF. A tab is drawn as "⇥" and three blanks (in ASCII as
// <<TAB>>). A CR is shown as ⟦CR⟧, unless every line of the file ends in CRLF:
// then the last line ends in ⟦CRLF line ends⟧ instead. A last line without a
// line break ends in ⟦no newline at end⟧. An empty file is one line,
// ⟦empty file⟧.
func (t *Theme) Source(raw []byte) []Text {
	as := notation{ascii: t.ascii, fold: true, tabs: true}
	if len(raw) == 0 {
		return []Text{shownPart("", part{}, nil, as, emptyFile)}
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
	var hidden []part
	if t.masks {
		hidden = hiddenIn(text)
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
		for n < len(hidden) && hidden[n].from < end {
			n++
		}
		if !more {
			return append(lines, shownPart(text, part{at, to}, hidden[:n], as, facts...))
		}
		lines = append(lines, shownPart(text, part{at, to}, hidden[:n], as))
		hidden, at = hidden[n:], end+1
	}
}

func everyLineEndsCRLF(raw []byte) bool {
	breaks := bytes.Count(raw, []byte{'\n'})
	return breaks > 0 && breaks == bytes.Count(raw, []byte("\r\n"))
}

// DecodeSource returns the bytes of the file that [Theme.Source] showed as
// lines. It gives an error for lines that Source cannot have made.
func (t *Theme) DecodeSource(lines []Text) ([]byte, error) {
	if len(lines) == 0 {
		return nil, fmt.Errorf("decode source lines: %w: even an empty file has one line", errNotShown)
	}
	last := lines[len(lines)-1].s
	last, crlf := t.cutToken(last, allCRLF)
	last, open := t.cutToken(last, noLastBreak)
	last, empty := t.cutToken(last, emptyFile)
	lineEnd := "\n"
	if crlf {
		lineEnd = "\r\n"
	}
	var raw bytes.Buffer
	for i, line := range lines {
		s := line.s
		if i == len(lines)-1 {
			s = last
		}
		text, err := decode(s, t.ascii)
		if err != nil {
			return nil, fmt.Errorf("decode source line %d: %w", i+1, err)
		}
		raw.WriteString(text)
		if i < len(lines)-1 || !open && !empty {
			raw.WriteString(lineEnd)
		}
	}
	if err := t.sameSource(raw.Bytes(), lines); err != nil {
		return nil, err
	}
	return raw.Bytes(), nil
}

func (t *Theme) cutToken(line, body string) (string, bool) {
	open, shut, _ := brackets(t.ascii)
	return strings.CutSuffix(line, open+body+shut)
}

// sameSource says where raw is shown otherwise than lines.
func (t *Theme) sameSource(raw []byte, lines []Text) error {
	again := t.Source(raw)
	if len(again) != len(lines) {
		return fmt.Errorf("decode source lines: %w: %d lines for %d", errNotShown, len(lines), len(again))
	}
	for i := range again {
		if again[i].s != lines[i].s {
			return fmt.Errorf("decode source line %d: %w: it is shown otherwise", i+1, errNotShown)
		}
	}
	return nil
}
