package vault

import (
	"context"
	"errors"
	"io/fs"
	"time"

	"coldstart/model"
	"coldstart/vault/disk"
	"coldstart/vault/places"
	"coldstart/vault/source/journal"
)

// WriteEntry writes an agent's entry into a journal and gives its id. The text is what
// an operator's entry would be; it is no decision and cannot be undone with one. It
// fails with model.ErrNotAllowed when the draft or the journal does not allow it, with
// model.ErrNotFound, model.ErrReadOnly and model.ErrLocked.
func (v *Vault) WriteEntry(ctx context.Context, ref model.Ref, d model.Draft, at time.Time) (id string, err error) {
	d.Repair = false
	err = v.agentWork(ctx, "writing an entry into "+ref.Path, at, func(l places.Layout, s model.Snapshot) error {
		if reason := model.RefuseAgent(d.Agent); reason.Given() || d.Agent == "" {
			return notDone(model.ErrNotAllowed, "writing an entry into %s: the entry of an agent needs its name; %w", ref.Path, reason)
		}
		e := v.engine(l)
		return e.agentEdit(at, func() (operation, error) {
			seen, err := v.seenNow(ref)
			if err != nil {
				return operation{}, err
			}
			p, err := e.prepareEntry(model.Decision{
				Ref: ref, Choice: model.ChoiceEntry, Seen: seen, At: at, Note: model.OneLine(d.Title), Entry: d,
			}, disk.NewID(at))
			if err != nil {
				return operation{}, err
			}
			id = p.record.Item
			return p.record.Ops[0], nil
		})
	})
	return id, err
}

// seenNow is the hash of a journal as it is; one that is not there yet has the hash of
// no bytes.
func (v *Vault) seenNow(ref model.Ref) (model.Fingerprint, error) {
	if ref.Kind != model.KindJournal || !journal.InProblem(v.where, ref.Path) {
		return model.Fingerprint{}, notDone(model.ErrNotFound, "writing an entry into %s: there is no such research problem", ref.Path)
	}
	b, _, err := v.where.Disk.ReadWhole(ref.Path, limitOf(ref.Kind))
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return model.Fingerprint{}, disk.FileError("reading", ref.Path, err)
	}
	return model.FingerprintOf(b), nil
}
