package decision

import (
	"context"
	"errors"
	"io/fs"
	"path"
	"slices"
	"strconv"
	"time"

	"coldstart/model"
	"coldstart/model/rule"
	"coldstart/vault/dialect"
	"coldstart/vault/disk"
	"coldstart/vault/gate"
	"coldstart/vault/ledger"
	"coldstart/vault/load"
	"coldstart/vault/places"
	"coldstart/vault/signature"
	"coldstart/vault/source"
	"coldstart/vault/source/plans"
	"coldstart/vault/text"
)

// prepared is a decision that the rules allow, ready to be carried out.
type prepared struct {
	Record ledger.Record
	// commit is what the operator wants committed with it, nil for nothing; called is what its subject
	// names, "" for the file.
	commit *commit
	called string
	// mustType is the word that the operator has to type, empty for most decisions, and
	// whyType all that asks for it.
	mustType string
	whyType  []model.Reason
	// touches is the plan that deciding on a request or a plan touches.
	touches model.Foreseen
	// toSign is the record of a decision that has to be signed, nil for none.
	toSign []byte
}

// does makes one operation the decision.
func (p *prepared) does(o ledger.Operation) {
	p.Record.Ops, p.Record.Holds = []ledger.Operation{o}, 1
}

// publishes makes a new file the decision.
func (p *prepared) publishes(b []byte, mode fs.FileMode, to string) {
	p.Record.To, p.Record.Sent = to, model.FingerprintOf(b).String()
	p.Record.Ops, p.Record.Holds = p.Record.Publication()
	o := &p.Record.Ops[0]
	o.Publishes = true
	for i := range p.Record.Ops[1:] {
		// An undo gives the request its permissions back.
		p.Record.Ops[i+1].Mode = mode
	}
	if o.After, o.Mode = b, mode; o.Of == "" {
		o.Shown = &model.Change{Kind: model.ChangeCreate, Path: to, After: text.Lines(b)}
	}
}

// prepare reads what the decision is about, and fails when it is not what the operator saw
// or the rules forbid the decision. It writes nothing.
func (e *Engine) prepare(ctx context.Context, d model.Decision, id string) (prepared, error) {
	var p prepared
	var err error
	switch a := load.AnswersTo(d.Ref); {
	case d.Choice == model.ChoiceUndo:
		p, err = e.prepareUndo(ctx, d, id)
	case a != nil:
		p, err = e.prepareAnswer(d, id, a)
	default:
		p, err = e.prepareKind(ctx, d, id)
	}
	if err != nil {
		return p, err
	}
	for _, o := range p.Record.Ops {
		if why := guarded(e.protected(o)); why != nil {
			return prepared{}, refused(d, model.ErrNotAllowed, "%s: %v", o.Path, why)
		}
	}
	if d.Ref.Kind == model.KindRequest && d.Choice == model.ChoiceChanges && p.Record.Tool == "" {
		if err := e.holdsByNote(&p); err != nil {
			return prepared{}, refused(d, kindOf(err), "%w", err)
		}
	}
	if err := e.signs(d, &p); err != nil {
		return prepared{}, err
	}
	p.Record.AddRules()
	if p.Record, err = e.planned(p.Record); err != nil {
		return prepared{}, refused(d, model.ErrNotAllowed, "its plan %s cannot be changed: %w; make that file writable first", p.Record.Plan, guarded(err))
	}
	if d.Commit {
		p.commit = e.newCommit(p, d)
	}
	return p, nil
}

// holdsByNote makes the note the decision: a wish for changes is nothing else. Where the
// note has the very line already, the decision holds once it is written down.
func (e *Engine) holdsByNote(p *prepared) error {
	ops, err := e.note(p.Record)
	if err != nil || len(ops) == 0 {
		return err
	}
	o := ops[0]
	// An undo reverses it by the rule of notes.
	o.Back, o.What, o.Text = false, ledger.RuleFiles[ledger.RuleNote], remarkLine(p.Record)
	p.does(o)
	return e.protected(o)
}

// kindOf returns the kind of refusal for a file that cannot be written.
func kindOf(err error) error {
	if errors.Is(err, model.ErrConflict) {
		return model.ErrConflict
	}
	return model.ErrNotAllowed
}

