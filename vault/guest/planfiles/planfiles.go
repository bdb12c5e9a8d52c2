// Package planfiles reads the plans of planning-with-files (github.com/OthmanAdi/planning-with-files,
// as of commit 9e94390). They are read and never changed.
package planfiles

import (
	"fmt"
	"path"
	"slices"
	"strings"

	"coldstart/model"
	"coldstart/vault/guest"
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
var Guest = guest.Guest{Name: "planfiles", Tool: tool, Signs: []string{planFile, folder}, Read: read}

// safeID is what the program takes for the name of a plan's folder.
var safeID = text.Pattern{Expr: `^[A-Za-z0-9_][A-Za-z0-9._-]*$`}

func read(h *source.Repo) (left guest.Left) {
	// The names are dated, and the plan at the root is of the time before they were.
	names := []string{planFile}
	for _, dir := range h.Folders(folder) {
		if safeID.MatchString(path.Base(dir)) {
			names = append(names, path.Join(dir, planFile))
		}
	}
	left.Ended = guest.EndedLast
	chosen := activeID(h)
	var read, open []string
	for _, name := range names {
		p, ok := readPlan(h, name)
		if !ok {
			continue
		}
		j := p.job(chosen)
		if read = append(read, name); j.State != model.StateDone {
			open = append(open, name)
		}
		left.Jobs = append(left.Jobs, j)
	}
	if len(read) > 0 {
		left.Path = placeOf(read, open)
	}
	return left
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
func activeID(h *source.Repo) string {
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

func (p *plan) job(chosen string) guest.Job {
	j := guest.Job{
		Files: append([]source.Document{p.file}, p.beside...), ID: p.id(), Title: p.title, Goal: p.goal, Log: p.log, State: p.state(), Word: p.word(),
		From: "the phases", Next: p.next, Type: command, Unkept: !p.kept(), Free: p.kept() && !p.loose, Current: chosen == p.id(), Lessons: p.lessons(),
	}
	if p.loose {
		j.From, j.Known.Steps = "its boxes", model.BasisDerived
	}
	if j.Title == "" {
		j.Title, j.Known.Title = j.ID, model.BasisGuessed
	}
	for _, x := range p.phases {
		j.Steps = append(j.Steps, guest.Step(x.title, x.state == phaseComplete))
	}
	if p.declared != "" || j.State == model.StateUnknown && p.kept() {
		j.Known.Status = model.BasisDeclared
	}
	if j.State == model.StateBlocked {
		j.Blocked = strings.Join(p.blocked(), "; ")
	}
	p.doubt(&j, chosen)
	if j.State != model.StateDone {
		j.Waits = p.waits(j)
	}
	return j
}

// doubt says what an agent may stumble over.
func (p *plan) doubt(j *guest.Job, chosen string) {
	if chosen != "" && chosen != j.ID && j.State != model.StateDone {
		j.Doubt("not the active plan: %s names %s", active, chosen)
	}
	if done, all := j.Progress(); p.declared != "" && done < all {
		j.Doubt("its status is %s, and %s %s open", p.declared, model.Counted(all-done, "phase"), guest.Are(all-done))
	}
	odd, word := 0, ""
	for _, x := range p.phases {
		if x.state == phaseOdd {
			odd, word = odd+1, x.word
		}
	}
	j.DoubtOdd(odd, "phase", word)
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

// waits are what may wait for somebody: phases that are blocked, and questions without an answer.
func (p *plan) waits(j guest.Job) (all []guest.Wait) {
	// Of a plan that is blocked it is known.
	if blocked := p.blocked(); len(blocked) > 0 && j.State != model.StateBlocked {
		all = append(all, guest.Wait{Do: "Unblock", Items: blocked, Why: blocked})
	}
	if len(p.questions) > 0 {
		w := guest.Wait{Do: "Open question"}
		for _, q := range p.questions {
			_, words, _ := strings.Cut(q, " ")
			w.Items = append(w.Items, words)
		}
		if len(all)+len(p.questions) > 1 {
			w.Why = p.questions
		}
		all = append(all, w)
	}
	for i := range all {
		all[i].In, all[i].Type, all[i].Maybe = p.file, command, true
	}
	return all
}

// lessons are the errors of a plan, one for each attempt.
func (p *plan) lessons() (out []model.Entry) {
	for i, e := range p.errors {
		x := p.file.Lesson(i+1, e.line, e.what)
		x.ID, x.Tried, x.Outcome, x.At = fmt.Sprintf("ERROR-%03d", i+1), e.attempt, model.OutcomeFailed.String(), model.Stamp{Time: p.file.Changed}
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
