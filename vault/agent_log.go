package vault

import (
	"context"
	"fmt"
	"slices"
	"time"

	"coldstart/model"
	"coldstart/vault/dialect"
	"coldstart/vault/disk"
	"coldstart/vault/places"
	"coldstart/vault/source"
	"coldstart/vault/source/plans"
	"coldstart/vault/text"
)

// agentActor is the name that the agents' own lines carry in a plan's reasoning log.
const agentActor = "Agent"

// LogReasoning adds the line "- [UTC] Agent: what — why" to the reasoning log of the
// plan that path names, in the reference program's shape, and gives the line. It fails
// with model.ErrNotFound, with model.ErrNotAllowed for a plan that is in another
// notation, closed or without a log, with model.ErrReadOnly and model.ErrLocked.
func (v *Vault) LogReasoning(ctx context.Context, path, what, why string, at time.Time) (line string, err error) {
	err = v.agentWork(ctx, "adding to the log of "+path, at, func(l places.Layout, s model.Snapshot) error {
		plan, ok := s.Plan(path)
		switch {
		case !ok:
			return notDone(model.ErrNotFound, "adding to the log of %s: there is no such plan", path)
		case plan.Reading.Foreign:
			return notDone(model.ErrNotAllowed, "adding to the log of %s: it is in another notation than the agents' own, which is only read", path)
		case v.where.Opts.Places.Folders.Closed(path):
			return notDone(model.ErrNotAllowed, "adding to the log of %s: it lies among what is done", path)
		case model.OneLine(what) == "":
			return notDone(model.ErrNotAllowed, "adding to the log of %s: it is not said what was done", path)
		}
		line = agentLine(what, why, at)
		if name := tiesRequest(s, plan, line, v.where.Opts.Places.Folders); name != "" {
			return notDone(model.ErrNotAllowed, "adding to the log of %s: a line that has the path of %s would make that request this plan's; name it without its folder", path, name)
		}
		return v.engine(l).agentEdit(at, func() (operation, error) { return v.agentLogEdit(path, line) })
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

func (v *Vault) agentLogEdit(name, line string) (operation, error) {
	b, _, err := v.where.Disk.ReadWhole(name, source.MaxDocument)
	if err != nil {
		return operation{}, disk.FileError("reading", name, err)
	}
	next, err := plans.AddLogLine(b, line)
	if err == nil {
		err = plans.SamePlan(b, next, true, func(_, _ *model.Plan) {})
	}
	if err == nil {
		now, _ := plans.ReadOwnPlan(name, next, v.where.Opts.Zone)
		if last := now.Log[len(now.Log)-1]; last.Actor != agentActor {
			err = fmt.Errorf("%w: the line would not read as the agent's", text.ErrEdit)
		}
	}
	if err != nil {
		return operation{}, notDone(model.ErrNotAllowed, "adding to the log of %s: %v", name, err)
	}
	return edited(name, b, next, nil, model.Change{Kind: model.ChangeAppend, After: []string{line}}), nil
}
