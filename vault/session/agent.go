package session

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"path"
	"slices"
	"strings"
	"time"

	"coldstart/model"
	"coldstart/model/research"
	"coldstart/model/rule"
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

// WriteEntry writes an agent's entry into a journal, as an operator's entry would be, and
// gives its id. It fails with model.ErrNotAllowed when the draft or the journal does not
// allow it, with model.ErrNotFound, model.ErrReadOnly and model.ErrLocked.
func (r *Recorder) WriteEntry(ctx context.Context, ref model.Ref, d model.Draft, at time.Time) (id string, err error) {
	d.Repair = false
	err = r.agentWork(ctx, "writing an entry into "+ref.Path, at, func(l places.Layout, s model.Snapshot) error {
		if reason := model.RefuseAgent(d.Agent); reason.Given() || d.Agent == "" {
			return notDone(model.ErrNotAllowed, "writing an entry into %s: an agent's entry needs the agent's name; %w", ref.Path, reason)
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

// seenNow is the hash of a journal, or of no bytes when there is none yet.
func (r *Recorder) seenNow(ref model.Ref) (model.Fingerprint, error) {
	if ref.Kind != model.KindJournal || !journal.InProblem(r.vault, ref.Path) {
		return model.Fingerprint{}, notDone(model.ErrNotFound, "writing an entry into %s: there is no such research problem", ref.Path)
	}
	b, _, err := r.vault.Disk.ReadWhole(ref.Path, load.LimitOf(ref.Kind))
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return model.Fingerprint{}, disk.FileError("reading", ref.Path, err)
	}
	return model.FingerprintOf(b), nil
}

// agentActor is the actor of agents' lines in a plan's reasoning log.
const agentActor = "Agent"

// LogReasoning adds the line "- [UTC] Agent: what — why" to the reasoning log of a plan, and
// gives it. It fails with model.ErrNotFound, with model.ErrNotAllowed for a plan in another
// notation, a closed one or one without a log, with model.ErrReadOnly and model.ErrLocked.
func (r *Recorder) LogReasoning(ctx context.Context, path, what, why string, at time.Time) (line string, err error) {
	err = r.agentWork(ctx, "adding to the log of "+path, at, func(l places.Layout, s model.Snapshot) error {
		plan, ok := s.Plan(path)
		switch {
		case !ok:
			return notDone(model.ErrNotFound, "adding to the log of %s: there is no such plan", path)
		case plan.Reading.Foreign:
			return notDone(model.ErrNotAllowed, "adding to the log of %s: its notation is not the agents' own, and coldstart only reads it", path)
		case r.vault.Opts.Places.Folders.Closed(path):
			return notDone(model.ErrNotAllowed, "adding to the log of %s: it is among the finished files", path)
		case model.OneLine(what) == "":
			return notDone(model.ErrNotAllowed, "adding to the log of %s: describe the work", path)
		}
		line = agentLine(what, why, at)
		if name := tiesRequest(s, plan, line, r.vault.Opts.Places.Folders); name != "" {
			return notDone(model.ErrNotAllowed, "adding to the log of %s: a line with the path of %s would tie that request to this plan; name it without its folder", path, name)
		}
		return r.decide.Engine(l).AgentEdit(at, func() (ledger.Operation, error) { return r.agentLogEdit(path, line) })
	})
	return line, err
}

// agentLine cannot be mistaken for the operator's: the texts stand behind the name on one
// line.
func agentLine(what, why string, at time.Time) string {
	line := fmt.Sprintf("- [%s] %s: %s", model.FormatUTC(at), agentActor, model.OneLine(what))
	if why = model.OneLine(why); why != "" {
		line += " — " + why
	}
	return line
}

// tiesRequest names a request that a line would link to the plan, "" when there is none. A
// request that a plan mentions by its path is its own, and the approval of another one would
// count for the plan's next step.
func tiesRequest(s model.Snapshot, plan model.Plan, line string, in *dialect.Folders) string {
	for _, name := range plans.Mentions([]byte(line), in) {
		own := func(r model.Request) bool { return r.Name == name && r.Plan == plan.Path }
		if !slices.ContainsFunc(s.Requests, own) && !slices.ContainsFunc(s.Decided, own) {
			return name
		}
	}
	return ""
}

func (r *Recorder) agentLogEdit(name, line string) (ledger.Operation, error) {
	b, _, err := r.vault.Disk.ReadWhole(name, source.MaxDocument)
	if err != nil {
		return ledger.Operation{}, disk.FileError("reading", name, err)
	}
	next, err := plans.AddLogLine(b, line)
	if err == nil {
		err = plans.SamePlan(b, next, true, func(_, _ *model.Plan) {})
	}
	if err == nil {
		now, _ := plans.ReadOwnPlan(name, next, r.vault.Opts.Zone)
		if last := now.Log[len(now.Log)-1]; last.Actor != agentActor {
			err = fmt.Errorf("%w: the line would not read as the agent's", text.ErrEdit)
		}
	}
	if err != nil {
		return ledger.Operation{}, notDone(model.ErrNotAllowed, "adding to the log of %s: %v", name, err)
	}
	return ledger.Edit(name, b, next, nil, model.Change{Kind: model.ChangeAppend, After: []string{line}}), nil
}

// agentWork does one thing for an agent under the lock: a line in a plan's log, an entry in a
// journal, or a pending request. Nothing of it is in the ledger or among the decided
// requests. What an operator's process left half done is not finished here, since it is the
// operator's to see.
func (r *Recorder) agentWork(ctx context.Context, doing string, at time.Time, work func(l places.Layout, s model.Snapshot) error) error {
	if err := r.vault.Here(); err != nil {
		return err
	}
	l, err := r.vault.Layout()
	if err != nil {
		return disk.FileError("reading", r.vault.Dir, err)
	}
	if l.Unchosen {
		return fmt.Errorf("%s: %w", doing, model.ErrNoVault)
	}
	if reason := r.load.ReadOnlyReason(l); reason != "" {
		return fmt.Errorf("%s: %w: %s", doing, model.ErrReadOnly, reason)
	}
	held, err := r.state.Lock(ctx)
	if err != nil {
		return err
	}
	defer held.Release()
	// What is still in the way is met again.
	_ = r.decide.Engine(l).TidyWorks()
	s, err := r.load.Screen(ctx, at, load.Want{}, false)
	if err != nil {
		return err
	}
	return work(l, s.Snapshot)
}

// notDone refuses what an agent asked for.
func notDone(kind error, format string, args ...any) error {
	return &decision.Refusal{Text: fmt.Errorf(format, args...), Kind: kind}
}

// mostStepText is how many bytes of a step's text go into a request. A longer one would be a
// doubt.
const mostStepText = 900

// DraftRequest writes a request in the agents' own schema into the pending folder, under a
// name that no request has or had. It fails with model.ErrNotAllowed where the request
// could not be approved as it is, with model.ErrNotFound, with model.ErrConflict when the
// same one waits already, with model.ErrReadOnly and model.ErrLocked.
func (r *Recorder) DraftRequest(ctx context.Context, d model.RequestDraft, at time.Time) (out model.Drafted, err error) {
	if reason := research.RefuseRequestDraft(d); reason.Given() {
		return out, notDone(model.ErrNotAllowed, "drafting a request: %w", reason)
	}
	var title string
	err = r.agentWork(ctx, "drafting a request", at, func(l places.Layout, s model.Snapshot) error {
		plan, step, err := stepAsked(s, d)
		if err != nil {
			return err
		}
		for _, q := range s.Requests {
			if q.Plan == plan.Path && q.Step == d.Step && q.Action == d.Action && q.Target == d.Target {
				return notDone(model.ErrConflict, "drafting a request: the same one is already pending: %s", q.Path)
			}
		}
		b, _, err := r.vault.Disk.ReadWhole(plan.Path, source.MaxDocument)
		if err != nil {
			return disk.FileError("reading", plan.Path, err)
		}
		body := askingText(plans.PlanIDText(b, plan.ID), plan, step, d, at)
		e := r.decide.Engine(l)
		return e.AgentEdit(at, func() (ledger.Operation, error) {
			q, err := r.weighDraft(ctx, r.draftName(l, d, at), body, d, plan, at)
			title = q.Title()
			out = model.Drafted{Path: q.Path, PlanID: plan.ID, Step: d.Step, Doubts: q.Doubts, Seen: q.Seen}
			return ledger.NewFile(q.Path, body, disk.DefaultMode), err
		})
	})
	if err != nil {
		return model.Drafted{}, err
	}
	// The request waits, whether or not it is remembered once it is gone.
	_ = r.state.KeepDraft(out.Path, title, out.Seen, at)
	return out, nil
}

// stepAsked finds the plan and the step of a draft.
func stepAsked(s model.Snapshot, d model.RequestDraft) (plan model.Plan, step model.Step, err error) {
	var found []model.Plan
	for _, p := range s.Plans {
		if p.Path == d.Plan || p.SameID(d.Plan) {
			found = append(found, p)
		}
	}
	if len(found) != 1 {
		kind := model.ErrNotFound
		if len(found) > 1 {
			kind = model.ErrNotAllowed
		}
		return plan, step, notDone(kind, "drafting a request: %d plans are called %s", len(found), model.OneLine(d.Plan))
	}
	plan = found[0]
	i := slices.IndexFunc(plan.Steps, func(step model.Step) bool { return step.Number == d.Step })
	if i < 0 {
		return plan, step, notDone(model.ErrNotFound, "drafting a request: plan %s has no step %d", plan.ID, d.Step)
	}
	return plan, plan.Steps[i], nil
}

// askingText writes the fields of the reference program's requests in its order. No field
// has "---", where that program would end the front matter. Fields that are decided on are
// in single quotes, since escapes would be a doubt.
func askingText(planID string, plan model.Plan, step model.Step, d model.RequestDraft, at time.Time) []byte {
	what := strings.ReplaceAll(shortText(model.OneLine(step.Text), mostStepText), "---", "—")
	var out strings.Builder
	fmt.Fprintf(&out, "---\naction_type: %s\ncreated_date: '%s'\nplan_id: %s\nrationale: %s\nstatus: pending\n",
		d.Action, model.FormatUTC(at), planID, text.QuoteYAML(model.OneLine(d.Rationale)))
	fmt.Fprintf(&out, "step_description: %s\nstep_id: %d\ntarget_recipient: %s\n---\n\n", text.QuoteOnce(what), step.Number, text.QuoteOnce(d.Target))
	fmt.Fprintf(&out, "# Approval Request\n\nStep %d of plan %s: %s\n", step.Number, model.OneLine(plan.ID), what)
	details := strings.NewReplacer("\r\n", "\n", "\r", "\n").Replace(d.Details)
	if details = strings.Trim(details, "\n"); strings.TrimSpace(details) != "" {
		out.WriteString("\n## Details\n\n" + details + "\n")
	}
	return []byte(out.String())
}

// shortText cuts a text to some bytes, between two characters.
func shortText(text string, most int) string {
	if len(text) <= most {
		return text
	}
	return strings.TrimSpace(strings.ToValidUTF8(text[:most], "")) + "…"
}

// draftName is a name in the reference program's pattern that no request has or had, so that
// an agent that looks for it finds this one.
func (r *Recorder) draftName(l places.Layout, d model.RequestDraft, at time.Time) string {
	stem := strings.ReplaceAll(model.FormatUTC(at), ":", "-") + "_" + d.Action
	if words := plans.SlugOf(d.Target); words != "" {
		stem += "_" + words
	}
	for n := 1; ; n++ {
		name := stem + ".md"
		if n > 1 {
			name = fmt.Sprintf("%s-%d.md", stem, n)
		}
		if !r.nameUsed(l, name) {
			return path.Join(l.Main(places.FolderPending), name)
		}
	}
}

func (r *Recorder) nameUsed(l places.Layout, name string) bool {
	for _, f := range []places.Folder{places.FolderPending, places.FolderApproved, places.FolderRejected, places.FolderDone, places.FolderInProgress} {
		if r.decide.Engine(l).TakenBy(f, name) != "" {
			return true
		}
	}
	return slices.ContainsFunc(l.Dirs[places.FolderDone], func(dir string) bool { return r.vault.Disk.Exists(path.Join(dir, "Actions", name)) })
}

// weighDraft reads the request as the operator and the agents will, and refuses one that
// reads differently or would raise doubts.
func (r *Recorder) weighDraft(ctx context.Context, name string, body []byte, d model.RequestDraft, plan model.Plan, at time.Time) (model.Request, error) {
	fm, err := text.ReadFront(body)
	q, problems := plans.ReadOwnRequest(name, body, fm, err, r.vault.Opts.Zone)
	same := q.Action == d.Action && q.Target == d.Target && q.PlanID == plan.ID && q.Step == d.Step &&
		q.Rationale == model.OneLine(d.Rationale) && q.Status == "pending"
	if len(problems) > 0 || !same {
		return q, notDone(model.ErrNotAllowed, "drafting a request: it cannot be written in a way that reads back the same")
	}
	// Whether another request for the step was meant is for the operator to weigh, as whether the same was
	// approved before.
	s, err := r.load.Deciding(ctx, at, load.Want{Draft: &q})
	if err != nil {
		return q, err
	}
	q, _ = s.Request(name)
	if rule.Doubtful(q) {
		heavy := append(rule.Weighed(q, model.WeightBlock), rule.Weighed(q, model.WeightAsk)...)
		return q, notDone(model.ErrNotAllowed, "drafting a request: a person could not simply approve it: %s", heavy[0].What)
	}
	return q, nil
}
