package vault

import (
	"errors"
	"fmt"
	"io/fs"
	"path"
	"time"

	"coldstart/model"
	"coldstart/vault/disk"
	"coldstart/vault/places"
	"coldstart/vault/source"
	"coldstart/vault/text"
)

// An undo goes the way of a decision backwards, under the same lock and with the same
// ledger:
//
//  1. ledger: the intent
//  2. send: the published bytes become a new file in the pending folder again; an
//     agent that looks into both folders still finds the approval
//  3. withdraw: the published file is moved to a private name and looked at once more.
//     With the bytes that were published the undo holds; ledger: published. When an
//     agent took it first or changed it, everything goes back and the intent is void
//  4. the withdrawn file goes (discardWithdrawn); the note and the plan's status get
//     their former text, logs get another line (undo_prepare.go, undo_plan.go)
//  5. ledger: done
//
// A decision that was one edit of one file has the reverse edit in place of 2 and 3.
// A process that was killed before 3 was over leaves an undo that is dropped.

// takeBack carries out steps 2 and 3.
func (v *Vault) takeBack(p prepared) error {
	if p.main.name != "" {
		return v.add(p)
	}
	if p.record.To != "" {
		if err := v.send(p); err != nil {
			return err
		}
	}
	if p.record.Withdrawn == "" {
		return nil
	}
	return v.withdraw(p.record)
}

// withdraw takes the published file away from where agents look for it. It fails with
// model.ErrConflict when it is not there any more as it was published.
func (v *Vault) withdraw(r record) error {
	dir := path.Dir(r.Withdrawn)
	retired := disk.RetiredName(dir, r.ID)
	err := v.where.Disk.Rename(r.Withdrawn, retired)
	if errors.Is(err, fs.ErrNotExist) {
		return refused(r.decision(), model.ErrConflict, "the agent just picked it up")
	}
	if err != nil {
		return err
	}
	if err := v.where.Disk.SyncDir(dir); err != nil {
		return err
	}
	switch err := v.where.Disk.Settled(retired, r.isSent, source.MaxDocument); {
	case errors.Is(err, model.ErrConflict):
		return refused(r.decision(), model.ErrConflict, "it was changed at the last moment")
	case err != nil:
		return refused(r.decision(), model.ErrConflict, "%v", err)
	}
	return nil
}

// isSent reports whether a text is what was published.
func (r record) isSent(b []byte) bool { return model.FingerprintOf(b).String() == r.Sent }

// untaken gives everything its place back after an undo that failed, closes its
// intent, and gives the error to report. What cannot be put back stays open for
// Recover.
func (v *Vault) untaken(p prepared, cause error) error {
	r := p.record
	taken := errors.Is(cause, fs.ErrExist)
	if taken {
		cause = refused(r.decision(), model.ErrConflict, "another program just made %s", r.To)
		// It is not ours, whatever is in it.
		r.To = ""
	}
	if p.main.name != "" {
		if there, _ := v.reverted(r); there != absent && !disk.IsUntouched(cause) {
			return fmt.Errorf("%w; %s may have it undone and is looked at again at the next start", cause, r.Path)
		}
	} else if err := v.putAllBack(r); err != nil {
		return fmt.Errorf("%w; %w", cause, err)
	}
	if err := v.appendLedger(r.reached(phaseVoid, r.At)); err != nil {
		return fmt.Errorf("%w; %w", cause, err)
	}
	return cause
}

// putAllBack gives the withdrawn file its name again and takes the pending copy away
// that was made for the undo. It can be called again.
func (v *Vault) putAllBack(r record) error {
	if r.Withdrawn != "" {
		if err := v.unwithdraw(r); err != nil {
			return err
		}
	}
	if r.To == "" {
		return nil
	}
	b, _, err := v.where.Disk.ReadWhole(r.To, source.MaxDocument)
	if err != nil || !r.isSent(b) {
		// Nothing is there, or nothing of ours.
		return nil
	}
	return v.where.Disk.DropUnchanged(r.To, r.ID, b)
}

