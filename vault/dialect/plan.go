package dialect

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"coldstart/model"
)

// Plan is a file read as a plan.
type Plan struct {
	// Name is the path in the vault. It is the identity: ids repeat.
	Name  string
	ID    Fact
	Title Fact
	// Objective is given only where it is not the title.
	Objective Fact
	// Called is another title, by what the plan was made from. Keys are what it has in common with its requests.
	Called Fact
	Keys   []string
	Status Status
	// Steps are in file order. StepsBasis says how sure they are, StepsFrom in words where
	// they are.
	Steps      []Step
	StepsBasis model.Basis
	StepsFrom  string
	// Next is the first open step, or else the sentence of a section for what comes next.
	// It is empty in a folder for finished work, but not for a plan that only says it is done.
	Next Fact
	// NextStep is the number of that step, zero for a sentence.
	NextStep int
	// Needs says whether the plan as a whole needs an approval, NeedsFrom where it says so.
	Needs     model.Need
	NeedsFrom Fact
	// Source is what the plan was made from; plans with one source are versions of one plan.
	Source Fact
	// Task is what the plan is about, where nothing but the names says that plans have one
	// source: those with two tasks are no versions of one plan.
	Task string
	// NameTime is the time that the file's name holds, as an ISO text without a zone.
	NameTime Fact
	// Stem is what the file's name and those of its requests have in common.
	Stem string
	// Message is the id of the message that it answers.
	Message   string
	ClaimedBy Fact
	Parent    Fact
	Blocked   Fact
	Created   Fact
	Updated   Fact
	Priority  Fact
	// Log are the entries of sections for a log.
	Log []Entry
	// LeftOut names the sections with boxes or numbers that are not counted.
	LeftOut []string
	// Doubts are places where the file contradicts itself.
	Doubts []Warning
}

// KeepsState reports whether some step records its state.
func (p Plan) KeepsState() bool { return keepState(p.Steps) }

func keepState(steps []Step) bool {
	return slices.ContainsFunc(steps, func(s Step) bool { return !s.Stateless })
}

// Ticked counts the steps that are done.
func (p Plan) Ticked() int {
	n := 0
	for _, s := range p.Steps {
		if s.Done {
			n++
		}
	}
	return n
}

// ReadPlan reads a file as a plan, whatever it is.
func ReadPlan(p *Page) Plan {
	plan := Plan{
		Name: p.Name, ID: p.fact(fieldID), Title: p.readTitle(), Source: p.groupSource(), NameTime: p.nameTime(),
		Stem: linkStem(p.base()), Message: messageID(p.fact(fieldMessage)), ClaimedBy: p.fact(fieldClaim), Parent: p.fact(fieldParent), Blocked: p.fact(fieldBlocked),
		Created: p.fact(fieldCreated), Updated: p.fact(fieldUpdated), Priority: p.fact(fieldPriority), Log: p.planLog(),
	}
	plan.Objective, plan.Called, plan.Keys = p.readObjective(plan.Title), p.otherTitle(plan.Title), p.sharedKeys()
	if plan.Source.Basis == model.BasisGuessed {
		plan.Task = taskOf(plan.Title) + taskOf(plan.Objective)
		for _, f := range []field{fieldTarget, fieldAmount} {
			if said := p.fact(f); said.Given() {
				plan.Task += words(said.Text)
			}
		}
	}
	found := p.findSteps()
	steps, from := found.steps()
	if from != nil && from.basis == model.BasisGuessed && p.isReport(steps) {
		steps, from = nil, nil
	}
	if from != nil {
		plan.Steps, plan.StepsBasis, plan.StepsFrom = steps, from.basis, from.words
	}
	plan.LeftOut = found.leftOut(steps)
	plan.Status = p.readStatus(steps)
	if !p.place.closed() {
		plan.Next, plan.NextStep = p.next(steps, plan.StepsBasis)
	}
	if plan.NextStep > 0 && plan.Status.State != model.StateDone {
		if block := p.stepBlock(steps[plan.NextStep-1]); block.Given() {
			plan.Blocked, plan.Status.State = block, model.StateBlocked
		}
	}
	plan.Needs, plan.NeedsFrom = p.planNeed()
	plan.Doubts = p.doubts(plan)
	return plan
}

// isReport reports whether a plan says that it is done while none of its steps says so: a list of
// which nobody says that it is one of steps then tells what was found.
func (p *Page) isReport(steps []Step) bool {
	return stateOf(p.fact(fieldStatus).Text) == model.StateDone && !keepState(steps)
}

// next returns the first open step, else the sentence of a section for it.
func (p *Page) next(steps []Step, basis model.Basis) (Fact, int) {
	for _, s := range steps {
		if !s.Done {
			return Fact{Text: s.Text, Basis: basis, Line: s.Line}, s.Number
		}
	}
	if len(steps) > 0 {
		return Fact{}, 0
	}
	return p.nextSentence(), 0
}

// stepBlock returns what a line below a step says that it waits for: "- Blocker: waiting for the owner".
func (p *Page) stepBlock(s Step) Fact {
	for i := range p.lines {
		l := &p.lines[i]
		if int(l.number) <= s.Line {
			continue
		}
		it, isItem := listItem(l.text)
		if l.at != inBody || !isItem || it.indent == 0 {
			break
		}
		key, value, ok := strings.Cut(stripBold(it.text), ":")
		if value = strings.TrimSpace(value); ok && isLabel(fieldBlocked, normalKey(trimMarks(key))) && !isAbsent(value) {
			if need, said := answer(value); said && need == model.NeedNo {
				continue
			}
			return declared(clip(value), int(l.number))
		}
	}
	return Fact{}
}

