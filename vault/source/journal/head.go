package journal

import (
	"bytes"
	"fmt"

	"coldstart/vault/text"
)

// journalHead is the front matter of a journal.
type journalHead struct {
	// fm is nil when there is none.
	fm *text.Front
	// rows are the attempts that it lists.
	rows []indexRow
	// faults are entries of that list which are no attempts.
	faults []*text.LineError
}

// readJournalHead reads the front matter of a journal. With an error it has what
// could be read by line.
func readJournalHead(b []byte) (journalHead, error) {
	fm, err := text.FindFront(b, maxJournalHead)
	switch {
	case fm == nil:
		return journalHead{}, &text.LineError{Line: 1, Reason: "there is no front matter"}
	case err != nil:
		fm.EndAtBlank(b)
		return journalHead{fm: fm}, err
	}
	head, err := readClosedHead(b, *fm)
	if err != nil && holdsHeading(b, fm.Block) {
		// The line that seems to close it is a rule of the body.
		fm.EndAtBlank(b)
		return journalHead{fm: fm}, &text.LineError{Line: fm.Line - 1, Reason: "front matter is never closed"}
	}
	return head, err
}

// readClosedHead reads what stands between the fences.
func readClosedHead(b []byte, fm text.Front) (journalHead, error) {
	if list, rows, ok := plainIndex(b, &fm); ok {
		if err := shortHead(fm.Block, list.To-list.From); err != nil {
			return journalHead{fm: &fm}, err
		}
		// The list is blanked out, so that all other offsets and line numbers hold.
		rest := fm
		err := rest.Scan(blanked(b[:fm.Body], list))
		if f := rest.Find(IndexKey); f != nil && f.Value == "" {
			f.To = list.To
			return journalHead{fm: &rest, rows: rows}, err
		}
	}
	if err := shortHead(fm.Block, 0); err != nil {
		return journalHead{fm: &fm}, err
	}
	if err := fm.Scan(b); err != nil {
		return journalHead{fm: &fm}, err
	}
	rows, faults := yamlIndex(&fm)
	return journalHead{fm: &fm, rows: rows, faults: faults}, nil
}

// holdsHeading reports whether a line between the fences is a heading of a section or an
// entry, which to YAML is a comment.
func holdsHeading(b []byte, head text.Block) bool {
	for at := head.Start; at < head.End; {
		line, next := text.LineAt(b, at)
		if level, _ := text.Heading(string(line)); level == 2 || level == 3 {
			return true
		}
		at = next
	}
	return false
}

// shortHead fails when a front matter is too long without a list of some bytes.
func shortHead(head text.Block, list int) error {
	if head.End-head.Start-list > text.MaxFront {
		return &text.LineError{Line: head.Line, Reason: fmt.Sprintf("front matter is longer than %d bytes", text.MaxFront)}
	}
	return nil
}

// blanked gives a copy of b with blanks in place of all text of a part.
func blanked(b []byte, part text.Span) []byte {
	b = bytes.Clone(b)
	for i := part.From; i < part.To; i++ {
		if b[i] != '\r' && b[i] != '\n' {
			b[i] = ' '
		}
	}
	return b
}
