// Package planfiles reads the plans of planning-with-files (github.com/OthmanAdi/planning-with-files,
// as of commit 9e94390). They are read and never changed.
package planfiles

import (
	"fmt"
	"path"
	"slices"
	"strings"

	"coldstart/model"
	"coldstart/vault/source"
	"coldstart/vault/text"
)

const (
	tool     = "planning-with-files"
	command  = "/planning-with-files:plan"
	planFile = "task_plan.md"
	// folder holds a folder for each plan, and much else where GSD is used.
	folder = ".planning"
	active = folder + "/.active_plan"
)

// Guest are the plans of planning-with-files.
var Guest = source.Guest{Name: "planfiles", Tool: tool, Signs: []string{planFile, folder}, Read: read}

// safeID is what the program takes for the name of a plan's folder.
var safeID = text.Pattern{Expr: `^[A-Za-z0-9_][A-Za-z0-9._-]*$`}

func read(h *source.Here) (found source.Finding) {
	names := []string{planFile}
	for _, dir := range h.Folders(folder) {
		if safeID.MatchString(path.Base(dir)) {
			names = append(names, path.Join(dir, planFile))
		}
	}
	left := model.Guest{Tool: tool}
	chosen := activeID(h)
	var last *plan
	var read, open []string
	for _, name := range names {
		p, ok := readPlan(h, name)
		if !ok {
			continue
		}
		read = append(read, name)
		switch {
		case p.state() != model.StateDone:
			open = append(open, name)
			p.addTo(&found, chosen)
		case last != nil:
			left.Finished++
			fallthrough
		default:
			// The names are dated, and the plan at the root is of the time before they were.
			last = p
		}
	}
	if len(read) == 0 {
		return source.Finding{}
	}
	left.Path = placeOf(read, open)
	if last != nil {
		last.addTo(&found, chosen)
	}
	found.Guests = []model.Guest{left}
	return found
}

// placeOf is where the plans are: the only one, the folder of all, or the first that is open.
func placeOf(read, open []string) string {
	switch {
	case len(read) == 1:
		return read[0]
	case read[0] != planFile:
		return folder
	case len(open) > 0:
		return open[0]
	}
	return planFile
}

// activeID is the plan that an agent would go on with, empty if that is not said.
func activeID(h *source.Here) string {
	d, ok := h.Document(active)
	id := strings.TrimSpace(d.Text)
	if !ok || !safeID.MatchString(id) || !h.Exists(path.Join(folder, id, planFile)) {
		return ""
	}
	return id
}

// id is the name of a plan's folder, and that of the file at the root.
func (p *plan) id() string {
	if dir := path.Dir(p.file.Name); dir != "." {
		return path.Base(dir)
	}
	return strings.TrimSuffix(planFile, ".md")
}

func (p *plan) addTo(found *source.Finding, chosen string) {
	m := &model.Plan{
		Path: p.file.Name, ID: p.id(), Objective: p.title, Touched: model.Stamp{Time: p.touched}, Log: p.log,
		Status: model.Status{State: p.state(), Word: p.word()},
		Reading: model.PlanReading{
			Foreign: true, Tool: tool, Command: command, ID: model.BasisFolder, Title: model.BasisDeclared, Status: model.BasisDerived,
			Steps: model.BasisDeclared, StepsFrom: "the phases", Next: p.next, Stateless: !p.kept(), Current: chosen == p.id() && p.state() != model.StateDone,
		},
	}
	if m.Objective == "" {
		m.Objective, m.Reading.Title = m.ID, model.BasisGuessed
	}
	if p.goal != p.title {
		m.Stated = p.goal
	}
	for _, x := range p.phases {
		s := model.Step{Number: len(m.Steps) + 1, Text: x.title, Mark: ' '}
		if x.state == phaseComplete {
			s.Mark = 'x'
		}
		m.Steps = append(m.Steps, s)
	}
	if p.declared != "" || m.Status.State == model.StateUnknown && p.kept() {
		m.Reading.Status = model.BasisDeclared
	}
	if m.Status.State == model.StateBlocked {
		m.BlockedReason = strings.Join(p.blocked(), "; ")
	}
	m.Reading.Doubts = p.doubts(chosen)
	found.Plans = append(found.Plans, m)
	found.Lessons = append(found.Lessons, p.lessons()...)
	if ask, ok := p.ask(m); ok {
		found.Requests = append(found.Requests, ask)
	}
}

