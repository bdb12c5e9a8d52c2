package vault

import (
	"context"
	"errors"
	"fmt"
	"path"
	"time"

	"coldstart/model"
	"coldstart/vault/disk"
	"coldstart/vault/places"
)

// Recover finishes the decisions that a killed process left half done, or closes
// them as void when nothing had taken effect, and gives the receipt of each. A
// void one left everything as it was and has to be made again. Where nothing is
// half done, or the vault cannot be written, Recover writes nothing at all. The
// error names what could not be finished; Recover can be called again.
func (v *Vault) Recover(ctx context.Context, now time.Time) ([]model.Receipt, error) {
	if v.where.Opts.ReadOnly {
		return nil, nil
	}
	records, _, err := v.readLedger()
	if err != nil || len(openIntents(records)) == 0 {
		return nil, err
	}
	l, err := v.where.Layout()
	if err != nil || v.readOnlyReason(l) != "" {
		return nil, err
	}
	held, err := v.state.Lock(ctx)
	if err != nil {
		return nil, err
	}
	defer held.Release()
	return v.finishOpen(ctx, now)
}

// finishOpen is Recover under a lock that is held already.
func (v *Vault) finishOpen(ctx context.Context, now time.Time) ([]model.Receipt, error) {
	records, _, err := v.readLedger()
	if err != nil {
		return nil, err
	}
	var done []model.Receipt
	var failed error
	for _, r := range openIntents(records) {
		if err := ctx.Err(); err != nil {
			return done, errors.Join(failed, err)
		}
		receipt, finished, err := v.resume(r, overtaken(records, r), now)
		if err != nil {
			failed = errors.Join(failed, fmt.Errorf("finishing an interrupted decision on %s: %w", r.Path, err))
		}
		if finished {
			done = append(done, receipt)
		}
	}
	return done, failed
}

// resume continues one decision from wherever it stopped. One that was overtaken has
// nothing to continue: what its file shows is the later decision's.
func (v *Vault) resume(r record, overtaken bool, now time.Time) (receipt model.Receipt, finished bool, err error) {
	l, err := v.where.Layout()
	if err != nil {
		return model.Receipt{}, false, err
	}
	notices, err := v.clearTemps(r, l)
	if err != nil {
		return model.Receipt{}, false, err
	}
	defer func() { receipt.Notices = append(notices, receipt.Notices...) }()
	if overtaken {
		if r.Withdrawn != "" {
			if err := v.unwithdraw(r); err != nil {
				return model.Receipt{}, false, err
			}
		}
		return v.void(r, now)
	}
	if r.Undoes != "" {
		return v.resumeUndo(r, l, now)
	}
	if r.Added != "" {
		there, err := v.added(r)
		switch {
		case there == unknown:
			return model.Receipt{}, false, err
		case there == absent:
			return v.void(r, now)
		}
	}
	if r.To != "" && r.Phase == phaseIntent {
		switch v.sent(r) {
		case unknown:
			return model.Receipt{}, false, fmt.Errorf("%s cannot be read", r.To)
		case absent:
			return v.void(r, now)
		}
		err := v.where.Disk.SyncDir(path.Dir(r.To))
		if err == nil {
			err = v.appendLedger(r.reached(phasePublished, now))
		}
		if err != nil {
			return model.Receipt{}, false, err
		}
	}
	receipt, err = v.finish(prepared{record: r, layout: l, resumed: true}, now)
	return receipt, err == nil, err
}

// void closes a decision that never took effect; its receipt says so.
func (v *Vault) void(r record, now time.Time) (model.Receipt, bool, error) {
	if err := v.appendLedger(r.reached(phaseVoid, now)); err != nil {
		return model.Receipt{}, false, err
	}
	return model.Receipt{ID: r.ID, Decision: r.decision(), Void: true}, true, nil
}

// clearTemps removes the unfinished files of one decision, which can lie in five
// folders. Nothing else that looks like ours is touched. A text of another program
// that was displaced when the process was killed is kept and named.
func (v *Vault) clearTemps(r record, l places.Layout) (notices []string, err error) {
	at, err := v.placeOf(r.decision().Ref)
	if err != nil {
		return nil, err
	}
	places := []disk.Place{{Disk: at.Disk, Name: path.Dir(at.Name)}, {Disk: v.where.Disk, Name: l.Main(places.FolderLogs)}}
	for _, name := range []string{r.To, r.Plan, r.Withdrawn} {
		if name != "" {
			places = append(places, disk.Place{Disk: v.where.Disk, Name: path.Dir(name)})
		}
	}
	for _, in := range places {
		kept, err := in.Clear(r.ID)
		if err != nil {
			return nil, err
		}
		notices = append(notices, kept...)
	}
	return notices, nil
}
