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
	if ref.Kind != model.KindJournal || !journal.InProblem(r.vault, ref.Path) {
		return model.Fingerprint{}, notDone(model.ErrNotFound, "writing an entry into %s: there is no such research problem", ref.Path)
	}
	b, _, err := r.vault.Disk.ReadWhole(ref.Path, load.LimitOf(ref.Kind))
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
		case r.vault.Opts.Places.Folders.Closed(path):
			return notDone(model.ErrNotAllowed, "adding to the log of %s: it lies among what is done", path)
		case model.OneLine(what) == "":
			return notDone(model.ErrNotAllowed, "adding to the log of %s: it is not said what was done", path)
		}
		line = agentLine(what, why, at)
		if name := tiesRequest(s, plan, line, r.vault.Opts.Places.Folders); name != "" {
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

// agentWork does one thing for an agent: a line in a plan's log (agent_log.go), an
// entry in a journal (agent_entry.go) or a pending request (agent_request.go). None of
// them is a decision: nothing of it goes through Decide or into the operator's ledger,
// and none writes where decided requests lie.
//
// It runs under the lock, on the vault as it is then. What an operator's process left
// half done is not finished here; that is the operator's to see.
func (r *Recorder) agentWork(ctx context.Context, doing string, at time.Time, work func(l places.Layout, s model.Snapshot) error) error {
	if err := r.vault.Here(); err != nil {
		return err
	}
	l, err := r.vault.Layout()
	if err != nil {
		return disk.FileError("reading", r.vault.Dir, err)
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

// mostStepText is how many bytes of a step's text go into a request: longer ones make
// a person doubt.
const mostStepText = 900

// DraftRequest writes a request of the agents' own schema into the folder of pending
// ones, under a name that no request has or had. It waits there for a person. It fails
// with model.ErrNotAllowed where the request could not be approved as it is, with
// model.ErrNotFound, with model.ErrConflict when the same one waits already, with
// model.ErrReadOnly and model.ErrLocked.
func (r *Recorder) DraftRequest(ctx context.Context, d model.RequestDraft, at time.Time) (out model.Drafted, err error) {
	if reason := d.Refuse(); reason.Given() {
		return out, notDone(model.ErrNotAllowed, "drafting a request: %w", reason)
	}
	err = r.agentWork(ctx, "drafting a request", at, func(l places.Layout, s model.Snapshot) error {
		plan, step, err := stepAsked(s, d)
		if err != nil {
			return err
		}
		for _, q := range s.Requests {
			if q.Plan == plan.Path && q.Step == d.Step && q.Action == d.Action && q.Target == d.Target {
				return notDone(model.ErrConflict, "drafting a request: the same one waits already: %s", q.Path)
			}
		}
		b, _, err := r.vault.Disk.ReadWhole(plan.Path, source.MaxDocument)
		if err != nil {
			return disk.FileError("reading", plan.Path, err)
		}
		body := askingText(plans.PlanIDText(b, plan.ID), plan, step, d, at)
		e := r.decide.Engine(l)
		return e.AgentEdit(at, func() (ledger.Operation, error) {
			q, err := r.weighDraft(l, s, r.draftName(l, d, at), body, d, plan)
			out = model.Drafted{Path: q.Path, PlanID: plan.ID, Step: d.Step, Doubts: q.Doubts, Seen: q.Seen}
			return ledger.NewFile(q.Path, body, disk.DefaultMode), err
		})
	})
	if err != nil {
		return model.Drafted{}, err
	}
	return out, nil
}

// stepAsked finds the one plan and step that a draft is about.
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

// askingText writes the fields of the reference program's requests in its order. It
// cuts front matter at the first two "---" wherever they stand, and a person doubts a
// field of the decision that is written with escapes; so those are in single quotes,
// which have none.
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

// draftName is a name in the reference program's pattern under which no request waits,
// was decided or was carried out: an agent that looks for it finds this one.
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

// weighDraft reads the request as the operator and the agents will, and refuses one
// that they would read otherwise, or that would take more than a look to approve.
func (r *Recorder) weighDraft(l places.Layout, s model.Snapshot, name string, body []byte, d model.RequestDraft, plan model.Plan) (model.Request, error) {
	fm, err := text.ReadFront(body)
	q, problems := plans.ReadOwnRequest(name, body, fm, err, r.vault.Opts.Zone)
	same := q.Action == d.Action && q.Target == d.Target && q.PlanID == plan.ID && q.Step == d.Step &&
		q.Rationale == model.OneLine(d.Rationale) && q.Status == "pending"
	if len(problems) > 0 || !same {
		return q, notDone(model.ErrNotAllowed, "drafting a request: what was given cannot be written so that it reads the same")
	}
	s.Requests = append(slices.Clone(s.Requests), q)
	s.Plans, s.Decided = slices.Clone(s.Plans), slices.Clone(s.Decided)
	load.Link(&s)
	r.load.MarkTwins(l, &s)
	s.WeighRequests()
	q = s.Requests[len(s.Requests)-1]
	if q.Doubtful() {
		heavy := append(q.Weighed(model.WeightBlock), q.Weighed(model.WeightAsk)...)
		return q, notDone(model.ErrNotAllowed, "drafting a request: a person could not simply approve it: %s", heavy[0].What)
	}
	return q, nil
}
