package plans

import (
	"cmp"
	"fmt"
	"io/fs"
	"path"
	"slices"
	"strings"
	"time"

	"coldstart/model"
	"coldstart/model/rule"
	"coldstart/vault/dialect"
	"coldstart/vault/disk"
	"coldstart/vault/doubt"
	"coldstart/vault/places"
	"coldstart/vault/source"
	"coldstart/vault/text"
)

// The sources of plans and requests. What a file is follows from its folder and its text.
var (
	// Plans are the files in the folder of plans.
	Plans = source.Source{Name: source.PlanName, Many: model.Plans, Find: source.Below(places.PlanEndings, places.FolderPlans), Read: planOf, Limit: source.MaxDocument}
	// Elsewhere are plans among work in progress and finished work, where only files with
	// the name of a plan are opened, and in folders for tasks.
	Elsewhere = source.Source{Name: source.PlanName, Many: "plans under way or done", Find: plansElsewhere, Read: planOf, Limit: source.MaxDocument}
	// Intake is what waits for triage.
	Intake = source.Source{
		Name: "intake", Many: "files of the inbox", Find: source.Below(places.IntakeEndings, places.FolderNeedsAction, places.FolderInbox),
		Read: intakeOf, Limit: source.MaxDocument,
	}
	// IntakeByName is what waits for triage and is no text.
	IntakeByName = source.Source{Name: "intake by name", Many: "files of the inbox", Find: otherIntake, Add: addIntake}
	// Requests are files of any ending that wait for a human.
	Requests = source.Source{
		Name: "request", Many: "requests", Find: source.Below(nil, places.FolderPending),
		Read: wholly(requestOf), Unread: unreadRequest, Limit: source.MaxDocument,
	}
	// Decided are the requests that were decided.
	Decided = source.Source{
		Name: "decided", Many: "decided requests", Find: source.Below(nil, places.FolderApproved, places.FolderRejected), Read: wholly(decidedOf), Limit: source.MaxDocument,
	}
	// Finished are the newest files among finished work. Those with an action and a target tell
	// what was approved before, and some that a plan was carried out.
	Finished = source.Source{Name: "finished", Many: "finished files", Find: newestDone, Read: finishedOf, Limit: source.MaxDocument}
	// Unopened are files among the plans without the ending of a plan.
	Unopened = source.Source{Name: "unopened", Find: otherFiles, Add: addUnopened}
	// LeftOut are files that are ignored by their names.
	LeftOut = source.Source{Name: "left out", Find: places.LeftOut, Add: addLeftOut}
)

// movedAt returns the time at which a file was moved to its folder: moving changes its status
// and leaves its content alone. A file that was written in place, as in a fresh copy, gives
// none.
func movedAt(info fs.FileInfo) time.Time {
	if changed := disk.ChangeTime(info); changed.After(info.ModTime()) {
		return changed
	}
	return time.Time{}
}

// plansIn finds the files with names of plans in the folders of some meanings. Others are
// not opened there: finished work is most of a vault.
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

// plansElsewhere finds the plans outside the folders for plans and requests.
func plansElsewhere(d disk.Disk, l places.Layout) ([]string, []model.Problem) {
	names, problems := plansIn(places.FolderInProgress, places.FolderDone)(d, l)
	tasks, trouble := taskPlans(d, l)
	return append(names, tasks...), append(problems, trouble...)
}

// NewestFinished is how many files among finished work are opened, the newest.
const NewestFinished = 200

// newestDone finds the newest files among finished work. A brief report needs none.
func newestDone(d disk.Disk, l places.Layout) (names []string, _ []model.Problem) {
	if d.Brief {
		return nil, nil
	}
	type dated struct {
		name string
		at   int64
	}
	var found []dated
	// Folders that cannot be listed are reported with the plans among finished work.
	all, _ := source.Below(places.PlanEndings, places.FolderDone)(d, l)
	for _, name := range all {
		if info, err := d.Lstat(name); err == nil && info.Size() <= source.MaxDocument {
			found = append(found, dated{name, info.ModTime().UnixNano()})
		}
	}
	slices.SortFunc(found, func(a, b dated) int { return cmp.Or(cmp.Compare(b.at, a.at), cmp.Compare(a.name, b.name)) })
	for _, f := range found[:min(len(found), NewestFinished)] {
		names = append(names, f.name)
	}
	return names, nil
}

