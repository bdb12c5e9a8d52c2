package rule

import (
	"fmt"
	"path"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"
	"unicode/utf8"

	"coldstart/model"
)

// attentionContradiction is the row of a request that was decided both ways.
func attentionContradiction(c model.Contradiction, now time.Time) model.Attention {
	p := c.Problem(now)
	return model.Attention{
		Ref: model.Ref{Kind: model.KindRequest, Path: c.Path()}, What: c.Title, Since: p.Since.Time, First: true, Severity: model.SeverityHigh,
		Why: []model.Reason{{Code: model.BecauseContradicts, Text: p.Reason}},
	}
}

// MustTypeRequest is what has to be typed to approve an expired or doubtful request: its target,
// else its name if keys can write it, else the short hash. It is "" for any other request.
func MustTypeRequest(r model.Request, now time.Time) string {
	if len(WhyTypeRequest(r, now)) == 0 {
		return ""
	}
	return typable(r.Seen, model.OneLine(r.Target), r.Name)
}

// typable returns the first text that keys can write, else a short hash.
func typable(seen model.Fingerprint, texts ...string) string {
	for _, text := range texts {
		if text != "" && len(text) <= mostTyped && !strings.ContainsFunc(text, func(c rune) bool { return c < ' ' || c > '~' }) {
			return text
		}
	}
	return seen.Short()
}

// MustType is what has to be typed for a decision, and all that asks for it; "" for most.
func MustType(s model.Snapshot, ref model.Ref, choice model.Choice) (what string, why []model.Reason) {
	if choice != model.ChoiceApprove {
		return "", nil
	}
	switch ref.Kind {
	case model.KindRequest:
		r, _ := s.Request(ref.Path)
		return MustTypeRequest(r, s.At), WhyTypeRequest(r, s.At)
	case model.KindPlan:
		p, _ := s.Plan(ref.Path)
		return MustTypePlan(p), WhyTypePlan(p)
	}
	return "", nil
}

// mostTyped is how many characters a person is made to type.
const mostTyped = 80

// WhyTypeRequest lists all that asks for something to be typed, an earlier approval first.
func WhyTypeRequest(r model.Request, now time.Time) []model.Reason {
	why := reasonsOf(r.Doubts)
	if r.Expired(now) {
		again := len(model.Where(Weighed(r, model.WeightAsk), func(d *model.Doubt) bool { return d.Again }))
		why = slices.Insert(why, again, model.Because(model.BecauseHasExpired))
	}
	return why
}

// SameTo reports whether two steps are the same to a reader.
func SameTo(s model.Step, other model.Step) bool {
	return s.Text == other.Text && s.Human == other.Human && s.Done() == other.Done()
}

// numbered returns the step with a number.
func numbered(steps []model.Step, n int) (model.Step, bool) {
	if n < 1 || n > len(steps) {
		return model.Step{}, false
	}
	return steps[n-1], true
}

// ownNumber is what other programs put in front of a step: "1.2", "T002", "04-01", "Phase 2:".
var ownNumber = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(`^((Phase|Task|Step|Story) )?[A-Z]{0,4}-?\d[\d.-]*[a-z]?[.:)]?\s`)
})

// Label names a step of a plan of another program: by its text alone where that begins with the
// program's own number, else with its position in front.
func Label(s model.Step) string {
	if ownNumber().MatchString(s.Text) {
		return s.Text
	}
	return fmt.Sprintf("%d %s", s.Number, s.Text)
}

// Step returns the step with a number.
func Step(p model.Plan, n int) (model.Step, bool) { return numbered(p.Steps, n) }

// Unlocks returns the step that approving a request lets the agents tick: the one that they
// find by its number in the plan of their own schema that the request names exactly.
func Unlocks(s model.Snapshot, r model.Request) (model.Step, bool) {
	if a, ok := AgentPlanOf(s, r.Plan); ok && a.ID == r.PlanID && r.Reading.Decision == model.DecisionPending && !Unapprovable(r).Given() {
		return numbered(a.Steps, r.Step)
	}
	p, ok := s.Plan(r.Plan)
	if !ok || Unapprovable(r).Given() || !forAgents(p) || p.Reading.IDAs != "" || r.PlanID != p.ID || r.Reading.Decision != model.DecisionPending {
		return model.Step{}, false
	}
	return Step(p, r.Step)
}

