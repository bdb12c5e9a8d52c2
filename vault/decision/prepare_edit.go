package decision

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path"
	"strings"
	"unicode/utf8"

	"coldstart/model"
	"coldstart/model/research"
	"coldstart/model/rule"
	"coldstart/vault/disk"
	"coldstart/vault/ledger"
	"coldstart/vault/places"
	"coldstart/vault/source"
	"coldstart/vault/source/events"
	"coldstart/vault/source/journal"
	"coldstart/vault/source/memory"
	"coldstart/vault/source/traces"
	"coldstart/vault/text"
)

// prepareSession makes the line that ends an orphan session: the seed's fields, with an
// agent name of our own.
func (e *Engine) prepareSession(d model.Decision, id string) (prepared, error) {
	f, info, err := e.vault.Disk.Open(d.Ref.Path, os.O_RDONLY)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return prepared{}, refused(d, model.ErrNotFound, "the event log is no longer there")
	case err != nil:
		return prepared{}, disk.FileError(d.Choice.Doing(), d.Ref.Path, err)
	}
	defer f.Close()
	log, _, err := events.Read(d.Ref.Path, disk.NewestOf(f, info, source.LogBytes, nil), e.vault.Opts.Zone)
	if err != nil {
		return prepared{}, err
	}
	s := model.Snapshot{At: d.At, Events: log}
	session, ok := s.Session(d.Ref)
	reason := rule.Refuse(s, d.Ref, d.Choice)
	switch {
	case !ok:
		return prepared{}, refused(d, model.ErrNotFound, "%w", reason)
	case session.Seen != d.Seen:
		return prepared{}, refused(d, model.ErrConflict, "session %s has written since it was seen", session.Label)
	case reason.Given() && session.Open():
		return prepared{}, refused(d, model.ErrNotAllowed, "%w", reason)
	case reason.Given():
		return prepared{}, refused(d, model.ErrConflict, "%w", reason)
	case session.MaybeLive(d.At) && !d.Sure:
		return prepared{}, refused(d, model.ErrNotAllowed, "session %s wrote less than 10 minutes ago and may be running; confirm twice", session.Label)
	}
	p := prepared{Record: e.newRecord(d, id)}
	p.Record.Item = d.Ref.Item
	// A single append, since others write to the log at the same time.
	o := ledger.Append(d.Ref.Path, events.Line("SessionEnded", session.Written, model.OperatorAgent, d.At, e.vault.Opts.Zone), "\n")
	o.From = info.Size()
	p.does(o)
	return p, nil
}

// prepareTrace makes the Resume entry for one step.
func (e *Engine) prepareTrace(p *prepared, d model.Decision, b []byte) error {
	t, problems := traces.Read(d.Ref.Path, b, e.vault.Opts.Zone)
	if len(problems) > 0 {
		return refused(d, model.ErrNotAllowed, "%s", problems[0].Reason)
	}
	s := model.Snapshot{At: d.At, Traces: []model.Trace{t}}
	if reason := rule.RefuseStep(s, d.Ref, d.Choice, d.Step); reason.Given() {
		return refused(d, model.ErrNotAllowed, "%w", reason)
	}
	step, _ := t.LastStep()
	if d.Step > 0 {
		step, _ = t.Step(d.Step)
	}
	p.Record.Step, p.Record.LastStep = step.Number, d.Step <= 0
	end := lineEndOf(b)
	entry := strings.Join(model.ResumeEntry(step, d.Choice, d.Note, e.vault.Opts.Operator, d.At), end) + end
	next := bytes.Clone(b)
	if len(next) > 0 {
		next = append(next, separator(next)...)
	}
	next = append(next, entry...)
	o := ledger.Edit(d.Ref.Path, b, next, text.AddedBehind(b, next), model.Change{Kind: model.ChangeAppend, After: text.Lines([]byte(entry))})
	o.Text, o.From = entry, int64(len(b))
	p.does(o)
	return nil
}

// lineEndOf returns the line end of a text.
func lineEndOf(b []byte) string {
	if bytes.Contains(b, []byte("\r\n")) {
		return "\r\n"
	}
	return "\n"
}

