package vault

import (
	"bytes"
	"fmt"
)

// journalHead is the front matter of a journal.
type journalHead struct {
	// fm is nil when there is none.
	fm *frontmatter
	// rows are the attempts that it lists.
	rows []indexRow
	// faults are entries of that list which are no attempts.
	faults []*lineError
}

// readJournalHead reads the front matter of a journal. With an error it has what
// could be read by line.
func readJournalHead(b []byte) (journalHead, error) {
	fm, err := findFrontmatter(b, maxJournalHead)
	switch {
	case fm == nil:
		return journalHead{}, &lineError{1, "there is no front matter"}
	case err != nil:
		fm.endAtBlank(b)
		return journalHead{fm: fm}, err
	}
	if list, rows, ok := plainIndex(b, fm); ok {
		if err := fm.short(list.to - list.from); err != nil {
			return journalHead{fm: fm}, err
		}
		// The list is blanked out, so that all other offsets and line numbers hold.
		rest := *fm
		err := rest.scan(blanked(b[:fm.body], list))
		if f := rest.find(indexKey); f != nil && f.value == "" {
			f.to = list.to
			return journalHead{fm: &rest, rows: rows}, err
		}
	}
	if err := fm.short(0); err != nil {
		return journalHead{fm: fm}, err
	}
	if err := fm.scan(b); err != nil {
		return journalHead{fm: fm}, err
	}
	rows, faults := yamlIndex(fm)
	return journalHead{fm: fm, rows: rows, faults: faults}, nil
}

// short fails when the front matter is too long without a list of some bytes.
func (fm *frontmatter) short(list int) error {
	if fm.end-fm.start-list > maxFrontmatter {
		return &lineError{fm.line, fmt.Sprintf("front matter is longer than %d bytes", maxFrontmatter)}
	}
	return nil
}

// blanked gives a copy of b with blanks in place of all text of a part.
func blanked(b []byte, part span) []byte {
	b = bytes.Clone(b)
	for i := part.from; i < part.to; i++ {
		if b[i] != '\r' && b[i] != '\n' {
			b[i] = ' '
		}
	}
	return b
}