// finishedOf reads a finished request, or what tells that a plan was carried out. Other finished work
// gives nothing, also if it cannot be read.
func finishedOf(f source.File) source.Finding {
	var r model.Request
	page := dialect.Open(f.In, f.Name, f.B)
	tells := dialect.Tells(page)
	if fm, err := text.ReadFront(f.B); dialect.IsOwnRequest(fm) {
		r, _ = ReadOwnRequest(f.Name, f.B, fm, err, f.Zone)
	} else if asked := dialect.WasAsked(page); asked || tells {
		if r = foreignRequest(page, f.B, f.Zone, doubt.Agents{}); !asked {
			// What was done without a request was not approved before.
			r.Action, r.Target = "", ""
		}
	}
	if dialect.WasRefused(page) {
		r.Action, r.Target = "", ""
	}
	r.Reading.Tells = tells
	if (r.Action == "" || r.Target == "") && !tells {
		return source.Finding{}
	}
	r.DecidedAt, r.Doubts = movedAt(f.Info), nil
	if r.DecidedAt.IsZero() && !r.Created.Known() {
		r.DecidedAt = f.Info.ModTime()
	}
	return source.Finding{Finished: []model.Request{r}}
}

// otherFiles finds the files among the plans without the ending of a plan.
func otherFiles(d disk.Disk, l places.Layout) ([]string, []model.Problem) {
	// Folders that cannot be listed are reported with the plans.
	names, _ := places.Others(d, l, places.FolderPlans, places.PlanEndings...)
	return names, nil
}

// addUnopened lists a file by its name alone.
func addUnopened(r *source.Reading, name string, s *model.Snapshot) error {
	info, err := r.Disk.Lstat(name)
	if err != nil {
		return disk.FileError("reading", name, err)
	}
	s.Others = append(s.Others, model.Other{
		Path: name, Kind: dialect.KindUnknown.String(), Why: "plans are Markdown or JSON; it was not opened", Size: info.Size(),
	})
	return nil
}

// ownPlanOf reads a plan in the agents' own schema. In the folder of finished work it is
// done, whatever its status says.
func ownPlanOf(f source.File, fm *text.Front, err error) source.Finding {
	p, problems := readOwnPlan(f.Name, f.B, fm, err, f.Zone)
	if p, problems = whole(p, problems, f.Name, f.B); p == nil {
		return source.Finding{Problems: problems}
	}
	if state, other := f.In.StateIn(f.Name, p.Status.State); other {
		p.Status.State, p.Reading.Status = state, model.BasisFolder
	}
	p.Reading.Mentions = Asks(f.B, f.In)
	p.Reading.Closed = f.In.Closed(f.Name)
	return source.Finding{Plans: []*model.Plan{p}, Problems: append(append(problems, unmatched(p, fm)...), miscounted(p)...)}
}

// unmatched reports a plan with a step for a human of which the agents read no text as the id.
func unmatched(p *model.Plan, fm *text.Front) []model.Problem {
	how := rule.Unmatched(*p)
	waits := slices.ContainsFunc(p.Steps, func(s model.Step) bool { return s.Human && !s.Done() })
	if how == "" || !waits || p.Status.State == model.StateDone || p.Reading.Closed {
		return nil
	}
	problem := model.Problem{Path: p.Path, Reason: how, Hint: "put it in quotes: task_id: " + text.QuoteOnce(p.ID)}
	if f := fm.Find("task_id"); f != nil {
		problem.Line = f.Line
	}
	return []model.Problem{problem}
}

