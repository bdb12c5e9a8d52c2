package vault

import (
	"context"
	"errors"
	"fmt"

	"coldstart/model"
	"coldstart/vault/disk"
)

// The steps of a decision, in the order in which they happen. Each can be
// repeated, so that Recover continues wherever a process was killed:
//
//  1. lock: no other copy of coldstart decides in this vault (lock.go)
//  2. finish what an earlier process left open (recover.go); where that fails, nothing
//     new is decided on the same files (unsettled.go)
//  3. prepare: read the file again, compare its hash, ask the rules (prepare.go)
//  4. ledger: the intent
//  5. send: the bytes seen become a new file in the decided folder; from here on
//     the decision holds (send.go); ledger: published
//  6. retire: the pending copy goes (retire.go)
//  7. aftermath: the note beside the request (remark.go), the plan (plan_edit.go)
//     and the day's log (day_log.go); what fails here becomes a notice
//  8. ledger: done
//
// A wish for changes has no steps 5 and 6. All other decisions have one edit of one
// file in their place: an addition to an event log or a trace (prepare_append.go),
// an entry of a journal (prepare_entry.go), a proposal that is accepted or declined
// (prepare_proposal.go), another current problem (prepare_switch.go). A git commit
// that was asked for comes after everything (seed_commit.go); a killed process leaves
// it out. An undo (undo.go) goes the same way backwards.

// Preview gives the changes that Decide would make, and fails as Decide would, but
// for an expired or doubtful request without its target: nobody types that to look. It writes
// nothing. The id in the day's log is not known before the decision;
// zeros stand in its place. A decision that was made before changes nothing.
func (v *Vault) Preview(ctx context.Context, d model.Decision) ([]model.Change, error) {
	return v.foresee(ctx, d, func(prepared) error { return nil })
}

// Rehearse is Preview of a decision that is ready to be made: it also fails like Decide
// where something has to be typed and was not.
func (v *Vault) Rehearse(ctx context.Context, d model.Decision) ([]model.Change, error) {
	return v.foresee(ctx, d, func(p prepared) error { return p.untyped(d) })
}

func (v *Vault) foresee(ctx context.Context, d model.Decision, check func(prepared) error) ([]model.Change, error) {
	if err := v.allowed(d); err != nil {
		return nil, err
	}
	p, err := v.prepare(ctx, d, disk.PreviewID(d.At))
	if err != nil {
		if _, made := v.madeBefore(d, err); made {
			return nil, nil
		}
		return nil, err
	}
	if err := check(p); err != nil {
		return nil, err
	}
	changes := v.preview(p)
	if p.commit.wanted(ctx) {
		changes = append(changes, p.commit.change)
	}
	return changes, nil
}

// Decide carries a decision out. It fails with model.ErrConflict when the file
// has other bytes than the operator saw, when its plan is not the one that was
// foreseen, or when somebody else decided first,
// with model.ErrNotFound when the file is gone, with model.ErrNotAllowed when the
// rules forbid the decision, with model.ErrLocked when another copy of coldstart
// is writing for longer than five seconds, and with model.ErrReadOnly.
//
// The same choice of the same operator on the same bytes, made once more, is no
// failure: the receipt then says Already. That holds only when this operator's
// own ledger has the first decision and this call did not have to wait for it;
// of two decisions made at once, one succeeds and the other is a conflict.
func (v *Vault) Decide(ctx context.Context, d model.Decision) (model.Receipt, error) {
	if err := v.allowed(d); err != nil {
		return model.Receipt{}, err
	}
	held, err := v.state.Lock(ctx)
	if err != nil {
		return model.Receipt{}, err
	}
	defer held.Release()
	earlier, openErr := v.finishOpen(ctx, d.At)
	receipt, err := v.decide(ctx, d, held.Waited)
	if err != nil {
		return model.Receipt{}, err
	}
	for _, e := range earlier {
		said := "finished an interrupted decision on %s"
		if e.Void {
			said = "an interrupted decision on %s had not taken effect and was dropped; decide again"
		}
		receipt.Notices = append(receipt.Notices, fmt.Sprintf(said, e.Decision.Ref.Path))
	}
	if openErr != nil {
		receipt.Notices = append(receipt.Notices, openErr.Error())
	}
	return receipt, nil
}

// untyped refuses a decision for which something has to be typed first.
func (p prepared) untyped(d model.Decision) error {
	if p.mustType == "" || model.OneLine(d.Typed) == p.mustType {
		return nil
	}
	return refused(d, model.ErrNotAllowed, "%s, and %q was not typed", p.whyType, p.mustType)
}

