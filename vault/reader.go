package vault

import (
	"fmt"
	"io/fs"
	"os"
	"time"

	"coldstart/model"
	"coldstart/vault/dialect"
)

// reader turns the files of one kind into parts of a snapshot. Adding a source
// means adding one row here and one read_ file.
type reader struct {
	// find gives the vault-relative names of the files.
	find func(d disk, l layout) ([]string, []model.Problem)
	// read adds what one file says to the snapshot.
	read func(v *Vault, name string, s *model.Snapshot) error
}

// readers is the table of everything that is read.
var readers = []reader{
	planReader,
	requestReader,
	elsewhereReader,
	intakeReader,
	{otherFiles, addUnopened},
	{leftOut, addLeftOut},
	decidedReader,
	logReader,
	{firstOf(eventLogs...), addEvents},
	{workFiles, whole(addWork)},
	{traceFiles, upTo(maxTrace, addTrace)},
	{researchFiles, addResearch},
	{memoryFiles, addMemory},
}

var (
	planReader = reader{below(planEndings, folderPlans), whole(addPlan)}
	// Of finished work and work in progress only what is called a plan is opened.
	elsewhereReader = reader{plansIn(folderInProgress, folderDone), whole(addPlan)}
	intakeReader    = reader{below([]string{".md", ".markdown", ".txt"}, folderNeedsAction, folderInbox), whole(addIntake)}
	// What lies in the approvals folder waits for a human, whatever its ending.
	requestReader = reader{below(nil, folderPending), whole(addRequest)}
	decidedReader = reader{below(nil, folderApproved, folderRejected), whole(addDecided)}
	logReader     = reader{logFiles, whole(addLog)}
)

// file is one file as it was read.
type file struct {
	name string
	b    []byte
	info fs.FileInfo
	zone *time.Location
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

// whole reads a file of the size of a document into memory before it is
// understood.
func whole(add func(f file, s *model.Snapshot)) func(*Vault, string, *model.Snapshot) error {
	return upTo(maxDocument, add)
}

// upTo is whole for files of another size.
func upTo(limit int64, add func(f file, s *model.Snapshot)) func(*Vault, string, *model.Snapshot) error {
	return func(v *Vault, name string, s *model.Snapshot) error {
		b, info, err := v.disk.read(name, v.most(limit))
		if err != nil {
			return err
		}
		add(file{name: name, b: b, info: info, zone: v.opts.Zone}, s)
		return nil
	}
}

// addPlan adds what a file among the plans is: a plan, or a text that is none.
func addPlan(f file, s *model.Snapshot) {
	if isOwnPlan(f.name, f.b) {
		addOwnPlan(f, s)
		return
	}
	page := dialect.Open(f.name, f.b)
	if class := dialect.Classify(page); class.Kind != dialect.KindPlan && class.Kind != dialect.KindBoth {
		s.Others = append(s.Others, model.Other{
			Path: f.name, Kind: class.Kind.String(), Why: class.Why, Size: int64(len(f.b)), Asks: dialect.AsksApproval(page),
		})
		return
	}
	s.Plans = append(s.Plans, foreignPlan(page, f.b, f.zone))
}

// addRequest adds a request, and the plan that waits as one. A request that names
// its plan, as the agents' own do, is none itself, whatever it is called.
func addRequest(f file, s *model.Snapshot) {
	if fm, err := splitFrontmatter(f.b); isOwnRequest(fm) {
		r, problems := readOwnRequest(f.name, f.b, fm, err, f.zone)
		s.Requests, s.Problems = append(s.Requests, f.named(r)), append(s.Problems, problems...)
		return
	}
	page := dialect.Open(f.name, f.b)
	s.Requests = append(s.Requests, f.named(foreignRequest(page, f.b, f.zone)))
	if dialect.Classify(page).Kind == dialect.KindBoth {
		s.Plans = append(s.Plans, foreignPlan(page, f.b, f.zone))
	}
}

// named tells of other names of the file, under which it can be changed.
func (f file) named(r model.Request) model.Request {
	if n := names(f.info); n > 1 {
		r.Doubts = append(r.Doubts, model.Doubt{What: fmt.Sprintf("the file has %d names; what is approved is a copy that the others do not change", n), Weight: model.WeightAsk})
	}
	return r
}

// addIntake adds what waits for triage. A plan that lies there is a plan.
func addIntake(f file, s *model.Snapshot) {
	page := dialect.Open(f.name, f.b)
	switch {
	case dialect.Classify(page).Kind != dialect.KindPlan:
		s.Intake = append(s.Intake, readIntake(f.name, f.b, f.info.ModTime(), f.zone))
	case isOwnPlan(f.name, f.b):
		addOwnPlan(f, s)
	default:
		s.Plans = append(s.Plans, foreignPlan(page, f.b, f.zone))
	}
}

// addEvents streams the event log, which can be larger than memory.
func addEvents(v *Vault, name string, s *model.Snapshot) error {
	f, info, err := v.disk.open(name, os.O_RDONLY)
	if err != nil {
		return fileError("reading", name, err)
	}
	defer f.Close()
	cut := false
	if v.opts.Brief {
		if cut, err = end(f, info, briefEvents); err != nil {
			return fileError("reading", name, err)
		}
	}
	log, problems, err := readEvents(name, f, v.opts.Zone)
	log.Cut = cut
	s.Events = log
	s.Problems = append(s.Problems, problems...)
	return err
}

func addWork(f file, s *model.Snapshot) {
	w, problems := readWork(f.name, f.b, f.zone)
	s.Work = append(s.Work, w)
	s.Problems = append(s.Problems, problems...)
}

func addTrace(f file, s *model.Snapshot) {
	t, problems := readTrace(f.name, f.b, f.zone)
	if len(problems) == 0 {
		s.Traces = append(s.Traces, t)
	}
	s.Problems = append(s.Problems, problems...)
}
