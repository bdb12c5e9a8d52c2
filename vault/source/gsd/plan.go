package gsd

import (
	"cmp"
	"fmt"
	"path"
	"slices"
	"strings"
	"time"

	"coldstart/model"
)

// plan is a phase or the roadmap as a plan, with what its files ask of a human.
type plan struct {
	model.Plan
	number string
	phase  *phase
	// asks are the checkpoints of the next part, which is in a file.
	asks []checkpoint
	part part
}

// plans are the phases that are not over and have a folder, and the roadmap where it has more,
// or where there is no such phase.
func (s *set) plans() (all []*plan) {
	listed := map[string]bool{}
	for _, p := range s.phases {
		if p.shown() != "" && !s.finished(p.number) {
			all = append(all, s.phasePlan(p))
			listed[p.number] = true
		}
	}
	later := slices.ContainsFunc(s.road.phases, func(r *roadPhase) bool {
		return !r.past && !listed[r.number] && !s.finished(r.number)
	})
	if later || len(all) == 0 {
		all = append(all, s.roadmapPlan(all, listed[s.state.phase]))
	}
	return all
}

// current is the plan at which work is: the phase that STATE.md names, else the first that has
// begun, else the first.
func (s *set) current(plans []*plan) *plan {
	for _, p := range plans {
		if p.number != "" && p.number == s.state.phase {
			return p
		}
	}
	for _, p := range plans {
		if p.phase != nil && p.phase.begun() && !p.phase.executed() {
			return p
		}
	}
	return plans[0]
}

func (s *set) phasePlan(p *phase) *plan {
	at := &plan{number: p.number, phase: p}
	at.Path, at.ID = p.shown(), path.Join(s.stream, path.Base(p.dir))
	name, basis := p.slug(), model.BasisFolder
	if p.number == s.state.phase && s.state.name != "" {
		name, basis = s.state.name, model.BasisDeclared
	}
	r := s.road.find(p.number)
	if r != nil {
		at.Stated = r.goal
		if r.name != "" {
			name, basis = r.name, model.BasisDeclared
		}
	}
	at.Objective = s.named("Phase " + p.number + ": " + name)
	at.Reading = model.PlanReading{Foreign: true, Tool: tool, ID: model.BasisFolder, Title: basis, Status: model.BasisDerived, Current: p.number == s.state.phase}
	_, newest := p.newest()
	at.Touched = model.Stamp{Time: newest}
	s.addSteps(at, r)
	s.setStatus(at)
	at.Reading.Command = s.command(at.command(s.state))
	switch {
	case len(p.parts) == 0:
		at.Reading.Next = "Plan the phase"
	case p.executed():
		at.Reading.Next = "Verify the phase"
	}
	return at
}

// named adds the workstream to a title.
func (s *set) named(title string) string {
	if s.stream != "" {
		title += " (" + s.stream + ")"
	}
	return title
}

// addSteps reads the plans of a phase: a step for each, done where it has a summary, and one for
// each checkpoint in it.
func (s *set) addSteps(at *plan, r *roadPhase) {
	p := at.phase
	next := p.next()
	for i, x := range p.parts {
		mark := ' '
		if x.summary != "" {
			mark = 'x'
			at.doubtSummary(x.summary)
		}
		title := ""
		if r != nil {
			title = r.plans[x.id]
		}
		var asks []checkpoint
		if x.plan != "" {
			d, _ := s.h.Document(x.plan)
			body := unfenced(d.Text)
			title = cmp.Or(title, firstSentence(element(body, "objective")))
			asks = checkpoints(body)
		}
		if next == &p.parts[i] {
			at.asks, at.part = asks, x
		}
		at.step(strings.TrimSpace(x.id+" "+title), mark, false)
		for _, c := range asks {
			at.step(x.id+" "+c.what, mark, true)
		}
	}
	if len(at.Steps) > 0 {
		at.Reading.Steps, at.Reading.StepsFrom = model.BasisFolder, "the files of the plans"
	}
}

func (at *plan) step(what string, mark rune, human bool) {
	at.Steps = append(at.Steps, model.Step{Number: len(at.Steps) + 1, Text: what, Mark: mark, Human: human})
}

// emptyWords are what the program itself calls a false completion.
var emptyWords = []string{"To be filled", "TBD", "placeholder"}

// doubtSummary looks for a summary that was never written: a value that is only such a word.
func (at *plan) doubtSummary(name string) {
	d, ok := at.phase.h.Document(name)
	if !ok {
		return
	}
	for _, line := range strings.Split(unfenced(d.Text), "\n") {
		value := line
		if _, behind, ok := strings.Cut(line, ":"); ok {
			value = behind
		}
		value = strings.Trim(value, " \t-*_[](){}.")
		for _, empty := range emptyWords {
			if strings.EqualFold(value, empty) {
				at.doubt(fmt.Sprintf("%s says %q: %s calls that a false completion", path.Base(name), empty, tool))
				return
			}
		}
	}
}

func (at *plan) doubt(sentence string) {
	at.Reading.Doubts = append(at.Reading.Doubts, sentence)
}

// backlog begins the numbers of phases that are put off.
const backlog = "999."

// needsHuman is the status of a verification that a person has to end.
const needsHuman = "human_needed"

