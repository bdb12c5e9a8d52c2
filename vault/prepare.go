package vault

import (
	"context"
	"errors"
	"io/fs"
	"path"
	"strconv"
	"strings"

	"coldstart/model"
	"coldstart/vault/disk"
	"coldstart/vault/places"
	"coldstart/vault/source"
	"coldstart/vault/source/plans"
)

// prepared is a decision that the rules allow, with everything that is needed to
// carry it out.
type prepared struct {
	record record
	layout places.Layout
	// send is what becomes a new file at record.To, mode its permissions.
	send []byte
	mode fs.FileMode
	// main is the one edit that makes a decision which publishes nothing; its text is
	// record.Added. It is empty for a decision that an earlier process made.
	main edit
	// commit is what the operator wants committed with it, nil for nothing.
	commit *seedCommit
	// mustType is what the operator has to have typed, empty for most decisions, and
	// whyType the reason.
	mustType, whyType string
	// resumed is true when an earlier process began to carry it out.
	resumed bool
	// back is what an undo takes back beside its main edit.
	back []restore
}

// prepare reads what the decision is about as it is now, and fails when it is not
// what the operator saw or when the rules forbid the decision. It writes nothing.
func (v *Vault) prepare(ctx context.Context, d model.Decision, id string) (prepared, error) {
	p, err := v.prepareKind(ctx, d, id)
	if err == nil {
		err = v.protected(p.main)
	}
	if p.main.name != "" {
		if kept, ok := restoreOf(p.main); ok {
			p.record.Back = []restore{kept}
		}
	}
	if errors.Is(err, disk.ErrProtected) {
		return prepared{}, refused(d, model.ErrNotAllowed, "%s: %v", p.main.name, err)
	}
	return p, err
}

func (v *Vault) prepareKind(ctx context.Context, d model.Decision, id string) (prepared, error) {
	l, err := v.where.Layout()
	if err != nil {
		return prepared{}, disk.FileError("reading", v.where.Dir, err)
	}
	switch {
	case d.Choice == model.ChoiceUndo:
		return v.prepareUndo(ctx, d, id, l)
	case d.Ref.Kind == model.KindRequest && d.Choice == model.ChoiceAck:
		return v.prepareKnown(ctx, d, id, l)
	case d.Ref.Kind == model.KindSession:
		return v.prepareSession(d, id, l)
	case d.Ref.Kind == model.KindProposal:
		return v.prepareProposal(d, id, l)
	case d.Ref.Kind == model.KindJournal:
		return v.prepareEntry(d, id, l)
	case d.Ref.Kind == model.KindResearch:
		return v.prepareSwitch(d, id, l)
	}
	s := model.Snapshot{At: d.At}
	for _, r := range []source.Source{plans.Plans, plans.Requests, plans.Elsewhere, plans.Intake, plans.Decided} {
		if err := v.readKind(ctx, r, l, &s); err != nil {
			return prepared{}, err
		}
	}
	records, _, err := v.readLedger()
	if err != nil {
		return prepared{}, err
	}
	foldVersions(s.Plans)
	remember(standing(records), &s)
	link(&s)
	v.markTwins(l, &s)
	s.WeighRequests()
	b, info, err := v.seenBytes(d, l)
	if err != nil {
		return prepared{}, err
	}
	p := prepared{layout: l, mode: info.Mode().Perm(), record: v.newRecord(d, id)}
	if d.Ref.Kind == model.KindTrace {
		err := v.prepareTrace(&p, d, b)
		return p, err
	}
	if reason := s.Refuse(d.Ref, d.Choice); reason != "" {
		return prepared{}, refused(d, model.ErrNotAllowed, "%s", reason)
	}
	switch d.Ref.Kind {
	case model.KindRequest:
		err = v.prepareRequest(&p, s, d, b)
	case model.KindPlan:
		err = v.preparePlan(&p, d, b)
	default:
		err = refused(d, model.ErrNotAllowed, "there is nothing to decide")
	}
	return p, err
}

// newRecord is the ledger's line for a decision, as far as every kind has it.
func (v *Vault) newRecord(d model.Decision, id string) record {
	return record{
		ID: id, Phase: phaseIntent, At: d.At.UTC(), Operator: v.where.Opts.Operator, Choice: d.Choice.String(),
		Kind: d.Ref.Kind.String(), Path: d.Ref.Path, Seen: d.Seen.String(), Note: model.OneLine(d.Note),
	}
}

// seenBytes reads the file and insists on the bytes that the operator saw.
func (v *Vault) seenBytes(d model.Decision, l places.Layout) ([]byte, fs.FileInfo, error) {
	if !fs.ValidPath(d.Ref.Path) {
		return nil, nil, refused(d, model.ErrNotFound, "it is not a path in this vault")
	}
	b, info, err := v.bytesNow(d, disk.Place{Disk: v.where.Disk, Name: d.Ref.Path}, l)
	if err != nil {
		return nil, nil, err
	}
	if now := model.FingerprintOf(b); now != d.Seen {
		return nil, nil, changed(d, now)
	}
	return b, info, nil
}