func (e *Engine) prepareKind(ctx context.Context, d model.Decision, id string) (prepared, error) {
	switch {
	case d.Ref.Kind == model.KindRequest && d.Choice == model.ChoiceAck:
		return e.prepareKnown(ctx, d, id)
	case d.Ref.Kind == model.KindSession:
		return e.prepareSession(d, id)
	case d.Ref.Kind == model.KindTranscript, d.Ref.Kind == model.KindProblem:
		return e.prepareKnowing(d, id)
	case d.Ref.Kind == model.KindProposal:
		return e.prepareProposal(d, id)
	case d.Ref.Kind == model.KindJournal:
		return e.PrepareEntry(d, id)
	case d.Ref.Kind == model.KindResearch:
		return e.prepareSwitch(d, id)
	}
	picture, err := e.load.Deciding(ctx, d.At, load.Want{File: d.Ref.Path})
	if err != nil {
		return prepared{}, err
	}
	s := picture.Snapshot
	b, info, err := e.seenBytes(d, picture.Wanted)
	if err != nil {
		return prepared{}, err
	}
	if d.Ref.Kind == model.KindTrace {
		p := prepared{Record: e.newRecord(d, id)}
		err := e.prepareTrace(&p, d, b)
		return p, err
	}
	p, err := e.follows(s, d, id, b, info.Mode().Perm())
	if err == nil {
		p.Record.Around, p.touches = e.marks(p.Record), rule.ForeseeOne(s, d.Ref, d.Choice)
	}
	return p, err
}

// follows says what a decision on a request or a plan means in a picture: why it is refused, or what it does
// with the bytes that were seen. Of the disk it only asks which names are taken.
func (e *Engine) follows(s model.Snapshot, d model.Decision, id string, b []byte, mode fs.FileMode) (prepared, error) {
	if reason := rule.Refuse(s, d.Ref, d.Choice); reason.Given() {
		return prepared{}, refused(d, model.ErrNotAllowed, "%w", reason)
	}
	if err := planKnown(s, d); err != nil {
		return prepared{}, err
	}
	p := prepared{Record: e.newRecord(d, id)}
	var err error
	switch d.Ref.Kind {
	case model.KindRequest:
		err = e.prepareRequest(&p, s, d, b, mode)
	case model.KindPlan:
		err = e.preparePlan(&p, s, d, b, mode)
	default:
		err = refused(d, model.ErrNotAllowed, "there is nothing to decide")
	}
	return p, err
}

// planKnown refuses a yes to a request whose plan may be among those that were left out.
func planKnown(s model.Snapshot, d model.Decision) error {
	q, _ := s.Request(d.Ref.Path)
	if q.PlanID != "" && q.Plan == "" && d.Choice == model.ChoiceApprove && s.HasLeftOut(model.Plans) {
		return refused(d, model.ErrNotAllowed, "its plan %s was not found: %s", q.PlanID, s.LeftOut[0])
	}
	return nil
}

// newRecord is the ledger's line for a decision, as far as all kinds share it.
func (e *Engine) newRecord(d model.Decision, id string) ledger.Record {
	how := ""
	if d.How != model.HowUnknown {
		how = d.How.String()
	}
	by := e.vault.Opts.By()
	return ledger.Record{
		How: how, Under: d.Under, ID: id, Phase: ledger.PhasePlanned, At: d.At.UTC(), Choice: d.Choice.String(),
		Operator: by.Name, Account: by.Account,
		Kind: d.Ref.Kind.String(), Path: d.Ref.Path, Seen: d.Seen.String(), Note: model.OneLine(d.Note),
		Times: d.Scope.Times, ForSession: d.Scope.Session, ForSeconds: int64(d.Scope.For / time.Second), Pattern: d.Scope.Pattern,
	}
}

