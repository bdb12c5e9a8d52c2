package decision

import (
	"bytes"
	"context"
	"fmt"
	"io/fs"
	"path"
	"unicode/utf16"
	"unicode/utf8"

	"coldstart/model"
	"coldstart/vault/disk"
	"coldstart/vault/git"
	"coldstart/vault/ledger"
	"coldstart/vault/source/memory"
	"coldstart/vault/text"
)

// prepareProposal accepts or declines a proposal as the reference program does: an
// accepted one becomes a learning, a declined one keeps its place with another
// status. What the operator saw is the proposal alone, so that other changes of the
// file in between are none of this decision's business.
func (e *Engine) prepareProposal(d model.Decision, id string) (prepared, error) {
	at, err := memory.SeedPlace(e.where, d.Ref.Path)
	if err != nil {
		return prepared{}, refused(d, model.ErrNotFound, "%v", err)
	}
	b, info, err := e.bytesNow(d, at)
	if err != nil {
		return prepared{}, err
	}
	s := memory.ReadSeed(d.Ref.Path, b)
	if s.Broken != nil {
		return prepared{}, refused(d, model.ErrNotAllowed, "%s", s.Memory.Faults[0].Reason)
	}
	p, ok := s.Memory.Proposal(d.Ref)
	reason := model.Snapshot{At: d.At, Memory: s.Memory}.Refuse(d.Ref, d.Choice)
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
		return prepared{}, refused(d, model.ErrReadOnly, "no permission to write in its folder")
	}
	out := prepared{Record: e.newRecord(d, id)}
	out.Record.Item = d.Ref.Item
	change, left, err := s.Change(b, p, d)
	var next []byte
	if err == nil {
		next, err = change.Result()
	}
	evidence := ""
	if err == nil {
		evidence, err = ledgerPart(b, left)
	}
	if err != nil {
		return prepared{}, refused(d, model.ErrNotAllowed, "%v", err)
	}
	before, after := change.Lines()
	o := ledger.Edited(d.Ref.Path, b, next, text.RegionsOf(b, change.Parts), model.Change{Kind: model.ChangeEdit, Before: before, After: after})
	o.On, o.Text = ledger.OnMemory, evidence
	out.does(o)
	if d.Commit {
		out.commit = newSeedCommit(at, next, info.Mode().Perm(), d, p.Content)
	}
	return out, nil
}

// MaxLedgerPart is how much of what a decision leaves in the file goes into the ledger.
const MaxLedgerPart = 64 << 10

// ledgerPart gives the part of a text, its end at most, by which Recover finds that the
// text was written. It fails when the file has that part already.
func ledgerPart(b []byte, whole string) (string, error) {
	from := max(0, len(whole)-MaxLedgerPart)
	for from < len(whole) && !utf8.RuneStart(whole[from]) {
		from++
	}
	if bytes.Contains(b, []byte(whole[from:])) {
		return "", fmt.Errorf("%w: the same text stands in it already", text.ErrEdit)
	}
	return whole[from:], nil
}

// IsPending reports whether a proposal waits for a decision now.
func (e *Engine) IsPending(ref model.Ref) bool {
	var s model.Snapshot
	if err := memory.Source.Add(e.load.Reading(nil), ref.Path, &s); err != nil {
		return false
	}
	p, ok := s.Memory.Proposal(ref)
	return ok && p.Status == model.ProposalPending
}

// seedCommit is a commit that the operator asked for together with a decision.
type seedCommit struct {
	file   git.File
	change model.Change
}

// newSeedCommit prepares the commit of what an edit leaves, with the reference
// program's own subject.
func newSeedCommit(at disk.Place, next []byte, mode fs.FileMode, d model.Decision, content string) *seedCommit {
	subject := commitSubject(d.Choice, content)
	return &seedCommit{
		file:   git.File{Dir: at.Folder(), Name: path.Base(at.Name), Content: next, Mode: mode, Subject: subject, At: d.At},
		change: model.Change{Kind: model.ChangeCommit, Path: d.Ref.Path, After: []string{subject}},
	}
}

// commitSubject has the first 50 UTF-16 units of a proposal, as the reference program
// counts them, but never half of a character and never a second line.
func commitSubject(c model.Choice, content string) string {
	const longest = 50
	units := utf16.Encode([]rune(model.OneLine(content)))
	if len(units) > longest {
		units = units[:longest]
		if last := units[longest-1]; last >= 0xD800 && last < 0xDC00 {
			units = units[:longest-1]
		}
	}
	format := "Confirm: accepted '%s'"
	if c == model.ChoiceDecline {
		format = "Reject: rejected '%s'"
	}
	return fmt.Sprintf(format, string(utf16.Decode(units)))
}

// wanted reports whether there is a repository to commit to. It is asked beforehand:
// where there is none, the dialog promises no commit.
func (c *seedCommit) wanted(ctx context.Context) bool {
	return c != nil && git.Holds(ctx, c.file.Dir)
}

// carryOut commits once the decision holds, and reports whether it did. What fails is a
// notice, never a reason against the decision.
func (c *seedCommit) carryOut(ctx context.Context, r *model.Receipt) (made bool) {
	if c == nil {
		return false
	}
	made, err := git.Commit(ctx, c.file)
	if made {
		r.Changes = append(r.Changes, c.change)
	}
	switch {
	case err == nil:
	case made:
		r.Notices = append(r.Notices, err.Error())
	default:
		r.Notices = append(r.Notices, "not committed: "+err.Error())
	}
	return made
}
