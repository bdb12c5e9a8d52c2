package rule

import (
	"errors"
	"fmt"
	"strings"
	"testing"
	"time"

	"coldstart/model"
)

// A yes is for a text: at whatever number another step stands now, it counts as not approved.
func TestAnApprovalIsForTheTextOfItsStep(t *testing.T) {
	t.Parallel()
	at := time.Date(2026, 2, 21, 11, 0, 0, 0, time.UTC)
	approved := func(step int, text string) model.Approval {
		return model.Approval{ID: "d1", At: at, From: "Approved/r.md", PlanID: "1", Step: step, Text: text, Place: "Ship it", Known: true}
	}
	log := func(minute int, actor, what string) model.LogEntry {
		when := at.Add(time.Duration(minute) * time.Minute)
		return model.LogEntry{At: model.Stamp{Raw: model.FormatUTC(when), Time: when}, Actor: actor, What: what}
	}
	yes := log(0, model.OperatorActor, "Approved step 2")
	send := []model.Approval{approved(2, "Send email")}
	for _, tt := range []struct {
		name      string
		steps     []string
		log       []model.LogEntry
		approvals []model.Approval
		change    func(*model.Plan)
		// next is the step to continue with, zero for none, displaced the reason of the row, "" for none.
		next      int
		displaced string
	}{
		{"as it was", []string{"x Draft", "✋ Send email", "File"}, nil, send, nil, 2, ""},
		{"other blanks", []string{"x Draft", "✋ Send  email", "File"}, nil, send, nil, 3, `step 2 was approved as "Send email" and is now "Send email (with other blanks)"`},
		{"other blanks, described by a file", []string{"x Draft", "✋ Send  email", "File"}, nil, []model.Approval{{At: at, Step: 2, Text: "Send email", Known: true}}, nil, 2, ""},
		{"the plan is about something else", []string{"x Draft", "✋ Send email", "File"}, nil, send, func(p *model.Plan) { p.Objective = "Pay Eve" }, 3, `step 2 was approved as "Send email (Ship it)" and is now "Send email (Pay Eve)"`},
		{"one of two steps with these words is gone", []string{"x Draft", "✋ Send email", "File"}, nil, []model.Approval{{ID: "d1", At: at, Step: 2, Text: "Send email", Place: `Ship it, after "Draft to Mia"`, Known: true}}, nil, 3, `step 2 was approved as "Send email (Ship it, after "Draft to Mia")" and is now "Send email (Ship it)"`},
		{"one of two steps with these words", []string{"x Draft", "✋ Send email", "File", "✋ Send email"}, nil, []model.Approval{{ID: "d1", At: at, Step: 2, Text: "Send email", Place: `Ship it, after "Draft"`, Known: true}}, nil, 2, ""},
		{"inserted above", []string{"x Draft", "✋ Wire", "✋ Send email", "File"}, nil, send, nil, 4, `step 2 was approved as "Send email" and is now "Wire"`},
		{"changed in place", []string{"x Draft", "✋ Send e-mail", "File"}, nil, send, nil, 3, `step 2 was approved as "Send email" and is now "Send e-mail"`},
		{"carried out, then planned anew", []string{"x Draft", "✋ Wire", "File"}, []model.LogEntry{log(1, "Agent", "Completed step 2")}, send, nil, 3, `step 2 was approved as "Send email" and is now "Wire"`},
		{"the plan had no such step", []string{"x Draft", "✋ Wire", "File"}, nil, []model.Approval{approved(2, "")}, nil, 3, `step 2 was approved as nothing (the plan had no such step) and is now "Wire"`},
		{"the same text, open again after it was done", []string{"x Draft", "✋ Send email", "File"}, []model.LogEntry{log(1, "Agent", "Completed step 2")}, send, nil, 3, "step 2 was approved and carried out, and is open again"},
		{"the same text, approved again after it was done", []string{"x Draft", "✋ Send email", "File"}, []model.LogEntry{log(1, "Agent", "Completed step 2"), log(2, model.OperatorActor, "Approved step 2")}, send, nil, 2, ""},
		{"approved anew", []string{"x Draft", "✋ Wire", "File"}, nil, append([]model.Approval{approved(2, "Wire")}, send...), nil, 2, ""},
		{"a text that nobody knows", []string{"x Draft", "✋ Wire", "File"}, nil, nil, nil, 2, ""},
		{"another step's approval", []string{"x Draft", "✋ Wire", "File"}, nil, []model.Approval{approved(3, "File")}, nil, 2, ""},
		{"no step of a human", []string{"x Draft", "Wire", "File"}, nil, send, nil, 2, ""},
		{"ticked", []string{"x Draft", "x ✋ Wire", "File"}, nil, send, nil, 3, `step 2 was approved as "Send email"; what is ticked there is "Wire"`},
		{"ticked where it stands now", []string{"x Ask", "x Draft", "x ✋ Send email", "File"}, nil, []model.Approval{approved(2, "Send email"), approved(3, "Other")}, nil, 4, ""},
		{"ticked, and only a file says what was approved", []string{"x Draft", "x ✋ Wire", "File"}, nil, []model.Approval{{At: at, Step: 2, Text: "Send email", Known: true}}, nil, 3, ""},
		{"changes were asked for", []string{"x Draft", "✋ Wire", "File"}, []model.LogEntry{log(1, model.OperatorActor, "Changes wanted on step 2")}, send, nil, 3, `step 2 was approved as "Send email" and is now "Wire", which you did not approve`},
		{"ticked although changes were asked for", []string{"x Draft", "x ✋ Wire", "File"}, []model.LogEntry{log(1, model.OperatorActor, "Changes wanted on step 2")}, send, nil, 3, `step 2 was approved as "Send email"; what is ticked there is "Wire"`},
		{"acknowledged", []string{"x Draft", "x ✋ Wire", "File"}, nil, send, func(p *model.Plan) { p.Known = []string{"step 2: Wire"} }, 3, ""},
		{"acknowledged with another text", []string{"x Draft", "x ✋ Wire", "File"}, nil, send, func(p *model.Plan) { p.Known = []string{"step 2: Sign"} }, 3, `step 2 was approved as "Send email"; what is ticked there is "Wire"`},
		{"a plan that is over", []string{"x Draft", "✋ Wire", "File"}, nil, send, func(p *model.Plan) { p.Status.State = model.StateDone }, 0, `step 2 was approved as "Send email" and is now "Wire", which you did not approve`},
		{"a plan that is filed away", []string{"x Draft", "✋ Wire", "File"}, nil, send, func(p *model.Plan) { p.Reading.Closed = true }, 0, ""},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			p := waitingPlan("", tt.steps...)
			p.Status, p.BlockedReason, p.Objective = model.Status{State: model.StateActive}, "", "Ship it"
			p.Log, p.Approvals = append([]model.LogEntry{yes}, tt.log...), tt.approvals
			if tt.change != nil {
				tt.change(&p)
			}
			if next := NextPlan(p).Step; (next == nil) != (tt.next == 0) || next != nil && next.Number != tt.next {
				t.Errorf("next is %+v, want step %d", next, tt.next)
			}
			s := model.Snapshot{At: at, Plans: []model.Plan{p}}
			queue := NeedsYou(s)
			if tt.displaced == "" {
				if len(unanswered(p))+len(queue) > 0 {
					t.Errorf("a row too many: %+v", queue)
				}
				return
			}
			answered := len(unanswered(p)) == 0
			if len(queue) != 1 || (Urgency(queue[0]) == model.UrgencyFirst) == answered || !hasPrefix(Phrases.Why(queue[0]), tt.displaced) {
				t.Errorf("queue %+v: %s", queue, Phrases.Why(queue[0]))
			}
		})
	}
}

