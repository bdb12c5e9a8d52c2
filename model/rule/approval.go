package rule

import (
	"fmt"
	"path"
	"slices"
	"strings"
	"time"

	"coldstart/model"
)

// ApprovalOf is what the file of an approved or carried out request says.
func ApprovalOf(r model.Request) model.Approval {
	a := model.Approval{At: r.DecidedAt, From: r.Path, PlanID: r.PlanID, Step: r.Step, Action: r.Action, Target: r.Target, Amount: r.Amount, Title: r.Summary, Seen: r.Seen}
	a.Text, a.Known = StepText(r.StepNote), r.StepNote != ""
	if a.At.IsZero() {
		a.At = r.Created.Time
	}
	return a
}

// earlierDays is how many days an action on a target counts as approved before.
const earlierDays = 30

// earlier finds approvals by what they allowed. Of several the last one counts.
type earlier struct{ step, action map[string]model.Approval }

func earlierOf(s *model.Snapshot) earlier {
	e := earlier{map[string]model.Approval{}, map[string]model.Approval{}}
	note := func(to map[string]model.Approval, key string, a model.Approval) {
		was, ok := to[key]
		// Of one approval its file says the most.
		later := a.At.After(was.At) || a.At.Equal(was.At) && a.From == was.From
		if key != "" && (!ok || !was.At.IsZero() && later) {
			to[key] = a
		}
	}
	add := func(a model.Approval) {
		note(e.step, stepOf(a.PlanID, a.Step), a)
		// Of an unknown time it may have been yesterday.
		if a.At.IsZero() || s.At.Sub(a.At) <= earlierDays*24*time.Hour {
			note(e.action, actionOf(a.Action, a.Target), a)
		}
	}
	for _, a := range s.Approvals {
		add(a)
	}
	for _, r := range s.Decided {
		if r.Reading.Decision == model.DecisionApproved {
			add(ApprovalOf(r))
		}
	}
	for _, r := range s.Finished {
		if r.Action != "" && r.Target != "" {
			add(ApprovalOf(r))
		}
	}
	for i := range s.Plans {
		for _, g := range s.Plans[i].ApprovedSteps() {
			add(model.Approval{At: g.At, From: g.From, PlanID: s.Plans[i].ID, Step: g.Step})
		}
	}
	return e
}

// stepOf is the key of a plan's step, "" for none.
func stepOf(plan string, step int) string {
	if plan == "" || step <= 0 {
		return ""
	}
	return fmt.Sprintf("%s\x00%d", model.BareID(plan), step)
}

// actionOf is the key of an action on a target, "" unless both are known.
func actionOf(action, target string) string {
	action, target = sameAction(action), strings.ToLower(model.OneLine(target))
	if action == "" || target == "" {
		return ""
	}
	return action + "\x00" + target
}

// sameAction returns one word for the ways in which an action is written: payments and e-mails
// have several.
func sameAction(action string) string {
	action = strings.ReplaceAll(strings.ReplaceAll(strings.ToLower(model.OneLine(action)), "-", "_"), " ", "_")
	for _, ways := range [...][]string{
		{"payment", "pay", "make_payment", "send_payment", "bank_transfer", "transfer", "wire_transfer", "send_money", "pay_invoice"},
		{"email", "e_mail", "mail", "send_email", "send_e_mail", "send_mail", "email_send", "email_reply", "reply_email"},
	} {
		if slices.Contains(ways, action) {
			return ways[0]
		}
	}
	return action
}

