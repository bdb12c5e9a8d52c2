package vault

import (
	"slices"

	"coldstart/model"
	"coldstart/vault/dialect"
	"coldstart/vault/text"
)

// planEndings are those of files that may be plans.
var planEndings = []string{".md", ".markdown"}

// plansIn finds the files in the folders of some meanings that are called as plans
// are. Other files there are not opened: finished work is most of a vault.
func plansIn(folders ...folder) func(disk, layout) ([]string, []model.Problem) {
	all := below(planEndings, folders...)
	return func(d disk, l layout) (names []string, problems []model.Problem) {
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
func otherFiles(d disk, l layout) ([]string, []model.Problem) {
	// What cannot be listed here is told by the reader of plans.
	all, _ := d.watched(l, folderPlans)
	return slices.DeleteFunc(all, func(name string) bool { return hasEnding(name, planEndings) }), nil
}

// addUnopened lists a file by its name alone.
func addUnopened(l *loading, name string, s *model.Snapshot) error {
	info, err := l.disk.root.Lstat(name)
	if err != nil {
		return fileError("reading", name, err)
	}
	s.Others = append(s.Others, model.Other{
		Path: name, Kind: dialect.KindUnknown.String(), Why: "plans are Markdown files; it was not opened", Size: info.Size(),
	})
	return nil
}

// ownPlanOf gives a plan in the agents' own schema. Its folder can overrule its own
// words: what lies among finished work is done.
func ownPlanOf(f file) finding {
	p, problems := readOwnPlan(f.name, f.b, f.zone)
	if p == nil {
		return finding{problems: problems}
	}
	if state, other := f.in.StateIn(f.name, p.Status.State); other {
		p.Status.State, p.Reading.Status = state, model.BasisFolder
	}
	p.Reading.Mentions = mentions(f.b, f.in)
	p.Reading.Closed = f.in.Closed(f.name)
	return finding{plans: []*model.Plan{p}, problems: problems}
}

// decidedOf gives a request that was decided. Only its folder says how.
func decidedOf(f file) finding {
	page := dialect.Open(f.in, f.name, f.b)
	kind := dialect.Classify(page).Kind
	if kind != dialect.KindRequest && kind != dialect.KindBoth {
		return finding{}
	}
	r := foreignRequest(page, f.b, f.zone)
	r.DecidedAt = movedAt(f.info)
	p := finding{decided: []model.Request{r}}
	fm, _ := text.ReadFront(f.b)
	if kind == dialect.KindBoth && !isOwnRequest(fm) && r.Reading.Decision == model.DecisionApproved {
		// Its steps have just become work.
		p.plans = foundPlan(foreignPlan(page, f.b, f.zone)).plans
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
