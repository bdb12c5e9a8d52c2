package load

import (
	"path"
	"slices"
	"strings"

	"coldstart/model"
)

// takeProgress joins a JSON file that keeps the progress of a plan beside it with that plan: it is no plan of
// its own. Both are in one folder, and have one id or one name but for a word for the progress.
func takeProgress(s *model.Snapshot) {
	var written []*model.Plan
	for i := range s.Plans {
		if p := &s.Plans[i]; p.Reading.Foreign && path.Ext(p.Path) != ".json" {
			written = append(written, p)
		}
	}
	joined := map[string]bool{}
	for i := range s.Plans {
		q := &s.Plans[i]
		if path.Ext(q.Path) != ".json" || len(q.Steps) == 0 {
			continue
		}
		of := slices.DeleteFunc(slices.Clone(written), func(p *model.Plan) bool { return !keepsProgress(q, p) })
		if len(of) == 1 {
			tick(of[0], q)
			joined[q.Path] = true
		}
	}
	s.Plans = slices.DeleteFunc(s.Plans, func(p model.Plan) bool { return joined[p.Path] })
}

// progressWords stand behind the name of a plan in that of the file that keeps its progress.
var progressWords = []string{"tracking", "progress", "state", "status", "checkpoint"}

// keepsProgress reports whether a JSON file speaks of the steps of a plan.
func keepsProgress(q, p *model.Plan) bool {
	stem, of := strings.TrimSuffix(path.Base(q.Path), ".json"), strings.TrimSuffix(path.Base(p.Path), path.Ext(p.Path))
	rest, begins := strings.CutPrefix(strings.ToLower(stem), strings.ToLower(of))
	named := begins && slices.Contains(progressWords, strings.Trim(rest, "_-. "))
	sameID := q.Reading.ID == model.BasisDeclared && p.Reading.ID == model.BasisDeclared && q.SameID(p.ID)
	return path.Dir(q.Path) == path.Dir(p.Path) && (named || sameID) && len(q.Steps) == len(p.Steps)
}

// tick ticks the steps of a plan that another file calls done.
func tick(p, q *model.Plan) {
	p.Steps, p.Reading.ProgressFrom, p.Reading.Stateless = slices.Clone(p.Steps), q.Path, false
	done := 0
	for i := range p.Steps {
		if q.Steps[i].Done() {
			p.Steps[i].Mark = 'x'
		}
		if p.Steps[i].Done() {
			done++
		}
	}
	switch {
	case p.Reading.Status != model.BasisDerived || p.Status.State == model.StateDone:
	case done == len(p.Steps):
		p.Status.State = model.StateDone
	case done > 0:
		p.Status.State = model.StateActive
	}
}