// WeighEarlier adds to pending requests and blocked plans the doubt that the same thing was
// approved before: the same step of the same plan, a name that is among what is done, or the
// same action on the same target within 30 days. One doubt is enough, and it stands ahead of
// others of its weight. It comes after WeighRequests and WeighPlans.
func WeighEarlier(s *model.Snapshot) {
	e := earlierOf(s)
	for i := range s.Requests {
		r := &s.Requests[i]
		if r.Ask != nil {
			continue
		}
		what, a := e.before(*r)
		told := func(d model.Doubt) bool { return strings.HasSuffix(d.What, ": "+a.From) }
		if what == "" || r.Repeated || slices.ContainsFunc(r.Doubts, told) {
			continue
		}
		d := doubt(a, what)
		if allowsStepOf(a, *r) {
			d.What += unlikeApproval(a, *r)
		} else if a.Action != "" {
			d.What += whose(differing{"title", a.Title, r.Summary}, differing{"amount", a.Amount, r.Amount})
		}
		r.Doubts = slices.Insert(r.Doubts, 0, d)
		sortDoubts(r.Doubts)
		if r.Approved == nil && r.Twin == "" {
			r.Approved = &model.EarlierAnswer{At: a.At}
		}
	}
	for i := range s.Plans {
		p := &s.Plans[i]
		if _, displaced := displaced(*p); p.Reading.Foreign || p.Status.State != model.StateBlocked && !displaced {
			continue
		}
		step, waits := WaitingStep(*p)
		if a, ok := e.step[stepOf(p.ID, step.Number)]; ok && waits {
			what := sameStep(step.Number)
			if d, displaced := displaced(*p); displaced && !d.Again {
				is, was := d.texts()
				a, what = d.Approval, fmt.Sprintf("step %d is now %s, and was approved as %s", step.Number, model.Quoted(is), model.Quoted(was))
			}
			p.Doubts = slices.Insert(p.Doubts, 0, doubt(a, what))
		}
	}
}

func doubt(a model.Approval, what string) model.Doubt {
	if !a.At.IsZero() {
		what += ", on " + model.FormatUTC(a.At)[:len(time.DateOnly)]
	}
	return model.Doubt{What: what + ": " + a.From, Weight: model.WeightAsk, Again: true}
}

func allowsStepOf(a model.Approval, r model.Request) bool {
	key := stepOf(r.PlanID, r.Step)
	return key != "" && key == stepOf(a.PlanID, a.Step)
}

// unlikeApproval says what an approval allowed that a request for the same step asks otherwise, "" where
// nothing is known to differ.
func unlikeApproval(a model.Approval, r model.Request) string {
	differs := whose(differing{"action", a.Action, r.Action}, differing{"target", a.Target, r.Target}, differing{"amount", a.Amount, r.Amount})
	switch {
	case differs != "":
		return differs
	case a.Seen != (model.Fingerprint{}) && a.Seen != r.Seen:
		return ", whose text differs"
	}
	return ""
}

// differing is what an approval said there, and a request says here.
type differing struct{ name, there, here string }

// whose says which of these differ, where it is known: ", whose title is Roof quote".
func whose(all ...differing) string {
	var differs []string
	for _, f := range all {
		if there := model.OneLine(f.there); there != "" && there != model.OneLine(f.here) {
			differs = append(differs, f.name+" is "+briefly(there))
		}
	}
	if len(differs) == 0 {
		return ""
	}
	return ", whose " + strings.Join(differs, " and ")
}

func sameStep(n int) string { return fmt.Sprintf("step %d of this plan was approved before", n) }

// MadeFrom reports whether a file is the one that the request names as its source, wherever it lies
// now.
func MadeFrom(r model.Request, file string) bool {
	name := strings.ToLower(path.Base(file))
	return r.Reading.Source != "" && strings.TrimSuffix(name, path.Ext(name)) == path.Base(r.Reading.Source)
}

// before finds the approval that a request repeats, and says what is the same; "" for none.
func (e earlier) before(r model.Request) (what string, a model.Approval) {
	if a, ok := e.step[stepOf(r.PlanID, r.Step)]; ok {
		return sameStep(r.Step), a
	}
	if r.TwinDone {
		return "a file with this name is already among the finished files", model.Approval{From: r.Twin}
	}
	// What is published on a platform goes to nobody in particular.
	if a, ok := e.action[actionOf(r.Action, r.Target)]; ok && !r.Reading.Platform && !MadeFrom(r, a.From) {
		return "the same action on the same target was approved before", a
	}
	return "", model.Approval{}
}

