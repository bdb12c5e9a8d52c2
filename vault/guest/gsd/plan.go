package gsd

import (
	"cmp"
	"path"
	"slices"
	"strings"
	"time"

	"coldstart/model"
	"coldstart/vault/guest"
	"coldstart/vault/source"
)

// plan is a phase or the roadmap as a plan, with what its files ask of a human.
type plan struct {
	guest.Job
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
	at := &plan{number: p.number, phase: p, Job: guest.Job{ID: path.Join(s.stream, path.Base(p.dir)), Current: p.number == s.state.phase}}
	_, newest := p.newest()
	at.Files = []source.Document{{Name: p.shown(), Changed: newest}}
	name, basis := p.slug(), model.BasisFolder
	if p.number == s.state.phase && s.state.name != "" {
		name, basis = s.state.name, model.BasisDeclared
	}
	r := s.road.find(p.number)
	if r != nil {
		at.Goal = r.goal
		if r.name != "" {
			name, basis = r.name, model.BasisDeclared
		}
	}
	at.Title, at.Known.Title = s.named("Phase "+p.number+": "+name), basis
	s.addSteps(at, r)
	s.setStatus(at)
	at.Type = s.typed(at.verb(s.state), p.number)
	switch {
	case len(p.parts) == 0:
		at.Next = "Plan the phase"
	case p.executed():
		at.Next = "Verify the phase"
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

// addSteps reads the plans of a phase: a step for each, done where it has a summary. A checkpoint in one is
// no step, but waits for a person.
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
	}
	at.Known.Steps, at.From = model.BasisFolder, "the files of the plans"
}

func (at *plan) step(what string, mark rune, human bool) {
	at.Steps = append(at.Steps, model.Step{Text: what, Mark: mark, Human: human})
}

// is sets the state, with how it is known.
func (at *plan) is(state model.State, word string, known model.Basis) {
	at.State, at.Word, at.Known.Status = state, word, known
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
				at.Doubt("%s says %q: %s calls that a false completion", path.Base(name), empty, tool)
				return
			}
		}
	}
}

// backlog begins the numbers of phases that are put off.
const backlog = "999."

// needsHuman is the status of a verification that a person has to end.
const needsHuman = "human_needed"

// setStatus takes the status of STATE.md for the phase that it names, and for others what
// follows from their files.
func (s *set) setStatus(at *plan) {
	p := at.phase
	verified := p.verified()
	switch {
	case p.executed() && len(s.byHand(p)) > 0:
		if at.is(model.StateBlocked, "testing", model.BasisDerived); verified == needsHuman {
			at.Word = needsHuman
		}
		at.Blocked = "a person must check it by hand"
		return
	case p.executed() && verified != "" && verified != "passed":
		at.is(model.StateActive, verified, model.BasisDerived)
	case p.executed():
		at.is(model.StateActive, "executed", model.BasisDerived)
	case strings.HasPrefix(p.number, backlog):
		at.is(model.StateDraft, "backlog", model.BasisDerived)
	case p.begun() && s.earlier(p.number):
		at.is(model.StateDraft, "left open", model.BasisDerived)
		at.Doubt("%s has no summary, and STATE.md speaks of phase %s", path.Base(cmp.Or(p.next().plan, p.dir)), s.state.phase)
	case p.begun():
		at.is(model.StateActive, "in progress", model.BasisDerived)
	default:
		at.is(model.StateDraft, "not started", model.BasisDerived)
	}
	if p.number != s.state.phase || s.state.status == "" && s.state.paused.Raw == "" {
		return
	}
	said := s.state.meaning()
	switch {
	case said.State == model.StateDone && !p.executed():
		at.Doubt("STATE.md says %q, and not every plan of the phase has a summary", s.state.status)
		return
	case said.State == model.StateDone, said.State == model.StateDraft && p.begun():
		said.State = model.StateActive
	}
	at.is(said.State, said.Word, model.BasisDeclared)
}

// verb is the command that goes on with a phase.
func (at *plan) verb(st state) string {
	p := at.phase
	switch {
	case p.executed():
		return "verify-work"
	case len(p.parts) > 0:
		return "execute-phase"
	case p.number == st.phase && (st.next == "discuss-phase" || st.next == "plan-phase"):
		return st.next
	}
	return "plan-phase"
}

