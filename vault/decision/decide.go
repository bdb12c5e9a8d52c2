// Package decision makes decisions: it plans them as operations, writes them to the ledger, carries them
// out, and completes or reverses them.
package decision

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"

	"coldstart/model"
	"coldstart/vault/disk"
	"coldstart/vault/ledger"
	"coldstart/vault/load"
	"coldstart/vault/places"
	"coldstart/vault/state"
)

// The steps of a decision, in the order in which they happen. Each can be
// repeated, so that Recover continues wherever a process was killed:
//
//  1. lock: no other copy of coldstart decides in this vault (package state)
//  2. finish what an earlier process left open (recover.go); where that fails, nothing
//     new is decided on the same files
//  3. prepare: read the file again, compare its hash, ask the rules, and work out all
//     operations (prepare.go, undo.go, follow.go)
//  4. ledger: planned, with the operations
//  5. do those by which the decision holds; ledger: published
//  6. do the others, each as its file is by then (engine.go)
//  7. ledger: done, with what has to be tried again
//
// A git commit that was asked for comes after everything; a killed process leaves it out.

// Preview returns the changes that Decide would make, and fails as Decide would, except that
// nothing has to be typed. It writes nothing. The id in the day's log is zeros. A decision
// that was made before changes nothing.
func (dc *Decider) Preview(ctx context.Context, d model.Decision) ([]model.Change, error) {
	return dc.foresee(ctx, d, func(prepared) error { return nil })
}

// Rehearse is Preview that also fails where something has to be typed and was not.
func (dc *Decider) Rehearse(ctx context.Context, d model.Decision) ([]model.Change, error) {
	return dc.foresee(ctx, d, func(p prepared) error { return p.untyped(d) })
}