// Displaced is an approval at whose number another step stands now, or the same one again after it was carried out.
type Displaced struct {
	model.Approval
	// Plan is the path of the plan.
	Plan string
	// Now is the step that stands there, To the number at which the approved text stands, zero for nowhere.
	Now model.Step
	To  int
	// Place is that of the step now. Again is true for the same step.
	Place string
	Again bool
	// Answered is true where the operator said no to the step, or asked for changes: nothing waits for them, and the file
	// that the agents' own check reads is there still.
	Answered bool
}

// DisplacedPlan lists the approvals of a plan at whose number a step that needs a human says something else now, or is open
// again: the open ones first, since the agents' own check would let them be ticked, then those that are ticked already, and
// last those that the operator answered. An undo of the approval settles it, a yes to the text, and for a ticked one an
// acknowledgement.
func DisplacedPlan(p model.Plan) []Displaced {
	if len(p.Approvals) == 0 || p.Older {
		return nil
	}
	over := p.Status.State == model.StateDone
	var open, ticked, answered []Displaced
	for _, s := range p.Steps {
		if !s.Human {
			continue
		}
		was, other := approvedAs(p, s)
		word := lastWord(p, s.Number)
		used := was.Known && word != nil && word.Completes(s.Number)
		d := Displaced{Approval: was, Plan: p.Path, Now: s, To: numberOf(p, was.Text), Place: Place(p, s), Again: !other}
		switch {
		case !other && !used, s.Done() && slices.Contains(p.Known, d.About()):
		case s.Done() && was.ID != "" && !slices.ContainsFunc(p.Approvals, func(a model.Approval) bool { return says(a, p, s) }):
			ticked = append(ticked, d)
		case s.Done(), p.Reading.Closed, over && !other:
		case over, word != nil && word.Actor == model.OperatorActor && !word.Allows(s.Number):
			d.Answered = true
			answered = append(answered, d)
		default:
			open = append(open, d)
		}
	}
	return slices.Concat(open, ticked, answered)
}

// unanswered are those that wait for the operator.
func unanswered(p model.Plan) []Displaced {
	return model.Where(DisplacedPlan(p), func(d *Displaced) bool { return !d.Answered })
}

// displaced is the first of these.
func displaced(p model.Plan) (Displaced, bool) {
	if all := unanswered(p); len(all) > 0 {
		return all[0], true
	}
	return Displaced{}, false
}

// ByHand reports whether a yes to a thing says that the operator did something, as for the step of a blocked plan
// without a request, and not that the agent may do it.
func ByHand(s model.Snapshot, ref model.Ref) bool {
	p, ok := s.Plan(ref.Path)
	_, displaced := displaced(p)
	return ok && ref.Kind == model.KindPlan && !displaced
}

// approvedAs returns the approval of a step by its text, else, as far as texts are known, the last one of its number,
// given while another step stood there.
func approvedAs(p model.Plan, s model.Step) (was model.Approval, other bool) {
	for _, a := range p.Approvals {
		switch {
		case a.Step != s.Number:
		case says(a, p, s):
			return a, false
		case !other || a.At.After(was.At):
			was, other = a, true
		}
	}
	return was, other
}

// says reports whether a step is the one that was approved, at whatever number: to the letter by the ledger, else by what
// the request describes.
func says(a model.Approval, p model.Plan, s model.Step) bool {
	if a.ID == "" {
		return a.Text != "" && a.Text == StepText(s.Text)
	}
	return a.Text != "" && a.Text == s.Text && a.Place == Place(p, s)
}