// miscounted reports the first open step of a plan that the agents take for another one than
// a person does.
func miscounted(p *model.Plan) []model.Problem {
	n, how := rule.Miscounted(*p)
	if how == "" || p.Status.State == model.StateDone || p.Reading.Closed {
		return nil
	}
	problem := model.Problem{Path: p.Path, Reason: how, Hint: `write each step as "- [ ] text" or "- [ ] ✋ text", so that all count the same`}
	if n > 0 && n <= len(p.Reading.Lines) {
		problem.Line = p.Reading.Lines[n-1]
	}
	return []model.Problem{problem}
}

// decidedOf reads a decided request. Only its folder says how it was decided.
func decidedOf(f source.File) source.Finding {
	page := dialect.Open(f.In, f.Name, f.B)
	class := dialect.Classify(page)
	kind := class.Kind
	fm, _ := text.ReadFront(f.B)
	agents := doubt.ByAgents(f.Name, f.B, fm)
	theirs := agents.Front(fm)
	if kind != dialect.KindRequest && kind != dialect.KindBoth && !dialect.IsOwnRequest(theirs) {
		return source.Finding{Problems: stopping(f, agents.AgentReading), Others: []model.Other{{
			Path: f.Name, Kind: kind.String(), Why: class.Why + "; it is not a request", Size: int64(len(f.B)),
		}}}
	}
	r := foreignRequest(page, f.B, f.Zone, agents)
	if theirs != fm {
		own := dialect.ReadOwnRequest(f.Name, f.B, theirs, f.Zone)
		r.PlanID, r.StepText, r.Step, r.StepNote = own.PlanID, own.StepText, own.Step, own.StepNote
	}
	r.DecidedAt, r.StepNote = movedAt(f.Info), theirs.Get("step_description")
	p := source.Finding{Decided: []model.Request{r}, Problems: stopping(f, agents.AgentReading)}
	if kind == dialect.KindBoth && !dialect.IsOwnRequest(theirs) && r.Reading.Decision == model.DecisionApproved {
		// Its steps have just become work.
		p.Plans = source.FoundPlan(foreignPlan(page, f.B, f.Zone)).Plans
	}
	return p
}

// planOf reads a file among the plans, and what the agents' plan manager makes of it.
func planOf(f source.File) source.Finding {
	fm, err := text.ReadFront(f.B)
	ours := isOurs(f, fm, err)
	var found source.Finding
	if ours {
		found = ownPlanOf(f, fm, err)
	} else {
		found = othersPlanOf(f)
	}
	if !dialect.IsManaged(f.Name) {
		return found
	}
	managed := dialect.ReadManaged(f.Name, f.B, f.Zone)
	found.Managed = []model.ManagedPlan{managed}
	if found.Plans == nil && ours {
		// That the agents skip this plan is true of what they skip.
		found.Problems = unreadPlan(found.Problems, managed)
	}
	return found
}

// isOurs reports whether a plan is in the agents' own schema. One that their manager looks at is,
// unless its front matter is that of another program.
func isOurs(f source.File, fm *text.Front, err error) bool {
	return dialect.IsOwnPlan(f.Name, f.B, fm, err) || dialect.IsManaged(f.Name) && (fm == nil || err != nil)
}

// othersPlanOf reads a plan of another program, or another text.
func othersPlanOf(f source.File) source.Finding {
	page := dialect.Open(f.In, f.Name, f.B)
	if page.Broken != nil && dialect.NamesPlan(f.Name) {
		return source.Finding{Problems: brokenData(page, "until then it is not a plan here")}
	}
	switch class := dialect.Classify(page); {
	case class.Kind == dialect.KindPlan, class.Kind == dialect.KindBoth:
		return foundForeign(page, f)
	case class.Kind == dialect.KindRequest && f.In.Closed(f.Name):
		// It lies among the rejected plans.
		return decidedOf(f)
	default:
		return source.Finding{Others: []model.Other{{
			Path: f.Name, Kind: class.Kind.String(), Why: class.Why, Size: int64(len(f.B)), Asks: dialect.AsksApproval(page),
		}}}
	}
}

