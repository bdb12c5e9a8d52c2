package rule

import (
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
