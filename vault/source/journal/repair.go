package journal

import (
	"bytes"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"coldstart/model"
	"coldstart/vault/text"
)

// rebuiltHead makes a front matter that cannot be read anew from the body (seed
// "Resume", error handling): the number of the entries, the newest time and the list
// of all attempts. Other keys that can be read by themselves stay as they are; what
// nothing can be made of becomes a comment. Nothing but the broken block changes.
func (j *Journal) rebuiltHead(b []byte, n newHead) ([]text.Splice, error) {
	entries := append(slices.Clone(j.Entries), n.entry)
	newest := n.entry.At
	var rows []string
	for _, e := range entries {
		if e.At.Known() && e.At.Time.After(newest.Time) {
			newest = e.At
		}
		if e.Category == model.CategoryProof && e.Copy == 0 {
			rows = append(rows, rowLines(rowOf(e), "  ", "    ")...)
		}
	}
	kept, named, err := keptHead(b, j.head.fm)
	if err != nil {
		return nil, err
	}
	lines := []string{TotalKey + ": " + strconv.Itoa(len(entries)), LastKey + ": " + text.QuotePlain(newest.Raw)}
	if !named {
		lines = append([]string{"problem: " + text.QuotePlain(n.slug)}, lines...)
	}
	if lines = append(lines, IndexKey+":"); len(rows) == 0 {
		lines[len(lines)-1] += " []"
	}
	if last := len(kept) - 1; last >= 0 && kept[last] != '\n' && kept[last] != '\r' {
		kept += n.end
	}
	block := kept + strings.Join(append(lines, rows...), n.end) + n.end
	fm := j.head.fm
	switch {
	case fm == nil:
		at := 0
		if bytes.HasPrefix(b, text.BOM) {
			at = len(text.BOM)
		}
		block = "---" + n.end + block + "---" + n.end
		if first, _ := text.LineAt(b, at); at == len(b) || len(bytes.TrimSpace(first)) > 0 {
			block += n.end
		}
		return []text.Splice{{From: at, To: at, Text: block}}, nil
	case fm.Body == fm.End:
		block += "---" + n.end
	}
	return []text.Splice{{From: fm.Start, To: fm.End, Text: block}}, nil
}

// rowOf is what the list of attempts says of an entry.
func rowOf(e model.Entry) model.IndexRow {
	status := e.Result().Status()
	if status == "" {
		status = e.Outcome
	}
	return model.IndexRow{ID: e.ID, Strategy: e.Strategy, Status: status, Tags: e.Tags}
}

// keptHead gives the lines of a broken front matter that stay, and whether the
// problem is named in them.
func keptHead(b []byte, fm *text.Front) (kept string, named bool, err error) {
	if fm == nil {
		return "", false, nil
	}
	if rest, _ := text.LineAt(b, fm.End); fm.Body == fm.End && len(bytes.TrimSpace(rest)) > 0 && rest[0] != '#' {
		return "", false, fmt.Errorf("%w: it cannot be told where the front matter ends", text.ErrEdit)
	}
	seen := map[string]bool{TotalKey: true, LastKey: true, IndexKey: true}
	var out strings.Builder
	for at := fm.Start; at < fm.End; {
		line, next := text.LineAt(b, at)
		f, isKey := text.ScanField(line, at, 0)
		for isKey && next < fm.End {
			below, behind := text.LineAt(b, next)
			if !goesOn(below) {
				break
			}
			next = behind
		}
		entry := b[at:next]
		at = next
		switch {
		case len(bytes.TrimSpace(line)) == 0, line[0] == '#':
			out.Write(entry)
		case isKey && (f.Key == TotalKey || f.Key == LastKey || f.Key == IndexKey):
		case isKey && !seen[f.Key] && readsAlone(entry):
			out.Write(entry)
			seen[f.Key] = true
		default:
			out.WriteString(commented(entry))
		}
	}
	return out.String(), seen["problem"], nil
}

// goesOn reports whether a line continues the value of the key above it.
func goesOn(line []byte) bool {
	if len(line) == 0 {
		return false
	}
	dash := line[0] == '-' && (len(line) == 1 || line[1] == ' ' || line[1] == '\t')
	return dash || line[0] == ' ' || line[0] == '\t'
}