// brokenData is the problem of a file that is called JSON and is none.
func brokenData(page *dialect.Page, hint string) []model.Problem {
	if page.Broken == nil {
		return nil
	}
	return []model.Problem{{Path: page.Name, Line: page.Broken.Line, Reason: "it is not valid JSON: " + page.Broken.Reason, Hint: hint}}
}

// unreadPlan corrects what to do about a plan that cannot be read, if the agents read it all
// the same, or stop there, which is a problem of its own.
func unreadPlan(problems []model.Problem, managed model.ManagedPlan) []model.Problem {
	for i := range problems {
		switch {
		case managed.Stops != "":
			return nil
		case managed.Skips == "":
			problems[i].Hint = "the agents may still read this plan; fix the line in an editor"
		}
	}
	return problems
}

// stopping reports that the agents' programs stop at a request that lies in a folder of
// theirs.
func stopping(f source.File, agents model.AgentReading) []model.Problem {
	doing, known := stopsIn[path.Dir(f.Name)]
	if !known || !agents.Stops {
		return nil
	}
	return []model.Problem{Stopped(f.Name, doing+agents.Unread, "fix it in an editor")}
}

// stopsIn are the folders of the agents' requests, with what stops there.
var stopsIn = map[string]string{
	places.FolderNames[places.FolderPending]:  "the agents' search for blocked plans stops at this file: ",
	places.FolderNames[places.FolderApproved]: "the agents' check of approvals stops at this file, so that no approved step can be ticked: ",
}

// Stopped is the problem of a file or folder at which the agents' programs stop.
func Stopped(name, reason, hint string) model.Problem {
	return model.Problem{Path: name, Reason: reason, Hint: hint, Agents: true}
}

// StoppedByFolder returns the problem of a folder with the name of a request, in a folder of
// requests; ok is false where it stops nothing.
func StoppedByFolder(name string) (p model.Problem, ok bool) {
	doing, known := stopsIn[path.Dir(name)]
	return Stopped(name, doing+"it is a folder", "rename the folder"), known && strings.HasSuffix(name, ".md")
}

// StoppedByLock is StoppedByFolder for the link to nothing by which an editor locks a file.
func StoppedByLock(name string) (p model.Problem, ok bool) {
	doing, known := stopsIn[path.Dir(name)]
	of := dialect.EditorOf(path.Base(name))
	return Stopped(name, doing+"it is a link to nothing, by which an editor locks "+of, "save and close "+of+" there, or remove the link"), known && of != "" && strings.HasSuffix(name, ".md")
}

// requestOf reads a request, and the plan that waits as one. A request that names its plan
// is no plan itself, and a request whatever it is called, since the agents block on it.
func requestOf(f source.File) source.Finding {
	fm, err := text.ReadFront(f.B)
	agents := doubt.ByAgents(f.Name, f.B, fm)
	if dialect.IsOwnRequest(fm) || dialect.IsOwnRequest(agents.Front(fm)) {
		r, problems := readOwnRequest(f.Name, f.B, fm, err, f.Zone, agents)
		r.Reading.Yes, r.Reading.No = ownWays(dialect.Open(f.In, f.Name, f.B))
		return source.Finding{Requests: []model.Request{f.WithNames(r)}, Problems: append(problems, stopping(f, r.Reading.Agents)...)}
	}
	page := dialect.Open(f.In, f.Name, f.B)
	class := dialect.Classify(page)
	if class.Kind == dialect.KindIgnore {
		return source.Finding{Others: []model.Other{{
			Path: f.Name, Kind: class.Kind.String(), Why: class.Why + "; it is not a request", Size: int64(len(f.B)),
		}}, Problems: stopping(f, agents.AgentReading)}
	}
	r := f.WithNames(foreignRequest(page, f.B, f.Zone, agents))
	p := source.Finding{
		Requests: []model.Request{r},
		Problems: append(brokenData(page, "until then only its name is read; fix the line in an editor"), stopping(f, agents.AgentReading)...),
	}
	if r.Reading.Decision != model.DecisionPending {
		// Its program reads the answer in the file, where it stays.
		p.Requests, p.Decided = nil, p.Requests
		return p
	}
	if class.Kind == dialect.KindBoth {
		plan := foreignPlan(page, f.B, f.Zone)
		plan.Reading.Request = true
		p.Plans = source.FoundPlan(plan).Plans
	}
	return p
}