func hasPrefix(text, prefix string) bool {
	return len(text) >= len(prefix) && text[:len(prefix)] == prefix
}

// What the operator can do about such a step follows from whether it is open still.
func TestWhatCanBeDoneAboutADisplacedApproval(t *testing.T) {
	t.Parallel()
	approvals := []model.Approval{{ID: "d1", Step: 2, Text: "Send email", Known: true}}
	open, ticked := waitingPlan("", "x Draft", "✋ Wire"), waitingPlan("", "x Draft", "x ✋ Wire")
	for _, p := range []*model.Plan{&open, &ticked} {
		p.Status, p.Approvals, p.HasLog = model.Status{State: model.StateActive}, approvals, true
	}
	other := model.Request{Path: "Pending_Approval/r.md", Plan: open.Path, Step: 5}
	same := other
	same.Step = 2
	for _, tt := range []struct {
		name     string
		plan     model.Plan
		requests []model.Request
		choice   model.Choice
		want     model.Code
	}{
		{"approve", open, nil, model.ChoiceApprove, ""},
		{"reject", open, nil, model.ChoiceReject, ""},
		{"changes", open, nil, model.ChoiceChanges, ""},
		{"acknowledge", open, nil, model.ChoiceAck, model.BecauseNothingToKnow},
		{"a request for another step waits", open, []model.Request{other}, model.ChoiceApprove, ""},
		{"a request for this step waits", open, []model.Request{same}, model.ChoiceApprove, model.BecausePlanHasRequests},
		{"approve what is ticked", ticked, nil, model.ChoiceApprove, model.BecauseStepDone},
		{"changes of what is ticked", ticked, nil, model.ChoiceChanges, ""},
		{"acknowledge what is ticked", ticked, nil, model.ChoiceAck, ""},
	} {
		s := model.Snapshot{Plans: []model.Plan{tt.plan}, Requests: tt.requests}
		if got := Refuse(s, tt.plan.Ref(), tt.choice).Code; got != tt.want {
			t.Errorf("%s: %q, want %q", tt.name, got, tt.want)
		}
		if step, _ := WaitingStep(tt.plan); step.Number != 2 {
			t.Errorf("%s: it is about step %d", tt.name, step.Number)
		}
	}
}

