package decision

import (
	"context"
	"errors"
	"fmt"
	"time"

	"coldstart/model"
	"coldstart/vault/disk"
	"coldstart/vault/ledger"
)

// Settle says what became of the decision with an id that was given beforehand. Under the lock no
// order with it is half done: an open one is finished or dropped first, and where there is none the
// ledger closes the id, so that one that comes late is refused. It fails with model.ErrNotAllowed
// for a text that is no id, with model.ErrReadOnly and model.ErrLocked, and with a model.Unsettled
// while nobody can tell.
func (dc *Decider) Settle(ctx context.Context, id string, now time.Time) (settled model.Settled, err error) {
	failed := func(kind error, format string, args ...any) (model.Settled, error) {
		return model.Settled{}, &Refusal{fmt.Errorf("settling decision %q: %w", id, fmt.Errorf(format, args...)), kind}
	}
	if !disk.IsID(id) {
		return failed(model.ErrNotAllowed, "it is not the id of a decision")
	}
	l, err := dc.vault.Layout()
	if err != nil {
		return model.Settled{}, disk.FileError("reading", dc.vault.Dir, err)
	}
	if reason := dc.load.ReadOnlyReason(l); reason != "" {
		if r, known, err := dc.ledger.Named(id); known && err == nil && !r.IsOpen() {
			return settledAs(r, nil), nil
		}
		return failed(model.ErrReadOnly, "nothing can be written: %s", reason)
	}
	held, err := dc.state.Lock(ctx)
	if err != nil {
		return model.Settled{}, err
	}
	defer func() { err = errors.Join(err, held.Release()) }()
	finished, openErr, _ := dc.finishOpen(ctx, now)
	switch r, known, err := dc.ledger.Named(id); {
	case err != nil:
		return model.Settled{}, err
	case !known:
		return model.Settled{}, dc.ledger.Add(ledger.Record{ID: id}.Reached(ledger.PhaseVoid, now))
	case r.Phase == ledger.PhasePlanned:
		return model.Settled{}, model.Unsettled{Err: errors.Join(fmt.Errorf("decision %s could not be finished yet", id), openErr)}
	default:
		return settledAs(r, finished), nil
	}
}

// settledAs is what the ledger says of a decision of which is known whether it holds. Finished are
// those that were finished just now.
func settledAs(r ledger.Record, finished []model.Receipt) model.Settled {
	if !r.TookEffect() {
		return model.Settled{}
	}
	for _, f := range finished {
		if f.ID == r.ID {
			return model.Settled{Made: true, Receipt: f}
		}
	}
	return model.Settled{Made: true, Receipt: receiptOf(r)}
}

// receiptOf is the receipt of a decision that was made before.
func receiptOf(r ledger.Record) model.Receipt {
	receipt := model.Receipt{ID: r.ID, Decision: r.Decision(), Changes: ledger.ChangesOf(r.ByRule("")), TakenBack: r.TakenBack}
	if r.IsUnfinished() {
		receipt.Notices = append(receipt.Notices, r.Interrupted().String())
	}
	if r.UndoneBy != "" {
		receipt.Notices = append(receipt.Notices, "it was undone since")
	}
	return receipt
}

// named looks for the id of a decision in the ledger. If it is there, the decision is not made: it
// is that one again, or a conflict.
func (e *Engine) named(d model.Decision) (receipt model.Receipt, known bool, err error) {
	if d.ID == "" {
		return receipt, false, nil
	}
	r, known, err := e.ledger.Named(d.ID)
	if err != nil || !known {
		return receipt, known, err
	}
	switch {
	case r.Phase == ledger.PhaseVoid:
		return receipt, true, refused(d, model.ErrConflict, "decision %s was closed before it was made; decide again", d.ID)
	case r.Phase == ledger.PhasePlanned:
		return receipt, true, model.Unsettled{Err: refused(d, model.ErrNotAllowed, "decision %s could not be finished yet", d.ID)}
	case !isSame(r.Decision(), d):
		return receipt, true, refused(d, model.ErrConflict, "decision %s is another one: %s %s", d.ID, r.Choice, r.Path)
	case r.UndoneBy != "":
		return receipt, true, refused(d, model.ErrConflict, "decision %s was made and undone since", d.ID)
	}
	receipt = receiptOf(r)
	receipt.Decision, receipt.Already = d, true
	return receipt, true, nil
}
