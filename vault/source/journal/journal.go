// Package journal reads research projects and edits their journals.
package journal

import (
	"bytes"
	"errors"
	"fmt"
	"strings"
	"time"

	"coldstart/model"
	"coldstart/model/research"
	"coldstart/vault/text"
)

const (
	// FileName is the journal of a problem.
	FileName = "JOURNAL.md"
	// Title begins the heading of a journal.
	Title = "Research Journal:"
)

// Journal is a JOURNAL.md with the places of its parts.
type Journal struct {
	model.Journal
	head journalHead
	// title is the one in its heading.
	title string
	// Places are where the entries are: from the heading to the last line with text.
	Places []text.Span
	// parts are the headings of the first and second level.
	parts []journalPart
	// Faults are its faults, by line.
	Faults []text.LineError
}

// journalPart is a heading of the first or second level. Its text is from next to the
// following part.
type journalPart struct {
	level      int
	title      string
	from, next int
}

// Read reads one journal. Any text gives a journal: problems are in its faults, and the
// body is read whatever the front matter is.
func Read(name string, b []byte, zone *time.Location) *Journal {
	j := &Journal{Journal: model.Journal{Path: name, Found: true, Total: -1, Seen: model.FingerprintOf(b)}}
	head, err := readJournalHead(b)
	j.head = head
	body := len(b) - len(bytes.TrimPrefix(b, text.BOM))
	if head.fm != nil {
		body = head.fm.Body
	}
	if err != nil {
		j.Broken = err.Error()
		at := &text.LineError{Line: 1, Reason: j.Broken}
		errors.As(err, &at)
		j.Faults = append(j.Faults, *at)
	} else {
		j.Total, j.Last = count(head.fm.Get(TotalKey)), model.ParseStamp(head.fm.Get(LastKey), zone)
		for _, row := range head.rows {
			j.Index = append(j.Index, row.IndexRow)
		}
	}
	j.readBody(b, body, zone)
	if err == nil {
		j.Faults = append(j.Faults, j.differences()...)
	}
	return j
}

// Keys of a journal's front matter.
const (
	TotalKey = "total_entries" // how many entries there are
	LastKey  = "last_entry"    // the day of the last one
)

// readBody walks the body once.
func (j *Journal) readBody(b []byte, body int, zone *time.Location) {
	start := len(b) - len(bytes.TrimPrefix(b, text.BOM))
	before := bytes.Count(text.PlainLines(b, start, body), []byte("\n"))
	copies := map[string]int{}
	var open *entryReader
	from := 0
	end := func(to int) {
		if open == nil {
			return
		}
		e := &j.Entries[len(j.Entries)-1]
		open.fill(e, zone)
		place := text.Span{From: from, To: text.TextEnd(b, from, to)}
		e.Seen = model.FingerprintOf(b[place.From:place.To])
		j.Places = append(j.Places, place)
		open = nil
	}
	for at, line := range text.Unfenced(b[body:]) {
		level, text := text.HeadingAt(line)
		switch {
		case level == 0 || level > 3:
			if open != nil {
				open.line(line)
			}
			continue
		case level < 3:
			j.parts = append(j.parts, journalPart{level, text, body + at.From, body + at.Next})
			if title, ok := strings.CutPrefix(text, Title); ok && level == 1 && j.title == "" {
				j.title = strings.TrimSpace(title)
			}
		}
		end(body + at.From)
		if e, ok := entryHeading(text); ok && level == 3 {
			e.Path, e.Line, e.Copy = j.Path, before+at.Number, copies[e.ID]
			copies[e.ID]++
			j.Entries = append(j.Entries, e)
			open, from = &entryReader{}, body+at.From
			open.line(text)
		}
	}
	end(len(b))
}

// differences lists where front matter and body disagree, and what either has twice.
func (j *Journal) differences() []text.LineError {
	var faults []text.LineError
	for _, f := range j.head.faults {
		faults = append(faults, *f)
	}
	if f := j.head.fm.Find(TotalKey); f != nil && j.Total != len(j.Entries) {
		faults = append(faults, text.LineError{Line: f.Line, Reason: fmt.Sprintf("%s says %s, the journal has %s", TotalKey, orNothing(f.Value), model.Counted(len(j.Entries), "entry"))})
	}
	lines := make(map[string]int, len(j.head.rows))
	for _, row := range j.head.rows {
		first, twice := lines[row.ID]
		switch {
		case row.ID == "":
			faults = append(faults, text.LineError{Line: row.line, Reason: "an entry of " + IndexKey + " has no id"})
		case twice:
			faults = append(faults, text.LineError{Line: row.line, Reason: fmt.Sprintf("%s lists %s twice, first on line %d", IndexKey, row.ID, first)})
		default:
			lines[row.ID] = row.line
		}
	}
	for _, a := range research.Attempts(j.Journal) {
		reason := a.Disagree()
		switch {
		case reason == "", a.ID == "", a.Entry != nil && a.Entry.Copy > 0:
		case a.Entry != nil:
			faults = append(faults, text.LineError{Line: a.Entry.Line, Reason: reason})
		default:
			faults = append(faults, text.LineError{Line: lines[a.ID], Reason: reason})
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

// problems are the problems of the journal.
func (j *Journal) problems() []model.Problem {
	faults := j.Faults
	first := map[string]int{}
	for _, e := range j.Entries {
		if e.Copy == 0 {
			first[e.ID] = e.Line
			continue
		}
		faults = append(faults, text.LineError{Line: e.Line, Reason: fmt.Sprintf("the id %s appears twice, first on line %d", e.ID, first[e.ID])})
	}
	rows := faultRows(j.Path, faults, "the journal is still read; fix it in an editor, or let the agent do it")
	if j.Broken != "" {
		rows[0].Hint = "the entries are still read; nothing is written to it until its front matter is repaired"
	}
	return rows
}