func TestGrants(t *testing.T) {
	t.Parallel()
	at := func(minute int) model.Stamp {
		when := time.Date(2026, 2, 21, 11, minute, 0, 0, time.UTC)
		return model.Stamp{Raw: model.FormatUTC(when), Time: when}
	}
	said := func(minute int, actor, what string) model.LogEntry {
		return model.LogEntry{At: at(minute), Actor: actor, What: what}
	}
	yes, wait := said(5, model.OperatorActor, "Approved step 2"), said(4, "Agent", "Plan blocked at step 2")
	file := func(minute, step int) model.Grant {
		g := model.Grant{Step: step, From: "Approved/x.md"}
		if minute > 0 {
			g.At = at(minute).Time
		}
		return g
	}
	for _, tt := range []struct {
		name   string
		log    []model.LogEntry
		grants []model.Grant
		asked  []int
		done   bool
		// next is the step to go on with, from where the yes comes.
		next int
		from string
	}{
		{"nothing was said", nil, nil, nil, false, 3, ""},
		{"the log says yes", []model.LogEntry{wait, yes}, nil, nil, false, 2, "p.md"},
		{"the agent wrote on", []model.LogEntry{wait, yes, said(6, "Agent", "Resuming plan")}, nil, nil, false, 2, "p.md"},
		{"blocked again", []model.LogEntry{yes, said(6, "Agent", "Plan blocked at step 2")}, nil, nil, false, 3, ""},
		{"rejected later", []model.LogEntry{yes, said(6, model.OperatorActor, "Rejected step 2")}, nil, nil, false, 3, ""},
		{"changes wanted later", []model.LogEntry{yes, said(6, model.OperatorActor, "Changes wanted on step 2")}, nil, nil, false, 3, ""},
		{"taken back", []model.LogEntry{wait, yes, said(6, model.OperatorActor, "Undid approval of step 2")}, nil, nil, false, 3, ""},
		{"taken back, and said again", []model.LogEntry{yes, said(6, model.OperatorActor, "Undid approval of step 2"), yes}, nil, nil, false, 2, "p.md"},
		{"the yes to another step taken back", []model.LogEntry{yes, said(6, model.OperatorActor, "Undid approval of step 20")}, nil, nil, false, 2, "p.md"},
		{"the no taken back", []model.LogEntry{yes, said(6, model.OperatorActor, "Rejected step 2"), said(7, model.OperatorActor, "Undid rejection of step 2")}, nil, nil, false, 2, "p.md"},
		{"an agent says it was taken back", []model.LogEntry{yes, said(6, "Agent", "Undid approval of step 2")}, nil, nil, false, 2, "p.md"},
		{"yes to another step", []model.LogEntry{said(5, model.OperatorActor, "Approved step 20")}, nil, nil, false, 3, ""},
		{"yes by an agent", []model.LogEntry{said(5, "Agent", "Approved step 2")}, nil, nil, false, 3, ""},
		{"asked again", []model.LogEntry{yes}, nil, []int{2}, false, 3, ""},
		{"asked for another step", []model.LogEntry{yes}, nil, []int{5}, false, 2, "p.md"},
		{"asked for no step in particular", []model.LogEntry{yes}, nil, []int{0}, false, 3, ""},
		{"a file", []model.LogEntry{wait}, []model.Grant{file(5, 2)}, nil, false, 2, "Approved/x.md"},
		{"a file of an unknown time", nil, []model.Grant{file(0, 2)}, nil, false, 2, "Approved/x.md"},
		{"a file from before the block", []model.LogEntry{wait}, []model.Grant{file(3, 2)}, nil, false, 3, ""},
		{"a file of an unknown time, and a block", []model.LogEntry{wait}, []model.Grant{file(0, 2)}, nil, false, 3, ""},
		{"a file for another step", nil, []model.Grant{file(5, 1)}, nil, false, 3, ""},
		{"a file that names no step", nil, []model.Grant{file(5, 0)}, nil, false, 2, "Approved/x.md"},
		{"a file that names no step, used up", nil, []model.Grant{file(5, 0)}, nil, true, 3, ""},
		{"two of them, one used up", nil, []model.Grant{file(4, 0), file(5, 0)}, nil, true, 2, "Approved/x.md"},
	} {
		first := model.Step{Number: 1, Human: true, Mark: 'x'}
		if !tt.done {
			first.Human = false
		}
		p := model.Plan{
			Path: "p.md", Log: tt.log, Grants: tt.grants, AskedSteps: tt.asked, Status: model.Status{State: model.StateActive},
			Steps: []model.Step{first, {Number: 2, Human: true, Mark: ' '}, {Number: 3, Mark: ' '}},
		}
		c := NextPlan(p)
		g, _ := Granted(p)
		if c.Step == nil || c.Step.Number != tt.next || g.From != tt.from || (c.Waits == nil) != (tt.next == 2) {
			t.Errorf("%s: next %+v, waiting %+v, granted %+v", tt.name, c.Step, c.Waits, g)
		}
	}
}

