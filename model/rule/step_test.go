package rule

import (
	"strings"
	"testing"

	"coldstart/model"
)

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
		{"named and done", "Step 1: a", nil, []string{"x a", "✋ b"}, 2, "the plan is said to wait for step 1, which is done"},
		{"named and missing", "Step 4: d", nil, []string{"x a", "✋ b"}, 2, "the plan is said to wait for step 4, which does not exist"},
		{"named by another text", "Approval request 'a.md' waiting since 2026-03-14 (2.0h) — Step 2: Wire 90,000 EUR", nil, []string{"x a", "✋ Sign"}, 2, `the plan is said to wait for "Wire 90,000 EUR" as step 2, which is "Sign"`},
		{"named by more letters", "Step 2: Signal", nil, []string{"x a", "✋ Sign"}, 2, `the plan is said to wait for "Signal" as step 2, which is "Sign"`},
		{"named by a text that moved", "Step 2: c", nil, []string{"x a", "✋ b", "✋ c"}, 2, `the plan is said to wait for "c" as step 2, which is now step 3`},
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
