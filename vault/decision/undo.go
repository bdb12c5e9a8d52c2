package decision

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"path"
	"slices"

	"coldstart/model"
	"coldstart/vault/disk"
	"coldstart/vault/ledger"
	"coldstart/vault/source"
	"coldstart/vault/source/journal"
	"coldstart/vault/source/memory"
	"coldstart/vault/source/plans"
	"coldstart/vault/source/traces"
	"coldstart/vault/text"
)

// prepareUndo works out how a decision is taken back: by its own operations, reversed.
// What the operator saw is the file or the entry as the decision left it.
func (e *Engine) prepareUndo(ctx context.Context, d model.Decision, id string) (prepared, error) {
	s, _, err := e.load.All(ctx, d.At)
	if err != nil {
		return prepared{}, err
	}
	records, _, err := e.ledger.Read()
	if err != nil {
		return prepared{}, err
	}
	i := slices.IndexFunc(records, func(r ledger.Record) bool { return r.ID == d.Undoes.ID })
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
	p := prepared{Record: e.newRecord(d, id)}
	p.Record.Item, p.Record.Plan, p.Record.PlanID, p.Record.Step = d.Ref.Item, r.Plan, r.PlanID, r.Step
	p.Record.Undoes, p.Record.Undid, p.Record.LastStep, p.Record.Commit, p.Record.Undone = r.ID, r.Choice, true, r.Commit, &r
	if err := e.reverse(&p.Record, r); err != nil {
		return prepared{}, refused(d, model.ErrConflict, "%v", err)
	}
	return p, nil
}

// reverse gives an undo the operations of a decision backwards, in the other order.
func (e *Engine) reverse(undo *ledger.Record, r ledger.Record) error {
	fixed := r.ByRule("")
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
	if undo.Ops[0].Do == ledger.OpCreate {
		undo.To = undo.Ops[0].Path
	}
	return nil
}

// reversed gives the operations that take one back. It fails with model.ErrConflict where
// the file is not as the operation left it.
func (e *Engine) reversed(o ledger.Operation, r ledger.Record, id string) ([]ledger.Operation, error) {
	at, err := e.place(o)
	if err != nil {
		return nil, err
	}
	switch o.Do {
	case ledger.OpCreate:
		back := ledger.Withdrawal(o.Path, o.Next, id)
		if o.Of == "" {
			b, _, err := at.Disk.Read(at.Name, journal.MaxJournal)
			if err != nil {
				return nil, err
			}
			back[0].Shown = &model.Change{Kind: model.ChangeRemove, Path: o.Path}
			if r.To == "" {
				back[0].Shown.Before = text.Lines(b)
			}
		}
		return back, nil
	case ledger.OpRemove:
		// Its bytes are those that were published.
		b, info, err := e.where.Disk.Read(r.To, source.MaxDocument)
		if err != nil {
			return nil, err
		}
		return []ledger.Operation{{Do: ledger.OpCreate, Path: o.Path, Of: r.To, Next: o.Was, Mode: info.Mode().Perm(), After: b}}, nil
	}
	b, _, err := at.Disk.Read(at.Name, journal.MaxJournal)
	if err != nil {
		return nil, err
	}
	splices, ok := ledger.Undoing(b, o.Parts)
	if !ok {
		return nil, disk.FileError("restoring", path.Base(at.Name), model.ErrConflict)
	}
	back := ledger.SplicedEdit(o.Path, b, splices)
	back.On = o.On
	if !e.readsAsBefore(r.Decision().Ref, back) {
		return nil, fmt.Errorf("%w: the result would not read as before", text.ErrEdit)
	}
	return []ledger.Operation{back}, nil
}