func TestAGrantedPlanWaitsForTheAgent(t *testing.T) {
	t.Parallel()
	now := time.Date(2026, 2, 21, 12, 0, 0, 0, time.UTC)
	plan := func(grants ...model.Grant) model.Plan {
		return model.Plan{Path: "Plans/p.md", ID: "p", Status: model.Status{State: model.StateBlocked}, Reading: model.PlanReading{Foreign: true}, Grants: grants}
	}
	whole := model.Grant{From: "Approved/x.md", At: now}
	wrote := plan(whole)
	wrote.Log = []model.LogEntry{{At: model.Stamp{Time: now.Add(time.Minute)}, What: "asks again"}}
	asked := plan(whole)
	asked.AskedSteps = []int{0}
	later := plan(whole)
	later.Steps = []model.Step{{Number: 1, Mark: ' ', Text: "write"}, {Number: 2, Human: true, Mark: ' ', Text: "send"}}
	for i, tt := range []struct {
		p    model.Plan
		want string
	}{
		{plan(), "p"}, {plan(whole), ""}, {plan(model.Grant{Step: 3, From: "Approved/x.md"}), "p"}, {wrote, "p"}, {asked, "p"}, {later, ""},
	} {
		s := model.Snapshot{At: now, Plans: []model.Plan{tt.p}}
		got := ""
		for _, n := range NeedsYou(s) {
			got += n.What
		}
		if got != tt.want {
			t.Errorf("%d: %q waits, want %q", i, got, tt.want)
		}
		refused := Phrases.Reason(Refuse(s, tt.p.Ref(), model.ChoiceApprove))
		if tt.want == "" && refused != Phrases.Granted(tt.p)+"; the agent has not acted yet" {
			t.Errorf("%d: refused with %q", i, refused)
		}
	}
	later.Grants = nil
	if n := NeedsYou((model.Snapshot{At: now, Plans: []model.Plan{later}})); len(n) != 1 || Phrases.What(n[0]) != "p: send" {
		t.Errorf("the human step is not named: %+v", n)
	}
}

func TestAProbableRequestStandsForItsPlan(t *testing.T) {
	t.Parallel()
	p := model.Plan{Path: "Plans/p.md", ID: "p", Status: model.Status{State: model.StateBlocked}, Steps: []model.Step{{Number: 1, Mark: ' '}}}
	s := model.Snapshot{Plans: []model.Plan{p}, Requests: []model.Request{{Path: "Pending_Approval/r.md", Name: "r.md", Probably: p.Path}}}
	n := NeedsYou(s)
	if len(n) != 1 || !n[0].Blocks || Phrases.Why(n[0]) != "probably blocks p" {
		t.Errorf("got %+v", n)
	}
	if got, want := Phrases.Reason(Refuse(s, p.Ref(), model.ChoiceApprove)), fmt.Sprintf("the plan probably waits for %s: decide that first", s.Requests[0].Path); got != want {
		t.Errorf("got %q, want %q", got, want)
	}
}