// doubts are what an agent may stumble over.
func (p *plan) doubts(chosen string) (out []string) {
	if chosen != "" && chosen != p.id() && p.state() != model.StateDone {
		out = append(out, "not the active plan: "+active+" names "+chosen)
	}
	open, odd, word := 0, 0, ""
	for _, x := range p.phases {
		if x.state != phaseComplete {
			open++
		}
		if x.state == phaseOdd {
			odd, word = odd+1, x.word
		}
	}
	if p.declared != "" && open > 0 {
		out = append(out, fmt.Sprintf("its status is %s, and %s open", p.declared, model.Counted(open, "phase")+are(open)))
	}
	if odd == 1 {
		out = append(out, "1 phase has a status that is not known: "+word)
	} else if odd > 1 {
		out = append(out, fmt.Sprintf("%s have a status that is not known, the last: %s", model.Counted(odd, "phase"), word))
	}
	return out
}

func are(n int) string {
	if n == 1 {
		return " is"
	}
	return " are"
}

// blocked are the phases that are blocked, with their reasons.
func (p *plan) blocked() (out []string) {
	for _, x := range p.phases {
		if x.state == phaseBlocked {
			out = append(out, x.title+": "+x.word)
		}
	}
	return out
}

// ask is what may wait for somebody: phases that are blocked, and questions without an answer.
func (p *plan) ask(m *model.Plan) (model.Request, bool) {
	var blocked []string
	if m.Status.State != model.StateBlocked {
		// Of a plan that is blocked that is known.
		blocked = p.blocked()
	}
	all := slices.Concat(blocked, p.questions)
	if m.Status.State == model.StateDone || len(all) == 0 {
		return model.Request{}, false
	}
	summary := ""
	switch {
	case len(blocked) == 1:
		i := slices.IndexFunc(p.phases, func(x phase) bool { return x.state == phaseBlocked })
		summary = "A phase is blocked: " + p.phases[i].title
	case len(blocked) > 1:
		summary = fmt.Sprintf("%s are blocked, the first: %s", model.Counted(len(blocked), "phase"), blocked[0])
	default:
		_, first, _ := strings.Cut(p.questions[0], " ")
		if summary = "An open question: " + first; len(p.questions) > 1 {
			summary = fmt.Sprintf("%s: %s", model.Counted(len(p.questions), "open question"), first)
		}
	}
	if len(all) == 1 && len(blocked) == 0 {
		// The title says it all.
		all = nil
	}
	return model.Request{
		Path: p.file.Name, Name: path.Base(p.file.Name), Summary: summary, Rationale: strings.Join(all, "\n"), PlanID: m.ID, Plan: m.Path,
		Created: model.Stamp{Time: p.file.Changed},
		Reading: model.RequestReading{
			Tool: tool, Command: command, Maybe: true, Decision: model.DecisionPending, Summary: model.BasisDerived, Plan: model.BasisDeclared,
		},
	}, true
}

// lessons are the errors of a plan, one for each attempt.
func (p *plan) lessons() (out []model.Entry) {
	for i, e := range p.errors {
		x := model.Entry{
			Path: p.file.Name, ID: fmt.Sprintf("ERROR-%03d", i+1), Category: model.CategoryProof, Number: i + 1, Title: e.what, Tried: e.attempt,
			Outcome: model.OutcomeFailed.String(), At: model.Stamp{Time: p.file.Changed}, Line: e.line, Tool: tool, Seen: p.file.Seen,
		}
		again := slices.ContainsFunc(p.errors[i+1:], func(later failure) bool { return later.what == e.what })
		switch {
		case isOpen(e.resolution):
		case again:
			// What was to resolve it did not.
			x.Tried = strings.TrimPrefix(e.attempt+": "+e.resolution, ": ")
		default:
			x.Outcome, x.Reasoning = model.OutcomePartial.String(), "resolved by: "+e.resolution
		}
		out = append(out, x)
	}
	return out
}
