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
	head, err := readClosedHead(b, *fm)
	if err != nil && fm.holdsHeading(b) {
		// The line that seems to close it is a rule of the body.
		fm.endAtBlank(b)
		return journalHead{fm: fm}, &lineError{fm.line - 1, "front matter is never closed"}
	}
	return head, err
}

// readClosedHead reads what stands between the fences.
func readClosedHead(b []byte, fm frontmatter) (journalHead, error) {
	if list, rows, ok := plainIndex(b, &fm); ok {
		if err := fm.short(list.to - list.from); err != nil {
			return journalHead{fm: &fm}, err
		}
		// The list is blanked out, so that all other offsets and line numbers hold.
		rest := fm
		err := rest.scan(blanked(b[:fm.body], list))
		if f := rest.find(indexKey); f != nil && f.value == "" {
			f.to = list.to
			return journalHead{fm: &rest, rows: rows}, err
		}
	}
	if err := fm.short(0); err != nil {
		return journalHead{fm: &fm}, err
	}
	if err := fm.scan(b); err != nil {
		return journalHead{fm: &fm}, err
	}
	rows, faults := yamlIndex(&fm)
	return journalHead{fm: &fm, rows: rows, faults: faults}, nil
}

// holdsHeading reports whether a line between the fences is a heading of a section
// or an entry, which to YAML is a comment.
func (fm *frontmatter) holdsHeading(b []byte) bool {
	for at := fm.start; at < fm.end; {
		line, next := lineAt(b, at)
		if level, _ := headingAt(string(line)); level == 2 || level == 3 {
			return true
		}
		at = next
	}
	return false
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