func TestARequestThatWasHandedBackStandsForNoPlanThatItIsOnlyProbablyAbout(t *testing.T) {
	t.Parallel()
	p := model.Plan{Path: "Plans/server.md", ID: "server", Status: model.Status{State: model.StateBlocked}, BlockedReason: "only Marta can reset the disk"}
	back := model.Request{Path: "Pending_Approval/APPROVAL_server.md", Name: "APPROVAL_server.md", Status: "needs changes", Probably: p.Path}
	sure := back
	sure.Plan, sure.Probably = p.Path, ""
	for i, tt := range []struct {
		r    model.Request
		want int
	}{{back, 1}, {sure, 0}} {
		s := model.Snapshot{Plans: []model.Plan{p}, Requests: []model.Request{tt.r}}
		if n := NeedsYou(s); len(n) != tt.want || len(WithAgent(s)) != 1 {
			t.Errorf("%d: got %+v, with the agent %+v", i, n, WithAgent(s))
		}
	}
}

func TestDoubtsThatComeOfEarlierApprovals(t *testing.T) {
	t.Parallel()
	now := time.Date(2026, 3, 14, 12, 0, 0, 0, time.UTC)
	said := func(what string) model.LogEntry {
		return model.LogEntry{At: model.ParseStamp("2026-03-12T09:00:00Z", nil), Actor: model.OperatorActor, What: what}
	}
	ask := asking("b.md", "P", 4, "b")
	ask.Action, ask.Target, ask.Reading.Own = "email", "dues@corran-harbour.example", false
	approved := func(step int, action, target string, age int) model.Approval {
		return model.Approval{At: now.AddDate(0, 0, -age), From: "Approved/a.md", PlanID: "PLAN-P", Step: step, Action: action, Target: target}
	}
	file := func(decision string) model.Request {
		r := asking("a.md", "P", 4, "a")
		r.Path, r.Reading.Decision = "Approved/a.md", decision
		return r
	}
	elsewhere := file("none")
	elsewhere.Path, elsewhere.PlanID, elsewhere.Action, elsewhere.Target = "Done/Actions/a.md", "", "Email", ask.Target
	old := elsewhere
	old.Created = model.ParseStamp("2026-01-02", nil)
	finished := file("none")
	finished.Path, finished.Action, finished.Target, finished.Amount = "Done/Actions/b.md", "wire", ask.Target, "900 EUR"
	known := file(model.DecisionApproved)
	known.DecidedAt = now.AddDate(0, 0, -2)
	titled := elsewhere
	titled.Summary = "Roof quote"
	bare := ask
	bare.Target = ""
	twin := ask
	twin.Twin, twin.TwinDone = "Done/Actions/b.md", true
	same := ask
	same.Twin, same.TwinApproved = "Approved/a.md", true
	const step, action = "step 4 of this plan was approved before", "the same action on the same target was approved before"
	for _, tt := range []struct {
		name      string
		request   model.Request
		approvals []model.Approval
		decided   []model.Request
		finished  []model.Request
		log       []model.LogEntry
		want      string
	}{
		{"nothing", ask, nil, nil, nil, nil, ""},
		{"the step in the ledger", ask, []model.Approval{approved(4, "", "", 200)}, nil, nil, nil, step + ", on 2025-08-26: Approved/a.md"},
		{"another step", ask, []model.Approval{approved(3, "", "", 1)}, nil, nil, nil, ""},
		{"the step in a file", ask, nil, []model.Request{file(model.DecisionApproved)}, nil, nil, step + ": Approved/a.md"},
		{"the step with another text", ask, nil, []model.Request{file(model.DecisionApproved)}, nil, nil, step + ": Approved/a.md, whose text differs"},
		{"the step with another target", ask, []model.Approval{approved(4, "email", "kai@quay.example", 2)}, nil, nil, nil, step + ", on 2026-03-12: Approved/a.md, whose target is kai@quay.example"},
		{"the step for more, in a finished file", ask, nil, nil, []model.Request{finished}, nil, step + ": Done/Actions/b.md, whose action is wire and amount is 900 EUR"},
		{"the step in a file that the ledger knows", ask, []model.Approval{approved(4, "", "", 2)}, []model.Request{known}, nil, nil, step + ", on 2026-03-12: Approved/a.md, whose text differs"},
		{"the step in a rejected file", ask, nil, []model.Request{file(model.DecisionRejected)}, nil, nil, ""},
		{"the step in the plan's log", ask, nil, nil, nil, []model.LogEntry{said("Approved step 4")}, step + ", on 2026-03-12: Plans/P.md"},
		{"taken back in the plan's log", ask, nil, nil, nil, []model.LogEntry{said("Approved step 4"), said("Undid approval of step 4")}, ""},
		{"and said again", ask, nil, nil, nil, []model.LogEntry{said("Approved step 4"), said("Undid approval of step 4"), said("Approved step 4")}, step},
		{"said by an agent", ask, nil, nil, nil, []model.LogEntry{{Actor: "Agent", What: "Approved step 4"}}, ""},
		{"the action in the ledger", ask, []model.Approval{approved(9, "EMAIL", "Dues@corran-harbour.example ", 30)}, nil, nil, nil, action + ", on 2026-02-12: Approved/a.md"},
		{"the action by another word", ask, []model.Approval{approved(9, "Send-Email", ask.Target, 3)}, nil, nil, nil, action + ", on 2026-03-11: Approved/a.md"},
		{"31 days ago", ask, []model.Approval{approved(9, "email", ask.Target, 31)}, nil, nil, nil, ""},
		{"another target", ask, []model.Approval{approved(9, "email", "kai@corran-harbour.example", 3)}, nil, nil, nil, ""},
		{"without a target", bare, []model.Approval{approved(9, "", "", 3)}, nil, nil, nil, ""},
		{"the action among what is done", ask, nil, nil, []model.Request{elsewhere}, nil, action + ": Done/Actions/a.md"},
		{"the action for something else", ask, nil, nil, []model.Request{titled}, nil, action + ": Done/Actions/a.md, whose title is Roof quote"},
		{"long ago among what is done", ask, nil, nil, []model.Request{old}, nil, ""},
		{"the name among what is done", twin, nil, nil, nil, nil, "a file with this name is already among the finished files: Done/Actions/b.md"},
		{"told by its name already", same, []model.Approval{approved(4, "", "", 1)}, nil, nil, nil, "a file of this name was approved before: Approved/a.md"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			plan := model.Plan{Path: "Plans/P.md", ID: "P", Log: tt.log, Steps: []model.Step{{Number: 4, Human: true}}}
			s := model.Snapshot{
				At: now, Plans: []model.Plan{plan}, Requests: []model.Request{tt.request}, Approvals: tt.approvals, Decided: tt.decided, Finished: tt.finished,
			}
			WeighRequests(&s)
			WeighEarlier(&s)
			got := s.Requests[0]
			switch {
			case tt.want == "" && (len(got.Doubts) > 0 || got.Approved != nil || MustTypeRequest(got, now) != ""):
				t.Errorf("doubts %+v, approved before %+v", got.Doubts, got.Approved)
			case tt.want == "":
			case len(got.Doubts) != 1 || !strings.HasPrefix(got.Doubts[0].What, tt.want) || MustTypeRequest(got, now) != model.OneLine(tt.request.Target):
				t.Errorf("doubts %+v, want %q", got.Doubts, tt.want)
			case got.Twin == "" && got.Approved == nil:
				t.Error("the list does not say it")
			}
		})
	}
}

