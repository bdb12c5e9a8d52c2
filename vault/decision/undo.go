package decision

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"fmt"
	"path"
	"slices"
	"strings"
	"time"

	"coldstart/model"
	"coldstart/model/rule"
	"coldstart/vault/disk"
	"coldstart/vault/ledger"
	"coldstart/vault/load"
	"coldstart/vault/places"
	"coldstart/vault/source"
	"coldstart/vault/source/journal"
	"coldstart/vault/source/memory"
	"coldstart/vault/source/plans"
	"coldstart/vault/source/traces"
	"coldstart/vault/text"
)

// History lists the decisions of this vault's ledger, newest first, with those that
// were undone and the undoing.
func (dc *Decider) History() ([]model.Past, error) {
	records, _, err := dc.ledger.Read()
	if err != nil {
		return nil, fmt.Errorf("listing the decisions: %w", err)
	}
	var all []model.Past
	for _, r := range slices.Backward(records) {
		all = append(all, r.Past())
	}
	return all, nil
}

// Undoable reports whether the decision with an id can be undone in the vault that s shows.
// It fails with model.ErrNotFound when the ledger does not have it.
func (dc *Decider) Undoable(id string, s model.Snapshot) (model.Undoable, error) {
	records, _, err := dc.ledger.Read()
	if err != nil {
		return model.Undoable{}, fmt.Errorf("looking for decision %s: %w", id, err)
	}
	for _, r := range records {
		if r.ID == id {
			e, err := dc.engineNow()
			return e.undoable(r, records, s), err
		}
	}
	return model.Undoable{}, fmt.Errorf("decision %s in your ledger: %w", id, model.ErrNotFound)
}

// mostUndoable is how many decisions are tried in search of one to undo.
const mostUndoable = 20

// lastUndoable finds the operator's newest decision that can be undone, with the newer ones
// that cannot. When there is none, or the newest is half done, it gives the newest one and
// why not; without a decision of this operator's own, another operator's.
func (e *Engine) lastUndoable(records []ledger.Record, s model.Snapshot) model.Undoable {
	var newer []model.Undoable
	var others model.Undoable
	for _, r := range slices.Backward(records) {
		fate := r.Past().Fate
		if r.Undoes != "" || fate != model.FateDone && fate != model.FateOpen {
			continue
		}
		if !r.By().Is(e.vault.Opts.By()) {
			if others.Past.ID == "" {
				others = e.undoable(r, records, s)
			}
			continue
		}
		u := e.undoable(r, records, s)
		if !u.Why.Given() {
			u.Newer = newer
			return u
		}
		newer = append(newer, u)
		if fate == model.FateOpen || len(newer) == mostUndoable {
			break
		}
	}
	if newer == nil {
		return others
	}
	return newer[0]
}

