package load

import (
	"cmp"
	"path"
	"strings"
	"sync"

	"coldstart/model"
	"coldstart/vault/dialect"
	"coldstart/vault/disk"
	"coldstart/vault/places"
	"coldstart/vault/source"
)

// closeByCompanion ends the plans of other programs of which a file among finished work tells that
// they were carried out: a request that names the plan, a file named for it ("EXECUTED_x.md"), or
// a newer copy. A wrong end would hide work: what was made before the plan, names a step, or
// leaves in doubt which plan it means ends none, nor does anything end a plan that is asked about.
func closeByCompanion(reading *source.Reading, l places.Layout, s *model.Snapshot) {
	// Most vaults have nothing that could end a plan so.
	indexed := sync.OnceValue(func() PlanIndex { return IndexPlans(s.Plans, s.Requests) })
	for i := range s.Finished {
		r := &s.Finished[i]
		if !r.Reading.Tells {
			continue
		}
		at, index := r.Created, indexed()
		if !at.Known() {
			at.Time = r.DecidedAt
		}
		if p := index.executed(r); p != nil {
			index.close(p, r.Path, at)
		} else if p := index.answered(r); p != nil && p.Status.State != model.StateActive && !isHalfDone(p) {
			index.close(p, r.Path, at)
		}
	}
	closeBySource(reading.Disk, l, s, indexed)
	for i := range s.Plans {
		q := &s.Plans[i]
		if !q.Reading.Closed || !l.Contains(places.FolderDone, q.Path) {
			continue
		}
		if p := onlyOpen(indexed().byName[path.Base(q.Path)]); p != nil && q.Created.Known() && p.Created.Known() {
			indexed().close(p, q.Path, q.Created)
		}
	}
}

// closeBySource ends plans that state no status by what they were made from, once that lies in
// Done. Many file it there as soon as the plan is made, so a status counts more.
func closeBySource(d disk.Disk, l places.Layout, s *model.Snapshot, indexed func() PlanIndex) {
	var open []*model.Plan
	for i := range s.Plans {
		if p := &s.Plans[i]; !p.Older && p.Reading.Foreign && p.Reading.Status == model.BasisDerived {
			open = append(open, p)
		}
	}
	if len(open) == 0 {
		return
	}
	// What cannot be listed is reported with the plans that are looked for there.
	names, _ := places.Watched(d, l, places.FolderDone)
	done := map[string]string{}
	for _, name := range names {
		if !dialect.NamesPlan(name) {
			for _, known := range dialect.SourceNames(name) {
				done[known] = name
			}
		}
	}
	for _, p := range open {
		name := cmp.Or(done[p.Reading.Source], done[p.Reading.Stem])
		if name == "" {
			continue
		}
		if info, err := d.Lstat(name); err == nil {
			indexed().close(p, name, model.Stamp{Time: disk.ChangeTime(info)})
		}
	}
}

// executed returns the plan for which a finished file is named.
func (x PlanIndex) executed(r *model.Request) *model.Plan {
	stem := dialect.CarriedOut(r.Name)
	if stem == "" {
		return nil
	}
	return onlyOpen(x.byStem[stem])
}

// answered returns the plan that a finished request was about as a whole.
func (x PlanIndex) answered(r *model.Request) *model.Plan {
	switch said := x.mention[r.Name]; {
	case r.Step > 0 || r.StepText != "":
		return nil
	case r.PlanID != "" && r.Reading.Plan == model.BasisDeclared:
		plan, _ := x.Named(r.PlanID)
		return x.byPath[plan]
	case len(said) == 1 && len(said[0].Reading.Mentions) == 1:
		return said[0]
	}
	if p := onlyOpen(x.byStem[r.Reading.Stem]); p != nil && p.Created.Known() && r.Created.Known() {
		return p
	}
	return nil
}

// close ends a plan by a file that is not older.
func (x PlanIndex) close(p *model.Plan, companion string, at model.Stamp) {
	switch {
	case p.Own(), p.Reading.Tool != "", p.Reading.Closed, p.Status.State == model.StateDone, x.asking[p.Path]:
	case len(p.AskedSteps) > 0, len(p.Grants) > 0, isOlder(at, p.Created):
	default:
		p.Status.State, p.Reading.Status, p.Reading.Companion = model.StateDone, model.BasisCompanion, companion
	}
}

// onlyOpen returns the one plan that is not in a folder for finished work, nil for none or several.
func onlyOpen(plans []*model.Plan) *model.Plan {
	var only *model.Plan
	for _, p := range plans {
		switch {
		case p.Reading.Closed:
		case only != nil:
			return nil
		default:
			only = p
		}
	}
	return only
}

// isHalfDone reports whether some steps are ticked and some are not.
func isHalfDone(p *model.Plan) bool {
	done, total := p.Progress()
	return done > 0 && done < total
}

// isOlder reports whether a time is before another one. A date alone is not before its day.
func isOlder(a, b model.Stamp) bool {
	if a.Time.IsZero() || !b.Known() || !a.Time.Before(b.Time) {
		return false
	}
	alone := a.Raw != "" && !strings.Contains(a.Raw, ":") || !strings.Contains(b.Raw, ":")
	return !alone || a.Time.Format("2006-01-02") != b.Time.Format("2006-01-02")
}