// separator is what has to come between a text and a new block: an empty line.
func separator(b []byte) string {
	end := lineEndOf(b)
	if bytes.HasSuffix(b, []byte(end+end)) {
		return ""
	}
	if b[len(b)-1] == '\n' {
		return end
	}
	return end + end
}

// prepareSwitch makes a research problem the current one: one value of the project's
// configuration. What the operator saw is the problem's statement.
func (e *Engine) prepareSwitch(d model.Decision, id string) (prepared, error) {
	if _, _, err := e.seenResearch(d, path.Join(d.Ref.Path, places.ProblemFile)); err != nil {
		return prepared{}, err
	}
	configName := e.vault.Opts.Places.ResearchConfig()
	b, _, err := e.vault.Disk.Read(configName, source.MaxDocument)
	if err != nil {
		return prepared{}, refused(d, model.ErrNotAllowed, "%v", err)
	}
	slug := path.Base(d.Ref.Path)
	config, err := journal.ReadConfig(b, e.vault.Opts.Zone)
	if err != nil {
		return prepared{}, refused(d, model.ErrNotAllowed, "%s: %v", configName, err)
	}
	current := config.Slug() == slug
	s := model.Snapshot{At: d.At, Research: model.Research{Problems: []model.ResearchProblem{{Path: d.Ref.Path, Current: current}}}}
	switch reason := rule.Refuse(s, d.Ref, d.Choice); {
	case reason.Given() && current:
		return prepared{}, refused(d, model.ErrConflict, "%w", reason)
	case reason.Given():
		return prepared{}, refused(d, model.ErrNotAllowed, "%w", reason)
	}
	change, added, err := config.SwitchTo(slug)
	if err != nil {
		return prepared{}, refused(d, model.ErrNotAllowed, "%s: %v", configName, err)
	}
	p := prepared{Record: e.newRecord(d, id)}
	o := ledger.SpliceEdit(configName, b, []text.Splice{change})
	o.Text = added
	p.does(o)
	return p, nil
}