// Place tells a step apart from one with the same words: by the objective of its plan, and by the step before it where
// two of the plan have these words. It is "" for a plan in another notation.
func Place(p model.Plan, s model.Step) string {
	if !p.Own() {
		return ""
	}
	aim := model.OneLine(p.Objective)
	place := briefly(aim)
	if place != aim {
		// The rest counts, too.
		place += " #" + model.FingerprintOf([]byte(aim)).Short()
	}
	before, _ := Step(p, s.Number-1)
	if same := model.Where(p.Steps, func(o *model.Step) bool { return o.Text == s.Text }); len(same) > 1 {
		place += ", after " + model.Quoted(before.Text)
	}
	return place
}

// StepText is the text of a step as it is compared: on one line, without a hand.
func StepText(text string) string {
	return model.OneLine(strings.TrimPrefix(strings.TrimSpace(text), "✋"))
}

// Means is the step that an approval of a request is for: the one that its plan has at its number, else one with the text
// that the request describes.
func Means(r model.Request, p model.Plan) model.Step {
	if step, ok := Step(p, r.Step); ok {
		return step
	}
	return model.Step{Number: r.Step, Text: StepText(r.StepNote)}
}

// numberOf finds the step with a text, zero for none.
func numberOf(p model.Plan, text string) int {
	for _, s := range p.Steps {
		if text != "" && StepText(s.Text) == text {
			return s.Number
		}
	}
	return 0
}

// About identifies what an acknowledgement is for: another text there is news.
func (d Displaced) About() string {
	return fmt.Sprintf("step %d: %s", d.Now.Number, StepText(d.Now.Text))
}

// texts are what stands there now and what was approved, with their places where the words are the same.
func (d Displaced) texts() (is, was string) {
	switch {
	case d.Now.Text == d.Text:
		return d.Now.Text + " (" + d.Place + ")", d.Text + " (" + d.Approval.Place + ")"
	case model.OneLine(d.Now.Text) == model.OneLine(d.Text):
		return d.Now.Text + " (with other blanks)", d.Text
	}
	return d.Now.Text, d.Text
}

// Reason says what was approved and what is there now.
func (d Displaced) Reason() model.Reason {
	is, was := d.texts()
	r := model.Reason{Code: model.BecauseDisplaced, N: d.Now.Number, Name: was, Text: is, More: d.To, At: d.At}
	switch {
	case d.Answered:
		r.Code = model.BecauseDisplacedAnswered
	case d.Again:
		r.Code = model.BecauseOpenAgain
	case d.Now.Done():
		r.Code = model.BecauseDisplacedTicked
	}
	return r
}

// displacedAttention is the row of a plan with such approvals, ahead of all else unless the operator answered: nobody
// approved what agents may do next.
func displacedAttention(p model.Plan, all []Displaced) model.Attention {
	a := model.Attention{
		Ref: p.Ref(), What: all[0].Now.Text, Of: p.ID, Since: all[0].At, First: !all[0].Answered, Human: true, Severity: model.SeverityHigh,
	}
	for _, d := range all {
		a.Why = append(a.Why, d.Reason())
	}
	return a
}

// MarkDisplaced says of the operator's approvals whose file is as it was approved that another step stands at their
// number. The plans must have their approvals.
func MarkDisplaced(s *model.Snapshot) {
	for i := range s.Plans {
		for _, d := range DisplacedPlan(s.Plans[i]) {
			for j := range s.Verified {
				if v := &s.Verified[j]; v.ID == d.ID && v.Standing == model.StandingSame && d.ID != "" {
					v.Standing = model.StandingDisplaced
				}
			}
		}
	}
}

// IsDisplaced reports whether another step, which is open still, stands at the number of the approval with an id.
func IsDisplaced(s model.Snapshot, id string) bool {
	return slices.ContainsFunc(s.Plans, func(p model.Plan) bool {
		return slices.ContainsFunc(DisplacedPlan(p), func(d Displaced) bool { return d.ID == id && id != "" && !d.Now.Done() })
	})
}
