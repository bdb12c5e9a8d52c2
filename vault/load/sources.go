package load

import (
	"coldstart/model"
	"coldstart/vault/source"
	"coldstart/vault/source/daylog"
	"coldstart/vault/source/events"
	"coldstart/vault/source/journal"
	"coldstart/vault/source/memory"
	"coldstart/vault/source/plans"
	"coldstart/vault/source/traces"
	"coldstart/vault/source/work"
)

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

// decisive is the table of what decisions rest on, in the order in which it is read: logs say what became
// of requests that were decided.
var decisive = []source.Source{
	plans.Plans,
	plans.Requests,
	plans.Elsewhere,
	plans.Intake,
	plans.IntakeByName,
	plans.Unopened,
	plans.LeftOut,
	plans.Decided,
	plans.Notes,
	plans.Finished,
	daylog.Source,
}

// onlyShown is the table of what else is read.
var onlyShown = []source.Source{
	events.Source,
	work.Source,
	traces.Source,
	journal.Source,
	memory.Source,
}
