package decision

import (
	"errors"
	"fmt"
	"path"
	"slices"
	"strings"

	"coldstart/model"
	"coldstart/vault/disk"
	"coldstart/vault/ledger"
	"coldstart/vault/places"
	"coldstart/vault/source"
)

// History lists the decisions of this vault's ledger, newest first, with those that
// were undone and the undoing.
func (d *Decider) History() ([]model.Past, error) {
	records, _, err := ledger.Of(d.where).Read()
	if err != nil {
		return nil, fmt.Errorf("listing the decisions: %w", err)
	}
	var all []model.Past
	for _, r := range slices.Backward(records) {
		all = append(all, r.Past())
	}
	return all, nil
}

// Undoable tells whether the decision with an id can be undone as the vault is now,
// which s shows. It fails with model.ErrNotFound when the ledger does not have it.
func (d *Decider) Undoable(id string, s model.Snapshot) (model.Undoable, error) {
	records, _, err := ledger.Of(d.where).Read()
	if err != nil {
		return model.Undoable{}, fmt.Errorf("looking for decision %s: %w", id, err)
	}
	for _, r := range records {
		if r.ID == id {
			return d.Engine(places.Layout{}).undoable(r, s), nil
		}
	}
	return model.Undoable{}, fmt.Errorf("your ledger has no decision %s: %w", id, model.ErrNotFound)
}

// mostUndoable is how many decisions are looked at in search of one to undo.
const mostUndoable = 20

// lastUndoable finds the operator's newest decision that can be undone, with the newer
// ones that cannot. When there is none, or the newest is half done and can be undone
// later, it gives the newest one and why not.
func (e *Engine) lastUndoable(records []ledger.Record, s model.Snapshot) model.Undoable {
	var newer []model.Undoable
	for _, r := range slices.Backward(records) {
		open := r.IsOpen()
		mine := r.Operator == e.where.Opts.Operator && r.Undoes == "" && r.Phase != ledger.PhaseVoid && (open || r.UndoneBy == "")
		if !mine {
			continue
		}
		u := e.undoable(r, s)
		if !u.Why.Given() {
			u.Newer = newer
			return u
		}
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
func (e *Engine) undoable(r ledger.Record, s model.Snapshot) model.Undoable {
	p := r.Past()
	u := model.Undoable{Past: p, On: undoOn(p, s)}
	var since model.Since
	if p.Fate == model.FateDone {
		since = e.since(r, s)
	}
	u.Why, u.Kind = p.RefuseUndo(e.where.Opts.Operator, since)
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
func (e *Engine) since(r ledger.Record, s model.Snapshot) model.Since {
	var since model.Since
	choice := model.ParseChoice(r.Choice)
	changes := choice == model.ChoiceChanges && r.Is(model.KindRequest)
	switch main, held := r.Holding(); {
	case changes, choice == model.ChoiceAck:
		since.Standing = e.standsAs(r.Path, r.Seen)
		return since
	case held && r.To == "":
		if since.Forgotten = !main.Back; main.Back && !e.standing(main) {
			since.Touched = main.Path
		}
		return since
	case r.To != "":
		since.Standing = e.standsAs(r.To, r.Sent)
	}
	for i := range s.Decided {
		if q := &s.Decided[i]; q.Path == r.To && choice == model.ChoiceApprove {
			since.Carried = q.Carried
		}
	}
	if r.Is(model.KindRequest) {
		since.Pending = e.pendingAs(r.Path, s)
	}
	if plan, ok := s.Plan(r.Plan); ok && r.Is(model.KindPlan) {
		since.Followed = plan.Answered() == nil && plan.HasLog
	}
	if slices.Contains(r.Left, ledger.RulePlan) {
		return since
	}
	for _, o := range r.ByRule(ledger.RulePlan) {
		if o.Back && !e.standing(o) {
			since.Touched = o.Path
		}
	}
	return since
}

// standing reports whether a file is known to be as an operation left it.
func (e *Engine) standing(o ledger.Operation) bool {
	there, err := e.stands(o)
	return there == disk.Present && err == nil
}

// standsAs says how a file stands to the bytes with a hash.
func (e *Engine) standsAs(name, hash string) model.Standing {
	b, _, err := e.where.Disk.ReadWhole(name, source.MaxDocument)
	switch {
	case errors.Is(err, disk.ErrNotRegular), err != nil && !e.where.Disk.Exists(name):
		return model.StandingGone
	case err != nil, model.FingerprintOf(b).String() != hash:
		return model.StandingAltered
	}
	return model.StandingSame
}

// pendingAs gives a pending file with the name that a request had; names that differ
// in case only are the same file on many systems.
func (e *Engine) pendingAs(name string, s model.Snapshot) string {
	if e.where.Disk.Exists(name) {
		return name
	}
	for _, q := range s.Requests {
		if strings.EqualFold(q.Name, path.Base(name)) {
			return q.Path
		}
	}
	return ""
}

// WithUndo adds to a loaded vault which decision can be undone.
func (d *Decider) WithUndo(s model.Snapshot, records []ledger.Record, err error) (model.Snapshot, error) {
	if err == nil {
		s.Undo = d.Engine(places.Layout{}).lastUndoable(records, s)
	}
	return s, err
}