// seenBytes returns the file as the picture understood it, or reads what no source of a decision reads. It fails unless
// those are the bytes that the operator saw.
func (e *Engine) seenBytes(d model.Decision, wanted *source.Text) ([]byte, fs.FileInfo, error) {
	if !fs.ValidPath(d.Ref.Path) {
		return nil, nil, refused(d, model.ErrNotFound, "it is not a path in this vault")
	}
	if wanted == nil {
		b, info, err := e.bytesNow(d, disk.Place{Disk: e.vault.Disk, Name: d.Ref.Path})
		if err != nil {
			return nil, nil, err
		}
		wanted = &source.Text{B: b, Info: info}
	}
	if now := model.FingerprintOf(wanted.B); now != d.Seen {
		return nil, nil, changed(d, now)
	}
	return wanted.B, wanted.Info, nil
}

// bytesNow reads the file that a decision is about.
func (e *Engine) bytesNow(d model.Decision, at disk.Place) ([]byte, fs.FileInfo, error) {
	b, info, err := at.Disk.ReadWholeText(at.Name, load.LimitOf(d.Ref.Kind))
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return nil, nil, e.gone(d)
	case errors.Is(err, disk.ErrNotRegular), errors.Is(err, disk.ErrTooLarge), errors.Is(err, disk.ErrNoText):
		return nil, nil, refused(d, model.ErrNotAllowed, "%v", err)
	case errors.Is(err, model.ErrConflict):
		return nil, nil, refused(d, model.ErrConflict, "it is being changed right now")
	case err != nil:
		return nil, nil, disk.FileError(d.Choice.Doing(), d.Ref.Path, err)
	}
	return b, info, nil
}

// changed refuses a decision on what is not as the operator saw it.
func changed(d model.Decision, now model.Fingerprint) error {
	return refused(d, model.ErrConflict, "it changed since it was seen: %s was seen, %s is there now", d.Seen.Short(), now.Short())
}

// gone says what became of a missing file, as far as the decided folders show.
func (e *Engine) gone(d model.Decision) error {
	if d.Ref.Kind == model.KindRequest {
		for _, c := range []model.Choice{model.ChoiceApprove, model.ChoiceReject} {
			if name := e.decidedAs(c, path.Base(d.Ref.Path)); name != "" {
				return refused(d, model.ErrConflict, "%w", model.Moved{Choice: c, To: name})
			}
		}
	}
	return refused(d, model.ErrNotFound, "it is no longer there")
}

// decidedAs returns the path of a file of this name anywhere below the folders of a choice, "" when there is
// none.
func (e *Engine) decidedAs(c model.Choice, name string) string {
	f, _ := destination(c)
	// What cannot be listed is among the problems of the vault.
	below, _ := places.Watched(e.vault.Disk, e.layout, f)
	i := slices.IndexFunc(below, func(file string) bool { return model.NameKey(path.Base(file)) == model.NameKey(name) })
	if i >= 0 {
		return below[i]
	}
	return e.TakenBy(f, name)
}

// TakenBy returns the path of a file of this name in the folders of one meaning, "" when
// there is none. Case and the ways to write accents are ignored, as on many systems.
func (e *Engine) TakenBy(f places.Folder, name string) string {
	return e.takenIn(e.layout.Dirs[f], name)
}

func (e *Engine) takenIn(dirs []string, name string) string {
	key := model.NameKey(name)
	for _, dir := range dirs {
		if e.vault.Disk.Exists(path.Join(dir, name)) {
			return path.Join(dir, name)
		}
		// A folder that cannot be listed is met again when the file is published.
		entries, _ := disk.ReadDir(e.vault.Disk.Root, dir)
		for _, e := range entries {
			if model.NameKey(e.Name()) == key {
				return path.Join(dir, e.Name())
			}
		}
	}
	return ""
}

// destination returns the folder that a choice sends a file to.
func destination(c model.Choice) (f places.Folder, sends bool) {
	switch c {
	case model.ChoiceApprove:
		return places.FolderApproved, true
	case model.ChoiceReject:
		return places.FolderRejected, true
	}
	return places.FolderNone, false
}

// requireTyping makes an approval depend on the word that doubts want typed, and records them.
func (p *prepared) requireTyping(s model.Snapshot, d model.Decision, doubts []model.Doubt) {
	if d.Choice != model.ChoiceApprove {
		return
	}
	p.mustType, p.whyType = rule.MustType(s, d.Ref, d.Choice)
	for _, doubt := range doubts {
		if doubt.Weight == model.WeightAsk {
			p.Record.Despite = append(p.Record.Despite, doubt.String())
		}
	}
}

