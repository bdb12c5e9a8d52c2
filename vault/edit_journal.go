package vault

import (
	"bytes"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"coldstart/model"
	"coldstart/vault/text"
)

// noEntries stands in a section of the journal that has no entry yet.
const noEntries = "(No entries yet)"

// errHead is returned for a journal whose front matter cannot be read, so that
// nothing can be changed in it.
var errHead = errors.New("its front matter cannot be read, so nothing is written into it")

// journalEdit is one entry that is put into a journal.
type journalEdit struct {
	id string
	// added is the entry as it stands in the file, without the last line end.
	added         string
	next          []byte
	before, after []string
	// back are the parts of next that an undo gives their former text.
	back []region
}

// addEntry puts an entry at the end of its category's section and brings the front
// matter up to date; every other byte of b stays. A front matter that cannot be read
// is made anew from the body where the draft asks for it. It fails with errEdit or
// errHead when the result would not read as the same journal with just this entry
// more. Slug is what the journal's problem is called there.
func addEntry(b []byte, d model.Draft, at time.Time, slug string) (journalEdit, error) {
	end, err := text.LineEnd(b)
	if err != nil {
		return journalEdit{}, err
	}
	j := readJournal("", b, nil)
	if j.Broken != "" && !d.Repair {
		return journalEdit{}, fmt.Errorf("%w: %s", errHead, j.Broken)
	}
	if line := text.OpenFence(b); line > 0 {
		return journalEdit{}, fmt.Errorf("%w: the code block that begins in line %d is never closed", text.ErrEdit, line)
	}
	e := journalEdit{id: j.NextID(d.Category)}
	lines := d.Lines(e.id, at)
	e.added = strings.Join(lines, end)
	alone := readJournal("", []byte(e.added), nil)
	if len(alone.Entries) != 1 {
		return journalEdit{}, fmt.Errorf("%w: the entry would not read as one", text.ErrEdit)
	}
	splices := j.insertion(b, d.Category, lines, end)
	now := newHead{entry: alone.Entries[0], draft: d, at: at, slug: slug, end: end}
	var head []text.Splice
	if j.Broken != "" {
		head, err = j.rebuiltHead(b, now)
	} else {
		head, err = j.changedHead(b, now)
	}
	if err != nil {
		return journalEdit{}, err
	}
	splices = append(head, splices...)
	e.next, e.back = text.Apply(b, splices), regionsOf(b, splices)
	e.before, e.after = text.Changed(b, splices)
	return e, j.sameBut(e.next, now)
}

// insertion finds the place of a new entry: the end of the last section with the
// category's name, else of a new one in the order of the categories.
func (j *journal) insertion(b []byte, c model.Category, lines []string, end string) []text.Splice {
	named := func(part journalPart, c model.Category) bool {
		return part.level == 2 && strings.EqualFold(part.title, c.Section())
	}
	for i, part := range slices.Backward(j.parts) {
		if named(part, c) {
			to := len(b)
			if i+1 < len(j.parts) {
				to = j.parts[i+1].from
			}
			return j.into(b, part, to, lines, end)
		}
	}
	lines = append([]string{"## " + c.Section(), ""}, lines...)
	before := len(b)
	later := model.Categories()[slices.Index(model.Categories(), c)+1:]
	for _, part := range slices.Backward(j.parts) {
		if slices.ContainsFunc(later, func(c model.Category) bool { return named(part, c) }) {
			before = part.from
		}
	}
	at := text.LastText(b, before)
	if fm := j.head.fm; fm != nil {
		at = max(at, fm.End)
	}
	return []text.Splice{text.Behind(b, at, lines, end)}
}

// into puts the entry into a section, in place of the remark that there is none.
func (j *journal) into(b []byte, part journalPart, to int, lines []string, end string) []text.Splice {
	last := text.TextEnd(b, part.from, to)
	entries := to
	for _, p := range j.places {
		if p.From >= part.next && p.From < entries {
			entries = p.From
		}
	}
	for at := part.next; at < entries; {
		line, next := text.LineAt(b, at)
		if !strings.EqualFold(strings.Trim(string(line), " \t*_"), noEntries) {
			at = next
			continue
		}
		if at+len(line) < last {
			// Something else stands below: only the remark and one empty line go.
			if below, behind := text.LineAt(b, next); len(bytes.TrimSpace(below)) == 0 {
				next = behind
			}
			return []text.Splice{{From: at, To: next, Text: ""}, text.Behind(b, last, lines, end)}
		}
		block := strings.Join(lines, end) + text.GapBehind(b, last, end)
		if at == part.next {
			block = end + block
		}
		return []text.Splice{{From: at, To: last, Text: block}}
	}
	return []text.Splice{text.Behind(b, last, lines, end)}
}
