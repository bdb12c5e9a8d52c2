package dialect

import (
	"fmt"
	"strconv"

	"coldstart/model"
)

// Plan is what a file says as a plan.
type Plan struct {
	// Name is the path in the vault. It is the identity: ids repeat.
	Name  string
	ID    Fact
	Title Fact
	// Objective is what the plan states as its objective, not given where that is its
	// title or where it states none.
	Objective Fact
	Status    Status
	// Steps are in file order. StepsBasis says how sure it is that they are the
	// steps, StepsFrom in words where they stand.
	Steps      []Step
	StepsBasis model.Basis
	StepsFrom  string
	// Next is the first open step, a human's or not, or else the sentence of a section
	// for what comes next. It is empty for a plan in a folder for finished work. A plan
	// that only says that it is done keeps it, since its boxes say otherwise.
	Next Fact
	// NextStep is the number of that step, zero for a sentence.
	NextStep int
	// Needs says whether the plan as a whole needs an approval, NeedsFrom where that
	// stands; an empty one means that nothing is said.
	Needs     model.Need
	NeedsFrom Fact
	// Source is what the plan was made from; plans with one source are versions of
	// one plan. Empty when there is nothing to group by.
	Source Fact
	// NameTime is the time that the file's name holds, as an ISO text without a zone.
	NameTime Fact
	// Stem is what the file's name has in common with those of its requests.
	Stem      string
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
	Doubts []Trouble
}

// KeepsState reports whether some step has a place for its state.
func (p Plan) KeepsState() bool {
	for _, s := range p.Steps {
		if !s.Stateless {
			return true
		}
	}
	return false
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

// ReadPlan reads a file as a plan, whatever it is. What it cannot find is not
// given.
func ReadPlan(p *Page) Plan {
	plan := Plan{
		Name: p.Name, ID: p.readID(), Title: p.readTitle(), Source: p.groupSource(), NameTime: p.nameTime(),
		Stem: linkStem(p.base()), ClaimedBy: p.claim(), Parent: p.fact(fieldParent), Blocked: p.fact(fieldBlocked),
		Created: p.fact(fieldCreated), Updated: p.fact(fieldUpdated), Priority: p.fact(fieldPriority), Log: p.planLog(),
	}
	plan.Objective = p.readObjective(plan.Title)
	found := p.findSteps()
	steps, from := found.steps()
	if from != nil {
		plan.Steps, plan.StepsBasis, plan.StepsFrom = steps, from.basis, from.words
	}
	plan.LeftOut = found.leftOut(steps)
	plan.Status = p.readStatus(steps)
	if !p.place.closed() {
		plan.Next, plan.NextStep = p.next(steps, plan.StepsBasis)
	}
	plan.Needs, plan.NeedsFrom = p.planNeed()
	plan.Doubts = p.doubts(plan)
	return plan
}

func (p *Page) readID() Fact {
	if f := p.fact(fieldID); f.Given() {
		return f
	}
	return Fact{Text: p.stem(), Basis: model.BasisDerived}
}

// claim says who works on the file: the folder they moved it to, else a key.
func (p *Page) claim() Fact {
	if p.place.claim != "" {
		return Fact{Text: p.place.claim, Basis: model.BasisFolder}
	}
	return p.fact(fieldClaim)
}

// next gives the first open step, else the sentence of a section for it.
func (p *Page) next(steps []Step, basis model.Basis) (Fact, int) {
	for _, s := range steps {
		if !s.Done {
			return Fact{s.Text, basis, s.Line}, s.Number
		}
	}
	if len(steps) > 0 {
		return Fact{}, 0
	}
	return p.nextSentence(), 0
}

// nextSentence gives the first line of a section for what comes next.
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

// doubts compares what the plan counts itself with what was found.
func (p *Page) doubts(plan Plan) []Trouble {
	var out []Trouble
	check := func(f field, fits func(n int) bool, says string, found int) {
		stated := p.fact(f)
		if n, err := strconv.Atoi(stated.Text); err == nil && plan.KeepsState() && !fits(n) {
			out = append(out, Trouble{stated.Line, fmt.Sprintf(says, n, found)})
		}
	}
	total, done := len(plan.Steps), plan.Ticked()
	check(fieldTotalCount, func(n int) bool { return n == total }, "says %d steps; found: %d", total)
	check(fieldDoneCount, func(n int) bool { return n == done }, "says %d steps are done; ticked: %d", done)
	check(fieldCurrentStep, func(n int) bool { return n == done || n == done+1 }, "says step %d is the current one; ticked: %d", done)
	return out
}
