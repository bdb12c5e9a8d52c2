package journal

import (
	"bytes"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"coldstart/model"
	"coldstart/model/research"
	"coldstart/vault/text"
)

// NoEntries is the text of a journal's section without an entry.
const NoEntries = "(No entries yet)"

// errHead refuses to change a journal whose front matter cannot be read.
var errHead = errors.New("its front matter cannot be read, so nothing is written to it")

// Edit adds one entry to a journal.
type Edit struct {
	ID string
	// Added is the entry in the file, without the last line end.
	Added         string
	Next          []byte
	Before, After []string
	// Back are the regions of Next that an undo gives their former text.
	Back []text.Region
}

// AddEntry adds an entry at the end of its category's section and updates the front matter;
// every other byte of b stays. A front matter that cannot be read is rebuilt from the body
// where the draft asks for it. It fails with text.ErrEdit or errHead when the result would
// not read as the same journal with just this entry more.
func AddEntry(b []byte, d model.Draft, at time.Time, slug string) (Edit, error) {
	end, err := text.LineEnd(b)
	if err != nil {
		return Edit{}, err
	}
	j := Read("", b, nil)
	if j.Broken != "" && !d.Repair {
		return Edit{}, fmt.Errorf("%w: %s", errHead, j.Broken)
	}
	if line := text.OpenFence(b); line > 0 {
		return Edit{}, fmt.Errorf("%w: the code block that begins on line %d is never closed", text.ErrEdit, line)
	}
	e := Edit{ID: j.NextID(d.Category)}
	lines := research.Lines(d, e.ID, at)
	e.Added = strings.Join(lines, end)
	alone := Read("", []byte(e.Added), nil)
	if len(alone.Entries) != 1 {
		return Edit{}, text.Wrong("the entry")
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
		return Edit{}, err
	}
	splices = append(head, splices...)
	e.Next, e.Back = text.Apply(b, splices), text.RegionsOf(b, splices)
	e.Before, e.After = text.Changed(b, splices)
	return e, j.sameBut(e.Next, now)
}

// insertion finds the place of a new entry: the end of the last section of its category,
// else of a new section in the order of the categories.
func (j *Journal) insertion(b []byte, c model.Category, lines []string, end string) []text.Splice {
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

// into adds the entry to a section, in place of NoEntries.
func (j *Journal) into(b []byte, part journalPart, to int, lines []string, end string) []text.Splice {
	last := text.TextEnd(b, part.from, to)
	entries := to
	for _, p := range j.Places {
		if p.From >= part.next && p.From < entries {
			entries = p.From
		}
	}
	for at := part.next; at < entries; {
		line, next := text.LineAt(b, at)
		if !strings.EqualFold(strings.Trim(string(line), " \t*_"), NoEntries) {
			at = next
			continue
		}
		if at+len(line) < last {
			// Other text follows: only NoEntries and one empty line go.
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

const historyTitle = "History"

// historyTable begins the history of a state that has none.
func historyTable() []string {
	return []string{"| Timestamp | Event | Details |", "|-----------|-------|---------|"}
}

// CountSession counts a resumed session in STATE.md and adds it to the history (seed
// "Resume", step 5). It fails with text.ErrEdit when anything else would change.
func CountSession(b []byte, at time.Time) (number int, splices []text.Splice, err error) {
	end, err := text.LineEnd(b)
	if err != nil {
		return 0, nil, err
	}
	fm, err := text.ReadFront(b)
	switch line := text.OpenFence(b); {
	case err != nil:
		return 0, nil, fmt.Errorf("%w: %w", text.ErrEdit, err)
	case fm == nil:
		return 0, nil, fmt.Errorf("%w: there is no front matter", text.ErrEdit)
	case line > 0:
		return 0, nil, fmt.Errorf("%w: the code block that begins on line %d is never closed", text.ErrEdit, line)
	}
	number = 1
	counted := text.Splice{From: fm.End, To: fm.End, Text: sessionsKey + ": 1" + end}
	if f := fm.Find(sessionsKey); f != nil {
		if f.Value != "" {
			number = count(f.Value) + 1
		}
		if number == 0 {
			return 0, nil, fmt.Errorf("%w: %s is %q", text.ErrEdit, sessionsKey, f.Value)
		}
		if counted, err = valueSplice(b, f, strconv.Itoa(number), ""); err != nil {
			return 0, nil, err
		}
	}
	row := fmt.Sprintf("| %s | Session resumed | Session #%d |", model.FormatUTC(at), number)
	splices = []text.Splice{counted, historySplice(b, fm.Body, row, end)}
	return number, splices, sameStateBut(fm, text.Apply(b, splices), number, row)
}

// historySplice adds a row behind the last one of the history.
func historySplice(b []byte, body int, row, end string) text.Splice {
	heading, table, to := -1, -1, len(b)
	for at, line := range text.Unfenced(b[body:]) {
		level, title := text.HeadingAt(line)
		switch {
		case heading < 0 && level == 2 && strings.EqualFold(title, historyTitle):
			heading = body + at.From
		case heading >= 0 && (level == 1 || level == 2):
			to = min(to, body+at.From)
		case heading >= 0 && to == len(b) && strings.HasPrefix(strings.TrimSpace(line), "|"):
			table = body + at.From
		}
	}
	switch {
	case table >= 0:
		line, _ := text.LineAt(b, table)
		return text.Splice{From: table + len(line), To: table + len(line), Text: end + row}
	case heading >= 0:
		return text.Behind(b, text.TextEnd(b, heading, to), append(historyTable(), row), end)
	}
	return text.Behind(b, text.LastText(b, len(b)), append(append([]string{"## " + historyTitle, ""}, historyTable()...), row), end)
}

// sameStateBut fails unless a state differs only by the new number and the new row.
func sameStateBut(was *text.Front, next []byte, number int, row string) error {
	now, err := text.ReadFront(next)
	ours := func(f text.Field) bool { return f.Key == sessionsKey }
	same := func(a, b text.Field) bool { return a.Key == b.Key && a.Value == b.Value }
	if err != nil || now == nil || count(now.Get(sessionsKey)) != number || !slices.Contains(text.Lines(next[now.Body:]), row) ||
		!slices.EqualFunc(slices.DeleteFunc(slices.Clone(was.Fields), ours), slices.DeleteFunc(slices.Clone(now.Fields), ours), same) {
		return text.Wrong("the state")
	}
	return nil
}
