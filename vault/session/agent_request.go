package session

import (
	"context"
	"fmt"
	"path"
	"slices"
	"strings"
	"time"

	"coldstart/model"
	"coldstart/vault/disk"
	"coldstart/vault/ledger"
	"coldstart/vault/load"
	"coldstart/vault/places"
	"coldstart/vault/source"
	"coldstart/vault/source/plans"
	"coldstart/vault/text"
)

// mostStepText is how many bytes of a step's text go into a request: longer ones make
// a person doubt.
const mostStepText = 900

// DraftRequest writes a request of the agents' own schema into the folder of pending
// ones, under a name that no request has or had. It waits there for a person. It fails
// with model.ErrNotAllowed where the request could not be approved as it is, with
// model.ErrNotFound, with model.ErrConflict when the same one waits already, with
// model.ErrReadOnly and model.ErrLocked.
func (v *Recorder) DraftRequest(ctx context.Context, d model.RequestDraft, at time.Time) (out model.Drafted, err error) {
	if reason := d.Refuse(); reason.Given() {
		return out, notDone(model.ErrNotAllowed, "drafting a request: %w", reason)
	}
	err = v.agentWork(ctx, "drafting a request", at, func(l places.Layout, s model.Snapshot) error {
		plan, step, err := stepAsked(s, d)
		if err != nil {
			return err
		}
		for _, r := range s.Requests {
			if r.Plan == plan.Path && r.Step == d.Step && r.Action == d.Action && r.Target == d.Target {
				return notDone(model.ErrConflict, "drafting a request: the same one waits already: %s", r.Path)
			}
		}
		b, _, err := v.where.Disk.ReadWhole(plan.Path, source.MaxDocument)
		if err != nil {
			return disk.FileError("reading", plan.Path, err)
		}
		body := askingText(plans.PlanIDText(b, plan.ID), plan, step, d, at)
		e := v.decide.Engine(l)
		return e.AgentEdit(at, func() (ledger.Operation, error) {
			r, err := v.weighDraft(l, s, v.draftName(l, d, at), body, d, plan)
			out = model.Drafted{Path: r.Path, PlanID: plan.ID, Step: d.Step, Doubts: r.Doubts, Seen: r.Seen}
			return ledger.NewFile(r.Path, body, disk.DefaultMode), err
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
	return slices.ContainsFunc(l.Dirs[places.FolderDone], func(dir string) bool { return r.where.Disk.Exists(path.Join(dir, "Actions", name)) })
}

// weighDraft reads the request as the operator and the agents will, and refuses one
// that they would read otherwise, or that would take more than a look to approve.
func (v *Recorder) weighDraft(l places.Layout, s model.Snapshot, name string, body []byte, d model.RequestDraft, plan model.Plan) (model.Request, error) {
	fm, err := text.ReadFront(body)
	r, problems := plans.ReadOwnRequest(name, body, fm, err, v.where.Opts.Zone)
	same := r.Action == d.Action && r.Target == d.Target && r.PlanID == plan.ID && r.Step == d.Step &&
		r.Rationale == model.OneLine(d.Rationale) && r.Status == "pending"
	if len(problems) > 0 || !same {
		return r, notDone(model.ErrNotAllowed, "drafting a request: what was given cannot be written so that it reads the same")
	}
	s.Requests = append(slices.Clone(s.Requests), r)
	s.Plans, s.Decided = slices.Clone(s.Plans), slices.Clone(s.Decided)
	load.Link(&s)
	v.load.MarkTwins(l, &s)
	s.WeighRequests()
	r = s.Requests[len(s.Requests)-1]
	if r.Doubtful() {
		heavy := append(r.Weighed(model.WeightBlock), r.Weighed(model.WeightAsk)...)
		return r, notDone(model.ErrNotAllowed, "drafting a request: a person could not simply approve it: %s", heavy[0].What)
	}
	return r, nil
}
