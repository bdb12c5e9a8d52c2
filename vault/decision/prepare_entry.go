package decision

import (
	"bytes"
	"fmt"
	"io/fs"
	"path"
	"strings"

	"coldstart/model"
	"coldstart/vault/disk"
	"coldstart/vault/ledger"
	"coldstart/vault/source/journal"
	"coldstart/vault/text"
)

// PrepareEntry works out what a new entry does to a journal (seed "Resume",
// function 1). A journal that is not there yet is made with it.
func (e *Engine) PrepareEntry(d model.Decision, id string) (prepared, error) {
	b, mode, err := e.seenResearch(d, d.Ref.Path)
	if err != nil {
		return prepared{}, err
	}
	dir := path.Dir(d.Ref.Path)
	s := model.Snapshot{At: d.At, Research: model.Research{Problems: []model.ResearchProblem{
		{Path: dir, Journal: model.Journal{Path: d.Ref.Path}},
	}}}
	reason := s.Refuse(d.Ref, d.Choice)
	if !reason.Given() {
		reason = d.Entry.Refuse()
	}
	if reason.Given() {
		return prepared{}, refused(d, model.ErrNotAllowed, "%w", reason)
	}
	before := b
	if b == nil {
		before = e.newJournal(path.Base(dir))
	}
	added, err := journal.AddEntry(before, d.Entry, d.At, path.Base(dir))
	if err != nil {
		return prepared{}, refused(d, model.ErrNotAllowed, "%v", err)
	}
	p := prepared{Record: e.newRecord(d, id)}
	p.Record.Item, p.Record.Note = added.Id, Said(d.Entry)
	o := ledger.Edited(d.Ref.Path, b, added.Next, added.Back, model.Change{Kind: model.ChangeEdit, Before: added.Before, After: added.After})
	if b == nil {
		o = ledger.NewFile(d.Ref.Path, added.Next, mode)
		o.Back = true
	}
	o.Text = added.Added
	p.does(o)
	return p, nil
}

// seenResearch reads a file of a problem and insists on the bytes that the operator
// saw. A file that is not there gives no bytes, which have a hash as well.
func (e *Engine) seenResearch(d model.Decision, name string) (b []byte, mode fs.FileMode, err error) {
	if !journal.InProblem(e.where, name) {
		return nil, 0, refused(d, model.ErrNotFound, "there is no such research problem")
	}
	mode = disk.DefaultMode
	if e.where.Disk.Exists(name) {
		var info fs.FileInfo
		if b, info, err = e.bytesNow(d, disk.Place{Disk: e.where.Disk, Name: name}); err != nil {
			return nil, 0, err
		}
		mode = info.Mode().Perm()
	}
	if now := model.FingerprintOf(b); now != d.Seen {
		return nil, 0, changed(d, now)
	}
	return b, mode, nil
}

// newJournal is the journal of a problem that has no entry yet, in the shape of the
// agents' own template.
func (e *Engine) newJournal(slug string) []byte {
	r := journal.ResearchReader{Reading: e.load.Reading(nil)}
	config, _ := r.Config()
	p, _ := r.Problem(slug, config.Listed[slug])
	var out bytes.Buffer
	fmt.Fprintf(&out, "---\nproblem: %s\n%s: 0\n%s: \"\"\n%s: []\n---\n\n# %s %s\n",
		text.QuotePlain(slug), journal.TotalKey, journal.LastKey, journal.IndexKey, journal.JournalTitle, model.OneLine(p.Name()))
	for _, c := range model.Categories() {
		fmt.Fprintf(&out, "\n## %s\n\n%s\n", c.Section(), journal.NoEntries)
	}
	return out.Bytes()
}

// Said is what the ledger and the day's log keep of an entry, and what the next start
// tells the agent: its title, and the insight where that says more.
func Said(d model.Draft) string {
	title, insight := model.OneLine(d.Title), model.OneLine(d.Insight)
	if strings.HasPrefix(insight, strings.TrimSuffix(title, "…")) {
		return insight
	}
	return title + " — " + insight
}