func (dc *Decider) foresee(ctx context.Context, d model.Decision, check func(prepared) error) ([]model.Change, error) {
	l, err := dc.allowed(d)
	if err != nil {
		return nil, err
	}
	e := dc.Engine(l)
	if _, known, err := e.named(d); known || err != nil {
		return nil, err
	}
	p, err := e.prepare(ctx, d, disk.PreviewID(d.At))
	if err != nil {
		if _, made := e.madeBefore(d, err); made {
			return nil, nil
		}
		return nil, err
	}
	if err := cmp.Or(p.unforeseen(d), check(p)); err != nil {
		return nil, err
	}
	changes := ledger.ChangesOf(p.Record.Ops)
	if p.commit.wanted(ctx, p.Record.Ops) {
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
//
// A decision with an id is made at most once: what comes later with the same id is that decision
// again, or a conflict.
func (dc *Decider) Decide(ctx context.Context, d model.Decision) (receipt model.Receipt, err error) {
	l, err := dc.allowed(d)
	if err != nil {
		return model.Receipt{}, err
	}
	d, signature, err := dc.signAhead(ctx, l, d)
	if err != nil {
		return model.Receipt{}, err
	}
	held, err := dc.state.Lock(ctx)
	if err != nil {
		return model.Receipt{}, err
	}
	defer func() {
		switch left := held.Release(); {
		case left == nil:
		case err != nil:
			err = fmt.Errorf("%w; %w", err, left)
		default:
			receipt.Notices = append(receipt.Notices, left.Error())
		}
	}()
	return dc.decideHeld(ctx, d, signature, held.Waited)
}

// decideHeld is Decide under the lock.
func (dc *Decider) decideHeld(ctx context.Context, d model.Decision, made signed, waited bool) (model.Receipt, error) {
	// A merge may have begun while this one waited for the lock.
	if err := dc.merging(d); err != nil {
		return model.Receipt{}, err
	}
	earlier, openErr, _ := dc.finishOpen(ctx, d.At)
	l, err := dc.vault.Layout()
	if err != nil {
		return model.Receipt{}, disk.FileError("reading", dc.vault.Dir, err)
	}
	e := dc.Engine(l)
	e.signature = made
	receipt, err := e.decide(ctx, d, waited)
	if err != nil {
		return model.Receipt{}, err
	}
	for _, e := range earlier {
		said := "completed an interrupted decision on %s"
		switch {
		case e.TakenBack:
			receipt.Notices = append(receipt.Notices, "an earlier decision: "+e.Decision.TakenBack())
			continue
		case e.Void && e.Decision.Ref == d.Ref:
			said = "an earlier decision on %s was interrupted before it took effect; this one counts"
		case e.Void:
			said = "an interrupted decision on %s had no effect and was discarded; decide again"
		}
		receipt.Notices = append(receipt.Notices, fmt.Sprintf(said, e.Decision.Ref.Path))
	}
	if openErr != nil {
		receipt.Notices = append(receipt.Notices, model.ErrorText(openErr))
	}
	return receipt, nil
}

// untyped refuses a decision without the word that has to be typed.
func (p prepared) untyped(d model.Decision) error {
	if p.mustType == "" || model.OneLine(d.Typed) == p.mustType {
		return nil
	}
	return &model.Untyped{Path: d.Ref.Path, Word: p.mustType, Why: p.whyType}
}

// unforeseen refuses a decision that touches another plan than the one shown, or another text
// of it, or a request that was decided otherwise since. An undo touches what its changes say.
func (p prepared) unforeseen(d model.Decision) error {
	if !d.Foreseen.Known {
		return nil
	}
	now := cmp.Or(p.touches, model.Foresee(ledger.ChangesOf(p.Record.Ops)))
	if now.Beside != "" && now.Beside != d.Foreseen.Beside {
		return refused(d, model.ErrConflict, "it was decided otherwise since it was seen: %s", now.Beside)
	}
	switch now.Beside = d.Foreseen.Beside; {
	case now == d.Foreseen:
		return nil
	case now.Plan == d.Foreseen.Plan:
		return refused(d, model.ErrConflict, "its plan %s changed since it was seen", now.Plan)
	case now.Plan == "":
		return refused(d, model.ErrConflict, "its plan %s is no longer the one that it is for", d.Foreseen.Plan)
	default:
		return refused(d, model.ErrConflict, "it is for %s, which was not shown", now.Plan)
	}
}

// decide is Decide once earlier decisions are finished.
func (e *Engine) decide(ctx context.Context, d model.Decision, waited bool) (model.Receipt, error) {
	if receipt, known, err := e.named(d); known || err != nil {
		return receipt, err
	}
	p, err := e.prepare(ctx, d, cmp.Or(d.ID, disk.NewID(d.At)))
	if err != nil {
		if id, made := e.madeBefore(d, err); made && !waited {
			return model.Receipt{ID: id, Decision: d, Already: true}, nil
		}
		return model.Receipt{}, err
	}
	for _, check := range []func() error{
		func() error { return p.unforeseen(d) },
		func() error { return p.untyped(d) },
		func() error { return e.unsettled(p.Record) },
		func() error { return e.unsigned(d, p) },
	} {
		if err := check(); err != nil {
			return model.Receipt{}, err
		}
	}
	if err := e.ledger.Add(p.Record); err != nil {
		return model.Receipt{}, e.unintended(p.Record, err)
	}
	receipt, err := e.run(&p.Record, d.At)
	if err != nil {
		return model.Receipt{}, err
	}
	receipt.Decision = d
	// Whoever asked may be gone by now: a decision that holds is finished all the same.
	made := p.commit.carryOut(context.WithoutCancel(ctx), e.made, &receipt)
	if undone := p.Record.Undone; undone != nil && undone.Commit && !made {
		receipt.Notices = slices.Insert(receipt.Notices, 0, "its git commit stays; commit the files by hand")
	}
	if made && p.Record.Phase == ledger.PhaseDone {
		// An undo mentions the commit.
		done := p.Record.Reached(ledger.PhaseDone, d.At)
		done.Commit, done.Left, done.Still = true, p.Record.Left, p.Record.Still
		if err := e.ledger.Add(done); err != nil {
			receipt.Notices = append(receipt.Notices, err.Error())
		}
	}
	return receipt, nil
}

// unintended closes a decision that may be in the ledger although writing it failed: the
// operator heard that it failed, so it must not be made later.
func (e *Engine) unintended(r ledger.Record, cause error) error {
	none := fmt.Errorf("it cannot be recorded: %w", cause)
	records, _, err := e.ledger.Read()
	stands := slices.ContainsFunc(records, func(o ledger.Record) bool { return o.ID == r.ID })
	if err == nil && !stands {
		return none
	}
	if err := e.ledger.Add(r.Reached(ledger.PhaseVoid, r.At)); err != nil {
		return model.Unsettled{Err: fmt.Errorf("%w; the ledger may hold the decision, which the next start checks", cause)}
	}
	return none
}

// allowed refuses what can be refused without reading files, so that nothing is locked for
// it.
func (dc *Decider) allowed(d model.Decision) (places.Layout, error) {
	if err := dc.vault.Here(); err != nil {
		return places.Layout{}, err
	}
	l, err := dc.vault.Layout()
	if err != nil {
		return l, disk.FileError("reading", dc.vault.Dir, err)
	}
	if reason := dc.load.ReadOnlyReason(l); reason != "" {
		return l, refused(d, model.ErrReadOnly, "nothing can be written: %s", reason)
	}
	if err := dc.merging(d); err != nil {
		return l, err
	}
	switch {
	case d.Choice == model.ChoiceNone:
		return l, refused(d, model.ErrNotAllowed, "no choice was made")
	case d.ID != "" && !disk.IsID(d.ID):
		return l, refused(d, model.ErrNotAllowed, "%q is not the id of a decision", d.ID)
	case d.Seen.IsZero():
		return l, refused(d, model.ErrNotAllowed, "it is unknown which text was seen")
	case d.Choice.NeedsNote() && model.OneLine(d.Note) == "":
		return l, refused(d, model.ErrNotAllowed, "a reason is needed")
	}
	return l, nil
}

// merging refuses everything while git has a merge open around the vault: which files are there is
// not settled, and what is written would become a part of it.
func (dc *Decider) merging(d model.Decision) error {
	if m := places.OpenMerge(dc.vault.Dir); m != "" {
		return refused(d, model.ErrNotAllowed, "%w", m.Reason())
	}
	return nil
}

// madeBefore finds the same decision in this operator's ledger, when prepare failed because
// the file is not what was seen. A request or proposal that is pending again is a new one,
// and a journal takes any number of entries.
func (e *Engine) madeBefore(d model.Decision, prepared error) (id string, made bool) {
	if !errors.Is(prepared, model.ErrConflict) && !errors.Is(prepared, model.ErrNotFound) {
		return "", false
	}
	records, _, err := e.ledger.Read()
	if err != nil {
		return "", false
	}
	if d.Choice == model.ChoiceUndo {
		i := slices.IndexFunc(records, func(r ledger.Record) bool { return r.ID == d.Undoes.ID && r.UndoneBy != "" })
		if i < 0 {
			return "", false
		}
		return records[i].UndoneBy, true
	}
	lies := d.Ref.Kind == model.KindRequest && e.vault.Disk.Exists(d.Ref.Path)
	if d.Ref.Kind == model.KindJournal || d.Ref.Kind == model.KindProposal && e.IsPending(d.Ref) {
		return "", false
	}
	for _, r := range records {
		if r.Phase != ledger.PhaseDone || r.UndoneBy != "" || !r.By().Is(e.vault.Opts.By()) {
			continue
		}
		if lies && !(r.InFile() && e.standsAs(r.To, r.Sent) == model.StandingSame) {
			// It waits again.
			continue
		}
		if isSame(r.Decision(), d) {
			id, made = r.ID, true
		}
	}
	return id, made
}

// isSame reports whether a recorded decision is the one that is wanted. An entry gets its place in
// the journal when it is written.
func isSame(was, d model.Decision) bool {
	if d.Ref.Kind == model.KindJournal {
		was.Ref.Item = d.Ref.Item
	}
	return was.Ref == d.Ref && was.Choice == d.Choice && was.Seen == d.Seen && was.Step == d.Step && was.Undoes.ID == d.Undoes.ID
}

// Decider makes the operator's decisions in one vault.
type Decider struct {
	vault  *places.Vault
	state  *state.Folder
	ledger *ledger.Ledger
	load   *load.Loader
}

// New returns the decider of a vault.
func New(w *places.Vault, s *state.Folder, own *ledger.Ledger, l *load.Loader) *Decider {
	return &Decider{vault: w, state: s, ledger: own, load: l}
}

// Refusal is a decision that was not made. It reads as one sentence, in which a
// model.Reason may be, and errors.Is finds its kind.
type Refusal struct{ Text, Kind error }

// Error is the sentence.
func (r *Refusal) Error() string { return r.Text.Error() }

// Unwrap returns the kind and the text.
func (r *Refusal) Unwrap() []error { return []error{r.Kind, r.Text} }

// refused says which decision was not made and why.
func refused(d model.Decision, kind error, format string, args ...any) error {
	return &Refusal{fmt.Errorf("%s %s: %w", d.Choice.Doing(), d.Ref.Path, fmt.Errorf(format, args...)), kind}
}