// unwithdraw gives a withdrawn file its name again. Where an agent has made another
// one meanwhile, it is kept under a private name: two approvals are one too many.
func (v *Vault) unwithdraw(r record) error {
	dir := path.Dir(r.Withdrawn)
	retired := disk.RetiredName(dir, r.ID)
	switch {
	case !v.where.Disk.Exists(retired):
		return nil
	case v.where.Disk.SameText(retired, r.Withdrawn):
		return errors.Join(v.where.Disk.Remove(retired), v.where.Disk.SyncDir(dir))
	}
	err := v.where.Disk.Publish(retired, r.Withdrawn)
	if errors.Is(err, fs.ErrExist) {
		kept, ok := errors.AsType[*disk.KeptError](v.where.Disk.Keep(retired, err))
		if ok && kept.Names[0] != retired {
			return nil
		}
	}
	return errors.Join(err, v.where.Disk.SyncDir(dir))
}

// discardWithdrawn removes the published file of an undo that holds. Somebody who
// still had it open and wrote into it finds the text under a private name.
func (v *Vault) discardWithdrawn(p prepared) (notice string, err error) {
	dir := path.Dir(p.record.Withdrawn)
	retired := disk.RetiredName(dir, p.record.ID)
	if !v.where.Disk.Exists(retired) {
		return "", nil
	}
	gone, err := v.where.Disk.Discard(retired, p.record.isSent, source.MaxDocument)
	if gone {
		return "", errors.Join(err, v.where.Disk.SyncDir(dir))
	}
	if errors.Is(err, disk.ErrBusy) || errors.Is(err, model.ErrConflict) {
		return v.keepOpen(retired, p.record.Withdrawn)
	}
	return "", err
}

// takingBack are the changes of an undo beside its aftermath.
func (p prepared) takingBack() []model.Change {
	r := p.record
	switch {
	case p.main.name != "":
		return []model.Change{p.main.change}
	case len(r.Back) > 0:
		return []model.Change{{Kind: model.ChangeEdit, Path: r.Path}}
	case r.To != "":
		return []model.Change{{Kind: model.ChangeMove, Path: r.Withdrawn, To: r.To}}
	case r.Withdrawn != "":
		return []model.Change{{Kind: model.ChangeRemove, Path: r.Withdrawn, Before: text.Lines(p.send)}}
	}
	return nil
}

// resumeUndo continues an undo from wherever it stopped. One that does not hold yet is
// dropped, with everything as it was.
func (v *Vault) resumeUndo(r record, l places.Layout, now time.Time) (model.Receipt, bool, error) {
	if r.Phase == phaseIntent {
		there, err := v.reverted(r)
		switch {
		case there == unknown:
			return model.Receipt{}, false, err
		case there == absent:
			if err := v.putAllBack(r); err != nil {
				return model.Receipt{}, false, err
			}
			return v.void(r, now)
		}
		if err := v.appendLedger(r.reached(phasePublished, now)); err != nil {
			return model.Receipt{}, false, err
		}
	}
	records, _, err := v.readLedger()
	if err != nil {
		return model.Receipt{}, false, err
	}
	receipt, err := v.finish(prepared{record: r, layout: l, resumed: true, back: restoresOf(records, r.Undoes)}, now)
	return receipt, err == nil, err
}

// reverted looks whether an undo holds: its reverse edit stands in the file, or the
// published file lies under our private name and the request is pending again.
func (v *Vault) reverted(r record) (presence, error) {
	if len(r.Back) > 0 {
		ref := r.decision().Ref
		at, err := v.placeOf(ref)
		if err != nil {
			return unknown, err
		}
		_, ok, err := r.Back[0].standing(at, limitOf(ref.Kind))
		switch {
		case err != nil:
			return unknown, err
		case ok:
			return present, nil
		}
		return absent, nil
	}
	if r.Withdrawn == "" {
		return present, nil
	}
	b, _, err := v.where.Disk.ReadWhole(disk.RetiredName(path.Dir(r.Withdrawn), r.ID), source.MaxDocument)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return absent, nil
	case err != nil:
		return unknown, disk.FileError("reading", r.Withdrawn, err)
	case !r.isSent(b), r.To != "" && v.sent(r) != present:
		return absent, nil
	}
	return present, nil
}
