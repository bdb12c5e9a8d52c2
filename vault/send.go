package vault

import (
	"errors"
	"fmt"
	"io/fs"
	"path"
	"slices"

	"coldstart/model"
	"coldstart/vault/disk"
	"coldstart/vault/source"
)

// send makes the decided file: a new one, so that nobody who still has the
// pending file open can change what was decided.
func (v *Vault) send(p prepared) error {
	dir := path.Dir(p.record.To)
	if err := v.where.Disk.Mkdir(dir); err != nil {
		return disk.Untouched{Err: err}
	}
	return v.where.Disk.Create(p.record.To, disk.TempName(dir, p.record.ID), p.send, p.mode)
}

// unsent closes the intent of a decision whose file could not be made, and gives
// the error to report. When the file is there although something failed later,
// the decision may hold, so that its intent stays open for Recover.
func (v *Vault) unsent(p prepared, cause error) error {
	taken := errors.Is(cause, fs.ErrExist)
	if taken {
		cause = refused(p.record.decision(), model.ErrConflict, "another program just made %s", p.record.To)
	}
	if !taken && !disk.IsUntouched(cause) && v.sent(p.record) != absent {
		return fmt.Errorf("%w; %s may hold the decision and is looked at again at the next start", cause, p.record.To)
	}
	if err := v.appendLedger(p.record.reached(phaseVoid, p.record.At)); err != nil {
		return fmt.Errorf("%w; %w", cause, err)
	}
	return cause
}

// unintended closes an intent that may stand in the ledger although writing it
// failed: nobody was told that the decision was made, so it must not be made later.
func (v *Vault) unintended(r record, cause error) error {
	records, _, err := v.readLedger()
	stands := slices.ContainsFunc(openIntents(records), func(o record) bool { return o.ID == r.ID })
	if err == nil && !stands {
		return cause
	}
	if err := v.appendLedger(r.reached(phaseVoid, r.At)); err != nil {
		return fmt.Errorf("%w; the ledger may hold the decision, which is looked at again at the next start", cause)
	}
	return cause
}

// presence says whether something is known to be there.
type presence int

const (
	unknown presence = iota
	absent
	present
)

// sent looks whether the decided file exists with the bytes of the decision.
func (v *Vault) sent(r record) presence {
	b, _, err := v.where.Disk.ReadWhole(r.To, source.MaxDocument)
	switch {
	case errors.Is(err, fs.ErrNotExist), errors.Is(err, disk.ErrNotRegular), errors.Is(err, disk.ErrTooLarge):
		return absent
	case err != nil:
		return unknown
	case model.FingerprintOf(b).String() == r.Sent:
		return present
	}
	return absent
}