// setStatus takes the status of STATE.md for the phase that it names, and for others what
// follows from their files.
func (s *set) setStatus(at *plan) {
	p := at.phase
	if p.executed() && len(s.waits(p)) > 0 {
		at.Status, at.BlockedReason = model.Status{State: model.StateBlocked, Word: "testing"}, "somebody has to check it by hand"
		if p.verified() == needsHuman {
			at.Status.Word = needsHuman
		}
		return
	}
	at.Status = model.Status{State: model.StateDraft, Word: "not started"}
	switch verified := p.verified(); {
	case p.executed() && verified != "" && verified != "passed":
		at.Status = model.Status{State: model.StateActive, Word: verified}
	case p.executed():
		at.Status = model.Status{State: model.StateActive, Word: "executed"}
	case strings.HasPrefix(p.number, backlog):
		at.Status.Word = "backlog"
	case p.begun() && s.earlier(p.number):
		at.Status.Word = "left open"
		at.doubt(path.Base(cmp.Or(p.next().plan, p.dir)) + " has no summary, and STATE.md speaks of phase " + s.state.phase)
	case p.begun():
		at.Status = model.Status{State: model.StateActive, Word: "in progress"}
	}
	if p.number != s.state.phase || s.state.status == "" && s.state.paused.Raw == "" {
		return
	}
	said := s.state.meaning()
	switch {
	case said.State == model.StateDone && !p.executed():
		at.doubt("STATE.md says " + fmt.Sprintf("%q", s.state.status) + ", and not every plan of the phase has a summary")
		return
	case said.State == model.StateDone:
		said.State = model.StateActive
	case said.State == model.StateDraft && p.begun():
		said.State = model.StateActive
	}
	at.Status, at.Reading.Status = said, model.BasisDeclared
}

// command is what goes on with a phase.
func (at *plan) command(st state) string {
	p := at.phase
	switch {
	case p.executed():
		return "verify-work " + p.number
	case len(p.parts) > 0:
		return "execute-phase " + p.number
	case p.number == st.phase && (st.next == "discuss-phase" || st.next == "plan-phase"):
		return st.next + " " + p.number
	}
	return "plan-phase " + p.number
}

// roadmapPlan is the roadmap as a plan. While a phase is at work, it is what comes later.
func (s *set) roadmapPlan(others []*plan, working bool) *plan {
	at := &plan{}
	at.Path, at.ID = cmp.Or(s.road.Name, s.state.Name), path.Join(s.stream, "roadmap")
	at.Objective = s.named(cmp.Or(s.road.title, "Roadmap"))
	at.Reading = model.PlanReading{
		Foreign: true, Tool: tool, ID: model.BasisDerived, Title: model.BasisDeclared, Status: model.BasisDeclared, Command: s.command("progress"),
	}
	for _, r := range s.road.phases {
		if r.past {
			continue
		}
		mark := ' '
		if r.done() || s.finished(r.number) {
			mark = 'x'
		}
		title := "Phase " + r.number
		if r.name != "" {
			title += ": " + r.name
		}
		at.step(title, mark, false)
	}
	if len(at.Steps) > 0 {
		at.Reading.Steps, at.Reading.StepsFrom = model.BasisDeclared, "the roadmap"
	} else {
		at.Reading.Next = "Start the next milestone"
	}
	switch {
	case working || len(others) > 0 && s.state.status == "":
		at.Status, at.Reading.Status = model.Status{State: model.StateDraft, Word: "planned"}, model.BasisDerived
	case s.state.status == "":
		at.Status, at.Reading.Status = model.Status{State: model.StateDraft, Word: "no status"}, model.BasisDerived
	default:
		at.Status = s.state.meaning()
	}
	at.Touched = model.Stamp{Time: s.h.Changed(at.Path)}
	if written := s.state.written(); written.Known() {
		at.Touched = written
	}
	return at
}

// addState adds what the state says to the plan at work, and to all plans how work on them came to
// rest.
func (s *set) addState(plans []*plan) {
	at := s.current(plans)
	at.Log = s.state.log()
	if written := s.state.written(); written.Known() {
		at.Touched = written
		for _, p := range plans {
			// The time of a file that lies behind what STATE.md says is that of a checkout.
			if p.Touched.Raw == "" && p.Touched.Time.After(at.Touched.Time) {
				p.Touched = model.Stamp{}
			}
		}
	}
	s.doubtState(at)
	for _, r := range s.rests() {
		to := at
		for _, p := range plans {
			if r.number != "" && p.number == r.number {
				to = p
			}
		}
		if to.Stop != nil && (to.Stop.Stale == "" || r.Stale != "") {
			continue
		}
		to.Stop = &r.Stop
		if r.Stale != "" {
			continue
		}
		if !r.Cut {
			to.Reading.Command = s.command("resume-work")
		}
		if r.blocked != "" {
			to.Status, to.BlockedReason, to.Reading.Status = model.Status{State: model.StateBlocked, Word: "blocked"}, r.blocked, model.BasisDeclared
		}
	}
}

// muchOlder is how far STATE.md may lie behind the files of its phase: the program writes it
// after each plan.
const muchOlder = 24 * time.Hour

// doubtState says where STATE.md lies behind its files.
func (s *set) doubtState(at *plan) {
	st, p := s.state, at.phase
	if !st.found() {
		return
	}
	for _, later := range s.phases {
		if st.phase != "" && compare(later.number, st.phase) > 0 && later.begun() && s.finished(st.phase) && !s.finished(later.number) {
			at.doubt("STATE.md speaks of phase " + st.phase + ", which is finished, and phase " + later.number + " has begun: it is behind its files")
			return
		}
	}
	if p == nil || p.number != st.phase {
		return
	}
	if done := p.done(); st.plan > 0 && done > st.plan {
		at.doubt(fmt.Sprintf("STATE.md speaks of plan %d, and %d plans of phase %s have a summary: it is behind its files", st.plan, done, p.number))
		return
	}
	if name, changed := p.newest(); changed.Sub(st.Changed) > muchOlder {
		at.doubt("STATE.md is more than a day older than " + path.Base(name) + ": it may be behind its files")
	}
}