// ownWays are the ways that a request in the agents' own schema asks for. Their program looks in the
// folder of approved requests and nowhere else, so that it cannot follow another one.
func ownWays(page *dialect.Page) (yes, no model.Way) {
	yes, no = dialect.ReadWays(page)
	for _, w := range []*model.Way{&yes, &no} {
		if w.Kind != model.WayPlain {
			w.Kind = model.WayUnclear
		}
	}
	return yes, no
}

// unreadRequest is a request that was left out. Its folder makes it one.
func unreadRequest(name string, info fs.FileInfo) source.Finding {
	r := model.Request{Path: name, Name: path.Base(name), Unread: true, Summary: fmt.Sprintf("not read, %d bytes", info.Size())}
	r.Reading.Decision = model.DecisionPending
	r.Doubts = []model.Doubt{{What: "it was not read with the others; coldstart approve reads it when you name it", Weight: model.WeightBlock}}
	return source.Finding{Requests: []model.Request{r}}
}

// intakeOf reads what waits for triage. A plan there is a plan.
func intakeOf(f source.File) source.Finding {
	page := dialect.Open(f.In, f.Name, f.B)
	if dialect.Classify(page).Kind != dialect.KindPlan {
		return source.Finding{
			Intake: []model.Intake{dialect.ReadIntake(f.Name, f.B, f.Info.ModTime(), f.Zone)}, Problems: brokenData(page, "until then only its name is read; fix the line in an editor"),
		}
	}
	if fm, err := text.ReadFront(f.B); dialect.IsOwnPlan(f.Name, f.B, fm, err) {
		return ownPlanOf(f, fm, err)
	}
	return foundForeign(page, f)
}

// foundForeign reads a plan of another notation.
func foundForeign(page *dialect.Page, f source.File) source.Finding {
	p := foreignPlan(page, f.B, f.Zone)
	_, problems := whole(&p, nil, f.Name, f.B)
	found := source.FoundPlan(p)
	found.Problems = append(found.Problems, problems...)
	return found
}

// otherIntake finds what waits for triage without the ending of a text.
func otherIntake(d disk.Disk, l places.Layout) (names []string, problems []model.Problem) {
	for _, f := range []places.Folder{places.FolderNeedsAction, places.FolderInbox} {
		found, trouble := places.Others(d, l, f, places.IntakeEndings...)
		names, problems = append(names, found...), append(problems, trouble...)
	}
	return names, problems
}

// addIntake lists what waits for triage by its name and size.
func addIntake(r *source.Reading, name string, s *model.Snapshot) error {
	info, err := r.Disk.Lstat(name)
	if err != nil {
		return disk.FileError("reading", name, err)
	}
	s.Intake = append(s.Intake, source.Waiting(dialect.IntakeByName(name, info.Size(), info.ModTime()), s.At))
	return nil
}

// addLeftOut lists a file or folder by its name alone.
func addLeftOut(r *source.Reading, name string, s *model.Snapshot) error {
	info, err := r.Disk.Lstat(name)
	if err != nil {
		return disk.FileError("reading", name, err)
	}
	class := dialect.Classify(dialect.Open(r.Vault.Opts.Places.Folders, name, nil))
	o := model.Other{Path: name, Kind: class.Kind.String(), Why: dialect.NotWork(path.Base(name)) + "; it was not opened", Size: info.Size()}
	if !info.Mode().IsRegular() {
		o.Kind, o.Size = strings.TrimPrefix(disk.KindOf(info.Mode()), "a "), 0
	}
	s.Others = append(s.Others, o)
	return nil
}
