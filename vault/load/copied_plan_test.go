package load_test

import "testing"

// A plan that was copied into the folder of requests is one plan, and a request for it.
func TestACopyOfAPlanAmongTheRequestsIsNoSecondPlan(t *testing.T) {
	t.Parallel()
	const (
		paint = "---\nstatus: pending\n---\n# Plan: paint the gate\n\n## Steps\n- [ ] Buy paint\n- [ ] Paint\n"
		roof  = "---\nstatus: pending\n---\n# Plan: mend the roof\n\n## Steps\n- [ ] Call Nora Field\n"
	)
	v := decidingVault(t, files{
		"Plans/PLAN_gate.md":              paint,
		"Plans/PLAN_roof.md":              roof,
		"Pending_Approval/PLAN_gate.md":   paint,
		"Pending_Approval/PLAN_shed.md":   "---\nstatus: pending\n---\n# Plan: clear the shed\n\n## Steps\n- [ ] Clear it\n",
		"Pending_Approval/sent-to-you.md": roof,
		"Pending_Approval/unlike-roof.md": "---\nstatus: pending\n---\n# Plan: look at the roof\n\n## Steps\n- [ ] Look\n",
	})
	s := mustLoad(t, v)
	var plans []string
	for _, p := range s.Plans {
		plans = append(plans, p.Path)
	}
	wantPlans := map[string]bool{"Plans/PLAN_gate.md": true, "Plans/PLAN_roof.md": true, "Pending_Approval/PLAN_shed.md": true}
	if len(plans) != len(wantPlans) {
		t.Errorf("plans %q", plans)
	}
	for _, p := range plans {
		if !wantPlans[p] {
			t.Errorf("%s is a plan of its own", p)
		}
	}
	got := map[string]string{}
	for _, r := range s.Requests {
		got[r.Name] = r.Plan
	}
	for name, plan := range map[string]string{
		"PLAN_gate.md": "Plans/PLAN_gate.md", "sent-to-you.md": "Plans/PLAN_roof.md", "PLAN_shed.md": "", "unlike-roof.md": "",
	} {
		if got[name] != plan {
			t.Errorf("%s is about plan %q, want %q", name, got[name], plan)
		}
	}
}
