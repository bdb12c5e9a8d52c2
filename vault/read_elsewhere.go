package vault

import (
	"coldstart/model"
	"coldstart/vault/dialect"
)

// plansIn finds the files in the folders of some meanings that are called as plans
// are. Other files there are not opened: finished work is most of a vault.
func plansIn(folders ...folder) func(disk, layout) ([]string, []model.Problem) {
	all := below([]string{".md", ".markdown"}, folders...)
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

// addPlanElsewhere adds a plan that does not lie among the plans. A folder for
// finished work makes it done, whatever its own words are; one for work in progress
// makes a plan that is not begun an active one.
func addPlanElsewhere(f file, s *model.Snapshot) {
	if !isOwnPlan(f.name, f.b) {
		addPlan(f, s)
		return
	}
	p, problems := readOwnPlan(f.name, f.b, f.zone)
	s.Problems = append(s.Problems, problems...)
	if p == nil {
		return
	}
	switch where := dialect.ReadPlan(dialect.Open(f.name, f.b)).Status; {
	case where.Basis == model.BasisFolder:
		p.Status.State, p.Reading.Status = where.State, model.BasisFolder
	case p.Status.State == model.StateDraft:
		p.Status.State, p.Reading.Status = model.StateActive, model.BasisFolder
	}
	s.Plans = append(s.Plans, *p)
}

// addDecided adds a request that was decided. Only its folder says how.
func addDecided(f file, s *model.Snapshot) {
	page := dialect.Open(f.name, f.b)
	switch dialect.Classify(page).Kind {
	case dialect.KindRequest, dialect.KindBoth:
		s.Decided = append(s.Decided, foreignRequest(page, f.b, f.zone))
	}
}
