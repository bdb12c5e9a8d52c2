package vault

import (
	"bytes"
	"errors"
	"fmt"
	"strings"
	"time"

	"coldstart/model"
)

const (
	journalFile = "JOURNAL.md"
	// journalTitle begins the heading of a journal.
	journalTitle = "Research Journal:"
)

// journal is a JOURNAL.md with the places of what it holds.
type journal struct {
	model.Journal
	head journalHead
	// title is the one of its heading.
	title string
	// places are where the entries stand: from the heading to the end of the last line
	// with text.
	places []span
	// parts are the headings of the first and second level.
	parts []journalPart
	// faults are what is wrong with it, by line.
	faults []lineError
}

// journalPart is a heading of the first or second level; its text begins at next
// and ends where the part behind it begins.
type journalPart struct {
	level      int
	title      string
	from, next int
}

// readJournal reads one journal. Any text gives a journal: what is wrong with it
// is in its faults, and its body is read whatever its front matter is.
func readJournal(name string, b []byte, zone *time.Location) *journal {
	j := &journal{Journal: model.Journal{Path: name, Found: true, Total: -1, Seen: model.FingerprintOf(b)}}
	head, err := readJournalHead(b)
	j.head = head
	body := len(b) - len(bytes.TrimPrefix(b, bom))
	if head.fm != nil {
		body = head.fm.body
	}
	if err != nil {
		j.Broken = err.Error()
		at := &lineError{1, j.Broken}
		errors.As(err, &at)
		j.faults = append(j.faults, *at)
	} else {
		j.Total, j.Last = count(head.fm.get(totalKey)), model.ParseStamp(head.fm.get(lastKey), zone)
		for _, row := range head.rows {
			j.Index = append(j.Index, row.IndexRow)
		}
	}
	j.readBody(b, body, zone)
	if err == nil {
		j.faults = append(j.faults, j.differences()...)
	}
	return j
}

const (
	totalKey = "total_entries"
	lastKey  = "last_entry"
)

// readBody walks the body once.
func (j *journal) readBody(b []byte, body int, zone *time.Location) {
	start := len(b) - len(bytes.TrimPrefix(b, bom))
	before := bytes.Count(linesOf(b, start, body), []byte("\n"))
	copies := map[string]int{}
	var open *entryReader
	from := 0
	end := func(to int) {
		if open == nil {
			return
		}
		e := &j.Entries[len(j.Entries)-1]
		open.fill(e, zone)
		place := span{from, textEnd(b, from, to)}
		e.Seen = model.FingerprintOf(b[place.from:place.to])
		j.places = append(j.places, place)
		open = nil
	}
	for at, line := range placedUnfenced(b[body:]) {
		level, text := headingAt(line)
		switch {
		case level == 0 || level > 3:
			if open != nil {
				open.line(line)
			}
			continue
		case level < 3:
			j.parts = append(j.parts, journalPart{level, text, body + at.from, body + at.next})
			if title, ok := strings.CutPrefix(text, journalTitle); ok && level == 1 && j.title == "" {
				j.title = strings.TrimSpace(title)
			}
		}
		end(body + at.from)
		if e, ok := entryHeading(text); ok && level == 3 {
			e.Path, e.Line, e.Copy = j.Path, before+at.number, copies[e.ID]
			copies[e.ID]++
			j.Entries = append(j.Entries, e)
			open, from = &entryReader{}, body+at.from
			open.line(text)
		}
	}
	end(len(b))
}

// headingAt gives the level and the text of a heading, 0 for any other line. The
// text keeps a mark at its end, as in "Learn C#".
func headingAt(line string) (level int, text string) {
	if _, ok := heading(line); !ok {
		return 0, ""
	}
	level = headingLevel(line)
	return level, strings.TrimSpace(line[level:])
}

// textEnd gives the end of the last line with text in a part of b, without its line
// end. The part begins with such a line.
func textEnd(b []byte, from, to int) int {
	last := from + len(bytes.TrimRight(b[from:to], " \t\r\n"))
	line, _ := lineAt(b[:to], last)
	return last + len(line)
}

// differences lists where the front matter and the body do not agree, and what
// stands twice in either.
func (j *journal) differences() []lineError {
	var faults []lineError
	for _, f := range j.head.faults {
		faults = append(faults, *f)
	}
	if f := j.head.fm.find(totalKey); f != nil && j.Total != len(j.Entries) {
		faults = append(faults, lineError{f.line, fmt.Sprintf("%s says %s, the journal has %d entries", totalKey, orNothing(f.value), len(j.Entries))})
	}
	lines := make(map[string]int, len(j.head.rows))
	for _, row := range j.head.rows {
		first, twice := lines[row.ID]
		switch {
		case row.ID == "":
			faults = append(faults, lineError{row.line, "an entry of " + indexKey + " has no id"})
		case twice:
			faults = append(faults, lineError{row.line, fmt.Sprintf("%s lists %s twice, first in line %d", indexKey, row.ID, first)})
		default:
			lines[row.ID] = row.line
		}
	}
	for _, a := range j.Attempts() {
		reason := a.Disagree()
		switch {
		case reason == "", a.ID == "", a.Entry != nil && a.Entry.Copy > 0:
		case a.Entry != nil:
			faults = append(faults, lineError{a.Entry.Line, reason})
		default:
			faults = append(faults, lineError{lines[a.ID], reason})
		}
	}
	return faults
}

func orNothing(text string) string {
	if text == "" {
		return "nothing"
	}
	return text
}

// problems are the rows for what is wrong with the journal.
func (j *journal) problems() []model.Problem {
	faults := j.faults
	first := map[string]int{}
	for _, e := range j.Entries {
		if e.Copy == 0 {
			first[e.ID] = e.Line
			continue
		}
		faults = append(faults, lineError{e.Line, fmt.Sprintf("the id %s is given twice, first in line %d", e.ID, first[e.ID])})
	}
	rows := faultRows(j.Path, faults, "the journal is read all the same; let the agent or an editor put it right")
	if j.Broken != "" {
		rows[0].Hint = "the entries are read all the same; nothing is written into it unless you let its front matter be made anew"
	}
	return rows
}
