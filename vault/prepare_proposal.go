package vault

import (
	"bytes"
	"fmt"
	"unicode/utf8"

	"coldstart/model"
	"coldstart/vault/disk"
	"coldstart/vault/places"
	"coldstart/vault/source/memory"
	"coldstart/vault/text"
)

// prepareProposal accepts or declines a proposal as the reference program does: an
// accepted one becomes a learning, a declined one keeps its place with another
// status. What the operator saw is the proposal alone, so that other changes of the
// file in between are none of this decision's business.
func (v *Vault) prepareProposal(d model.Decision, id string, l places.Layout) (prepared, error) {
	at, err := memory.SeedPlace(v.where, d.Ref.Path)
	if err != nil {
		return prepared{}, refused(d, model.ErrNotFound, "%v", err)
	}
	b, info, err := v.bytesNow(d, at, l)
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
		return prepared{}, refused(d, model.ErrNotFound, "%s", reason)
	case p.Seen != d.Seen && p.Status != model.ProposalPending:
		return prepared{}, refused(d, model.ErrConflict, "%s", reason)
	case p.Seen != d.Seen:
		return prepared{}, changed(d, p.Seen)
	case reason != "":
		return prepared{}, refused(d, model.ErrNotAllowed, "%s", reason)
	case disk.Writable(at.Folder()) != nil:
		return prepared{}, refused(d, model.ErrReadOnly, "no permission to write in its folder")
	}
	out := prepared{layout: l, mode: info.Mode().Perm(), record: v.newRecord(d, id)}
	out.record.Item = d.Ref.Item
	change, left, err := s.Change(b, p, d)
	if err == nil {
		out.main = edit{name: at.Name, at: &at.Disk, was: b, mode: out.mode, change: model.Change{Kind: model.ChangeEdit, Path: d.Ref.Path}}
		out.main.next, err = change.Result()
		out.main.back = text.RegionsOf(b, change.Parts)
	}
	if err == nil {
		out.main.change.Before, out.main.change.After = change.Lines()
		out.record.Added, err = ledgerPart(b, left)
	}
	if err != nil {
		return prepared{}, refused(d, model.ErrNotAllowed, "%v", err)
	}
	if d.Commit {
		out.commit = newSeedCommit(at, out.main, d, p.Content)
	}
	return out, nil
}

// maxLedgerPart is how much of what a decision leaves in the file goes into the ledger.
const maxLedgerPart = 64 << 10

// ledgerPart gives the part of a text, its end at most, by which Recover finds that the
// text was written. It fails when the file has that part already.
func ledgerPart(b []byte, whole string) (string, error) {
	from := max(0, len(whole)-maxLedgerPart)
	for from < len(whole) && !utf8.RuneStart(whole[from]) {
		from++
	}
	if bytes.Contains(b, []byte(whole[from:])) {
		return "", fmt.Errorf("%w: the same text stands in it already", text.ErrEdit)
	}
	return whole[from:], nil
}

// isPending reports whether a proposal waits for a decision now.
func (v *Vault) isPending(ref model.Ref) bool {
	var s model.Snapshot
	if err := memory.Source.Add(v.loading(nil), ref.Path, &s); err != nil {
		return false
	}
	p, ok := s.Memory.Proposal(ref)
	return ok && p.Status == model.ProposalPending
}
