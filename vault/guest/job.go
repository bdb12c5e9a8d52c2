package guest

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
	"strings"
	"unicode"

	"coldstart/model"
	"coldstart/vault/source"
)

// Left is what a guest found: facts. What plans, requests and counts they are is decided here, for all
// guests alike.
type Left struct {
	// Path is the folder or file by which the program was found, "" where nothing here is of it.
	Path string
	// Used is true where the program is known to be used, though nothing may be left of its work.
	Used bool
	// Version and Odd are those of model.Guest.
	Version, Odd string
	Jobs         []Job
	// Ended says which jobs that are over are listed. Finished counts those that are in no list, and Unlisted those of which nobody
	// keeps how far they are.
	Ended              Ended
	Finished, Unlisted int
	// Past are those of Finished of which a title is known.
	Past []model.PastPlan
	// Waits are for a person and of no job. Asked are requests that are decided in their files.
	Waits   []Wait
	Asked   []model.Request
	Traces  []model.Trace
	Lessons []model.Entry
	// Others are texts among its files that are none of the program's.
	Others []model.Other
}

// Ended says what is listed of the jobs that are over. The others are counted.
type Ended int

const (
	// EndedListed lists all, since something is to be done with each.
	EndedListed Ended = iota
	// EndedCounted lists none.
	EndedCounted
	// EndedNewest lists the one that was touched last.
	EndedNewest
	// EndedLast lists the last of them.
	EndedLast
)

// Job is one piece of work in the files of a program: a plan for people, whatever it is called there.
type Job struct {
	// Files are its files. The first that is there is shown, and the newest says when it was touched.
	Files []source.Document
	// At is a time that it states itself, which wins where it is known.
	At model.Stamp
	ID string
	// Tool is the program, where it is not the guest's.
	Tool string
	// Title is its own or the id, Goal what it is for. Without a title the goal stands for it.
	Title, Goal string
	// Why is why it is done, Parts the heading above each step.
	Why      string
	Parts    []string
	Priority string
	Created  model.Stamp
	// Steps are numbered in their order. From says where they were found; Unkept is true where nobody ticks them.
	Steps []model.Step
	// Before counts what is done and stands in no step.
	Before int
	From   string
	Unkept bool
	// State is what it says of its state: without that the marks of the steps and Begun tell.
	State model.State
	Word  string
	Begun bool
	// Known says how values are known, where it is not the usual way.
	Known Known
	// Next is what comes next, where that is not the first open step, Type what to type.
	Next, Type string
	// Blocked is what blocks it. Free is true where its files would say what does.
	Blocked string
	Free    bool
	Stop    *model.Stop
	Log     []model.LogEntry
	Doubts  []string
	// Waits stand by themselves where the job is only counted, Lessons do not.
	Waits   []Wait
	Lessons []model.Entry
	// Current is true for the one that its program names as the one in work, Kept for one that is listed though it is over.
	Current, Kept bool
}

// Known says how values of a job are known. The zero of each stands for the usual: the id follows
// from its file, the title and the steps are written down, and the status follows from the rest.
type Known struct{ ID, Title, Status, Steps model.Basis }

// Progress counts the steps that are done, and all.
func (j *Job) Progress() (done, all int) { return model.Plan{Steps: j.Steps}.Progress() }

// Now is the state of a job: what it says, else what its marks say, where somebody ticks them. A
// step with the mark ~ will not be done, one with - is in work, and one with ! waits for something else.
func (j *Job) Now() model.State {
	if j.State != model.StateUnknown || j.Known.Status == model.BasisDeclared || j.Unkept {
		return j.State
	}
	n := map[rune]int{}
	for _, s := range j.Steps {
		n[unicode.ToLower(s.Mark)]++
	}
	switch all := len(j.Steps); {
	case all == 0 && !j.Begun:
		return model.StateUnknown
	case all > 0 && n['x']+n['~'] == all:
		return model.StateDone
	case n['!'] > 0 && n['!']+n['x']+n['~'] == all:
		return model.StateBlocked
	case j.Begun, n['x']+n['-'] > 0:
		return model.StateActive
	}
	return model.StateDraft
}

