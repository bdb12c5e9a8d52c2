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
	Status    Status
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
	// NameTime is the time that the file's name holds, as an ISO text without a zone.
	NameTime Fact
	// Stem is what the file's name and those of its requests have in common.
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
	Doubts []Warning
}

// KeepsState reports whether some step records its state.
func (p Plan) KeepsState() bool {
	return slices.ContainsFunc(p.Steps, func(s Step) bool { return !s.Stateless })
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
	return firstOf(p.fact(fieldID), Fact{Text: p.stem(), Basis: model.BasisDerived})
}

// claim returns who works on the file: its folder, else a key.
func (p *Page) claim() Fact {
	if p.place.claim != "" {
		return Fact{Text: p.place.claim, Basis: model.BasisFolder}
	}
	return p.fact(fieldClaim)
}

// next returns the first open step, else the sentence of a section for it.
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
	return out
}

// statusRules is the table of status words, in lower case without punctuation. The first row
// that fits counts, so a plan that is "active (awaiting approval)" is blocked.
var statusRules = []struct {
	state model.State
	// words are phrases of which the status has one.
	words []string
	// with are phrases of which it has one as well; nil for none.
	with []string
}{
	{model.StateDraft, []string{"not started", "not yet started", "not done", "not completed", "not complete", "not yet done"}, nil},
	{model.StateActive, []string{"partial", "partially"}, nil},
	{model.StateBlocked, []string{"blocked", "on hold", "waiting", "paused", "failed", "error", "in review", "under review"}, nil},
	{model.StateBlocked,
		[]string{"awaiting", "awaits", "ready for", "pending", "needs", "requires", "required"},
		[]string{"approval", "human", "review"}},
	{model.StateDone, []string{
		"done", "completed", "complete", "delivered", "archived", "executed", "sent", "posted", "published", "processed",
		"resolved", "cancelled", "canceled", "rejected", "success", "successful", "closed", "finished",
	}, nil},
	{model.StateActive, []string{
		"active", "in progress", "inprogress", "approved", "running", "executing", "processing", "claimed", "working", "started",
	}, nil},
	{model.StateDraft, []string{
		"draft", "pending", "ready", "fallback", "planned", "planning", "new", "needs action", "received",
		"unread", "needs refinement", "queued", "scheduled", "todo", "to do", "open", "created",
	}, nil},
}

// maxStatusWords is the most words of a status; longer ones are sentences about more.
const maxStatusWords = 8

// stateOf returns what a status means. The words before a bracket or a dash count first,
// unless the whole speaks of a block.
func stateOf(status string) model.State {
	whole := words(status)
	if strings.Count(whole, " ") > maxStatusWords+1 {
		return model.StateUnknown
	}
	state := stateOfWords(whole)
	if i := strings.IndexAny(status, "(—–,;"); i > 0 && state != model.StateBlocked {
		if head := stateOfWords(words(status[:i])); head != model.StateUnknown {
			return head
		}
	}
	return state
}

func stateOfWords(folded string) model.State {
	for _, rule := range statusRules {
		if anyPhrase(folded, rule.words) && (rule.with == nil || anyPhrase(folded, rule.with)) {
			return rule.state
		}
	}
	return model.StateUnknown
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

// statedStatus finds the status as written.
func (p *Page) statedStatus() Fact {
	if f := p.fromFront(spellings[fieldStatus].keys); f.Given() {
		return f
	}
	best := -1
	for i, l := range p.labels {
		if !isStatus(l.key) || p.sections[l.section].step || l.line > p.front.Last+statusLines && l.form != formBold {
			continue
		}
		if best < 0 || p.rank(l) < p.rank(p.labels[best]) {
			best = i
		}
	}
	top := best >= 0 && p.labels[best].line <= p.front.Last+statusLines
	if f := p.statusSection(); !top && f.Given() {
		return f
	}
	if best < 0 {
		return Fact{}
	}
	return Fact{p.labels[best].value, model.BasisDeclared, p.labels[best].line}
}

// rank orders the forms of a status; one far down comes last.
func (p *Page) rank(l label) int {
	if l.line > p.front.Last+statusLines {
		return int(formPlain) + 1
	}
	return int(l.form)
}

// statusSection returns the line below a heading that says just "Status".
func (p *Page) statusSection() Fact {
	for i := range p.sections {
		s := &p.sections[i]
		if s.embedded {
			break
		}
		if sectionName(s.name) == " status " {
			return p.firstText(i)
		}
	}
	return Fact{}
}

// readStatus finds the status of a plan: what its folder makes of it, else what it states,
// even against the boxes, else what the ticks say.
func (p *Page) readStatus(steps []Step) Status {
	stated := p.statedStatus()
	s := Status{State: stateOf(stated.Text), Word: stated.Text, Basis: stated.Basis, Line: stated.Line}
	state, other := p.place.stateHere(s.State)
	switch {
	case other:
		s.State, s.Basis = state, model.BasisFolder
	case !stated.Given():
		s.State, s.Basis = stateByTicks(steps), model.BasisDerived
	}
	return s
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
