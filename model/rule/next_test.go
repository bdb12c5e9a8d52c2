package rule

import (
	"testing"

	"coldstart/model"
)

// The step at which the plan of another program stands is the one that it names, or that somebody has begun.
func TestNextOfAnotherProgram(t *testing.T) {
	t.Parallel()
	steps := func(marks string) (all []model.Step) {
		for i, mark := range marks {
			s := model.Step{Number: i + 1, Text: string(rune('a' + i)), Mark: mark}
			if s.Human = mark == 'h'; s.Human {
				s.Mark = ' '
			}
			all = append(all, s)
		}
		return all
	}
	for _, tt := range []struct {
		marks, says, paused string
		step, waits         int
		words               string
	}{
		{"x  ", "", "", 2, 0, "b"},
		{"x -", "", "", 3, 0, "c"},
		{"x! ", "", "", 3, 0, "c"},
		{"x!", "", "", 2, 0, "b"},
		{"xh ", "", "", 3, 2, "✋ b"},
		{"xh-", "", "", 3, 2, "✋ b"},
		{"   ", "c", "", 3, 0, "c"},
		{"   ", "c: the hinge", "", 3, 0, "c: the hinge"},
		{"  h", "c", "", 1, 3, "c"},
		{"  x", "c", "", 0, 0, "c"},
		{"!!", "No task is ready", "", 0, 0, "No task is ready"},
		{"   ", "c", "the left side", 1, 0, "the left side"},
		{"  -", "", "the left side", 3, 0, "the left side"},
	} {
		p := model.Plan{Steps: steps(tt.marks), Status: model.Status{State: model.StateActive}}
		p.Reading.Tool, p.Reading.Next = "OpenSpec", tt.says
		if tt.paused != "" {
			p.Stop = &model.Stop{Next: tt.paused}
		}
		n := NextPlan(p)
		step, waits := 0, 0
		if n.Step != nil {
			step = n.Step.Number
		}
		if n.Waits != nil {
			waits = n.Waits.Number
		}
		if step != tt.step || waits != tt.waits || n.Words() != tt.words {
			t.Errorf("%+v: step %d, waits %d, %q", tt, step, waits, n.Words())
		}
	}
}

// An approval whose file changed since is not the agent's turn, though the log of the plan has it.
func TestAnAlteredApprovalIsNotTheAgentsTurn(t *testing.T) {
	t.Parallel()
	p := model.Plan{Path: "Plans/P.md", ID: "P", Status: model.Status{State: model.StateActive}, Steps: []model.Step{{Number: 1, Text: "pay", Human: true, Mark: ' '}},
		Grants: []model.Grant{{Step: 1, From: "Approved/pay.md"}}}
	if n := NextPlan(p); n.Step == nil || n.Waits != nil || len(WithAgent(model.Snapshot{Plans: []model.Plan{p}})) != 1 {
		t.Errorf("approved: %+v", n)
	}
	p.Grants[0].Altered = true
	if n := NextPlan(p); n.Waits == nil || len(WithAgent(model.Snapshot{Plans: []model.Plan{p}})) != 0 {
		t.Errorf("altered: %+v", n)
	}
	if SentBack(p) {
		t.Error("nothing was sent back")
	}
	p.AskedSteps = []int{1}
	if !SentBack(p) {
		t.Error("its request was sent back")
	}
	if p.AsksYou = true; SentBack(p) {
		t.Error("its request waits for the operator")
	}
}