// unforeseen refuses a decision that would edit another plan than the operator was
// shown, or another text of it.
func (v *Vault) unforeseen(p prepared, d model.Decision) error {
	if !d.Foreseen.Known {
		return nil
	}
	switch now := model.Foresee(v.preview(p)); {
	case now == d.Foreseen:
		return nil
	case now.Plan == d.Foreseen.Plan:
		return refused(d, model.ErrConflict, "its plan %s changed since it was seen", now.Plan)
	case now.Plan == "":
		return refused(d, model.ErrConflict, "its plan %s would not be changed any more", d.Foreseen.Plan)
	default:
		return refused(d, model.ErrConflict, "it would change %s, which was not shown", now.Plan)
	}
}

// decide does its work under the lock.
func (v *Vault) decide(ctx context.Context, d model.Decision, waited bool) (model.Receipt, error) {
	p, err := v.prepare(ctx, d, disk.NewID(d.At))
	if err != nil {
		if id, made := v.madeBefore(d, err); made && !waited {
			return model.Receipt{ID: id, Decision: d, Already: true}, nil
		}
		return model.Receipt{}, err
	}
	if err := v.unforeseen(p, d); err != nil {
		return model.Receipt{}, err
	}
	if err := p.untyped(d); err != nil {
		return model.Receipt{}, err
	}
	if err := v.unsettled(p.record); err != nil {
		return model.Receipt{}, err
	}
	if err := v.appendLedger(p.record); err != nil {
		return model.Receipt{}, v.unintended(p.record, err)
	}
	var notices []string
	switch {
	case p.record.Undoes != "":
		if err := v.takeBack(p); err != nil {
			return model.Receipt{}, v.untaken(p, err)
		}
		if p.record.Commit {
			notices = append(notices, "the git commit of it stays; commit the file as it is now by hand")
		}
	case p.record.Added != "":
		if err := v.add(p); err != nil {
			return model.Receipt{}, v.unadded(p, err)
		}
	case p.record.To != "":
		if err := v.send(p); err != nil {
			return model.Receipt{}, v.unsent(p, err)
		}
	}
	if p.record.To != "" || p.record.Undoes != "" {
		if err := v.appendLedger(p.record.reached(phasePublished, d.At)); err != nil {
			notices = append(notices, err.Error())
		}
	}
	receipt, err := v.finish(p, d.At)
	if err != nil {
		notices = append(notices, err.Error())
	}
	if made := p.commit.carryOut(ctx, &receipt); made && err == nil {
		// An undo tells of the commit by it.
		done := p.record.reached(phaseDone, d.At)
		done.Commit = true
		if err := v.appendLedger(done); err != nil {
			notices = append(notices, err.Error())
		}
	}
	receipt.Decision = d
	receipt.Notices = append(notices, receipt.Notices...)
	return receipt, nil
}

// allowed refuses what can be refused without looking at the vault's files, so
// that nothing is made or locked for it.
func (v *Vault) allowed(d model.Decision) error {
	if err := v.where.Here(); err != nil {
		return err
	}
	l, err := v.where.Layout()
	if err != nil {
		return disk.FileError("reading", v.where.Dir, err)
	}
	if reason := v.readOnlyReason(l); reason != "" {
		return refused(d, model.ErrReadOnly, "nothing can be written: %s", reason)
	}
	switch {
	case d.Choice == model.ChoiceNone:
		return refused(d, model.ErrNotAllowed, "no choice was made")
	case d.Seen.IsZero():
		return refused(d, model.ErrNotAllowed, "it is not known which text was seen")
	case d.Choice.NeedsNote() && model.OneLine(d.Note) == "":
		return refused(d, model.ErrNotAllowed, "a reason is needed")
	}
	return nil
}

// madeBefore looks in this operator's own ledger for the same decision, when
// prepare failed because the file is not what was seen any more. A request that
// or a proposal that is pending again under its name is a new one, whatever was
// decided before, and a journal takes any number of entries.
func (v *Vault) madeBefore(d model.Decision, prepared error) (id string, made bool) {
	if !errors.Is(prepared, model.ErrConflict) && !errors.Is(prepared, model.ErrNotFound) {
		return "", false
	}
	if d.Choice == model.ChoiceUndo {
		return v.undoneBefore(d)
	}
	again := d.Ref.Kind == model.KindJournal || d.Ref.Kind == model.KindRequest && v.where.Disk.Exists(d.Ref.Path)
	if again || d.Ref.Kind == model.KindProposal && v.isPending(d.Ref) {
		return "", false
	}
	records, _, err := v.readLedger()
	if err != nil {
		return "", false
	}
	last := furthest(records)
	for _, r := range standing(records) {
		if r.Phase != phaseIntent || last[r.ID] != phaseDone || r.Operator != v.where.Opts.Operator {
			continue
		}
		was := r.decision()
		if was.Ref == d.Ref && was.Choice == d.Choice && was.Seen == d.Seen && was.Step == d.Step {
			id, made = r.ID, true
		}
	}
	return id, made
}
