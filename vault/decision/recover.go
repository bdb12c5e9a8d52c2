package decision

import (
	"context"
	"errors"
	"fmt"
	"path"
	"slices"
	"strings"
	"time"

	"coldstart/model"
	"coldstart/vault/disk"
	"coldstart/vault/ledger"
	"coldstart/vault/places"
)

// Recover finishes the decisions that a killed process left half done, closes those as void
// that had not taken effect, and tries again what could not be written before. It gives a
// receipt of each. Where nothing is open, or the vault cannot be written, it writes
// nothing. The error names what could not be finished; Recover can be repeated.
func (dc *Decider) Recover(ctx context.Context, now time.Time) ([]model.Receipt, error) {
	if dc.vault.Opts.ReadOnly {
		return nil, nil
	}
	l, err := dc.vault.Layout()
	if err != nil || dc.load.ReadOnlyReason(l) != "" {
		return nil, err
	}
	records, _, err := ledger.Of(dc.vault).Read()
	if err != nil || !slices.ContainsFunc(records, ledger.Record.IsUnfinished) {
		return nil, errors.Join(err, dc.state.ClearClaims())
	}
	held, err := dc.state.Lock(ctx)
	if err != nil {
		return nil, err
	}
	defer held.Release()
	return dc.finishOpen(ctx, now)
}

// finishOpen is Recover under the lock.
func (dc *Decider) finishOpen(ctx context.Context, now time.Time) ([]model.Receipt, error) {
	records, _, err := ledger.Of(dc.vault).Read()
	if err != nil {
		return nil, err
	}
	var done []model.Receipt
	var failed error
	for i, r := range records {
		if !r.IsUnfinished() {
			continue
		}
		if err := ctx.Err(); err != nil {
			return done, errors.Join(failed, err)
		}
		l, err := dc.vault.Layout()
		if err != nil {
			return done, errors.Join(failed, err)
		}
		receipt, finished, err := dc.Engine(l).resume(r, overtaken(records[i:]), now)
		if err != nil {
			failed = errors.Join(failed, fmt.Errorf("finishing an interrupted decision on %s: %w", r.Path, err))
		}
		if finished {
			done = append(done, receipt)
		}
	}
	return done, failed
}

// resume continues one decision. One that does not hold yet is dropped, with everything as
// it was. So is one that was overtaken: what its file shows is the later decision's.
func (e *Engine) resume(r ledger.Record, overtaken bool, now time.Time) (receipt model.Receipt, finished bool, err error) {
	notices, err := e.clearTemps(r)
	if err != nil {
		return model.Receipt{}, false, err
	}
	defer func() { receipt.Notices = append(notices, receipt.Notices...) }()
	if r.Phase == ledger.PhasePlanned {
		held, err := e.held(r)
		if overtaken {
			held, err = disk.Absent, nil
			// What the later one made stays.
			r.Ops = slices.DeleteFunc(slices.Clone(r.Ops[:r.Holds]), func(o ledger.Operation) bool { return o.Do != ledger.OpMove })
			r.Holds = len(r.Ops)
		}
		switch {
		case held == disk.Unknown:
			return model.Receipt{}, false, err
		case held == disk.Absent:
			return e.drop(r, now)
		}
		if err := e.ledger.Add(r.Reached(ledger.PhasePublished, now)); err != nil {
			return model.Receipt{}, false, err
		}
	}
	was, left := r.Phase, r.Left
	receipt, err = e.finish(&r, now, true)
	if was == ledger.PhaseDone && slices.Equal(left, r.Left) {
		// Still nothing worked.
		return receipt, false, errors.New(strings.Join(receipt.Notices, "; "))
	}
	return receipt, err == nil, err
}

// held reports whether a decision holds, which its files must show beyond doubt.
func (e *Engine) held(r ledger.Record) (disk.Presence, error) {
	for _, o := range r.Ops[:r.Holds] {
		if there, err := e.look(o); there != disk.Present {
			return there, err
		}
		if o.Do != ledger.OpCreate {
			continue
		}
		at, err := e.place(o)
		if err == nil {
			err = at.Disk.SyncDir(path.Dir(at.Name))
		}
		if err != nil {
			return disk.Unknown, err
		}
	}
	return disk.Present, nil
}

// drop closes a decision that never took effect.
func (e *Engine) drop(r ledger.Record, now time.Time) (model.Receipt, bool, error) {
	err := e.back(r, r.Holds-1)
	if err == nil {
		err = e.ledger.Add(r.Reached(ledger.PhaseVoid, now))
	}
	if err != nil {
		return model.Receipt{}, false, err
	}
	return model.Receipt{ID: r.ID, Decision: r.Decision(), Void: true}, true, nil
}

// overtaken reports whether a later decision explains what the files of the first one show:
// it holds by the same operation, or undoes the same decision. A decision that was reported
// as failed must not be credited with what another one did.
func overtaken(records []ledger.Record) bool {
	r := records[0]
	by, holds := r.Holding()
	return r.Phase == ledger.PhasePlanned && slices.ContainsFunc(records[1:], func(later ledger.Record) bool {
		o, held := later.Holding()
		switch {
		case later.Phase == ledger.PhaseVoid, r.Undoes != later.Undoes:
			return false
		case r.Undoes != "":
			return true
		}
		return holds && held && by.Do == o.Do && by.On == o.On && by.Path == o.Path && by.Next == o.Next && by.Text == o.Text && by.From == o.From
	})
}

// unsettled refuses a decision while an earlier one on the same files is open: nobody could
// tell whose the file is.
func (e *Engine) unsettled(r ledger.Record) error {
	records, _, err := e.ledger.Read()
	if err != nil {
		return err
	}
	for _, o := range records {
		if o.IsOpen() && r.Overlaps(o) {
			return refused(r.Decision(), model.ErrNotAllowed, "an earlier decision on it could not be finished yet: decision %s on %s", o.ID, o.Path)
		}
	}
	return nil
}

// clearTemps removes the unfinished files of one decision. A displaced text of another
// program is kept and named.
func (e *Engine) clearTemps(r ledger.Record) (notices []string, err error) {
	places := []disk.Place{{Disk: e.vault.Disk, Name: e.layout.Main(places.FolderLogs)}}
	for _, o := range append(slices.Clone(r.Ops), ledger.Operation{Path: r.Plan}) {
		at, err := e.place(o)
		if err != nil {
			return nil, err
		}
		if at.Name != "" {
			places = append(places, disk.Place{Disk: at.Disk, Name: path.Dir(at.Name)})
		}
	}
	cleared := map[string]bool{}
	for _, in := range places {
		full := path.Join(in.Disk.Root.Name(), in.Name)
		if cleared[full] {
			continue
		}
		cleared[full] = true
		kept, err := in.Clear(r.ID)
		if err != nil {
			return nil, err
		}
		notices = append(notices, kept...)
	}
	return notices, nil
}
