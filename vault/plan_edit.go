package vault

import (
	"bytes"
	"context"
	"fmt"
	"path"
	"slices"

	"coldstart/model"
	"coldstart/vault/source"
	"coldstart/vault/source/plans"
	"coldstart/vault/text"
)

// planEdit records the decision in the plan it is about: a line in the reasoning
// log and, when an approval leaves nothing to wait for, the status. A plan that
// has the line already is left alone when an interrupted decision is resumed,
// since its status may have changed since for another reason.
func (v *Vault) planEdit(p prepared) (edit, error) {
	r := p.record
	if r.Plan == "" {
		var e edit
		if r.PlanID != "" {
			e.notices = []string{fmt.Sprintf("no plan was changed: %q is not the id of exactly one plan", r.PlanID)}
		}
		return e, nil
	}
	b, _, err := v.where.Disk.Read(r.Plan, source.MaxDocument)
	if err != nil {
		return edit{}, err
	}
	plan, problems := plans.ReadPlan(v.where.Opts.Places.Folders, r.Plan, b, v.where.Opts.Zone)
	if plan == nil {
		return edit{}, fmt.Errorf("%s: %s", r.Plan, problems[0].Reason)
	}
	if plan.Reading.Foreign {
		// What is understood by a dialect is read only; the request moves all the same.
		return edit{}, nil
	}
	line := r.decision().LogLine(r.Step, r.subject())
	if p.resumed && slices.Contains(text.Lines(b), line) {
		return edit{}, nil
	}
	activate := false
	if r.Choice == model.ChoiceApprove.String() && plan.Status.State == model.StateBlocked && !p.layout.Places.Folders.Closed(r.Plan) {
		waits, err := v.waitsForMore(p, *plan)
		if err != nil {
			return edit{}, err
		}
		activate = !waits
	}
	next, change, notices, err := plans.EditPlan(b, line, activate)
	if err != nil {
		return edit{}, fmt.Errorf("%s: %w", r.Plan, err)
	}
	for i := range notices {
		notices[i] = r.Plan + ": " + notices[i]
	}
	if bytes.Equal(next, b) {
		return edit{notices: notices}, nil
	}
	change.Path, change.Was = r.Plan, model.FingerprintOf(b)
	return edit{name: r.Plan, was: b, next: next, change: change, notices: notices, back: freedRegions(b, next)}, nil
}

// subject names in a log line what was decided when the operator gave no reason.
func (r record) subject() string {
	if r.Kind == model.KindPlan.String() && r.To != "" {
		return path.Base(r.To)
	}
	return path.Base(r.Path)
}

// waitsForMore reports whether a pending request other than the decided one names
// the plan.
func (v *Vault) waitsForMore(p prepared, plan model.Plan) (bool, error) {
	var s model.Snapshot
	if err := v.readKind(context.Background(), plans.Requests, p.layout, &s); err != nil {
		return false, err
	}
	for _, r := range s.Requests {
		decided := r.Path == p.record.Path && r.Seen.String() == p.record.Seen
		if !decided && calls(r.PlanID, plan) {
			return true, nil
		}
	}
	return false, nil
}
