package speckit

import (
	"cmp"
	"fmt"
	"path"
	"slices"
	"strings"
	"time"

	"coldstart/model"
	"coldstart/vault/source"
	"coldstart/vault/text"
)

// feature is a folder with a spec, a plan or tasks.
type feature struct {
	dir, id string
	spec    source.Document
	plan    source.Document
	tasks   source.Document
	steps   tasks
	// asked are the open questions of the spec.
	asked []string
	// left is true where boxes are open and work went on elsewhere.
	left bool
	// status is what the spec declares.
	status  string
	created model.Stamp
}

func (k *kit) features() []feature {
	var all []feature
	for _, dir := range k.folders() {
		f := feature{dir: dir, id: path.Base(dir)}
		var specified, planned, tasked bool
		f.spec, specified = k.h.Document(path.Join(dir, "spec.md"))
		f.plan, planned = k.h.Document(path.Join(dir, "plan.md"))
		f.tasks, tasked = k.h.Document(path.Join(dir, "tasks.md"))
		if !specified && !planned && !tasked {
			continue
		}
		f.steps, f.asked = readTasks(f.tasks), questions(f.spec)
		f.readHead(k.h.Zone)
		all = append(all, f)
	}
	k.findLeft(all)
	return all
}

// readHead reads the labels above the first part of the spec.
func (f *feature) readHead(zone *time.Location) {
	for _, line := range f.spec.Lines() {
		if level, _ := text.Heading(line); level > 1 {
			return
		}
		switch label, value, _ := text.Labelled(line); strings.ToLower(label) {
		case "status":
			f.status = value
		case "created":
			f.created = model.ParseStamp(value, zone)
		}
	}
}

// findLeft finds the features that people take for done though boxes are open: but for the last
// touch, or with a quarter or less to do while later ones are begun.
func (k *kit) findLeft(all []feature) {
	begun := ""
	for _, f := range all {
		if f.steps.done() > 0 {
			begun = max(begun, f.id)
		}
	}
	for i := range all {
		f := &all[i]
		done, steps := f.steps.done(), len(f.steps.list)
		f.left = f.dir != k.current && done > 0 && done < steps && (f.steps.onlyPolish() || f.id < begun && 4*done >= 3*steps)
	}
}

// declared is what the word of a status means, and what stands behind it.
type declared struct {
	state model.State
	why   string
	// weak words may be about the spec alone.
	weak bool
	// dropped is true for what nobody will build.
	dropped bool
}

var firstWords = text.Pattern{Expr: `(?i)^[^a-z]*([a-z]+(?:[ -]hold)?)[\s:—–-]*(.*)$`}

// declares reads the status of a spec. All begin as Draft, so that word says nothing.
func declares(status string) declared {
	m := firstWords.FindStringSubmatch(status)
	if m == nil {
		return declared{}
	}
	switch strings.ToLower(m[1]) {
	case "implemented", "shipped", "merged", "released", "delivered", "deployed":
		return declared{state: model.StateDone}
	case "complete", "completed", "done", "finished", "closed":
		return declared{state: model.StateDone, weak: true}
	case "superseded", "abandoned", "cancelled", "canceled", "deprecated", "withdrawn", "rejected", "obsolete", "archived":
		return declared{state: model.StateDone, dropped: true}
	case "blocked":
		return declared{state: model.StateBlocked, why: cmp.Or(m[2], "blocked, says the spec")}
	}
	return declared{}
}

// stage says how far a feature is, how that is known, and what to type to go on.
func (k *kit) stage(f feature) (s model.Status, basis model.Basis, verb, next string) {
	done, all := f.steps.done(), len(f.steps.list)
	says := declares(f.status)
	switch {
	case says.state == model.StateDone && (!says.weak || done > 0):
		return model.Status{State: model.StateDone, Word: f.status}, model.BasisDeclared, "", ""
	case all > 0 && done == all:
		return model.Status{State: model.StateDone, Word: "implemented"}, model.BasisDerived, "", ""
	case f.left:
		return model.Status{State: model.StateDone, Word: "implemented but for " + model.Counted(all-done, "task")}, model.BasisGuessed, "", ""
	}
	s, basis = model.Status{State: model.StateDraft}, model.BasisDerived
	switch {
	case done > 0:
		s, verb = model.Status{State: model.StateActive, Word: "in progress"}, "implement"
	case f.steps.unkept:
		s.Word, verb = "tasks written", "implement"
	case all > 0:
		s.Word, verb = "not started", "implement"
	case f.tasks.Name != "":
		s.Word, verb, next = "no tasks", "tasks", "Write the tasks"
	case f.plan.Name != "":
		s.Word, verb, next = "planned", "tasks", "Break the plan into tasks"
	case len(f.asked) > 0:
		s.Word, verb, next = "specified", "clarify", "Answer "+model.Counted(len(f.asked), "question")+" of the spec"
	default:
		s.Word, verb, next = "specified", "plan", "Make the plan"
	}
	if says.state == model.StateBlocked {
		s, basis = model.Status{State: model.StateBlocked, Word: f.status}, model.BasisDeclared
	}
	return s, basis, verb, next
}

