package confirm

import (
	"fmt"
	"strings"

	"coldstart/model"
	"coldstart/model/phrase"
	"coldstart/styles"
	"coldstart/tui/board"
	"coldstart/tui/draw"
)

// source is the text of a decision in rows of w cells. The whole of it is there, fields behind the
// letter. A decision on several things and an undo have no text of their own, and an entry is its
// changes.
func (d *Dialog) source(th *styles.Theme, w int, fold bool) (rows []draw.SourceRow) {
	if len(d.Batch) > 0 || d.Decision.Choice == model.ChoiceUndo {
		return nil
	}
	if d.ChangesTellAll() {
		for i, l := range ChangeLines(th, d.Changes, w-draw.TextEdge) {
			rows = append(rows, draw.SourceRow{Line: styles.Join(draw.Edge(), l), Number: i, Text: l.String()})
		}
		return rows
	}
	if parts, ok := d.ActionText(); ok {
		return actionRows(th, parts, w, fold)
	}
	raw := draw.WholeLine(d.Decision.Ref.Kind, d.Doc.Bytes)
	texts, n := th.Source(raw), d.numbered()
	n.Fold, n.Notes = fold, d.remarks(th)
	start := min(d.letter(), len(texts)-1)
	n.First = start + 1
	rows = draw.Source(th, texts[start:], n, w)
	if start == 0 {
		return rows
	}
	words := "fields of the file, line 1"
	if start > 1 {
		words = fmt.Sprintf("fields of the file, lines 1 to %d", start)
	}
	rows = append(rows, draw.SourceRow{Text: words, Line: marked(th.MarkSymbol(styles.MarkNote), styles.RoleAccent, draw.Sentence(styles.RoleAccent, words, w-draw.TextEdge))[0]})
	n.First = 1
	return append(rows, draw.Source(th, texts[:start], n, w)...)
}

// remarks are the doubts below the lines they are about.
func (d *Dialog) remarks(th *styles.Theme) map[int][]draw.Note {
	notes := map[int][]draw.Note{}
	for _, doubt := range d.matter.Doubts {
		if doubt.Line > 0 {
			note := draw.Note{Mark: th.MarkSymbol(styles.MarkWarn), Role: doubtRole(doubt.Weight), Text: th.Label(phrase.DoubtSentence(doubt))}
			notes[doubt.Line] = append(notes[doubt.Line], note)
		}
	}
	return notes
}

// letter is the index of the line with which the text begins. Where its fields are doubtful that
// is the first.
func (d *Dialog) letter() int {
	if d.Decision.Ref.Kind != model.KindRequest || d.bytes || d.Doc.Asks != nil {
		return 0
	}
	start := letterFrom(d.lines())
	for _, doubt := range d.matter.Doubts {
		if doubt.Weight > model.WeightNote && doubt.Line <= start {
			return 0
		}
	}
	return start
}

// lines are the lines of the file.
func (d *Dialog) lines() []string { return strings.Split(string(d.Doc.Bytes), "\n") }

const fence = "---"

// letterFrom is the index of the first line that is neither in the front matter nor a heading, a
// rule, a field in bold or empty; 0 if there is none.
func letterFrom(lines []string) int {
	at := 0
	trimmed := func(i int) string { return strings.TrimSpace(strings.TrimPrefix(lines[i], "\ufeff")) }
	if trimmed(0) == fence {
		for at = 1; at < len(lines) && trimmed(at) != fence; at++ {
		}
		if at == len(lines) {
			return 0
		}
		at++
	}
	for ; at < len(lines); at++ {
		if text := trimmed(at); text != "" && !isFrame(text) {
			return at
		}
	}
	return 0
}

// isFrame reports a heading, a rule or a field in bold.
func isFrame(text string) bool {
	level := len(text) - len(strings.TrimLeft(text, "#"))
	name, _, field := strings.Cut(strings.TrimPrefix(text, "**"), "**:")
	return level > 0 && strings.HasPrefix(text[level:], " ") || strings.Trim(text, "-") == "" ||
		field && strings.HasPrefix(text, "**") && !strings.Contains(name, "*")
}

// subjectField begins the first line of a letter that names its own subject.
const subjectField = "Subject: "

// subject is what comes first: the subject of a letter, else what the request is called.
func (d *Dialog) subject() board.Point {
	lines, start := d.lines(), d.letter()
	if start > 0 && d.action == nil {
		if named, ok := strings.CutPrefix(strings.TrimSpace(lines[start]), subjectField); ok && strings.TrimSpace(named) != "" {
			return board.Point{Value: named, From: strings.TrimSpace(lines[start])}
		}
	}
	return d.matter.Subject
}

// mostSought are the letters of a value that are looked for in a file.
const mostSought = 24

// places finds the number of the first line that has the beginning of a value, 0 for none.
func (d *Dialog) places() func(value string) int {
	lines := d.lines()
	return func(value string) int {
		sought := []rune(value)
		if len(sought) == 0 || len(d.Batch) > 0 || d.ChangesTellAll() {
			return 0
		}
		begin := string(sought[:min(len(sought), mostSought)])
		for i, line := range lines {
			if strings.Contains(line, begin) {
				return i + 1
			}
		}
		return 0
	}
}

// wideBytes warns of a text whose letters take two bytes each.
func (d *Dialog) wideBytes() string {
	if len(d.Batch) > 0 || d.ChangesTellAll() || draw.WideOrder(d.Doc.Bytes) == nil {
		return ""
	}
	return "The file is UTF-16, and these are its bytes: esc, then enter shows its text."
}

// ChangesTellAll reports whether the changes are all there is to read: a journal entry does not
// depend on the rest of the journal, the facts say how a session ended, and an undo is refused if a
// byte changed since.
func (d *Dialog) ChangesTellAll() bool {
	return d.Decision.Ref.Kind == model.KindJournal || d.Decision.Ref.Kind == model.KindTranscript || d.Decision.Choice == model.ChoiceUndo
}
