package vault

import (
	"io/fs"
	"os"

	"coldstart/model"
	"coldstart/vault/dialect"
	"coldstart/vault/disk"
	"coldstart/vault/places"
	"coldstart/vault/source"
	"coldstart/vault/source/events"
	"coldstart/vault/source/journal"
	"coldstart/vault/source/memory"
	"coldstart/vault/source/plans"
	"coldstart/vault/source/traces"
	"coldstart/vault/source/work"
	"coldstart/vault/text"
)

// readers is the table of everything that is read.
var readers = []source.Reader{
	planReader,
	requestReader,
	elsewhereReader,
	intakeReader,
	{Find: otherFiles, Read: addUnopened},
	{Find: places.LeftOut, Read: source.AddLeftOut},
	decidedReader,
	logReader,
	{Find: places.EventFiles, Read: addEvents},
	{Find: places.WorkFiles, Apart: workOf, As: "work", Limit: source.MaxDocument},
	{Find: places.TraceFiles, Apart: traceOf, As: "trace", Limit: traces.MaxTrace},
	{Find: journal.ResearchFiles, Read: journal.AddResearch},
	{Find: memory.MemoryFiles, Read: memory.AddMemory},
}

var (
	planReader = source.Reader{Find: source.Below(places.PlanEndings, places.FolderPlans), Apart: planOf, As: "plan", Limit: source.MaxDocument}
	// Of finished work and work in progress only what is called a plan is opened.
	elsewhereReader = source.Reader{Find: plansIn(places.FolderInProgress, places.FolderDone), Apart: planOf, As: "plan", Limit: source.MaxDocument}
	intakeReader    = source.Reader{Find: source.Below([]string{".md", ".markdown", ".txt"}, places.FolderNeedsAction, places.FolderInbox), Apart: intakeOf, As: "intake", Limit: source.MaxDocument}
	// What lies in the approvals folder waits for a human, whatever its ending.
	requestReader = source.Reader{Find: source.Below(nil, places.FolderPending), Apart: requestOf, As: "request", Limit: source.MaxDocument}
	decidedReader = source.Reader{Find: source.Below(nil, places.FolderApproved, places.FolderRejected), Apart: decidedOf, As: "decided", Limit: source.MaxDocument}
	logReader     = source.Reader{Find: logFiles, Read: addLog}
)

// planOf tells what a file among the plans is: a plan, or a text that is none.
func planOf(f source.File) source.Finding {
	if plans.IsOwnPlan(f.Name, f.B) {
		return ownPlanOf(f)
	}
	page := dialect.Open(f.In, f.Name, f.B)
	if class := dialect.Classify(page); class.Kind != dialect.KindPlan && class.Kind != dialect.KindBoth {
		return source.Finding{Others: []model.Other{{
			Path: f.Name, Kind: class.Kind.String(), Why: class.Why, Size: int64(len(f.B)), Asks: dialect.AsksApproval(page),
		}}}
	}
	return source.FoundPlan(plans.ForeignPlan(page, f.B, f.Zone))
}

// requestOf gives a request, and the plan that waits as one. A request that names
// its plan, as the agents' own do, is none itself, whatever it is called.
func requestOf(f source.File) source.Finding {
	if fm, err := text.ReadFront(f.B); plans.IsOwnRequest(fm) {
		r, problems := plans.ReadOwnRequest(f.Name, f.B, fm, err, f.Zone)
		return source.Finding{Requests: []model.Request{f.Named(r)}, Problems: problems}
	}
	page := dialect.Open(f.In, f.Name, f.B)
	p := source.Finding{Requests: []model.Request{f.Named(plans.ForeignRequest(page, f.B, f.Zone))}}
	if dialect.Classify(page).Kind == dialect.KindBoth {
		p.Plans = source.FoundPlan(plans.ForeignPlan(page, f.B, f.Zone)).Plans
	}
	return p
}

// intakeOf gives what waits for triage. A plan that lies there is a plan.
func intakeOf(f source.File) source.Finding {
	page := dialect.Open(f.In, f.Name, f.B)
	switch {
	case dialect.Classify(page).Kind != dialect.KindPlan:
		return source.Finding{Intake: []model.Intake{plans.ReadIntake(f.Name, f.B, f.Info.ModTime(), f.Zone)}}
	case plans.IsOwnPlan(f.Name, f.B):
		return ownPlanOf(f)
	}
	return source.FoundPlan(plans.ForeignPlan(page, f.B, f.Zone))
}

// eventsRead is what an event log says.
type eventsRead struct {
	log      model.EventLog
	problems []model.Problem
}

// addEvents streams the event log, which can be larger than memory.
func addEvents(l *source.Reading, name string, s *model.Snapshot) error {
	e, err := source.Once(l, "events", name, l.Path(name), func() (e eventsRead, info fs.FileInfo, err error) {
		e.log.Current = -1
		f, info, err := l.Disk.Open(name, os.O_RDONLY)
		if err != nil {
			return e, nil, disk.FileError("reading", name, err)
		}
		defer f.Close()
		cut := false
		if l.Where.Opts.Brief {
			if cut, err = disk.End(f, info, source.BriefEvents); err != nil {
				return e, nil, disk.FileError("reading", name, err)
			}
		}
		e.log, e.problems, err = events.ReadEvents(name, f, l.Where.Opts.Zone)
		e.log.Cut = cut
		return e, info, err
	})
	// What stands before a fault of the disk is shown.
	s.Events = e.log
	s.Problems = append(s.Problems, e.problems...)
	return err
}

func workOf(f source.File) source.Finding {
	w, problems := work.ReadWork(f.Name, f.B, f.Zone)
	return source.Finding{Work: []model.WorkItem{w}, Problems: problems}
}

func traceOf(f source.File) source.Finding {
	t, problems := traces.ReadTrace(f.Name, f.B, f.Zone)
	if len(problems) > 0 {
		return source.Finding{Problems: problems}
	}
	return source.Finding{Traces: []model.Trace{t}}
}
