package session

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"slices"
	"time"

	"coldstart/model"
	"coldstart/vault/decision"
	"coldstart/vault/dialect"
	"coldstart/vault/disk"
	"coldstart/vault/ledger"
	"coldstart/vault/load"
	"coldstart/vault/places"
	"coldstart/vault/source"
	"coldstart/vault/source/journal"
	"coldstart/vault/source/plans"
	"coldstart/vault/text"
)

// WriteEntry writes an agent's entry into a journal and gives its id. The text is what
// an operator's entry would be; it is no decision and cannot be undone with one. It
// fails with model.ErrNotAllowed when the draft or the journal does not allow it, with
// model.ErrNotFound, model.ErrReadOnly and model.ErrLocked.
func (r *Recorder) WriteEntry(ctx context.Context, ref model.Ref, d model.Draft, at time.Time) (id string, err error) {
	d.Repair = false
	err = r.agentWork(ctx, "writing an entry into "+ref.Path, at, func(l places.Layout, s model.Snapshot) error {
		if reason := model.RefuseAgent(d.Agent); reason.Given() || d.Agent == "" {
			return notDone(model.ErrNotAllowed, "writing an entry into %s: the entry of an agent needs its name; %w", ref.Path, reason)
		}
		e := r.decide.Engine(l)
		return e.AgentEdit(at, func() (ledger.Operation, error) {
			seen, err := r.seenNow(ref)
			if err != nil {
				return ledger.Operation{}, err
			}
			p, err := e.PrepareEntry(model.Decision{
				Ref: ref, Choice: model.ChoiceEntry, Seen: seen, At: at, Note: model.OneLine(d.Title), Entry: d,
			}, disk.NewID(at))
			if err != nil {
				return ledger.Operation{}, err
			}
			id = p.Record.Item
			return p.Record.Ops[0], nil
		})
	})
	return id, err
}

// seenNow is the hash of a journal as it is; one that is not there yet has the hash of
// no bytes.
func (r *Recorder) seenNow(ref model.Ref) (model.Fingerprint, error) {
	if ref.Kind != model.KindJournal || !journal.InProblem(r.where, ref.Path) {
		return model.Fingerprint{}, notDone(model.ErrNotFound, "writing an entry into %s: there is no such research problem", ref.Path)
	}
	b, _, err := r.where.Disk.ReadWhole(ref.Path, load.LimitOf(ref.Kind))
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return model.Fingerprint{}, disk.FileError("reading", ref.Path, err)
	}
	return model.FingerprintOf(b), nil
}

// agentActor is the name that the agents' own lines carry in a plan's reasoning log.
const agentActor = "Agent"

// LogReasoning adds the line "- [UTC] Agent: what — why" to the reasoning log of the
// plan that path names, in the reference program's shape, and gives the line. It fails
// with model.ErrNotFound, with model.ErrNotAllowed for a plan that is in another
// notation, closed or without a log, with model.ErrReadOnly and model.ErrLocked.
func (r *Recorder) LogReasoning(ctx context.Context, path, what, why string, at time.Time) (line string, err error) {
	err = r.agentWork(ctx, "adding to the log of "+path, at, func(l places.Layout, s model.Snapshot) error {
		plan, ok := s.Plan(path)
		switch {
		case !ok:
			return notDone(model.ErrNotFound, "adding to the log of %s: there is no such plan", path)
		case plan.Reading.Foreign:
			return notDone(model.ErrNotAllowed, "adding to the log of %s: it is in another notation than the agents' own, which is only read", path)
		case r.where.Opts.Places.Folders.Closed(path):
			return notDone(model.ErrNotAllowed, "adding to the log of %s: it lies among what is done", path)
		case model.OneLine(what) == "":
			return notDone(model.ErrNotAllowed, "adding to the log of %s: it is not said what was done", path)
		}
		line = agentLine(what, why, at)
		if name := tiesRequest(s, plan, line, r.where.Opts.Places.Folders); name != "" {
			return notDone(model.ErrNotAllowed, "adding to the log of %s: a line that has the path of %s would make that request this plan's; name it without its folder", path, name)
		}
		return r.decide.Engine(l).AgentEdit(at, func() (ledger.Operation, error) { return r.agentLogEdit(path, line) })
	})
	return line, err
}

// agentLine cannot be taken for a line of the operator, whatever the texts are: they
// stand behind the name, on the same line.
func agentLine(what, why string, at time.Time) string {
	line := fmt.Sprintf("- [%s] %s: %s", model.FormatUTC(at), agentActor, model.OneLine(what))
	if why = model.OneLine(why); why != "" {
		line += " — " + why
	}
	return line
}

// tiesRequest names a request that a line would make a request of the plan, "" when it
// names none by its path but the plan's own. What a plan speaks of by its path belongs to
// it, and an approval of that would count as one of the plan's next step.
func tiesRequest(s model.Snapshot, plan model.Plan, line string, in *dialect.Folders) string {
	for _, name := range places.Mentions([]byte(line), in) {
		own := func(r model.Request) bool { return r.Name == name && r.Plan == plan.Path }
		if !slices.ContainsFunc(s.Requests, own) && !slices.ContainsFunc(s.Decided, own) {
			return name
		}
	}
	return ""
}

func (r *Recorder) agentLogEdit(name, line string) (ledger.Operation, error) {
	b, _, err := r.where.Disk.ReadWhole(name, source.MaxDocument)
	if err != nil {
		return ledger.Operation{}, disk.FileError("reading", name, err)
	}
	next, err := plans.AddLogLine(b, line)
	if err == nil {
		err = plans.SamePlan(b, next, true, func(_, _ *model.Plan) {})
	}
	if err == nil {
		now, _ := plans.ReadOwnPlan(name, next, r.where.Opts.Zone)
		if last := now.Log[len(now.Log)-1]; last.Actor != agentActor {
			err = fmt.Errorf("%w: the line would not read as the agent's", text.ErrEdit)
		}
	}
	if err != nil {
		return ledger.Operation{}, notDone(model.ErrNotAllowed, "adding to the log of %s: %v", name, err)
	}
	return ledger.Edited(name, b, next, nil, model.Change{Kind: model.ChangeAppend, After: []string{line}}), nil
}

// agentWork does one thing for an agent: a line in a plan's log (agent_log.go), an
// entry in a journal (agent_entry.go) or a pending request (agent_request.go). None of
// them is a decision: nothing of it goes through Decide or into the operator's ledger,
// and none writes where decided requests lie.
//
// It runs under the lock, on the vault as it is then. What an operator's process left
// half done is not finished here; that is the operator's to see.
func (r *Recorder) agentWork(ctx context.Context, doing string, at time.Time, work func(l places.Layout, s model.Snapshot) error) error {
	if err := r.where.Here(); err != nil {
		return err
	}
	l, err := r.where.Layout()
	if err != nil {
		return disk.FileError("reading", r.where.Dir, err)
	}
	if reason := r.load.ReadOnlyReason(l); reason != "" {
		return fmt.Errorf("%s: %w: %s", doing, model.ErrReadOnly, reason)
	}
	held, err := r.state.Lock(ctx)
	if err != nil {
		return err
	}
	defer held.Release()
	s, _, err := r.load.All(ctx, at)
	if err != nil {
		return err
	}
	return work(l, s)
}

// notDone refuses what an agent asked for.
func notDone(kind error, format string, args ...any) error {
	return &decision.Refusal{Text: fmt.Errorf(format, args...), Kind: kind}
}
