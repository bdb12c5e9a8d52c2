package vault

import (
	"slices"

	"coldstart/model"
	"coldstart/vault/dialect"
	"coldstart/vault/disk"
	"coldstart/vault/places"
	"coldstart/vault/source"
	"coldstart/vault/source/plans"
	"coldstart/vault/text"
)

// plansIn finds the files in the folders of some meanings that are called as plans
// are. Other files there are not opened: finished work is most of a vault.
func plansIn(folders ...places.Folder) func(disk.Disk, places.Layout) ([]string, []model.Problem) {
	all := source.Below(places.PlanEndings, folders...)
	return func(d disk.Disk, l places.Layout) (names []string, problems []model.Problem) {
		found, problems := all(d, l)
		for _, name := range found {
			if dialect.NamesPlan(name) {
				names = append(names, name)
			}
		}
		return names, problems
	}
}

// otherFiles finds the files among the plans that have an ending of no plan.
func otherFiles(d disk.Disk, l places.Layout) ([]string, []model.Problem) {
	// What cannot be listed here is told by the reader of plans.
	all, _ := places.Watched(d, l, places.FolderPlans)
	return slices.DeleteFunc(all, func(name string) bool { return places.HasEnding(name, places.PlanEndings) }), nil
}

// addUnopened lists a file by its name alone.
func addUnopened(l *source.Reading, name string, s *model.Snapshot) error {
	info, err := l.Disk.Root.Lstat(name)
	if err != nil {
		return disk.FileError("reading", name, err)
	}
	s.Others = append(s.Others, model.Other{
		Path: name, Kind: dialect.KindUnknown.String(), Why: "plans are Markdown files; it was not opened", Size: info.Size(),
	})
	return nil
}

// ownPlanOf gives a plan in the agents' own schema. Its folder can overrule its own
// words: what lies among finished work is done.
func ownPlanOf(f source.File) source.Finding {
	p, problems := plans.ReadOwnPlan(f.Name, f.B, f.Zone)
	if p == nil {
		return source.Finding{Problems: problems}
	}
	if state, other := f.In.StateIn(f.Name, p.Status.State); other {
		p.Status.State, p.Reading.Status = state, model.BasisFolder
	}
	p.Reading.Mentions = places.Mentions(f.B, f.In)
	p.Reading.Closed = f.In.Closed(f.Name)
	return source.Finding{Plans: []*model.Plan{p}, Problems: problems}
}

// decidedOf gives a request that was decided. Only its folder says how.
func decidedOf(f source.File) source.Finding {
	page := dialect.Open(f.In, f.Name, f.B)
	kind := dialect.Classify(page).Kind
	if kind != dialect.KindRequest && kind != dialect.KindBoth {
		return source.Finding{}
	}
	r := plans.ForeignRequest(page, f.B, f.Zone)
	r.DecidedAt = movedAt(f.Info)
	p := source.Finding{Decided: []model.Request{r}}
	fm, _ := text.ReadFront(f.B)
	if kind == dialect.KindBoth && !plans.IsOwnRequest(fm) && r.Reading.Decision == model.DecisionApproved {
		// Its steps have just become work.
		p.Plans = source.FoundPlan(plans.ForeignPlan(page, f.B, f.Zone)).Plans
	}
	return p
}

// closeCarriedOut ends the approved plans that lie where they were approved and of
// which a log says that they were carried out.
func closeCarriedOut(s *model.Snapshot) {
	for _, r := range s.Decided {
		if r.Carried == nil || r.Carried.Failed {
			continue
		}
		for i := range s.Plans {
			if p := &s.Plans[i]; p.Path == r.Path {
				p.Status.State, p.Reading.Status, p.Reading.Closed = model.StateDone, model.BasisDerived, true
			}
		}
	}
}
