package vault

import (
	"errors"
	"fmt"
	"path"
	"slices"
	"strings"

	"coldstart/model"
	"coldstart/vault/disk"
	"coldstart/vault/places"
	"coldstart/vault/source"
)

// History lists the decisions of this vault's ledger, newest first, with those that
// were undone and the undoing.
func (v *Vault) History() ([]model.Past, error) {
	records, _, err := v.readLedger()
	if err != nil {
		return nil, fmt.Errorf("listing the decisions: %w", err)
	}
	all := pasts(records)
	slices.Reverse(all)
	return all, nil
}

// Undoable tells whether the decision with an id can be undone as the vault is now,
// which s shows. It fails with model.ErrNotFound when the ledger does not have it.
func (v *Vault) Undoable(id string, s model.Snapshot) (model.Undoable, error) {
	records, _, err := v.readLedger()
	if err != nil {
		return model.Undoable{}, fmt.Errorf("looking for decision %s: %w", id, err)
	}
	for _, p := range pasts(records) {
		if p.ID == id {
			return v.undoable(p, records, s), nil
		}
	}
	return model.Undoable{}, fmt.Errorf("your ledger has no decision %s: %w", id, model.ErrNotFound)
}

// undoneBefore gives the undo that took a decision back already.
func (v *Vault) undoneBefore(d model.Decision) (id string, made bool) {
	records, _, err := v.readLedger()
	if err != nil {
		return "", false
	}
	id, made = undone(records)[d.Undoes.ID]
	return id, made
}

// pasts gives all decisions, oldest first.
func pasts(records []record) []model.Past {
	last, by := furthest(records), undone(records)
	var all []model.Past
	for _, r := range records {
		if r.Phase != phaseIntent {
			continue
		}
		p := model.Past{
			ID: r.ID, At: r.At, Operator: r.Operator, Decision: r.decision(), PlanID: r.PlanID, Step: r.Step, To: r.To,
			UndoneBy: by[r.ID],
		}
		p.Hash = p.Decision.Seen
		if sent, err := model.ParseFingerprint(r.Sent); err == nil {
			p.Hash = sent
		}
		switch {
		case last[r.ID] == phaseVoid:
			p.Fate = model.FateVoid
		case last[r.ID] != phaseDone:
			p.Fate = model.FateOpen
		case p.UndoneBy != "":
			p.Fate = model.FateUndone
		}
		all = append(all, p)
	}
	return all
}

// mostUndoable is how many decisions are looked at in search of one to undo.
const mostUndoable = 20

// lastUndoable finds the operator's newest decision that can be undone, with the newer
// ones that cannot. When there is none, or the newest is half done and can be undone
// later, it gives the newest one and why not.
func (v *Vault) lastUndoable(records []record, s model.Snapshot) model.Undoable {
	var newer []model.Undoable
	for _, p := range slices.Backward(pasts(records)) {
		open := p.Fate == model.FateOpen
		mine := p.Operator == v.where.Opts.Operator && p.Decision.Choice != model.ChoiceUndo && (open || p.Fate == model.FateDone)
		if !mine {
			continue
		}
		u := v.undoable(p, records, s)
		if u.Reason == "" {
			u.Newer = newer
			return u
		}
		u.Reason = fmt.Sprintf("%s: %s", p.What(), u.Reason)
		newer = append(newer, u)
		if open || len(newer) == mostUndoable {
			break
		}
	}
	if newer == nil {
		return model.Undoable{}
	}
	return newer[0]
}

// undoable looks at what became of a decision and asks the rules.
func (v *Vault) undoable(p model.Past, records []record, s model.Snapshot) model.Undoable {
	u := model.Undoable{Past: p, On: undoOn(p, s)}
	i := slices.IndexFunc(records, func(r record) bool { return r.ID == p.ID && r.Phase == phaseIntent })
	if p.Fate == model.FateDone {
		u.Reason, u.Kind = p.RefuseUndo(v.where.Opts.Operator, v.since(records[i], restoresOf(records, p.ID), s))
	} else {
		u.Reason, u.Kind = p.RefuseUndo(v.where.Opts.Operator, model.Since{})
	}
	return u
}

// undoOn is the thing as the decision left it.
func undoOn(p model.Past, s model.Snapshot) model.Ref {
	d := p.Decision
	switch {
	case d.Ref.Kind == model.KindRequest && p.To != "":
		return model.Ref{Kind: model.KindRequest, Path: p.To}
	case d.Ref.Kind == model.KindJournal:
		return model.Ref{Kind: model.KindJournal, Path: d.Ref.Path}
	case d.Choice == model.ChoiceAccept:
		for _, l := range slices.Backward(s.Memory.Learned) {
			if l.Path == d.Ref.Path && l.ID == d.Ref.Item {
				return l.Ref()
			}
		}
	}
	return d.Ref
}

// since looks at what a decision left.
func (v *Vault) since(r record, back []restore, s model.Snapshot) model.Since {
	var since model.Since
	choice := model.ParseChoice(r.Choice)
	changes := choice == model.ChoiceChanges && r.Kind == model.KindRequest.String()
	switch {
	case changes, choice == model.ChoiceAck:
		since.Standing = v.standsAs(r.Path, r.Seen)
		return since
	case r.Added != "":
		since.Touched, since.Forgotten = v.touchedMain(r, back)
		return since
	case r.To != "":
		since.Standing = v.standsAs(r.To, r.Sent)
	}
	for i := range s.Decided {
		if q := &s.Decided[i]; q.Path == r.To && choice == model.ChoiceApprove {
			since.Carried = q.Carried
		}
	}
	if r.Kind == model.KindRequest.String() {
		since.Pending = v.pendingAs(r.Path, s)
	}
	if plan, ok := s.Plan(r.Plan); ok && r.Kind == model.KindPlan.String() {
		since.Followed = plan.Answered() == nil && plan.HasLog
	}
	for _, b := range back {
		if b.Name != r.Plan {
			continue
		}
		if _, ok, err := b.standing(disk.Place{Disk: v.where.Disk, Name: b.Name}, source.MaxDocument); !ok || err != nil {
			since.Touched = b.Name
		}
	}
	return since
}

// standsAs says how a file stands to the bytes with a hash.
func (v *Vault) standsAs(name, hash string) model.Standing {
	b, _, err := v.where.Disk.ReadWhole(name, source.MaxDocument)
	switch {
	case errors.Is(err, disk.ErrNotRegular), err != nil && !v.where.Disk.Exists(name):
		return model.StandingGone
	case err != nil, model.FingerprintOf(b).String() != hash:
		return model.StandingAltered
	}
	return model.StandingSame
}

// touchedMain names the file of a decision that was one edit when the edit does not
// stand there any more; forgotten is true when the ledger does not have it whole.
func (v *Vault) touchedMain(r record, back []restore) (touched string, forgotten bool) {
	if len(back) == 0 {
		return "", true
	}
	ref := r.decision().Ref
	at, err := v.placeOf(ref)
	if err == nil {
		var ok bool
		if _, ok, err = back[0].standing(at, limitOf(ref.Kind)); ok && err == nil {
			return "", false
		}
	}
	if ref.Kind == model.KindResearch {
		return places.ConfigOf(ref.Path), false
	}
	return ref.Path, false
}

// pendingAs gives a pending file with the name that a request had; names that differ
// in case only are the same file on many systems.
func (v *Vault) pendingAs(name string, s model.Snapshot) string {
	if v.where.Disk.Exists(name) {
		return name
	}
	for _, q := range s.Requests {
		if strings.EqualFold(q.Name, path.Base(name)) {
			return q.Path
		}
	}
	return ""
}
