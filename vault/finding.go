package vault

import (
	"time"

	"coldstart/model"
)

// finding is what one file says by itself, before it is held against the others. A file
// can only add.
type finding struct {
	plans    []*model.Plan
	requests []model.Request
	decided  []model.Request
	intake   []model.Intake
	others   []model.Other
	work     []model.WorkItem
	traces   []model.Trace
	problems []model.Problem
}

// addTo adds what was found to a snapshot. It may be added to later ones too, so nothing
// that is done to the snapshot may reach it.
func (f finding) addTo(s *model.Snapshot) {
	for _, p := range f.plans {
		s.Plans = append(s.Plans, *p)
	}
	for _, r := range f.requests {
		// They are added to and sorted.
		r.Doubts = append([]model.Doubt(nil), r.Doubts...)
		s.Requests = append(s.Requests, r)
	}
	for _, r := range f.decided {
		if r.DecidedAt.After(s.At) {
			r.DecidedAt = time.Time{}
		}
		s.Decided = append(s.Decided, r)
	}
	s.Intake = append(s.Intake, f.intake...)
	s.Others = append(s.Others, f.others...)
	s.Work = append(s.Work, f.work...)
	s.Traces = append(s.Traces, f.traces...)
	s.Problems = append(s.Problems, f.problems...)
}