// bytesNow reads the file that a decision is about, whatever is in it.
func (v *Vault) bytesNow(d model.Decision, at disk.Place, l places.Layout) ([]byte, fs.FileInfo, error) {
	b, info, err := at.Disk.ReadWhole(at.Name, limitOf(d.Ref.Kind))
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return nil, nil, v.gone(d, l)
	case errors.Is(err, disk.ErrNotRegular), errors.Is(err, disk.ErrTooLarge):
		return nil, nil, refused(d, model.ErrNotAllowed, "%v", err)
	case errors.Is(err, model.ErrConflict):
		return nil, nil, refused(d, model.ErrConflict, "it is being changed right now")
	case err != nil:
		return nil, nil, disk.FileError(d.Choice.Doing(), d.Ref.Path, err)
	}
	return b, info, nil
}

// changed refuses a decision on something that is not what the operator saw.
func changed(d model.Decision, now model.Fingerprint) error {
	return refused(d, model.ErrConflict, "it changed since it was seen: %s was seen, %s is there now", d.Seen.Short(), now.Short())
}

// gone says what became of a file that is not there any more, as far as the
// decided folders tell.
func (v *Vault) gone(d model.Decision, l places.Layout) error {
	if d.Ref.Kind == model.KindRequest {
		if name := v.takenBy(l, places.FolderApproved, path.Base(d.Ref.Path)); name != "" {
			return refused(d, model.ErrConflict, "already approved: it lies in %s", name)
		}
		if name := v.takenBy(l, places.FolderRejected, path.Base(d.Ref.Path)); name != "" {
			return refused(d, model.ErrConflict, "already rejected: it lies in %s", name)
		}
	}
	return refused(d, model.ErrNotFound, "it is not there any more")
}

// takenBy gives the path of a file of this name in the folders of one meaning, ""
// when there is none. Names that differ in case only are the same file on many
// systems, so they count.
func (v *Vault) takenBy(l places.Layout, f places.Folder, name string) string {
	for _, dir := range l.Dirs[f] {
		if v.where.Disk.Exists(path.Join(dir, name)) {
			return path.Join(dir, name)
		}
		// A folder that cannot be listed is met again when the file is sent there.
		entries, _ := disk.ReadDir(v.where.Disk.Root, dir)
		for _, e := range entries {
			if strings.EqualFold(e.Name(), name) {
				return path.Join(dir, e.Name())
			}
		}
	}
	return ""
}

// destination gives the folder that a choice sends a file to.
func destination(c model.Choice) (f places.Folder, sends bool) {
	switch c {
	case model.ChoiceApprove:
		return places.FolderApproved, true
	case model.ChoiceReject:
		return places.FolderRejected, true
	}
	return places.FolderNone, false
}

// prepareRequest takes the facts from the very bytes that were seen.
func (v *Vault) prepareRequest(p *prepared, s model.Snapshot, d model.Decision, b []byte) error {
	r, ok := s.Request(d.Ref.Path)
	if now := r.Seen; !ok || now != d.Seen {
		return changed(d, now)
	}
	p.record.PlanID, p.record.Step = r.PlanID, r.Step
	if d.Choice == model.ChoiceApprove {
		p.mustType, p.whyType = r.MustType(d.At), r.WhyType(d.At)
		for _, doubt := range r.Weighed(model.WeightAsk) {
			p.record.Despite = append(p.record.Despite, doubt.String())
		}
	}
	if r.PlanID != "" {
		p.record.Plan, _ = indexPlans(s.Plans, s.Requests).named(r.PlanID)
	}
	f, sends := destination(d.Choice)
	if !sends {
		return nil
	}
	p.send = b
	p.record.Sent = p.record.Seen
	p.record.To = path.Join(p.layout.Main(f), v.freeName(p.layout, f, r.Name))
	return nil
}

// freeName is the name under which a request is published: its own, under which its
// agent looks for it, also when an earlier request of that name was decided the other
// way. Where the folder has it, that file stays as it is, also in its name: to an agent
// that takes every name it does not know, an old file under a new name is one more
// thing to carry out. The new one is numbered then.
func (v *Vault) freeName(l places.Layout, f places.Folder, name string) string {
	if v.takenBy(l, f, name) == "" {
		return name
	}
	return v.numbered(l, name, "again-")
}

// numbered puts a word and a number behind a name: the first, from 2 on, that was never
// decided.
func (v *Vault) numbered(l places.Layout, name, word string) string {
	for n := 2; ; n++ {
		next := disk.BesideName(name, word+strconv.Itoa(n))
		if v.takenBy(l, places.FolderApproved, next) == "" && v.takenBy(l, places.FolderRejected, next) == "" {
			return next
		}
	}
}

// preparePlan decides on a blocked plan that waits without a request. Where the
// decision sends a file, that is a record of it in the agents' own form.
func (v *Vault) preparePlan(p *prepared, d model.Decision, b []byte) error {
	plan, problems := plans.ReadPlan(v.where.Opts.Places.Folders, d.Ref.Path, b, v.where.Opts.Zone)
	if plan == nil {
		return refused(d, model.ErrNotAllowed, "%s", problems[0].Reason)
	}
	step, _ := plan.WaitingStep()
	p.record.Plan, p.record.PlanID, p.record.Step = plan.Path, plan.ID, step.Number
	f, sends := destination(d.Choice)
	if !sends {
		return nil
	}
	p.send = stepRecord(b, *plan, step, p.record)
	p.record.Sent = model.FingerprintOf(p.send).String()
	name := stepRecordName(*plan, step, p.record)
	if v.takenBy(p.layout, places.FolderApproved, name) != "" || v.takenBy(p.layout, places.FolderRejected, name) != "" {
		name = v.numbered(p.layout, name, "")
	}
	p.record.To = path.Join(p.layout.Main(f), name)
	return nil
}