// nextSentence returns the first line of a section for what comes next.
func (p *Page) nextSentence() Fact {
	for i := range p.sections {
		if s := &p.sections[i]; s.own == roleNext && !s.embedded {
			if f := p.firstText(i); f.Given() {
				return f
			}
		}
	}
	return Fact{}
}

// doubts compares the counts that the plan states with what was found.
func (p *Page) doubts(plan Plan) []Warning {
	var out []Warning
	check := func(f field, fits func(n int) bool, says string, found int) {
		stated := p.fact(f)
		if n, err := strconv.Atoi(stated.Text); err == nil && plan.KeepsState() && !fits(n) {
			out = append(out, Warning{stated.Line, fmt.Sprintf(says, n, found)})
		}
	}
	total, done := len(plan.Steps), plan.Ticked()
	check(fieldTotalCount, func(n int) bool { return n == total }, "says %d steps; found: %d", total)
	check(fieldDoneCount, func(n int) bool { return n == done }, "says %d steps are done; ticked: %d", done)
	check(fieldCurrentStep, func(n int) bool { return n == done || n == done+1 }, "says step %d is the current one; ticked: %d", done)
	return append(out, p.contests(found{fieldStatus, p.fact(fieldStatus)}, found{fieldNeeds, p.fact(fieldNeeds)})...)
}

// Status is the state of a plan.
type Status struct {
	State model.State
	// Word is the status as written, empty when the file states none.
	Word string
	// Basis says how State is known: a folder for done plans can stateHere Word.
	Basis model.Basis
	// Line is where Word is, counted from 1.
	Line int
}

// statusLines is how many lines at the top have a status before the weaker forms count.
const statusLines = 60

// nearEnough reports whether a label speaks of its field: far down only a bold one is a status.
func (p *Page) nearEnough(f field, l *label) bool {
	return l.form == formBold || f != fieldStatus && f != fieldApproval || l.line <= p.front.Last+statusLines
}

// plainLine looks at lines such as "Status: draft" near the top.
func plainLine(p *Page, w *weighing) {
	p.showLabelled(w, func(l *label, s *section) bool {
		return l.form == formPlain && l.line <= p.front.Last+statusLines
	})
}

// readStatus finds the status of a plan: what its folder makes of it, else what it states,
// even against the boxes, else what the ticks say.
func (p *Page) readStatus(steps []Step) Status {
	stated := p.fact(fieldStatus)
	s := Status{State: stateOf(stated.Text), Word: stated.Text, Basis: stated.Basis, Line: stated.Line}
	if stated.Contested() {
		a, b := stated.Rivals[0], stated.Rivals[1]
		s.Word, s.Line = tidy(a.Text)+" or "+tidy(b.Text), a.Line
	}
	state, other := p.place.stateHere(s.State)
	switch {
	case other:
		s.State, s.Basis = state, model.BasisFolder
	case !stated.Given() && !stated.Contested():
		s.State, s.Basis = stateByTicks(steps), model.BasisDerived
		if s.State == model.StateDone && p.hasOpenBox() {
			s.State = model.StateActive
		}
	case s.State != model.StateBlocked && s.State != model.StateDone && !keepState(steps) && !p.hasOpenBox() && p.measuredDone():
		s.State, s.Basis = model.StateDone, model.BasisDerived
	}
	return s
}

// fewestMeasures are the boxes of a definition of done that say something when all are ticked.
const fewestMeasures = 3

// measuredDone reports whether a plan has a definition of done in which all is ticked.
func (p *Page) measuredDone() bool {
	ticked := 0
	for i := range p.parts {
		part := &p.parts[i]
		if part.role != roleChecks || p.sections[part.section].embedded || !strings.Contains(words(part.name), " definition of done ") {
			continue
		}
		for _, l := range p.lines[part.from:part.to] {
			if isOpenBox(l.text) {
				return false
			}
			if it, ok := listItem(l.text); ok && l.at == inBody {
				if _, done, _, isBox := boxOf(it.text); isBox && done {
					ticked++
				}
			}
		}
	}
	return ticked >= fewestMeasures
}

// hasOpenBox reports whether something is left to tick: a box that is no step, below one or in a
// notation that is slightly wrong, but none of criteria, options and pasted text.
func (p *Page) hasOpenBox() bool {
	for i := range p.parts {
		part := &p.parts[i]
		if part.role == roleChecks || part.role == roleOptions || part.role == roleEmbedded || p.sections[part.section].embedded {
			continue
		}
		for _, l := range p.lines[part.from:part.to] {
			if l.at == inBody && isOpenBox(l.text) {
				return true
			}
		}
	}
	return false
}

// isOpenBox reads "- [ ] text" and what people write for it: another sign, other blanks, none.
func isOpenBox(row string) bool {
	row = strings.TrimLeft(row, "-*+•–—.)0123456789 \t\u00a0")
	inner, opened := strings.CutPrefix(strings.TrimPrefix(row, `\`), "[")
	inner = strings.TrimLeft(inner, " \u00a0")
	rest, closed := strings.CutPrefix(strings.TrimPrefix(inner, `\`), "]")
	_, isChoice := choiceOf(strings.TrimSpace(rest))
	return opened && closed && strings.TrimSpace(rest) != "" && !strings.ContainsRune("([:", rune(rest[0])) && !isChoice && !isPlaceholder(rest)
}

func stateByTicks(steps []Step) model.State {
	done, kept := 0, 0
	for _, s := range steps {
		if s.Done {
			done++
		}
		if !s.Stateless {
			kept++
		}
	}
	switch {
	case kept > 0 && done == len(steps):
		return model.StateDone
	case done > 0:
		return model.StateActive
	}
	return model.StateDraft
}