func TestActionsOfOneSortAreTheSame(t *testing.T) {
	t.Parallel()
	for written, want := range map[string]string{
		"Pay": "payment", "make_payment": "payment", "bank transfer": "payment", "send-payment": "payment", "payment": "payment",
		"E-Mail": "email", "send_email": "email", "email": "email", "post": "post", "Payroll Run": "payroll_run", "": "",
	} {
		if got := sameAction(written); got != want {
			t.Errorf("%q: got %q, want %q", written, got, want)
		}
	}
}

// The reasons for which something has to be typed are all there, and an earlier approval first.
func TestAllReasonsToTypeAreGiven(t *testing.T) {
	t.Parallel()
	now := time.Date(2026, 3, 14, 12, 0, 0, 0, time.UTC)
	r := model.Request{Path: "Pending_Approval/a.md", Name: "a.md", Target: "t", Expires: model.ParseStamp("2026-03-12", nil), Twin: "Approved/a.md", TwinApproved: true,
		Doubts: []model.Doubt{{What: "odd", Weight: model.WeightAsk}, {What: "long", Weight: model.WeightNote}}, Reading: model.RequestReading{Decision: model.DecisionPending}}
	s := model.Snapshot{At: now, Requests: []model.Request{r}}
	WeighRequests(&s)
	must, why := MustType(s, r.Ref(), model.ChoiceApprove)
	var got []string
	for _, w := range why {
		got = append(got, Phrases.Reason(w))
	}
	if want := "a file of this name was approved before: Approved/a.md; it has expired; odd"; must != "t" || strings.Join(got, "; ") != want {
		t.Errorf("%q takes %q, want %q", got, must, want)
	}
	refused := &model.Untyped{Path: r.Path, Word: must, Why: why}
	if !errors.Is(refused, model.ErrNotAllowed) || strings.Count(refused.Error(), "; ") != 2 {
		t.Errorf("refused: %v", refused)
	}
}