// readsAsBefore reports whether a file reads without the decision once it is taken back.
func (e *Engine) readsAsBefore(ref model.Ref, o ledger.Operation) bool {
	switch ref.Kind {
	case model.KindProposal:
		s := memory.ReadSeed(ref.Path, o.After)
		p, ok := s.Memory.Proposal(ref)
		return s.Broken == nil && ok && p.Status == model.ProposalPending
	case model.KindResearch:
		_, err := journal.ReadConfig(o.After, e.where.Opts.Zone)
		return err == nil
	case model.KindTrace:
		_, problems := traces.ReadTrace(ref.Path, o.After, e.where.Opts.Zone)
		return len(problems) == 0
	case model.KindJournal:
		was, now := journal.ReadJournal(ref.Path, o.Before, e.where.Opts.Zone), journal.ReadJournal(ref.Path, o.After, e.where.Opts.Zone)
		return len(now.Entries)+1 == len(was.Entries)
	}
	return true
}

// noteBack takes the operator's reason away from beside a request, and gives a note its
// place back that had moved along. One that somebody else wrote into stays.
func (e *Engine) noteBack(r ledger.Record) (ops []ledger.Operation, notices []string, err error) {
	for _, o := range slices.Backward(r.Reversals(ledger.RuleNote)) {
		b, err := e.remarks(o.Path)
		switch {
		case err != nil:
			return nil, notices, err
		case o.Do == ledger.OpRemove && b == nil:
			ops = append(ops, ledger.NewFile(o.Path, o.Kept, e.remarkMode(r.To, r.Withdrawn, r.Path)))
		case o.Do == ledger.OpRemove && !bytes.Equal(b, o.Kept):
			notices = append(notices, o.Path+" is there again with another text and stays as it is")
		case o.Do == ledger.OpRemove:
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
func (e *Engine) noteWithout(o ledger.Operation, b []byte, id string) (ledger.Operation, bool) {
	if o.Do != ledger.OpCreate {
		splices, ok := ledger.Undoing(b, o.Parts)
		return ledger.SplicedEdit(o.Path, b, splices), ok && b != nil
	}
	gone := ledger.Operation{
		Do: ledger.OpRemove, Path: o.Path, To: notePrivate(o.Path, id), Was: o.Next,
		Shown: &model.Change{Kind: model.ChangeRemove, Path: o.Path, Before: text.Lines(b)},
	}
	// A process may have been killed while it took it away.
	return gone, e.where.Disk.Exists(gone.To) || b != nil && disk.HasHash(o.Next)(b)
}

// notePrivate is where a note waits for its removal.
func notePrivate(name, id string) string { return disk.RetiredName(path.Dir(name), id+"-note") }

// planBack gives a plan the status back that a decision took from it, and adds a line
// that says so to its log. Everything else of the plan stays, also what the agent
// wrote since.
func (e *Engine) planBack(r ledger.Record, resumed bool) ([]ledger.Operation, []string, error) {
	b, plan, err := e.ownPlan(r.Plan)
	line := r.Decision().LogLine(r.Step, r.Subject())
	if plan == nil || err != nil || resumed && slices.Contains(text.Lines(b), line) {
		return nil, nil, err
	}
	var splices []text.Splice
	var notices []string
	for _, o := range r.Reversals(ledger.RulePlan) {
		ok := false
		if splices, ok = ledger.Undoing(b, o.Parts); !ok {
			notices = append(notices, r.Plan+": its status was changed since and stays as it is")
		}
	}
	o := ledger.SplicedEdit(r.Plan, b, splices)
	logged, err := plans.AddLogLine(o.After, line)
	switch {
	case errors.Is(err, plans.ErrNoLog):
		notices = append(notices, r.Plan+": "+err.Error())
		logged = o.After
	case err != nil:
		return nil, nil, fmt.Errorf("%s: %w", r.Plan, err)
	default:
		o.Shown.After = append(o.Shown.After, line)
	}
	if len(splices) == 0 {
		o.Shown.Kind = model.ChangeAppend
	}
	if bytes.Equal(logged, b) {
		return nil, notices, nil
	}
	o.Shown.Was = model.FingerprintOf(b)
	if err := plans.SamePlan(b, logged, err == nil, func(was, now *model.Plan) {
		if len(splices) > 0 {
			was.Status, was.BlockedReason = now.Status, now.BlockedReason
		}
	}); err != nil {
		return nil, notices, err
	}
	return []ledger.Operation{ledger.Edited(r.Plan, b, logged, nil, *o.Shown)}, notices, nil
}