// PrepareEntry works out how a new entry changes a journal (seed "Resume", function 1), or
// makes the journal with it.
func (e *Engine) PrepareEntry(d model.Decision, id string) (prepared, error) {
	b, mode, err := e.seenResearch(d, d.Ref.Path)
	if err != nil {
		return prepared{}, err
	}
	dir := path.Dir(d.Ref.Path)
	s := model.Snapshot{At: d.At, Research: model.Research{Problems: []model.ResearchProblem{
		{Path: dir, Journal: model.Journal{Path: d.Ref.Path}},
	}}}
	reason := rule.Refuse(s, d.Ref, d.Choice)
	if !reason.Given() {
		reason = research.RefuseDraft(d.Entry)
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
	p.Record.Item, p.Record.Note = added.ID, EntryNote(d.Entry)
	o := ledger.Edit(d.Ref.Path, b, added.Next, added.Back, model.Change{Kind: model.ChangeEdit, Before: added.Before, After: added.After})
	if b == nil {
		o = ledger.NewFile(d.Ref.Path, added.Next, mode)
		o.Back = true
	}
	o.Text = added.Added
	p.does(o)
	return p, nil
}

// seenResearch reads a file of a problem and fails unless it has the bytes that the
// operator saw. A missing file has no bytes, which have a hash too.
func (e *Engine) seenResearch(d model.Decision, name string) (b []byte, mode fs.FileMode, err error) {
	if !journal.InProblem(e.vault, name) {
		return nil, 0, refused(d, model.ErrNotFound, "there is no such research problem")
	}
	mode = disk.DefaultMode
	if e.vault.Disk.Exists(name) {
		var info fs.FileInfo
		if b, info, err = e.bytesNow(d, disk.Place{Disk: e.vault.Disk, Name: name}); err != nil {
			return nil, 0, err
		}
		mode = info.Mode().Perm()
	}
	if now := model.FingerprintOf(b); now != d.Seen {
		return nil, 0, changed(d, now)
	}
	return b, mode, nil
}

// newJournal is a journal without entries, in the form of the agents' own template.
func (e *Engine) newJournal(slug string) []byte {
	r := journal.Reader{Reading: e.load.Reading("")}
	config, _ := r.Config()
	p, _ := r.Problem(slug, config.Listed[slug])
	var out bytes.Buffer
	fmt.Fprintf(&out, "---\nproblem: %s\n%s: 0\n%s: \"\"\n%s: []\n---\n\n# %s %s\n",
		text.QuotePlain(slug), journal.TotalKey, journal.LastKey, journal.IndexKey, journal.Title, model.OneLine(p.Name()))
	for _, c := range model.Categories() {
		fmt.Fprintf(&out, "\n## %s\n\n%s\n", c.Section(), journal.NoEntries)
	}
	return out.Bytes()
}

// EntryNote is what the ledger and the day's log keep of an entry, and the next start says:
// its title, and the insight where that says more.
func EntryNote(d model.Draft) string {
	title, insight := model.OneLine(d.Title), model.OneLine(d.Insight)
	if strings.HasPrefix(insight, strings.TrimSuffix(title, "…")) {
		return insight
	}
	return title + " — " + insight
}

// prepareProposal accepts or declines a proposal as the reference program does: an accepted
// one becomes a learning, a declined one gets another status. What the operator saw is the
// proposal alone, so other changes of the file do not matter.
func (e *Engine) prepareProposal(d model.Decision, id string) (prepared, error) {
	at, err := memory.PlaceOf(e.vault, d.Ref.Path)
	if err != nil {
		return prepared{}, refused(d, model.ErrNotFound, "%v", err)
	}
	b, _, err := e.bytesNow(d, at)
	if err != nil {
		return prepared{}, err
	}
	s := memory.ReadSeed(d.Ref.Path, b)
	if s.Broken != nil {
		return prepared{}, refused(d, model.ErrNotAllowed, "%s", s.Memory.Faults[0].Reason)
	}
	p, ok := s.Memory.Proposal(d.Ref)
	reason := rule.Refuse(model.Snapshot{At: d.At, Memory: s.Memory}, d.Ref, d.Choice)
	switch {
	case !ok:
		return prepared{}, refused(d, model.ErrNotFound, "%w", reason)
	case p.Seen != d.Seen && p.Status != model.ProposalPending:
		return prepared{}, refused(d, model.ErrConflict, "%w", reason)
	case p.Seen != d.Seen:
		return prepared{}, changed(d, p.Seen)
	case reason.Given():
		return prepared{}, refused(d, model.ErrNotAllowed, "%w", reason)
	case disk.Writable(at.Folder()) != nil:
		return prepared{}, refused(d, model.ErrReadOnly, "no permission to write to its folder")
	}
	out := prepared{Record: e.newRecord(d, id)}
	out.Record.Item = d.Ref.Item
	change, left, err := s.Change(b, p, d)
	if err == nil {
		_, err = change.Result()
	}
	evidence := ""
	if err == nil {
		evidence, err = ledgerPart(b, left)
	}
	if err != nil {
		return prepared{}, refused(d, model.ErrNotAllowed, "%v", err)
	}
	o := ledger.SpliceEdit(d.Ref.Path, b, change.Parts)
	o.On, o.Text = ledger.OnMemory, evidence
	out.does(o)
	out.called = p.Content
	return out, nil
}

// MaxLedgerPart is how many bytes the ledger keeps of what a decision writes into the
// memory.
const MaxLedgerPart = 64 << 10

// ledgerPart returns the text, or its end, by which Recover finds that it was written. It
// fails when the file has it already.
func ledgerPart(b []byte, whole string) (string, error) {
	from := max(0, len(whole)-MaxLedgerPart)
	for from < len(whole) && !utf8.RuneStart(whole[from]) {
		from++
	}
	if bytes.Contains(b, []byte(whole[from:])) {
		return "", fmt.Errorf("%w: it already has the same text", text.ErrEdit)
	}
	return whole[from:], nil
}

// IsPending reports whether a proposal waits for a decision.
func (e *Engine) IsPending(ref model.Ref) bool {
	var s model.Snapshot
	if err := memory.Source.Add(e.load.Reading(""), ref.Path, &s); err != nil {
		return false
	}
	p, ok := s.Memory.Proposal(ref)
	return ok && p.Status == model.ProposalPending
}
