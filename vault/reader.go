package vault

import (
	"fmt"
	"io/fs"
	"os"
	"time"

	"coldstart/model"
	"coldstart/vault/dialect"
	"coldstart/vault/text"
)

// reader turns the files of one kind into a part of a snapshot. Adding a source
// means adding one row here and one read_ file.
type reader struct {
	// find gives the vault-relative names of the files.
	find func(d disk, l layout) ([]string, []model.Problem)
	// apart tells what a file of at most limit bytes, read as one of a kind, says by
	// itself. Such files are read side by side, and the next one over the one before, so
	// nothing of the file's bytes may be kept.
	apart func(f file) finding
	as    string
	limit int64
	// read, where apart is nil, adds what one file says to the snapshot so far.
	read func(l *loading, name string, s *model.Snapshot) error
}

// readers is the table of everything that is read.
var readers = []reader{
	planReader,
	requestReader,
	elsewhereReader,
	intakeReader,
	{find: otherFiles, read: addUnopened},
	{find: leftOut, read: addLeftOut},
	decidedReader,
	logReader,
	{find: eventFiles, read: addEvents},
	{find: workFiles, apart: workOf, as: "work", limit: maxDocument},
	{find: traceFiles, apart: traceOf, as: "trace", limit: maxTrace},
	{find: researchFiles, read: addResearch},
	{find: memoryFiles, read: addMemory},
}

var (
	planReader = reader{find: below(planEndings, folderPlans), apart: planOf, as: "plan", limit: maxDocument}
	// Of finished work and work in progress only what is called a plan is opened.
	elsewhereReader = reader{find: plansIn(folderInProgress, folderDone), apart: planOf, as: "plan", limit: maxDocument}
	intakeReader    = reader{find: below([]string{".md", ".markdown", ".txt"}, folderNeedsAction, folderInbox), apart: intakeOf, as: "intake", limit: maxDocument}
	// What lies in the approvals folder waits for a human, whatever its ending.
	requestReader = reader{find: below(nil, folderPending), apart: requestOf, as: "request", limit: maxDocument}
	decidedReader = reader{find: below(nil, folderApproved, folderRejected), apart: decidedOf, as: "decided", limit: maxDocument}
	logReader     = reader{find: logFiles, read: addLog}
)

// file is one file as it was read.
type file struct {
	name string
	b    []byte
	info fs.FileInfo
	zone *time.Location
	// in are the folders of the vault.
	in *dialect.Folders
}

// below finds the files with one of the endings in the folders of some meanings.
func below(endings []string, folders ...folder) func(disk, layout) ([]string, []model.Problem) {
	return func(d disk, l layout) (names []string, problems []model.Problem) {
		for _, f := range folders {
			found, trouble := d.watched(l, f, endings...)
			names, problems = append(names, found...), append(problems, trouble...)
		}
		return names, problems
	}
}

// planOf tells what a file among the plans is: a plan, or a text that is none.
func planOf(f file) finding {
	if isOwnPlan(f.name, f.b) {
		return ownPlanOf(f)
	}
	page := dialect.Open(f.in, f.name, f.b)
	if class := dialect.Classify(page); class.Kind != dialect.KindPlan && class.Kind != dialect.KindBoth {
		return finding{others: []model.Other{{
			Path: f.name, Kind: class.Kind.String(), Why: class.Why, Size: int64(len(f.b)), Asks: dialect.AsksApproval(page),
		}}}
	}
	return foundPlan(foreignPlan(page, f.b, f.zone))
}

func foundPlan(p model.Plan) finding { return finding{plans: []*model.Plan{&p}} }

// requestOf gives a request, and the plan that waits as one. A request that names
// its plan, as the agents' own do, is none itself, whatever it is called.
func requestOf(f file) finding {
	if fm, err := text.ReadFront(f.b); isOwnRequest(fm) {
		r, problems := readOwnRequest(f.name, f.b, fm, err, f.zone)
		return finding{requests: []model.Request{f.named(r)}, problems: problems}
	}
	page := dialect.Open(f.in, f.name, f.b)
	p := finding{requests: []model.Request{f.named(foreignRequest(page, f.b, f.zone))}}
	if dialect.Classify(page).Kind == dialect.KindBoth {
		p.plans = foundPlan(foreignPlan(page, f.b, f.zone)).plans
	}
	return p
}

// named tells of other names of the file, under which it can be changed.
func (f file) named(r model.Request) model.Request {
	if n := names(f.info); n > 1 {
		r.Doubts = append(r.Doubts, model.Doubt{What: fmt.Sprintf("the file has %d names; what is approved is a copy that the others do not change", n), Weight: model.WeightAsk})
	}
	return r
}

// intakeOf gives what waits for triage. A plan that lies there is a plan.
func intakeOf(f file) finding {
	page := dialect.Open(f.in, f.name, f.b)
	switch {
	case dialect.Classify(page).Kind != dialect.KindPlan:
		return finding{intake: []model.Intake{readIntake(f.name, f.b, f.info.ModTime(), f.zone)}}
	case isOwnPlan(f.name, f.b):
		return ownPlanOf(f)
	}
	return foundPlan(foreignPlan(page, f.b, f.zone))
}

// eventsRead is what an event log says.
type eventsRead struct {
	log      model.EventLog
	problems []model.Problem
}

// addEvents streams the event log, which can be larger than memory.
func addEvents(l *loading, name string, s *model.Snapshot) error {
	e, err := once(l, "events", name, l.path(name), func() (e eventsRead, info fs.FileInfo, err error) {
		e.log.Current = -1
		f, info, err := l.disk.open(name, os.O_RDONLY)
		if err != nil {
			return e, nil, fileError("reading", name, err)
		}
		defer f.Close()
		cut := false
		if l.v.opts.Brief {
			if cut, err = end(f, info, briefEvents); err != nil {
				return e, nil, fileError("reading", name, err)
			}
		}
		e.log, e.problems, err = readEvents(name, f, l.v.opts.Zone)
		e.log.Cut = cut
		return e, info, err
	})
	// What stands before a fault of the disk is shown.
	s.Events = e.log
	s.Problems = append(s.Problems, e.problems...)
	return err
}

func workOf(f file) finding {
	w, problems := readWork(f.name, f.b, f.zone)
	return finding{work: []model.WorkItem{w}, problems: problems}
}

func traceOf(f file) finding {
	t, problems := readTrace(f.name, f.b, f.zone)
	if len(problems) > 0 {
		return finding{problems: problems}
	}
	return finding{traces: []model.Trace{t}}
}
