package vault

import (
	"bytes"
	"context"
	"fmt"
	"slices"

	"coldstart/model"
	"coldstart/vault/disk"
	"coldstart/vault/places"
	"coldstart/vault/source"
	"coldstart/vault/source/journal"
	"coldstart/vault/source/memory"
	"coldstart/vault/source/traces"
	"coldstart/vault/text"
)

// prepareUndo works out how a decision is taken back. What the operator saw is the
// file or the entry as the decision left it.
func (v *Vault) prepareUndo(ctx context.Context, d model.Decision, id string, l places.Layout) (prepared, error) {
	s, err := v.Load(ctx, d.At)
	if err != nil {
		return prepared{}, err
	}
	records, _, err := v.readLedger()
	if err != nil {
		return prepared{}, err
	}
	i := slices.IndexFunc(records, func(r record) bool { return r.ID == d.Undoes.ID && r.Phase == phaseIntent })
	if i < 0 {
		return prepared{}, refused(d, model.ErrNotFound, "your ledger has no decision %s", d.Undoes.ID)
	}
	r := records[i]
	u, err := v.Undoable(r.ID, s)
	switch {
	case err != nil:
		return prepared{}, err
	case u.Past.UndoneBy != "":
		return prepared{}, refused(d, model.ErrConflict, "%s", u.Reason)
	case u.Reason != "":
		return prepared{}, refused(d, u.Kind, "%s", u.Reason)
	case u.On != d.Ref:
		return prepared{}, refused(d, model.ErrConflict, "that is not what the decision left")
	}
	doc, err := v.Read(ctx, d.Ref)
	if err != nil {
		return prepared{}, err
	}
	if doc.Seen != d.Seen {
		return prepared{}, changed(d, doc.Seen)
	}
	p := prepared{layout: l, mode: disk.DefaultMode, record: v.newRecord(d, id), back: restoresOf(records, r.ID)}
	p.record.Item, p.record.Plan, p.record.PlanID, p.record.Step = d.Ref.Item, r.Plan, r.PlanID, r.Step
	p.record.Undoes, p.record.Undid, p.record.LastStep, p.record.Commit = r.ID, r.Choice, true, committed(records, r.ID)
	switch {
	case r.Added != "":
		p.main, err = v.mainReversal(r, p.back[0])
	case r.To != "":
		err = v.prepareWithdrawal(&p, r)
	}
	if err != nil {
		return prepared{}, refused(d, model.ErrConflict, "%v", err)
	}
	return p, nil
}

// prepareWithdrawal takes the published bytes from the published file, which is known
// to have them.
func (v *Vault) prepareWithdrawal(p *prepared, r record) error {
	b, info, err := v.where.Disk.Read(r.To, source.MaxDocument)
	if err != nil {
		return err
	}
	p.record.Withdrawn, p.record.Sent, p.mode = r.To, r.Sent, info.Mode().Perm()
	if r.Kind == model.KindRequest.String() {
		p.record.To, p.send = r.Path, b
	}
	return nil
}

// mainReversal is the edit that takes back a decision which was one edit. It fails
// where the result would not read as the file did before.
func (v *Vault) mainReversal(r record, back restore) (edit, error) {
	ref := r.decision().Ref
	at, err := v.placeOf(ref)
	if err != nil {
		return edit{}, err
	}
	e, err := back.reversal(at, limitOf(ref.Kind))
	if err != nil || e.gone {
		return e, err
	}
	e.mode = disk.DefaultMode
	reads := true
	switch ref.Kind {
	case model.KindProposal:
		e.change.Path = ref.Path
		s := memory.ReadSeed(ref.Path, e.next)
		p, ok := s.Memory.Proposal(ref)
		reads = s.Broken == nil && ok && p.Status == model.ProposalPending
	case model.KindResearch:
		_, err := journal.ReadConfig(e.next, v.where.Opts.Zone)
		reads = err == nil
	case model.KindTrace:
		_, problems := traces.ReadTrace(ref.Path, e.next, v.where.Opts.Zone)
		reads = len(problems) == 0
	case model.KindJournal:
		was, now := journal.ReadJournal(ref.Path, e.was, v.where.Opts.Zone), journal.ReadJournal(ref.Path, e.next, v.where.Opts.Zone)
		reads = len(now.Entries)+1 == len(was.Entries)
	}
	if !reads {
		return edit{}, fmt.Errorf("%w: the result would not read as before", text.ErrEdit)
	}
	return e, nil
}

// undoAftermath lists what is taken back beside the decision itself.
func (v *Vault) undoAftermath(p prepared) []piece {
	log := piece{what: "the day's log", work: func() (edit, error) { return v.dayLogEdit(p) }}
	if p.record.To == "" && p.record.Withdrawn == "" && p.record.Undid != model.ChoiceChanges.String() {
		return []piece{log}
	}
	var pieces []piece
	for _, b := range p.back {
		if b.Name == p.record.Plan {
			continue
		}
		pieces = append(pieces,
			piece{what: "the earlier note", work: func() (edit, error) { return v.unmove(b) }},
			piece{what: "the note", work: func() (edit, error) { return v.unnote(b) }})
	}
	return append(pieces, piece{what: "the plan", work: func() (edit, error) { return v.unplan(p) }}, log)
}

// unmove gives a note its place back that had moved along with its request.
func (v *Vault) unmove(b restore) (edit, error) {
	if b.Dropped == "" {
		return edit{}, nil
	}
	now, err := v.remarks(b.Dropped)
	switch {
	case err != nil:
		return edit{}, err
	case bytes.Equal(now, b.DroppedText) && now != nil:
		return edit{}, nil
	case now != nil:
		return edit{notices: []string{b.Dropped + " is there again with another text and stays as it is"}}, nil
	}
	return edit{
		name: b.Dropped, next: b.DroppedText, mode: v.remarkMode(record{Path: b.Name}),
		change: model.Change{Kind: model.ChangeCreate, Path: b.Dropped, After: text.Lines(b.DroppedText)},
	}, nil
}

// unnote takes the operator's reason away from beside a request. A note that somebody
// else wrote into stays.
func (v *Vault) unnote(b restore) (edit, error) {
	at := disk.Place{Disk: v.where.Disk, Name: b.Name}
	text, ok, err := b.standing(at, source.MaxDocument)
	switch {
	case err != nil, text == nil, !b.Made && len(b.Parts) == 0:
		return edit{}, err
	case !ok:
		return edit{notices: []string{b.Name + " was changed since and stays as it is"}}, nil
	}
	return b.reversal(at, source.MaxDocument)
}
