package vault

import (
	"fmt"
	"slices"

	"coldstart/model"
	"coldstart/vault/text"
)

// sameBut reads a journal after an edit and fails unless it has just the new entry
// more: all other entries have the same bytes, the new one reads as what was asked
// for, and the front matter says of it what it should, and of everything else what it
// said.
func (j *journal) sameBut(next []byte, n newHead) error {
	now := readJournal("", next, nil)
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
func (j *journal) sameHead(now *journal, n newHead) error {
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
	ours := func(f text.Field) bool { return f.Key == totalKey || f.Key == lastKey || f.Key == indexKey }
	sameField := func(a, b text.Field) bool { return a.Key == b.Key && a.Value == b.Value }
	was := slices.DeleteFunc(slices.Clone(j.head.fm.Fields), ours)
	if !slices.EqualFunc(slices.DeleteFunc(slices.Clone(now.head.fm.Fields), ours), was, sameField) {
		return fmt.Errorf("%w: other values of the front matter would change", text.ErrEdit)
	}
	return nil
}

// rebuiltRight fails unless a front matter that was made anew lists every attempt.
func (now *journal) rebuiltRight() error {
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