func TestTheStepThatAReasonNames(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]int{
		"Approval request 'a.md' waiting since 2026-02-21T10:30:00Z (1.0h) — Step 3: Do as in step 5": 3,
		"Step 3: the letter needs approval": 3, "waits for approval of step 12": 12, "STEP 2 and step 2": 2,
		"": 0, "waiting": 0, "step": 0, "step ": 0, "step x": 0, "step 2 or step 3": 0, "footstep 3": 0, "İİ step 4": 4,
		"step 99999999999999999999": 0,
	} {
		if got := stepIn(text); got != want {
			t.Errorf("%q: got %d, want %d", text, got, want)
		}
	}
}

// waitingPlan is a plan of the agents' own schema that waits, with a step for each text; a
// hand in front makes one human, an x done.
func waitingPlan(reason string, steps ...string) model.Plan {
	p := model.Plan{ID: "1", Path: "Plans/PLAN-1.md", Status: model.Status{State: model.StateBlocked}, BlockedReason: reason, HasLog: true}
	for i, text := range steps {
		s := model.Step{Number: i + 1, Mark: ' ', Text: text}
		if rest, ok := strings.CutPrefix(s.Text, "x "); ok {
			s.Mark, s.Text = 'x', rest
		}
		s.Text, s.Human = strings.CutPrefix(s.Text, "✋ ")
		p.Steps = append(p.Steps, s)
	}
	return p
}

func TestAnApprovalIsAboutTheStepThatTheAgentsName(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		name, reason string
		log          []string
		steps        []string
		want         int
		doubt        string
	}{
		{"named in the reason", "Step 3: c needs approval", nil, []string{"x a", "b", "✋ c"}, 3, ""},
		{"named before another human step", "Step 3: c", nil, []string{"x a", "✋ b", "✋ c"}, 3, ""},
		{"named in the log", "waits", []string{"Plan blocked at step 3"}, []string{"x a", "b", "✋ c"}, 3, ""},
		{"cleared in the log", "waits", []string{"Plan blocked at step 3", "Block cleared"}, []string{"x a", "b", "✋ c"}, 2, ""},
		{"not named", "waits", nil, []string{"x a", "b", "✋ c"}, 2, ""},
		{"a human step first", "waits", nil, []string{"x a", "✋ b", "c"}, 2, ""},
		{"named and done", "Step 1: a", nil, []string{"x a", "✋ b"}, 2, "the plan should be waiting for step 1, which is done"},
		{"named and missing", "Step 4: d", nil, []string{"x a", "✋ b"}, 2, "the plan should be waiting for step 4, which does not exist"},
		{"named by another text", "Approval request 'a.md' waiting since 2026-03-14 (2.0h) — Step 2: Wire 90,000 EUR", nil, []string{"x a", "✋ Sign"}, 2, `the plan should be waiting for "Wire 90,000 EUR" as step 2, which is "Sign"`},
		{"named by more letters", "Step 2: Signal", nil, []string{"x a", "✋ Sign"}, 2, `the plan should be waiting for "Signal" as step 2, which is "Sign"`},
		{"named by a text that moved", "Step 2: c", nil, []string{"x a", "✋ b", "✋ c"}, 2, `the plan should be waiting for "c" as step 2, which is now step 3`},
	} {
		p := waitingPlan(tt.reason, tt.steps...)
		for _, what := range tt.log {
			p.Log = append(p.Log, model.LogEntry{Actor: "Agent", What: what})
		}
		s := model.Snapshot{Plans: []model.Plan{p}}
		WeighPlans(&s)
		step, ok := WaitingStep(s.Plans[0])
		if !ok || step.Number != tt.want {
			t.Errorf("%s: waits for %d, want %d", tt.name, step.Number, tt.want)
		}
		must, why := MustType(s, p.Ref(), model.ChoiceApprove)
		if firstWhy(why).Text != tt.doubt || (must != "") != (tt.doubt != "") {
			t.Errorf("%s: got %+v with %q to type, want %q", tt.name, why, must, tt.doubt)
		}
		if must, _ := MustType(s, p.Ref(), model.ChoiceReject); must != "" {
			t.Errorf("%s: rejecting takes %q", tt.name, must)
		}
	}
}