// readsAlone reports whether the lines of one key are a front matter by themselves.
func readsAlone(entry []byte) bool {
	fm := text.Front{Block: text.Block{End: len(entry), Line: 1}}
	return fm.Scan(entry) == nil && len(fm.Fields) == 1
}

// commented makes comments of lines. Those that no reader could take even so are
// left out.
func commented(lines []byte) string {
	var out strings.Builder
	for at := 0; at < len(lines); {
		line, next := text.LineAt(lines, at)
		if text.IsPlain(line) {
			out.WriteString("# " + string(lines[at:next]))
		}
		at = next
	}
	return out.String()
}

// sameBut reads a journal after an edit and fails unless it has just the new entry
// more: all other entries have the same bytes, the new one reads as what was asked
// for, and the front matter says of it what it should, and of everything else what it
// said.
func (j *Journal) sameBut(next []byte, n newHead) error {
	now := ReadJournal("", next, nil)
	if now.Broken != "" {
		return fmt.Errorf("%w: afterwards %s", text.ErrEdit, now.Broken)
	}
	at := -1
	var others []model.Entry
	for i, e := range now.Entries {
		if e.ID == n.entry.ID {
			at = i
			continue
		}
		others = append(others, e)
	}
	same := func(a, b model.Entry) bool { return a.ID == b.ID && a.Seen == b.Seen }
	if at < 0 || !slices.EqualFunc(others, j.Entries, same) {
		return fmt.Errorf("%w: the other entries would not stay the same", text.ErrEdit)
	}
	if e := now.Entries[at]; e.Seen != n.entry.Seen || !readsAs(e, n.draft) {
		return fmt.Errorf("%w: the entry would not read as what was asked for", text.ErrEdit)
	}
	if now.Total != len(now.Entries) || !now.Last.Known() {
		return fmt.Errorf("%w: the front matter would not count the entries right", text.ErrEdit)
	}
	if j.Broken != "" {
		return now.rebuiltRight()
	}
	return j.sameHead(now, n)
}

// readsAs reports whether an entry says what a draft does.
func readsAs(e model.Entry, d model.Draft) bool {
	return e.Category == d.Category && e.Copy == 0 && e.Title == model.OneLine(d.Title) &&
		e.Insight == model.OneLine(d.Insight) && e.Strategy == d.Strategy && slices.Equal(e.Tags, d.Tags) &&
		e.Outcome == d.Outcome.String()
}

// sameHead compares the front matters: the number, the time and the new row differ,
// nothing else.
func (j *Journal) sameHead(now *Journal, n newHead) error {
	if now.Last.Raw != model.FormatUTC(n.at) {
		return fmt.Errorf("%w: the front matter would not have the new time", text.ErrEdit)
	}
	rows := slices.Clone(j.Index)
	if n.entry.Category == model.CategoryProof {
		rows = append(rows, n.row())
	}
	sameRow := func(a, b model.IndexRow) bool {
		return a.ID == b.ID && a.Strategy == b.Strategy && a.Status == b.Status && slices.Equal(a.Tags, b.Tags)
	}
	if !slices.EqualFunc(now.Index, rows, sameRow) {
		return fmt.Errorf("%w: the list of attempts would not be the same with one more", text.ErrEdit)
	}
	ours := func(f text.Field) bool { return f.Key == TotalKey || f.Key == LastKey || f.Key == IndexKey }
	sameField := func(a, b text.Field) bool { return a.Key == b.Key && a.Value == b.Value }
	was := slices.DeleteFunc(slices.Clone(j.head.fm.Fields), ours)
	if !slices.EqualFunc(slices.DeleteFunc(slices.Clone(now.head.fm.Fields), ours), was, sameField) {
		return fmt.Errorf("%w: other values of the front matter would change", text.ErrEdit)
	}
	return nil
}

// rebuiltRight fails unless a front matter that was made anew lists every attempt.
func (now *Journal) rebuiltRight() error {
	var attempts, rows []string
	for _, e := range now.Of(model.CategoryProof) {
		if e.Copy == 0 {
			attempts = append(attempts, e.ID)
		}
	}
	for _, row := range now.Index {
		rows = append(rows, row.ID)
	}
	if !slices.Equal(attempts, rows) {
		return fmt.Errorf("%w: the front matter would not list every attempt", text.ErrEdit)
	}
	return nil
}