// Miscount says how the agents and a person differ about the step with a number, "" where
// they do not.
func Miscount(p model.Plan, n int) string {
	r := p.Reading
	theirs, known := numbered(p.Steps, n)
	person, counted := numbered(r.Counted, n)
	switch {
	case r.Unseen != "":
		return "the agents find no steps in this plan, so no approval lets them tick one: " + r.Unseen
	case !r.Otherwise, known && counted && SameTo(theirs, person), !known && !counted:
		return ""
	case len(p.Steps) == 0:
		return fmt.Sprintf("the agents count no steps; a person would count %s as step %d", model.Quoted(person.Title()), n)
	case !known:
		return fmt.Sprintf("the agents count only %s; a person would count %s as step %d", model.Counted(len(p.Steps), "step"), model.Quoted(person.Title()), n)
	case theirs.Hand && counted && strings.HasSuffix(theirs.Text, person.Text):
		return fmt.Sprintf("step %d, %s, is an ordinary step to the agents, which continue without asking: %s", n, model.Quoted(theirs.Text), oddHand(theirs))
	case !counted:
		return fmt.Sprintf("the agents read step %d as %s; a person would count only %s", n, model.Quoted(theirs.Title()), model.Counted(len(r.Counted), "step"))
	}
	return fmt.Sprintf("the agents read step %d as %s; a person would count %s as step %d", n, model.Quoted(theirs.Title()), model.Quoted(person.Title()), n)
}

// oddHand says why the agents do not take the hand of a step for one.
func oddHand(s model.Step) string {
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
func Miscounted(p model.Plan) (n int, how string) {
	for n := 1; n <= max(len(p.Steps), len(p.Reading.Counted)); n++ {
		theirs, _ := numbered(p.Steps, n)
		if how := Miscount(p, n); p.Reading.Otherwise && how != "" && !theirs.Done() {
			return n, how
		}
	}
	return 0, ""
}

// namedStep returns the number of the step that a blocked plan waits for by the agents' words:
// in the reason of the block, else in the line with which they logged it; zero for none.
func namedStep(p model.Plan) int {
	if !p.Own() || p.Status.State != model.StateBlocked {
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
func WaitsFor(p model.Plan, step int) bool {
	n := namedStep(p)
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
func weigh(p *model.Plan) []model.Doubt {
	if !p.Own() || p.Reading.Closed || p.Status.State == model.StateDone {
		return nil
	}
	step, waits := WaitingStep(*p)
	if p.Status.State != model.StateBlocked && len(DisplacedPlan(*p)) == 0 || !waits {
		if _, how := Miscounted(*p); how != "" {
			return []model.Doubt{{What: how}}
		}
		return nil
	}
	var out []model.Doubt
	ask := func(what string) {
		if what != "" {
			out = append(out, model.Doubt{What: what, Weight: model.WeightAsk})
		}
	}
	ask(Unmatched(*p))
	ask(Miscount(*p, step.Number))
	ask(misnamed(*p))
	return out
}

// misnamed says why the step that the agents name cannot be the one that they wait for.
func misnamed(p model.Plan) string {
	n := namedStep(p)
	s, ok := numbered(p.Steps, n)
	switch {
	case n == 0:
		return ""
	case !ok:
		return fmt.Sprintf("the plan should be waiting for step %d, which does not exist", n)
	case s.Done():
		return fmt.Sprintf("the plan should be waiting for step %d, which is done", n)
	}
	_, text, _ := strings.Cut(p.BlockedReason, fmt.Sprintf("Step %d: ", n))
	text = model.OneLine(strings.TrimPrefix(text, "✋"))
	// People add what is awaited: "Step 3: Send it needs approval".
	if more, same := strings.CutPrefix(text, model.OneLine(s.Text)); text == "" || same && (more == "" || !isLetterOrDigit(more[0])) {
		return ""
	}
	is := model.Quoted(s.Text)
	for _, other := range p.Steps {
		if model.OneLine(other.Text) == text {
			is = fmt.Sprintf("now step %d", other.Number)
		}
	}
	return fmt.Sprintf("the plan should be waiting for %s as step %d, which is %s", model.Quoted(text), n, is)
}

// Unmatched says why no approval can ever match the plan for the agents, "" for most.
func Unmatched(p model.Plan) string {
	if !forAgents(p) || p.Reading.IDAs == "" {
		return ""
	}
	return "no approval lets the agents tick a step of this plan: they read its task_id as " + p.Reading.IDAs + ", not as the text " + model.Quoted(p.ID)
}

// MustTypePlan is what has to be typed to approve the step that a plan waits for: the plan's id,
// else the name of its file, else a short hash; "" for most plans.
func MustTypePlan(p model.Plan) string {
	if len(WhyTypePlan(p)) == 0 {
		return ""
	}
	return typable(p.Seen, model.OneLine(p.ID), path.Base(p.Path))
}

// WhyTypePlan lists all that asks for something to be typed, an earlier approval first.
func WhyTypePlan(p model.Plan) []model.Reason { return reasonsOf(p.Doubts) }