// Whatever a step of another machine calls its number, its place is what is meant.
func TestAStepIsFoundByItsPlace(t *testing.T) {
	p := model.Plan{Status: model.Status{State: model.StateBlocked}, BlockedReason: "waits for step 1", Steps: []model.Step{{Number: 1 << 40, Text: "Send it"}}}
	if s, ok := WaitingStep(p); !ok || s.Text != "Send it" {
		t.Errorf("got %+v, %v", s, ok)
	}
}

func TestNothingIsUnlockedInAPlanWhereTheAgentsFindNoSteps(t *testing.T) {
	t.Parallel()
	p := waitingPlan("waits", "✋ Wire")
	p.Reading.Unseen = "no heading"
	s := model.Snapshot{Plans: []model.Plan{p}}
	r := model.Request{PlanID: "1", Plan: p.Path, Step: 1, Reading: model.RequestReading{Own: true, Decision: model.DecisionPending}}
	if step, ok := Unlocks(s, r); ok {
		t.Errorf("unlocks %+v", step)
	}
	WeighPlans(&s)
	if must, why := MustType(s, p.Ref(), model.ChoiceApprove); must != "1" || firstWhy(why).Text != "the agents find no steps in this plan, so no approval lets them tick one: no heading" {
		t.Errorf("asks for %q: %+v", must, why)
	}
}

func firstWhy(why []model.Reason) model.Reason {
	if len(why) == 0 {
		return model.Reason{}
	}
	return why[0]
}

func TestARequestNamesPlanAndStepAsTheAgentsLookThemUp(t *testing.T) {
	t.Parallel()
	plan := waitingPlan("waits", "x Read", "✋ Wire", "✋ Send")
	for _, tt := range []struct {
		name, planID, note string
		weight             model.Weight
		doubt              string
	}{
		{"exactly", "1", "Wire", -1, ""},
		{"with the hand", "1", "✋ Wire", -1, ""},
		{"without a description", "1", "", -1, ""},
		{"the plan's id with PLAN- in front", "PLAN-1", "", model.WeightAsk,
			`approving unblocks the plan, but its step can never be ticked: the agents compare plan_id exactly, and it is "PLAN-1" while the plan's task_id is "1"; ask for changes: plan_id must be 1`},
		{"another description", "1", "Pay the bill", model.WeightAsk, `it describes step 2 as "Pay the bill"; the plan has "✋ Wire" there`},
		{"the description of another step", "1", "Read", model.WeightAsk, `it describes step 2 as "Read"; the plan has "✋ Wire" there`},
	} {
		s := model.Snapshot{Plans: []model.Plan{plan}, Requests: []model.Request{{
			Path: "Pending_Approval/a.md", Name: "a.md", PlanID: tt.planID, Plan: plan.Path, Step: 2, StepNote: tt.note,
			Reading: model.RequestReading{Own: true, Decision: model.DecisionPending},
		}}}
		WeighRequests(&s)
		doubts := s.Requests[0].Doubts
		if tt.doubt == "" && len(doubts) > 0 || tt.doubt != "" && (len(doubts) != 1 || doubts[0] != model.Doubt{What: tt.doubt, Weight: tt.weight}) {
			t.Errorf("%s: got %+v", tt.name, doubts)
		}
		if step, ok := Unlocks(s, s.Requests[0]); ok != (tt.planID == plan.ID) || ok && step.Text != "Wire" {
			t.Errorf("%s: unlocks %+v", tt.name, step)
		}
	}
}
