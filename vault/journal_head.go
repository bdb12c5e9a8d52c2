package vault

import "coldstart/vault/text"

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
	if err != nil && fm.HoldsHeading(b) {
		// The line that seems to close it is a rule of the body.
		fm.EndAtBlank(b)
		return journalHead{fm: fm}, &text.LineError{Line: fm.Line - 1, Reason: "front matter is never closed"}
	}
	return head, err
}

// readClosedHead reads what stands between the fences.
func readClosedHead(b []byte, fm text.Front) (journalHead, error) {
	if list, rows, ok := plainIndex(b, &fm); ok {
		if err := fm.Short(list.To - list.From); err != nil {
			return journalHead{fm: &fm}, err
		}
		// The list is blanked out, so that all other offsets and line numbers hold.
		rest := fm
		err := rest.Scan(text.Blanked(b[:fm.Body], list))
		if f := rest.Find(indexKey); f != nil && f.Value == "" {
			f.To = list.To
			return journalHead{fm: &rest, rows: rows}, err
		}
	}
	if err := fm.Short(0); err != nil {
		return journalHead{fm: &fm}, err
	}
	if err := fm.Scan(b); err != nil {
		return journalHead{fm: &fm}, err
	}
	rows, faults := yamlIndex(&fm)
	return journalHead{fm: &fm, rows: rows, faults: faults}, nil
}
