package load_test

import (
	"testing"

	"coldstart/model"
	"coldstart/model/rule"
)

// TestAPlanThatWasApprovedWaitsForItsAgent follows a plan that is a request itself:
// approved, it is work to do, until a log says that it was carried out.
func TestAPlanThatWasApprovedWaitsForItsAgent(t *testing.T) {
	t.Parallel()
	const (
		plan = "---\ntype: plan\nid: PLAN_spring\nstatus: pending_approval\n---\n# Spring\n\n## Steps\n\n- [ ] Publish the post\n- [ ] Log its address\n"
		log  = `{"time": "2026-03-01T08:00:00Z", "action": "publish", "file": "plan-spring.md", "status": "`
	)
	for _, tt := range []struct {
		name, path string
		more       contents
		state      model.State
		granted    bool
		queue      int
	}{
		{"pending", "Pending_Approval/plan-spring.md", nil, model.StateBlocked, false, 1},
		{"approved", "Approved/plan-spring.md", nil, model.StateDraft, true, 0},
		{"approved, and failed", "Approved/plan-spring.md", contents{"Logs/a.jsonl": log + `failed"}`}, model.StateDraft, true, 1},
		{"approved, and carried out", "Approved/plan-spring.md", contents{"Logs/a.jsonl": log + `success"}`}, model.StateDone, false, 0},
		{"begun since", "In_Progress/cloud/plan-spring.md", nil, model.StateBlocked, false, 1},
	} {
		t.Run(tt.name, func(t *testing.T) {
			v, _ := openContents(t, contents{tt.path: plan}.With(tt.more))
			s := mustLoad(t, v)
			if len(s.Plans) != 1 || s.Plans[0].Path != tt.path || s.Plans[0].Status.State != tt.state {
				t.Fatalf("plans are %+v", s.Plans)
			}
			g, granted := rule.Granted(s.Plans[0])
			if granted != tt.granted || granted && g.From != tt.path {
				t.Errorf("granted %v: %+v", granted, g)
			}
			// What is only asked for is not resumed.
			if open := rule.ResumeOf(s).Plan != nil; open != (tt.state != model.StateDone && tt.name != "pending") {
				t.Errorf("it resumes: %v", open)
			}
			if queue := rule.NeedsYou(s); len(queue) != tt.queue {
				t.Errorf("somebody is needed: %+v", queue)
			}
		})
	}
	// A rejected one is no plan any more, nor is a request that names its plan.
	v, _ := openContents(t, contents{"Rejected/plan-spring.md": plan, "Approved/plan-next.md": requestText("a")})
	if s := mustLoad(t, v); len(s.Plans) > 0 || len(s.Decided) != 2 {
		t.Errorf("plans are %+v, decided %+v", s.Plans, s.Decided)
	}
}