// undoable looks at what became of a decision and asks the rules.
func (e *Engine) undoable(r ledger.Record, records []ledger.Record, s model.Snapshot) model.Undoable {
	p := r.Past()
	u := model.Undoable{Past: p, On: undoOn(p, s)}
	var since rule.Since
	if p.Fate == model.FateDone {
		since = e.since(r, records, s)
	}
	if rule.IsDisplaced(s, r.ID) {
		// The agent wrote another step at its number: no reason to leave the approval there.
		since.Touched = ""
	}
	u.Why, u.Kind = rule.RefuseUndoPast(p, e.vault.Opts.By(), since)
	if k := yesOf(r, s); errors.Is(u.Kind, model.ErrConflict) && k.Left(s.At) > 0 {
		// The yes counts by the ledger, whatever became of its file.
		u.Why, u.Kind, u.Withdraws = model.Reason{}, nil, k
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

// since looks at what became of a decision's files.
func (e *Engine) since(r ledger.Record, records []ledger.Record, s model.Snapshot) rule.Since {
	if r.Tool != "" {
		return e.sinceAnswer(r)
	}
	var since rule.Since
	if r.Is(model.KindTranscript) || r.Is(model.KindProblem) {
		// A session that wrote since is back already, and an alarm does not change.
		return since
	}
	since.Ran = ranSince(r, s)
	choice := model.ParseChoice(r.Choice)
	changes := choice == model.ChoiceChanges && r.Is(model.KindRequest)
	switch main, held := r.Holding(); {
	case changes, choice == model.ChoiceAck:
		since.Standing = e.standsAs(r.Path, r.Seen)
		if changes && since.Standing == model.StandingSame {
			since.Sign = e.sign(r, records, s)
		}
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
	if r.Is(model.KindRequest) && !r.InFile() {
		since.Pending = e.pendingAs(r.Path, s)
	}
	if since.Standing == model.StandingSame && since.Carried == nil && since.Pending == "" && (r.Is(model.KindRequest) || r.Is(model.KindPlan)) {
		since.Sign = e.sign(r, records, s)
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

// ranSince is when the action that a decision approved was let through last, zero for never.
func ranSince(r ledger.Record, s model.Snapshot) time.Time {
	if k := yesOf(r, s); k != nil && len(k.Used) > 0 {
		return k.Used[len(k.Used)-1]
	}
	return time.Time{}
}

// yesOf is the action that a decision approved, nil for none.
func yesOf(r ledger.Record, s model.Snapshot) *model.HeldAction {
	i := slices.IndexFunc(s.Asks, func(k model.HeldAction) bool { return k.Request == r.Path && k.Seen.String() == r.Seen })
	if i < 0 || !r.Is(model.KindRequest) || model.ParseChoice(r.Choice) != model.ChoiceApprove {
		return nil
	}
	return &s.Asks[i]
}

// sinceAnswer is since for an answer to another program. It stands as long as nobody changed the
// file at all. A document that changed is the agent's reply to a wish for changes; anything else
// can be taken back all the same, since then the program only waits again.
func (e *Engine) sinceAnswer(r ledger.Record) (since rule.Since) {
	o, _ := r.Holding()
	since.Forgotten = !o.Back
	asked := model.ParseChoice(r.Choice) == model.ChoiceChanges
	switch standing := e.standsAs(o.Path, o.Next); {
	case standing == model.StandingGone:
		since.Sign = model.Reason{Code: model.BecausePickedUp, Name: o.Path}
	case asked && (standing != model.StandingSame || e.saysStill(o) != nil):
		since.Standing = model.StandingAltered
	case standing != model.StandingSame:
		since.Touched = o.Path
	}
	return since
}

// standing reports whether a file is known to be as an operation left it.
func (e *Engine) standing(o ledger.Operation) bool {
	there, err := e.stands(o)
	return there == disk.Present && err == nil
}

// standsAs compares a file with a hash.
func (e *Engine) standsAs(name, hash string) model.Standing {
	b, _, err := e.vault.Disk.ReadWhole(name, source.MaxDocument)
	switch {
	case errors.Is(err, disk.ErrNotRegular), err != nil && !e.vault.Disk.Exists(name):
		return model.StandingGone
	case err != nil, model.FingerprintOf(b).String() != hash:
		return model.StandingAltered
	}
	return model.StandingSame
}

// pendingAs returns a pending file with the name of a request. Names that differ only in case
// are one file on many systems.
func (e *Engine) pendingAs(name string, s model.Snapshot) string {
	if e.vault.Disk.Exists(name) {
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
func (dc *Decider) WithUndo(p load.Picture, err error) (model.Snapshot, error) {
	if err == nil {
		var e *Engine
		if e, err = dc.engineNow(); err == nil {
			p.Undo = e.lastUndoable(p.Records, p.Snapshot)
		}
	}
	return p.Snapshot, err
}

// engineNow is the engine for the vault's folders as they are now.
func (dc *Decider) engineNow() (*Engine, error) {
	l, err := dc.vault.Layout()
	if err != nil {
		err = disk.FileError("reading", dc.vault.Dir, err)
	}
	return dc.Engine(l), err
}

// prepareUndo reverses the operations of a decision. What the operator saw is the file or
// entry as the decision left it.
func (e *Engine) prepareUndo(ctx context.Context, d model.Decision, id string) (prepared, error) {
	picture, err := e.load.Screen(ctx, d.At, load.Want{}, false)
	if err != nil {
		return prepared{}, err
	}
	s, records := picture.Snapshot, picture.Records
	i := slices.IndexFunc(records, func(r ledger.Record) bool { return r.ID == d.Undoes.ID })
	if i < 0 {
		return prepared{}, refused(d, model.ErrNotFound, "your ledger has no decision %s", d.Undoes.ID)
	}
	r := records[i]
	u := e.undoable(r, records, s)
	switch {
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
	p.Record.Tool = r.Tool
	p.Record.Undoes, p.Record.Undid, p.Record.LastStep, p.Record.Undone = r.ID, r.Choice, true, &r
	if u.Withdraws != nil {
		err = e.withdraw(&p.Record, r)
	} else {
		err = e.reverse(&p.Record, r)
	}
	if err != nil {
		return prepared{}, refused(d, model.ErrConflict, "%v", err)
	}
	return p, nil
}

// withdraw returns an undo that takes back what is left of a yes: its file goes to the finished
// ones, as after the last use. One that agents moved or changed stays as it is.
func (e *Engine) withdraw(undo *ledger.Record, r ledger.Record) error {
	b, info, err := e.vault.Disk.Read(r.To, source.MaxDocument)
	if err != nil || !disk.HasHash(r.Sent)(b) {
		return nil
	}
	done := path.Join(e.layout.Main(places.FolderDone), path.Base(r.To))
	switch there, err := (disk.Place{Disk: e.vault.Disk, Name: done}).Is(disk.HasHash(r.Sent)); {
	case err != nil:
		return err
	case there == disk.Present:
		done = ""
	case e.vault.Disk.Exists(done):
		return nil
	}
	undo.To, undo.Withdrawn, undo.Sent = done, r.To, r.Sent
	if done != "" {
		undo.Ops = []ledger.Operation{{Do: ledger.OpCreate, Path: done, Of: r.To, Next: r.Sent, Mode: info.Mode().Perm(), After: b}}
	}
	undo.Ops = append(undo.Ops, ledger.Withdrawal(r.To, r.Sent, undo.ID)...)
	undo.Holds = len(undo.Ops) - 1
	return nil
}

// reverse gives an undo the reversed operations of a decision, last one first.
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
	if r.InFile() {
		undo.To, undo.Sent = r.Path, r.Seen
		return nil
	}
	// What was published is withdrawn, and what was decided on comes back.
	undo.Withdrawn, undo.Sent = r.To, r.Sent
	if undo.Ops[0].Do == ledger.OpCreate {
		undo.To = undo.Ops[0].Path
	}
	return nil
}

// reversed returns the operations that reverse one. It fails with model.ErrConflict where the
// file is not as the operation left it.
func (e *Engine) reversed(o ledger.Operation, r ledger.Record, id string) ([]ledger.Operation, error) {
	at, err := e.place(o)
	if err != nil {
		return nil, err
	}
	switch o.Do {
	case ledger.OpCreate:
		back := ledger.Withdrawal(o.Path, o.Next, id)
		if o.Of == "" {
			b, _, err := at.Disk.Read(at.Name, journal.MaxSize)
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
		b, info, err := e.vault.Disk.Read(r.To, source.MaxDocument)
		if err != nil {
			return nil, err
		}
		return []ledger.Operation{{Do: ledger.OpCreate, Path: o.Path, Of: r.To, Next: o.Was, Mode: cmp.Or(o.Mode, info.Mode().Perm()), After: b}}, nil
	}
	b, _, err := at.Disk.Read(at.Name, journal.MaxSize)
	if err != nil {
		return nil, err
	}
	splices, ok := ledger.Reverse(b, o.Parts)
	if !ok {
		return nil, disk.FileError("restoring", path.Base(at.Name), model.ErrConflict)
	}
	back := ledger.SpliceEdit(o.Path, b, splices)
	back.On = o.On
	if !e.readsAsBefore(r.Decision().Ref, back) {
		return nil, text.Wrong("the file")
	}
	return []ledger.Operation{back}, nil
}

// readsAsBefore reports whether a file without the decision reads as it should.
func (e *Engine) readsAsBefore(ref model.Ref, o ledger.Operation) bool {
	switch ref.Kind {
	case model.KindRequest:
		return asksAgain(ref, o.After)
	case model.KindProposal:
		s := memory.ReadSeed(ref.Path, o.After)
		p, ok := s.Memory.Proposal(ref)
		return s.Broken == nil && ok && p.Status == model.ProposalPending
	case model.KindResearch:
		_, err := journal.ReadConfig(o.After, e.vault.Opts.Zone)
		return err == nil
	case model.KindTrace:
		_, problems := traces.Read(ref.Path, o.After, e.vault.Opts.Zone)
		return len(problems) == 0
	case model.KindJournal:
		was, now := journal.Read(ref.Path, o.Before, e.vault.Opts.Zone), journal.Read(ref.Path, o.After, e.vault.Opts.Zone)
		return len(now.Entries)+1 == len(was.Entries)
	}
	return true
}

// besideBack removes what a decision put beside a request by a rule, and moves back what it took
// from there, but for a file that is written anew. One that somebody else wrote into stays.
func (e *Engine) besideBack(r ledger.Record, rule, anew string) (ops []ledger.Operation, notices []string, err error) {
	for _, o := range slices.Backward(r.Reversals(rule)) {
		if o.Path == anew {
			continue
		}
		b, err := e.remarks(o.Path)
		switch {
		case err != nil:
			return nil, notices, err
		case o.Do == ledger.OpRemove && b == nil:
			ops = append(ops, ledger.NewFile(o.Path, o.Kept, e.remarkMode(r.To, r.Withdrawn, r.Path)))
		case o.Do == ledger.OpRemove && !bytes.Equal(b, o.Kept):
			notices = append(notices, o.Path+" is there again with another text and stays unchanged")
		case o.Do == ledger.OpRemove:
		default:
			back, ok := e.besideWithout(o, b, r.ID)
			if ok {
				ops = append(ops, back)
			} else if b != nil {
				notices = append(notices, o.Path+" was changed since and stays unchanged")
			}
		}
	}
	return ops, notices, nil
}

// besideWithout reverses an operation on a note or a record, if it is as it was left.
func (e *Engine) besideWithout(o ledger.Operation, b []byte, id string) (ledger.Operation, bool) {
	if o.Do != ledger.OpCreate {
		splices, ok := ledger.Reverse(b, o.Parts)
		return ledger.SpliceEdit(o.Path, b, splices), ok && b != nil
	}
	gone := ledger.Operation{
		Do: ledger.OpRemove, Path: o.Path, To: besidePrivate(o.Path, id), Was: o.Next,
		Shown: &model.Change{Kind: model.ChangeRemove, Path: o.Path, Before: text.Lines(b)},
	}
	// A process may have been killed while it removed it.
	return gone, e.vault.Disk.Exists(gone.To) || b != nil && disk.HasHash(o.Next)(b)
}

// besidePrivate is where a note, or a record, waits for its removal.
func besidePrivate(name, id string) string {
	return disk.RetiredName(path.Dir(name), id+"-"+strings.TrimPrefix(path.Ext(name), "."))
}

// planBack gives a plan its former status, and adds a line to its log that says so.
// Everything else stays, with what the agent wrote since.
func (e *Engine) planBack(r ledger.Record, resumed bool) ([]ledger.Operation, []string, error) {
	b, plan, err := e.ownPlan(r.Plan)
	if plan == nil || err != nil {
		return nil, nil, err
	}
	if resumed {
		if written, err := e.hasLine(r, b); written || err != nil {
			return nil, nil, err
		}
	}
	line := r.PlanLine()
	var splices []text.Splice
	var notices []string
	for _, o := range r.Reversals(ledger.RulePlan) {
		ok := false
		if splices, ok = ledger.Reverse(b, o.Parts); !ok {
			notices = append(notices, r.Plan+": its status was changed since and stays unchanged")
		}
	}
	o := ledger.SpliceEdit(r.Plan, b, splices)
	logged, err := plans.AddLogLine(o.After, line)
	switch {
	case errors.Is(err, plans.ErrNoLog):
		notices = append(notices, r.Plan+": "+err.Error())
		logged = o.After
	case err != nil:
		return nil, nil, fmt.Errorf("%s: %w", r.Plan, err)
	default:
		o.Shown.After, o.Shown.LogLine = append(o.Shown.After, line), line
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
			o.Shown.Word, o.Shown.NewWord = was.Status.Word, now.Status.Word
			was.Status, was.BlockedReason = now.Status, now.BlockedReason
		}
	}); err != nil {
		return nil, notices, err
	}
	return []ledger.Operation{ledger.Edit(r.Plan, b, logged, nil, *o.Shown)}, notices, nil
}