// prepareRequest decides on a request, by the very bytes that were seen.
func (e *Engine) prepareRequest(p *prepared, s model.Snapshot, d model.Decision, b []byte, mode fs.FileMode) error {
	r, _ := s.Request(d.Ref.Path)
	if why := r.RefuseScope(d.Choice, d.Scope, e.vault.Opts.GateFits); why != "" {
		return refused(d, model.ErrNotAllowed, "%s", why)
	}
	if o := e.vault.Opts; r.Ask != nil && d.Choice == model.ChoiceApprove && o.GateSigners != "" && o.Sign.Key == "" {
		return refused(d, model.ErrNotAllowed, "the gate requires a signed approval (gate-signers in the settings), and the settings name no key to sign with")
	}
	p.Record.PlanID, p.Record.Step, p.Record.Action, p.Record.Target = r.PlanID, r.Step, r.Action, r.Target
	p.requireTyping(s, d, r.Doubts)
	if r.PlanID != "" {
		p.Record.Plan, _ = load.IndexPlans(s.Plans, s.Requests).Named(r.PlanID)
	}
	if plan, _ := s.Plan(p.Record.Plan); d.Choice == model.ChoiceApprove && r.PlanID != "" && r.Step > 0 {
		p.Record.Approves(plan, rule.Means(r, plan))
	}
	f, sends := destination(d.Choice)
	if sends {
		p.Record.Beside = rule.DecidedOtherwise(r, d.Choice, s.Decided)
		switch to := load.PlaceOf(e.vault.Disk, e.layout, r, d.Choice); {
		case to.InFile:
			return e.answersInFile(p, d, b)
		case to.Exact:
			p.publishes(b, mode, path.Join(to.Dir, to.Name))
		default:
			p.publishes(b, mode, path.Join(to.Dir, e.freeName(f, to)))
		}
	}
	return nil
}

// answersInFile makes the change of the request's status the decision. The file stays, since its program
// looks for the answer there.
func (e *Engine) answersInFile(p *prepared, d model.Decision, b []byte) error {
	s, err := dialect.AnswerInFile(e.vault.Opts.Places.Folders, d.Ref.Path, b, d.Choice)
	if err != nil {
		return refused(d, model.ErrNotAllowed, "%w", err)
	}
	o := ledger.SpliceEdit(d.Ref.Path, b, []text.Splice{s})
	o.Shown.Word, o.Shown.NewWord = string(b[s.From:s.To]), s.Text
	p.does(o)
	p.Record.To, p.Record.Sent = d.Ref.Path, o.Next
	return nil
}

// freeName is the name under which a request is published: its own, by which its agent
// finds it. Where the folder has that name, the new file gets a number: to agents that take
// every unknown name, a renamed old file would be one more thing to carry out.
func (e *Engine) freeName(f places.Folder, at load.Place) string {
	taken := e.takenIn([]string{at.Dir}, at.Name)
	if at.Dir == e.layout.Main(f) {
		taken = e.TakenBy(f, at.Name)
	}
	if taken == "" {
		return at.Name
	}
	return e.numbered(at.Name, signature.Again, at.Dir)
}

// numbered adds a word and the first number from 2 on that was never decided, and is free in a folder.
func (e *Engine) numbered(name, word, dir string) string {
	for n := 2; ; n++ {
		next := disk.BesideName(name, word+strconv.Itoa(n))
		if e.TakenBy(places.FolderApproved, next) == "" && e.TakenBy(places.FolderRejected, next) == "" && e.takenIn([]string{dir}, next) == "" {
			return next
		}
	}
}

