package vault

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"path"
	"slices"

	"coldstart/model"
	"coldstart/vault/disk"
	"coldstart/vault/source"
	"coldstart/vault/source/journal"
	"coldstart/vault/source/memory"
	"coldstart/vault/source/plans"
	"coldstart/vault/source/traces"
	"coldstart/vault/text"
)

// prepareUndo works out how a decision is taken back: by its own operations, reversed.
// What the operator saw is the file or the entry as the decision left it.
func (e *engine) prepareUndo(ctx context.Context, d model.Decision, id string) (prepared, error) {
	s, _, err := e.load.loadAll(ctx, d.At)
	if err != nil {
		return prepared{}, err
	}
	records, _, err := e.ledger.read()
	if err != nil {
		return prepared{}, err
	}
	i := slices.IndexFunc(records, func(r record) bool { return r.ID == d.Undoes.ID })
	if i < 0 {
		return prepared{}, refused(d, model.ErrNotFound, "your ledger has no decision %s", d.Undoes.ID)
	}
	r := records[i]
	switch u := e.undoable(r, s); {
	case u.Past.UndoneBy != "":
		return prepared{}, refused(d, model.ErrConflict, "%w", u.Why)
	case u.Why.Given():
		return prepared{}, refused(d, u.Kind, "%w", u.Why)
	case u.On != d.Ref:
		return prepared{}, refused(d, model.ErrConflict, "that is not what the decision left")
	}
	doc, err := e.load.Read(ctx, d.Ref)
	if err != nil {
		return prepared{}, err
	}
	if doc.Seen != d.Seen {
		return prepared{}, changed(d, doc.Seen)
	}
	p := prepared{record: e.newRecord(d, id)}
	p.record.Item, p.record.Plan, p.record.PlanID, p.record.Step = d.Ref.Item, r.Plan, r.PlanID, r.Step
	p.record.Undoes, p.record.Undid, p.record.LastStep, p.record.Commit, p.record.undone = r.ID, r.Choice, true, r.Commit, &r
	if err := e.reverse(&p.record, r); err != nil {
		return prepared{}, refused(d, model.ErrConflict, "%v", err)
	}
	return p, nil
}

// reverse gives an undo the operations of a decision backwards, in the other order.
func (e *engine) reverse(undo *record, r record) error {
	fixed := r.ops("")
	for i, o := range slices.Backward(fixed) {
		if !o.Back {
			continue
		}
		back, err := e.reversed(o, r, undo.ID)
		if err != nil {
			return err
		}
		if i == r.Holds-1 {
			undo.Holds = len(undo.Ops) + 1
		}
		undo.Ops = append(undo.Ops, back...)
	}
	if r.To == "" {
		return nil
	}
	// What was published is withdrawn, and what was decided on comes back.
	undo.Withdrawn, undo.Sent = r.To, r.Sent
	if undo.Ops[0].Do == opCreate {
		undo.To = undo.Ops[0].Path
	}
	return nil
}

// reversed gives the operations that take one back. It fails with model.ErrConflict where
// the file is not as the operation left it.
func (e *engine) reversed(o operation, r record, id string) ([]operation, error) {
	at, err := e.place(o)
	if err != nil {
		return nil, err
	}
	switch o.Do {
	case opCreate:
		back := withdrawal(o.Path, o.Next, id)
		if o.Of == "" {
			b, _, err := at.Disk.Read(at.Name, journal.MaxJournal)
			if err != nil {
				return nil, err
			}
			back[0].shown = &model.Change{Kind: model.ChangeRemove, Path: o.Path}
			if r.To == "" {
				back[0].shown.Before = text.Lines(b)
			}
		}
		return back, nil
	case opRemove:
		// Its bytes are those that were published.
		b, info, err := e.where.Disk.Read(r.To, source.MaxDocument)
		if err != nil {
			return nil, err
		}
		return []operation{{Do: opCreate, Path: o.Path, Of: r.To, Next: o.Was, Mode: info.Mode().Perm(), next: b}}, nil
	}
	b, _, err := at.Disk.Read(at.Name, journal.MaxJournal)
	if err != nil {
		return nil, err
	}
	splices, ok := undoing(b, o.Parts)
	if !ok {
		return nil, disk.FileError("restoring", path.Base(at.Name), model.ErrConflict)
	}
	back := splicedEdit(o.Path, b, splices)
	back.On = o.On
	if !e.readsAsBefore(r.decision().Ref, back) {
		return nil, fmt.Errorf("%w: the result would not read as before", text.ErrEdit)
	}
	return []operation{back}, nil
}

