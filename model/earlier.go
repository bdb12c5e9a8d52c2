package model

import (
	"fmt"
	"path"
	"slices"
	"strings"
	"time"
)

// Approval is an approval of a request or of a plan's step, as the ledger or a file has it.
type Approval struct {
	// At is zero if unknown.
	At time.Time
	// From is the path of the file that was approved, which may be gone, or of the plan with the
	// line in its log.
	From   string
	PlanID string
	// Step is zero for none named.
	Step           int
	Action, Target string
}

// approval is what the file of an approved or carried out request says.
func (r Request) approval() Approval {
	a := Approval{At: r.DecidedAt, From: r.Path, PlanID: r.PlanID, Step: r.Step, Action: r.Action, Target: r.Target}
	if a.At.IsZero() {
		a.At = r.Created.Time
	}
	return a
}

// earlierDays is how many days an action on a target counts as approved before.
const earlierDays = 30

// earlier finds approvals by what they allowed. Of several the last one counts.
type earlier struct{ step, action map[string]Approval }

func (s *Snapshot) earlier() earlier {
	e := earlier{map[string]Approval{}, map[string]Approval{}}
	note := func(to map[string]Approval, key string, a Approval) {
		if was, ok := to[key]; key != "" && (!ok || !was.At.IsZero() && a.At.After(was.At)) {
			to[key] = a
		}
	}
	add := func(a Approval) {
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
		if r.Reading.Decision == DecisionApproved {
			add(r.approval())
		}
	}
	for _, r := range s.Finished {
		if r.Action != "" && r.Target != "" {
			add(r.approval())
		}
	}
	for i := range s.Plans {
		for _, g := range s.Plans[i].approvedSteps() {
			add(Approval{At: g.At, From: g.From, PlanID: s.Plans[i].ID, Step: g.Step})
		}
	}
	return e
}

// approvedSteps are the approvals of steps in the plan's log that were not taken back.
func (p Plan) approvedSteps() []Grant {
	last, times := map[string]Grant{}, map[string]int{}
	for _, e := range p.Log {
		if e.Actor != OperatorActor {
			continue
		}
		if number, ok := strings.CutPrefix(e.What, ChoiceApprove.Past()+" step "); ok {
			g := Grant{At: e.At.Time, From: p.Path}
			if _, err := fmt.Sscanf(number, "%d", &g.Step); err == nil {
				last[number] = g
				times[number]++
			}
		} else if number, ok := strings.CutPrefix(e.What, undid+ChoiceApprove.Noun()+" step "); ok {
			times[number]--
		}
	}
	var all []Grant
	for number, g := range last {
		if times[number] > 0 {
			all = append(all, g)
		}
	}
	return all
}

// stepOf is the key of a plan's step, "" for none.
func stepOf(plan string, step int) string {
	if plan == "" || step <= 0 {
		return ""
	}
	return fmt.Sprintf("%s\x00%d", BareID(plan), step)
}

// actionOf is the key of an action on a target, "" unless both are known.
func actionOf(action, target string) string {
	action, target = sameAction(action), strings.ToLower(OneLine(target))
	if action == "" || target == "" {
		return ""
	}
	return action + "\x00" + target
}

// sameAction gives one word for the ways in which an action is written: payments and e-mails
// have several.
func sameAction(action string) string {
	action = strings.ReplaceAll(strings.ReplaceAll(strings.ToLower(OneLine(action)), "-", "_"), " ", "_")
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
func (s *Snapshot) WeighEarlier() {
	e := s.earlier()
	for i := range s.Requests {
		r := &s.Requests[i]
		if r.Ask != nil {
			continue
		}
		what, a := e.before(*r)
		told := func(d Doubt) bool { return strings.HasSuffix(d.What, ": "+a.From) }
		if what == "" || r.Repeated || slices.ContainsFunc(r.Doubts, told) {
			continue
		}
		r.Doubts = slices.Insert(r.Doubts, 0, a.doubt(what))
		sortDoubts(r.Doubts)
		if r.Approved == nil && r.Twin == "" {
			r.Approved = &Asked{At: a.At}
		}
	}
	for i := range s.Plans {
		p := &s.Plans[i]
		if p.Reading.Foreign || p.Status.State != StateBlocked {
			continue
		}
		step, waits := p.WaitingStep()
		if a, ok := e.step[stepOf(p.ID, step.Number)]; ok && waits {
			p.Doubts = slices.Insert(p.Doubts, 0, a.doubt(sameStep(step.Number)))
		}
	}
}

func (a Approval) doubt(what string) Doubt {
	if !a.At.IsZero() {
		what += ", on " + FormatUTC(a.At)[:len(time.DateOnly)]
	}
	return Doubt{What: what + ": " + a.From, Weight: WeightAsk, Again: true}
}

func sameStep(n int) string { return fmt.Sprintf("step %d of this plan was approved before", n) }

// MadeFrom reports whether a file is the one that the request names as its source, wherever it lies
// now.
func (r Request) MadeFrom(file string) bool {
	name := strings.ToLower(path.Base(file))
	return r.Reading.Source != "" && strings.TrimSuffix(name, path.Ext(name)) == path.Base(r.Reading.Source)
}

// before finds the approval that a request repeats, and says what is the same; "" for none.
func (e earlier) before(r Request) (what string, a Approval) {
	if a, ok := e.step[stepOf(r.PlanID, r.Step)]; ok {
		return sameStep(r.Step), a
	}
	if r.TwinDone {
		return "a file with this name is already among the finished files", Approval{From: r.Twin}
	}
	// What is published on a platform goes to nobody in particular.
	if a, ok := e.action[actionOf(r.Action, r.Target)]; ok && !r.Reading.Platform && !r.MadeFrom(a.From) {
		return "the same action on the same target was approved before", a
	}
	return "", Approval{}
}
