package styles

import (
	"bytes"
	"fmt"
	"strconv"
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
		return []Text{withTokens("", as, emptyFile)}
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
	private := privateKey{}
	lines := make([]Text, 0, bytes.Count(raw, []byte{'\n'})+1)
	for {
		line, rest, more := strings.Cut(text, "\n")
		if crlf && (more || whole) {
			line = strings.TrimSuffix(line, "\r")
		}
		hidden := t.masks && private.hides(line)
		switch {
		case hidden:
			w := writer{notation: as}
			w.token(maskWord + strconv.Itoa(len(line)) + " bytes")
			lines = append(lines, w.text())
		case !more:
			return append(lines, t.lastLine(line, as, facts))
		case t.masks:
			lines = append(lines, showMasked(line, as))
		default:
			lines = append(lines, show(line, as))
		}
		if !more {
			return lines
		}
		text = rest
	}
}

// lastLine is the last line with what there is to say about the whole file.
func (t *Theme) lastLine(line string, as notation, facts []string) Text {
	if !t.masks {
		return withTokens(line, as, facts...)
	}
	head, tail := showMasked(line, as), withTokens("", as, facts...)
	return Text{s: head.s + tail.s, cells: head.cells + tail.cells, ascii: as.ascii}
}

// withTokens shows a line and puts tokens about the file behind it.
func withTokens(line string, as notation, facts ...string) Text {
	if len(facts) == 0 {
		return show(line, as)
	}
	w := writer{notation: as}
	w.write(line)
	for _, fact := range facts {
		w.token(fact)
	}
	return w.text()
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