// readsAsBefore reports whether a file reads without the decision once it is taken back.
func (e *engine) readsAsBefore(ref model.Ref, o operation) bool {
	switch ref.Kind {
	case model.KindProposal:
		s := memory.ReadSeed(ref.Path, o.next)
		p, ok := s.Memory.Proposal(ref)
		return s.Broken == nil && ok && p.Status == model.ProposalPending
	case model.KindResearch:
		_, err := journal.ReadConfig(o.next, e.where.Opts.Zone)
		return err == nil
	case model.KindTrace:
		_, problems := traces.ReadTrace(ref.Path, o.next, e.where.Opts.Zone)
		return len(problems) == 0
	case model.KindJournal:
		was, now := journal.ReadJournal(ref.Path, o.was, e.where.Opts.Zone), journal.ReadJournal(ref.Path, o.next, e.where.Opts.Zone)
		return len(now.Entries)+1 == len(was.Entries)
	}
	return true
}

// undoes gives the operations of a rule that an undo takes back: those that were done.
func (r record) undoes(rule string) []operation {
	if r.undone == nil || slices.Contains(r.undone.Left, rule) {
		return nil
	}
	return slices.DeleteFunc(r.undone.ops(rule), func(o operation) bool { return !o.Back })
}

// noteBack takes the operator's reason away from beside a request, and gives a note its
// place back that had moved along. One that somebody else wrote into stays.
func (e *engine) noteBack(r record) (ops []operation, notices []string, err error) {
	for _, o := range slices.Backward(r.undoes(ruleNote)) {
		b, err := e.remarks(o.Path)
		switch {
		case err != nil:
			return nil, notices, err
		case o.Do == opRemove && b == nil:
			ops = append(ops, newFile(o.Path, o.Kept, e.remarkMode(r.To, r.Withdrawn, r.Path)))
		case o.Do == opRemove && !bytes.Equal(b, o.Kept):
			notices = append(notices, o.Path+" is there again with another text and stays as it is")
		case o.Do == opRemove:
		default:
			back, ok := e.noteWithout(o, b, r.ID)
			if ok {
				ops = append(ops, back)
			} else if b != nil {
				notices = append(notices, o.Path+" was changed since and stays as it is")
			}
		}
	}
	return ops, notices, nil
}

// noteWithout takes an operation on a note back, if it stands there as it was left.
func (e *engine) noteWithout(o operation, b []byte, id string) (operation, bool) {
	if o.Do != opCreate {
		splices, ok := undoing(b, o.Parts)
		return splicedEdit(o.Path, b, splices), ok && b != nil
	}
	gone := operation{
		Do: opRemove, Path: o.Path, To: notePrivate(o.Path, id), Was: o.Next,
		shown: &model.Change{Kind: model.ChangeRemove, Path: o.Path, Before: text.Lines(b)},
	}
	// A process may have been killed while it took it away.
	return gone, e.where.Disk.Exists(gone.To) || b != nil && disk.HasHash(o.Next)(b)
}

// notePrivate is where a note waits for its removal.
func notePrivate(name, id string) string { return disk.RetiredName(path.Dir(name), id+"-note") }

// planBack gives a plan the status back that a decision took from it, and adds a line
// that says so to its log. Everything else of the plan stays, also what the agent
// wrote since.
func (e *engine) planBack(r record, resumed bool) ([]operation, []string, error) {
	b, plan, err := e.ownPlan(r.Plan)
	line := r.decision().LogLine(r.Step, r.subject())
	if plan == nil || err != nil || resumed && slices.Contains(text.Lines(b), line) {
		return nil, nil, err
	}
	var splices []text.Splice
	var notices []string
	for _, o := range r.undoes(rulePlan) {
		ok := false
		if splices, ok = undoing(b, o.Parts); !ok {
			notices = append(notices, r.Plan+": its status was changed since and stays as it is")
		}
	}
	o := splicedEdit(r.Plan, b, splices)
	logged, err := plans.AddLogLine(o.next, line)
	switch {
	case errors.Is(err, plans.ErrNoLog):
		notices = append(notices, r.Plan+": "+err.Error())
		logged = o.next
	case err != nil:
		return nil, nil, fmt.Errorf("%s: %w", r.Plan, err)
	default:
		o.shown.After = append(o.shown.After, line)
	}
	if len(splices) == 0 {
		o.shown.Kind = model.ChangeAppend
	}
	if bytes.Equal(logged, b) {
		return nil, notices, nil
	}
	o.shown.Was = model.FingerprintOf(b)
	if err := plans.SamePlan(b, logged, err == nil, func(was, now *model.Plan) {
		if len(splices) > 0 {
			was.Status, was.BlockedReason = now.Status, now.BlockedReason
		}
	}); err != nil {
		return nil, notices, err
	}
	return []operation{edited(r.Plan, b, logged, nil, *o.shown)}, notices, nil
}
