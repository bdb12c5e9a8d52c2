package dialect

import (
	"strings"

	"coldstart/model"
)

// statusRules is the table of status words. The first row that fits counts, so a
// plan that is "active (awaiting approval)" is blocked. Words are in lower case
// without punctuation; underscores part words.
var statusRules = []struct {
	state model.State
	// words are phrases of which one has to stand in the status.
	words []string
	// with are phrases of which one has to stand in it as well; none for none.
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

// maxStatusWords is the most words a status has; longer ones are sentences that
// speak of other things as well.
const maxStatusWords = 8

// stateOf gives what a status means. What stands before a bracket or a dash
// counts first, unless the whole speaks of a block.
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

// Status is what a plan says of its state.
type Status struct {
	State model.State
	// Word is the status as written, empty when the file states none.
	Word string
	// Basis says how State is known: a folder for done plans can overrule Word.
	Basis model.Basis
	// Line is where Word stands, counted from 1.
	Line int
}

// statusLines is how many lines at the top a status is looked for in before the
// weaker forms count.
const statusLines = 60

// statedStatus finds the status as written.
func (p *Page) statedStatus() Fact {
	if f := p.fromFront(spellings[fieldStatus].keys); f.Given() {
		return f
	}
	best := -1
	for i, l := range p.labels {
		if l.key != "status" || p.sections[l.section].step || l.line > p.front.to+statusLines && l.form != formBold {
			continue
		}
		if best < 0 || p.rank(l) < p.rank(p.labels[best]) {
			best = i
		}
	}
	top := best >= 0 && p.labels[best].line <= p.front.to+statusLines
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
	if l.line > p.front.to+statusLines {
		return int(formPlain) + 1
	}
	return int(l.form)
}

// statusSection gives the line below a heading that says just "Status".
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

// readStatus decides what the status of a plan is. A folder for finished work
// makes it done; the folder of work in progress makes it active; else what is
// declared holds, even against the boxes; else the ticks tell.
func (p *Page) readStatus(steps []Step) Status {
	stated := p.statedStatus()
	s := Status{State: stateOf(stated.Text), Word: stated.Text, Basis: stated.Basis, Line: stated.Line}
	state, other := p.place.overrule(s.State)
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
