package vault

import (
	"errors"
	"fmt"
	"time"

	"coldstart/model"
	"coldstart/vault/disk"
	"coldstart/vault/text"
)

// piece is a part of a decision's aftermath: what it does to one of the agents'
// files, worked out from the file as it is now.
type piece struct {
	what string
	work func() (edit, error)
	// kept is true for what an undo takes back.
	kept bool
}

// aftermath lists what follows from a decision that holds. Preview works the
// pieces out, finish makes them as well.
func (v *Vault) aftermath(p prepared) []piece {
	if p.record.Undoes != "" {
		return v.undoAftermath(p)
	}
	ofAltered := p.record.Kind == model.KindRequest.String() && p.record.Choice == model.ChoiceAck.String()
	if p.record.Added != "" || ofAltered {
		return []piece{{what: "the day's log", work: func() (edit, error) { return v.dayLogEdit(p) }}}
	}
	return []piece{
		{what: "the note", work: func() (edit, error) { return v.remarkEdit(p) }, kept: true},
		{what: "the plan", work: func() (edit, error) { return v.planEdit(p) }, kept: true},
		{what: "the day's log", work: func() (edit, error) { return v.dayLogEdit(p) }},
	}
}

// preview gives the changes of a decision that is not made.
func (v *Vault) preview(p prepared) []model.Change {
	changes := p.sending()
	for _, piece := range v.aftermath(p) {
		// What fails here is a notice of the decision, not a reason against it.
		if e, err := piece.work(); err == nil && e.name != "" && v.protected(e) == nil {
			changes = append(changes, e.change)
		}
	}
	return changes
}

// finish does everything that comes after the publication, and can be called
// again for the same decision. The receipt's notices name what did not work. With
// an error the pending copy is still there and the decision stays open, so that
// it is tried again.
func (v *Vault) finish(p prepared, now time.Time) (model.Receipt, error) {
	out := model.Receipt{ID: p.record.ID, Decision: p.record.decision(), Changes: p.sending()}
	var stuck error
	if retire := v.retiring(p); retire != nil {
		notice, err := retire(p)
		if stuck = err; notice != "" {
			out.Notices = append(out.Notices, notice)
		}
	}
	for _, piece := range v.aftermath(p) {
		work := piece.work
		if piece.kept {
			work = v.keeping(p.record, work)
		}
		e, err := v.amend(p.record.ID, work)
		out.Notices = append(out.Notices, e.notices...)
		if err != nil {
			out.Notices = append(out.Notices, failure(piece.what, err))
		}
		if e.name != "" && (err == nil || errors.Is(err, disk.ErrInPlace)) {
			out.Changes = append(out.Changes, e.change)
		}
	}
	if stuck == nil {
		if err := v.appendLedger(p.record.reached(phaseDone, now)); err != nil {
			out.Notices = append(out.Notices, err.Error())
		}
	}
	return out, stuck
}

// retiring gives what takes the copy away that a decision leaves behind, nil when
// it leaves none.
func (v *Vault) retiring(p prepared) func(prepared) (string, error) {
	switch {
	case p.record.Withdrawn != "":
		return v.discardWithdrawn
	case p.record.To != "" && p.record.Kind == model.KindRequest.String():
		return v.retire
	}
	return nil
}

// failure tells an error of one of several files: which one, and whether it was
// written all the same.
func failure(what string, err error) string {
	if errors.Is(err, disk.ErrInPlace) {
		return fmt.Sprintf("%s: %v", what, err)
	}
	return fmt.Sprintf("%s was not written: %v", what, err)
}

// sending is the change that publication or the one edit makes.
func (p prepared) sending() []model.Change {
	switch {
	case p.record.Undoes != "":
		return p.takingBack()
	case p.record.Added != "":
		if p.main.name == "" {
			return []model.Change{p.record.appended()}
		}
		return []model.Change{p.main.change}
	case p.record.To == "":
		return nil
	case p.record.Kind == model.KindRequest.String():
		return []model.Change{{Kind: model.ChangeMove, Path: p.record.Path, To: p.record.To}}
	}
	return []model.Change{{Kind: model.ChangeCreate, Path: p.record.To, After: text.Lines(p.send)}}
}
