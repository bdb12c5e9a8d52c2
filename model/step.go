package model

import (
	"fmt"
	"path"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync"
	"unicode/utf8"
)

// In the agents' own schema a step has the number by which the agents find it. What a person
// would count otherwise is said beside it: an approval unlocks the step that the agents find.

// SameTo reports whether two steps are the same to a reader.
func (s Step) SameTo(other Step) bool {
	return s.Text == other.Text && s.Human == other.Human && s.Done() == other.Done()
}

// numbered returns the step with a number.
func numbered(steps []Step, n int) (Step, bool) {
	if n < 1 || n > len(steps) {
		return Step{}, false
	}
	return steps[n-1], true
}

// ownNumber is what other programs put in front of a step: "1.2", "T002", "04-01", "Phase 2:".
var ownNumber = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(`^((Phase|Task|Step|Story) )?[A-Z]{0,4}-?\d[\d.-]*[a-z]?[.:)]?\s`)
})

// Label names a step of a plan of another program: by its text alone where that begins with the
// program's own number, else with its position in front.
func (s Step) Label() string {
	if ownNumber().MatchString(s.Text) {
		return s.Text
	}
	return fmt.Sprintf("%d %s", s.Number, s.Text)
}

// Step returns the step with a number.
func (p Plan) Step(n int) (Step, bool) { return numbered(p.Steps, n) }

// Unlocks returns the step that approving a request lets the agents tick: the one that they
// find by its number in the plan of their own schema that the request names exactly.
func (s Snapshot) Unlocks(r Request) (Step, bool) {
	if a, ok := s.AgentPlanOf(r.Plan); ok && a.ID == r.PlanID && r.Reading.Decision == DecisionPending && !r.Unapprovable().Given() {
		return numbered(a.Steps, r.Step)
	}
	p, ok := s.Plan(r.Plan)
	if !ok || r.Unapprovable().Given() || !p.forAgents() || p.Reading.IDAs != "" || r.PlanID != p.ID || r.Reading.Decision != DecisionPending {
		return Step{}, false
	}
	return p.Step(r.Step)
}

// quoted puts a text of a file between quotation marks, on one line.
func quoted(text string) string { return `"` + OneLine(text) + `"` }

// Miscount says how the agents and a person differ about the step with a number, "" where
// they do not.
func (p Plan) Miscount(n int) string {
	r := p.Reading
	theirs, known := numbered(p.Steps, n)
	person, counted := numbered(r.Counted, n)
	switch {
	case r.Unseen != "":
		return "the agents find no steps in this plan, so no approval lets them tick one: " + r.Unseen
	case !r.Otherwise, known && counted && theirs.SameTo(person), !known && !counted:
		return ""
	case len(p.Steps) == 0:
		return fmt.Sprintf("the agents count no steps; a person would count %s as step %d", quoted(person.Title()), n)
	case !known:
		return fmt.Sprintf("the agents count only %s; a person would count %s as step %d", Counted(len(p.Steps), "step"), quoted(person.Title()), n)
	case theirs.Hand && counted && strings.HasSuffix(theirs.Text, person.Text):
		return fmt.Sprintf("step %d, %s, is an ordinary step to the agents, which continue without asking: %s", n, quoted(theirs.Text), theirs.oddHand())
	case !counted:
		return fmt.Sprintf("step %d is, to the agents, %s; a person would count only %s", n, quoted(theirs.Title()), Counted(len(r.Counted), "step"))
	}
	return fmt.Sprintf("step %d is, to the agents, %s; a person would count %s as step %d", n, quoted(theirs.Title()), quoted(person.Title()), n)
}

// oddHand says why the agents do not take the hand of a step for one.
func (s Step) oddHand() string {
	switch r, _ := utf8.DecodeRuneInString(strings.TrimPrefix(s.Text, "✋")); r {
	case '\uFE0E', '\uFE0F':
		return "a variation selector follows its hand sign"
	case 0x1F3FB, 0x1F3FC, 0x1F3FD, 0x1F3FE, 0x1F3FF:
		return "its hand sign has a skin tone"
	}
	return "no space follows its hand sign"
}

// Miscounted returns the first open step about which the agents and a person differ, and how;
// zero for none, and where the agents find no place for steps.
func (p Plan) Miscounted() (n int, how string) {
	for n := 1; n <= max(len(p.Steps), len(p.Reading.Counted)); n++ {
		theirs, _ := numbered(p.Steps, n)
		if how := p.Miscount(n); p.Reading.Otherwise && how != "" && !theirs.Done() {
			return n, how
		}
	}
	return 0, ""
}