// addFeatures adds the features that are open, and the one that was finished last: the current
// one, else that with the highest number.
func (k *kit) addFeatures(all []feature) {
	var over []model.Plan
	for _, f := range all {
		p, dropped := k.planOf(f)
		switch {
		case dropped:
			k.left.Finished++
		case p.Status.State == model.StateDone:
			over = append(over, p)
		default:
			k.found.Plans = append(k.found.Plans, &p)
			k.ask(f, p)
		}
	}
	if len(over) == 0 {
		return
	}
	slices.SortStableFunc(over, func(a, b model.Plan) int {
		isCurrent := func(p model.Plan) int {
			if path.Dir(p.Path) == k.current {
				return 1
			}
			return 0
		}
		return cmp.Or(cmp.Compare(isCurrent(a), isCurrent(b)), strings.Compare(a.ID, b.ID))
	})
	k.found.Plans = append(k.found.Plans, &over[len(over)-1])
	k.left.Finished += len(over) - 1
}

func (k *kit) planOf(f feature) (p model.Plan, dropped bool) {
	title := cmp.Or(titleOf(f.spec, "Feature Specification:"), f.steps.title, titleOf(f.plan, "Implementation Plan:"))
	p = model.Plan{
		Path: cmp.Or(f.tasks.Name, f.plan.Name, f.spec.Name), ID: f.id, Objective: cmp.Or(title, f.id), Created: f.created,
		Touched: model.Stamp{Time: latest(f.spec, f.plan, f.tasks)},
		Reading: model.PlanReading{Foreign: true, Tool: tool, ID: model.BasisFolder, Title: model.BasisDeclared},
	}
	if title == "" {
		p.Reading.Title = model.BasisFolder
	}
	for _, x := range f.steps.list {
		p.Steps = append(p.Steps, model.Step{Number: len(p.Steps) + 1, Text: strings.TrimSpace(x.id + " " + x.Text), Mark: x.Rune()})
	}
	if len(p.Steps) > 0 {
		p.Reading.Steps, p.Reading.StepsFrom, p.Reading.Stateless = model.BasisDeclared, "the tasks", f.steps.unkept
	}
	if at := f.steps.phase(); at > 0 && !f.steps.unkept {
		p.Reading.StepsFrom += fmt.Sprintf(", now in phase %d of %d: %s", at, len(f.steps.phases), f.steps.phases[at-1])
	}
	var verb string
	p.Status, p.Reading.Status, verb, p.Reading.Next = k.stage(f)
	if verb != "" {
		p.Reading.Command = k.command(verb, f.dir)
	}
	p.Reading.Current = f.dir == k.current && p.Status.State != model.StateDone
	says := declares(f.status)
	p.BlockedReason = says.why
	p.Reading.Doubts = k.doubts(f, p)
	return p, says.dropped
}

// doubts are the sentences about what contradicts itself, or will stop the program.
func (k *kit) doubts(f feature, p model.Plan) (out []string) {
	done, all := p.Progress()
	if n := f.steps.samples; n > 0 {
		are, they := "are", "they are"
		if n == 1 {
			are, they = "is", "it is"
		}
		out = append(out, fmt.Sprintf("%s of the template %s still among the tasks; %s left out", model.Counted(n, "sample"), are, they))
	}
	if p.Status.State == model.StateDone {
		if p.Reading.Status == model.BasisDeclared && done < all {
			out = append(out, fmt.Sprintf("the spec says that it is over, and %d of %s %s open", all-done, model.Counted(all, "task"), isOrAre(all-done)))
		}
		return out
	}
	if all == 0 {
		return out
	}
	for _, name := range k.h.Files(path.Join(f.dir, "checklists"), ".md") {
		d, _ := k.h.Document(name)
		open := 0
		for _, line := range text.Unfenced([]byte(text.WithoutComments(d.Text))) {
			if b, ok := text.ReadBox(line); ok && b.Mark == "" {
				open++
			}
		}
		if open > 0 {
			out = append(out, fmt.Sprintf("checklists/%s has %s: %s asks before it goes on", path.Base(name), model.Counted(open, "open point"), tool))
		}
	}
	return out
}

func isOrAre(n int) string {
	if n == 1 {
		return "is"
	}
	return "are"
}

// ask adds the questions of a spec. Where work went on without an answer they are only probable.
func (k *kit) ask(f feature, p model.Plan) {
	if len(f.asked) == 0 {
		return
	}
	r := model.Request{
		Path: f.spec.Name, Name: path.Base(f.spec.Name), Summary: "Answer: " + f.asked[0], Rationale: strings.Join(f.asked, "\n"),
		PlanID: f.id, Created: model.Stamp{Time: f.spec.Changed},
		Reading: model.RequestReading{
			Tool: tool, Command: k.command("clarify", f.dir), Summary: model.BasisDeclared, Decision: model.DecisionPending,
			Maybe: f.steps.done() > 0,
		},
	}
	if n := len(f.asked); n > 1 {
		r.Summary = fmt.Sprintf("Answer %d questions, first: %s", n, f.asked[0])
	}
	k.found.Requests = append(k.found.Requests, r)
}

func latest(all ...source.Document) (at time.Time) {
	for _, d := range all {
		if d.Changed.After(at) {
			at = d.Changed
		}
	}
	return at
}