// roadmapPlan is the roadmap as a plan. While a phase is at work, it is what comes later.
func (s *set) roadmapPlan(others []*plan, working bool) *plan {
	at := &plan{Job: guest.Job{
		Files: []source.Document{s.h.Glance(cmp.Or(s.road.Name, s.state.Name))}, At: s.state.written(), ID: path.Join(s.stream, "roadmap"),
		Title: s.named(cmp.Or(s.road.title, "Roadmap")), From: "the roadmap", Type: s.typed("progress"), Known: guest.Known{ID: model.BasisDerived},
	}}
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
	done, all := at.Progress()
	switch said := s.state.meaning(); {
	case s.allOver(done, all):
		at.is(model.StateDone, complete, model.BasisDerived)
	case working || len(others) > 0 && s.state.status == "":
		at.is(model.StateDraft, "planned", model.BasisDerived)
	case said.State == model.StateDone && (all > 0 || s.state.more()):
		at.is(model.StateActive, "phase "+s.state.phase+" is "+said.Word, model.BasisDeclared)
		if s.state.phase == "" {
			at.Word = s.state.status
		}
	case s.state.status == "":
		at.is(model.StateDraft, "no status", model.BasisDerived)
	default:
		at.is(said.State, said.Word, model.BasisDeclared)
	}
	if all == 0 {
		at.Next = s.state.ahead()
	}
	return at
}

// allOver reports whether so many of the phases that count are all of them. The word of STATE.md is about the phase: where
// all are of a past milestone and it names none, nothing is left to verify.
func (s *set) allOver(done, all int) bool {
	if all == 0 {
		return len(s.road.phases) > 0 && s.state.phase == "" && s.state.meaning().Word == verifying
	}
	return done == all
}

// addState adds what the state says to the plan at work, and to all plans how work on them came to
// rest.
func (s *set) addState(plans []*plan) {
	at := s.current(plans)
	at.Log = s.state.log()
	if written := s.state.written(); written.Known() {
		at.At = written
		for _, p := range plans {
			// The time of a file that lies behind what STATE.md says is that of a checkout.
			if file := &p.Files[0]; file.Changed.After(written.Time) {
				file.Changed = time.Time{}
			}
		}
	}
	s.doubtState(at)
	s.addConcerns(at)
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
			to.Type = s.typed("resume-work")
		}
		if r.blocked != "" {
			to.is(model.StateBlocked, "blocked", model.BasisDeclared)
			to.Blocked = r.blocked
		}
	}
}

// addConcerns says what STATE.md has in the way of the plan at work.
func (s *set) addConcerns(at *plan) {
	at.Free = s.state.looked
	if at.State == model.StateDone {
		return
	}
	asked, old, others := s.inTheWay()
	if len(asked) > 0 {
		at.is(model.StateBlocked, "blocked", model.BasisDerived)
	}
	if at.State == model.StateBlocked {
		at.Blocked = cmp.Or(at.Blocked, strings.Join(asked, "; "), strings.Join(others, "; "), "it is marked as blocked")
	} else if len(others) > 0 {
		at.Doubt("STATE.md warns: %s", others[0])
	}
	for _, w := range []guest.Wait{{Do: "Decide", Items: asked}, {Do: "Decide", Items: old, Maybe: true}} {
		if w.In, w.Type, w.Since = s.state.Document, s.typed("progress"), s.state.written(); len(w.Items) > 0 {
			at.Waits = append(at.Waits, w)
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
			at.Doubt("STATE.md speaks of phase %s, which is finished, and phase %s has begun: it is behind its files", st.phase, later.number)
			return
		}
	}
	if p == nil || p.number != st.phase {
		return
	}
	if done := p.done(); st.plan > 0 && done > st.plan {
		at.Doubt("STATE.md speaks of plan %d, and %d plans of phase %s have a summary: it is behind its files", st.plan, done, p.number)
		return
	}
	if name, changed := p.newest(); changed.Sub(st.Changed) > muchOlder {
		at.Doubt("STATE.md is more than a day older than %s: it may be behind its files", path.Base(name))
	}
}