// namedStep returns the number of the step that a blocked plan waits for by the agents' words:
// in the reason of the block, else in the line with which they logged it; zero for none.
func (p Plan) namedStep() int {
	if !p.Own() || p.Status.State != StateBlocked {
		return 0
	}
	if n := stepIn(p.BlockedReason); n > 0 {
		return n
	}
	for _, e := range slices.Backward(p.Log) {
		switch {
		case strings.HasPrefix(e.What, "Plan blocked at step "):
			return stepIn(e.What)
		case strings.HasPrefix(e.What, "Block cleared"):
			return 0
		}
	}
	return 0
}

// WaitsFor reports whether a blocked plan may wait for a step: it names no other one.
func (p Plan) WaitsFor(step int) bool {
	n := p.namedStep()
	return n == 0 || n == step
}

// stepIn finds "Step 3:" in a text, as the agents name a step, else the one number behind the
// word; zero for none and for several.
func stepIn(text string) int {
	const word = "step "
	found := 0
	for at := range len(text) {
		if len(text)-at < len(word) || !strings.EqualFold(text[at:at+len(word)], word) || at > 0 && isLetterOrDigit(text[at-1]) {
			continue
		}
		rest := text[at+len(word):]
		after := strings.TrimLeft(rest, "0123456789")
		n, err := strconv.Atoi(rest[:len(rest)-len(after)])
		switch {
		case err != nil:
		case strings.HasPrefix(after, ":"):
			return n
		case found != 0 && found != n:
			return 0
		default:
			found = n
		}
	}
	return found
}

func isLetterOrDigit(c byte) bool {
	return c >= '0' && c <= '9' || c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c >= 0x80
}

// weigh finds the doubts about approving the step that the plan waits for.
func (p *Plan) weigh() []Doubt {
	if !p.Own() || p.Reading.Closed || p.Status.State == StateDone {
		return nil
	}
	step, waits := p.WaitingStep()
	if p.Status.State != StateBlocked && len(p.Displaced()) == 0 || !waits {
		if _, how := p.Miscounted(); how != "" {
			return []Doubt{{What: how}}
		}
		return nil
	}
	var out []Doubt
	ask := func(what string) {
		if what != "" {
			out = append(out, Doubt{What: what, Weight: WeightAsk})
		}
	}
	ask(p.Unmatched())
	ask(p.Miscount(step.Number))
	ask(p.misnamed())
	return out
}

// misnamed says why the step that the agents name cannot be the one that they wait for.
func (p Plan) misnamed() string {
	n := p.namedStep()
	s, ok := numbered(p.Steps, n)
	switch {
	case n == 0:
		return ""
	case !ok:
		return fmt.Sprintf("the plan says that it waits for step %d, which does not exist", n)
	case s.Done():
		return fmt.Sprintf("the plan says that it waits for step %d, which is done", n)
	}
	_, text, _ := strings.Cut(p.BlockedReason, fmt.Sprintf("Step %d: ", n))
	text = OneLine(strings.TrimPrefix(text, "✋"))
	// People add what is awaited: "Step 3: Send it needs approval".
	if more, same := strings.CutPrefix(text, OneLine(s.Text)); text == "" || same && (more == "" || !isLetterOrDigit(more[0])) {
		return ""
	}
	is := quoted(s.Text)
	for _, other := range p.Steps {
		if OneLine(other.Text) == text {
			is = fmt.Sprintf("now step %d", other.Number)
		}
	}
	return fmt.Sprintf("the plan says that it waits for %s as step %d, which is %s", quoted(text), n, is)
}

// Unmatched says why no approval can ever match the plan for the agents, "" for most.
func (p Plan) Unmatched() string {
	if !p.forAgents() || p.Reading.IDAs == "" {
		return ""
	}
	return "no approval lets the agents tick a step of this plan: they read its task_id as " + p.Reading.IDAs + ", not as the text " + quoted(p.ID)
}

// MustType is what has to be typed to approve the step that a plan waits for: the plan's id,
// else the name of its file, else a short hash; "" for most plans.
func (p Plan) MustType() string {
	if len(p.WhyType()) == 0 {
		return ""
	}
	return typable(p.Seen, OneLine(p.ID), path.Base(p.Path))
}

// WhyType lists all that asks for something to be typed, an earlier approval first.
func (p Plan) WhyType() []Reason { return reasonsOf(p.Doubts) }