// Doubt adds a sentence about what contradicts itself.
func (j *Job) Doubt(format string, values ...any) {
	j.Doubts = append(j.Doubts, fmt.Sprintf(format, values...))
}

// DoubtOpen adds that something says that all is done, where steps are open.
func (j *Job) DoubtOpen(says, noun string) {
	if done, all := j.Progress(); done < all {
		j.Doubt("%s, and %d of %s %s open", says, all-done, model.Counted(all, noun), Are(all-done))
	}
}

// DoubtOdd adds that some things have a status that is not known, of which the last is a word.
func (j *Job) DoubtOdd(n int, noun, word string) {
	switch {
	case n == 1:
		j.Doubt("1 %s has an unknown status: %s", noun, word)
	case n > 1:
		j.Doubt("%s have an unknown status, the last: %s", model.Counted(n, noun), word)
	}
}

// Are is the verb for a number of things.
func Are(n int) string {
	if n == 1 {
		return "is"
	}
	return "are"
}

// Far says how far work is: "1 of 2 stories passed", and "2 stories passed" at its end.
func Far(done, all int, noun, word string) string {
	if done == all {
		return model.Counted(all, noun) + " " + word
	}
	return fmt.Sprintf("%d of %s %s", done, model.Counted(all, noun), word)
}

// shown is the file that stands for a job.
func (j *Job) shown() (d source.Document) {
	if i := slices.IndexFunc(j.Files, func(d source.Document) bool { return d.Name != "" }); i >= 0 {
		d = j.Files[i]
	}
	return d
}

// touched is when something of a job changed last.
func (j *Job) touched() model.Stamp {
	if j.At.Known() {
		return j.At
	}
	return model.Stamp{Time: source.Newest(j.Files...)}
}

func (j *Job) plan(tool string) *model.Plan {
	p := &model.Plan{
		Path: j.shown().Name, ID: j.ID, Objective: j.Title, Stated: j.Goal, Priority: j.Priority, Created: j.Created, Touched: j.touched(),
		Status: model.Status{State: j.Now(), Word: j.Word}, BlockedReason: j.Blocked, Steps: slices.Clone(j.Steps), Before: j.Before, Log: j.Log, Stop: j.Stop,
		Reading: model.PlanReading{
			Foreign: true, Tool: tool, Command: j.Type, Next: j.Next, Why: j.Why, Parts: j.Parts, Doubts: j.Doubts, Stateless: j.Unkept,
			ID: cmp.Or(j.Known.ID, model.BasisFolder), Title: cmp.Or(j.Known.Title, model.BasisDeclared), Status: cmp.Or(j.Known.Status, model.BasisDerived),
		},
	}
	p.Reading.BlockUnknown = !j.Free && p.Status.State != model.StateBlocked
	if p.Stop != nil {
		own(&p.Stop.Why, &p.Stop.Next, &p.Stop.Stale)
	}
	own(&p.Reading.Command)
	p.Reading.Current = j.Current && p.Status.State != model.StateDone
	for i := range p.Steps {
		p.Steps[i].Number = i + 1
	}
	if len(p.Steps) > 0 {
		p.Reading.Steps, p.Reading.StepsFrom = cmp.Or(j.Known.Steps, model.BasisDeclared), j.From
	}
	switch {
	case p.Stated == p.Objective:
		p.Stated = ""
	case p.Objective == "" && p.Stated != "":
		p.Reading.Title = model.BasisNone
	}
	if p.Objective == "" && p.Stated == "" {
		p.Objective, p.Reading.Title = j.ID, cmp.Or(j.Known.Title, model.BasisFolder)
	}
	return p
}

// own returns texts memory of their own: what was read shares that of the whole file, which nobody keeps.
func own(texts ...*string) {
	for _, s := range texts {
		*s = strings.Clone(*s)
	}
}