// preparePlan decides on a blocked plan that waits without a request. What it publishes is
// a record of the decision in the agents' own form.
func (e *Engine) preparePlan(p *prepared, s model.Snapshot, d model.Decision, b []byte, mode fs.FileMode) error {
	plan, _ := s.Plan(d.Ref.Path)
	step, _ := rule.WaitingStep(plan)
	p.Record.Plan, p.Record.PlanID, p.Record.Step = plan.Path, plan.ID, step.Number
	if all := rule.DisplacedPlan(plan); d.Choice == model.ChoiceAck && len(all) > 0 {
		p.Record.About = all[0].About()
	}
	p.requireTyping(s, d, plan.Doubts)
	f, sends := destination(d.Choice)
	if !sends {
		return nil
	}
	if d.Choice == model.ChoiceApprove {
		p.Record.Approves(plan, step)
	}
	name := plans.StepRecordName(plan, step, d.At)
	if e.TakenBy(places.FolderApproved, name) != "" || e.TakenBy(places.FolderRejected, name) != "" {
		name = e.numbered(name, "", e.layout.Main(f))
	}
	p.publishes(plans.StepRecord(b, plan, step, d), mode, path.Join(e.layout.Main(f), name))
	return nil
}

// prepareKnown acknowledges an approved file that was changed since, or that a log says
// failed. It changes no file of the agents.
func (e *Engine) prepareKnown(ctx context.Context, d model.Decision, id string) (prepared, error) {
	s, err := e.load.Deciding(ctx, d.At, load.Want{File: d.Ref.Path})
	if err != nil {
		return prepared{}, err
	}
	if _, _, err := e.seenBytes(d, s.Wanted); err != nil {
		return prepared{}, err
	}
	if reason := rule.Refuse(s.Snapshot, d.Ref, d.Choice); reason.Given() {
		return prepared{}, refused(d, model.ErrNotAllowed, "%w", reason)
	}
	p := prepared{Record: e.newRecord(d, id)}
	if r, _ := s.RequestAnywhere(d.Ref.Path); r.Failed() {
		p.Record.About = r.Carried.Line()
	}
	return p, nil
}

// prepareKnowing acknowledges what is in no file of the vault.
func (e *Engine) prepareKnowing(d model.Decision, id string) (prepared, error) {
	if d.Ref.Kind == model.KindProblem {
		return e.prepareAlarm(d, id)
	}
	return e.prepareTranscript(d, id)
}

// prepareTranscript acknowledges how a session ended that an agent's program wrote down. Nothing
// is written but the ledger.
func (e *Engine) prepareTranscript(d model.Decision, id string) (prepared, error) {
	t, err := e.load.Transcript(d.Ref)
	switch {
	case errors.Is(err, model.ErrNotFound):
		return prepared{}, e.gone(d)
	case err != nil:
		return prepared{}, err
	case t.Seen != d.Seen:
		return prepared{}, refused(d, model.ErrConflict, "session %s has written since it was seen", t.ShortID())
	}
	records, _, err := e.ledger.Read()
	if err != nil {
		return prepared{}, err
	}
	s := model.Snapshot{At: d.At, Transcripts: []model.Transcript{t}}
	load.RememberAcks(records, s.Transcripts)
	switch reason := rule.Refuse(s, d.Ref, d.Choice); {
	case reason.Code == model.BecauseSessionKnown:
		return prepared{}, refused(d, model.ErrConflict, "%w", reason)
	case reason.Given():
		return prepared{}, refused(d, model.ErrNotAllowed, "%w", reason)
	}
	p := prepared{Record: e.newRecord(d, id)}
	p.Record.About = t.ID
	return p, nil
}

// prepareAlarm acknowledges an alarm of the gate. Nothing is written but the ledger.
func (e *Engine) prepareAlarm(d model.Decision, id string) (prepared, error) {
	alarms, err := gate.New(e.vault, e.ledger).Alarms(d.At)
	if err != nil {
		return prepared{}, err
	}
	i := slices.IndexFunc(alarms, func(a model.Alarm) bool { return a.Problem().Ref() == d.Ref })
	switch {
	case d.Choice != model.ChoiceAck:
		return prepared{}, refused(d, model.ErrNotAllowed, "an alarm can only be acknowledged")
	case i < 0:
		return prepared{}, e.gone(d)
	case alarms[i].Seen != d.Seen:
		return prepared{}, changed(d, alarms[i].Seen)
	case !alarms[i].Acked.IsZero():
		return prepared{}, refused(d, model.ErrConflict, "you know of it already")
	}
	p := prepared{Record: e.newRecord(d, id)}
	p.Record.Item, p.Record.About = d.Ref.Item, alarms[i].ID
	return p, nil
}
