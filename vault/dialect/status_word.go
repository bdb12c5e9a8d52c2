package dialect

import (
	"bytes"
	"fmt"
	"strings"
	"unicode"

	"coldstart/model"
	"coldstart/vault/text"
)

// statusWord returns the word of the request's status, and its line.
func (p *Page) statusWord() (word string, line int) {
	f := p.fact(fieldApproval)
	word = strings.TrimFunc(f.Text, func(r rune) bool { return !unicode.IsLetter(r) })
	if strings.ContainsFunc(word, func(r rune) bool { return !unicode.IsLetter(r) && !strings.ContainsRune("_- ", r) }) || decisionOf(word) == DecisionNone {
		return "", 0
	}
	return word, f.Line
}

// hasOneStatus reports whether a request has a status that can be changed, and no second one: of two
// nobody could tell which its program reads.
func (p *Page) hasOneStatus() bool {
	word, line := p.statusWord()
	second := func(value string, at int) bool { return at != line && decisionOf(value) != DecisionNone }
	for _, e := range p.front.entries {
		if e.fields.has(fieldApproval) && second(e.value, e.line) {
			return false
		}
	}
	for i := range p.labels {
		if l := &p.labels[i]; l.fields.has(fieldApproval) && second(l.value, l.line) {
			return false
		}
	}
	for i := range p.parts {
		if p.sections[p.parts[i].section].embedded || !isStatus(p.parts[i].key) {
			continue
		}
		if f := p.firstText(p.parts[i].section); second(f.Text, f.Line) {
			return false
		}
	}
	return word != "" && line > 0 && p.Notes.Encoding <= text.UTF8Marked && !p.Notes.OddLineEnds && p.Notes.Invalid+p.Notes.Nulls == 0
}

// AnswerInFile returns the change of a request's status by which it is answered, for a way that says so.
// Its error is for a status that nobody can find or change without doubt.
func AnswerInFile(folders *Folders, name string, b []byte, c model.Choice) (text.Splice, error) {
	p := Open(folders, name, b)
	r := ReadRequest(p)
	w, want := r.Yes, DecisionApproved
	if c == model.ChoiceReject {
		w, want = r.No, DecisionRejected
	}
	if w.Kind != model.WayStatus || r.Decision != DecisionPending {
		return text.Splice{}, fmt.Errorf("%w: it does not ask for a change of its status", text.ErrEdit)
	}
	word, line := p.statusWord()
	from, row := 0, []byte(nil)
	for n := 1; ; n++ {
		end := bytes.IndexByte(b[from:], '\n')
		if row = b[from:]; end >= 0 {
			row = row[:end]
		}
		if n == line || end < 0 {
			break
		}
		from += end + 1
	}
	at := bytes.LastIndex(row, []byte(word))
	if at < 0 || bytes.Index(row, []byte(word)) != at {
		return text.Splice{}, fmt.Errorf("%w: line %d does not have %s exactly once", text.ErrEdit, line, word)
	}
	s := text.Splice{From: from + at, To: from + at + len(word), Text: likeWord(w, word)}
	if now := ReadRequest(Open(folders, name, text.Apply(b, []text.Splice{s}))); now.Decision != want {
		return text.Splice{}, fmt.Errorf("%w: it would not read as %s", text.ErrEdit, want)
	}
	return s, nil
}

// likeWord spells a new status as the request does, or else as the one that it replaces.
func likeWord(w model.Way, was string) string {
	switch first, rest := was[:1], was[1:]; {
	case w.Exact:
		return w.Word
	case was == strings.ToUpper(was):
		return strings.ToUpper(w.Word)
	case first == strings.ToUpper(first) && rest == strings.ToLower(rest):
		return strings.ToUpper(w.Word[:1]) + strings.ToLower(w.Word[1:])
	}
	return strings.ToLower(w.Word)
}