// finding makes plans, requests and counts of what a guest found. It is empty for a guest that is not here.
func (g Guest) finding(unclear int, l Left) (f source.Finding) {
	if l.Path == "" || !l.Used && len(l.Jobs)+l.Finished+l.Unlisted+len(l.Waits)+len(l.Asked)+unclear == 0 {
		return f
	}
	plans := make([]*model.Plan, len(l.Jobs))
	for i := range l.Jobs {
		plans[i] = l.Jobs[i].plan(cmp.Or(l.Jobs[i].Tool, g.Tool))
	}
	listed := l.listed(plans)
	f.Traces, f.Lessons, f.Others = l.Traces, l.Lessons, l.Others
	for i := range l.Jobs {
		j := &l.Jobs[i]
		of := plans[i]
		if listed[i] {
			f.Plans, f.Lessons = append(f.Plans, of), append(f.Lessons, j.Lessons...)
		} else {
			l.Finished++
			l.Past = append(l.Past, model.PastPlan{Title: cmp.Or(of.Objective, of.Stated, of.ID), Path: of.Path})
			of = nil
		}
		for _, w := range j.Waits {
			in := j.fill(&w)
			f.Requests = w.addTo(f.Requests, in, of, cmp.Or(j.Tool, g.Tool))
		}
	}
	for _, w := range l.Waits {
		f.Requests = w.addTo(f.Requests, w.In, nil, g.Tool)
	}
	f.Requests = append(f.Requests, l.asked(f.Plans)...)
	names := map[string]bool{}
	for i := range f.Lessons {
		e := &f.Lessons[i]
		e.Tool, names[g.Tool] = g.Tool, true
		own(&e.Title, &e.Tried, &e.Reasoning, &e.Insight)
	}
	for i := range f.Traces {
		f.Traces[i].Tool, names[g.Tool] = g.Tool, true
	}
	for _, p := range f.Plans {
		names[p.Reading.Tool] = true
	}
	for _, r := range f.Requests {
		names[r.Reading.Tool] = true
	}
	f.Guests = []model.Guest{{
		Tool: g.Tool, Path: l.Path, Names: slices.Sorted(maps.Keys(names)), Version: l.Version, Odd: l.Odd, Finished: l.Finished, Past: l.past(), Unkept: l.Unlisted, Unclear: unclear,
	}}
	f.Lean()
	return f
}

// mostPast is how many plans that are over are known by their titles.
const mostPast = 500

// past are those of the plans that are over which have a title, each in memory of its own.
func (l Left) past() []model.PastPlan {
	all := slices.Clone(l.Past[:min(len(l.Past), mostPast)])
	for i := range all {
		own(&all[i].Title, &all[i].Path)
	}
	return all
}

// asked are the requests that are decided in their files, each with the one plan that has the id which it names.
func (l Left) asked(plans []*model.Plan) []model.Request {
	for i := range l.Asked {
		r, n := &l.Asked[i], 0
		for _, p := range plans {
			if p.ID == r.PlanID {
				r.Plan, n = p.Path, n+1
			}
		}
		if n > 1 {
			r.Plan = ""
		}
	}
	return l.Asked
}

// listed reports which jobs are listed.
func (l Left) listed(plans []*model.Plan) []bool {
	listed := make([]bool, len(plans))
	last := -1
	for i, p := range plans {
		over := p.Status.State == model.StateDone
		listed[i] = !over || l.Ended == EndedListed || l.Jobs[i].Kept
		if over && (last < 0 || l.Ended == EndedLast || p.Touched.Time.After(plans[last].Touched.Time)) {
			last = i
		}
	}
	if last >= 0 && l.Ended != EndedCounted {
		listed[last] = true
	}
	return listed
}

// Step is one that is done, or open.
func Step(what string, done bool) model.Step {
	if done {
		return model.Step{Text: what, Mark: 'x'}
	}
	return model.Step{Text: what, Mark: ' '}
}
